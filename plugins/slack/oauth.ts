// Slack's install flow, two tokens in one answer: docs.slack.dev/authentication/installing-with-oauth.
import { type OAuth, path, type TokenSet, valueAt } from "gateway/plugin";

/** Marks, wherever the gateway speaks of scopes, those that are asked of the person and not for the app's bot. */
const USER = "user:";

export const oauth: OAuth = {
  authorizationUrl: "https://slack.com/oauth/v2/authorize",
  tokenUrl: "https://slack.com/api/oauth.v2.access",
  // PKCE is opt-in for each app, cannot be undone, and makes the app a public client, which may not send its secret. An
  // app without it answers a verifier with pkce_not_allowed: docs.slack.dev/authentication/using-pkce.
  pkce: false,
  clientAuth: "basic",
  scopeSeparator: ",",
  authorize: splitScopes,
  tokens: readTokens,
  // A revoked bot token takes the bot out of the whole workspace, for everybody who connected it.
  revoke: () => ({ method: "POST", path: path`/auth.revoke`, auth: "token", form: {} }),
  revokeReach: "workspace",
  deadGrantErrors: ["token_revoked", "account_inactive"],
  // A rotated refresh token that was lost on the way leaves this one; nobody took anything back.
  expiredGrantErrors: ["invalid_refresh_token", "token_expired"],
  clientErrors: ["bad_client_secret", "invalid_client_id", "bad_redirect_uri", "pkce_not_allowed"],
};

/** `scope` for the bot and `user_scope` for the person, both with commas; one that is empty is left out. */
export function splitScopes(scopes: readonly string[]): Record<string, string> {
  const bot = scopes.filter((scope) => !scope.startsWith(USER));
  const user = scopes.filter((scope) => scope.startsWith(USER)).map((scope) => scope.slice(USER.length));
  return {
    ...(bot.length > 0 && { scope: bot.join(",") }),
    ...(user.length > 0 && { user_scope: user.join(",") }),
  };
}

/**
 * Reads the answer of oauth.v2.access, of a refresh too. The bot's token is the main one and the person's is kept as
 * "user"; where only the person's came, it is both, and its scopes count for both.
 */
export function readTokens(json: Record<string, unknown>): TokenSet {
  if (json.ok !== true) throw new Error(typeof json.error === "string" ? json.error : "no_ok_in_answer");
  // Refreshing a person's token gives it at the top level, where an install has the bot's.
  const topIsUser = json.token_type === "user";
  const bot = topIsUser ? null : tokenIn(json);
  const user = tokenIn(topIsUser ? json : json.authed_user);
  const main = bot ?? user;
  if (!main) throw new Error("no_access_token");
  // The bot's token names the bot; the person who installed it stands in this answer alone.
  const [team, person] = [valueAt(json, "team.id"), valueAt(json, "authed_user.id")];
  return {
    accessToken: main.token,
    refreshToken: main.refreshToken,
    expiresIn: main.expiresIn,
    scopes: [...main.scopes, ...(user?.scopes ?? []).map((scope) => USER + scope)],
    ...(user && { others: { user: user.token } }),
    ...(typeof team === "string" && typeof person === "string" && { grantorId: `${team}:${person}` }),
  };
}

function tokenIn(value: unknown) {
  const token = valueAt(value, "access_token");
  if (typeof token !== "string" || token === "") return null;
  const [scope, refreshToken, expiresIn] = ["scope", "refresh_token", "expires_in"].map((name) => valueAt(value, name));
  return {
    token,
    scopes: typeof scope === "string" ? scope.split(/[\s,]+/).filter(Boolean) : [],
    refreshToken: typeof refreshToken === "string" && refreshToken !== "" ? refreshToken : undefined,
    expiresIn: typeof expiresIn === "number" ? expiresIn : undefined,
  };
}
