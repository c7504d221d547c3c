// Notion's OAuth: no scopes, tokens without a stated end, and who granted in the token answer itself.
import { type OAuth, path, type TokenSet, textAt, valueAt } from "gateway/plugin";

export const oauth: OAuth = {
  authorizationUrl: "https://api.notion.com/v1/oauth/authorize",
  tokenUrl: "https://api.notion.com/v1/oauth/token",
  // Notion documents no PKCE and checks no verifier; its API refuses body fields that it does not know.
  pkce: false,
  // developers.notion.com/reference/create-a-token: HTTP Basic, and a body in JSON.
  clientAuth: "basic",
  tokenBody: "json",
  // Required. What may be done is set on the connection at Notion, so nothing is asked for in `scope`.
  authorizationParams: { owner: "user" },
  authorize: () => ({}),
  tokens: readTokens,
  revoke: ({ accessToken }) => ({
    method: "POST",
    path: path`/oauth/revoke`,
    auth: "client",
    json: { token: accessToken },
  }),
  // Errors come as RFC 6749 has them, or in the form of Notion's API: developers.notion.com/reference/status-codes.
  tokenError: ({ object, code }) => (object === "error" && typeof code === "string" ? code : undefined),
  // So Notion's own form calls client credentials that it does not take.
  clientErrors: ["unauthorized"],
  // A person has one connection in a workspace, whatever the number of tokens; ending it could end their siblings.
  revokeReach: "identity",
};

/** Reads a token answer, of a refresh too: `refresh_token` is null on older connections, whose tokens have no end. */
export function readTokens(json: Record<string, unknown>): TokenSet {
  const text = (name: string) => textAt(json, name) || undefined;
  const workspace = text("workspace_id");
  const grantor = valueAt(json, "owner.user.id") ?? text("bot_id");
  return {
    accessToken: text("access_token") ?? "",
    refreshToken: text("refresh_token"),
    ...(workspace && typeof grantor === "string" && { grantorId: grantorId(workspace, grantor) }),
  };
}

/** Who granted: a person within a workspace, or the connection's bot where the workspace itself owns it. */
export function grantorId(workspace: string, personOrBot: string): string {
  return `${workspace}:${personOrBot}`;
}
