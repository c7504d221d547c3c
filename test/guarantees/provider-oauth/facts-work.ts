// OAuth facts of mail, files, chat and notes, from their documentation.
import { type Issued, json, lookAlikes, oauthError, type ProviderFacts, refusal, tagged } from "./facts.ts";

const google = (names: string) =>
  names
    .split(" ")
    .map((name) => `https://www.googleapis.com/auth/${name}`)
    .join(" ");

export const WORK_FACTS: Record<string, ProviderFacts> = {
  airtable: {
    docs: "https://airtable.com/developers/web/api/oauth-reference",
    authorizationUrl: "https://airtable.com/oauth2/v1/authorize",
    tokenUrl: "https://airtable.com/oauth2/v1/token",
    // Of a client with a secret; one without must not send it.
    auth: "basic",
    body: "form",
    pkce: "required",
    // 16 characters at least, of these alone: no padding and no JSON.
    parameters: { state: /^[A-Za-z0-9._-]{16,1024}$/, code_challenge: /^[A-Za-z0-9_-]{43}$/ },
    scopes:
      "user.email:read schema.bases:read schema.bases:write data.records:read data.records:write data.recordComments:read data.recordComments:write webhook:manage",
    life: 3_600,
    // The reference has a blank behind the type.
    tokenResponse: (standard, { refresh }) => ({
      ...standard,
      token_type: "Bearer ",
      ...(refresh !== undefined && { refresh_expires_in: 5_184_000 }),
    }),
    refresh: {
      rotates: true,
      refusals: [
        refusal("it is spent", oauthError("invalid_grant", "Token has been expired or revoked.")),
        refusal("the secret is wrong", oauthError("invalid_client", "Invalid client", 401), "active"),
        refusal("another process refreshes", oauthError("conflict", "The token was just refreshed.", 409), "active"),
        refusal("of the limit", () => new Response("", { status: 429 }), "active"),
      ],
    },
    plain: null,
    unauthorized: json({ error: { type: "UNAUTHORIZED", message: "Invalid authentication token" } }, 401),
    // Not in the reference: integrators report it.
    revocation: { method: "POST", url: "https://airtable.com/oauth2/v1/revoke", credentials: "basic", token: "form" },
    read: ["/airtable/bases?limit=1", "list_bases"],
    decline: [
      "data.recordComments:write",
      "comments.write",
      "DELETE /airtable/bases/appMillMillMill01/tables/tblOrdersOrders01/records/recOrderOrder0001/comments/comCommentComm001",
    ],
  },
  google: {
    docs: "https://developers.google.com/identity/protocols/oauth2/web-server",
    authorizationUrl: "https://accounts.google.com/o/oauth2/v2/auth",
    tokenUrl: "https://oauth2.googleapis.com/token",
    auth: "either",
    body: "form",
    pkce: "taken",
    parameters: { access_type: "offline", prompt: "consent" },
    scopes: `openid email profile ${google("gmail.readonly gmail.send gmail.modify gmail.compose calendar.readonly calendar.events drive.readonly drive.file userinfo.profile")}`,
    life: 3_599,
    // A refresh returns no refresh token: the old one stays valid.
    tokenResponse: ({ refresh_token, ...standard }, { isRefresh }) =>
      isRefresh || refresh_token === undefined ? standard : { ...standard, refresh_token },
    refresh: {
      rotates: false,
      wanted: (parameters) => parameters.get("access_type") === "offline" && parameters.get("prompt") === "consent",
      refusals: [refusal("the token was revoked", oauthError("invalid_grant", "Token has been expired or revoked."))],
    },
    plain: { life: 3_599, status: "expired" },
    unauthorized: json({ error: { code: 401, message: "Invalid Credentials", status: "UNAUTHENTICATED" } }, 401),
    revocation: {
      method: "POST",
      url: "https://oauth2.googleapis.com/revoke",
      credentials: "none",
      token: "form",
      endsOthers: true,
    },
    read: ["/google/calendar/calendars?limit=1", "calendar_list_calendars"],
    decline: ["https://www.googleapis.com/auth/calendar.readonly", "calendar.read"],
  },
  slack: {
    docs: "https://docs.slack.dev/authentication/installing-with-oauth",
    authorizationUrl: "https://slack.com/oauth/v2/authorize",
    tokenUrl: "https://slack.com/api/oauth.v2.access",
    auth: "either",
    body: "form",
    // An app with PKCE must not send its secret: docs.slack.dev/authentication/using-pkce.
    pkce: "none",
    parameters: { user_scope: "search:read" },
    scopeParameters: { scope: "", user_scope: "user:" },
    separator: ",",
    scopes:
      "channels:read channels:join channels:manage channels:history groups:read groups:write groups:history chat:write im:read im:write im:history mpim:read mpim:write mpim:history reactions:read reactions:write pins:read pins:write files:read files:write users:read users:read.email users.profile:read team:read user:search:read",
    life: 43_200,
    prefixes: { access: "xoxb-", refresh: "xoxe-1-" },
    tokenResponse: slackTokenResponse,
    error: (code) => Response.json({ ok: false, error: SLACK_ERRORS[code] ?? "invalid_arguments" }),
    refresh: {
      rotates: true,
      refusals: [
        // docs.slack.dev/authentication/using-token-rotation
        refusal("the refresh token is spent", json({ ok: false, error: "invalid_refresh_token" }, 200), "expired"),
        refusal("the token was revoked", json({ ok: false, error: "token_revoked" }, 200)),
        refusal("the secret is wrong", json({ ok: false, error: "bad_client_secret" }, 200), "active"),
        refusal("it is down", () => new Response("<html>", { status: 503 }), "active"),
      ],
    },
    plain: { life: null, status: "revoked" },
    unauthorized: json({ ok: false, error: "token_expired" }, 200),
    // docs.slack.dev/reference/methods/auth.revoke
    revocation: {
      method: "POST",
      url: "https://slack.com/api/auth.revoke",
      credentials: "bearer",
      token: "bearer",
      endsOthers: true,
    },
    read: ["/slack/users", "list_users"],
    decline: ["users:read", "users.read"],
  },
  microsoft: {
    docs: "https://learn.microsoft.com/en-us/entra/identity-platform/v2-oauth2-auth-code-flow",
    authorizationUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/authorize",
    tokenUrl: "https://login.microsoftonline.com/common/oauth2/v2.0/token",
    auth: "either",
    body: "form",
    pkce: "taken",
    parameters: { response_mode: "query", prompt: "select_account" },
    scopes:
      "openid profile email offline_access User.Read Mail.Read Mail.ReadWrite Mail.Send Calendars.Read Calendars.ReadWrite Files.Read Files.ReadWrite Contacts.Read",
    life: 3_600,
    tokenResponse: (standard, { scopes }) => ({
      ...standard,
      ext_expires_in: 3_600,
      scope: scopes
        .filter((scope) => scope !== "offline_access")
        .map((scope) => (/^[A-Z]/.test(scope) ? `https://graph.microsoft.com/${scope}` : scope))
        .join(" "),
    }),
    refresh: {
      rotates: true,
      wanted: (parameters) => parameters.get("scope")?.split(" ").includes("offline_access") === true,
      refusals: [
        // learn.microsoft.com/en-us/entra/identity-platform/reference-error-codes
        refusal("unused for 90 days", entra("invalid_grant", 700_082), "expired"),
        refusal("the sessions were revoked", entra("invalid_grant", 50_173)),
        refusal("the account is disabled", entra("invalid_grant", 50_057)),
        refusal("the consent is gone", entra("invalid_grant", 65_001, "consent_required")),
        refusal("a second factor is wanted", entra("interaction_required", 50_076, "basic_action"), "expired"),
        refusal("the secret is wrong", entra("invalid_client", 7_000_215, undefined, 401), "active"),
        refusal("the app is not known there", entra("unauthorized_client", 700_016), "active"),
        refusal("it is down", entra("temporarily_unavailable", 90_033, undefined, 503), "active"),
      ],
    },
    plain: { life: 3_600, status: "expired" },
    unauthorized: json({ error: { code: "InvalidAuthenticationToken", message: "Lifetime validation failed." } }, 401),
    // There is none; revokeSignInSessions would sign the user out of every app.
    revocation: null,
    read: ["/microsoft/me", "get_me"],
    decline: ["User.Read", "profile.read"],
  },
  discord: {
    docs: "https://discord.com/developers/docs/topics/oauth2",
    authorizationUrl: "https://discord.com/oauth2/authorize",
    tokenUrl: "https://discord.com/api/oauth2/token",
    auth: "either",
    body: "form",
    pkce: "taken",
    parameters: { permissions: /^\d+$/ },
    scopes: "identify guilds guilds.members.read bot",
    life: 604_800,
    refresh: {
      rotates: true,
      refusals: [
        refusal("it is expired, revoked or banned", oauthError("invalid_grant", 'Invalid "refresh_token" in request.')),
        refusal("the secret is wrong", json({ error: "invalid_client" }, 401), "active"),
        refusal("the edge limits it", () => new Response("error code: 1015", { status: 429 }), "active"),
      ],
    },
    plain: null,
    unauthorized: json({ message: "401: Unauthorized", code: 0 }, 401),
    revocation: {
      method: "POST",
      url: "https://discord.com/api/oauth2/token/revoke",
      credentials: "client",
      token: "form",
      endsOthers: true,
    },
    read: ["/discord/guilds?limit=2", "list_guilds"],
    decline: ["guilds", "guilds.read"],
  },
  notion: {
    docs: "https://developers.notion.com/docs/authorization",
    authorizationUrl: "https://api.notion.com/v1/oauth/authorize",
    tokenUrl: "https://api.notion.com/v1/oauth/token",
    // developers.notion.com/reference/create-a-token
    auth: "basic",
    body: "json",
    pkce: "none",
    parameters: { owner: "user" },
    scopeParameters: {},
    scopes: "",
    // Notion has no scopes; the strict server needs one, which the response omits.
    appScopes: "connection",
    life: null,
    prefixes: { access: "ntn_", refresh: "nrt_" },
    tokenResponse: ({ access_token, refresh_token = null }) => ({
      access_token,
      refresh_token,
      token_type: "bearer",
      bot_id: "b0000000-0000-4000-8000-000000000002",
      workspace_id: "a0000000-0000-4000-8000-000000000008",
      workspace_name: "Acme",
      workspace_icon: null,
      owner: { type: "user", user: { object: "user", id: "a0000000-0000-4000-8000-000000000006", name: "Ada" } },
      duplicated_template_id: null,
      request_id: "c0000000-0000-4000-8000-000000000003",
    }),
    refresh: {
      rotates: true,
      refusals: [
        // developers.notion.com/reference/refresh-a-token, and status-codes for the API's own form.
        refusal(
          "the grant is gone",
          json({ object: "error", status: 400, code: "invalid_grant", message: "No." }, 400),
        ),
        refusal("the grant is gone, in RFC 6749's form", oauthError("invalid_grant", "Invalid refresh token.")),
        refusal("the secret is wrong", oauthError("invalid_client", "Client authentication failed.", 401), "active"),
        refusal("the secret is wrong, in its own form", json({ object: "error", code: "unauthorized" }, 401), "active"),
      ],
    },
    plain: { life: null, status: "revoked" },
    unauthorized: json({ object: "error", status: 401, code: "unauthorized", message: "API token is invalid." }, 401),
    // developers.notion.com/reference/revoke-token
    revocation: {
      method: "POST",
      url: "https://api.notion.com/v1/oauth/revoke",
      credentials: "basic",
      token: "json",
      takes: "access",
    },
    read: ["/notion/users?limit=1", "list_users"],
    decline: null,
  },
  zoom: {
    docs: "https://developers.zoom.us/docs/integrations/oauth/",
    authorizationUrl: "https://zoom.us/oauth/authorize",
    tokenUrl: "https://zoom.us/oauth/token",
    auth: "basic",
    body: "form",
    // A challenge without a method counts as a plain one.
    pkce: "taken",
    parameters: { code_challenge_method: "S256" },
    scopeParameters: {},
    scopes: "",
    // Ticked on the app, and granted together.
    appScopes:
      "user:read:user meeting:read:list_meetings meeting:read:meeting meeting:write:meeting meeting:update:meeting meeting:delete:meeting cloud_recording:read:list_user_recordings cloud_recording:read:list_recording_files",
    life: 3_599,
    tokenResponse: (standard) => ({ ...standard, token_type: "bearer", api_url: "https://api.zoom.us" }),
    error: (error) => Response.json({ reason: "Bad request", error }, { status: 400 }),
    refresh: {
      rotates: true,
      refusals: [
        refusal("it is spent", json({ reason: "Invalid Token!", error: "invalid_grant" }, 400)),
        refusal("of the status of older reports", json({ reason: "Invalid Token!", error: "invalid_grant" }, 401)),
        refusal(
          "the app's scopes have changed",
          json({ reason: "4711: Refresh token invalid.", error: "invalid_request" }, 400),
        ),
        refusal(
          "an administrator disabled the app",
          json({ code: 4738, reason: "The app is disabled.", error: "invalid_request" }, 400),
        ),
        refusal(
          "the secret is wrong",
          json({ reason: "Invalid client_id or client_secret", error: "invalid_client" }, 401),
          "active",
        ),
        refusal(
          "the app is switched off",
          json({ code: 4717, reason: "The app has been disabled.", error: "invalid_request" }, 400),
          "active",
        ),
        refusal("of the limit", () => new Response("", { status: 429 }), "active"),
        refusal("Zoom is down", () => new Response("<html></html>", { status: 502 }), "active"),
      ],
    },
    plain: null,
    unauthorized: json({ code: 124, message: "Invalid access token." }, 401),
    revocation: {
      method: "POST",
      url: "https://zoom.us/oauth/revoke",
      credentials: "client",
      token: "form",
      endsOthers: true,
    },
    read: ["/zoom/me", "get_me"],
    decline: ["user:read:user", "profile.read"],
    tenant: { member: "api_url", good: "api.zoom.us", hostile: lookAlikes("api.zoom.us") },
  },
};

