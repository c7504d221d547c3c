// Slack's install flow, with two tokens in one response: docs.slack.dev/authentication/installing-with-oauth.
import { type OAuth, type OtherToken, path, type TokenSet, valueAt } from "gateway/plugin";

/** Prefix of user scopes in the gateway, as opposed to the bot's. */
const USER_PREFIX = "user:";

export const oauth: OAuth = {
  authorizationUrl: "https://slack.com/oauth/v2/authorize",
  tokenUrl: "https://slack.com/api/oauth.v2.access",
  // An app opts in to PKCE for good, and is a public client then, which may not send its secret. Without the opt-in, Slack
  // refuses a verifier with pkce_not_allowed: docs.slack.dev/authentication/using-pkce.
  pkce: false,
  clientAuth: "basic",
  scopeSeparator: ",",
  authorize: splitScopes,
  tokens: readTokens,
  // Revoking a bot token removes the bot from the workspace, for everybody who connected it.
  revoke: () => ({ method: "POST", path: path`/auth.revoke`, auth: "token", form: {} }),
  revocationScope: "workspace",
  deadGrantErrors: ["token_revoked", "account_inactive"],
  // These follow a rotated refresh token that was lost in transit; nobody revoked the grant.
  expiredGrantErrors: ["invalid_refresh_token", "token_expired"],
  clientErrors: ["bad_client_secret", "invalid_client_id", "bad_redirect_uri", "pkce_not_allowed"],
};

/** `scope` for the bot and `user_scope` for the person, both separated by commas; empty ones are omitted. */
export function splitScopes(scopes: readonly string[]): Record<string, string> {
  const bot = scopes.filter((scope) => !scope.startsWith(USER_PREFIX));
  const user = scopes.filter((scope) => scope.startsWith(USER_PREFIX)).map((scope) => scope.slice(USER_PREFIX.length));
  return {
    ...(bot.length > 0 && { scope: bot.join(",") }),
    ...(user.length > 0 && { user_scope: user.join(",") }),
  };
}

/**
 * Reads the response of oauth.v2.access, also to a refresh. The bot's token is the main one and the person's the other one,
 * "user". Without a bot token the person's is both, and its scopes count for both.
 */
export function readTokens(json: Record<string, unknown>): TokenSet {
  if (json.ok !== true) throw new Error(typeof json.error === "string" ? json.error : "no_ok_in_answer");
  // A refresh puts the person's token at the top level, where an install has the bot's.
  const topIsUser = json.token_type === "user";
  const bot = topIsUser ? null : tokenIn(json);
  const user = tokenIn(topIsUser ? json : json.authed_user);
  const main = bot ?? user;
  if (!main) throw new Error("no_access_token");
  // auth.test with the bot's token names the bot; only this response names the person who installed it.
  const [team, person] = [valueAt(json, "team.id"), valueAt(json, "authed_user.id")];
  return {
    accessToken: main.token,
    refreshToken: main.refreshToken,
    expiresIn: main.expiresIn,
    // Without a word about scopes they are as they were: RFC 6749, section 5.1.
    scopes: (main.scopes ?? user?.scopes) && [
      ...(main.scopes ?? []),
      ...(user?.scopes ?? []).map((scope) => USER_PREFIX + scope),
    ],
    ...(user && { others: { user: main === user ? user.token : ownToken(user) } }),
    ...(typeof team === "string" && typeof person === "string" && { resourceOwnerId: `${team}:${person}` }),
  };
}

type SlackToken = NonNullable<ReturnType<typeof tokenIn>>;

/** With token rotation the person's token expires by itself, and has its own refresh token: docs.slack.dev/authentication/using-token-rotation. */
function ownToken({ token, refreshToken, expiresIn }: SlackToken): OtherToken {
  return {
    accessToken: token,
    ...(refreshToken !== undefined && { refreshToken }),
    ...(expiresIn !== undefined && { expiresIn }),
  };
}

function tokenIn(value: unknown) {
  const token = valueAt(value, "access_token");
  if (typeof token !== "string" || token === "") return null;
  const [scope, refreshToken, expiresIn] = ["scope", "refresh_token", "expires_in"].map((name) => valueAt(value, name));
  return {
    token,
    scopes: typeof scope === "string" ? scope.split(/[\s,]+/).filter(Boolean) : undefined,
    refreshToken: typeof refreshToken === "string" && refreshToken !== "" ? refreshToken : undefined,
    expiresIn: typeof expiresIn === "number" ? expiresIn : undefined,
  };
}
