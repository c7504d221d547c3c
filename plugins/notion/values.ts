// The values of a page's properties: Notion's typed objects read as plain values, and plain values written as theirs.
import { entryOf, InvalidInput, Refusal, textAt, valueAt } from "gateway/plugin";
import { toFileUrl } from "./shared.ts";
import { plainRichText, plainText } from "./spans.ts";

const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** The plain value of `{ type, [type]: … }`: text, number, flag, date, or a list of them. */
export function plainValue(property: unknown): unknown {
  const type = textAt(property, "type") ?? "";
  const value = valueAt(property, type) ?? null;
  switch (type) {
    case "title":
    case "rich_text":
      return Array.isArray(value) ? plainText(value) : plainText([value]);
    case "select":
    case "status":
      return textAt(value, "name");
    case "multi_select":
      return list(value).map((option) => textAt(option, "name"));
    case "people":
      return (Array.isArray(value) ? value : [value]).map(toPerson);
    case "created_by":
    case "last_edited_by":
      return toPerson(value);
    case "relation":
      return (Array.isArray(value) ? value : [value]).map((page) => textAt(page, "id"));
    case "files":
      return list(value).map((file) => ({ name: textAt(file, "name"), url: toFileUrl(file) }));
    case "formula":
      return plainValue(value);
    case "rollup":
      return textAt(value, "type") === "array" ? list(valueAt(value, "array")).map(plainValue) : plainValue(value);
    case "unique_id": {
      const [prefix, number] = [valueAt(value, "prefix"), valueAt(value, "number")];
      return prefix ? `${prefix}-${number}` : String(number ?? "");
    }
    default:
      return value;
  }
}

function toPerson(user: unknown) {
  return { id: textAt(user, "id"), name: textAt(user, "name"), email: textAt(user, "person.email") };
}

/** The text of the one property that is the title. */
export function titleOf(properties: unknown): string | null {
  const title = Object.values((properties ?? {}) as object).find((property) => valueAt(property, "type") === "title");
  return title === undefined ? null : plainText(valueAt(title, "title"));
}

/** What a plain value may be for each type that can be written. */
const WRITERS: Record<string, (value: unknown) => unknown> = {
  title: (value) => plainRichText(String(value ?? "")),
  rich_text: (value) => plainRichText(String(value ?? "")),
  number: (value) => value,
  checkbox: (value) => value,
  url: (value) => value,
  email: (value) => value,
  phone_number: (value) => value,
  place: (value) => value,
  verification: (value) => value,
  select: (value) => named(value),
  status: (value) => named(value),
  multi_select: (value) => each(value, named),
  people: (value) => each(value, identified),
  relation: (value) => each(value, identified),
  date: (value) => (typeof value === "string" ? { start: value } : value),
  files: (value) => each(value, toFile),
};
const each = (value: unknown, write: (item: unknown) => unknown) => (Array.isArray(value) ? value : [value]).map(write);
const named = (value: unknown) => (typeof value === "string" ? { name: value } : value);
const identified = (value: unknown) => (typeof value === "string" ? { id: value } : value);
const toFile = (value: unknown) => {
  const url = typeof value === "string" ? value : textAt(value, "url");
  return url === null ? value : { name: (textAt(value, "name") ?? url).slice(0, 100), external: { url } };
};

/**
 * Values by name or id as Notion takes them. `known` are the properties of the page or its data source, with their types; a
 * value that is an object of Notion's own, such as `{ "select": … }`, goes as it is.
 */
export function toProperties(values: Record<string, unknown>, known: unknown): Record<string, unknown> {
  const types = new Map<string, string>();
  for (const [name, property] of Object.entries((known ?? {}) as object)) {
    const [type, id] = [textAt(property, "type"), textAt(property, "id")];
    if (type === null) throw new Refusal("error", "The answer names a property without its type.");
    if (id !== null) types.set(id, type);
    types.set(name, type);
  }
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const type = types.get(name);
      if (type === undefined) throw new InvalidInput(`There is no property "${name}". There are: ${namesOf(known)}.`);
      const write = entryOf(WRITERS, type);
      if (!write) throw new InvalidInput(`The property "${name}" (${type}) cannot be written.`);
      if (isNotions(value, type)) return [name, value];
      return [name, { [type]: value === null && !EMPTY_LISTS.has(type) ? null : write(value ?? []) }];
    }),
  );
}

/** Types that are emptied by an empty list, not by null. */
const EMPTY_LISTS = new Set(["title", "rich_text", "multi_select", "people", "relation", "files"]);

function isNotions(value: unknown, type: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, type);
}

function namesOf(known: unknown): string {
  return Object.entries((known ?? {}) as object)
    .map(([name, property]) => `"${name}" (${textAt(property, "type")})`)
    .slice(0, 50)
    .join(", ");
}
