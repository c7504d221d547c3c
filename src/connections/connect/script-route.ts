// /connect.js, with which a partner's page opens the page of a connect session, and what it asks: of a window that it lost, and of
// a frame that its browser does not show.
import { Type as t } from "@sinclair/typebox";
import { AppError } from "../../foundation/errors.ts";
import type { Deps } from "../../server/deps.ts";
import type { PublicRoute } from "../../web/http/route.ts";
import { CONNECT_TAG } from "./callback-route.ts";
import { sessionOfLink } from "./page.tsx";
import { frameRefusal } from "./page-frame.tsx";
import { LINK_FRAME_PATH, LINK_OUTCOME_PATH } from "./page-paths.ts";
import { originOf } from "./redirect.ts";
import { connectScript, SCRIPT_PATH } from "./script.ts";
import type { SessionState } from "./store.ts";

/** Its name never changes, so browsers keep it for an hour and ask again by its ETag. */
const CACHE = "public, max-age=3600, stale-while-revalidate=86400";
/** Under its version's own address it never changes. */
const CACHE_OF_VERSION = "public, max-age=31536000, immutable";

const LinkParam = t.Object({ token: t.String({ maxLength: 200, description: "The link's secret." }) });

export function connectScriptRoutes(deps: Pick<Deps, "baseUrl" | "database" | "vault">): PublicRoute[] {
  return [
    {
      id: "connect_script",
      method: "GET",
      path: SCRIPT_PATH,
      summary:
        "A script for your own pages: gateway.connect() opens the connect page, <gateway-integrations> shows a panel.",
      tag: CONNECT_TAG,
      access: "public",
      anyQuery: true,
      hasEtag: true,
      responses: {
        "200": { description: "JavaScript.", types: ["text/javascript"] },
      },
      handle: async ({ request }) => {
        const { version, text } = await connectScript();
        const etag = `"${version}"`;
        const isKnown = request.headers.get("if-none-match")?.includes(etag) ?? false;
        const response = isKnown ? new Response(null, { status: 304 }) : await text.respond(request);
        response.headers.set("etag", etag);
        // Another version's address gets the script of this one: a page that is older than an upgrade still works.
        const isOwnVersion = new URL(request.url).searchParams.get("v") === version;
        response.headers.set("cache-control", isOwnVersion ? CACHE_OF_VERSION : CACHE);
        // Any site may load it, one with COEP too; what it can do there, its page could do itself.
        response.headers.set("cross-origin-resource-policy", "cross-origin");
        return { response };
      },
    },
    outcomeRoute(deps),
    frameRoute(deps),
  ];
}

/** Only the page of redirect_url's origin can read it in a browser. */
const outcomeRoute = (deps: Pick<Deps, "database" | "vault">): PublicRoute => ({
  id: "connect_link_outcome",
  method: "GET",
  path: LINK_OUTCOME_PATH,
  summary: "The outcome of a link's session, for /connect.js; not for API clients.",
  tag: CONNECT_TAG,
  access: "public",
  params: LinkParam,
  codes: ["NOT_FOUND"],
  responses: { "200": { description: "The outcome, or null while the session runs." } },
  handle: async ({ params }) => {
    const session = await sessionOfLink(deps, params.token as string);
    if (!session) throw new AppError("NOT_FOUND", "No link has this secret.");
    const headers = {
      "access-control-allow-origin": originOf(session.redirectUrl),
      "cache-control": "no-store",
      vary: "Origin",
    };
    return { response: Response.json({ data: { outcome: finalOutcome(session) } }, { headers }) };
  },
});

/** A browser keeps the reason for itself, so any page can read it here: of its own origin, which it cannot forge. */
const frameRoute = (deps: Pick<Deps, "baseUrl" | "database" | "vault">): PublicRoute => ({
  id: "connect_link_frame",
  method: "GET",
  path: LINK_FRAME_PATH,
  summary: "Why the calling page cannot show a link in a frame, for /connect.js; not for API clients.",
  tag: CONNECT_TAG,
  access: "public",
  params: LinkParam,
  responses: { "200": { description: "The reason, or null if it can." } },
  handle: async ({ request, params }) => {
    const session = await sessionOfLink(deps, params.token as string);
    const refusal = await frameRefusal(deps, session, callerOf(deps, request));
    const headers = { "access-control-allow-origin": "*", "cache-control": "no-store", vary: "Origin" };
    return { response: Response.json({ data: { refusal } }, { headers }) };
  },
});

/** Browsers name the origin of a page only to other sites; a sandboxed page has none that could be registered. */
function callerOf({ baseUrl }: Pick<Deps, "baseUrl">, request: Request): string {
  const origin = request.headers.get("origin") ?? new URL(baseUrl).origin;
  return URL.canParse(origin) ? new URL(origin).origin : "A page without an origin, such as a sandboxed one,";
}

/** What the link alone tells of a session that has ended: neither whose it is nor the confirm token. Null while it has not. */
function finalOutcome(session: SessionState): Record<string, string> | null {
  const { id, provider, status, error, isExpired, isStuck } = session;
  const common = { session_id: id, ...(provider && { provider }) };
  if (status === "completed") return { status: "success", ...common };
  if (status === "failed") return { status: "error", error: error ?? "interrupted", ...common };
  if (isStuck) return { status: "error", error: "interrupted", ...common };
  return isExpired ? { status: "error", error: "expired", ...common } : null;
}
