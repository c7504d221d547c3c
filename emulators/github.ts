// Emulated GitHub: its error responses, the revocation endpoints that its emulator lacks, and its hooks.
import { textOf } from "./gate.ts";
import { createHooks } from "./github-hooks.ts";
import { basicClient, type EmulatedService, type Endpoint, type EndpointContext, isSameClient } from "./service.ts";

const DOCS = "https://docs.github.com/rest";

function message(status: number, text: string): Response {
  return Response.json({ message: text, documentation_url: DOCS, status: String(status) }, { status });
}

// The token endpoint responds with 200 to errors too.
const oauthError = (error: string, error_description: string) => Response.json({ error, error_description });

function accessTokenOf(text: string): string {
  try {
    return String((JSON.parse(text) as { access_token?: unknown }).access_token ?? "");
  } catch {
    return "";
  }
}

// https://docs.github.com/rest/apps/oauth-applications: `token` revokes one token, `grant` all of the user's.
function createRevocation(context: EndpointContext): Endpoint {
  return async (request) => {
    const [, clientId, scope] = /^\/applications\/([^/]+)\/(token|grant)$/.exec(request.url.pathname) ?? [];
    if (request.method !== "DELETE" || clientId === undefined) return undefined;
    if (!isSameClient(basicClient(request.headers), context.client)) return message(401, "Bad credentials");
    if (decodeURIComponent(clientId) !== context.client.clientId) return message(404, "Not Found");
    const token = accessTokenOf(textOf(request));
    const user = context.tokens.userOf(token);
    if (user === undefined || !context.tokens.revoke(token)) return message(422, "Validation Failed");
    if (scope === "grant") context.tokens.revokeUser(user);
    return new Response(null, { status: 204 });
  };
}

/** Hooks by context: their owners call them with a bearer token, the emulator's deliveries have none. */
const hooksByContext = new WeakMap<EndpointContext, ReturnType<typeof createHooks>>();

function hooksOf(context: EndpointContext) {
  const present = hooksByContext.get(context) ?? createHooks(context);
  hooksByContext.set(context, present);
  return present;
}

export const github: EmulatedService = {
  paths: {
    authorize: "/login/oauth/authorize",
    consent: "/login/oauth/callback",
    token: "/login/oauth/access_token",
  },
  userField: "login",
  respondsWithForm: true,
  refuse: (state) => message(401, state === "missing" ? "Requires authentication" : "Bad credentials"),
  // https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api: GitHub names what the token has, and what it accepts.
  refuseScope: () => {
    const response = message(403, "Resource not accessible by personal access token");
    response.headers.set("x-oauth-scopes", "read:user");
    response.headers.set("x-accepted-oauth-scopes", "repo");
    return response;
  },
  wrongRedirect: () =>
    oauthError(
      "redirect_uri_mismatch",
      "The redirect_uri MUST match the registered callback URL for this application.",
    ),
  wrongVerifier: () => oauthError("bad_verification_code", "The code passed is incorrect or expired."),
  invalidRefreshToken: () => oauthError("bad_refresh_token", "The refresh token passed is incorrect or expired."),
  revoke: (tokens, token) => tokens.revoke(token),
  openEndpoints: (context) => {
    const [revocation, { relay }] = [createRevocation(context), hooksOf(context)];
    return async (request) => (await revocation(request)) ?? relay(request);
  },
  endpoints: (context) => hooksOf(context).hooks,
  settings: (url, client) => ({
    ...client,
    authorizationUrl: `${url}/login/oauth/authorize`,
    tokenUrl: `${url}/login/oauth/access_token`,
    identityUrl: `${url}/user`,
    baseUrl: url,
  }),
};
