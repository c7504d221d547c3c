// Fairness at a host: one tenant's slow or failing calls do not harm another's.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { DEFAULT_RESILIENCE } from "../../../src/providers/upstream/resilience.ts";
import { type AcmeGateway, acme, type Connected, connected, startAcmeGateway } from "../../support/acme.ts";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { sendRaw } from "../../support/raw-http.ts";
import { always, jsonAnswer, type Script, type SeenRequest, type Wire } from "../../support/tcp-upstream.ts";
import { until, within } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);

const ONE = "/api/v1/acme/items/7";
const LIST = "/api/v1/acme/items";
const THING = jsonAnswer({ id: 7, title: "A title" });
const DOWN = jsonAnswer({ message: "down" }, 503);
const SLOW_CALLS = 250;
const CALLS = 20;

let it: AcmeGateway;
let ada: Connected;
let bo: Connected;
let cy: Connected;
beforeAll(async () => {
  it = await startAcmeGateway({ resilience: { ...DEFAULT_RESILIENCE, waitMs: TEST_MS } });
  ada = it;
  bo = await connected(it.gateway, acme);
  cy = await connected(it.gateway, acme);
}, HOOK_MS);
afterAll(() => it.close(), HOOK_MS);

const isOf = (request: SeenRequest, { accessToken }: Connected) =>
  request.header("authorization") === `Bearer ${accessToken}`;
const read = ({ key }: Connected) => it.gateway.call("GET", ONE, { key });
const write = ({ key }: Connected) => it.gateway.call("POST", LIST, { key, body: { title: "A title" } });

describe("R-41: another tenant's calls", () => {
  test("succeed beside 250 slow ones of one tenant, which take a quarter of the host's slots", async () => {
    const slowWires: Wire[] = [];
    const holdsAda: Script = (request, wire) => {
      if (isOf(request, ada)) slowWires.push(wire);
      else always(THING)(request, wire);
    };
    it.upstream.answer(holdsAda);
    // Raw sockets: the test's fetch shares the runtime's connection limit with the gateway.
    const headers = [`Authorization: Bearer ${ada.key}`];
    const slow = Array.from({ length: SLOW_CALLS }, () => sendRaw(it.gateway.url, { target: ONE, headers }));
    await until(() => slowWires.length >= DEFAULT_RESILIENCE.concurrent / 4, 10_000);
    for (let i = 0; i < CALLS; i++) expect((await within("a call beside the slow ones", read(bo))).status).toBe(200);
    const together = await within("calls at once", Promise.all(Array.from({ length: CALLS }, () => read(bo))));
    expect(together.map(({ status }) => status)).toEqual(Array(CALLS).fill(200));
    expect(slowWires).toHaveLength(DEFAULT_RESILIENCE.concurrent / 4);
    it.upstream.answer(always(THING));
    for (const wire of slowWires) {
      wire.write(THING);
      wire.end();
    }
    const statuses = (await Promise.all(slow)).map(({ status }) => status);
    expect(statuses).toEqual(Array(SLOW_CALLS).fill(200));
  });

  test("succeed while the host sends 503 to one tenant, whose own circuit opens after five", async () => {
    const before = it.upstream.requests.length;
    it.upstream.answer((request, wire) => always(isOf(request, ada) ? DOWN : THING)(request, wire));
    for (let i = 0; i < CALLS; i++) {
      const { status, json } = await write(ada);
      expect([status, json.details.reason === "circuit_open"]).toEqual([503, i >= DEFAULT_RESILIENCE.failureThreshold]);
    }
    for (let i = 0; i < CALLS; i++) expect((await write(bo)).status).toBe(200);
    const seen = it.upstream.requests.slice(before);
    expect(seen.filter((request) => isOf(request, ada))).toHaveLength(DEFAULT_RESILIENCE.failureThreshold);
  });

  test("stop where two tenants' calls fail: the host's circuit is open", async () => {
    it.upstream.answer(always(DOWN));
    const before = it.upstream.requests.length;
    for (const who of [bo, cy, bo, cy, bo]) expect((await write(who)).json.details.reason).toBe("server_error");
    const third = await write(await connected(it.gateway, acme));
    expect([third.status, third.json.details.reason]).toEqual([503, "circuit_open"]);
    expect(Number(third.headers.get("retry-after"))).toBeWithin(1, DEFAULT_RESILIENCE.openMs / 1000 + 1);
    expect(it.upstream.requests.length - before).toBe(DEFAULT_RESILIENCE.failureThreshold);
  });
});
