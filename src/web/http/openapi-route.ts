// Serves the API document at /openapi.json; it is built at the first request and cached.

import { VERSION } from "../../foundation/version.ts";
import { JSON_TYPE } from "./body.ts";
import { type CompressedText, compressedText } from "./compressed.ts";
import { HEALTH_TAG } from "./health.ts";
import { openApiDocument } from "./openapi.ts";
import type { RouteExample } from "./openapi-examples.ts";
import type { PublicRoute, RouteData } from "./route.ts";

export interface OpenApiSource {
  baseUrl: string;
  providers: readonly string[];
  /** Reads the recorded calls. */
  examples(): Promise<ReadonlyMap<string, RouteExample>>;
}

/** `routes` is read when the document is first asked for, so that this route is part of it too. */
export function openApiRoute(routes: readonly RouteData[], source: OpenApiSource): PublicRoute {
  let text: Promise<CompressedText> | null = null;
  const load = async () => compressedText(await documentText(routes, source), JSON_TYPE);
  return {
    id: "openapi",
    method: "GET",
    path: "/openapi.json",
    summary: "This API as an OpenAPI 3.1 document.",
    tag: HEALTH_TAG,
    access: "public",
    hasEtag: true,
    async handle({ request }) {
      // Requests at once share one: made for each, fifty would have the process for half a minute.
      text ??= load();
      text.catch(() => {
        // The caller that awaits the text gets the error; the next request tries again.
        text = null;
      });
      return { response: await (await text).respond(request) };
    },
  };
}

async function documentText(routes: readonly RouteData[], { examples, ...source }: OpenApiSource): Promise<string> {
  return JSON.stringify(await openApiDocument(routes, { ...source, version: VERSION, examples: await examples() }));
}
