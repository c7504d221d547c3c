// One operation of the API document: what it takes, what it needs and what it returns.
import type { TObject } from "@sinclair/typebox";
import type { Effects } from "../../plugin/effects.ts";
import { isOptional } from "./input.ts";
import { mayAsk } from "./openapi-codes.ts";
import type { OperationShapes } from "./openapi-components.ts";
import { bounded, type RouteExample, sampleOf } from "./openapi-examples.ts";
import { type ErrorComponents, responsesOf } from "./openapi-responses.ts";
import { documentedSchema, type Json } from "./openapi-shapes.ts";
import { effectsOf, isPartners, namesConnection, type RouteData, roleOf } from "./route.ts";

/** What the operations of one document share. */
export interface Parts {
  /** Each operation adds its own. */
  errors: ErrorComponents;
  /** A schema with references to the named shapes. */
  referring(schema: Json): Json;
  /** A loaded provider, for examples. */
  provider: string;
}

export function operation(
  { route, data, body }: OperationShapes,
  recorded: RouteExample | undefined,
  parts: Parts,
): Json {
  const sample = (schema: Json) => bounded(sampleOf(schema, parts.provider));
  const example = data && (recorded ? bounded(recorded.data) : sample(data));
  return {
    operationId: route.id,
    summary: firstSentence(route.summary),
    description: describe(route),
    tags: [route.tag.name],
    security: securityOf(route),
    ...(route.access === "key" && route.responds !== "protocol" && { "x-effects": effectsShape(effectsOf(route)) }),
    ...(route.access === "key" && route.untrustedFields && { "x-untrusted-fields": route.untrustedFields }),
    ...parametersOf(route, recorded, parts),
    ...(route.body &&
      body && {
        requestBody: {
          required: !isOptional(route.body),
          content: {
            "application/json": {
              schema: parts.referring(body),
              example: recorded?.body ? bounded(recorded.body) : sample(body),
            },
          },
        },
      }),
    ...(isProxy(route) && route.method !== "GET" && { requestBody: ANY_BODY }),
    ...(speaksJsonRpc(route) && { requestBody: MESSAGE_BODY }),
    responses: responsesOf(route, { schema: data && parts.referring(data), example }, parts.errors),
  };
}

/** Without what only endpoints have. */
const effectsShape = ({ effect, reaches, spends }: Effects): Json => ({
  effect,
  reaches,
  ...(spends && { spends }),
});

/** The whole of a long summary, and what a caller must have or can ask for. */
function describe(route: RouteData): string {
  const isCut = route.summary.length > firstSentence(route.summary).length;
  return [...(isCut ? [route.summary] : []), ...permissionSentence(route)].join("\n\n");
}

/** Whichever provider it is, the key must name it. */
const PROXY_PERMISSION = "`<provider>:proxy.use` or `proxy.use`, which no `*` includes";

