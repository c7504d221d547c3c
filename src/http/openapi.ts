// The OpenAPI 3.1 document of every route, made from the same declarations that serve them.
import type { TObject, TSchema } from "@sinclair/typebox";
import type { ErrorCode } from "../errors.ts";
import { publicCode, STATUS } from "./errors.ts";
import type { OpenRoute, Route } from "./route.ts";

type Json = Record<string, unknown>;

/** What each error code means, as the document says it. */
const MEANING: Record<ErrorCode, string> = {
  AUTH_REQUIRED: "The key is missing, malformed, unknown, revoked or expired.",
  PAYMENT_REQUIRED: "Payment is past due.",
  PARTNER_REQUIRED: "There is no partner profile.",
  PARTNER_SUSPENDED: "The partner profile is suspended.",
  PERMISSION_DENIED: "The key lacks the permission, or the integration is not connected or lacks scopes.",
  NOT_FOUND: "There is no such thing.",
  METHOD_NOT_ALLOWED: "The path does not know the method.",
  CONFLICT: "It exists already.",
  ACCOUNT_NOT_FOUND: "There is no such connected account.",
  SESSION_NOT_FOUND: "There is no such connect session.",
  INTEGRATION_NOT_FOUND: "The account has no integration for the provider.",
  ACCOUNT_EXISTS: "The external_id is taken.",
  IDEMPOTENCY_CONFLICT: "A request with this Idempotency-Key still runs, or its outcome is not known.",
  IDEMPOTENCY_MISMATCH: "This Idempotency-Key was used for a different request.",
  PAYLOAD_TOO_LARGE: "The body is too large.",
  UNSUPPORTED_MEDIA_TYPE: "The body is not JSON.",
  VALIDATION_ERROR: "The request is not valid; every fault is listed.",
  RATE_LIMITED: "Too many requests.",
  QUOTA_EXCEEDED: "The month's calls are used up.",
  PROVIDER_ERROR: "The provider answered with an error.",
  PROVIDER_UNAVAILABLE: "The provider cannot be reached, or limits the rate.",
  INTEGRATION_EXPIRED: "The provider's token has expired and could not be renewed.",
  INTEGRATION_REVOKED: "Access to the provider was revoked.",
  SERVICE_UNAVAILABLE: "The gateway's database is not available.",
  INTERNAL_ERROR: "Our own fault; quote the request id.",
};

const TAGS: Record<string, string> = {
  admin: "The operator's API.",
  connect: "The OAuth callback.",
  health: "Probes and this document.",
  integrations: "Your integrations, and connecting new ones.",
  tools: "Tool discovery for agents.",
  usage: "The log of your calls.",
};

const COMMON: readonly ErrorCode[] = [
  "AUTH_REQUIRED",
  "PAYMENT_REQUIRED",
  "VALIDATION_ERROR",
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
];
const WITH_BODY: readonly ErrorCode[] = ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];
const OF_WRITES: readonly ErrorCode[] = ["IDEMPOTENCY_CONFLICT", "IDEMPOTENCY_MISMATCH"];
const OF_ACCOUNTS: readonly ErrorCode[] = ["PARTNER_REQUIRED"];
const OF_PROVIDERS: readonly ErrorCode[] = [
  "PERMISSION_DENIED",
  "NOT_FOUND",
  "INTEGRATION_EXPIRED",
  "INTEGRATION_REVOKED",
  "PROVIDER_ERROR",
  "PROVIDER_UNAVAILABLE",
];

/** Builds the document. `version` is the program's. */
export function openApiDocument(routes: readonly Route[], options: { baseUrl: string; version: string }): Json {
  const paths: Record<string, Json> = {};
  const tags = new Set<string>();
  const responses = new Map<string, Json>();
  for (const route of routes) {
    tags.add(route.tag);
    const item = paths[route.path] ?? {};
    paths[route.path] = item;
    item[route.method.toLowerCase()] = operation(route, responses);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Integration Gateway",
      version: options.version,
      summary: "Calls third-party providers on behalf of your users.",
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: options.baseUrl }],
    tags: [...tags].sort().map((name) => ({ name, description: TAGS[name] ?? `Calls of ${name}.` })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key: sk_live_…" },
        adminToken: { type: "http", scheme: "bearer", description: "The operator's token." },
      },
      headers: HEADERS,
      responses: Object.fromEntries(responses),
      schemas: SCHEMAS,
    },
  };
}

function operation(route: Route, shared: Map<string, Json>): Json {
  return {
    operationId: route.id,
    summary: firstSentence(route.summary),
    ...(route.summary.length > firstSentence(route.summary).length && { description: route.summary }),
    tags: [route.tag],
    security: route.access === "key" ? [{ apiKey: [] }] : route.access === "admin" ? [{ adminToken: [] }] : [],
    ...parametersOf(route),
    ...(route.body && {
      requestBody: { required: true, content: { "application/json": { schema: plain(route.body) } } },
    }),
    responses: responsesOf(route, shared),
  };
}

function parametersOf(route: Route): Json {
  const from = (schema: TObject | undefined, where: "path" | "query") =>
    Object.entries(schema?.properties ?? {}).map(([name, field]) => {
      const { description, ...rest } = plain(field) as Json;
      const isRequired = where === "path" || (schema?.required ?? []).includes(name);
      return { name, in: where, required: isRequired, ...(description !== undefined && { description }), schema: rest };
    });
  const parameters = [...from(route.params, "path"), ...from(route.query, "query")];
  if (route.access === "key" && route.takesAccount) {
    parameters.push({
      name: "X-Account-Id",
      in: "header" as "query",
      required: false,
      description: "A connected account's external_id; the call is then made for it.",
      schema: { type: "string" },
    });
  }
  if (route.access === "key" && route.method !== "GET") {
    parameters.push({
      name: "Idempotency-Key",
      in: "header" as "query",
      required: false,
      description: "Makes a repetition safe for 24 hours: the first answer is given again.",
      schema: { type: "string", minLength: 1, maxLength: 255 },
    });
  }
  return parameters.length > 0 ? { parameters } : {};
}

