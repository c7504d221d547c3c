// The responses of a route in the API document: envelopes, error shapes and rate headers of both surfaces.
import type { ErrorCode } from "../errors.ts";
import { publicCode, STATUS } from "./errors.ts";
import { codesOf, isUserCode, MEANING } from "./openapi-codes.ts";
import type { Json } from "./openapi-shapes.ts";
import type { AdminRoute, ApiKeyRouteData, DocumentedResponse, PublicRoute, RouteData } from "./route.ts";

/** Whose shapes and headers a response has: the user surface's (A), the partner's (B), either by X-Account-Id, the operator's. */
type Kind = "A" | "B" | "AB" | "operator";

function kindOf(route: ApiKeyRouteData | AdminRoute): Kind {
  if (route.access !== "key") return "operator";
  if (route.isPartnerRoute) return "B";
  return route.acceptsAccount ? "AB" : "A";
}

/** What a success carries in its envelope: null where the route does not say. */
export interface DocumentedData {
  schema: Json | null;
  example: unknown;
}

/** The responses of an operation; errors that several operations share are put into `shared`. */
export function responsesOf(route: RouteData, data: DocumentedData, shared: Map<string, Json>): Json {
  if (route.access === "public") return publicResponses(route, shared);
  const kind = kindOf(route);
  const isFile = route.access === "key" && route.isFile;
  const content = {
    "application/json": envelope(route, kind, data),
    ...(route.access === "key" && route.isItemStream && ITEM_STREAM),
    ...(isFile && { "application/octet-stream": { schema: { type: "string", format: "binary" } } }),
  };
  if (route.access === "key" && route.isProxy) return proxyResponses(route, kind, shared);
  const isEventStream = route.access === "key" && route.isEventStream;
  return {
    "200": { description: "Done.", headers: headersOf(kind, 200), content: isEventStream ? EVENT_STREAM : content },
    ...errorResponses(codesOf(route), kind, shared),
  };
}

/** Any status may be the provider's own: X-Upstream-Status tells. */
function proxyResponses(route: ApiKeyRouteData, kind: Kind, shared: Map<string, Json>): Json {
  const headers = { ...headersOf(kind, 200), ...headerRefs(["X-Upstream-Status"]) };
  const own = (description: string): Json => ({ description, headers, content: { "*/*": { schema: {} } } });
  return {
    "200": own("The provider's answer, as it came."),
    ...errorResponses(codesOf(route), kind, shared),
    default: own("The provider's answer with its own status, which X-Upstream-Status repeats."),
  };
}

const ITEM_STREAM: Json = {
  "text/event-stream": { schema: { type: "string" }, example: 'data: {"id":"1"}\n\nevent: end\ndata: {}\n\n' },
  "application/x-ndjson": { schema: { type: "string" }, example: '{"data":{"id":"1"}}\n{"end":true}\n' },
};

const EVENT_STREAM: Json = {
  "text/event-stream": { schema: { type: "string" }, example: "event: ready\ndata: {}\n\n" },
};

function envelope(route: ApiKeyRouteData | AdminRoute, kind: Kind, { schema, example }: DocumentedData): Json {
  const isOk = kind === "B" || (route.access === "key" && route.withOk === true);
  const mayBeOk = isOk || kind === "AB";
  const ok = { const: true, ...(!isOk && { description: "Present where X-Account-Id was sent." }) };
  return {
    schema: {
      type: "object",
      required: isOk ? ["ok", "data"] : ["data"],
      properties: { ...(mayBeOk && { ok }), data: schema ?? { ...SCHEMAS.Anything } },
    },
    example: { ...(isOk && { ok: true }), data: example ?? {} },
  };
}

