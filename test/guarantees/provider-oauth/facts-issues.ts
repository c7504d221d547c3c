// OAuth facts of issue trackers, from their documentation.
import { json, oauthError, type ProviderFacts, refusal, tagged } from "./facts.ts";

export const ISSUE_FACTS: Record<string, ProviderFacts> = {
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
};

const GITHUB_ERRORS: Record<string, string> = {
  invalid_client: "incorrect_client_credentials",
  invalid_grant: "bad_verification_code",
};
