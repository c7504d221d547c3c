// Holds a plugin's request, and the answer of its fixture, against what the provider officially says.
import { type Description, findOperation, type Operation } from "../../scripts/descriptions/format.ts";
import { checkSchema, type Json } from "./json-schema.ts";

export interface Exchange {
  method: string;
  url: string;
  headers: Headers;
  body: string | undefined;
  /** The fixture's answer, where it has one for this request. */
  answer?: { status: number; json?: unknown };
}

export interface Faults {
  /** The operation that was called, where the description has it. */
  operation?: string;
  /** What in the request does not hold. */
  request: string[];
  /** What in the answer does not hold. */
  answer: string[];
}

export function undescribed(description: Description, exchange: Exchange): Faults {
  const { method, url } = exchange;
  const { origin, pathname, searchParams } = new URL(url);
  const found = findOperation(Object.keys(description.operations), method, url);
  if (!found) return { request: [`${method} ${origin}${pathname} is not described`], answer: [] };
  const operation = description.operations[found.operation] as Operation;
  const follow = followerOf(description);
  const check: Check = (place, schema, value) =>
    checkSchema(schema, value, follow).map((fault) => `${found.operation}: ${place} ${fault}`);
  const fields = (place: string, schema: Json = NOTHING, pairs: Iterable<[string, string]>, commas?: string[]) =>
    check(place, schema, readFields(schema, pairs, follow, commas));
  // The base of an address has parameters of its own.
  const known = (operation.path?.properties ?? {}) as Json;
  const params = Object.entries(found.params).filter(([name]) => Object.hasOwn(known, name));
  return {
    operation: found.operation,
    request: [
      ...fields("path", operation.path, params),
      ...fields("query", operation.query, searchParams, operation.commas),
      ...bodyFaults(operation, exchange, follow, check),
    ],
    answer: answerFaults(operation, exchange, check),
  };
}

const NOTHING: Json = { type: "object", properties: {} };

type Follow = <T>(value: unknown) => T;
type Check = (place: string, schema: Json, value: unknown) => string[];

function followerOf({ sent, answered }: Description): Follow {
  const follow = <T>(value: unknown): T => {
    const { $ref } = value as { $ref?: string };
    if ($ref === undefined) return value as T;
    const [, side, name] = $ref.split("/") as [string, "sent" | "answered", string];
    return follow<T>({ sent, answered }[side][name]);
  };
  return follow;
}

/** Texts of a query or form as values of the types that the schema names. */
function readFields(schema: Json, pairs: Iterable<[string, string]>, follow: Follow, commas: string[] = []): Json {
  const texts = new Map<string, string[]>();
  for (const [name, text] of pairs) texts.set(name, [...(texts.get(name) ?? []), text]);
  const values = [...texts].map(([name, all]) => {
    const of = fieldsNamed(schema, name, follow);
    const types = new Set(of.flatMap((one) => typesOf(one, follow)));
    const parts = commas.includes(name) ? all.flatMap((text) => text.split(",")) : all;
    if (types.has("array") && !parts[0]?.startsWith("[")) {
      const inner = new Set(of.flatMap((one) => typesOf((follow<Json>(one).items ?? {}) as Json, follow)));
      return [name, parts.map((text) => readText(text, inner))];
    }
    return [name, all.length === 1 ? readText(all[0] as string, types) : all];
  });
  return Object.fromEntries(values);
}

/** The schemas of a field in an object, or in each of the objects that it may be. */
function fieldsNamed(schema: Json, name: string, follow: Follow): Json[] {
  const { properties = {}, anyOf = [], oneOf = [] } = follow<Record<string, unknown>>(schema);
  const own = (properties as Record<string, Json>)[name];
  const shapes = [...(anyOf as Json[]), ...(oneOf as Json[])];
  return [...(own ? [own] : []), ...shapes.flatMap((one) => fieldsNamed(one, name, follow))];
}

function typesOf(schema: Json, follow: Follow): string[] {
  const { type, anyOf = [], oneOf = [], enum: values = [], ...rest } = follow<Json>(schema);
  const literals = "const" in rest ? [rest.const] : (values as unknown[]);
  const shapes = [...(anyOf as Json[]), ...(oneOf as Json[])];
  const named = type === undefined ? literals.map((one) => typeof one as string) : [type].flat().map(String);
  return [...named, ...shapes.flatMap((one) => typesOf(one, follow))];
}

function readText(text: string, types: ReadonlySet<string>): unknown {
  if (types.has("string")) return text;
  if ((types.has("number") || types.has("integer")) && /^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (types.has("boolean") && /^(true|false)$/.test(text)) return text === "true";
  // Slack takes what is more than a text as JSON.
  if ((types.has("object") || types.has("array")) && /^[[{]/.test(text)) return JSON.parse(text);
  return text;
}

function bodyFaults(
  { body, bodyRequired }: Operation,
  { method, url, headers, body: text }: Exchange,
  follow: Follow,
  check: Check,
): string[] {
  if (text === undefined || text === "") return bodyRequired ? [`${method} ${url}: body is missing`] : [];
  const type = (headers.get("content-type") ?? "").split(";")[0] as string;
  const schema = body?.[type] ?? body?.["*/*"];
  if (!schema) return [`${method} ${url}: a body of ${type} is not described`];
  const isForm = type === "application/x-www-form-urlencoded";
  return check("body", schema, isForm ? readFields(schema, new URLSearchParams(text), follow) : JSON.parse(text));
}

function answerFaults({ answers }: Operation, { answer }: Exchange, check: Check): string[] {
  const schema = answer && answers[answer.status];
  return schema && answer.json !== undefined ? check(`answer ${answer.status}`, schema, answer.json) : [];
}
