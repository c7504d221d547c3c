// Slack: channels, messages, reactions, pins, files, people and search over the Web API (docs.slack.dev/apis/web-api).
import { defineProvider, maybeText, resource, t } from "gateway/plugin";
import { channelEndpoints } from "./channels.ts";
import { dmEndpoints } from "./dms.ts";
import { readFailure } from "./failure.ts";
import { fileEndpoints } from "./files.ts";
import { messageEndpoints } from "./messages.ts";
import { oauth } from "./oauth.ts";
import { reactionEndpoints } from "./reactions.ts";
import { scheduledEndpoints } from "./scheduled.ts";
import { searchEndpoints } from "./search.ts";
import { translations } from "./translations.ts";
import { userEndpoints } from "./users.ts";
import { webhook } from "./webhook.ts";

export default defineProvider({
  id: "slack",
  name: "Slack",
  docs: "https://docs.slack.dev/reference/methods",
  mark: {
    path: "M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-8l-6 5v-5H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2zM7 8.5a1.5 1.5 0 1 0 0 3.0a1.5 1.5 0 1 0 0-3.0zM12 8.5a1.5 1.5 0 1 0 0 3.0a1.5 1.5 0 1 0 0-3.0zM17 8.5a1.5 1.5 0 1 0 0 3.0a1.5 1.5 0 1 0 0-3.0z",
    color: "#475569",
  },
  baseUrl: { default: "https://slack.com/api", content: "https://files.slack.com" },
  // Every method takes its arguments in a GET as well (docs.slack.dev/apis/web-api).
  getWrites: true,
  auth: { oauth2: oauth },
  // Slack checks one scope for each kind of conversation. A permission requests only the scope of public channels, so that
  // it stays enabled without the others; private channels and direct messages are services of their own. A call that lacks
  // a scope fails with Slack's missing_scope.
  services: {
    channels: {
      read: { scopes: ["channels:read"], description: "List and read channels." },
      join: { scopes: ["channels:join"], description: "Join public channels as the app." },
      manage: {
        scopes: ["channels:manage", "groups:write"],
        description: "Create and archive channels, invite people, set topics.",
      },
    },
    private_channels: {
      read: {
        scopes: ["groups:read", "groups:history"],
        description: "See private channels that the app was invited to, and read their messages.",
      },
    },
    messages: {
      read: { scopes: ["channels:history"], description: "Read messages and threads of channels the app is in." },
      write: { scopes: ["chat:write"], description: "Send, schedule, edit and delete messages as the app." },
    },
    dms: {
      read: {
        scopes: ["im:read", "im:history", "mpim:read", "mpim:history"],
        description: "See the app's direct messages and read them.",
      },
      write: { scopes: ["im:write", "mpim:write"], description: "Open direct messages with people." },
    },
    reactions: {
      read: { scopes: ["reactions:read"], description: "See emoji reactions." },
      write: { scopes: ["reactions:write"], description: "Add and remove the app's emoji reactions." },
    },
    pins: {
      read: { scopes: ["pins:read"], description: "See pinned messages." },
      write: { scopes: ["pins:write"], description: "Pin and unpin messages." },
    },
    files: {
      read: { scopes: ["files:read"], description: "List, read and download files of conversations the app is in." },
      write: { scopes: ["files:write"], description: "Upload files, and share them as the app." },
    },
    users: {
      read: { scopes: ["users:read"], description: "List the people of the workspace." },
      // Slack requires users:read beside users:read.email.
      read_email: {
        scopes: ["users:read", "users:read.email"],
        description: "See email addresses, find people by them.",
      },
      profile: { scopes: ["users.profile:read"], description: "Read profiles." },
    },
    team: { read: { scopes: ["team:read"], description: "Read the workspace's name, domain and icon." } },
    // search.messages needs a user token.
    search: {
      read: { scopes: ["user:search:read"], description: "Search messages as the connected user." },
    },
  },
  keywords: {
    channels: ["rooms", "groups", "chat"],
    private_channels: ["rooms", "groups"],
    messages: ["chat", "posts", "conversation", "thread"],
    dms: ["direct message", "DM", "private message"],
    reactions: ["emoji", "emoticon", "likes"],
    pins: ["pinned"],
    files: ["documents"],
    users: ["people", "members", "colleagues"],
    team: ["workspace", "organisation"],
    search: ["find"],
  },
  translations,
  identity: {
    upstream: "/auth.test",
    method: "POST",
    resource: resource({
      raw: t.Object({
        user_id: t.String(),
        user: maybeText,
        team_id: maybeText,
        team: maybeText,
        enterprise_id: maybeText,
      }),
      shape: t.Object({
        id: t.String(),
        name: t.String(),
        workspace: t.Object({ id: t.String(), name: t.String() }),
      }),
      // A user's id is unique within its workspace; an organization-wide install has no workspace, only the organization.
      map: (raw) => {
        const workspace = raw.team_id ?? raw.enterprise_id ?? "";
        const name = raw.team ?? workspace;
        return { id: `${workspace}:${raw.user_id}`, name: raw.user ?? raw.user_id, workspace: { id: workspace, name } };
      },
    }),
  },
  failure: readFailure,
  webhook,
  endpoints: {
    ...channelEndpoints,
    ...messageEndpoints,
    ...scheduledEndpoints,
    ...dmEndpoints,
    ...reactionEndpoints,
    ...fileEndpoints,
    ...userEndpoints,
    ...searchEndpoints,
  },
});
