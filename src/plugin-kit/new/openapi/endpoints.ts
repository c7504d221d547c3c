// One operation as an endpoint of the contract, or a sentence that says why it cannot be one.
import { arrow, type Code, call, type Entry, entry, literal, object, raw } from "./code.ts";
import { type Description, type Json, objectOf, textOf } from "./document.ts";
import { bodyOf, type Query, queryOf, renamed } from "./input-parts.ts";
import { type Field, objectOfFields } from "./inputs.ts";
import type { Operation } from "./operations.ts";
import { pathOf, type RoutePath } from "./paths.ts";
import type { Records } from "./records.ts";
import { type Reduced, reduced } from "./schema.ts";
import { describedAs, freeName, oneLine, sentence, snake } from "./words.ts";

export interface MadeEndpoint {
  key: string;
  operation: Operation;
  /** Below the provider's own path. */
  route: string;
  permission: string;
  code: Code;
  /** What a fixture needs: the parameters that must be there, and the schema of what comes back. */
  sample: {
    params: string[];
    query: Field[];
    body: Field[];
    response: unknown;
    isEmpty: boolean;
  };
  notes: string[];
}

export interface EndpointContext {
  description: Description;
  records: Records;
  provider: { id: string; name: string };
  /** Keys and routes that are taken. */
  keys: Set<string>;
  routes: Set<string>;
}

