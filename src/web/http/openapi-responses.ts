// The responses of a route in the API document: envelopes, error shapes and rate headers of its kind.
import type { ErrorCode } from "../../foundation/errors.ts";
import { publicCode, STATUS } from "./errors.ts";
import { codesOf, ERROR_DESCRIPTIONS, isUserCode } from "./openapi-codes.ts";
import { pascal } from "./openapi-names.ts";
import { SCHEMAS } from "./openapi-schemas.ts";
import type { Json } from "./openapi-shapes.ts";
import {
  API_ROOT,
  type ApiKeyRouteData,
  type DocumentedResponse,
  isBelow,
  isPartners,
  type RouteData,
} from "./route.ts";

/**
 * Whose shapes and headers a response has: the user API's (A), the partner's (B), either by X-Account-Id, of the raw proxy and
 * of `/mcp` besides what comes from elsewhere; the operator's; nobody's in particular, as JSON, as a page or in OAuth's words.
 */
type Kind = "A" | "B" | "AB" | "proxy" | "rpc" | "operator" | "public" | "page" | "oauth";

function kindOf(route: RouteData): Kind {
  if (route.access === "public") return route.errorsAs ?? "public";
  if (route.access === "admin") return "operator";
  if (route.responds === "protocol") return "rpc";
  if (route.responds === "proxy") return "proxy";
  if (isPartners(route)) return "B";
  return route.owner === "user-or-account" ? "AB" : "A";
}

const TEXT = { type: "string" };
const isOfEither = (kind: Kind) => kind === "AB" || kind === "proxy" || kind === "rpc";
const hasKeyOf = (kind: Kind) => kind === "A" || kind === "B" || isOfEither(kind);

/** What a success carries in its envelope: null where the route does not say. */
export interface DocumentedData {
  schema: Json | null;
  example: unknown;
}

/** Components of errors, by name. Inline, a generator would make classes of their own for each status of each operation. */
export interface ErrorComponents {
  responses: Map<string, Json>;
  schemas: Map<string, Json>;
}

/** The responses of an operation; errors that several operations share are put into `shared`. */
export function responsesOf(route: RouteData, data: DocumentedData, shared: ErrorComponents): Json {
  const whose: Whose = { kind: kindOf(route), isRated: isBelow(API_ROOT, route.path) };
  const own: Record<string, Json> = {
    ...successes(route, whose.kind, data),
    ...(route.hasEtag && { "304": NOT_MODIFIED }),
  };
  const byStatus = Map.groupBy(codesOf(route), (code) => String(STATUS[code]));
  const responses: Record<string, Json> = {};
  for (const status of [...new Set([...Object.keys(own), ...byStatus.keys()])].sort()) {
    const codes = byStatus.get(status) ?? [];
    const refusal = codes.length > 0 ? errorResponse(codes, whose, shared) : null;
    if (own[status]) responses[status] = merged(own[status], refusal, whose);
    else if (refusal) {
      const name = `${whose.kind}${whose.isRated ? "" : "-plain"}-${status}-${codes.map(publicCode).join("-or-")}`;
      shared.responses.set(name, refusal);
      responses[status] = { $ref: `#/components/responses/${name}` };
    }
  }
  return responses;
}

interface Whose {
  kind: Kind;
  /** Whether it is below the API's root, where all responses have rate headers. */
  isRated: boolean;
}

/** A response of the route's own, with what a refusal of the same status has besides. */
function merged(own: Json, refusal: Json | null, { kind, isRated }: Whose): Json {
  const content = { ...(refusal?.content as Json), ...(own.content as Json) };
  return {
    ...own,
    headers: { ...headersOf(kind, 200, isRated), ...(refusal?.headers as Json), ...(own.headers as Json) },
    ...(Object.keys(content).length > 0 && { content }),
  };
}

/** The responses that are no error of ours, without the headers that all have. */
function successes(route: RouteData, kind: Kind, data: DocumentedData): Record<string, Json> {
  if (kind === "rpc") return RPC_RESPONSES;
  if (kind === "proxy") return PROXY_RESPONSES;
  if (route.responses || route.access === "public") {
    const documented = Object.entries(route.responses ?? BY_DEFAULT).map(([status, one]) => [
      status,
      described(status, one),
    ]);
    return Object.fromEntries(documented);
  }
  const responds = route.access === "key" ? route.responds : "json";
  if (responds === "events") return { "200": { description: "Success.", content: EVENT_STREAM } };
  if (responds === "lines") return { "200": { description: "JSON lines, one for each item.", content: linesOf(data) } };
  const content = {
    "application/json": envelope(route.access === "key" ? route : null, kind, data),
    ...((responds === "items" || responds === "tool") && ITEM_STREAM),
    ...((responds === "file" || responds === "tool") && FILE),
  };
  return { "200": { description: "Success.", content } };
}

