// Texts of a provider or a model on their way to a person who decides: short, and in one line.
import { visibleLine } from "../../web/pages/visible-text.ts";

/** One line of at most `most` characters. */
export function readable(text: string, most: number): string {
  const line = visibleLine(text.slice(0, most * 4));
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
