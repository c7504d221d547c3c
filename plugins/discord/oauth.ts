// Discord's OAuth (discord.com/developers/docs/topics/oauth2). A grant only identifies the person; the bot reads servers.
import type { OAuth } from "gateway/plugin";
import { RIGHTS } from "./rights.ts";

/** Rights that the bot requests in a server. */
const BOT_RIGHTS =
  RIGHTS.react |
  RIGHTS.view |
  RIGHTS.send |
  RIGHTS.embed |
  RIGHTS.attach |
  RIGHTS.history |
  RIGHTS.createThreads |
  RIGHTS.sendInThreads |
  RIGHTS.createEvents;

export const oauth: OAuth = {
  authorizationUrl: "https://discord.com/oauth2/authorize",
  tokenUrl: "https://discord.com/api/oauth2/token",
  revocationUrl: "https://discord.com/api/oauth2/token/revoke",
  // Revoking one token revokes all of the person's tokens of this app.
  revocationScope: "identity",
  pkce: true,
  clientAuth: "basic",
  identityScopes: ["identify"],
  // Discord ignores it without the scope `bot`.
  authorizationParams: { permissions: String(BOT_RIGHTS) },
};
