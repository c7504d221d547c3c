// A Slack message, in the one shape of every endpoint.
import { maybe, maybeNumber, maybeText, nullable, resource, type Static, shapes, t } from "gateway/plugin";
import { readMessage } from "./layout.ts";
import { isoFromTs, rawTs } from "./web-api.ts";

const rawReaction = t.Object({ name: t.String(), count: t.Integer(), users: t.Optional(t.Array(t.String())) });
const rawFile = t.Object({
  id: t.String(),
  name: maybeText,
  mimetype: maybeText,
  size: maybeNumber,
  url_private: maybeText,
  permalink: maybeText,
});
const messageFields = {
  text: maybeText,
  user: maybeText,
  bot_id: maybeText,
  username: maybeText,
  subtype: maybeText,
  thread_ts: maybeText,
  reply_count: maybeNumber,
  reactions: t.Optional(t.Array(rawReaction)),
  files: t.Optional(t.Array(rawFile)),
  edited: maybe(t.Object({ ts: rawTs })),
  attachments: t.Optional(t.Unknown()),
  blocks: t.Optional(t.Unknown()),
};
export const rawMessage = t.Object({ ts: rawTs, ...messageFields });

export const reactionShape = t.Object({
  name: t.String({ description: "Name of the emoji, without colons." }),
  count: t.Integer(),
  user_ids: t.Array(t.String(), { description: "User ids of those who reacted; Slack may leave out some." }),
});
const fileShape = t.Object({
  id: t.String(),
  name: shapes.nullableText(),
  mime_type: shapes.nullableText(),
  size: nullable(t.Number(), "Bytes."),
  url_private: shapes.nullableText(
    "URL of the content, which requires Slack credentials; slack_download_file returns the content.",
  ),
  permalink: shapes.nullableText(),
});
/** `id` equals `ts`, Slack's own name for it. */
export const messageRefFields = {
  ...shapes.chatMessage,
  ts: t.String(),
  has_other_content: t.Boolean({
    description: "Whether it also holds what plain_text has no words for, such as a picture, a video or a file.",
  }),
};
export const messageShape = t.Object({
  ...messageRefFields,
  bot_id: shapes.nullableText(),
  username: shapes.nullableText("Name under which an app has posted; null for others."),
  subtype: shapes.nullableText(
    "Slack's subtype of a system message, such as channel_join; null for messages of people and apps.",
  ),
  thread_ts: shapes.nullableText("The ts (timestamp id) of the thread's first message."),
  is_thread_parent: t.Boolean(),
  reply_count: t.Number(),
  reactions: t.Array(reactionShape),
  files: t.Array(fileShape),
});

/** A message of a list; its channel is in the call's query. */
export const message = resource({
  raw: rawMessage,
  shape: messageShape,
  map: (raw, call) => toMessage(raw, String(call.query.channel)),
});

/** A message of a thread. Slack repeats the thread's first message on every page; later pages skip it. */
export const threadMessage = resource({
  raw: rawMessage,
  shape: messageShape,
  map: (raw, call) =>
    raw.ts === call.params.ts && call.page.position !== null ? null : toMessage(raw, String(call.query.channel)),
});

/** The response to sending or editing; chat.update omits `ts` from its `message`. */
export const sentMessage = resource({
  raw: t.Object({ channel: t.String(), ts: rawTs, text: maybeText, message: t.Optional(t.Object(messageFields)) }),
  shape: messageShape,
  map: (raw) => toMessage({ text: raw.text, ...raw.message, ts: raw.ts }, raw.channel),
});

export function toMessage(raw: Static<typeof rawMessage>, channelId: string): Static<typeof messageShape> {
  const replies = raw.reply_count ?? 0;
  const { plainText, hasOther } = readMessage(raw);
  return {
    id: raw.ts,
    ts: raw.ts,
    channel_id: channelId,
    user_id: raw.user ?? null,
    bot_id: raw.bot_id ?? null,
    username: raw.username ?? null,
    text: raw.text ?? "",
    plain_text: plainText,
    has_other_content: hasOther,
    subtype: raw.subtype ?? null,
    thread_ts: raw.thread_ts ?? null,
    is_thread_parent: raw.thread_ts === raw.ts || replies > 0,
    reply_count: replies,
    reactions: (raw.reactions ?? []).map(toReaction),
    files: (raw.files ?? []).map(toFile),
    edited_at: raw.edited ? isoFromTs(raw.edited.ts) : null,
    created_at: isoFromTs(raw.ts),
  };
}

/** The fields of a message that pins and search results have. */
export function toMessageRef(raw: Static<typeof rawMessage>, channelId: string) {
  const message = toMessage(raw, channelId);
  const { id, ts, channel_id, user_id, text, plain_text, has_other_content, edited_at, created_at } = message;
  return { id, ts, channel_id, user_id, text, plain_text, has_other_content, edited_at, created_at };
}

export function toReaction(raw: Static<typeof rawReaction>): Static<typeof reactionShape> {
  return { name: raw.name, count: raw.count, user_ids: raw.users ?? [] };
}

function toFile(raw: Static<typeof rawFile>): Static<typeof fileShape> {
  return {
    id: raw.id,
    name: raw.name ?? null,
    mime_type: raw.mimetype ?? null,
    size: raw.size ?? null,
    url_private: raw.url_private ?? null,
    permalink: raw.permalink ?? null,
  };
}
