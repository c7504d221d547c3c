// A plugin's FailureReport: the wait and reach of a rate limit, and the message.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { type Failure, type Provider, valueAt } from "../../../src/plugin/index.ts";
import { createCooldowns } from "../../../src/providers/exchange/cooldowns.ts";
import { type AcmeGateway, acme, startAcmeGateway } from "../../support/acme.ts";
import { ownDetails } from "../../support/responses.ts";
import { always, answerOf, jsonAnswer } from "../../support/tcp-upstream.ts";

const ONE = "/api/v1/acme/items/7";
const LIST = "/api/v1/acme/items";
const DAY_S = 86_400;

/** Fails under 200 with `{ failed: … }`, and has a budget whose wait is in the header `x-day`. */
const plugin = {
  ...acme,
  failure: ({ headers, json }) => {
    const [failed, wait] = [valueAt(json, "failed"), headers.get("x-day")];
    if (wait !== null) return { failure: "rate_limited", retryAfter: Number(wait), limits: "integration" };
    return typeof failed === "string" ? { failure: failed as Failure } : undefined;
  },
} as Provider;

let it: AcmeGateway;
beforeAll(async () => {
  it = await startAcmeGateway({ cooldowns: createCooldowns() }, plugin);
}, 30_000);
afterAll(() => it.close());
beforeEach(() => it.gateway.clock.move(2 * DAY_S * 1_000));
const call = (path: string) => it.gateway.call("GET", path, { key: it.key });
const exhausted = (wait: number) => always(answerOf(429, { "x-day": String(wait), "retry-after": "1" }, "{}"));

test("a success that the plugin reads as busy says that nothing was done, with the plugin's message and wait", async () => {
  it.upstream.answer(always(jsonAnswer({ failed: "busy", message: "Still indexing." }, 202, { "retry-after": "12" })));
  const before = it.upstream.requests.length;
  const { status, headers, json } = await call(ONE);
  const text = "Acme has not carried out the call; try again later: Still indexing.";
  expect([status, json.code, json.error]).toEqual([503, "PROVIDER_UNAVAILABLE", text]);
  expect(json.details).toMatchObject({ reason: "busy", status: 202, message: "Still indexing." });
  expect([headers.get("retry-after"), json.details.retry_after]).toEqual(["12", 12]);
  expect(it.upstream.requests.length - before).toBe(1);
});

test("a busy provider is asked once more for a read, and never for a write", async () => {
  it.upstream.answer(always(jsonAnswer({ failed: "busy" }, 200)));
  for (const [method, requests] of [
    ["GET", 2],
    ["POST", 1],
  ] as const) {
    const before = it.upstream.requests.length;
    const body = method === "POST" ? { title: "A title" } : undefined;
    const { json } = await it.gateway.call(method, method === "GET" ? ONE : LIST, { key: it.key, body });
    expect([json.details.reason, it.upstream.requests.length - before]).toEqual(["busy", requests]);
  }
});

describe("R-19: a budget that all calls of an integration share", () => {
  test("stops every endpoint until it resets, after one request", async () => {
    it.upstream.answer(exhausted(40_000));
    const before = it.upstream.requests.length;
    const first = await call(ONE);
    expect(ownDetails(first.json)).toEqual({
      ...{ provider: "acme", status: 429, message: "The provider answered 429.", code: null },
      ...{ reason: "rate_limited", retry_after: 40_000 },
    });
    for (const path of [ONE, LIST, LIST, ONE]) {
      const { status, json } = await call(path);
      expect(status).toBe(503);
      expect(json.details.retry_after).toBeWithin(39_900, 40_001);
    }
    expect(it.upstream.requests.length - before).toBe(1);
    it.gateway.clock.move(39_000_000);
    expect((await call(LIST)).status).toBe(503);
    it.upstream.answer(always(jsonAnswer({ items: [] })));
    it.gateway.clock.move(1_000_000);
    expect((await call(LIST)).status).toBe(200);
  });

  test("is reported as a day at most", async () => {
    it.upstream.answer(exhausted(10 ** 9));
    expect((await call(ONE)).json.details.retry_after).toBe(DAY_S);
  });

  test("outlasts the shorter wait of a concurrent call", () => {
    const cooldowns = createCooldowns();
    cooldowns.start("integration", 3_600, 0);
    cooldowns.start("integration", undefined, 0);
    expect(cooldowns.secondsLeft("integration", 2_000)).toBe(3_598);
  });
});

describe("a failure under 200 without a message", () => {
  for (const [failure, error] of [
    ["not_found", "Acme did not find it: It gave no reason."],
    ["forbidden", "Acme refuses: It gave no reason."],
    ["invalid", "Acme: It gave no reason."],
    ["error", "Acme responded with an error: It gave no reason."],
  ]) {
    test(`is reported as ${failure} without the status of a success`, async () => {
      it.upstream.answer(always(jsonAnswer({ failed: failure })));
      const { json, text } = await call(ONE);
      expect(json.error).toBe(error);
      expect(text).not.toContain("answered 200");
    });
  }
});
