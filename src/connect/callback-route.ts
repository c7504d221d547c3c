// The provider's callback over HTTP: a redirect, or a page that says that the link cannot be used.
import type { Deps } from "../deps.ts";
import type { PublicRoute } from "../http/route.ts";
import { handleCallback } from "./callback.ts";
import { CALLBACK_PATH } from "./start.ts";

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>This link cannot be used</title>
<h1>This link cannot be used</h1>
<p>It is unknown, was used before, or has expired. Go back to where you came from and start again.</p>
</html>
`;
/** The page loads nothing and may not be framed. */
const PAGE_HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-error-code": "VALIDATION_ERROR",
};

export const CONNECT_TAG = { name: "connect", description: "The OAuth callback." };

export function callbackRoutes(deps: Deps): PublicRoute[] {
  return [
    {
      id: "connect_callback",
      method: "GET",
      path: CALLBACK_PATH,
      summary: "Where providers send the browser back; not for clients.",
      tag: CONNECT_TAG,
      access: "public",
      anyQuery: true,
      // A link scanner's HEAD must not use up the session.
      head: false,
      responses: {
        "303": { description: "On to the session's redirect_url.", content: "redirect" },
        "400": { description: "The state is unknown, used or expired: a page, and no redirect.", content: "html" },
        default: { description: "Nothing else is answered to a browser.", content: "html" },
      },
      async handle({ request, requestId, address }) {
        // A browser's prefetch must not claim the session.
        const isPrefetch = /prefetch|prerender/i.test(
          request.headers.get("sec-purpose") ?? request.headers.get("purpose") ?? "",
        );
        const location = isPrefetch ? null : await handleCallback(deps, new URL(request.url), { requestId, address });
        if (location === null) return { response: new Response(PAGE, { status: 400, headers: PAGE_HEADERS }) };
        return {
          response: new Response(null, { status: 303, headers: { location, "referrer-policy": "no-referrer" } }),
        };
      },
    },
  ];
}
