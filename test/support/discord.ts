// A fake Discord of two users with a server each, and plugin calls against it.
import discord from "../../plugins/discord/index.ts";
import { RIGHTS } from "../../plugins/discord/rights.ts";
import type { AnyCall } from "../../src/plugin/index.ts";
import { failureError } from "../../src/providers/calls/failures.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../src/providers/registry/registry.ts";
import { execute, type Result } from "../../src/providers/upstream/execute.ts";
import { type FailureDetail, UpstreamFailure } from "../../src/providers/upstream/failure.ts";
import { resolveTarget } from "../../src/providers/upstream/target.ts";

export const endpoints = buildRegistry([discord]).endpoints;
export const byBot = endpoints.filter(({ key }) => !["list_guilds", "get_me"].includes(key));
export const endpointOf = (key: string) => endpoints.find((endpoint) => endpoint.key === key) as RegisteredEndpoint;

export type Json = Record<string, unknown>;
export const [ADA, BOB] = ["100000000000000001", "100000000000000002"] as const;
const OWNER = "100000000000000008";
export const [ACME, BOOKS, ELSEWHERE] = ["200000000000000001", "200000000000000002", "200000000000000003"] as const;
export const MODS = "210000000000000001";
export const UNKNOWN_ID = "999000000000000001";
const MESSAGE = "500000000000000001";
export const SECRET_WORDS = "the plans of this server";

export const bits = (...rights: bigint[]) => String(rights.reduce((sum, right) => sum | right, 0n));
const { view, send, history, react, createThreads, sendInThreads, manageMessages, manageThreads } = RIGHTS;
const { connect, createEvents, manageEvents } = RIGHTS;
const MEMBER = bits(
  ...[view, send, history, react, createThreads, sendInThreads, manageMessages, connect, createEvents, manageEvents],
);
const hidden = [{ id: ACME, type: 0, allow: "0", deny: bits(view) }];

const channel = (id: string, guild_id: string, more: Json = {}): Json => ({
  ...{ id, guild_id, type: 0, name: SECRET_WORDS, parent_id: null, position: 0, permission_overwrites: [] },
  ...more,
});
const thread = (id: string, guild_id: string, parent_id: string, type = 11): Json => ({
  ...{ id, guild_id, parent_id, type, name: SECRET_WORDS, thread_metadata: { archived: false } },
});
const message = { id: MESSAGE, author: { id: OWNER, username: "owner" }, content: SECRET_WORDS, type: 0 };
const CHANNELS: Json[] = [
  channel("300000000000000001", ACME),
  channel("300000000000000002", ACME, { permission_overwrites: hidden }),
  channel("300000000000000011", BOOKS),
  channel("300000000000000012", BOOKS, { type: 15 }),
  channel("300000000000000003", ACME, { type: 2, permission_overwrites: hidden }),
  thread("400000000000000001", ACME, "300000000000000001"),
  thread("400000000000000002", ACME, "300000000000000002"),
  thread("400000000000000003", ACME, "300000000000000001", 12),
  // Impossible in Discord: a thread must not grant its server's rights to a channel elsewhere.
  thread("400000000000000004", ACME, "300000000000000011"),
  thread("400000000000000011", BOOKS, "300000000000000011"),
  thread("400000000000000012", BOOKS, "300000000000000011", 12),
  { id: "300000000000000090", type: 1, recipients: [{ id: BOB, username: "bob" }] },
  channel("300000000000000091", ELSEWHERE),
  channel("300000000000000092", ELSEWHERE, { refusal: { code: 0, message: "403: Forbidden" } }),
];
export const ACME_GENERAL = "300000000000000001";

