// Reads arguments that a client sent as JSON in text ("5", "true", "[\"bug\"]"), where the tool's schema allows no other reading.
import type { TSchema } from "@sinclair/typebox";
import { Check } from "@sinclair/typebox/value";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { scanJson } from "../../web/http/json-scan.ts";

type Values = Record<string, unknown>;

/** Characters of all such texts of a call together: no model writes more, and each is read a second time. */
const MAX_READ = 256 * 1024;
const utf8 = new TextEncoder();

interface Reading {
  /** How many characters may still be read. */
  left: number;
}

/** The arguments with such texts read, at any depth; a text that the schema takes as text stays one. */
export function withJsonRead({ input }: Pick<RegisteredEndpoint, "input">, args: Values): Values {
  const parts = [input.params, input.query, input.body].filter((part) => part !== null);
  const properties: Record<string, TSchema> = Object.assign({}, ...parts.map((part) => part.properties));
  return fieldsRead(properties, args, { left: MAX_READ });
}

/** The object in a text; the value itself where it is no text or holds none. */
export function objectRead(value: unknown): unknown {
  const read = typeof value === "string" ? jsonIn(value, { left: MAX_READ }) : undefined;
  return typeof read === "object" && read !== null && !Array.isArray(read) ? read : value;
}

function fieldsRead(properties: Record<string, TSchema>, values: Values, reading: Reading): Values {
  // Unknown arguments, of which there may be thousands, are not looked at.
  const read: Values = {};
  for (const [name, field] of Object.entries(properties)) {
    if (!Object.hasOwn(values, name)) continue;
    const value = valueRead(field, values[name], reading);
    if (value !== values[name]) read[name] = value;
  }
  return Object.keys(read).length === 0 ? values : { ...values, ...read };
}

function valueRead(schema: TSchema, value: unknown, reading: Reading): unknown {
  if (Array.isArray(schema.anyOf)) return unionRead(schema, schema.anyOf as TSchema[], value, reading);
  if (typeof value === "string") {
    if (schema.type === "string" || !isReadable(schema)) return value;
    const read = jsonIn(value, reading);
    return isOfType(schema, read) ? valueRead(schema, read, reading) : value;
  }
  if (Array.isArray(value)) {
    const items = schema.type === "array" ? (schema.items as TSchema | undefined) : undefined;
    return items ? value.map((item) => valueRead(items, item, reading)) : value;
  }
  const isRecord = typeof value === "object" && value !== null && schema.type === "object" && schema.properties;
  return isRecord ? fieldsRead(schema.properties as Record<string, TSchema>, value as Values, reading) : value;
}

/** The value of the only alternative that it then fits; unchanged where it fits already, or two read it differently. */
function unionRead(schema: TSchema, alternatives: readonly TSchema[], value: unknown, reading: Reading): unknown {
  if (Check(schema, value)) return value;
  const readings = new Map<string, unknown>();
  for (const one of alternatives) {
    const candidate = valueRead(one, value, reading);
    if (Check(one, candidate)) readings.set(JSON.stringify(candidate), candidate);
  }
  return readings.size === 1 ? [...readings.values()][0] : value;
}

const READABLE = ["object", "array", "number", "integer", "boolean"];
const isReadable = (schema: TSchema) => READABLE.includes(schema.type);

/** Whether a value is of the schema's type; what else it must be, the validation says in the field's own words. */
function isOfType({ type }: TSchema, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return typeof value === "object" && value !== null && !Array.isArray(value);
  return type === "boolean" ? typeof value === "boolean" : typeof value === "number";
}

/** The value of a JSON text; undefined for another text, and where a number would lose digits. */
function jsonIn(text: string, reading: Reading): unknown {
  if (text.length > reading.left) return undefined;
  reading.left -= text.length;
  try {
    return scanJson(utf8.encode(text)).length > 0 ? undefined : JSON.parse(text);
  } catch {
    // The schema refuses the text as it is.
    return undefined;
  }
}
