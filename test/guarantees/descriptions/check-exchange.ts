// Checks a plugin's request and its fixture's response against the provider's API description.
import { type Description, findOperation, type Operation } from "../../../scripts/descriptions/format.ts";
import type { Json } from "../../../src/web/http/openapi-shapes.ts";
import { checkSchema } from "./json-schema.ts";

export interface Exchange {
  method: string;
  url: string;
  headers: Headers;
  body: string | undefined;
  /** The fixture's response to this request, if any. */
  response?: { status: number; json?: unknown };
}

export interface Violations {
  /** The called operation, if the description has it. */
  operation?: string;
  /** Violations in the request. */
  request: string[];
  /** Violations in the response. */
  response: string[];
}

export function violationsOf(description: Description, exchange: Exchange): Violations {
  const { method, url } = exchange;
  const { origin, pathname, searchParams } = new URL(url);
  const found = findOperation(Object.keys(description.operations), method, url);
  if (!found) return { request: [`${method} ${origin}${pathname} is not described`], response: [] };
  const operation = description.operations[found.operation] as Operation;
  const follow = followerOf(description);
  const check: Check = (location, schema, value) =>
    checkSchema(schema, value, follow).map((violation) => `${found.operation}: ${location} ${violation}`);
  const fields = (location: string, schema: Json = NOTHING, pairs: Iterable<[string, string]>, commas?: string[]) =>
    check(location, schema, readFields(schema, pairs, follow, commas));
  // The server URL has path parameters of its own.
  const known = (operation.path?.properties ?? {}) as Json;
  const params = Object.entries(found.params).filter(([name]) => Object.hasOwn(known, name));
  return {
    operation: found.operation,
    request: [
      ...fields("path", operation.path, params),
      ...fields("query", operation.query, searchParams, operation.commas),
      ...bodyViolations(operation, exchange, follow, check),
    ],
    response: responseViolations(operation, exchange, check),
  };
}

const NOTHING: Json = { type: "object", properties: {} };

type Follow = <T>(value: unknown) => T;
type Check = (location: string, schema: Json, value: unknown) => string[];

function followerOf({ sent, answered }: Description): Follow {
  const follow = <T>(value: unknown): T => {
    const { $ref } = value as { $ref?: string };
    if ($ref === undefined) return value as T;
    const [, side, name] = $ref.split("/") as [string, "sent" | "answered", string];
    const schema = { sent, answered }[side][name];
    if (!schema) throw new Error(`${$ref} is not in the description: run bun scripts/take-descriptions.ts`);
    return follow<T>(schema);
  };
  return follow;
}

/** Parses query or form fields into the types of the schema. */
function readFields(schema: Json, pairs: Iterable<[string, string]>, follow: Follow, commas: string[] = []): Json {
  const texts = new Map<string, string[]>();
  const nested = new Map<string, [string, string][]>();
  for (const [name, text] of pairs) {
    const [, outer, inner, rest] = /^([^[]+)\[([^\]]*)\](.*)$/.exec(name) ?? [];
    if (outer === undefined || fieldsNamed(schema, name, follow).length > 0)
      texts.set(name, [...(texts.get(name) ?? []), text]);
    else nested.set(outer, [...(nested.get(outer) ?? []), [`${inner}${rest}`, text]]);
  }
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
  const inner = [...nested].map(([name, all]) => [name, readNested(fieldsNamed(schema, name, follow), all, follow)]);
  return Object.fromEntries([...values, ...inner]);
}

/** Parses the fields of `name[field]`, `name[]` and `name[0][field]`. */
function readNested(schemas: readonly Json[], pairs: readonly [string, string][], follow: Follow): unknown {
  if (pairs.every(([name]) => /^\d*$/.test(name.replace(/\[.*/, "")))) {
    const items = schemas.flatMap((one) => itemsOf(one, follow));
    const groups = Object.entries(Object.groupBy(pairs, ([name], at) => /^\d+/.exec(name)?.[0] ?? String(at)));
    return groups.map(([, group = []]) => {
      const fields = group.map(([name, text]): [string, string] => [name.replace(/^\d*\[?([^\]]*)\]?/, "$1"), text]);
      if (fields[0]?.[0] !== "") return readFields({ anyOf: items }, fields, follow);
      return readText(fields[0][1], new Set(items.flatMap((one) => typesOf(one, follow))));
    });
  }
  return readFields({ anyOf: schemas }, pairs, follow);
}

function itemsOf(schema: Json, follow: Follow): Json[] {
  const { items, anyOf = [], oneOf = [] } = follow<Record<string, unknown>>(schema);
  const shapes = [...(anyOf as Json[]), ...(oneOf as Json[])];
  return [...(items ? [items as Json] : []), ...shapes.flatMap((one) => itemsOf(one, follow))];
}

/** The schemas of a field in an object schema and in its `anyOf` and `oneOf` branches. */
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
  // Slack's forms carry objects and arrays as JSON text.
  if ((types.has("object") || types.has("array")) && /^[[{]/.test(text)) return JSON.parse(text);
  return text;
}

function bodyViolations(
  { body, bodyRequired }: Operation,
  { method, url, headers, body: text }: Exchange,
  follow: Follow,
  check: Check,
): string[] {
  if (text === undefined || text === "") return bodyRequired ? [`${method} ${url}: body is missing`] : [];
  const type = (headers.get("content-type") ?? "").split(";")[0] as string;
  const schema = body?.[type] ?? body?.["*/*"];
  if (!schema) return [`${method} ${url}: a body of ${type} is not described`];
  if (type === "application/x-www-form-urlencoded")
    return check("body", schema, readFields(schema, new URLSearchParams(text), follow));
  return check("body", schema, type.endsWith("json") ? JSON.parse(text) : text);
}

function responseViolations({ answers: responses }: Operation, { response }: Exchange, check: Check): string[] {
  const status = response?.status ?? 0;
  const schema = responses[status] ?? (status >= 200 && status < 300 ? responses["2XX"] : undefined);
  return schema && response?.json !== undefined ? check(`answer ${status}`, schema, response.json) : [];
}
