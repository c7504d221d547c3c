// Past an address's limit refused keys cost some statements together and none that somebody has is refused; an invalid state
// or link costs none at all.
import { afterAll, beforeAll, beforeEach, describe, expect, spyOn, test } from "bun:test";
import { makeLinkToken } from "../../../src/connections/connect/page-paths.ts";
import { isOwnState, makeState } from "../../../src/connections/connect/state.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { makeKeyText, makeMcpText } from "../../../src/identity/keys/key-text.ts";
import { networkOf } from "../../../src/metering/limits/networks.ts";
import { createStrangers } from "../../../src/metering/limits/strangers.ts";
import { callbackUrl, land, start, startAndConsent } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";

const PATH = "/api/v1/tools";
const MCP = { accept: "application/json, text/event-stream" };
const vaultOf = (...ids: string[]) =>
  createVault(parseKeyRing(ids.map((id) => `${id}:${Buffer.alloc(32, id).toString("base64")}`).join(",")) as KeyRing);

describe.each(laneOf(import.meta.file))("refused look-ups on %s", (lane) => {
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

  const askWith = (path: string, text: string) =>
    path === PATH
      ? gateway.call("GET", PATH, { key: text })
      : gateway.call("POST", path, { key: text, body: { jsonrpc: "2.0", id: 1, method: "ping" }, headers: MCP });

  test.each([
    [PATH, makeKeyText],
    ["/mcp", makeKeyText],
    ["/mcp", () => makeMcpText("access")],
  ])("S-105: of 2,000 made-up credentials at %s 60 cost a query each, the others some together", async (path, make) => {
    const statuses: number[] = [];
    const count = await queriesDuring(async () => {
      for (let sent = 0; sent < 2_000; sent += 250) {
        const responses = Array.from({ length: 250 }, () => askWith(path, make()));
        statuses.push(...(await Promise.all(responses)).map((response) => response.status));
      }
    });
    expect([401, 429].map((status) => statuses.filter((one) => one === status).length)).toEqual([60, 1_940]);
    expect(count).toBeLessThan(60 + 200);
  });

  test("S-105: past the limit what has no checksum costs nothing, and any living key works, known or not", async () => {
    const { userId, key: unknown } = await gateway.user();
    expect((await gateway.call("GET", PATH, { key })).status).toBe(200);
    for (let i = 0; i < 60; i++) await gateway.call("GET", PATH);
    const count = await queriesDuring(async () => {
      const refused = await gateway.call("GET", PATH, { key: `${unknown.slice(0, -1)}!` });
      expect([codeOf(refused), refused.json.error]).toEqual([
        "429 RATE_LIMITED",
        "Too many requests without a valid API key.",
      ]);
    });
    expect(count).toBe(0);
    expect((await gateway.call("GET", PATH, { key: unknown })).status).toBe(200);
    await gateway.database.database.query("select pg_notify('gateway_changes', $1)", [`users:${userId}`]);
    await gateway.heard();
    expect((await gateway.call("GET", PATH, { key })).status).toBe(200);
  });

  test("S-43: 100 fresh keys among 10,000 wrong ones of their address all work", async () => {
    const { email } = await gateway.user();
    const keys: string[] = [];
    for (let i = 0; i < 100; i++) keys.push((await gateway.admin("POST", "/keys", { user: email })).json.data.key);
    const good: number[] = [];
    for (let wave = 0; wave < 100; wave++) {
      const wrong = Array.from({ length: 100 }, (_, i) =>
        gateway.call("GET", PATH, { key: i % 2 ? makeKeyText() : "sk_live_wrong" }),
      );
      good.push((await gateway.call("GET", PATH, { key: keys[wave] as string })).status);
      await Promise.all(wrong);
    }
    expect(good.filter((status) => status !== 200)).toEqual([]);
  }, 120_000);

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

  test("S-105: 300 invalid links cost no database query, neither their page nor what its script asks", async () => {
    const foreign = vaultOf("elsewhere");
    const count = await queriesDuring(async () => {
      for (const path of ["/connect", "/connect/outcome", "/connect/frame"]) {
        for (let i = 0; i < 100; i++) await gateway.call("GET", `${path}/${makeLinkToken(foreign)}`);
      }
    });
    // What the gateway does by itself meanwhile counts too.
    expect(count).toBeLessThan(30);
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
    const strangers = createStrangers(() => 0);
    for (let i = 0; i < 60; i++) strangers.admit("refused_key", `2001:db8::${i.toString(16)}`);
    expect(strangers.count("refused_key", "2001:db8::ffff").refused).not.toBeNull();
    expect(strangers.count("refused_key", "2001:db8:0:1::1").refused).toBeNull();
    expect(strangers.state("refused_key", "192.0.2.7").remaining).toBe(60);
  });
});
