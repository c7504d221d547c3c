// Discord's OAuth: discord.com/developers/docs/topics/oauth2. The grant says who somebody is; servers are read by the bot.
import type { OAuth } from "gateway/plugin";
import { RIGHTS } from "./rights.ts";

/** What the bot asks for in a server that it is added to. */
const BOT_RIGHTS =
  RIGHTS.react |
  RIGHTS.view |
  RIGHTS.send |
  RIGHTS.embed |
  RIGHTS.attach |
  RIGHTS.history |
  RIGHTS.createThreads |
  RIGHTS.sendInThreads;

export const oauth: OAuth = {
  authorizationUrl: "https://discord.com/oauth2/authorize",
  tokenUrl: "https://discord.com/api/oauth2/token",
  revocationUrl: "https://discord.com/api/oauth2/token/revoke",
  // Revoking one token ends every token of that person with this app.
  revokeReach: "identity",
  pkce: true,
  clientAuth: "basic",
  identityScopes: ["identify"],
  // Read by Discord where the scope `bot` is asked for, and ignored otherwise.
  authorizationParams: { permissions: String(BOT_RIGHTS) },
};
