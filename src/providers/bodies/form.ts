// Reads a form (application/x-www-form-urlencoded).
import { MAX_VALUES, tooManyValues, UnreadableBody } from "./unreadable.ts";

/** Each name with its value, or with the list of its values where it is repeated; throws `UnreadableBody`. */
export function readForm(text: string): Record<string, string | string[]> {
  if (/%(?![0-9a-f]{2})/i.test(text)) throw new UnreadableBody("not_form", "is not a form");
  const values = new Map<string, string[]>();
  let count = 0;
  for (const [name, value] of new URLSearchParams(text.replace(/\r?\n$/, ""))) {
    if (++count > MAX_VALUES) throw tooManyValues();
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return Object.fromEntries([...values].map(([name, all]) => [name, all.length === 1 ? (all[0] as string) : all]));
}