const scheduled = (id: string, guild_id: string, more: Json): Json => ({
  ...{ id, guild_id, name: SECRET_WORDS, scheduled_start_time: "2026-01-01T00:00:00Z", status: 1, entity_type: 2 },
  ...more,
});
/** An event outside of Discord, one in a hidden channel, and one of another server. */
export const [ACME_EVENT, HIDDEN_EVENT, BOOKS_EVENT] = [
  "600000000000000001",
  "600000000000000002",
  "600000000000000011",
] as const;
const EVENTS: Json[] = [
  scheduled(ACME_EVENT, ACME, { channel_id: null, entity_type: 3, entity_metadata: { location: "The mill" } }),
  scheduled(HIDDEN_EVENT, ACME, { channel_id: "300000000000000003" }),
  scheduled(BOOKS_EVENT, BOOKS, { channel_id: null, entity_type: 3 }),
];

/** The fake's state, and the requests to it. */
interface World {
  members: Record<string, Record<string, Json>>;
  roles: Json[];
  botToken: string | undefined;
  botIsRefused: boolean;
  asked: { method: string; path: string; by: string; query: URLSearchParams }[];
}
export const worldWith = (more: Partial<World> = {}): World => ({
  members: { [ACME]: { [ADA]: { roles: [] } }, [BOOKS]: { [BOB]: { roles: [] } }, [ELSEWHERE]: {} },
  roles: [{ id: MODS, name: "Mods", position: 1, permissions: bits(manageThreads) }],
  botToken: "bot-token",
  botIsRefused: false,
  asked: [],
  ...more,
});

const error = (status: number, code: number, said: string) => Response.json({ code, message: said }, { status });

/** Discord's API: the bot has all rights in all servers but one; a user's token reads only the user's own data. */
function response(world: World, url: string, init: RequestInit): Response {
  const { pathname, searchParams: query } = new URL(url);
  const path = pathname.replace("/api/v10", "");
  const credential = new Headers(init.headers).get("authorization") ?? "";
  world.asked.push({ method: init.method ?? "GET", path, by: credential, query });
  const own = path.match(/^\/users\/@me\/guilds\/(\d+)\/member$/)?.[1];
  if (own !== undefined) {
    const userId = credential.replace("Bearer token-of-", "");
    const member = world.members[own]?.[userId];
    return member ? Response.json({ user: { id: userId }, ...member }) : error(404, 10004, "Unknown Guild");
  }
  if (credential !== "Bot bot-token" || world.botIsRefused) return error(401, 0, "401: Unauthorized");
  const [, guildId, ofGuild = ""] = path.match(/^\/guilds\/(\d+)(\/.*)?$/) ?? [];
  if (guildId !== undefined) return ofServer(world, guildId, ofGuild, init.method === "GET");
  const [, channelId, ofChannel = ""] = path.match(/^\/channels\/(\d+)(\/.*)?$/) ?? [];
  const found = CHANNELS.find(({ id }) => id === channelId);
  if (!found) return error(404, 10003, "Unknown Channel");
  const missingAccess = { code: 50001, message: "Missing Access" };
  if (found.guild_id === ELSEWHERE) return Response.json(found.refusal ?? missingAccess, { status: 403 });
  if (ofChannel === "") return Response.json(found);
  if (ofChannel.startsWith("/thread-members/")) return error(404, 10007, "Unknown Member");
  if (ofChannel.endsWith("/threads")) return Response.json(thread("400000000000000009", ACME, String(channelId)));
  if (ofChannel.endsWith("/pins")) return Response.json({ items: [], has_more: false });
  if (init.method === "DELETE" || init.method === "PUT") return new Response(null, { status: 204 });
  const one = { ...message, channel_id: channelId, timestamp: "2026-01-01T00:00:00Z" };
  return Response.json(ofChannel === "/messages" && init.method === "GET" ? [one] : one);
}

