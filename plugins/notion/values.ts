// Converts property values between Notion's typed objects and plain values.
import { entryOf, InvalidInput, Refusal, textAt, valueAt } from "gateway/plugin";
import { toFileUrl } from "./icon.ts";
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

/** The text of the title property. */
export function titleOf(properties: unknown): string | null {
  const title = Object.values((properties ?? {}) as object).find((property) => valueAt(property, "type") === "title");
  return title === undefined ? null : plainText(valueAt(title, "title"));
}

/** Notion's form of a plain value, by writable type. */
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
  select: (value) => byName(value),
  status: (value) => byName(value),
  multi_select: (value) => mapList(value, byName),
  people: (value) => mapList(value, byId),
  relation: (value) => mapList(value, byId),
  date: (value) => (typeof value === "string" ? { start: value } : value),
  files: (value) => mapList(value, toFile),
};
const mapList = (value: unknown, write: (item: unknown) => unknown) =>
  (Array.isArray(value) ? value : [value]).map(write);
const byName = (value: unknown) => (typeof value === "string" ? { name: value } : value);
const byId = (value: unknown) => (typeof value === "string" ? { id: value } : value);
const toFile = (value: unknown) => {
  const url = typeof value === "string" ? value : textAt(value, "url");
  return url === null ? value : { name: (textAt(value, "name") ?? url).slice(0, 100), external: { url } };
};

/**
 * Converts values by property name or id to Notion's form. `known` are the typed properties of the page or its data source;
 * a value in Notion's form, such as `{ "select": … }`, passes unchanged.
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
      if (type === undefined)
        throw new InvalidInput(`There is no property "${name}". The properties are: ${namesOf(known)}.`);
      const write = entryOf(WRITERS, type);
      if (!write) throw new InvalidInput(`The property "${name}" (${type}) cannot be written.`);
      if (isNotionForm(value, type)) return [name, value];
      return [name, { [type]: value === null && !EMPTY_LISTS.has(type) ? null : write(value ?? []) }];
    }),
  );
}

/** Types that an empty list empties, not null. */
const EMPTY_LISTS = new Set(["title", "rich_text", "multi_select", "people", "relation", "files"]);

function isNotionForm(value: unknown, type: string): boolean {
  return typeof value === "object" && value !== null && Object.hasOwn(value, type);
}

function namesOf(known: unknown): string {
  return Object.entries((known ?? {}) as object)
    .map(([name, property]) => `"${name}" (${textAt(property, "type")})`)
    .slice(0, 50)
    .join(", ");
}
