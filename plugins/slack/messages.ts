// Endpoints of Slack messages: read channels and threads, send, edit, delete, link.
import { deleted, endpoint, many, one, resource, t } from "gateway/plugin";
import { message, sentMessage, threadMessage } from "./message.ts";
import { byCursor, channelId, messageTs, method, moment, readMethod, tsFromMoment } from "./web-api.ts";

/** The content of a message; Slack needs text, markdown_text or blocks. */
export const contentFields = {
  text: t.Optional(
    t.String({
      maxLength: 40000,
      description:
        "Text in Slack's markup (*bold*, <@U012AB3CD>, <https://example.com|label>). With blocks, this is the text of the notification.",
    }),
  ),
  markdown_text: t.Optional(
    t.String({ maxLength: 12000, description: "Text in standard Markdown, instead of text and blocks." }),
  ),
  blocks: t.Optional(
    t.Array(
      t.Object({ type: t.String({ description: "Type of block, such as section." }) }, { additionalProperties: true }),
      {
        maxItems: 50,
        description: "Layout as Block Kit blocks: docs.slack.dev/reference/block-kit/blocks.",
      },
    ),
  ),
};
export const threadField = {
  thread_ts: t.Optional(messageTs("The ts of a thread's first message, to reply in that thread.")),
};
export const unfurlFields = {
  unfurl_links: t.Optional(t.Boolean({ description: "Whether links in the text get a preview." })),
  unfurl_media: t.Optional(t.Boolean({ description: "Whether images and videos in the text get a preview." })),
};

/** The content as form fields; a form holds structured values as JSON text. */
export function contentForm(body: { text?: string; markdown_text?: string; blocks?: { type: string }[] }) {
  return {
    text: body.text,
    markdown_text: body.markdown_text,
    blocks: body.blocks && JSON.stringify(body.blocks),
  };
}

const permalink = resource({
  raw: t.Object({ permalink: t.String() }),
  shape: t.Object({
    channel_id: t.String(),
    ts: t.String(),
    permalink: t.String({ description: "URL to open in a browser." }),
  }),
  map: (raw, call) => ({
    channel_id: String(call.query.channel),
    ts: call.params.ts ?? "",
    permalink: raw.permalink,
  }),
});

const period = {
  since: t.Optional({ ...moment("Only messages after this."), previousNames: ["oldest"] }),
  until: t.Optional({ ...moment("Only messages before this."), previousNames: ["latest"] }),
  inclusive: t.Optional(
    t.Boolean({ description: "Whether to include messages exactly at since or until; default false." }),
  ),
};
function periodForm(query: { since?: string; until?: string; inclusive?: boolean }) {
  return { oldest: tsFromMoment(query.since), latest: tsFromMoment(query.until), inclusive: query.inclusive };
}

export const messageEndpoints = {
  list_messages: endpoint({
    method: "GET",
    path: "/messages",
    permission: "messages.read",
    description:
      "List the messages of a Slack channel or conversation, newest first. Replies in threads: slack_list_replies.",
    keywords: ["read", "history", "conversation", "chat", "posts", "latest", "recent", "unread", "catch up"],
    query: t.Object({ channel: channelId(), ...period }),
    upstream: ({ query }) => readMethod("conversations.history", { channel: query.channel, ...periodForm(query) }),
    returns: many("messages", message, { at: "messages", pagination: byCursor }),
  }),
  send_message: endpoint({
    method: "POST",
    recipients: ["channel"],
    reaches: true,
    path: "/messages",
    permission: "messages.write",
    description:
      "Send (post) a message to a Slack channel, a thread or a person. " +
      "Give at least one of text, markdown_text and blocks.",
    keywords: [
      "post",
      "chat",
      "write",
      "say",
      "tell",
      "notify",
      "announce",
      "ping",
      "DM",
      "direct message",
      "reply",
      "answer",
    ],
    body: t.Object({
      channel: t.String({
        pattern: "^[#@]?[^\\s#@,]{1,80}$",
        description:
          "Channel id; a user's id sends a direct message. A channel name such as #general works if Slack can find it.",
      }),
      ...contentFields,
      ...threadField,
      reply_broadcast: t.Optional(
        t.Boolean({ description: "With thread_ts: whether to show the reply in the channel as well." }),
      ),
      mrkdwn: t.Optional(t.Boolean({ description: "false shows the text as it is, without interpreting its markup." })),
      link_names: t.Optional(
        t.Boolean({ description: "Whether to turn @names and #channels in the text into links." }),
      ),
      ...unfurlFields,
    }),
    upstream: ({ body }) =>
      method("chat.postMessage", {
        ...contentForm(body),
        channel: body.channel,
        thread_ts: body.thread_ts,
        reply_broadcast: body.reply_broadcast,
        mrkdwn: body.mrkdwn,
        link_names: body.link_names,
        unfurl_links: body.unfurl_links,
        unfurl_media: body.unfurl_media,
      }),
    returns: one(sentMessage),
  }),
  list_replies: endpoint({
    method: "GET",
    path: "/messages/{ts}/replies",
    permission: "messages.read",
    description: "List a Slack thread: its first message and the replies to it, oldest first.",
    keywords: ["thread", "answers", "responses", "conversation", "discussion", "comments"],
    params: { ts: messageTs("The ts (timestamp id) of the thread's first message.") },
    query: t.Object({ channel: channelId(), ...period }),
    upstream: ({ params, query }) =>
      readMethod("conversations.replies", { channel: query.channel, ts: params.ts, ...periodForm(query) }),
    returns: many("messages", threadMessage, { at: "messages", pagination: byCursor }),
  }),
  update_message: endpoint({
    method: "PATCH",
    idempotent: true,
    recipients: ["channel"],
    reaches: true,
    path: "/messages/{ts}",
    permission: "messages.write",
    description:
      "Edit a Slack message that the app itself has sent. Text without blocks removes the message's old blocks.",
    keywords: ["change", "correct", "fix", "rewrite", "post"],
    params: { ts: messageTs() },
    body: t.Object({ channel: channelId(), ...contentFields }),
    readAs: { channel: "channel_id", markdown_text: "text", blocks: "text" },
    upstream: ({ params, body }) =>
      method("chat.update", { ...contentForm(body), channel: body.channel, ts: params.ts }),
    returns: one(sentMessage),
  }),
  delete_message: endpoint({
    method: "DELETE",
    reaches: false,
    path: "/messages/{ts}",
    permission: "messages.write",
    description: "Delete a Slack message that the app itself has sent.",
    keywords: ["remove", "unsend", "retract", "post"],
    params: { ts: messageTs() },
    query: t.Object({ channel: channelId() }),
    upstream: ({ params, query }) => method("chat.delete", { channel: query.channel, ts: params.ts }),
    returns: deleted(),
  }),
  get_permalink: endpoint({
    method: "GET",
    path: "/messages/{ts}/permalink",
    permission: "messages.read",
    description: "Get the link (URL) of a Slack message, to open or to share it.",
    keywords: ["permalink", "address", "share", "copy link"],
    params: { ts: messageTs() },
    query: t.Object({ channel: channelId() }),
    upstream: ({ params, query }) => readMethod("chat.getPermalink", { channel: query.channel, message_ts: params.ts }),
    returns: one(permalink),
  }),
};
