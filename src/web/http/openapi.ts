// The OpenAPI 3.1 document of every route, made from the same declarations that serve them.
import { createYielder } from "../../foundation/tick.ts";
import { nameShapes, type OperationShapes } from "./openapi-components.ts";
import { type DocumentedEvents, eventSchemas } from "./openapi-events.ts";
import type { RouteExample } from "./openapi-examples.ts";
import { operation, PARAMETERS, type Parts } from "./openapi-operation.ts";
import { shareParameters } from "./openapi-parameters.ts";
import { HEADERS, SCHEMAS } from "./openapi-schemas.ts";
import { documentedSchema, type Json, returnedSchema } from "./openapi-shapes.ts";
import type { RouteData } from "./route.ts";

export interface DocumentOptions {
  baseUrl: string;
  /** The program's. */
  version: string;
  /** Ids of the loaded providers. */
  providers: readonly string[];
  /** What inboxes hold, and webhooks deliver. */
  events: DocumentedEvents;
  /** Recorded calls by route id. */
  examples: ReadonlyMap<string, RouteExample>;
}

/** Whether a route is for programs: pages of the dashboard are only for people. */
export const isDocumented = (route: RouteData): boolean => !(route.access === "public" && route.isPage);

/** Builds the document, a step a turn: the whole takes more than half a second. */
export async function openApiDocument(all: readonly RouteData[], options: DocumentOptions): Promise<Json> {
  const nextTurn = createYielder();
  const routes = all.filter(isDocumented);
  const { baseUrl, version, providers, examples } = options;
  const events = eventSchemas(options.events);
  const paths: Record<string, Json> = {};
  const tags = new Map<string, string>();
  const shapes: OperationShapes[] = [];
  for (const route of routes) {
    const data = route.access !== "public" && route.data ? returnedSchema(route.data) : null;
    shapes.push({ route, data, body: route.body ? documentedSchema(route.body) : null });
    await nextTurn();
  }
  const own = { ...SCHEMAS, Provider: providerSchema(providers) };
  const taken = [...Object.keys(own), ...events.names];
  const named = await nameShapes(shapes, events.shapes, taken, nextTurn);
  const provider = providers.includes("google") ? "google" : (providers[0] ?? "google");
  const errors = { responses: new Map<string, Json>(), schemas: new Map<string, Json>() };
  const parts: Parts = { errors, referring: named.referring, provider };
  for (const shape of shapes) {
    const { route } = shape;
    tags.set(route.tag.name, route.tag.description);
    const item = paths[route.path] ?? {};
    paths[route.path] = item;
    item[route.method.toLowerCase()] = operation(shape, examples.get(route.id), parts);
    await nextTurn();
  }
  const shared = shareParameters(paths);
  return {
    openapi: "3.1.0",
    info: {
      title: "Integration Gateway",
      version,
      summary: "Calls third-party providers on behalf of your users.",
      description: INTRODUCTION,
      license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: baseUrl }],
    tags: [...tags].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, description]) => ({ name, description })),
    paths,
    webhooks: events.webhooks,
    components: {
      securitySchemes: SECURITY,
      headers: HEADERS,
      parameters: { ...PARAMETERS, ...shared },
      responses: Object.fromEntries(errors.responses),
      schemas: { ...own, ...sorted(errors.schemas), ...named.schemas, ...events.schemas(named.referring) },
    },
  };
}

const sorted = (schemas: ReadonlyMap<string, Json>) =>
  Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1)));

const INTRODUCTION = `One API key calls every provider that your users have connected.

- **Key**: send it as \`Authorization: Bearer sk_live_…\`. Each operation names the permission that the key needs.
- **Success** is \`{"data": …}\`. A list comes in pages: send its \`next_cursor\` as \`cursor\`.
- **Errors** have a stable code in \`X-Error-Code\`; the body repeats it, except where the user API refuses the key.
- The **user API** uses your own integrations. The **partner API** is for partners: its responses have \`ok\`, and with \`X-Account-Id\` a
  call is made for a connected account.
- **Writes** take an \`Idempotency-Key\`: a repeat with the same key within 24 hours returns the first response.`;

const SECURITY: Json = {
  apiKey: {
    type: "http",
    scheme: "bearer",
    description: "An API key: sk_live_…. Each operation names the permissions that the key must have.",
  },
  adminToken: { type: "http", scheme: "bearer", description: "The operator's token." },
};

function providerSchema(ids: readonly string[]): Json {
  return {
    type: "string",
    description: "A provider that this gateway has loaded.",
    ...(ids.length > 0 && { enum: [...ids].sort() }),
  };
}
