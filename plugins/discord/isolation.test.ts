// Guarantees of the Discord plugin: the bot sees every customer's servers, and a call sees those of its own person alone.
import { describe, expect, test } from "bun:test";
import { checkValue } from "../../src/schema/check.ts";
import {
  ACME,
  ACME_GENERAL,
  ADA,
  BOB,
  BOOKS,
  bits,
  byBot,
  call,
  ELSEWHERE,
  endpoints,
  foreignIds,
  isOfServer,
  keys,
  MODS,
  ownId,
  SECRET_WORDS,
  seen,
  UNKNOWN_ID,
  worldWith,
} from "../../test/support/discord.ts";
import { RIGHTS } from "./rights.ts";

describe("One person's integration cannot reach another's Discord server", () => {
  test("every endpoint but the person's own list of servers goes by the bot and is part of these tests", () => {
    expect(byBot.length).toBeGreaterThanOrEqual(10);
    expect(endpoints.filter(({ def }) => def.credential === "bot").map(({ key }) => key)).toEqual(keys);
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
      const world = worldWith({ roles: [{ id: MODS, name: "Mods", position: 1, permissions: bits(RIGHTS.admin) }] });
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