function responsesOf(route: Route, shared: Map<string, Json>): Json {
  if (route.access === "public") return openResponses(route, shared);
  const success = route.data ?? SCHEMAS.Anything;
  const isOk = route.access === "key" && route.withOk;
  const schema = {
    type: "object",
    required: isOk ? ["ok", "data"] : ["data"],
    properties: { ...(isOk && { ok: { const: true } }), data: plain(success as TSchema) },
  };
  const isFile = route.access === "key" && route.isFile;
  const content = {
    "application/json": { schema },
    ...(isFile && { "application/octet-stream": { schema: { type: "string", format: "binary" } } }),
  };
  const headers = route.access === "key" ? RATE_HEADER_REFS : REQUEST_ID_REF;
  return { "200": { description: "Done.", headers, content }, ...errorResponses(codesOf(route), headers, shared) };
}

function codesOf(route: Exclude<Route, { access: "public" }> | OpenRoute): ErrorCode[] {
  if (route.access !== "key") {
    return [
      "AUTH_REQUIRED",
      "VALIDATION_ERROR",
      "NOT_FOUND",
      "CONFLICT",
      "RATE_LIMITED",
      "INTERNAL_ERROR",
      "SERVICE_UNAVAILABLE",
      ...(route.body ? WITH_BODY : []),
    ];
  }
  const codes = new Set<ErrorCode>([
    ...COMMON,
    ...(route.body ? WITH_BODY : []),
    ...(route.method === "GET" ? [] : OF_WRITES),
    ...(route.takesAccount ? OF_ACCOUNTS : []),
    ...(route.provider ? OF_PROVIDERS : []),
    ...(route.params && !route.provider ? (["NOT_FOUND"] as const) : []),
    ...(route.id === "start_connect" ? (["PROVIDER_ERROR"] as const) : []),
  ]);
  return [...codes];
}

/** One response for each status, shared by the operations whose codes are the same; the codes are named in its text. */
function errorResponses(codes: readonly ErrorCode[], headers: Json, shared: Map<string, Json>): Json {
  const byStatus = Map.groupBy(codes, (code) => STATUS[code]);
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, of]) => {
        const name = `${status}-${of.map(publicCode).join("-or-")}${headers === RATE_HEADER_REFS ? "" : "-unlimited"}`;
        shared.set(name, {
          description: of.map((code) => `${publicCode(code)}: ${MEANING[code]}`).join(" "),
          headers: { ...headers, "X-Error-Code": { $ref: "#/components/headers/X-Error-Code" } },
          content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
        });
        return [String(status), { $ref: `#/components/responses/${name}` }];
      }),
  );
}

function openResponses(route: OpenRoute, shared: Map<string, Json>): Json {
  if (route.id === "connect_callback") {
    const page = { "text/html": { schema: { type: "string" } } };
    return {
      "303": {
        description: "On to the session's redirect_url.",
        headers: { Location: { schema: { type: "string" } } },
      },
      "400": { description: "The state is unknown, used or expired: a page, and no redirect.", content: page },
      default: { description: "Nothing else is answered to a browser.", content: page },
    };
  }
  const schema = { $ref: "#/components/schemas/Anything" };
  const answer = { description: "The answer.", content: { "application/json": { schema } } };
  return {
    "200": answer,
    ...errorResponses(["VALIDATION_ERROR"], REQUEST_ID_REF, shared),
    ...(route.id === "health_ready" && { "503": { ...answer, description: "Not ready." } }),
  };
}

const HEADERS: Json = {
  "X-Request-Id": { description: "The request's id: yours where you sent one, else ours.", schema: { type: "string" } },
  "X-Error-Code": { description: "The error's code.", schema: { type: "string" } },
  "X-RateLimit-Limit": { description: "Calls that the reported window allows.", schema: { type: "string" } },
  "X-RateLimit-Remaining": { description: "Calls left in it.", schema: { type: "string" } },
  "X-RateLimit-Reset": { description: "Unix time in seconds when it ends.", schema: { type: "integer" } },
};
const refs = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
const REQUEST_ID_REF = refs(["X-Request-Id"]);
const RATE_HEADER_REFS = refs(["X-Request-Id", "X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]);

const SCHEMAS = {
  Anything: { type: "object", additionalProperties: true },
  Error: {
    description: "Area A: error, code and details (a refused key: error alone). Area B: ok, error and error_code.",
    type: "object",
    required: ["error"],
    properties: {
      ok: { const: false },
      error: { type: "string" },
      code: { type: "string", enum: [...new Set((Object.keys(STATUS) as ErrorCode[]).map(publicCode))] },
      error_code: { type: "string" },
      details: { type: "object", additionalProperties: true },
      retry_after: { type: "integer", description: "Seconds." },
    },
  },
} as const;

function firstSentence(text: string): string {
  return text.match(/^.*?[.!?](?=\s|$)/s)?.[0] ?? text;
}

/** A schema as plain JSON, without TypeBox's symbols. */
function plain(schema: TSchema): unknown {
  return JSON.parse(JSON.stringify(schema));
}
