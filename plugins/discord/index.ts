// Discord: servers, channels, threads, messages and events over its HTTP API, version 10 (discord.com/developers/docs).
import { defineProvider, maybe, resource, t } from "gateway/plugin";
import { channelEndpoints } from "./channels.ts";
import { eventEndpoints } from "./events.ts";
import { readFailure } from "./failure.ts";
import { guildEndpoints } from "./guilds.ts";
import { messageEndpoints } from "./messages.ts";
import { oauth } from "./oauth.ts";
import { personEndpoints } from "./person.ts";
import { searchEndpoints } from "./search.ts";
import { sources } from "./sources.ts";
import { translations } from "./translations.ts";
import { webhook } from "./webhook.ts";

/** The bot's calls need the person's roles to be authorized. */
const MEMBERSHIP = "guilds.members.read";

export default defineProvider({
  id: "discord",
  name: "Discord",
  docs: "https://discord.com/developers/docs",
  baseUrl: "https://discord.com/api/v10",
  // Discord's edge refuses other user agents: discord.com/developers/docs/reference#user-agent.
  headers: { "user-agent": "DiscordBot (https://discord.com/developers/docs, 0.1) integration-gateway" },
  bot: { scheme: "Bot" },
  auth: { oauth2: oauth },
  services: {
    guilds: {
      read: { scopes: ["guilds"], description: "List the servers that the person is a member of." },
      details: { scopes: [MEMBERSHIP], description: "Read the details of those servers." },
    },
    channels: {
      read: { scopes: [MEMBERSHIP], description: "See the channels and threads that the person can see." },
    },
    messages: {
      read: { scopes: [MEMBERSHIP], description: "Read messages that the person may read." },
      write: { scopes: [MEMBERSHIP], description: "Send messages, threads and reactions as the app's bot." },
      // Editing and deleting need a person who added the bot, which requires Manage Server.
      manage: {
        scopes: [MEMBERSHIP, "bot"],
        description: "Edit the bot's messages and delete messages, if the person has the right to.",
      },
    },
    events: {
      read: { scopes: [MEMBERSHIP], description: "See the scheduled events that the person can see." },
      write: { scopes: [MEMBERSHIP], description: "Schedule and cancel events, if the person has the right to." },
    },
    // `identityScopes` are enough.
    profile: { read: { scopes: [], description: "Read the connected person's name and picture." } },
    members: { read: { scopes: [MEMBERSHIP], description: "See the members and roles of the person's servers." } },
  },
  keywords: {
    guilds: ["servers", "communities"],
    channels: ["rooms", "forums", "threads"],
    messages: ["chat", "posts", "conversation"],
    members: ["people", "users", "roles"],
    events: ["scheduled events", "happenings"],
  },
  translations,
  identity: {
    upstream: "/users/@me",
    resource: resource({
      raw: t.Object({ id: t.String(), username: t.String(), global_name: maybe(t.String()) }),
      shape: t.Object({ id: t.String(), name: t.String() }),
      map: (raw) => ({ id: raw.id, name: raw.global_name ?? raw.username }),
    }),
  },
  failure: readFailure,
  webhook,
  sources,
  endpoints: {
    ...guildEndpoints,
    ...channelEndpoints,
    ...messageEndpoints,
    ...searchEndpoints,
    ...eventEndpoints,
    ...personEndpoints,
  },
});
