// Tests visibility within a server, where the bot may see and do more than the person of a call.
import { describe, expect, test } from "bun:test";
import { failureError } from "../../src/providers/calls/failures.ts";
import type { FailureDetail } from "../../src/providers/upstream/failure.ts";
import {
  ACME,
  ACME_EVENT,
  ACME_GENERAL,
  ADA,
  BOOKS_EVENT,
  bits,
  call,
  endpointOf,
  HIDDEN_EVENT,
  isOfServer,
  type Json,
  keys,
  MODS,
  ownId,
  seen,
  UNKNOWN_ID,
  worldWith,
} from "../../test/support/discord.ts";
import { RIGHTS } from "./rights.ts";

describe("Within a server a person reaches only what they may see", () => {
  const ofChannel = keys.filter((key) => !isOfServer(key));
  const outcome = async (key: string, id: string, member: Json = { roles: [] }) => {
    const world = worldWith();
    const members = { ...world.members, [ACME]: { [ADA]: member } };
    return { ...(await call({ ...world, members }, key, ADA, id)), requests: world.asked };
  };

  for (const key of ofChannel) {
    test(`${key}: a hidden channel, its threads and private threads of others fail like unknown ones`, async () => {
      for (const id of ["300000000000000002", "400000000000000002", "400000000000000003", "400000000000000004"]) {
        const { outcome: got, requests } = await outcome(key, id);
        const unknown = (await call(worldWith(), key, ADA, UNKNOWN_ID)).outcome as FailureDetail;
        expect(got).toEqual({ ...unknown, status: (got as FailureDetail).status });
        expect(failureError(endpointOf(key), got as FailureDetail)).toEqual(failureError(endpointOf(key), unknown));
        expect(requests.filter(({ method, path }) => method !== "GET" || path.includes("/messages"))).toEqual([]);
      }
    });
  }

  test("lists of channels and threads omit hidden ones and private threads of others", async () => {
    const idsIn = async (key: string, member?: Json) =>
      ((await outcome(key, ACME, member)).outcome as { items: Json[] }).items.map(({ id }) => id);
    expect(await idsIn("list_channels")).toEqual([ACME_GENERAL]);
    expect(await idsIn("list_threads")).toEqual(["400000000000000001"]);
    expect(await idsIn("list_threads", { roles: [MODS] })).toEqual(["400000000000000003", "400000000000000001"]);
  });

  test("a filter does not list threads of a channel elsewhere", async () => {
    const query = { channel_id: "300000000000000011" };
    const { outcome: got } = await call(worldWith(), "list_threads", ADA, ACME, { query });
    expect(got).toMatchObject({ items: [] });
  });

  test("a search returns nothing of hidden channels, and of private threads to those who manage threads alone", async () => {
    const channelsIn = async (member?: Json) =>
      ((await outcome("search_messages", ACME, member)).outcome as { items: Json[] }).items.map(
        (one) => one.channel_id,
      );
    expect(await channelsIn()).toEqual([ACME_GENERAL, "400000000000000001"]);
    expect(await channelsIn({ roles: [MODS] })).toEqual([ACME_GENERAL, "400000000000000001", "400000000000000003"]);
  });

  test("a search asks Discord for the channels that the person may read, and for no other that the caller names", async () => {
    const world = worldWith();
    await call(world, "search_messages", ADA, ACME);
    expect(world.asked.at(-1)?.query.getAll("channel_id")).toEqual([ACME_GENERAL]);
    for (const channel_id of ["300000000000000002", "300000000000000011", "400000000000000003", UNKNOWN_ID]) {
      const refused = await call(worldWith(), "search_messages", ADA, ACME, { query: { channel_id } });
      expect([refused.outcome, refused.units]).toEqual([expect.objectContaining({ failure: "not_found" }), 3]);
    }
  });

  test("somebody who may read no channel searches none", async () => {
    const world = worldWith({ roles: [{ id: ACME, name: "@everyone", position: 0, permissions: "0" }] });
    const { outcome: got } = await call(world, "search_messages", ADA, ACME);
    expect(got).toMatchObject({ items: [], next: null });
    expect(world.asked.some(({ path }) => path.endsWith("/search"))).toBe(false);
  });

  test("a hidden channel's event, and one of another server, fail like an unknown one", async () => {
    for (const key of ["get_event", "cancel_event"]) {
      const ask = async (event_id: string) => {
        const world = worldWith();
        const { outcome: got, units } = await call(world, key, ADA, ACME, { params: { id: ACME, event_id } });
        expect(world.asked.filter(({ method }) => method !== "GET")).toEqual([]);
        return seen(key, { outcome: got, units });
      };
      const unknown = await ask(UNKNOWN_ID);
      expect(unknown).toHaveProperty("code", "NOT_FOUND");
      for (const event_id of [HIDDEN_EVENT, BOOKS_EVENT]) expect(await ask(event_id)).toEqual(unknown);
    }
    expect((await outcome("list_events", ACME)).outcome).toMatchObject({ items: [{ id: ACME_EVENT }] });
  });

  test("nobody schedules an event in a channel that they cannot see", async () => {
    for (const channel_id of ["300000000000000003", "300000000000000011", UNKNOWN_ID]) {
      const world = worldWith();
      const body = { name: "Open day", starts_at: "2026-01-01T09:00:00Z", channel_id };
      const { outcome: got } = await call(world, "create_event", ADA, ACME, { body });
      expect(got).toHaveProperty("failure", "not_found");
      expect(world.asked.filter(({ method }) => method !== "GET")).toEqual([]);
    }
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
    const writes = ["send_message", "edit_message", "add_reaction", "create_thread", "delete_message"];
    for (const key of [...writes, "create_event", "cancel_event"]) {
      const { outcome: got, requests } = await outcome(key, ownId(key), member);
      expect(got).toHaveProperty("failure", "forbidden");
      expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
    }
  });

  test("an expired time-out has no effect", async () => {
    const member = { roles: [], communication_disabled_until: "2020-01-01T00:00:00.000000+00:00" };
    expect((await outcome("send_message", ACME_GENERAL, member)).outcome).toHaveProperty("kind", "one");
  });

  test("a response without readable roles gives no rights", async () => {
    const world = worldWith({ roles: [{ id: MODS, name: "Mods", position: 1, permissions: "much" }] });
    const members = { ...world.members, [ACME]: { [ADA]: { roles: [MODS] } } };
    const { outcome: got } = await call({ ...world, members }, "list_messages", ADA, "300000000000000002");
    expect(got).toHaveProperty("failure", "not_found");
  });

  test("an administrator of the server sees its hidden channels, and no other server's", async () => {
    const world = worldWith({ roles: [{ id: MODS, name: "Mods", position: 1, permissions: bits(RIGHTS.admin) }] });
    const members = { ...world.members, [ACME]: { [ADA]: { roles: [MODS] } } };
    const read = async (id: string) => (await call({ ...world, members }, "list_messages", ADA, id)).outcome;
    expect(await read("300000000000000002")).toHaveProperty("kind", "many");
    expect(await read("400000000000000004")).toHaveProperty("failure", "not_found");
    expect(await read("300000000000000011")).toHaveProperty("failure", "not_found");
  });
});
