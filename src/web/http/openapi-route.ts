// Serves the API document at /openapi.json, whole or for one audience; each is built at its first request and cached.
import { Type as t } from "@sinclair/typebox";
import { LRUCache } from "lru-cache";
import { type InputError, invalidInput } from "../../foundation/errors.ts";
import { pointer } from "../../foundation/schema/check.ts";
import { nearest } from "../../foundation/schema/nearest.ts";
import { VERSION } from "../../foundation/version.ts";
import { JSON_TYPE } from "./body.ts";
import { type CompressedText, compressedText } from "./compressed.ts";
import { HEALTH_TAG } from "./health.ts";
import { openApiDocument } from "./openapi.ts";
import type { DocumentedEvents } from "./openapi-events.ts";
import type { RouteExample } from "./openapi-examples.ts";
import type { Json } from "./openapi-shapes.ts";
import { AUDIENCES, type Audience, documentPart, type Part } from "./openapi-subset.ts";
import type { PublicRoute, RouteData } from "./route.ts";

export interface OpenApiSource {
  baseUrl: string;
  providers: readonly string[];
  events: DocumentedEvents;
  /** Reads the recorded calls. */
  examples(): Promise<ReadonlyMap<string, RouteExample>>;
}

/** Parts in memory. There are as many as sets of providers: the part unused for longest is made again when asked for. */
const MAX_PARTS = 8;
const MAX_ERRORS = 5;

const Query = t.Object({
  audience: t.Optional(
    t.Union(
      AUDIENCES.map((one) => t.Literal(one)),
      {
        description:
          "Only what this audience calls: `partner` all that an API key can, `user` the same without the partner API, `admin` the operator's API. The default is the whole document.",
      },
    ),
  ),
  providers: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 2_000,
      description: "Calls of only these providers, separated by commas: google,slack.",
    }),
  ),
});

/** `routes` is read when the document is first asked for, so that this route is part of it too. */
export function openApiRoute(routes: readonly RouteData[], source: OpenApiSource): PublicRoute {
  const documents = createDocuments(routes, source);
  return {
    id: "openapi",
    method: "GET",
    path: "/openapi.json",
    summary: "This API as an OpenAPI 3.1 document, or the part of it that one audience calls.",
    tag: HEALTH_TAG,
    access: "public",
    query: Query,
    hasEtag: true,
    async handle({ request, query }) {
      const text = await documents(partOf(query, source.providers));
      return { response: await text.respond(request) };
    },
  };
}

/** One part has one form, whatever the order in which its providers are named; throws 400 for an unknown one. */
function partOf({ audience = null, providers }: Record<string, unknown>, loaded: readonly string[]): Part {
  const named = typeof providers === "string" ? [...new Set(providers.split(","))].sort() : null;
  const errors = (named ?? []).filter((id) => !loaded.includes(id)).map((id) => unknownProvider(id, loaded));
  if (errors.length > 0) throw invalidInput(errors.slice(0, MAX_ERRORS));
  return { audience: audience as Audience | null, providers: named?.length === loaded.length ? null : named };
}

function unknownProvider(id: string, loaded: readonly string[]): InputError {
  const meant = nearest(id, loaded);
  const hint = meant === null ? `it must be among ${[...loaded].sort().join(", ")}.` : `did you mean ${meant}?`;
  return { in: "query", path: pointer("providers"), message: `providers: there is no "${id.slice(0, 60)}"; ${hint}` };
}

function createDocuments(
  routes: readonly RouteData[],
  { examples, ...source }: OpenApiSource,
): (part: Part) => Promise<CompressedText> {
  let whole: Promise<CompressedText> | null = null;
  const parts = new LRUCache<string, Promise<CompressedText>>({ max: MAX_PARTS });
  const build = async () => {
    const document = await openApiDocument(routes, { ...source, version: VERSION, examples: await examples() });
    return compressedText(JSON.stringify(document), JSON_TYPE);
  };
  // Requests at once share one: made for each, fifty would have the process for half a minute.
  const all = () => {
    whole ??= build();
    whole.catch(() => {
      // The caller that awaits the text gets the error; the next request tries again.
      whole = null;
    });
    return whole;
  };
  const partText = async (part: Part) => {
    const document = JSON.parse((await all()).read()) as Json;
    return compressedText(JSON.stringify(documentPart(document, routes, part)), JSON_TYPE);
  };
  return async (part) => {
    if (part.audience === null && part.providers === null) return all();
    const key = `${part.audience} ${part.providers}`;
    const text = parts.get(key) ?? partText(part);
    parts.set(key, text);
    text.catch(() => {
      // The caller gets the error here too.
      if (parts.get(key) === text) parts.delete(key);
    });
    return text;
  };
}
