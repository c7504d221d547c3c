// The OpenAPI 3.1 document of every route, made from the same declarations that serve them.
import type { TObject } from "@sinclair/typebox";
import { isOptional } from "./input.ts";
import { HEADERS, type Json, responsesOf, SCHEMAS, withoutAttributes } from "./openapi-responses.ts";
import type { RouteData } from "./route.ts";

/** Builds the document. `version` is the program's. */
export function openApiDocument(routes: readonly RouteData[], options: { baseUrl: string; version: string }): Json {
  const paths: Record<string, Json> = {};
  const tags = new Map<string, string>();
  const responses = new Map<string, Json>();
  for (const route of routes) {
    tags.set(route.tag.name, route.tag.description);
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
    tags: [...tags].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: "http",
          scheme: "bearer",
          description: "An API key: sk_live_…. Each operation names the permissions that the key must have.",
        },
        adminToken: { type: "http", scheme: "bearer", description: "The operator's token." },
      },
      headers: HEADERS,
      parameters: PARAMETERS,
      responses: Object.fromEntries(responses),
      schemas: SCHEMAS,
    },
  };
}

function operation(route: RouteData, shared: Map<string, Json>): Json {
  return {
    operationId: route.id,
    summary: firstSentence(route.summary),
    ...describe(route),
    tags: [route.tag.name],
    security: securityOf(route),
    ...parametersOf(route),
    ...(route.body && {
      requestBody: {
        required: !isOptional(route.body),
        content: { "application/json": { schema: withoutAttributes(route.body) } },
      },
    }),
    responses: responsesOf(route, shared),
  };
}

/** The rest of a long summary, and the permissions that the key needs. */
function describe(route: RouteData): Json {
  const permissions = route.access === "key" ? route.permissions : [];
  const need = `The key needs the permission ${permissions.map((one) => `\`${one}\``).join(" and ")}.`;
  const isCut = route.summary.length > firstSentence(route.summary).length;
  if (permissions.length === 0) return isCut ? { description: route.summary } : {};
  return { description: isCut ? `${route.summary}\n\n${need}` : need };
}

/** Names what a key must have beside being one, as OpenAPI 3.1 lets any scheme do (Security Requirement Object). */
function securityOf(route: RouteData): Json[] {
  if (route.access === "key") return [{ apiKey: route.permissions }];
  return route.access === "admin" ? [{ adminToken: [] }] : [];
}

function parametersOf(route: RouteData): Json {
  const from = (schema: TObject | undefined, where: "path" | "query") =>
    Object.entries(schema?.properties ?? {}).map(([name, field]) => {
      const { description, ...rest } = withoutAttributes(field) as Json;
      const isRequired = where === "path" || (schema?.required ?? []).includes(name);
      return { name, in: where, required: isRequired, ...(description !== undefined && { description }), schema: rest };
    });
  const needsKey = route.access === "key";
  const parameters = [
    ...from(route.params, "path"),
    ...from(route.query, "query"),
    ...(needsKey && route.acceptsAccount ? [parameter("X-Account-Id"), parameter("X-Account-Id-Extended")] : []),
    ...(needsKey && route.method !== "GET" ? [parameter("Idempotency-Key")] : []),
  ];
  return parameters.length > 0 ? { parameters } : {};
}

const parameter = (name: string): Json => ({ $ref: `#/components/parameters/${name}` });

const PARAMETERS: Json = {
  "X-Account-Id": {
    name: "X-Account-Id",
    in: "header",
    required: false,
    description:
      "A connected account's external_id in UTF-8: the call is made for it, and answered as area B. Without it the call is about the key user's own integrations, which a key for partner use only does not reach.",
    schema: { type: "string", minLength: 1 },
  },
  "X-Account-Id-Extended": {
    name: "X-Account-Id*",
    in: "header",
    required: false,
    description: "The same as an RFC 8187 ext-value, for ids that no header can hold. Not together with X-Account-Id.",
    schema: { type: "string", pattern: "^[Uu][Tt][Ff]-8'" },
    example: "UTF-8''caf%C3%A9",
  },
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: "Makes a repetition safe for 24 hours: the first answer is given again.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
};

function firstSentence(text: string): string {
  return text.match(/^.*?[.!?](?=\s|$)/s)?.[0] ?? text;
}
