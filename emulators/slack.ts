// Emulated Slack: its error responses, auth.revoke, the host of files, and GET for read methods, which its emulator serves by POST only.
import type { GateRequest } from "./gate.ts";
import type { EmulatedService, EndpointContext } from "./service.ts";
import { bearerOf } from "./service.ts";

// Slack responds with 200 to errors too.
const failure = (error: string) => Response.json({ ok: false, error });

const READ_METHOD = /^\/api\/[a-zA-Z.]+\.(list|info|history|replies|members|get|test|lookupByEmail)$/;

/** Slack serves files from a host of its own, and the plugin takes no other address; the settings point that host at the emulator. */
const FILE_HOST = "https://files.slack.com";
const FILE_PATHS = ["/upload/v1/", "/files-pri/"];
/** The address is the credential of an upload: docs.slack.dev/messaging/working-with-files. */
const UPLOAD = /^\/upload\/v1\/[^/]+$/;

/** The emulator's response, with the addresses of files at Slack's host. */
async function forwardMethod(
  { forward }: EndpointContext,
  request: GateRequest,
  changes?: Parameters<EndpointContext["forward"]>[1],
): Promise<Response> {
  const response = await forward(request, changes);
  const { status, headers } = response;
  let text = await response.text();
  for (const path of FILE_PATHS) text = text.replaceAll(request.url.origin + path, FILE_HOST + path);
  headers.delete("content-length");
  return new Response(text, { status, headers });
}

export const slack: EmulatedService = {
  paths: {
    authorize: "/oauth/v2/authorize",
    consent: "/oauth/v2/authorize/callback",
    token: "/api/oauth.v2.access",
  },
  userField: "user_id",
  refuse: (state) =>
    failure(
      { missing: "not_authed", unknown: "invalid_auth", expired: "token_expired", revoked: "token_revoked" }[state],
    ),
  refuseScope: () =>
    Response.json({ ok: false, error: "missing_scope", needed: "channels:read", provided: "users:read" }),
  wrongRedirect: () => failure("bad_redirect_uri"),
  wrongVerifier: () => failure("invalid_code_verifier"),
  invalidRefreshToken: () => failure("invalid_refresh_token"),
  revoke: (tokens, token) => tokens.revoke(token),
  openEndpoints: (context) => async (request) =>
    request.method === "POST" && UPLOAD.test(request.url.pathname) ? context.forward(request) : undefined,
  endpoints: (context) => async (request) => {
    const { pathname, searchParams } = request.url;
    if (pathname === "/api/auth.revoke") {
      const isTest = ["1", "true"].includes(searchParams.get("test") ?? "");
      if (!isTest) context.tokens.revoke(bearerOf(request.headers));
      return Response.json({ ok: true, revoked: !isTest });
    }
    if (!pathname.startsWith("/api/")) return undefined;
    if (request.method !== "GET" || !READ_METHOD.test(pathname)) return forwardMethod(context, request);
    const headers = new Headers(request.headers);
    headers.set("content-type", "application/x-www-form-urlencoded");
    const body = searchParams.toString();
    return forwardMethod(context, request, { method: "POST", path: pathname, headers, body });
  },
  settings: (url, client) => ({
    ...client,
    authorizationUrl: `${url}/oauth/v2/authorize`,
    tokenUrl: `${url}/api/oauth.v2.access`,
    identityUrl: `${url}/api/auth.test`,
    baseUrl: { default: `${url}/api`, content: url },
  }),
};