const STATIC_PATH = /^[A-Za-z0-9._~!'()*+,;=:@/{}-]*$/;
/** Fields around a list; what has more is a thing of its own. */
const MAX_ENVELOPE = 15;
/** Names that the gateway adds to lists. */
const OF_LISTS = ["limit", "cursor", "raw"];

export function endpointOf(context: EndpointContext, operation: Operation): MadeEndpoint | string {
  const { description } = context;
  const { method, path, value } = operation;
  const isFit = path.startsWith("/") && path.length <= 500 && STATIC_PATH.test(path);
  if (!isFit || /[{}]/.test(path.replace(/\{[^{}]+\}/g, "")))
    return "its path contains characters that a request cannot have.";
  const response = responseOf(description, value);
  if (response.media !== null && method !== "DELETE") return `its response is ${response.media}, not JSON.`;
  const body = bodyOf(description, value);
  if (typeof body === "string") return body;
  const route = pathOf(path, operation.service);
  const shape = `${method} ${route.route.replace(/\{[^{}]*\}/g, "{}")}`;
  if (context.routes.has(shape)) return `its path is the same as that of another endpoint here, ${route.route}.`;
  context.routes.add(shape);
  const key = keyOf(context, operation);
  const returns = returnsOf(context, operation, response, key);
  const taken = new Set([...route.params.keys(), ...(returns.isList ? OF_LISTS : [])]);
  const query = queryOf(description, operation, returns.isList, taken);
  const bodyFields = method === "GET" ? [] : renamed(body.fields, taken, "body");
  const permission = `${operation.service}.${method === "GET" ? "read" : "write"}`;
  const isOpen = body.isOpen && method !== "GET";
  const text = descriptionOf(context, operation);
  const members = [
    entry("method", literal(method)),
    ...reachesOf(method),
    entry("path", literal(route.route)),
    entry("permission", literal(permission)),
    entry("description", literal(text)),
    ...paramsOf(operation, route),
    ...(query.fields.length > 0 ? [entry("query", objectOfFields(query.fields))] : []),
    ...bodyEntry(key, bodyFields, isOpen),
    entry("upstream", upstreamOf(route, query, { fields: bodyFields, isForm: body.isForm, isOpen })),
    entry("returns", returns.code(query.paging)),
  ];
  return {
    key,
    operation,
    route: route.route,
    permission,
    code: call("endpoint", object(members, true)),
    sample: {
      params: [...route.params.keys()],
      query: query.fields,
      body: bodyFields,
      response: response.schema,
      isEmpty: method === "DELETE" || response.schema === undefined,
    },
    notes: [...query.notes, ...body.notes],
  };
}

function keyOf({ provider, keys }: EndpointContext, { method, path, value }: Operation): string {
  const longest = 63 - provider.id.length;
  const own = snake(textOf(value.operationId) ?? "") || snake(`${method} ${path.replace(/[{}]/g, " ")}`);
  return freeName((own || "call").slice(0, longest), keys, longest);
}

function descriptionOf({ provider }: EndpointContext, { label, value }: Operation): string {
  const own = sentence(value.summary) ?? sentence(value.description);
  if (own === null || own.length < 15)
    return `${oneLine(label, 120)} of ${provider.name}${own === null ? "" : `: ${own}`}`.replace(/[^.!?…]$/, "$&.");
  return own.toLowerCase().includes(provider.name.toLowerCase())
    ? own
    : `${own.replace(/[.!?…]$/, "")} (${provider.name}).`;
}

function paramsOf({ parameters }: Operation, { params }: RoutePath): Entry[] {
  if (params.size === 0) return [];
  const entries = [...params].map(([field, name]) => {
    const own = parameters.find((one) => one.in === "path" && one.name === name);
    return entry(field, literal(describedAs(own?.description) ?? `The ${field.replaceAll("_", " ")}.`));
  });
  return [entry("params", object(entries))];
}

/** In doubt somebody gets something; the plugin's author knows better. */
function reachesOf(method: string): Entry[] {
  return method === "GET" ? [] : [entry("reaches", literal(true))];
}

/** Whether reads give back what a body says is a person's to look at: the description does not tie the two together. */
function readAsEntry(key: string): Entry[] {
  if (!/(?:^|_)(?:create|update)_/.test(key)) return [];
  const reason = "Not compared with what reads give: the description does not say it.";
  return [entry("readAs", object([entry("*", object([entry("absent", literal(reason))]))]))];
}

function bodyEntry(key: string, fields: readonly Field[], isOpen: boolean): Entry[] {
  if (fields.length > 0) return [entry("body", objectOfFields(fields)), ...readAsEntry(key)];
  return isOpen
    ? [entry("body", call("t.Object", object([]), object([entry("additionalProperties", literal(true))])))]
    : [];
}

/** A template where it is enough, else a function. */
function upstreamOf(
  route: RoutePath,
  query: Query,
  body: { fields: readonly Field[]; isForm: boolean; isOpen: boolean },
): Code {
  const isSame = ({ name, field }: Field) => name === field;
  const isPlain = query.fields.every(isSame) && query.joined.size === 0 && body.fields.every(isSame) && !body.isForm;
  if (isPlain && route.template !== null) return literal(route.template);
  const hasBody = body.fields.length > 0 || body.isOpen;
  const used = [
    ...(route.params.size > 0 ? ["params"] : []),
    ...(query.fields.length > 0 ? ["query"] : []),
    ...(hasBody ? ["body"] : []),
  ];
  const members = (part: string, fields: readonly Field[]) =>
    fields.every(isSame) && (part !== "query" || query.joined.size === 0)
      ? raw(part)
      : object(
          fields.map(({ name, field }) =>
            entry(
              name,
              raw(`${part}.${field}${query.joined.has(field) && part === "query" ? joined(fields, field) : ""}`),
            ),
          ),
        );
  const request = object([
    entry("path", raw(route.tagged)),
    ...(query.fields.length > 0 ? [entry("query", members("query", query.fields))] : []),
    ...(hasBody ? [entry(body.isForm ? "form" : "json", members("body", body.fields))] : []),
  ]);
  return arrow(used.length === 0 ? "()" : `({ ${used.join(", ")} })`, request);
}

const joined = (fields: readonly Field[], field: string) =>
  `${fields.find((one) => one.field === field)?.isRequired ? "" : "?"}.join(",")`;

interface Response {
  schema: unknown;
  /** What it is where it is no JSON; null for JSON and for nothing. */
  media: string | null;
}

function responseOf(description: Description, value: Json): Response {
  const responses = Object.entries(objectOf(value.responses)).filter(([status]) => /^2(\d\d|XX)$/i.test(status));
  const contents = responses.map(([, one]) => objectOf(description.resolve(one).value.content));
  const content = contents.find((one) => Object.keys(one).length > 0) ?? {};
  const types = Object.keys(content);
  const json = types.find((type) => /json|\*\/\*/i.test(type));
  if (json === undefined) return { schema: undefined, media: types.length === 0 ? null : oneLine(types[0], 60) };
  return { schema: objectOf(content[json]).schema ?? {}, media: null };
}

interface ReturnsCode {
  isList: boolean;
  code(paging: readonly string[]): Code;
}

function returnsOf(
  { description, records }: EndpointContext,
  operation: Operation,
  response: Response,
  key: string,
): ReturnsCode {
  const one = (resource: string): ReturnsCode => ({ isList: false, code: () => call("one", raw(resource)) });
  if (operation.method === "DELETE") return { isList: false, code: () => call("deleted") };
  if (response.schema === undefined) return one("done");
  const schema = reduced(description, response.schema);
  const list = operation.method === "GET" ? listIn(description, schema) : null;
  const record = list && records.recordOf(list.items, `${key}_item`);
  if (list && record !== null) {
    const collection =
      snake(list.at ?? operation.path.split("/").findLast((part) => /^[a-z]/i.test(part)) ?? "") || "items";
    return {
      isList: true,
      code: (paging) =>
        call(
          "many",
          literal(collection),
          raw(record),
          object([
            ...(list.at === null ? [] : [entry("at", literal(list.at))]),
            entry("pagination", call("pages.whole"), [pagingNote(paging)]),
          ]),
        ),
    };
  }
  return one(records.recordOf(response.schema, key) ?? "anything");
}

const pagingNote = (paging: readonly string[]) =>
  paging.length === 0
    ? "If the provider pages, declare it with pages.cursor, pages.link, pages.number, pages.offset or pages.lastId."
    : `The provider pages with ${paging.join(", ")}: declare it with pages.cursor, pages.link, pages.number or the like.`;

/** The one list of objects in a response: the response itself, or a member of an object that is no thing of its own. */
function listIn(description: Description, schema: Reduced): { items: unknown; at: string | null } | null {
  if (schema.type === "array") return { items: schema.items, at: null };
  const isEnvelope = schema.type === "object" && !schema.properties.has("id") && schema.properties.size <= MAX_ENVELOPE;
  if (!isEnvelope) return null;
  const lists = [...schema.properties].flatMap(([name, { schema: inner }]) => {
    const one = reduced(description, inner);
    return one.type === "array" && reduced(description, one.items).type === "object"
      ? [{ items: one.items, at: name }]
      : [];
  });
  const [only, other] = lists;
  return only && !other && !only.at.includes(".") ? only : null;
}
