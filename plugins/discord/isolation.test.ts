// Guarantees of the Discord plugin: the bot sees every customer's servers, and a call sees those of its own person alone.
import { describe, expect, test } from "bun:test";
import { failureError } from "../../src/calls/failures.ts";
import type { AnyCall } from "../../src/plugin/index.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../src/registry/registry.ts";
import { checkValue } from "../../src/schema/check.ts";
import { execute, type Result } from "../../src/upstream/execute.ts";
import { type FailureDetail, UpstreamFailure } from "../../src/upstream/failure.ts";
import { resolveTarget } from "../../src/upstream/target.ts";
import discord from "./index.ts";
import { RIGHTS } from "./rights.ts";

const endpoints = buildRegistry([discord]).endpoints;
const byBot = endpoints.filter(({ key }) => key !== "list_guilds");
const endpointOf = (key: string) => endpoints.find((endpoint) => endpoint.key === key) as RegisteredEndpoint;

type Json = Record<string, unknown>;
const [ADA, BOB, OWNER] = ["100000000000000001", "100000000000000002", "100000000000000008"] as const;
const [ACME, BOOKS, ELSEWHERE] = ["200000000000000001", "200000000000000002", "200000000000000003"] as const;
const MODS = "210000000000000001";
const UNKNOWN_ID = "999000000000000001";
const MESSAGE = "500000000000000001";
const SECRET_WORDS = "the plans of this server";

const bits = (...rights: bigint[]) => String(rights.reduce((sum, right) => sum | right, 0n));
const { view, send, history, react, createThreads, sendInThreads, manageMessages, manageThreads, admin } = RIGHTS;
const MEMBER = bits(view, send, history, react, createThreads, sendInThreads, manageMessages);
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
  thread("400000000000000001", ACME, "300000000000000001"),
  thread("400000000000000002", ACME, "300000000000000002"),
  thread("400000000000000003", ACME, "300000000000000001", 12),
  // Discord has none such; a thread must not lend its server's rights to a channel elsewhere.
  thread("400000000000000004", ACME, "300000000000000011"),
  thread("400000000000000011", BOOKS, "300000000000000011"),
  thread("400000000000000012", BOOKS, "300000000000000011", 12),
  { id: "300000000000000090", type: 1, recipients: [{ id: BOB, username: "bob" }] },
  channel("300000000000000091", ELSEWHERE),
  channel("300000000000000092", ELSEWHERE, { refusal: { code: 0, message: "403: Forbidden" } }),
];
const ACME_GENERAL = "300000000000000001";

/** What Discord holds, and what is asked of it. */
interface World {
  members: Record<string, Record<string, Json>>;
  roles: Json[];
  botToken: string | undefined;
  botIsRefused: boolean;
  asked: { method: string; path: string; by: string }[];
}
const worldWith = (more: Partial<World> = {}): World => ({
  members: { [ACME]: { [ADA]: { roles: [] } }, [BOOKS]: { [BOB]: { roles: [] } }, [ELSEWHERE]: {} },
  roles: [{ id: MODS, name: "Mods", position: 1, permissions: bits(manageThreads) }],
  botToken: "bot-token",
  botIsRefused: false,
  asked: [],
  ...more,
});

const error = (status: number, code: number, said: string) => Response.json({ code, message: said }, { status });