function permissionSentence(route: RouteData): string[] {
  if (route.access === "public") return ["No key is needed."];
  if (route.access === "admin")
    return [`Needs the operator's token, or an admin token with the role \`${roleOf(route)}\`.`];
  const { permissions, owner, responds, fileFields } = route;
  const needed = responds === "proxy" ? PROXY_PERMISSION : permissions.map((one) => `\`${one}\``).join(" and ");
  return [
    needed === "" ? "Any key works." : `The key needs the permission ${needed}.`,
    ...(isPartners(route) ? ["The key's user needs a partner profile."] : []),
    ...(owner === "user-or-account" ? ["With X-Account-Id, the call is made for that connected account."] : []),
    ...(fileFields
      ? [
          `The body may be the file itself instead of JSON, with any content type except JSON. Then leave out ${fileFields.map((name) => `\`${name}\``).join(" and ")}, and send the other fields in the query.`,
        ]
      : []),
    ...(responds === "items" || responds === "tool"
      ? ["Send `Accept: text/event-stream` or `Accept: application/x-ndjson` to receive each item as it arrives."]
      : []),
    ...(responds === "file" || responds === "tool"
      ? ["Send `Accept: application/octet-stream` to receive the file's bytes."]
      : []),
    ...(route.query?.properties.cursor && responds !== "lines"
      ? ["A list comes in pages: send `next_cursor` as `cursor` for the next one."]
      : []),
  ];
}

/** Names what a key must have beside being one, as OpenAPI 3.1 lets any scheme do (Security Requirement Object). */
function securityOf(route: RouteData): Json[] {
  if (route.access === "key") return [{ apiKey: route.permissions }];
  return route.access === "admin" ? [{ adminToken: [] }] : [];
}

function parametersOf(route: RouteData, recorded: RouteExample | undefined, { provider }: Parts): Json {
  const from = (schema: TObject | undefined, where: "path" | "query") =>
    Object.entries(schema ? (documentedSchema(schema).properties as Record<string, Json>) : {}).map(([name, field]) => {
      const { description, ...rest } = field;
      const isRequired = where === "path" || (schema?.required ?? []).includes(name);
      const known = (where === "path" ? recorded?.params : recorded?.query)?.[name];
      const example = bounded(known ?? (isRequired ? sampleOf(field, provider, name) : undefined));
      return {
        name,
        in: where,
        required: isRequired,
        ...(description !== undefined && { description }),
        schema: rest,
        ...(example !== undefined && { example }),
      };
    });
  const needsKey = route.access === "key";
  const parameters = [
    ...from(route.params, "path"),
    ...from(route.query, "query"),
    ...(needsKey && route.owner === "user-or-account" ? [parameter("X-Account-Id")] : []),
    ...(namesConnection(route) ? [parameter("X-Connection")] : []),
    ...(isProxy(route) ? [parameter("X-Upstream-Host")] : []),
    ...(needsKey && route.method !== "GET" && !isProxy(route) && !speaksJsonRpc(route)
      ? [parameter("Idempotency-Key")]
      : []),
    ...(mayAsk(route) ? [parameter("Prefer")] : []),
  ];
  return parameters.length > 0 ? { parameters } : {};
}

const isProxy = (route: RouteData) => route.access === "key" && route.responds === "proxy";

const speaksJsonRpc = (route: RouteData) => route.access === "key" && route.responds === "protocol";

const message = { $ref: "#/components/schemas/JsonRpcMessage" };
const MESSAGE_BODY: Json = {
  required: true,
  content: {
    "application/json": {
      schema: { anyOf: [message, { type: "array", items: message }] },
      example: { jsonrpc: "2.0", id: 1, method: "tools/list" },
    },
  },
};

/** Passed on as it comes. JSON is named too, for generators that know no range of types. */
const ANY_BODY: Json = { required: false, content: { "application/json": { schema: {} }, "*/*": { schema: {} } } };

const parameter = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

export const PARAMETERS: Json = {
  "X-Account-Id": {
    name: "X-Account-Id",
    in: "header",
    required: false,
    // `X-Account-Id*` is no parameter of its own: generators drop the star, and two parameters of one name cost them the operation.
    description:
      "The connected account to call for, by its external_id in UTF-8. The response then has the partner API's form. Without it, the call uses your own integrations; a partner_only key must send it. For an id that a header cannot contain, send `X-Account-Id*` instead, with the id as an RFC 8187 ext-value (`UTF-8''caf%C3%A9`).",
    schema: { type: "string", minLength: 1 },
  },
  "X-Connection": {
    name: "X-Connection",
    in: "header",
    required: false,
    description:
      "The name of one of several connections with the provider. Without it, the only one is used, or the one that its owner has chosen; with several and none chosen the request is refused as `CONNECTION_AMBIGUOUS`, with a list of them. A response has it where the owner's choice has decided.",
    schema: { type: "string", pattern: "^(shared:)?[a-z0-9_.-]{1,64}$" },
  },
  "X-Upstream-Host": {
    name: "X-Upstream-Host",
    in: "header",
    required: false,
    description: "Another host of the provider's API, one that its plugin declares. The default is the first one.",
    schema: { type: "string", maxLength: 253 },
  },
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "A repeat with the same key within 24 hours returns the first response.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  Prefer: {
    name: "Prefer",
    in: "header",
    required: false,
    description:
      "`wait=25`: a call that a person must approve waits so many seconds for the decision, 25 at most, before it is 202 (RFC 7240).",
    schema: { type: "string", maxLength: 200 },
  },
};

export function firstSentence(text: string): string {
  return text.match(/^.*?[.!?](?=\s|$)/s)?.[0] ?? text;
}
