// Prints a command's result as JSON or as text.

export type Print = Record<string, unknown>;

/** As text: a single list as a table, anything else as its fields. */
export function print(result: Print, asJson: boolean): void {
  if (asJson) return void console.log(JSON.stringify(result, null, 2));
  if (Object.keys(result).length === 0) return;
  const [only] = Object.values(result);
  if (Object.keys(result).length === 1 && Array.isArray(only)) return void console.log(table(only as Print[]));
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  for (const [name, value] of Object.entries(result)) console.log(`${name.padEnd(width)}  ${formatCell(value)}`);
}

function table(rows: readonly Print[]): string {
  if (rows.length === 0) return "(none)";
  const columns = Object.keys(rows[0] as Print);
  const cells = [columns, ...rows.map((row) => columns.map((column) => formatCell(row[column])))];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)));
  return cells
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function formatCell(value: unknown): string {
  if (value === null || value === undefined) return "-";
  if (Array.isArray(value)) return value.length === 0 ? "(none)" : value.map(formatCell).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
