// Endpoints of Discord's channels and threads.
import {
  checked,
  endpoint,
  field,
  InvalidInput,
  many,
  maybeInteger,
  one,
  oneOf,
  pages,
  path,
  record,
  type Static,
  t,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";
import { allows, asBot, assertRights, authorizeChannel, authorizeServer, isThread, type Server } from "./guard.ts";
import { channelParam, createdAt, guildParam, snowflake } from "./ids.ts";
import { pageResponse } from "./paging.ts";
import { overwritesOf, RIGHTS, type Right, rightsIn } from "./rights.ts";

/** discord.com/developers/docs/resources/channel#channel-object-channel-types */
const TYPES: Record<number, string> = {
  0: "text",
  2: "voice",
  4: "category",
  5: "announcement",
  10: "announcement_thread",
  11: "public_thread",
  12: "private_thread",
  13: "stage",
  14: "directory",
  15: "forum",
  16: "media",
};
const LISTED = ["text", "announcement", "forum", "media", "voice", "stage", "category"] as const;
const [CATEGORY, ANNOUNCEMENT, PUBLIC_THREAD, ANNOUNCEMENT_THREAD] = [4, 5, 11, 10];
/** Types of channels that hold posts, which are threads, and no messages. */
export const POSTS_ONLY: readonly unknown[] = [15, 16];

const channel = record({
  id: field.text(),
  guild_id: field.text({ description: "Id of the server." }),
  name: field.nullableText(),
  type: field.of({
    raw: t.Integer(),
    shape: t.String({ description: `${LISTED.join(", ")}, or a thread's: public_thread, private_thread.` }),
    map: (type) => TYPES[type] ?? `type_${type}`,
  }),
  topic: field.nullableText(),
  position: field.nullableInteger(),
  parent_id: field.nullableText({
    description: "Id of the category that the channel is in, or of the thread's channel.",
  }),
  is_nsfw: field.flag({ from: "nsfw", description: "Whether it is marked as for adults only." }),
  slowmode_seconds: field.of({
    from: "rate_limit_per_user",
    raw: maybeInteger,
    shape: t.Integer(),
    map: (seconds) => seconds ?? 0,
  }),
  last_message_id: field.nullableText(),
  is_archived: field.flag({ from: "thread_metadata.archived" }),
  archive_after_minutes: field.nullableInteger({
    from: "thread_metadata.auto_archive_duration",
    description: "Minutes without a message after which a thread is archived; null for other channels.",
  }),
  tags: field.many(record({ id: field.text(), name: field.text() }), {
    from: "available_tags",
    description: "Tags that posts of a forum can have.",
  }),
  // These two are added by `withRights`.
  can_read: field.flag({ description: "Whether the connected user may read its messages." }),
  can_send: field.flag({ description: "Whether the connected user may write there." }),
  created_at: createdAt,
  url: field.derived({
    reads: t.Object({ id: t.String(), guild_id: t.String() }),
    shape: t.String({ description: "URL to open in Discord." }),
    map: ({ id, guild_id }) => `https://discord.com/channels/${guild_id}/${id}`,
  }),
});

const RawJson = t.Record(t.String(), t.Unknown());
type Json = Static<typeof RawJson>;

/** Adds what the person may do to a channel's JSON. */
function withRights(json: Json, guildId: string, rights: bigint): Json {
  const access = { type: Number(json.type), rights };
  const mayHold = access.type !== CATEGORY;
  return {
    ...json,
    guild_id: guildId,
    can_read: mayHold && allows(access, ["view", "history"]),
    can_send: mayHold && allows(access, ["view", "send"]),
  };
}

/** Channels that the member can see, by id, with the member's rights. */
export function visibleChannels(server: Server, res: UpstreamResponse): Map<string, { json: Json; rights: bigint }> {
  const visible = new Map<string, { json: Json; rights: bigint }>();
  for (const json of Array.isArray(res.json) ? (res.json as Json[]) : []) {
    const rights = rightsIn(server, overwritesOf(json));
    if (rights & RIGHTS.view) visible.set(String(valueAt(json, "id")), { json, rights });
  }
  return visible;
}

export const guildChannels = (guildId: string) => ({ path: path`/guilds/${guildId}/channels` });

/** Discord's order: by position, then by age. */
function byPosition(a: Json, b: Json): number {
  const difference = Number(a.position ?? 0) - Number(b.position ?? 0);
  if (difference !== 0) return difference;
  return String(a.id).padStart(20, "0") < String(b.id).padStart(20, "0") ? -1 : 1;
}

interface ThreadBody {
  name: string;
  message_id?: string;
  content?: string;
  tag_ids?: string[];
  archive_after_minutes?: number;
}

/** The request for a thread in a channel of this type, and the rights that the person needs. */
function threadRequest(channelId: string, type: number, body: ThreadBody) {
  const { name, message_id, content, tag_ids, archive_after_minutes: auto_archive_duration } = body;
  if (isThread(type)) throw new InvalidInput("A thread cannot contain threads.");
  if (POSTS_ONLY.includes(type)) {
    if (content === undefined) throw new InvalidInput("A post in a forum needs content.");
    if (message_id !== undefined) throw new InvalidInput("A post in a forum hangs on no message.");
    const message = { content, allowed_mentions: { parse: ["users"] } };
    const json = { name, auto_archive_duration, applied_tags: tag_ids, message };
    return { path: path`/channels/${channelId}/threads`, json, needed: ["send"] as Right[] };
  }
  if (content !== undefined || tag_ids !== undefined) throw new InvalidInput("content and tag_ids are for forums.");
  if (message_id !== undefined) {
    const json = { name, auto_archive_duration };
    const needed: Right[] = ["createThreads", "history"];
    return { path: path`/channels/${channelId}/messages/${message_id}/threads`, json, needed };
  }
  const threadType = type === ANNOUNCEMENT ? ANNOUNCEMENT_THREAD : PUBLIC_THREAD;
  const json = { name, auto_archive_duration, type: threadType };
  return { path: path`/channels/${channelId}/threads`, json, needed: ["createThreads"] as Right[] };
}

const matches = (json: Json, q: string | undefined) =>
  q === undefined || String(json.name).toLowerCase().includes(q.replace(/^#/, "").toLowerCase());
const nameQuery = t.Optional(
  t.String({ minLength: 1, maxLength: 100, description: "Only channels whose name contains this." }),
);

export const channelEndpoints = {
  list_channels: endpoint({
    method: "GET",
    path: "/guilds/{id}/channels",
    permission: "channels.read",
    description:
      "List or find the channels of a Discord server that the connected user can see. Threads: discord_list_threads.",
    keywords: ["rooms", "categories", "forums", "guild", "search", "look up"],
    credential: "bot",
    params: { id: guildParam },
    query: t.Object({
      q: nameQuery,
      type: t.Optional(oneOf(LISTED, "Only channels of this type.")),
    }),
    run: async (call, upstream) => {
      const server = await authorizeServer(call, upstream);
      const res = await asBot(upstream, guildChannels(server.guildId));
      if (!Array.isArray(res.json)) return pageResponse(res, null);
      const { q, type } = call.query;
      const visible = [...visibleChannels(server, res).values()]
        .filter(({ json }) => matches(json, q) && (type === undefined || TYPES[Number(json.type)] === type))
        .map(({ json, rights }) => withRights(json, server.guildId, rights));
      return pageResponse(res, visible.sort(byPosition));
    },
    returns: many("channels", channel, { at: "items", pagination: pages.whole() }),
  }),
  list_threads: endpoint({
    method: "GET",
    path: "/guilds/{id}/threads",
    permission: "channels.read",
    description:
      "List or find the active threads and forum posts of a Discord server that the connected user can see. " +
      "Private threads are only listed for users who may manage threads.",
    keywords: ["conversations", "discussions", "topics", "posts", "guild", "search"],
    credential: "bot",
    params: { id: guildParam },
    query: t.Object({ q: nameQuery, channel_id: t.Optional(snowflake("Only threads of this channel.")) }),
    run: async (call, upstream) => {
      const server = await authorizeServer(call, upstream);
      const channels = visibleChannels(server, await asBot(upstream, guildChannels(server.guildId)));
      const res = await asBot(upstream, { path: path`/guilds/${server.guildId}/threads/active` });
      const { threads } = checked(t.Object({ threads: t.Array(RawJson) }), res.json);
      const { q, channel_id } = call.query;
      const visible = threads.flatMap((json) => {
        const parent = channels.get(String(json.parent_id));
        if (!parent || !matches(json, q) || (channel_id !== undefined && json.parent_id !== channel_id)) return [];
        if (TYPES[Number(json.type)] === "private_thread" && !(parent.rights & RIGHTS.manageThreads)) return [];
        return [withRights(json, server.guildId, parent.rights)];
      });
      return pageResponse(res, visible.sort(byPosition).reverse());
    },
    returns: many("threads", channel, { at: "items", pagination: pages.whole() }),
  }),
  get_channel: endpoint({
    method: "GET",
    path: "/channels/{id}",
    permission: "channels.read",
    description: "Get one Discord channel or thread: name, topic, type and tags.",
    keywords: ["details", "info", "room", "forum"],
    credential: "bot",
    params: { id: channelParam },
    run: async (call, upstream) => {
      const { response, channel: json, server, rights } = await authorizeChannel(call, upstream);
      return { ...response, json: withRights(json, server.guildId, rights) };
    },
    returns: one(channel),
  }),
  create_thread: endpoint({
    method: "POST",
    recipients: ["id"],
    reaches: true,
    path: "/channels/{id}/threads",
    permission: "messages.write",
    description:
      "Create (start) a thread in a Discord channel, on one of its messages, or a post in a forum. It appears as the app's bot.",
    keywords: ["new", "open", "post", "discussion", "topic"],
    credential: "bot",
    params: { id: channelParam },
    body: t.Object({
      name: t.String({ minLength: 1, maxLength: 100, description: "Title." }),
      message_id: t.Optional(snowflake("Id of the message that the thread starts from.")),
      content: t.Optional(
        t.String({ minLength: 1, maxLength: 2000, description: "Text of the first post; required in a forum." }),
      ),
      tag_ids: t.Optional(
        t.Array(snowflake("Id of a tag, from discord_get_channel."), {
          maxItems: 5,
          description: "Ids of the forum's tags to set, from discord_get_channel.",
        }),
      ),
      archive_after_minutes: t.Optional(
        t.Union(
          [60, 1440, 4320, 10080].map((minutes) => t.Literal(minutes)),
          { description: "Minutes without a message after which it is archived: 60, 1440, 4320 or 10080." },
        ),
      ),
    }),
    readAs: { message_id: "id", content: { absent: "It is the first message, from discord_list_messages." } },
    run: async (call, upstream) => {
      const access = await authorizeChannel(call, upstream);
      const { needed, ...req } = threadRequest(call.params.id, access.type, call.body);
      assertRights(access, needed);
      const res = await asBot(upstream, { method: "POST", ...req });
      return { ...res, json: withRights(checked(RawJson, res.json), access.server.guildId, access.rights) };
    },
    returns: one(channel),
  }),
};
