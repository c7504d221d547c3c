// Endpoints of Slack direct messages with one person or several.
import { endpoint, many, one, resource, t } from "gateway/plugin";
import { channel } from "./channel.ts";
import { listConversations } from "./channels.ts";
import { teamField } from "./teams.ts";
import { byCursor, method, userId } from "./web-api.ts";

const opened = resource({
  raw: t.Object({ channel: t.Object({ id: t.String() }), already_open: t.Optional(t.Boolean()) }),
  shape: t.Object({
    channel_id: t.String({ description: "Channel id, for slack_send_message and slack_list_messages." }),
    was_open: t.Boolean({ description: "Whether the conversation was open before." }),
  }),
  map: (raw) => ({ channel_id: raw.channel.id, was_open: raw.already_open ?? false }),
});

export const dmEndpoints = {
  list_dms: endpoint({
    method: "GET",
    path: "/dm",
    permission: "dms.read",
    description: "List the direct messages (DMs) of the Slack app: conversations with one person and with several.",
    keywords: ["private messages", "PM", "inbox", "chats", "group DM"],
    query: t.Object(teamField),
    run: (call, upstream) => listConversations(call, upstream, "im,mpim"),
    returns: many("channels", channel, { at: "channels", pagination: byCursor }),
  }),
  open_dm: endpoint({
    method: "POST",
    idempotent: true,
    reaches: false,
    path: "/dm",
    permission: "dms.write",
    description: "Open a direct message (DM) with one Slack user, or a group DM with up to 8, and get its channel id.",
    keywords: ["private message", "PM", "start", "chat with", "conversation", "talk to"],
    body: t.Object({
      user_ids: t.Array(userId(), {
        minItems: 1,
        maxItems: 8,
        description: "Ids of the other users, from slack_list_users.",
      }),
    }),
    upstream: ({ body }) => method("conversations.open", { users: body.user_ids.join(",") }),
    returns: one(opened),
  }),
};
