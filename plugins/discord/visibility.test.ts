// Tests visibility within a server, where the bot may see and do more than the person of a call.
import { describe, expect, test } from "bun:test";
import { failureError } from "../../src/calls/failures.ts";
import type { FailureDetail } from "../../src/upstream/failure.ts";
import {
  ACME,
  ACME_GENERAL,
  ADA,
  bits,
  call,
  endpointOf,
  isOfServer,
  type Json,
  keys,
  MODS,
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
      const { outcome: got, requests } = await outcome(key, ACME_GENERAL, member);
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
