// Texts of a provider or a model on their way to a person who decides: short, in one line, and without marks that turn the
// reading order or hide something.

/** C0 and C1 controls, the separators of lines, and Unicode's marks of direction and of nothing. */
const HIDDEN =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** One line of at most `most` characters. */
export function readable(text: string, most: number): string {
  const line = text
    .slice(0, most * 4)
    .replace(HIDDEN, " ")
    .replace(/ {2,}/g, " ")
    .trim();
  const characters = [...line];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : line;
}

/** `name: value` for each field, one a line, within bounds for each and for all. */
export function readableFields(
  fields: Readonly<Record<string, unknown>>,
  { mostFields, mostText }: { mostFields: number; mostText: number },
): string[] {
  const entries = Object.entries(fields);
  const lines = entries.slice(0, mostFields).map(([name, value]) => {
    const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "");
    return `${readable(name, 60)}: ${readable(text, mostText)}`;
  });
  const left = entries.length - lines.length;
  return left > 0 ? [...lines, `and ${left} more`] : lines;
}