/** One response for each status, shared by the operations whose codes are the same; the codes are named in its text. */
function errorResponses(codes: readonly ErrorCode[], kind: Kind, shared: Map<string, Json>): Json {
  const byStatus = Map.groupBy(codes, (code) => STATUS[code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, of]) => {
        const name = `${kind}-${status}-${of.map(publicCode).join("-or-")}`;
        shared.set(name, {
          description: of.map((code) => `${publicCode(code)}: ${MEANING[code]}`).join(" "),
          headers: { ...headersOf(kind, status), ...errorHeaders(status) },
          content: { "application/json": { schema: errorSchema(of, kind) } },
        });
        return [String(status), { $ref: `#/components/responses/${name}` }];
      }),
  );
}

/** The shapes in which these codes of one status are sent. */
function errorSchema(codes: readonly ErrorCode[], kind: Kind): Json {
  const shapes: Json[] = [];
  const ofA = kind === "B" ? [] : codes.filter(isUserCode);
  // A key's missing permission comes in the shape of a refused key, everything else about permission in the general one.
  if (ofA.some((code) => code === "AUTH_REQUIRED" || code === "PERMISSION_DENIED"))
    shapes.push(ref("AuthenticationErrorA"));
  // An address that sends too many bad keys is refused in the user surface's shape everywhere.
  if (codes.includes("RATE_LIMITED")) shapes.push(ref("RateLimitErrorA"));
  const isBare = (code: ErrorCode) => code === "AUTH_REQUIRED" || code === "RATE_LIMITED";
  const general = ofA.filter((code) => !isBare(code) && !(kind === "A" && code === "PERMISSION_DENIED"));
  if (general.length > 0) shapes.push(withCodes("GeneralErrorA", "code", general));
  if (kind === "B" || kind === "AB") shapes.push(withCodes("ErrorB", "error_code", codes));
  return shapes.length === 1 ? (shapes[0] as Json) : { anyOf: shapes };
}

const ref = (name: keyof typeof SCHEMAS): Json => ({ $ref: `#/components/schemas/${name}` });

function withCodes(name: "GeneralErrorA" | "ErrorB", field: string, codes: readonly ErrorCode[]): Json {
  return { allOf: [ref(name), { properties: { [field]: { enum: [...new Set(codes.map(publicCode))] } } }] };
}

const BY_DEFAULT: Record<string, DocumentedResponse> = { "200": { description: "The answer." } };

function publicResponses({ responses = BY_DEFAULT }: PublicRoute, shared: Map<string, Json>): Json {
  const own = Object.entries(responses).map(([status, { description, content = "json" }]) => [
    status,
    { description, ...CONTENT[content] },
  ]);
  shared.set("A-any", ANY_ERROR);
  const others = { default: { $ref: "#/components/responses/A-any" } };
  return { ...errorResponses(["VALIDATION_ERROR"], "operator", shared), ...Object.fromEntries(own), ...others };
}

const ANY_ERROR: Json = {
  description: "Any other error.",
  content: { "application/json": { schema: { $ref: "#/components/schemas/ErrorA" } } },
};

const RATE_A = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
const RATE_B = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Minute-Limit",
  "X-RateLimit-Minute-Remaining",
];
/** Statuses of refusals that can come before a partner tier is known, and then carry the user surface's headers. */
const BEFORE_PROFILE = [401, 402, 403, 429];

function headersOf(kind: Kind, status: number): Json {
  const ofAddress = kind === "operator" && (status === 401 || status === 429);
  const ofA = kind === "A" || kind === "AB" || ofAddress || (kind === "B" && BEFORE_PROFILE.includes(status));
  const ofB = kind === "AB" || kind === "B";
  return headerRefs(["X-Request-Id", ...(ofA ? RATE_A : []), ...(ofB ? RATE_B : [])]);
}

function errorHeaders(status: number): Json {
  const mayWait = status === 409 || status === 429 || status === 503;
  return headerRefs([
    "X-Error-Code",
    ...(mayWait ? ["Retry-After"] : []),
    ...(status === 401 ? ["WWW-Authenticate"] : []),
  ]);
}

