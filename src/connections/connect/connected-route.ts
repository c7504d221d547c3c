// A page that shows the outcome of a connect, for callers that have no page of their own yet.
import type { Deps } from "../../server/deps.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { readerOf } from "../../web/pages/reader.ts";
import { htmlResponse } from "../../web/pages/response.tsx";
import { CONNECT_TAG } from "./callback-route.ts";
import { connectedPage } from "./message-pages.tsx";
import { connectPageRequest } from "./page-request.ts";

const MAX_FIELD_LENGTH = 100;

/** `GET /connected`, for use as a `redirect_url`. */
export function connectedRoutes(deps: Pick<Deps, "baseUrl" | "registry">): PublicRoute[] {
  return [
    {
      id: "connected",
      method: "GET",
      path: "/connected",
      summary:
        "A page that shows how a connect session ended. Use it as redirect_url while you have no page of your own.",
      tag: CONNECT_TAG,
      access: "public",
      anyQuery: true,
      errorsAs: "page",
      responses: { "200": { description: "The page.", types: ["text/html"] } },
      handle: async ({ request }) => {
        const query = new URL(request.url).searchParams;
        const field = (name: string) => (query.get(name) ?? "").slice(0, MAX_FIELD_LENGTH);
        const provider = deps.registry.provider(field("provider"))?.name ?? (field("provider") || null);
        const isConnected = query.get("status") === "success" && !query.has("error");
        const { lang, texts } = connectPageRequest(request);
        const page = connectedPage(texts, provider, isConnected ? null : field("error"));
        return { response: htmlResponse(deps, { lang, theme: readerOf(request).theme, ...page }) };
      },
    },
  ];
}
