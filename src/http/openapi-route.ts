// Serves the API document at /openapi.json; it is built at the first request and cached.

import { VERSION } from "../version.ts";
import { JSON_TYPE } from "./body.ts";
import { type CompressedText, compressedText } from "./compressed.ts";
import { HEALTH_TAG } from "./health.ts";
import { openApiDocument } from "./openapi.ts";
import type { PublicRoute, RouteData } from "./route.ts";

/** `routes` is read when the document is first asked for, so that this route is part of it too. */
export function openApiRoute(routes: readonly RouteData[], baseUrl: string): PublicRoute {
  let text: CompressedText | null = null;
  return {
    id: "openapi",
    method: "GET",
    path: "/openapi.json",
    summary: "This API as an OpenAPI 3.1 document.",
    tag: HEALTH_TAG,
    access: "public",
    async handle({ request }) {
      const document = () => JSON.stringify(openApiDocument(routes, { baseUrl, version: VERSION }));
      text ??= compressedText(document(), JSON_TYPE);
      return { response: await text.respond(request) };
    },
  };
}