const headerRefs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const text = { type: "string" };
export const HEADERS: Json = {
  "X-Request-Id": { description: "The request's id: yours where you sent one, else ours.", schema: text },
  "X-Error-Code": { description: "The error's code.", schema: { $ref: "#/components/schemas/ErrorCode" } },
  "X-Upstream-Status": {
    description:
      "Of the raw proxy: the status that the provider answered with. Our own errors have X-Error-Code instead.",
    schema: { type: "integer" },
  },
  "X-RateLimit-Limit": {
    description: "Calls that the reported window allows; in area B the month's quota, or `unlimited`.",
    schema: text,
  },
  "X-RateLimit-Remaining": { description: "Calls left in it, or `unlimited`.", schema: text },
  "X-RateLimit-Reset": {
    description: "Area A: Unix time in seconds when the window ends.",
    schema: { type: "integer" },
  },
  "X-RateLimit-Minute-Limit": { description: "Area B: requests that a minute allows.", schema: { type: "integer" } },
  "X-RateLimit-Minute-Remaining": { description: "Area B: requests left in this minute.", schema: { type: "integer" } },
  "Retry-After": { description: "Seconds to wait, where it is known.", schema: { type: "integer", minimum: 1 } },
  "WWW-Authenticate": { description: "`Bearer`, where the key is refused.", schema: text },
};

const CODES = [...new Set((Object.keys(STATUS) as ErrorCode[]).map(publicCode))].sort();
const CODES_OF_A = [...new Set((Object.keys(STATUS) as ErrorCode[]).filter(isUserCode).map(publicCode))].sort();

export const SCHEMAS = {
  Anything: { type: "object", additionalProperties: true },
  ErrorCode: { description: "A stable code.", type: "string", enum: CODES },
  ErrorA: {
    description: "Area A: any error. `code` tells them apart; the one without a code is about the key.",
    oneOf: ["AuthenticationErrorA", "RateLimitErrorA", "GeneralErrorA"].map((name) => ({
      $ref: `#/components/schemas/${name}`,
    })),
  },
  AuthenticationErrorA: {
    description: "Area A: the key is refused, or lacks the permission. X-Error-Code has the code.",
    type: "object",
    required: ["error"],
    additionalProperties: false,
    properties: { error: text },
  },
  GeneralErrorA: {
    description: "Area A: every other error.",
    type: "object",
    required: ["error", "code", "details"],
    properties: {
      error: text,
      code: { type: "string", enum: CODES_OF_A.filter((one) => one !== "RATE_LIMITED") },
      details: {
        type: "object",
        additionalProperties: true,
        properties: { errors: { type: "array", items: { $ref: "#/components/schemas/InputError" } } },
      },
    },
  },
  InputError: {
    description: "What is wrong with one field of the request.",
    type: "object",
    required: ["in", "path", "message"],
    properties: {
      in: { type: "string", enum: ["query", "body", "path", "header"] },
      path: { type: "string", description: "A JSON pointer into that part; empty for the whole." },
      message: text,
    },
  },
  RateLimitErrorA: {
    description: "Area A: too many requests.",
    type: "object",
    required: ["error", "code", "retry_after"],
    properties: {
      error: text,
      code: { const: "RATE_LIMITED" },
      retry_after: { type: "integer", minimum: 1, description: "Seconds." },
    },
  },
  ErrorB: {
    description: "Area B: any error; `error_code` tells them apart.",
    type: "object",
    required: ["ok", "error", "error_code"],
    properties: { ok: { const: false }, error: text, error_code: { $ref: "#/components/schemas/ErrorCode" } },
  },
};

const CONTENT: Record<NonNullable<DocumentedResponse["content"]>, Json> = {
  json: { content: { "application/json": { schema: ref("Anything") } } },
  html: { content: { "text/html": { schema: text } } },
  text: { content: { "text/plain": { schema: text } } },
  asset: { content: { "*/*": { schema: text } } },
  redirect: { headers: { Location: { schema: text } } },
};
