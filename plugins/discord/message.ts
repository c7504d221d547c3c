// A Discord message, in the one shape of every endpoint.
import { field, maybe, record, resource, type Static, shapes, t, textAt, valueAt } from "gateway/plugin";
import { utc } from "./ids.ts";
import { readMessage } from "./layout.ts";
import { pictureUrl } from "./picture-url.ts";

const rawUser = t.Object({
  id: t.String(),
  username: t.String(),
  global_name: maybe(t.String()),
  avatar: maybe(t.String()),
  bot: maybe(t.Boolean()),
});
const attachment = record({
  id: field.text(),
  filename: field.text(),
  mime_type: field.nullableText({ from: "content_type" }),
  size: field.nullableInteger({ description: "Size in bytes." }),
  url: field.text({
    description: "Download URL; expires after about a day, so read the message again for a new one.",
  }),
});
const embed = record({ title: field.nullableText(), description: field.nullableText(), url: field.nullableText() });
const reaction = record({
  emoji: field.of({
    raw: t.Object({ id: maybe(t.String()), name: maybe(t.String()) }),
    shape: t.String({ description: "An emoji, or name:id of a custom emoji." }),
    map: ({ id, name }) => (id ? `${name ?? ""}:${id}` : (name ?? "")),
  }),
  count: field.integer(),
});
export const rawMessage = t.Object({
  id: t.String(),
  channel_id: t.String(),
  /** Added by the plugin: Discord's responses omit it. */
  guild_id: t.String(),
  author: rawUser,
  webhook_id: maybe(t.String()),
  content: t.String(),
  timestamp: t.String({ format: "date-time" }),
  edited_timestamp: maybe(t.String()),
  type: t.Integer(),
  pinned: maybe(t.Boolean()),
  mentions: maybe(t.Array(rawUser)),
  attachments: maybe(t.Array(attachment.raw)),
  embeds: maybe(t.Array(embed.raw)),
  reactions: maybe(t.Array(reaction.raw)),
  message_reference: maybe(t.Object({ type: maybe(t.Integer()), message_id: maybe(t.String()) })),
  thread: maybe(t.Object({ id: t.String() })),
  components: maybe(t.Array(t.Unknown())),
  sticker_items: maybe(t.Array(t.Unknown())),
  message_snapshots: maybe(t.Array(t.Unknown())),
  poll: maybe(t.Unknown()),
});
type RawMessage = Static<typeof rawMessage>;

export const messageFields = {
  ...shapes.chatMessage,
  guild_id: t.String({ description: "Id of the server." }),
  author: t.Object({
    id: t.String(),
    name: t.String({ description: "Display name." }),
    username: t.String(),
    avatar_url: shapes.nullableText(),
    is_bot: t.Boolean(),
  }),
  type: t.String({ description: "message, reply, command, or what Discord itself reports, such as member_joined." }),
  is_pinned: t.Boolean(),
  has_other_content: t.Boolean({
    description: "Whether it also holds what plain_text has no words for, such as a picture, a video or a file.",
  }),
  is_content_hidden: t.Boolean({
    description: "Whether Discord hides the text from the app, which lacks the Message Content intent.",
  }),
  attachments: t.Array(attachment.shape),
  embeds: t.Array(embed.shape),
  reactions: t.Array(reaction.shape),
  reply_to_id: shapes.nullableText("Id of the message that this one replies to."),
  thread_id: shapes.nullableText("Id of the thread that starts from this message."),
  url: t.String({ description: "URL to open in Discord." }),
};

/** discord.com/developers/docs/resources/message#message-object-message-types */
const TYPES: Record<number, string> = {
  0: "message",
  6: "pinned_a_message",
  7: "member_joined",
  18: "thread_created",
  19: "reply",
  20: "command",
  21: "thread_start",
  23: "command",
  46: "poll_result",
};

const FORWARD = 1;

export function toMessage(raw: RawMessage) {
  const { author } = raw;
  const { plainText, hasOther } = readMessage(raw, namesIn(raw));
  const isForward = raw.message_reference?.type === FORWARD;
  return {
    id: raw.id,
    channel_id: raw.channel_id,
    guild_id: raw.guild_id,
    user_id: raw.webhook_id ? null : author.id,
    author: {
      id: author.id,
      name: author.global_name ?? author.username,
      username: author.username,
      avatar_url: pictureUrl("avatars", author.id, author.avatar),
      is_bot: author.bot === true || Boolean(raw.webhook_id),
    },
    text: raw.content,
    plain_text: plainText,
    type: TYPES[raw.type] ?? `type_${raw.type}`,
    is_pinned: raw.pinned === true,
    has_other_content: hasOther,
    is_content_hidden: isHidden(raw),
    attachments: (raw.attachments ?? []).map((one) => attachment.map(one)),
    embeds: (raw.embeds ?? []).map((one) => embed.map(one)),
    reactions: (raw.reactions ?? []).map((one) => reaction.map(one)),
    reply_to_id: isForward ? null : (raw.message_reference?.message_id ?? null),
    thread_id: raw.thread?.id ?? null,
    url: `https://discord.com/channels/${raw.guild_id}/${raw.channel_id}/${raw.id}`,
    edited_at: utc(raw.edited_timestamp),
    created_at: utc(raw.timestamp) ?? raw.timestamp,
  };
}

/** The names of the people whom the message or a forwarded one mentions, by id. */
function namesIn({ mentions, message_snapshots }: RawMessage): ReadonlyMap<string, string> {
  const forwarded = (message_snapshots ?? []).flatMap((snapshot) => valueAt(snapshot, "message.mentions") ?? []);
  const people = [...forwarded, ...(mentions ?? [])];
  return new Map(
    people.map((user) => [textAt(user, "id") ?? "", textAt(user, "global_name") ?? textAt(user, "username") ?? "user"]),
  );
}

const [DEFAULT, REPLY] = [0, 19];
const PARTS = ["content", "attachments", "embeds", "components", "sticker_items", "poll"];

/** Whether Discord hid the content: what a person writes or forwards is never entirely empty. */
function isHidden(raw: RawMessage): boolean {
  if (raw.type !== DEFAULT && raw.type !== REPLY) return false;
  const messages = [raw, ...(raw.message_snapshots ?? []).map((snapshot) => valueAt(snapshot, "message"))];
  return messages.every((one) => PARTS.every((part) => isEmpty(valueAt(one, part))));
}

const isEmpty = (part: unknown) => !part || (Array.isArray(part) && part.length === 0);

export const message = resource({ raw: rawMessage, shape: t.Object(messageFields), map: toMessage });

export const pinnedMessage = resource({
  raw: t.Object({ pinned_at: t.String(), ...rawMessage.properties }),
  shape: t.Object({ ...messageFields, pinned_at: shapes.nullableTime() }),
  map: (raw) => ({ ...toMessage(raw), pinned_at: utc(raw.pinned_at) }),
});
