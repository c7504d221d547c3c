// Notion's OAuth: no scopes, no stated expiry, and the resource owner in the token response.
import { type OAuth, path, type TokenSet, textAt, valueAt } from "gateway/plugin";

export const oauth: OAuth = {
  authorizationUrl: "https://api.notion.com/v1/oauth/authorize",
  tokenUrl: "https://api.notion.com/v1/oauth/token",
  // Notion documents no PKCE and checks no verifier; its API refuses unknown body fields.
  pkce: false,
  // developers.notion.com/reference/create-a-token: HTTP Basic, and a body in JSON.
  clientAuth: "basic",
  tokenBody: "json",
  // Required. The connection's settings at Notion stand in for scopes, so `scope` is not sent.
  authorizationParams: { owner: "user" },
  authorize: () => ({}),
  tokens: readTokens,
  revoke: ({ accessToken }) => ({
    method: "POST",
    path: path`/oauth/revoke`,
    auth: "client",
    json: { token: accessToken },
  }),
  // Errors have the form of RFC 6749 or of Notion's API: developers.notion.com/reference/status-codes.
  tokenError: ({ object, code }) => (object === "error" && typeof code === "string" ? code : undefined),
  // Wrong client credentials, in Notion's own form.
  clientErrors: ["unauthorized"],
  // All tokens of a person in a workspace belong to one connection, so revoking one could revoke the others.
  revocationScope: "identity",
};

/** Reads a token response, also to a refresh. Older connections have a null `refresh_token`; their tokens never expire. */
export function readTokens(json: Record<string, unknown>): TokenSet {
  const text = (name: string) => textAt(json, name) || undefined;
  const workspace = text("workspace_id");
  const owner = valueAt(json, "owner.user.id") ?? text("bot_id");
  return {
    accessToken: text("access_token") ?? "",
    refreshToken: text("refresh_token"),
    ...(workspace && typeof owner === "string" && { resourceOwnerId: resourceOwnerId(workspace, owner) }),
  };
}

/** The resource owner's id: a person in a workspace, or the connection's bot where the workspace owns the connection. */
export function resourceOwnerId(workspace: string, personOrBot: string): string {
  return `${workspace}:${personOrBot}`;
}
