// Refused keys cost no database query past the address's limit, and an invalid state costs none at all.
import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { isOwnState, makeState } from "../../src/connect/state.ts";
import { makeKeyText } from "../../src/keys/key-text.ts";
import { networkOf } from "../../src/pipeline/network.ts";
import { createThrottle } from "../../src/pipeline/throttle.ts";
import { type KeyRing, parseKeyRing } from "../../src/vault/key-ring.ts";
import { createVault } from "../../src/vault/vault.ts";
import { callbackUrl, land, start, startAndConsent } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { codeOf } from "../support/responses.ts";

const PATH = "/api/v1/tools";
const vaultOf = (...ids: string[]) =>
  createVault(parseKeyRing(ids.map((id) => `${id}:${Buffer.alloc(32, id).toString("base64")}`).join(",")) as KeyRing);

describe.each(LANES)("refused look-ups on %s", (lane) => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane, emulate: ["github"] });
    key = (await gateway.user()).key;
  }, 60_000);
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());

  /** How many database queries the work makes. */
  const queriesDuring = async (work: () => Promise<void>) => {
    const database = gateway.database.database.requests;
    const { orm } = database;
    const spies = [
      spyOn(orm, "select"),
      spyOn(orm, "update"),
      spyOn(orm, "insert"),
      spyOn(orm, "delete"),
      spyOn(orm, "execute"),
      spyOn(database, "query"),
      spyOn(database, "transaction"),
    ];
    await work();
    const count = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
    for (const spy of spies) spy.mockRestore();
    return count;
  };

  test.each([1, 500])(
    "S-105: of 500 made-up keys, %d at a time, 60 are looked up; the others are 429",
    async (together) => {
      const statuses: number[] = [];
      const count = await queriesDuring(async () => {
        for (let sent = 0; sent < 500; sent += together) {
          const responses = Array.from({ length: together }, () => gateway.call("GET", PATH, { key: makeKeyText() }));
          statuses.push(...(await Promise.all(responses)).map((response) => response.status));
        }
      });
      expect(count).toBe(60);
      expect([401, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([60, 440]);
    },
  );

  test("S-105: past the limit a key known to the process works, and another must wait for the next minute", async () => {
    const { userId, key: unknown } = await gateway.user();
    expect((await gateway.call("GET", PATH, { key })).status).toBe(200);
    for (let i = 0; i < 60; i++) await gateway.call("GET", PATH);
    const refused = await gateway.call("GET", PATH, { key: unknown });
    expect([codeOf(refused), refused.json.error]).toEqual([
      "429 RATE_LIMITED",
      "Too many requests without a valid API key.",
    ]);
    // Even without a cached row: a previously valid key may be looked up again.
    await gateway.database.database.query("select pg_notify('gateway_changes', $1)", [`users:${userId}`]);
    await gateway.heard();
    expect((await gateway.call("GET", PATH, { key })).status).toBe(200);
    gateway.clock.nextMinute();
    expect((await gateway.call("GET", PATH, { key: unknown })).status).toBe(200);
  });

  test("S-43: many valid keys at once are all admitted on first use", async () => {
    const { email } = await gateway.user();
    const keys: string[] = [];
    for (let i = 0; i < 90; i++) keys.push((await gateway.admin("POST", "/keys", { user: email })).json.data.key);
    const responses = await Promise.all(keys.map((text) => gateway.call("GET", PATH, { key: text })));
    expect(responses.filter(({ status }) => status !== 200)).toEqual([]);
  });

  test("S-105: 300 invalid states cost no database query", async () => {
    const { state } = await start(gateway, key, "github");
    const foreign = vaultOf("elsewhere");
    const altered = `${state.slice(0, -1)}${state.endsWith("A") ? "B" : "A"}`;
    const made = [
      state.slice(0, 43),
      altered,
      state.slice(22) + state.slice(0, 22),
      ...Array.from({ length: 297 }, () => makeState(foreign)),
    ];
    const count = await queriesDuring(async () => {
      for (const text of made) {
        const landing = await land(callbackUrl(gateway, { state: text, code: "x" }));
        expect([landing.status, landing.outcome]).toEqual([400, null]);
      }
    });
    expect(count).toBe(0);
    const { callback } = await startAndConsent(gateway, key, "github");
    expect((await land(callback)).outcome).toMatchObject({ status: "success" });
  });
});

describe("states", () => {
  test("S-01: a state has 65 URL-safe characters and is unique", () => {
    const states = Array.from({ length: 200 }, () => makeState(vaultOf("a")));
    for (const state of states) expect(state).toMatch(/^[A-Za-z0-9_-]{65}$/);
    expect(new Set(states).size).toBe(200);
  });

  test("S-52: a state stays valid while its key is in the ring, first or not", () => {
    const state = makeState(vaultOf("a", "b"));
    expect(isOwnState(vaultOf("a"), state)).toBe(true);
    expect(isOwnState(vaultOf("b", "a"), state)).toBe(true);
    expect(isOwnState(vaultOf("b"), state)).toBe(false);
    for (const text of ["", "x", state.slice(1), `${state}A`, state.toUpperCase()])
      expect(isOwnState(vaultOf("a"), text)).toBe(false);
  });
});

describe("networks", () => {
  test.each([
    [null, "unknown"],
    ["192.0.2.7", "192.0.2.7"],
    ["::ffff:192.0.2.7", "192.0.2.7"],
    ["::ffff:c000:207", "192.0.2.7"],
    ["0:0:0:0:0:FFFF:192.0.2.7", "192.0.2.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["::1", "0:0:0:0::/64"],
    ["::", "0:0:0:0::/64"],
    ["fe80::1%eth0", "fe80:0:0:0::/64"],
    ["64:ff9b::192.0.2.7", "64:ff9b:0:0::/64"],
    ["not an address", "not an address"],
  ])("%p counts for %p", (address, network) => {
    expect(networkOf(address)).toBe(network);
  });

  test("S-43: addresses of one /64 share a limit", () => {
    const throttle = createThrottle(() => 0);
    for (let i = 0; i < 60; i++) throttle.refuse(`2001:db8::${i.toString(16)}`);
    expect(throttle.refuse("2001:db8::ffff").isPast).toBe(true);
    expect(throttle.refuse("2001:db8:0:1::1").isPast).toBe(false);
    expect(throttle.state("192.0.2.7").remaining).toBe(60);
  });
});
