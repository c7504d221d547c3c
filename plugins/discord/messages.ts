// Endpoints of Discord's messages: read, send, edit and delete; reactions and pins.
import {
  deleted,
  endpoint,
  InvalidInput,
  many,
  one,
  path,
  resource,
  t,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";
import { POSTS_ONLY } from "./channels.ts";
import { asBot, authorizeChannel, type ChannelAccess } from "./guard.ts";
import { channelParam, idOfMoment, messageParam, moment, snowflake } from "./ids.ts";
import { message, pinnedMessage } from "./message.ts";
import { contentFields, embed, messageBody, rightsToEdit, rightsToSend } from "./message-body.ts";
import { pageResponse, pluginPages } from "./paging.ts";

/** Adds the server, which Discord's responses omit. */
export const withGuildId = (access: ChannelAccess, json: unknown) => ({
  ...(json as object),
  guild_id: access.server.guildId,
});

export function assertHoldsMessages({ type }: ChannelAccess): void {
  if (POSTS_ONLY.includes(type))
    throw new InvalidInput("A forum has posts: use discord_list_threads and discord_create_thread.");
}

const [MAX_MESSAGES, MAX_PINS] = [100, 50];

const idOf = (item: unknown) => String(valueAt(item, "id"));
/** Compares ids, 64-bit numbers in decimal. */
const isAfter = (id: string, other: string) => /^[0-9]+$/.test(id) && BigInt(id) > BigInt(other);

/** A page of messages, newest first; the page that reaches `after` is the last. */
function messagePage(
  res: UpstreamResponse,
  access: ChannelAccess,
  limit: number,
  after: string | undefined,
): UpstreamResponse {
  if (!Array.isArray(res.json)) return pageResponse(res, null);
  const list: unknown[] = res.json;
  const fresh = after === undefined ? list : list.filter((item) => isAfter(idOf(item), after));
  const isLast = list.length < limit || fresh.length < list.length;
  return pageResponse(
    res,
    fresh.map((item) => withGuildId(access, item)),
    isLast ? null : idOf(list.at(-1)),
  );
}

/** Discord's response is empty, so the result repeats the call's input. */
const reacted = resource({
  raw: t.Null(),
  shape: t.Object({ channel_id: t.String(), message_id: t.String(), emoji: t.String() }),
  map: (_, { params, body }) => ({
    channel_id: params.id ?? "",
    message_id: params.message_id ?? "",
    emoji: String(body.emoji),
  }),
});

export const messageEndpoints = {
  list_messages: endpoint({
    method: "GET",
    path: "/channels/{id}/messages",
    permission: "messages.read",
    description: "Read the messages of a Discord channel or thread, newest first.",
    keywords: ["chat", "history", "conversation", "posts", "latest", "recent", "catch up"],
    credential: "bot",
    params: { id: channelParam },
    query: t.Object({
      since: t.Optional({ ...moment("Only messages after this."), previousNames: ["after"] }),
      until: t.Optional({ ...moment("Only messages before this."), previousNames: ["before"] }),
    }),
    run: async (call, upstream) => {
      const access = await authorizeChannel(call, upstream, ["history"]);
      assertHoldsMessages(access);
      const limit = Math.min(call.page.limit, MAX_MESSAGES);
      const before = call.page.position ?? idOfMoment(call.query.until);
      const res = await asBot(upstream, { path: path`/channels/${call.params.id}/messages`, query: { limit, before } });
      return messagePage(res, access, limit, idOfMoment(call.query.since));
    },
    returns: many("messages", message, { at: "items", pagination: pluginPages(MAX_MESSAGES) }),
  }),
  get_message: endpoint({
    method: "GET",
    path: "/channels/{id}/messages/{message_id}",
    permission: "messages.read",
    description: "Read one message of a Discord channel or thread, with its attachments and reactions.",
    keywords: ["chat", "post", "open", "attachments", "files"],
    credential: "bot",
    params: { id: channelParam, message_id: messageParam },
    run: async (call, upstream) => {
      const access = await authorizeChannel(call, upstream, ["history"]);
      const { id, message_id } = call.params;
      const res = await asBot(upstream, { path: path`/channels/${id}/messages/${message_id}` });
      return { ...res, json: withGuildId(access, res.json) };
    },
    returns: one(message),
  }),
  send_message: endpoint({
    method: "POST",
    recipients: ["id"],
    reaches: true,
    path: "/channels/{id}/messages",
    permission: "messages.write",
    description:
      "Send (post) a message to a Discord channel or thread, or reply to one. It appears as the app's bot. " +
      "Send content, embeds or both.",
    keywords: ["chat", "write", "say", "tell everyone", "notify", "announce", "ping", "answer", "server"],
    credential: "bot",
    params: { id: channelParam },
    body: t.Object({
      ...contentFields,
      reply_to_id: t.Optional(snowflake("Id of the message in the same channel to reply to.")),
      silent: t.Optional(t.Boolean({ description: "Send no sound or push notification." })),
    }),
    run: async (call, upstream) => {
      const { body, params } = call;
      if (!body.content && !body.embeds) throw new InvalidInput("A message needs content or embeds.");
      const access = await authorizeChannel(call, upstream, rightsToSend(body));
      assertHoldsMessages(access);
      const req = { method: "POST" as const, path: path`/channels/${params.id}/messages`, json: messageBody(body) };
      const res = await asBot(upstream, req);
      return { ...res, json: withGuildId(access, res.json) };
    },
    returns: one(message),
  }),
  edit_message: endpoint({
    method: "PATCH",
    idempotent: true,
    recipients: ["id"],
    reaches: true,
    path: "/channels/{id}/messages/{message_id}",
    permission: "messages.manage",
    description:
      "Edit a message that the app's bot has sent to a Discord channel or thread, for people who may manage messages there.",
    keywords: ["change", "correct", "fix", "rewrite", "update", "post"],
    credential: "bot",
    params: { id: channelParam, message_id: messageParam },
    body: t.Object({
      ...contentFields,
      embeds: t.Optional(
        t.Array(embed, {
          maxItems: 10,
          description: "New cards, which replace all existing ones; an empty list removes them.",
        }),
      ),
    }),
    run: async (call, upstream) => {
      const { body } = call;
      if (!body.content && !body.embeds) throw new InvalidInput("Send content, embeds or both.");
      const access = await authorizeChannel(call, upstream, rightsToEdit(body));
      const { id, message_id } = call.params;
      const req = {
        method: "PATCH" as const,
        path: path`/channels/${id}/messages/${message_id}`,
        json: messageBody(body),
      };
      const res = await asBot(upstream, req);
      return { ...res, json: withGuildId(access, res.json) };
    },
    returns: one(message),
  }),
  delete_message: endpoint({
    method: "DELETE",
    reaches: false,
    path: "/channels/{id}/messages/{message_id}",
    permission: "messages.manage",
    description:
      "Delete a message of a Discord channel or thread, for people who may manage messages there. " +
      "For messages of others, the app's bot needs this permission too.",
    keywords: ["remove", "moderate", "retract", "unsend", "post"],
    credential: "bot",
    params: { id: channelParam, message_id: messageParam },
    run: async (call, upstream) => {
      await authorizeChannel(call, upstream, ["manageMessages"]);
      const { id, message_id } = call.params;
      return asBot(upstream, { method: "DELETE", path: path`/channels/${id}/messages/${message_id}` });
    },
    returns: deleted(),
  }),
  add_reaction: endpoint({
    method: "POST",
    idempotent: true,
    reaches: true,
    path: "/channels/{id}/messages/{message_id}/reactions",
    permission: "messages.write",
    description: "React with an emoji to a Discord message, as the app's bot.",
    keywords: ["emoji", "like", "thumbs up", "acknowledge"],
    credential: "bot",
    params: { id: channelParam, message_id: messageParam },
    body: t.Object({
      emoji: t.String({
        minLength: 1,
        maxLength: 64,
        pattern: "^[^\\s\\u0000-\\u001f\\\\]+$",
        description: "An emoji, or name:id of a custom emoji of the server.",
      }),
    }),
    run: async (call, upstream) => {
      await authorizeChannel(call, upstream, ["history", "react"]);
      const { id, message_id } = call.params;
      const reaction = path`/channels/${id}/messages/${message_id}/reactions/${call.body.emoji}/@me`;
      return asBot(upstream, { method: "PUT", path: reaction });
    },
    returns: one(reacted),
  }),
  list_pins: endpoint({
    method: "GET",
    path: "/channels/{id}/pins",
    permission: "messages.read",
    description: "List the pinned messages of a Discord channel or thread, last pinned first.",
    keywords: ["pins", "important", "kept", "sticky"],
    credential: "bot",
    params: { id: channelParam },
    run: async (call, upstream) => {
      const access = await authorizeChannel(call, upstream, ["history"]);
      const query = { limit: Math.min(call.page.limit, MAX_PINS), before: call.page.position ?? undefined };
      const res = await asBot(upstream, { path: path`/channels/${call.params.id}/messages/pins`, query });
      const items = valueAt(res.json, "items");
      if (!Array.isArray(items)) return pageResponse(res, null);
      const pins = items.map((item) => ({
        ...withGuildId(access, valueAt(item, "message")),
        pinned_at: valueAt(item, "pinned_at"),
      }));
      const last = valueAt(items.at(-1), "pinned_at");
      return pageResponse(res, pins, valueAt(res.json, "has_more") === true && typeof last === "string" ? last : null);
    },
    returns: many("messages", pinnedMessage, { at: "items", pagination: pluginPages(MAX_PINS) }),
  }),
};
