// Serves the API document at /openapi.json; it is built at the first request and kept.
import { openApiDocument } from "./openapi.ts";
import type { OpenRoute, Route } from "./route.ts";

const VERSION = "0.1.0";

/** `routes` is read when the document is first asked for, so that this route is part of it too. */
export function openApiRoute(routes: readonly Route[], baseUrl: string): OpenRoute {
  let text: string | null = null;
  return {
    id: "openapi",
    method: "GET",
    path: "/openapi.json",
    summary: "This API as an OpenAPI 3.1 document.",
    tag: "health",
    access: "public",
    async handle() {
      text ??= JSON.stringify(openApiDocument(routes, { baseUrl, version: VERSION }));
      return { response: new Response(text, { headers: { "content-type": "application/json; charset=utf-8" } }) };
    },
  };
}
