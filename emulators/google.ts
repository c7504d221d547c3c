// Emulated Google: its error responses, RFC 7009 revocation, single calendar events, logs of changes, and Gmail's profile.
import { createCalendarEndpoints } from "./calendar-events.ts";
import { createDriveChanges } from "./drive-changes.ts";
import { textOf } from "./gate.ts";
import { createGmailProfile } from "./gmail-profile.ts";
import type { EmulatedService } from "./service.ts";
import type { TokenBook } from "./tokens.ts";

const refusal = (error: string, error_description: string) =>
  Response.json({ error, error_description }, { status: 400 });

// Google revokes all of the user's tokens for the project, not only this one.
function revoke(tokens: TokenBook, token: string): boolean {
  const user = tokens.userOf(token);
  if (user === undefined || !tokens.revoke(token)) return false;
  tokens.revokeUser(user);
  return true;
}

export const google: EmulatedService = {
  paths: { authorize: "/o/oauth2/v2/auth", consent: "/o/oauth2/v2/auth/callback", token: "/oauth2/token" },
  userField: "email",
  accessSeconds: 3600,
  refreshOnlyOffline: true,
  // Shape: https://cloud.google.com/apis/design/errors
  refuse: (state) => {
    const message =
      state === "missing"
        ? "Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential."
        : "Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.";
    return Response.json(
      { error: { code: 401, message, status: "UNAUTHENTICATED" } },
      { status: 401, headers: { "www-authenticate": 'Bearer realm="https://accounts.google.com/"' } },
    );
  },
  // https://cloud.google.com/apis/design/errors, with the challenge of RFC 6750 section 3.1.
  refuseScope: () => {
    const scope = "https://www.googleapis.com/auth/gmail.modify";
    const details = [
      { "@type": "type.googleapis.com/google.rpc.ErrorInfo", reason: "ACCESS_TOKEN_SCOPE_INSUFFICIENT" },
    ];
    const error = {
      code: 403,
      message: "Request had insufficient authentication scopes.",
      status: "PERMISSION_DENIED",
      details,
    };
    const challenge = `Bearer realm="https://accounts.google.com/", error="insufficient_scope", scope="${scope}"`;
    return Response.json({ error }, { status: 403, headers: { "www-authenticate": challenge } });
  },
  wrongRedirect: () => refusal("redirect_uri_mismatch", "Bad Request"),
  wrongVerifier: () => refusal("invalid_grant", "Invalid code verifier."),
  invalidRefreshToken: () => refusal("invalid_grant", "Token has been expired or revoked."),
  revoke,
  openEndpoints: (context) => async (request) => {
    const { pathname } = request.url;
    if (request.method === "GET" && (pathname.startsWith("/.well-known/") || pathname === "/oauth2/v3/certs")) {
      return context.forward(request);
    }
    if (request.method !== "POST" || pathname !== "/oauth2/revoke") return undefined;
    const token = new URLSearchParams(textOf(request)).get("token") ?? request.url.searchParams.get("token") ?? "";
    return revoke(context.tokens, token) ? Response.json({}) : refusal("invalid_token", "Token expired or revoked");
  },
  endpoints: (context) => {
    const [calendar, profile] = [createCalendarEndpoints(context), createGmailProfile(context)];
    const changes = createDriveChanges(context);
    return async (request) => (await calendar(request)) ?? (await changes(request)) ?? profile(request);
  },
  settings: (url, client) => ({
    ...client,
    authorizationUrl: `${url}/o/oauth2/v2/auth`,
    tokenUrl: `${url}/oauth2/token`,
    revocationUrl: `${url}/oauth2/revoke`,
    identityUrl: `${url}/oauth2/v2/userinfo`,
    baseUrl: { gmail: url, calendar: url, drive: url, profile: url, docs: url },
  }),
};
