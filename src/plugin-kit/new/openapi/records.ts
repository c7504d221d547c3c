// What an operation responds, as records of the contract: one constant for each schema.
import { type Code, call, entry, literal, object, print, raw, withTexts } from "./code.ts";
import type { Description } from "./document.ts";
import { type Reduced, reduced } from "./schema.ts";
import { camel, freeName, isPlainName, snake } from "./words.ts";

export interface Records {
  /** The constant of a schema's record; null where the schema says nothing of its fields. */
  recordOf(schema: unknown, name: string): string | null;
  /** The text of all constants, in the order in which they need each other, with their literals changed so. */
  text(change: (text: string) => string): string;
}

/** A thing in a thing in a thing: callers seldom read deeper, and descriptions never end. */
const MAX_DEPTH = 2;
const MAX_FIELDS = 60;

export function createRecords(description: Description, reserved: Iterable<string>): Records {
  const names = new Set(reserved);
  /** Constants by their text: the same schema has less in it at a lower depth. */
  const byText = new Map<string, { name: string; code: Code; note: string }>();
  const context: Context = {
    description,
    declare(name, code, leftOut) {
      const note = leftOut.length === 0 ? "" : `// Left out, because their type is unknown: ${leftOut.join(", ")}.\n`;
      const key = note + print(code);
      const existing = byText.get(key);
      if (existing) return existing.name;
      const free = freeName(name, names, 64, "");
      byText.set(key, { name: free, code, note });
      return free;
    },
  };
  return {
    recordOf: (schema, name) => recordOf(context, reduced(description, schema), camel(name) || "thing", []),
    text: (change) =>
      [...byText.values()]
        .map(({ name, code, note }) => {
          const start = `export const ${name} = `;
          return `${note}${start}${print(withTexts(code, change), 0, start.length, 1)};\n`;
        })
        .join("\n"),
  };
}

interface Context {
  description: Description;
  /** Returns the constant's name. */
  declare(name: string, code: Code, leftOut: readonly string[]): string;
}

function recordOf(context: Context, schema: Reduced, fallback: string, above: readonly Reduced[]): string | null {
  if (schema.type !== "object" || schema.properties.size === 0) return null;
  const leftOut: string[] = [];
  const taken = new Set<string>();
  const fields = [...schema.properties].flatMap(([name, { schema: inner, isRequired }], index) => {
    const field = snake(name);
    // `from` is a dotted path, so a name with a dot leads elsewhere.
    const isSayable =
      field !== "" && isPlainName(name) && !name.includes(".") && !taken.has(field) && index < MAX_FIELDS;
    const one = reduced(context.description, inner);
    if (one.isWriteOnly) return [];
    const code = isSayable ? fieldOf(context, { name, field, one, isRequired }, [...above, schema]) : null;
    if (code) taken.add(field);
    else
      leftOut.push(
        JSON.stringify(name.slice(0, 60))
          .slice(1, -1)
          .replace(/[\u007f-\u009f\u2028\u2029]/g, "?"),
      );
    return code ? [entry(field, code)] : [];
  });
  if (fields.length === 0) return null;
  const name = camel(schema.reference?.split("/").at(-1) ?? "") || fallback;
  return context.declare(name, call("record", object(fields, fields.length > 3)), leftOut.slice(0, 20));
}

interface Property {
  /** As the provider calls it. */
  name: string;
  field: string;
  one: Reduced;
  isRequired: boolean;
}

function fieldOf(context: Context, property: Property, above: readonly Reduced[]): Code | null {
  const { name, field, one, isRequired } = property;
  const options = [
    ...(name === field ? [] : [entry("from", literal(name))]),
    ...(one.description === null ? [] : [entry("description", literal(one.description))]),
  ];
  const of = (kind: string, ...inner: Code[]) =>
    call(`field.${kind}`, ...inner, ...(options.length === 0 ? [] : [object(options)]));
  const inner = (schema: Reduced): Code[] | null => {
    const isSeen = schema.reference !== null && above.some(({ reference }) => reference === schema.reference);
    if (isSeen || above.length > MAX_DEPTH) return null;
    const record = recordOf(context, schema, camel(field), above);
    return record === null ? null : [raw(record)];
  };
  if (one.type === "array") {
    const items = reduced(context.description, one.items);
    if (items.type === "string" && !items.isNullable) return of("texts");
    const record = inner(items);
    return record && of("many", ...record);
  }
  const isSure = isRequired && !one.isNullable;
  if (one.type === "object") {
    const record = inner(one);
    return record && of(isSure ? "one" : "nullableOne", ...record);
  }
  const kind = kindOf(field, one);
  if (kind === null) return null;
  if (kind === "day") return of("nullableDay");
  return of(isSure ? kind : `nullable${kind.charAt(0).toUpperCase()}${kind.slice(1)}`);
}

function kindOf(field: string, { type, format }: Reduced): string | null {
  const isId = /(^|_)id$/.test(field) && (type === "string" || type === "integer");
  if (isId) return "id";
  if (type === "string") return format === "date-time" ? "time" : format === "date" ? "day" : "text";
  if (type === "integer" || type === "number") return type;
  return type === "boolean" ? "flag" : null;
}
