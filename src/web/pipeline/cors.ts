// Routes that pages of other sites may call: MCP clients in a browser, with a token that they hold themselves. Cookies are never
// sent along, so that a page gets nothing which its token does not give.
import type { Route } from "./route.ts";

const ALLOWED_HEADERS = [
  ...[
    "accept",
    "authorization",
    "content-type",
    "idempotency-key",
    "last-event-id",
    "traceparent",
    "x-account-id",
    "x-connection",
  ],
  ...["mcp-method", "mcp-name", "mcp-protocol-version", "mcp-session-id", "x-request-id"],
].join(", ");
const EXPOSED_HEADERS =
  "mcp-session-id, www-authenticate, retry-after, x-connection, x-error-code, x-error-reason, x-redacted-fields, x-request-id, x-ratelimit-limit, x-ratelimit-remaining, x-ratelimit-reset, x-standing-approval";
const MAX_AGE_S = "7200";

export const isOpen = (routes: readonly Route[]) => routes.some((route) => route.isForPages === true);

/** The response to a browser that asks whether a page may call; null for any other request, and for routes that are closed. */
export function preflightResponse(
  routes: readonly Route[],
  { method, headers }: Request,
  allow: string,
): Response | null {
  const isPreflight = method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");
  if (!isPreflight || !isOpen(routes)) return null;
  return new Response(null, {
    status: 204,
    headers: {
      allow,
      "access-control-allow-origin": "*",
      "access-control-allow-methods": allow,
      "access-control-allow-headers": ALLOWED_HEADERS,
      "access-control-max-age": MAX_AGE_S,
    },
  });
}

/** Lets a page read the response; also without an Origin, since a cache gives it to others. */
export function withCors(response: Response): Response {
  response.headers.set("access-control-allow-origin", "*");
  response.headers.set("access-control-expose-headers", EXPOSED_HEADERS);
  return response;
}
