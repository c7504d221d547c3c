// Examples of the API document: a recorded call where there is one, else values made from the schema; bounded in size.
import { isObject, type Json } from "./openapi-shapes.ts";

/** A call and its result, as they go over the wire. */
export interface RouteExample {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  data: unknown;
}

const MAX_TEXT = 240;
const MAX_ITEMS = 1;
const MAX_FIELDS = 60;
const MAX_DEPTH = 8;

/** The value with long texts and lists cut. */
export function bounded(value: unknown): unknown {
  if (typeof value === "string") return value.length > MAX_TEXT ? `${value.slice(0, MAX_TEXT)}…` : value;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(bounded);
  if (!isObject(value)) return value;
  const fields = Object.entries(value).slice(0, MAX_FIELDS);
  return Object.fromEntries(fields.map(([name, one]) => [name, bounded(one)]));
}

/** A value that the schema takes; `provider` is one of those that are loaded. */
export function sampleOf(schema: Json, provider: string, name = "", depth = 0): unknown {
  const inner = (part: unknown, of = name) => sampleOf(part as Json, provider, of, depth + 1);
  if ("$ref" in schema) return provider;
  if (Array.isArray(schema.examples)) return schema.examples[0];
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const branches = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (branches) return inner(branches.find((one) => one.type !== "null") ?? branches[0]);
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((part) => inner(part)));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === "object") return depth > MAX_DEPTH ? {} : sampleObject(schema, inner);
  if (type === "array") return depth > MAX_DEPTH && !schema.minItems ? [] : [inner(schema.items ?? {})];
  if (type === "boolean") return true;
  if (type === "integer" || type === "number") return Math.max(Number(schema.minimum ?? 1), 1);
  return type === "string" ? sampleText(schema, name) : null;
}

type Inner = (part: unknown, name: string) => unknown;

function sampleObject(schema: Json, inner: Inner): Json {
  const { properties, required = [] } = schema;
  if (!isObject(properties) || Object.keys(properties).length === 0) return sampleTable(schema, inner);
  const names = Object.keys(properties);
  const needed = names.filter((name) => (required as string[]).includes(name));
  // All of what can be left out too, unless it is long: it tells more.
  const visible = names.length <= MAX_FIELDS / 3 ? names : needed;
  return Object.fromEntries(visible.map((name) => [name, inner(properties[name], name)]));
}

/** One entry, where the names are the caller's. */
function sampleTable({ patternProperties, additionalProperties }: Json, inner: Inner): Json {
  const [pattern, part] = Object.entries((patternProperties ?? {}) as Json)[0] ?? [undefined, additionalProperties];
  const name = FURTHER.find((one) => pattern === undefined || new RegExp(pattern, "u").test(one));
  return name === undefined || !isObject(part) ? {} : { [name]: inner(part, name) };
}

const UUID = "0198c9a2-5b1e-7c3a-9f00-3d1f6c2ab001";
const BY_FORMAT: Record<string, string> = {
  "date-time": "2026-01-01T09:30:00Z",
  date: "2026-01-01",
  uuid: UUID,
  email: "ada@example.com",
  uri: "https://example.com/",
  url: "https://example.com/",
};
/** Texts by the name of their field, the first that fits. */
const BY_NAME: readonly [RegExp, string][] = [
  [/(^|_)url$|uri$|^logo/, "https://example.com/"],
  [/origin/, "https://example.com"],
  [/email/, "ada@example.com"],
  [/_at$|^(since|until|from|to|before|after)$/, "2026-01-01T09:30:00Z"],
  [/^external_id$/, "user_42"],
  [/(^|_)id$/i, UUID],
  [/prefix$/, "sk_live_4f"],
  [/^key$/, "sk_live_…"],
  [/secret/, "whsec_…"],
  [/permission/, "google:gmail.read"],
  [/^type$/, "gmail.message_received"],
  [/color|colour/, "#3a5bd9"],
  [/name$/, "Ada Lovelace"],
  [/message|error|reason|description|text/, "A sentence."],
];
const FURTHER = [
  "sample",
  "gmail.read",
  "2026-01",
  "a",
  "1",
  "2026-01-01",
  "google",
  "gmail",
  "*",
  "A1",
  UUID,
  "aaaaaaaa".repeat(8),
];

function sampleText(schema: Json, name: string): string {
  const named = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
  const wanted = [BY_FORMAT[String(schema.format)], named, ...FURTHER].filter((one) => one !== undefined);
  return wanted.find((one) => fits(one, schema)) ?? "sample";
}

function fits(text: string, { minLength = 0, maxLength = 10_000, pattern, format }: Json): boolean {
  if (format !== undefined && BY_FORMAT[String(format)] !== text && String(format) in BY_FORMAT) return false;
  if (text.length < Number(minLength) || text.length > Number(maxLength)) return false;
  return typeof pattern !== "string" || new RegExp(pattern, "u").test(text);
}