const NOT_MODIFIED: Json = { description: "The client already has this version, by its ETag." };
const BY_DEFAULT: Record<string, DocumentedResponse> = { "200": { description: "The response." } };

/** An error of ours has its own content, unless the route says another. */
function described(status: string, { description, types }: DocumentedResponse): Json {
  const all = types ?? (status < "4" ? ["application/json"] : []);
  const schemaOf = (type: string) => (type === "application/json" ? ref("Anything") : type === "*/*" ? {} : TEXT);
  const content = Object.fromEntries(all.map((type) => [type, { schema: schemaOf(type) }]));
  const isRedirect = status === "303";
  return {
    description,
    ...(isRedirect && { headers: { Location: { description: "Where to continue.", schema: TEXT } } }),
    ...(all.length > 0 && { content }),
  };
}

/** Any status may be the provider's own: X-Upstream-Status tells. */
const PROXY_RESPONSES: Record<string, Json> = Object.fromEntries(
  [
    ["200", "The provider's response, unchanged."],
    ["default", "The provider's response with its own status, which X-Upstream-Status repeats."],
  ].map(([status, description]) => [
    status,
    { description, headers: headerRefs(["X-Upstream-Status", "Retry-After"]), content: { "*/*": { schema: {} } } },
  ]),
);

/** The headers of a tool's response are on the response to the message that called it, whatever its status. */
const RPC_RESPONSES: Record<string, Json> = {
  "200": {
    description:
      "The response to the message, or the list of responses to a batch. It is a stream if there is more than one message.",
    headers: headerRefs(["X-Error-Code", "Retry-After"]),
    content: {
      "application/json": {
        schema: { anyOf: [ref("JsonRpcMessage"), { type: "array", items: ref("JsonRpcMessage") }] },
      },
      "text/event-stream": { schema: TEXT },
    },
  },
  "202": { description: "A message without a response was accepted." },
};

const ITEM_STREAM: Json = {
  "text/event-stream": { schema: TEXT, example: 'data: {"id":"1"}\n\nevent: end\ndata: {}\n\n' },
  "application/x-ndjson": { schema: TEXT, example: '{"data":{"id":"1"}}\n{"end":true}\n' },
};

const FILE: Json = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };

/** A text for every client; `contentSchema` is that of a line. */
const linesOf = ({ schema }: DocumentedData): Json => ({
  "application/x-ndjson": {
    schema: { ...TEXT, contentMediaType: "application/x-ndjson", contentSchema: schema ?? {} },
  },
});

const EVENT_STREAM: Json = { "text/event-stream": { schema: TEXT, example: "event: ready\ndata: {}\n\n" } };

function envelope(route: ApiKeyRouteData | null, kind: Kind, { schema, example }: DocumentedData): Json {
  const isOk = kind === "B" || route?.withOk === true;
  const mayBeOk = isOk || kind === "AB";
  // No constant where it may be absent: openapi-python-client writes invalid code for one.
  const ok = isOk ? { const: true } : { type: "boolean", description: "true; present if X-Account-Id was sent." };
  return {
    schema: {
      type: "object",
      required: isOk ? ["ok", "data"] : ["data"],
      properties: { ...(mayBeOk && { ok }), data: schema ?? { ...SCHEMAS.Anything } },
    },
    example: { ...(isOk && { ok: true }), data: example ?? {} },
  };
}

/** The codes of one status, which are named in its text. */
function errorResponse(codes: readonly ErrorCode[], { kind, isRated }: Whose, shared: ErrorComponents): Json {
  const status = STATUS[codes[0] as ErrorCode];
  return {
    description: codes.map((code) => `${publicCode(code)}: ${ERROR_DESCRIPTIONS[code]}`).join(" "),
    headers: { ...headersOf(kind, status, isRated), ...errorHeaders(kind, status) },
    content: errorContent(codes, kind, shared),
  };
}