function ofServer(world: World, id: string, rest: string, isRead: boolean): Response {
  if (!world.members[id] || id === ELSEWHERE) return error(404, 10004, "Unknown Guild");
  const everybody = { id, name: "@everyone", position: 0, permissions: MEMBER };
  if (rest === "") return Response.json({ id, name: "Acme", owner_id: OWNER, roles: [everybody, ...world.roles] });
  const within = CHANNELS.filter(({ guild_id }) => guild_id === id);
  const isThread = ({ type }: Json) => [10, 11, 12].includes(Number(type));
  if (rest === "/channels") return Response.json(within.filter((one) => !isThread(one)));
  if (rest.startsWith("/scheduled-events")) return ofEvents(id, rest.split("/")[2], isRead);
  if (rest === "/threads/active") return Response.json({ threads: within.filter(isThread) });
  if (rest !== "/messages/search") return Response.json([]);
  // Whatever channels are asked for: Discord does not say what a search of a channel finds in its threads.
  const messages = within.map(({ id: channel_id }) => [{ ...message, channel_id, timestamp: "2026-01-01T00:00:00Z" }]);
  return Response.json({ total_results: messages.length, messages, threads: within.filter(isThread) });
}

/** Impossible in Discord: an event is found below another server than its own. */
function ofEvents(guildId: string, eventId: string | undefined, isRead: boolean): Response {
  const ofGuild = EVENTS.filter(({ guild_id }) => guild_id === guildId);
  if (eventId === undefined) return Response.json(isRead ? ofGuild : ofGuild[0]);
  const found = EVENTS.find(({ id }) => id === eventId);
  return found ? Response.json(found) : error(404, 10070, "Unknown Guild Scheduled Event");
}

const BODIES: Record<string, Json> = {
  send_message: { content: "Hello" },
  edit_message: { content: "Hello again" },
  create_event: {
    ...{ name: "Open day", location: "The mill" },
    ...{ starts_at: "2026-01-01T09:00:00Z", ends_at: "2026-01-01T17:00:00Z" },
  },
  add_reaction: { emoji: "👍" },
  create_thread: { name: "Mill" },
};
const QUERIES: Record<string, Json> = { find_members: { q: "a" } };

/** Runs a call with a user's integration as the gateway does. */
export async function call(world: World, key: string, userId: string, id: string, more: Partial<AnyCall> = {}) {
  const endpoint = endpointOf(key);
  const call: AnyCall = {
    params: {
      id,
      ...(endpoint.path.includes("{message_id}") && { message_id: MESSAGE }),
      ...(endpoint.path.includes("{event_id}") && { event_id: ACME_EVENT }),
    },
    query: QUERIES[key] ?? {},
    body: BODIES[key] ?? {},
    page: { limit: 25, position: null },
    identity: { id: userId, name: "somebody", tenant: {} },
    idempotencyKey: "",
    ...more,
  };
  let units = 0;
  const outcome: Result | FailureDetail = await execute(endpoint, call, {
    target: resolveTarget(discord, { botToken: world.botToken }),
    tokens: { access: `token-of-${userId}`, others: {} },
    fetch: async (url, init) => response(world, url, init),
    signal: AbortSignal.timeout(5_000),
    now: () => 0,
    countRequest: () => void units++,
  }).catch((met: unknown) => {
    if (met instanceof UpstreamFailure) return met.detail;
    throw met;
  });
  return { outcome, units };
}

/** Everything a caller sees of a refusal: the error, and the number of counted requests. */
export function seen(key: string, { outcome, units }: Awaited<ReturnType<typeof call>>) {
  if (!("failure" in outcome)) return { succeeded: outcome };
  const { code, message: text, details, retryAfter } = failureError(endpointOf(key), outcome);
  return { code, text, details, retryAfter, units };
}
export const isOfServer = (key: string) => endpointOf(key).path.includes("/guilds/{id}");
export const ownId = (key: string) => (isOfServer(key) ? ACME : ACME_GENERAL);
export const foreignIds = (key: string) =>
  isOfServer(key)
    ? [BOOKS, ELSEWHERE]
    : CHANNELS.filter(({ guild_id }) => guild_id !== ACME).map(({ id }) => String(id));
export const keys = byBot.map(({ key }) => key);
