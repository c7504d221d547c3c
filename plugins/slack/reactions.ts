// Endpoints of Slack's emoji reactions and pinned messages.
import { deleted, endpoint, many, maybeNumber, maybeText, one, pages, resource, shapes, t } from "gateway/plugin";
import { messageRefFields, rawMessage, reactionShape, toMessageRef, toReaction } from "./message.ts";
import { channelId, isoFromSeconds, messageTs, method, readMethod, timeOrNull } from "./web-api.ts";

const emoji = t.String({
  pattern: "^:?[^\\s:]{1,100}(::skin-tone-[2-6])?:?$",
  description: "Name of the emoji, such as thumbsup, with or without colons.",
});
const withoutColons = (name: string) => name.replace(/^:|:$/g, "");
const target = { channel: channelId(), ts: messageTs() };
const targetShape = { channel_id: t.String(), ts: t.String() };

const reacted = resource({
  raw: t.Object({}),
  shape: t.Object({ ...targetShape, name: t.String() }),
  map: (_, { body }) => ({
    channel_id: String(body.channel),
    ts: String(body.ts),
    name: withoutColons(String(body.name)),
  }),
});
const reactions = resource({
  raw: t.Object({ reactions: rawMessage.properties.reactions }),
  shape: t.Object({ ...targetShape, reactions: t.Array(reactionShape) }),
  map: (raw, { query }) => ({
    channel_id: String(query.channel),
    ts: String(query.ts),
    reactions: (raw.reactions ?? []).map(toReaction),
  }),
});
const pinned = resource({
  raw: t.Object({}),
  shape: t.Object(targetShape),
  map: (_, { body }) => ({ channel_id: String(body.channel), ts: String(body.ts) }),
});
/** A pinned message; lists skip pinned files. */
const pin = resource({
  raw: t.Object({
    created: maybeNumber,
    created_by: maybeText,
    message: t.Optional(t.Object({ ...rawMessage.properties, permalink: maybeText })),
  }),
  shape: t.Object({
    ...messageRefFields,
    permalink: shapes.nullableText(),
    pinned_by: shapes.nullableText("User id."),
    pinned_at: timeOrNull("When it was pinned."),
  }),
  map: (raw, { query }) => {
    if (!raw.message) return null;
    return {
      ...toMessageRef(raw.message, String(query.channel)),
      permalink: raw.message.permalink ?? null,
      pinned_by: raw.created_by ?? null,
      pinned_at: isoFromSeconds(raw.created),
    };
  },
});

export const reactionEndpoints = {
  add_reaction: endpoint({
    method: "POST",
    idempotent: true,
    recipients: ["channel"],
    reaches: true,
    path: "/reactions",
    permission: "reactions.write",
    description: "Add an emoji reaction to a Slack message. If the app has already added it, the call succeeds.",
    keywords: ["react", "like", "thumbs up", "emoticon", "acknowledge"],
    body: t.Object({ ...target, name: emoji }),
    upstream: ({ body }) =>
      method("reactions.add", { channel: body.channel, timestamp: body.ts, name: withoutColons(body.name) }),
    returns: one(reacted),
  }),
  remove_reaction: endpoint({
    method: "DELETE",
    path: "/reactions",
    permission: "reactions.write",
    reaches: false,
    description: "Remove the app's emoji reaction from a Slack message. If it is not there, the call succeeds.",
    keywords: ["unreact", "unlike", "take back", "delete", "emoticon"],
    query: t.Object({ ...target, name: emoji }),
    upstream: ({ query }) =>
      method("reactions.remove", { channel: query.channel, timestamp: query.ts, name: withoutColons(query.name) }),
    returns: deleted(),
  }),
  get_reactions: endpoint({
    method: "GET",
    path: "/reactions",
    permission: "reactions.read",
    description: "Get the emoji reactions on a Slack message and who gave them.",
    keywords: ["likes", "list", "who reacted", "votes", "emoticons"],
    query: t.Object(target),
    upstream: ({ query }) => readMethod("reactions.get", { channel: query.channel, timestamp: query.ts, full: true }),
    returns: one(reactions, { at: "message" }),
  }),
  list_pins: endpoint({
    method: "GET",
    path: "/pins",
    permission: "pins.read",
    description: "List the pinned messages of a Slack channel.",
    keywords: ["pinned", "important", "bookmarked", "saved"],
    query: t.Object({ channel: channelId() }),
    upstream: ({ query }) => readMethod("pins.list", { channel: query.channel }),
    returns: many("pins", pin, { at: "items", pagination: pages.whole() }),
  }),
  pin_message: endpoint({
    method: "POST",
    idempotent: true,
    recipients: ["channel"],
    reaches: true,
    path: "/pins",
    permission: "pins.write",
    description: "Pin a message in its Slack channel. If it is already pinned, the call succeeds.",
    keywords: ["add pin", "bookmark", "keep", "important"],
    body: t.Object(target),
    upstream: ({ body }) => method("pins.add", { channel: body.channel, timestamp: body.ts }),
    returns: one(pinned),
  }),
  unpin_message: endpoint({
    method: "DELETE",
    path: "/pins",
    permission: "pins.write",
    reaches: false,
    description: "Unpin a message in its Slack channel. If it is not pinned, the call succeeds.",
    keywords: ["remove pin", "delete pin", "unbookmark"],
    query: t.Object(target),
    upstream: ({ query }) => method("pins.remove", { channel: query.channel, timestamp: query.ts }),
    returns: deleted(),
  }),
};
