// Texts side by side on a wide terminal, and one below the other on a narrow one.

export interface Panel {
  title: string;
  text: string;
}

/** Below this a column would break most lines of JSON. */
const NARROWEST_COLUMN = 38;
const GAP = " | ";

/** Lines longer than their column are broken; nothing is left out. */
export function columns(panels: readonly Panel[], width: number): string {
  const each = Math.floor((width - GAP.length * (panels.length - 1)) / panels.length);
  if (each < NARROWEST_COLUMN) return panels.map(({ title, text }) => `── ${title}\n${text}`).join("\n\n");
  const broken = panels.map(({ title, text }) =>
    [`── ${title}`, ...text.split("\n")].flatMap((line) => pieces(line, each)),
  );
  const height = Math.max(...broken.map((lines) => lines.length));
  return Array.from({ length: height }, (_, row) =>
    broken
      .map((lines) => (lines[row] ?? "").padEnd(each))
      .join(GAP)
      .trimEnd(),
  ).join("\n");
}

function pieces(line: string, width: number): string[] {
  const characters = [...line];
  const count = Math.max(1, Math.ceil(characters.length / width));
  return Array.from({ length: count }, (_, i) => characters.slice(i * width, (i + 1) * width).join(""));
}
