// Direct messages: list those of the last 30 days, without encrypted chats, and send one.
import { endpoint, many, one, path, resource, shapes, t } from "gateway/plugin";
import { joined, MESSAGE_FIELDS } from "./expansions.ts";
import { authorShape, mediaShape, plainText, toAuthor, toMedia, xId } from "./fields.ts";
import { cursorPagination, readPage } from "./pagination.ts";

const messagePagination = cursorPagination(1);

const message = resource({
  raw: t.Object({
    id: t.String(),
    text: t.Optional(t.String()),
    sender_id: t.String(),
    dm_conversation_id: t.String(),
    created_at: t.String({ format: "date-time" }),
    ...joined,
  }),
  shape: t.Object({ ...shapes.chatMessage, sender: authorShape, media: mediaShape }),
  map: (raw) => ({
    id: raw.id,
    channel_id: raw.dm_conversation_id,
    user_id: raw.sender_id,
    sender: toAuthor(raw.author),
    text: raw.text ?? "",
    plain_text: plainText(raw.text ?? ""),
    media: toMedia(raw.media),
    edited_at: null,
    created_at: raw.created_at,
  }),
});

const sentMessage = resource({
  raw: t.Object({ dm_event_id: t.String(), dm_conversation_id: t.String() }),
  shape: t.Object({ id: t.String(), channel_id: t.String({ description: "Id of the conversation." }) }),
  map: (raw) => ({ id: raw.dm_event_id, channel_id: raw.dm_conversation_id }),
});

export const messageEndpoints = {
  list_messages: endpoint({
    method: "GET",
    path: "/dms",
    permission: "dms.read",
    description: "List the direct messages of the connected user on X (Twitter DMs) of the last 30 days, newest first.",
    keywords: ["DM", "inbox", "private messages", "chat", "conversation"],
    query: t.Object({
      user_id: t.Optional(xId("Only the conversation with this person; twitter_get_user returns the id.")),
    }),
    run: ({ query, page }, upstream) => {
      const eventsPath = query.user_id ? path`/dm_conversations/with/${query.user_id}/dm_events` : path`/dm_events`;
      return readPage(upstream, page, { path: eventsPath, query: MESSAGE_FIELDS }, messagePagination);
    },
    returns: many("messages", message, { at: "data", pagination: messagePagination }),
  }),
  send_message: endpoint({
    method: "POST",
    recipients: ["user_id"],
    reaches: true,
    path: "/dms",
    permission: "dms.write",
    description: "Send a direct message on X (a Twitter DM) to one person.",
    keywords: ["DM", "private message", "write to", "contact"],
    body: t.Object({
      user_id: xId("Id of the recipient, from twitter_get_user."),
      text: t.String({ minLength: 1, maxLength: 10_000, description: "Text." }),
    }),
    upstream: ({ body }) => ({
      path: path`/dm_conversations/with/${body.user_id}/messages`,
      json: { text: body.text },
    }),
    returns: one(sentMessage, { at: "data" }),
  }),
};
