// GitHub's OAuth: scope hierarchy, token responses of both kinds of app, revocation.
import { entryOf, type OAuth, path, type TokenSet } from "gateway/plugin";

/**
 * Broader scope → what it covers: docs.github.com/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps.
 * GitHub drops covered scopes from a grant: `repo public_repo` becomes `repo`. Notifications need
 * "the notifications or repo scopes": docs.github.com/rest/activity/notifications.
 */
const SCOPE_HIERARCHY: Record<string, readonly string[]> = {
  repo: [
    "public_repo",
    "repo:status",
    "repo_deployment",
    "repo:invite",
    "security_events",
    "notifications",
    "admin:repo_hook",
  ],
  "admin:repo_hook": ["write:repo_hook"],
  "write:repo_hook": ["read:repo_hook"],
  "admin:org": ["write:org"],
  "write:org": ["read:org"],
  user: ["read:user", "user:email", "user:follow"],
};

/** Whether `granted` is `required` or a broader scope. */
export function covers(granted: string, required: string): boolean {
  return (
    granted === required || (entryOf(SCOPE_HIERARCHY, granted) ?? []).some((narrower) => covers(narrower, required))
  );
}

/** Splits a scope list: requests have spaces, GitHub's responses commas. */
export function scopeList(text: string): string[] {
  return text.split(/[\s,]+/).filter((scope) => scope !== "");
}

/**
 * Reads a token response. An OAuth app's token never expires; a GitHub App's lasts eight hours and has a single-use refresh
 * token. A GitHub App's user token (`ghu_`) has the app's permissions and an empty `scope`: then the requested scopes count
 * as granted, and GitHub refuses call by call.
 */
function tokens(json: Record<string, unknown>): TokenSet {
  const text = (name: string) => (typeof json[name] === "string" ? json[name] : undefined);
  const seconds = (name: string) => (json[name] === undefined ? undefined : Number(json[name]) || undefined);
  const accessToken = text("access_token") ?? "";
  const scope = text("scope");
  return {
    accessToken,
    refreshToken: text("refresh_token"),
    expiresIn: seconds("expires_in"),
    refreshExpiresIn: seconds("refresh_token_expires_in"),
    scopes: scope === undefined || accessToken.startsWith("ghu_") ? undefined : scopeList(scope),
  };
}

export const oauth: OAuth = {
  authorizationUrl: "https://github.com/login/oauth/authorize",
  tokenUrl: "https://github.com/login/oauth/access_token",
  // S256 since July 2025: github.blog/changelog/2025-07-14-pkce-support-for-oauth-and-github-app-authentication
  pkce: true,
  // The documented way; HTTP Basic works at github.com but is undocumented.
  clientAuth: "body",
  tokens,
  implies: SCOPE_HIERARCHY,
  // The numeric id, which a new login name does not change.
  identifiesPeople: true,
  deadGrantErrors: ["bad_refresh_token"],
  clientErrors: ["incorrect_client_credentials", "redirect_uri_mismatch"],
  // `/grant` in place of `/token` would revoke every token of this user and app, and so break other integrations.
  revoke: ({ clientId, accessToken }) => ({
    method: "DELETE",
    path: path`/applications/${clientId}/token`,
    auth: "client",
    json: { access_token: accessToken },
  }),
  revocationScope: "token",
};
