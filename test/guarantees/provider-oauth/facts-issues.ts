// OAuth facts of issue trackers, from their documentation.
import { json, oauthError, type ProviderFacts, refusal, tagged } from "./facts.ts";

export const ISSUE_FACTS: Record<string, ProviderFacts> = {
  asana: {
    docs: "https://developers.asana.com/docs/oauth",
    authorizationUrl: "https://app.asana.com/-/oauth_authorize",
    tokenUrl: "https://app.asana.com/-/oauth_token",
    auth: "body",
    body: "form",
    pkce: "taken",
    parameters: {},
    // developers.asana.com/docs/oauth-scopes
    scopes:
      "users:read workspaces:read teams:read projects:read projects:write tasks:read tasks:write tasks:delete stories:read stories:write attachments:read tags:read webhooks:read webhooks:write webhooks:delete",
    life: 3_600,
    // Names no scopes: who consents grants all that were requested. A refresh returns no refresh token.
    tokenResponse: ({ scope: _, refresh_token, ...standard }, { isRefresh }) => ({
      ...standard,
      token_type: "bearer",
      data: { id: 1_001, gid: "1001", name: "Ada Mill", email: "ada@example.com" },
      ...(!isRefresh && refresh_token !== undefined && { refresh_token }),
    }),
    refresh: {
      rotates: false,
      refusals: [
        refusal("the grant is gone", oauthError("invalid_grant", "The `refresh_token` provided was invalid.")),
        refusal("the secret is wrong", oauthError("invalid_client", "The `client_secret` is invalid.", 401), "active"),
        refusal("it is down", () => new Response("<html>", { status: 503 }), "active"),
      ],
    },
    plain: { life: 3_600, status: "expired" },
    unauthorized: json({ errors: [{ message: "Not Authorized" }] }, 401),
    // It takes the refresh token alone; what becomes of other grants is undocumented.
    revocation: {
      method: "POST",
      url: "https://app.asana.com/-/oauth_revoke",
      credentials: "body",
      token: "form",
      takes: "refresh",
    },
    read: ["/asana/workspaces?limit=2", "list_workspaces"],
    decline: null,
  },
  github: {
    docs: "https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps",
    authorizationUrl: "https://github.com/login/oauth/authorize",
    tokenUrl: "https://github.com/login/oauth/access_token",
    auth: "body",
    body: "form",
    pkce: "taken",
    parameters: {},
    scopes: "repo public_repo read:org notifications",
    life: 28_800,
    prefixes: { access: "gho_", refresh: "ghr_" },
    // Only GitHub App tokens expire; they have no scopes.
    tokenResponse: (standard, { refresh, scopes, access }) =>
      refresh === undefined
        ? { ...standard, scope: scopes.join(",") }
        : { ...standard, access_token: tagged("ghu_", access), scope: "", refresh_token_expires_in: 15_811_200 },
    error: (code) => Response.json({ error: GITHUB_ERRORS[code] ?? code }),
    refresh: {
      rotates: true,
      refusals: [
        // docs.github.com/en/apps/creating-github-apps/authenticating-with-a-github-app/refreshing-user-access-tokens
        refusal("the refresh token is spent", json({ error: "bad_refresh_token" }, 200)),
        refusal("the secret is wrong", json({ error: "incorrect_client_credentials" }, 200), "active"),
      ],
    },
    plain: { life: null, status: "revoked" },
    unauthorized: json({ message: "Bad credentials" }, 401),
    // docs.github.com/en/rest/apps/oauth-applications#delete-an-app-token
    revocation: {
      method: "DELETE",
      url: "https://api.github.com/applications/strict-github/token",
      credentials: "basic",
      token: "json",
      name: "access_token",
      takes: "access",
      endsOthers: false,
    },
    read: ["/github/orgs", "list_orgs.last"],
    decline: ["read:org", "orgs.read"],
  },
  gitlab: {
    docs: "https://docs.gitlab.com/api/oauth2/",
    authorizationUrl: "https://{host}/oauth/authorize",
    tokenUrl: "https://{host}/oauth/token",
    fields: { host: "gitlab.com" },
    auth: "either",
    body: "form",
    pkce: "taken",
    parameters: {},
    scopes: "read_user read_api api",
    life: 7_200,
    tokenResponse: (standard) => ({ ...standard, created_at: 1_767_225_600 }),
    refresh: {
      rotates: true,
      refusals: [
        // One text for every dead, used or foreign grant.
        refusal("it is spent", oauthError("invalid_grant", "The provided authorization grant is invalid, expired, …")),
        refusal(
          "the secret is wrong",
          oauthError("invalid_client", "Client authentication failed due to unknown client", 401),
          "active",
        ),
        refusal("of the limit", () => new Response("Retry later\n", { status: 429 }), "active"),
      ],
    },
    plain: null,
    unauthorized: json({ error: "invalid_token", error_description: "Token was revoked." }, 401),
    revocation: { method: "POST", url: "https://{host}/oauth/revoke", credentials: "client", token: "form" },
    read: ["/gitlab/projects/501", "get_project.by-id"],
    decline: ["api", "ci.write", "POST /gitlab/projects/501/pipelines/71/retry"],
  },
  jira: {
    docs: "https://developer.atlassian.com/cloud/jira/platform/oauth-2-3lo-apps/",
    authorizationUrl: "https://auth.atlassian.com/authorize",
    tokenUrl: "https://auth.atlassian.com/oauth/token",
    auth: "body",
    body: "json",
    // Undocumented and unchecked.
    pkce: "none",
    parameters: { audience: "api.atlassian.com", prompt: "consent" },
    scopes: "offline_access read:jira-work write:jira-work read:jira-user",
    life: 3_600,
    // JSON Web Tokens whose `sub` is the account.
    prefixes: { access: `e30.${btoa(JSON.stringify({ sub: "557058:ada" })).replaceAll("=", "")}.`, refresh: "" },
    refresh: {
      rotates: true,
      wanted: (parameters) => parameters.get("scope")?.split(" ").includes("offline_access") === true,
      refusals: [
        refusal("the refresh token is dead", oauthError("invalid_grant", "Unknown or invalid refresh token.", 403)),
        refusal("the same with 400", oauthError("invalid_grant", "Unknown or invalid refresh token.")),
        refusal("the secret is wrong", oauthError("access_denied", "Unauthorized", 401), "active"),
        refusal("the client is wrong", oauthError("unauthorized_client", "Unauthorized", 401), "active"),
      ],
    },
    plain: { life: 3_600, status: "expired" },
    unauthorized: json({ code: 401, message: "Unauthorized" }, 401),
    // None: users remove the app in their account settings.
    revocation: null,
    read: ["/jira/users?q=a&limit=2", "find_users"],
    decline: ["read:jira-user", "users.read"],
    tenant: {
      member: null,
      good: "a0000000-0000-4000-8000-000000000001",
      hostile: [
        "evil.example",
        "../../../evil",
        "a0000000-0000-4000-8000-000000000001/../../evil",
        "a0000000-0000-4000-8000-000000000001@evil.example",
        "a0000000-0000-4000-8000-000000000001.evil.example",
        "a0000000-0000-4000-8000-000000000001?x",
        "a0000000-0000-4000-8000-000000000001#x",
        "a0000000-0000-4000-8000-000000000001%2f..",
        "a0000000-0000-4000-8000-000000000001\n",
        "a0000000-0000-4000-8000-000000000001:8443",
        "a0000000-0000-4000-8000-000000000001.",
        "\u04300000000-0000-4000-8000-000000000001",
        "",
        7,
        null,
      ],
    },
  },
  linear: {
    docs: "https://linear.app/developers/oauth-2-0-authentication",
    authorizationUrl: "https://linear.app/oauth/authorize",
    tokenUrl: "https://api.linear.app/oauth/token",
    auth: "body",
    body: "form",
    pkce: "taken",
    parameters: { prompt: "consent" },
    separator: ",",
    scopes: "read write issues:create comments:create",
    life: 86_399,
    prefixes: { access: "lin_oauth_", refresh: "lin_refresh_" },
    refresh: {
      rotates: true,
      refusals: [
        refusal("the refresh token is revoked", oauthError("invalid_grant", "Refresh token revoked")),
        refusal("the secret is wrong", oauthError("invalid_client", "Invalid client", 401), "active"),
      ],
    },
    plain: null,
    unauthorized: json(
      { errors: [{ message: "Authentication required", extensions: { code: "AUTHENTICATION_ERROR" } }] },
      401,
    ),
    revocation: { method: "POST", url: "https://api.linear.app/oauth/revoke", credentials: "none", token: "form" },
    read: ["/linear/teams?limit=1", "list_teams"],
    decline: ["write", "issues.write", "DELETE /linear/issues/ENG-7"],
  },
  zendesk: {
    docs: "https://developer.zendesk.com/documentation/api-basics/authentication/using-oauth-to-authenticate-zendesk-api-requests-in-a-web-app/",
    authorizationUrl: "https://{subdomain}.zendesk.com/oauth/authorizations/new",
    tokenUrl: "https://{subdomain}.zendesk.com/oauth/tokens",
    fields: { subdomain: "acme" },
    auth: "body",
    body: "json",
    // Within the limits of 172,800 and 7,776,000; without them the response says no lives.
    tokenFields: { expires_in: 86_400, refresh_token_expires_in: 7_689_600 },
    pkce: "taken",
    parameters: {},
    scopes:
      "read tickets:read tickets:write users:read users:write organizations:read organizations:write hc:read webhooks:read webhooks:write",
    life: 86_400,
    tokenResponse: (standard, { refresh }) => ({
      ...standard,
      ...(refresh !== undefined && { refresh_token_expires_in: 7_689_600 }),
    }),
    refresh: {
      rotates: true,
      refusals: [
        refusal("it is spent", oauthError("invalid_grant", "The provided authorization grant is invalid.", 401)),
        refusal("the same with 400", oauthError("invalid_grant", "The provided authorization grant is invalid.")),
        refusal("the client is wrong", oauthError("invalid_client", "Client authentication failed.", 401), "active"),
        refusal("the scope is malformed", oauthError("invalid_scope", "The requested scope is invalid."), "active"),
        refusal("of the limit", () => new Response("", { status: 429, headers: { "retry-after": "2" } }), "active"),
      ],
    },
    plain: { life: null, status: "revoked" },
    unauthorized: json(
      { error: "invalid_token", error_description: "The access token provided is expired, revoked or malformed." },
      401,
    ),
    revocation: {
      method: "DELETE",
      url: "https://{subdomain}.zendesk.com/api/v2/oauth/tokens/current",
      credentials: "bearer",
      token: "bearer",
      takes: "access",
      endsOthers: false,
    },
    read: ["/zendesk/users?role=agent&limit=2", "list_users"],
    // `read` includes every other reading scope, but for what has no scope of its own.
    decline: ["read", "desk.read", "GET /zendesk/views"],
  },
};

const GITHUB_ERRORS: Record<string, string> = {
  invalid_client: "incorrect_client_credentials",
  invalid_grant: "bad_verification_code",
};