const SLACK_ERRORS: Record<string, string> = {
  invalid_client: "bad_client_secret",
  invalid_grant: "invalid_code",
  invalid_request: "pkce_not_allowed",
};
/** The bot token at the top level, the user token in `authed_user`; a refresh returns only one. */
function slackTokenResponse(standard: Record<string, unknown>, { access, refresh, scopes, isRefresh }: Issued) {
  const { expires_in, refresh_token } = standard;
  const bot = scopes.filter((scope) => !scope.startsWith("user:"));
  const person = scopes.filter((scope) => scope.startsWith("user:")).map((scope) => scope.slice("user:".length));
  const user = { access_token: tagged("xoxp-", access), token_type: "user", scope: person.join(",") };
  return {
    ok: true,
    access_token: standard.access_token,
    token_type: "bot",
    scope: bot.join(","),
    bot_user_id: "U0KRQLJ9H",
    app_id: "A0KRD7HC3",
    team: { id: "T012AB3CD", name: "Acme" },
    enterprise: null,
    is_enterprise_install: false,
    ...(refresh !== undefined && { expires_in, refresh_token }),
    ...(!isRefresh && { authed_user: { id: "U0ADA", ...(person.length > 0 && user) } }),
  };
}

/** A Microsoft error; its number is more specific than `error`. */
function entra(error: string, number: number, suberror?: string, status = 400): () => Response {
  const error_description = `AADSTS${number}: No. Trace ID: x Correlation ID: y Timestamp: 2026-01-01 00:00:00Z`;
  return json(
    { error, error_description, error_codes: [number], trace_id: "x", ...(suberror && { suberror }) },
    status,
  );
}
