// What commands print: results as JSON or as text, and notes beside them. No name in a text can hide something or turn it around.
import { visibleLine, visibleText } from "../../web/pages/visible-text.ts";
import { terminal } from "./terminal.ts";

export type Print = Record<string, unknown>;

/** A lone carriage return would let a text write over what stands before it. */
const terminalText = (text: string) => visibleText(text.replace(/\r(?!\n)/g, " "));

export function printText(text: string): void {
  terminal().printLine(terminalText(text));
}

/** To standard error: what is no part of the result. */
export function printNote(text: string): void {
  terminal().noteLine(terminalText(text));
}

/** In one line, and whole: data for programs stays as it is. */
export function printJson(value: object): void {
  terminal().printLine(JSON.stringify(value));
}

/** As text: a single list as a table, anything else as its fields. */
export function print(result: Print, asJson: boolean): void {
  if (asJson) return void terminal().printLine(JSON.stringify(result, null, 2));
  if (Object.keys(result).length === 0) return;
  const [only] = Object.values(result);
  if (Object.keys(result).length === 1 && Array.isArray(only)) return void printText(table(only as Print[]));
  const width = Math.max(...Object.keys(result).map((name) => name.length));
  for (const [name, value] of Object.entries(result)) printText(`${name.padEnd(width)}  ${formatCell(value)}`);
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
  return visibleLine(typeof value === "object" ? JSON.stringify(value) : String(value));
}
