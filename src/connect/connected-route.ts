// A page that shows the outcome of a connect, for callers that have no page of their own yet.
import type { Deps } from "../deps.ts";
import { escapeHtml, htmlHeaders } from "../http/html.ts";
import type { PublicRoute } from "../http/route.ts";
import { CONNECT_TAG } from "./callback-route.ts";

const MAX_FIELD_LENGTH = 100;
/** `GET /connected`, for use as a `redirect_url`. */
export function connectedRoutes(deps: Pick<Deps, "baseUrl" | "registry">): PublicRoute[] {
  const headers = htmlHeaders({ isTls: deps.baseUrl.startsWith("https:") });
  return [
    {
      id: "connected",
      method: "GET",
      path: "/connected",
      summary: "A page that tells how a connect ended, for use as redirect_url while you have none of your own.",
      tag: CONNECT_TAG,
      access: "public",
      anyQuery: true,
      responses: { "200": { description: "The answer.", content: "html" } },
      handle: async ({ request }) => ({
        response: new Response(page(deps, new URL(request.url).searchParams), { headers }),
      }),
    },
  ];
}

/** The query is untrusted: its texts are escaped and truncated. */
function page({ registry }: Pick<Deps, "registry">, query: URLSearchParams): string {
  const field = (name: string) => escapeHtml((query.get(name) ?? "").slice(0, MAX_FIELD_LENGTH));
  const name = registry.provider(query.get("provider") ?? "")?.name;
  const provider = name === undefined ? field("provider") || "The provider" : escapeHtml(name);
  const isConnected = query.get("status") === "success" && !query.has("error");
  const title = isConnected ? `${provider} is connected` : `${provider} is not connected`;
  const error = field("error");
  const reason = isConnected || !error ? "" : `\n<p>The reason: <code>${error}</code></p>`;
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<h1>${title}</h1>${reason}
<p>You can close this page.</p>
</html>
`;
}
