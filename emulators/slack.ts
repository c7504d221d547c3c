// Emulated Slack: its error responses, auth.revoke, and GET for read methods, which its emulator serves by POST only.
import type { EmulatedService } from "./service.ts";
import { bearerOf } from "./service.ts";

// Slack responds with 200 to errors too.
const failure = (error: string) => Response.json({ ok: false, error });

const READ_METHOD = /^\/api\/[a-zA-Z.]+\.(list|info|history|replies|members|get|test|lookupByEmail)$/;

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
  openEndpoints: () => async () => undefined,
  endpoints: (context) => async (request) => {
    const { pathname, searchParams } = request.url;
    if (pathname === "/api/auth.revoke") {
      const isTest = ["1", "true"].includes(searchParams.get("test") ?? "");
      if (!isTest) context.tokens.revoke(bearerOf(request.headers));
      return Response.json({ ok: true, revoked: !isTest });
    }
    if (request.method !== "GET" || !READ_METHOD.test(pathname)) return undefined;
    const headers = new Headers(request.headers);
    headers.set("content-type", "application/x-www-form-urlencoded");
    return context.forward(request, { method: "POST", path: pathname, headers, body: searchParams.toString() });
  },
  settings: (url, client) => ({
    ...client,
    authorizationUrl: `${url}/oauth/v2/authorize`,
    tokenUrl: `${url}/api/oauth.v2.access`,
    identityUrl: `${url}/api/auth.test`,
    baseUrl: { default: `${url}/api`, content: url },
  }),
};