function errorContent(codes: readonly ErrorCode[], kind: Kind, shared: ErrorComponents): Json {
  if (codes.includes("APPROVAL_REQUIRED")) return { "application/json": { schema: ref("ApprovalRequired") } };
  const schema = kind === "oauth" ? ref("OAuthError") : errorSchema(codes, kind, shared);
  const json = { "application/json": { schema } };
  // The provider's own error may have the same status.
  if (kind === "proxy") return { ...json, "*/*": { schema: {} } };
  // Input that does not fit the route's schema is refused before there is a page.
  return kind === "page" ? { ...json, "text/html": { schema: TEXT } } : json;
}

/** The shapes in which these codes of one status are sent. */
function errorSchema(codes: readonly ErrorCode[], kind: Kind, { schemas }: ErrorComponents): Json {
  const shapes: Json[] = [];
  const hasKey = hasKeyOf(kind);
  // A request with X-Account-Id is of the partner API, and so is its error; a filter names an account on the user API too.
  const isOfA = (code: ErrorCode) => isUserCode(code) && !(code === "ACCOUNT_NOT_FOUND" && isOfEither(kind));
  const ofA = kind === "B" ? [] : codes.filter(isOfA);
  // A key's missing permission comes in the shape of a refused key, everything else about permission in the general one.
  if (ofA.some((code) => code === "AUTH_REQUIRED" || (code === "PERMISSION_DENIED" && hasKey)))
    shapes.push(ref("AuthenticationErrorA"));
  // An address that sends too many bad keys is refused in the user API's shape everywhere.
  if (codes.includes("RATE_LIMITED")) shapes.push(ref("RateLimitErrorA"));
  const isBare = (code: ErrorCode) => code === "AUTH_REQUIRED" || code === "RATE_LIMITED";
  const general = ofA.filter((code) => !isBare(code) && !(kind === "A" && code === "PERMISSION_DENIED"));
  if (general.length > 0) shapes.push(withCodes("GeneralErrorA", "code", general, schemas));
  if (kind === "B" || isOfEither(kind)) shapes.push(withCodes("ErrorB", "error_code", codes, schemas));
  if (kind === "rpc") shapes.push(ref("JsonRpcMessage"));
  return shapes.length === 1 ? (shapes[0] as Json) : { anyOf: shapes };
}

function ref(name: keyof typeof SCHEMAS): Json {
  return schemaRef(name);
}

function schemaRef(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** `ErrorBNotFoundOrConflict`: the general shape with only these codes. */
function withCodes(
  name: "GeneralErrorA" | "ErrorB",
  field: string,
  codes: readonly ErrorCode[],
  schemas: Map<string, Json>,
): Json {
  const sent = [...new Set(codes.map(publicCode))];
  const own = name + sent.map((code) => pascal(code.toLowerCase())).join("Or");
  schemas.set(own, { allOf: [ref(name), { properties: { [field]: { enum: sent } } }] });
  return schemaRef(own);
}

const USER_RATE_HEADERS = ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"];
const PARTNER_RATE_HEADERS = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Minute-Limit",
  "X-RateLimit-Minute-Remaining",
];
/** Statuses of refusals that can come before a partner tier is known, and then carry the user surface's headers. */
const OPTIONAL_RATE_HEADERS = [401, 402, 403, 429];

function headersOf(kind: Kind, status: number, isRated: boolean): Json {
  const ofAddress = kind === "operator" && (status === 401 || status === 429);
  const ofA = kind === "B" ? OPTIONAL_RATE_HEADERS.includes(status) : ofAddress || isRated || kind === "rpc";
  const ofB = kind === "B" || isOfEither(kind);
  return headerRefs(["X-Request-Id", ...(ofA ? USER_RATE_HEADERS : []), ...(ofB ? PARTNER_RATE_HEADERS : [])]);
}

function errorHeaders(kind: Kind, status: number): Json {
  const mayWait = status === 409 || status === 429 || status === 503;
  const ofProvider = kind === "proxy" ? ["X-Upstream-Status"] : [];
  const isChallenge = status === 401 || (hasKeyOf(kind) && status === 403);
  const code = { description: "The error's code, the same as `error`.", schema: TEXT };
  return {
    ...(kind === "oauth" ? { "X-Error-Code": code } : headerRefs(["X-Error-Code", "X-Error-Reason"])),
    ...headerRefs([...(mayWait ? ["Retry-After"] : []), ...(isChallenge ? ["WWW-Authenticate"] : []), ...ofProvider]),
  };
}

function headerRefs(names: readonly string[]): Json {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
