// The endpoint that searches a Discord server's messages: the bot's search, kept to what the person may read.
import {
  endpoint,
  InvalidInput,
  many,
  oneOf,
  path,
  t,
  type UpstreamRequest,
  type UpstreamResponse,
  valueAt,
} from "gateway/plugin";
import { guildChannels, visibleChannels } from "./channels.ts";
import { allows, asBot, authorizeServer, isThread, PRIVATE_THREAD, type Server } from "./guard.ts";
import { guildParam, idOfMoment, moment, snowflake } from "./ids.ts";
import { message } from "./message.ts";
import { pageResponse, pluginPages } from "./paging.ts";
import { notVisible } from "./refusal.ts";
import { RIGHTS } from "./rights.ts";

/** discord.com/developers/docs/resources/message#search-guild-messages */
const [PAGE_SIZE, MAX_OFFSET, MAX_CHANNELS] = [25, 9975, 500];
/** Pages that one call reads to find a message that the person may read. */
const MAX_PAGES = 4;
const CATEGORY = 4;
const HAS = ["link", "embed", "file", "image", "video", "sound", "sticker", "poll", "snapshot"] as const;
const SORTS = {
  newest: { sort_by: "timestamp", sort_order: "desc" },
  oldest: { sort_by: "timestamp", sort_order: "asc" },
  relevance: { sort_by: "relevance" },
} as const;

/** Rights by id of each channel whose messages the person may read. */
type Readable = ReadonlyMap<string, bigint>;

function readableChannels(server: Server, channels: UpstreamResponse): Readable {
  const readable = new Map<string, bigint>();
  for (const [id, { json, rights }] of visibleChannels(server, channels)) {
    const type = Number(json.type);
    if (type !== CATEGORY && allows({ type, rights }, ["view", "history"])) readable.set(id, rights);
  }
  return readable;
}

/**
 * Whether the person may read a message that was found. Discord does not say whether a search of a channel finds what its
 * private threads hold, so those are for people who manage threads, as in list_threads.
 */
function isReadable(item: unknown, threads: readonly unknown[], readable: Readable): boolean {
  const channelId = valueAt(item, "channel_id");
  if (readable.has(String(channelId))) return true;
  const thread = threads.find((one) => valueAt(one, "id") === channelId);
  const type = valueAt(thread, "type");
  const rights = readable.get(String(valueAt(thread, "parent_id")));
  if (rights === undefined || !isThread(type)) return false;
  return type !== PRIVATE_THREAD || Boolean(rights & RIGHTS.manageThreads);
}

const listAt = (json: unknown, at: string): unknown[] => {
  const list = valueAt(json, at);
  return Array.isArray(list) ? list : [];
};

/** The readable messages of a page, and the offset of the next one; Discord's pages may be short. */
function readPage(res: UpstreamResponse, offset: number, guildId: string, readable: Readable) {
  const threads = listAt(res.json, "threads");
  const items = listAt(res.json, "messages").flat();
  const next = offset + PAGE_SIZE;
  const hasMore = next < Number(valueAt(res.json, "total_results")) && next <= MAX_OFFSET;
  return {
    items: items
      .filter((item) => isReadable(item, threads, readable))
      .map((item) => ({ ...(item as object), guild_id: guildId })),
    next: hasMore ? next : null,
  };
}

/** The channels to search: all readable ones, or the one that the caller names. */
function searched(readable: Readable, channelId: string | undefined): string[] {
  if (channelId !== undefined && !readable.has(channelId)) throw notVisible();
  const ids = channelId === undefined ? [...readable.keys()] : [channelId];
  if (ids.length > MAX_CHANNELS)
    throw new InvalidInput(`Discord searches ${MAX_CHANNELS} channels at most: name one in channel_id.`);
  return ids;
}

export const searchEndpoints = {
  search_messages: endpoint({
    method: "GET",
    path: "/guilds/{id}/messages",
    permission: "messages.read",
    description:
      "Search the messages of a Discord server in the channels that the connected user may read, newest first. " +
      "A page can have fewer items than its limit although next_cursor is set.",
    keywords: ["find", "look for", "query", "mentions", "who said", "where did", "chat", "posts", "guild"],
    credential: "bot",
    params: { id: guildParam },
    query: t.Object({
      q: t.Optional(t.String({ minLength: 1, maxLength: 1024, description: "Words to look for." })),
      channel_id: t.Optional(snowflake("Only messages of this channel, which is not a thread.")),
      author_id: t.Optional(snowflake("Only messages that this user wrote, by id.")),
      mentions_id: t.Optional(snowflake("Only messages that mention this user, by id.")),
      has: t.Optional(oneOf(HAS, "Only messages that contain this; snapshot is a forwarded message.")),
      pinned: t.Optional(t.Boolean({ description: "true: only pinned messages; false: only others." })),
      since: t.Optional({ ...moment("Only messages after this."), previousNames: ["after"] }),
      until: t.Optional({ ...moment("Only messages before this."), previousNames: ["before"] }),
      order: t.Optional({
        ...oneOf(["newest", "oldest", "relevance"], "Which come first; the default is newest."),
        previousNames: ["sort"],
      }),
    }),
    run: async (call, upstream) => {
      const server = await authorizeServer(call, upstream);
      const channels = await asBot(upstream, guildChannels(server.guildId));
      const readable = readableChannels(server, channels);
      const { q, channel_id, mentions_id, since, until, order, ...filters } = call.query;
      const ids = searched(readable, channel_id);
      if (ids.length === 0) return pageResponse(channels, []);
      const query: UpstreamRequest["query"] = {
        ...filters,
        content: q,
        channel_id: ids,
        mentions: mentions_id,
        max_id: idOfMoment(until),
        min_id: idOfMoment(since),
        ...SORTS[order ?? "newest"],
        limit: PAGE_SIZE,
      };
      let offset = Number(call.page.position ?? 0);
      for (let read = 1; ; read++) {
        const res = await asBot(upstream, {
          path: path`/guilds/${server.guildId}/messages/search`,
          query: { ...query, offset },
        });
        if (!Array.isArray(valueAt(res.json, "messages"))) return pageResponse(res, null);
        const { items, next } = readPage(res, offset, server.guildId, readable);
        if (items.length > 0 || next === null || read === MAX_PAGES)
          return pageResponse(res, items, next === null ? null : String(next));
        offset = next;
      }
    },
    // Always a whole page of Discord's: with a smaller one a caller could count the messages that are left out.
    returns: many("messages", message, { at: "items", pagination: { ...pluginPages(PAGE_SIZE), min: PAGE_SIZE } }),
  }),
};
