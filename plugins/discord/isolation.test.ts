// Tests isolation: the bot sees every customer's servers, and a call reaches those of its own person alone.
import { describe, expect, test } from "bun:test";
import { checkValue } from "../../src/foundation/schema/check.ts";
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
  test("every endpoint but the person's own account and list of servers uses the bot and is tested here", () => {
    expect(byBot.length).toBeGreaterThanOrEqual(10);
    expect(endpoints.filter(({ def }) => def.credential === "bot").map(({ key }) => key)).toEqual(keys);
  });

  for (const key of keys) {
    test(`${key}: a member gets a response, and the membership is checked first`, async () => {
      const world = worldWith();
      expect((await call(world, key, ADA, ownId(key))).outcome).toHaveProperty("kind");
      const membership = world.asked.findIndex(({ path }) => path === `/users/@me/guilds/${ACME}/member`);
      const before = world.asked.slice(0, membership);
      expect(membership).toBeGreaterThanOrEqual(0);
      expect(before.filter(({ method, path }) => method !== "GET" || !/^\/channels\/\d+$/.test(path))).toEqual([]);
    });

    test(`${key}: servers, channels, threads and direct messages elsewhere get the response of an unknown id`, async () => {
      const unknown = seen(key, await call(worldWith(), key, ADA, UNKNOWN_ID));
      expect(unknown).toHaveProperty("code", "NOT_FOUND");
      for (const id of foreignIds(key)) {
        const world = worldWith();
        expect(seen(key, await call(world, key, ADA, id))).toEqual(unknown);
        const asBot = world.asked.filter(({ by }) => by.startsWith("Bot "));
        expect(asBot).toEqual(
          isOfServer(key) ? [] : [expect.objectContaining({ method: "GET", path: `/channels/${id}` })],
        );
      }
    });

    test(`${key}: a former member is refused like a stranger`, async () => {
      const world = worldWith({ members: { [ACME]: {}, [BOOKS]: {}, [ELSEWHERE]: {} } });
      const unknown = seen(key, await call(worldWith(), key, ADA, UNKNOWN_ID));
      expect(seen(key, await call(world, key, ADA, ownId(key)))).toEqual(unknown);
    });

    test(`${key}: a token of another person than the integration's is refused`, async () => {
      const world = worldWith();
      const members = { ...world.members, [ACME]: { [ADA]: { roles: [], user: { id: BOB } } } };
      const { outcome } = await call({ ...world, members }, key, ADA, ownId(key));
      expect(outcome).toHaveProperty("failure", "not_found");
    });
  }

  test("a channel without a server, or unknown to the bot, is refused even where a server has the same id", async () => {
    for (const id of ["300000000000000090", "300000000000000091", UNKNOWN_ID]) {
      const world = worldWith({ roles: [{ id: MODS, name: "Mods", position: 1, permissions: bits(RIGHTS.admin) }] });
      const members = { ...world.members, [id]: { [ADA]: { roles: [MODS] } } };
      const { outcome } = await call({ ...world, members }, "list_messages", ADA, id);
      expect(outcome).toHaveProperty("failure", "not_found");
    }
  });

  test("two people of different servers see nothing of each other", async () => {
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

describe("Discord's two credentials are separate", () => {
  test.each(keys)(
    "%s: the person's token reads the person's membership only, the bot's everything else",
    async (key) => {
      const world = worldWith();
      await call(world, key, ADA, ownId(key));
      const own = world.asked.filter(({ by }) => by === `Bearer token-of-${ADA}`).map(({ path }) => path);
      expect(own).toEqual([`/users/@me/guilds/${ACME}/member`]);
      expect(world.asked.filter(({ by }) => by === "Bot bot-token").length).toBe(world.asked.length - 1);
    },
  );

  test.each(keys)(
    "%s: a refused bot token is the operator's error and does not revoke the integration",
    async (key) => {
      const { outcome } = await call(worldWith({ botIsRefused: true }), key, ADA, ownId(key));
      expect(outcome).toMatchObject({ failure: "error", code: "bot_token_refused" });
    },
  );

  test.each(keys)("%s: without a bot token the call fails with the operator's error", async (key) => {
    const { outcome } = await call(worldWith({ botToken: undefined }), key, ADA, ownId(key));
    expect(outcome).toMatchObject({ failure: "error", code: "not_configured" });
  });

  test("a refusal by the plugin sends nothing but the checks", async () => {
    const world = worldWith();
    const { units } = await call(world, "get_channel", ADA, "300000000000000002");
    expect([units, world.asked.length]).toEqual([3, 3]);
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
  test.each(odd)("%p is not the id of a server, channel or message", (id) => {
    for (const { input } of byBot) {
      const params = Object.fromEntries(Object.keys(input.params.properties).map((name) => [name, id]));
      expect(checkValue(input.params, params, "path")).toHaveProperty("errors");
    }
  });
});