/** Discord: the bot may do anything in its servers, which are all but one; a person's token says what concerns them. */
function answer(world: World, url: string, init: RequestInit): Response {
  const path = new URL(url).pathname.replace("/api/v10", "");
  const credential = new Headers(init.headers).get("authorization") ?? "";
  world.asked.push({ method: init.method ?? "GET", path, by: credential });
  const own = path.match(/^\/users\/@me\/guilds\/(\d+)\/member$/)?.[1];
  if (own !== undefined) {
    const userId = credential.replace("Bearer token-of-", "");
    const member = world.members[own]?.[userId];
    return member ? Response.json({ user: { id: userId }, ...member }) : error(404, 10004, "Unknown Guild");
  }
  if (credential !== "Bot bot-token" || world.botIsRefused) return error(401, 0, "401: Unauthorized");
  const [, guildId, ofGuild = ""] = path.match(/^\/guilds\/(\d+)(\/.*)?$/) ?? [];
  if (guildId !== undefined) return ofServer(world, guildId, ofGuild);
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

function ofServer(world: World, id: string, rest: string): Response {
  if (!world.members[id] || id === ELSEWHERE) return error(404, 10004, "Unknown Guild");
  const everybody = { id, name: "@everyone", position: 0, permissions: MEMBER };
  if (rest === "") return Response.json({ id, name: "Acme", owner_id: OWNER, roles: [everybody, ...world.roles] });
  const within = CHANNELS.filter(({ guild_id }) => guild_id === id);
  const isThread = ({ type }: Json) => [10, 11, 12].includes(Number(type));
  if (rest === "/channels") return Response.json(within.filter((one) => !isThread(one)));
  return Response.json(rest === "/threads/active" ? { threads: within.filter(isThread) } : []);
}

const BODIES: Record<string, Json> = {
  send_message: { content: "Hello" },
  add_reaction: { emoji: "👍" },
  create_thread: { name: "Mill" },
};
const QUERIES: Record<string, Json> = { find_members: { q: "a" } };

/** Carries out a call of somebody's integration as the gateway does. */
async function call(world: World, key: string, userId: string, id: string, more: Partial<AnyCall> = {}) {
  const endpoint = endpointOf(key);
  const asked: AnyCall = {
    params: { id, ...(endpoint.path.includes("{message_id}") && { message_id: MESSAGE }) },
    query: QUERIES[key] ?? {},
    body: BODIES[key] ?? {},
    page: { limit: 25, position: null },
    identity: { id: userId, name: "somebody", tenant: {} },
    ...more,
  };
  let units = 0;
  const outcome: Result | FailureDetail = await execute(endpoint, asked, {
    target: resolveTarget(discord, { botToken: world.botToken }),
    tokens: { access: `token-of-${userId}`, others: {} },
    fetch: async (url, init) => answer(world, url, init),
    signal: AbortSignal.timeout(5_000),
    now: () => 0,
    countExchange: () => void units++,
  }).catch((met: unknown) => {
    if (met instanceof UpstreamFailure) return met.detail;
    throw met;
  });
  return { outcome, units };
}

/** All that a caller can see of a refusal: its error, and how many requests are on the bill. */
function seen(key: string, { outcome, units }: Awaited<ReturnType<typeof call>>) {
  if (!("failure" in outcome)) return { succeeded: outcome };
  const { code, message: text, details, retryAfter } = failureError(endpointOf(key), outcome);
  return { code, text, details, retryAfter, units };
}
const isOfServer = (key: string) => endpointOf(key).path.includes("/guilds/{id}");
const ownId = (key: string) => (isOfServer(key) ? ACME : ACME_GENERAL);
const foreignIds = (key: string) =>
  isOfServer(key)
    ? [BOOKS, ELSEWHERE]
    : CHANNELS.filter(({ guild_id }) => guild_id !== ACME).map(({ id }) => String(id));
const keys = byBot.map(({ key }) => key);

describe("One person's integration cannot reach another's Discord server", () => {
  test("every endpoint but the person's own list of servers goes by the bot and is part of these tests", () => {
    expect(byBot.length).toBeGreaterThanOrEqual(10);
    expect(endpoints.filter(({ def }) => def.as === "app").map(({ key }) => key)).toEqual(keys);
  });

  for (const key of keys) {
    test(`${key}: whoever is a member gets an answer, and asks for the membership first`, async () => {
      const world = worldWith();
      expect((await call(world, key, ADA, ownId(key))).outcome).toHaveProperty("kind");
      const membership = world.asked.findIndex(({ path }) => path === `/users/@me/guilds/${ACME}/member`);
      const before = world.asked.slice(0, membership);
      expect(membership).toBeGreaterThanOrEqual(0);
      expect(before.filter(({ method, path }) => method !== "GET" || !/^\/channels\/\d+$/.test(path))).toEqual([]);
    });

    test(`${key}: servers, channels, threads and direct messages elsewhere answer as an unknown id does`, async () => {
      const unknown = seen(key, await call(worldWith(), key, ADA, UNKNOWN_ID));
      expect(unknown).toHaveProperty("code", "NOT_FOUND");
      for (const id of foreignIds(key)) {
        const world = worldWith();
        expect(seen(key, await call(world, key, ADA, id))).toEqual(unknown);
        const asBot = world.asked.filter(({ by }) => by.startsWith("Bot "));
        expect(asBot).toEqual(isOfServer(key) ? [] : [{ method: "GET", path: `/channels/${id}`, by: "Bot bot-token" }]);
      }
    });

    test(`${key}: a member who has left the server is a stranger to it`, async () => {
      const world = worldWith({ members: { [ACME]: {}, [BOOKS]: {}, [ELSEWHERE]: {} } });
      const unknown = seen(key, await call(worldWith(), key, ADA, UNKNOWN_ID));
      expect(seen(key, await call(world, key, ADA, ownId(key)))).toEqual(unknown);
    });

    test(`${key}: a token of somebody else than the integration's person opens nothing`, async () => {
      const world = worldWith();
      const members = { ...world.members, [ACME]: { [ADA]: { roles: [], user: { id: BOB } } } };
      const { outcome } = await call({ ...world, members }, key, ADA, ownId(key));
      expect(outcome).toHaveProperty("failure", "not_found");
    });
  }

  test("what has no server, or is not known to the bot, stays closed where a server has the same id", async () => {
    for (const id of ["300000000000000090", "300000000000000091", UNKNOWN_ID]) {
      const world = worldWith({ roles: [{ id: MODS, name: "Mods", position: 1, permissions: bits(admin) }] });
      const members = { ...world.members, [id]: { [ADA]: { roles: [MODS] } } };
      const { outcome } = await call({ ...world, members }, "list_messages", ADA, id);
      expect(outcome).toHaveProperty("failure", "not_found");
    }
  });

  test("two people of servers that share nothing see nothing of each other", async () => {
    for (const [userId, own, other] of [
      [ADA, ACME_GENERAL, "300000000000000011"],
      [BOB, "300000000000000011", ACME_GENERAL],
    ] as const) {
      expect(JSON.stringify((await call(worldWith(), "list_messages", userId, own)).outcome)).toContain(SECRET_WORDS);
      const refused = await call(worldWith(), "list_messages", userId, other);
      expect(refused.outcome).toHaveProperty("failure", "not_found");
      expect(JSON.stringify(refused.outcome)).not.toContain(SECRET_WORDS);
    }
  });
});

describe("Within a server a person reaches what they themselves may see", () => {
  const ofChannel = keys.filter((key) => !isOfServer(key));
  const outcome = async (key: string, id: string, member: Json = { roles: [] }) => {
    const world = worldWith();
    const members = { ...world.members, [ACME]: { [ADA]: member } };
    const asked = { ...world, members };
    return { ...(await call(asked, key, ADA, id)), asked: world.asked };
  };

  for (const key of ofChannel) {
    test(`${key}: a hidden channel, its threads and private threads of others say no more than unknown ones`, async () => {
      for (const id of ["300000000000000002", "400000000000000002", "400000000000000003", "400000000000000004"]) {
        const { outcome: got, asked } = await outcome(key, id);
        const unknown = (await call(worldWith(), key, ADA, UNKNOWN_ID)).outcome as FailureDetail;
        expect(got).toEqual({ ...unknown, status: (got as FailureDetail).status });
        expect(failureError(endpointOf(key), got as FailureDetail)).toEqual(failureError(endpointOf(key), unknown));
        expect(asked.filter(({ method, path }) => method !== "GET" || path.includes("/messages"))).toEqual([]);
      }
    });
  }

  test("a list of channels or threads holds nothing of hidden ones, nor private threads of others", async () => {
    const idsIn = async (key: string, member?: Json) =>
      ((await outcome(key, ACME, member)).outcome as { items: Json[] }).items.map(({ id }) => id);
    expect(await idsIn("list_channels")).toEqual([ACME_GENERAL]);
    expect(await idsIn("list_threads")).toEqual(["400000000000000001"]);
    expect(await idsIn("list_threads", { roles: [MODS] })).toEqual(["400000000000000003", "400000000000000001"]);
  });

  test("a thread of a channel elsewhere is not in the list, whatever the filter", async () => {
    const query = { channel_id: "300000000000000011" };
    const { outcome: got } = await call(worldWith(), "list_threads", ADA, ACME, { query });
    expect(got).toMatchObject({ items: [] });
  });

  test("somebody who manages threads reads private ones", async () => {
    const { outcome: got } = await outcome("list_messages", "400000000000000003", { roles: [MODS] });
    expect(got).toHaveProperty("kind", "many");
  });

  test.each([
    ["is in time-out", { roles: [], communication_disabled_until: "2999-01-01T00:00:00.000000+00:00" }],
    ["has a time-out that cannot be read", { roles: [], communication_disabled_until: "later" }],
    ["has not passed the screening", { roles: [], pending: true }],
  ])("somebody who %s reads and does not write", async (_, member) => {
    expect((await outcome("list_messages", ACME_GENERAL, member)).outcome).toHaveProperty("kind", "many");
    for (const key of ["send_message", "add_reaction", "create_thread", "delete_message"]) {
      const { outcome: got, asked } = await outcome(key, ACME_GENERAL, member);
      expect(got).toHaveProperty("failure", "forbidden");
      expect(asked.filter(({ method }) => method !== "GET")).toEqual([]);
    }
  });

  test("a time-out that has passed takes nothing away", async () => {
    const member = { roles: [], communication_disabled_until: "2020-01-01T00:00:00.000000+00:00" };
    expect((await outcome("send_message", ACME_GENERAL, member)).outcome).toHaveProperty("kind", "one");
  });

  test("an answer without the server's roles gives no right to anything", async () => {
    const world = worldWith({ roles: [{ id: MODS, name: "Mods", position: 1, permissions: "much" }] });
    const members = { ...world.members, [ACME]: { [ADA]: { roles: [MODS] } } };
    const { outcome: got } = await call({ ...world, members }, "list_messages", ADA, "300000000000000002");
    expect(got).toHaveProperty("failure", "not_found");
  });

  test("an administrator of the server sees its hidden channels, and no other server's", async () => {
    const world = worldWith({ roles: [{ id: MODS, name: "Mods", position: 1, permissions: bits(admin) }] });
    const members = { ...world.members, [ACME]: { [ADA]: { roles: [MODS] } } };
    const read = async (id: string) => (await call({ ...world, members }, "list_messages", ADA, id)).outcome;
    expect(await read("300000000000000002")).toHaveProperty("kind", "many");
    expect(await read("400000000000000004")).toHaveProperty("failure", "not_found");
    expect(await read("300000000000000011")).toHaveProperty("failure", "not_found");
  });
});

describe("The two credentials of Discord stay apart", () => {
  test.each(keys)("%s: the person's token asks about the person alone, the bot's never does", async (key) => {
    const world = worldWith();
    await call(world, key, ADA, ownId(key));
    const own = world.asked.filter(({ by }) => by === `Bearer token-of-${ADA}`).map(({ path }) => path);
    expect(own).toEqual([`/users/@me/guilds/${ACME}/member`]);
    expect(world.asked.filter(({ by }) => by === "Bot bot-token").length).toBe(world.asked.length - 1);
  });

  test.each(keys)(
    "%s: a bot token that is refused is the operator's error, never the end of the integration",
    async (key) => {
      const { outcome } = await call(worldWith({ botIsRefused: true }), key, ADA, ownId(key));
      expect(outcome).toMatchObject({ failure: "error", code: "bot_token_refused" });
    },
  );

  test.each(keys)("%s: without a bot token nothing is read, and the operator's error says so", async (key) => {
    const { outcome } = await call(worldWith({ botToken: undefined }), key, ADA, ownId(key));
    expect(outcome).toMatchObject({ failure: "error", code: "not_configured" });
  });

  test("a refusal of ours sends nothing", async () => {
    const world = worldWith();
    const { units } = await call(world, "get_channel", ADA, "300000000000000002");
    expect([units, world.asked.length]).toEqual([3, 3]);
    expect(world.asked.map(({ path }) => path)).not.toContain("/refused");
  });
});

describe("Ids in paths", () => {
  const odd = [
    "@me",
    "..",
    "1",
    "0300000000000000001",
    "300000000000000001/messages",
    "3e17",
    "-1",
    " ",
    "",
    "٣".repeat(18),
  ];
  test.each(odd)("%p names no server, channel or message", (id) => {
    for (const { input } of byBot) {
      const params = Object.fromEntries(Object.keys(input.params.properties).map((name) => [name, id]));
      expect(checkValue(input.params, params, "path")).toHaveProperty("faults");
    }
  });
});
