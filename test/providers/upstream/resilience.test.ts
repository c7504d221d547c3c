// Resilience towards a failing provider: cooldowns, the circuit breaker, the retry and its budget, the bulkhead.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { Owner } from "../../../src/identity/owner.ts";
import { createCooldowns } from "../../../src/providers/exchange/cooldowns.ts";
import { UpstreamFailure } from "../../../src/providers/upstream/failure.ts";
import {
  createResilience,
  DEFAULT_RESILIENCE,
  type ResilienceOptions,
} from "../../../src/providers/upstream/resilience.ts";
import { type AcmeGateway, startAcmeGateway } from "../../support/acme.ts";
import { always, answerOf, jsonAnswer } from "../../support/tcp-upstream.ts";
import { until } from "../../support/until.ts";

const ONE = "/api/v1/acme/items/7";
const LIST = "/api/v1/acme/items";
const THING = jsonAnswer({ id: 7, title: "A title" });
const DOWN = jsonAnswer({ message: "down" }, 503);

describe("a provider that limits the rate", () => {
  let it: AcmeGateway;
  beforeAll(async () => {
    it = await startAcmeGateway({ cooldowns: createCooldowns() });
  }, 30_000);
  afterAll(() => it.close());
  const read = () => it.gateway.call("GET", ONE, { key: it.key });

  test("R-19: gets one request per Retry-After window, however many calls come, and again when it is over", async () => {
    it.upstream.answer(always(answerOf(429, { "retry-after": "30" }, "{}")));
    const before = it.upstream.requests.length;
    const responses = [await read(), ...(await Promise.all(Array.from({ length: 20 }, read)))];
    for (const response of responses) {
      expect(response.status).toBe(503);
      expect(response.json.details.reason).toBe("rate_limited");
      expect(Number(response.headers.get("retry-after"))).toBeWithin(29, 31);
    }
    expect(it.upstream.requests.length - before).toBe(1);
    it.upstream.answer(always(THING));
    expect((await read()).status).toBe(503);
    it.gateway.clock.move(30_000);
    expect((await read()).status).toBe(200);
  });
});

describe("a provider that is down", () => {
  let it: AcmeGateway;
  beforeAll(async () => {
    it = await startAcmeGateway({ resilience: { ...DEFAULT_RESILIENCE, openMs: 300 } });
  }, 30_000);
  afterAll(() => it.close());
  const write = () => it.gateway.call("POST", LIST, { key: it.key, body: { title: "A title" } });

  test("R-13: opens the circuit after five failures in a row, gets one probe later, and is used again when that works", async () => {
    it.upstream.answer(always(DOWN));
    const before = it.upstream.requests.length;
    for (let i = 0; i < 5; i++) expect((await write()).json.details.reason).not.toBe("circuit_open");
    const alone = await write();
    expect(alone.status).toBe(503);
    expect(alone.json.details).toMatchObject({ provider: "acme", reason: "circuit_open" });
    expect(Number(alone.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
    expect(it.upstream.requests.length - before).toBe(5);
    it.upstream.answer(always(THING));
    await until(async () => (await write()).status === 200);
    expect((await write()).status).toBe(200);
  });
});

describe("a read after a transient failure", () => {
  let it: AcmeGateway;
  beforeAll(async () => {
    it = await startAcmeGateway();
  }, 30_000);
  afterAll(() => it.close());

  test("R-15: is retried once, and succeeds where the second response does", async () => {
    let count = 0;
    it.upstream.answer((...args) => always(++count === 1 ? DOWN : THING)(...args));
    const response = await it.gateway.call("GET", ONE, { key: it.key });
    expect(response.status).toBe(200);
    expect(count).toBe(2);
  });

  test("R-15: is retried no more than once", async () => {
    let count = 0;
    it.upstream.answer((...args) => {
      count++;
      return always(DOWN)(...args);
    });
    expect((await it.gateway.call("GET", ONE, { key: it.key })).status).toBe(503);
    expect(count).toBe(2);
  });

  test("S-70: a write is not retried", async () => {
    let count = 0;
    it.upstream.answer((...args) => {
      count++;
      return always(DOWN)(...args);
    });
    const body = { title: "A title" };
    expect((await it.gateway.call("POST", LIST, { key: it.key, body })).status).toBe(503);
    expect(count).toBe(1);
  });
});

describe("the retry budget and the slots of a host", () => {
  const URL_OF_ACME = "https://api.acme.example/";
  const [ADA, BO] = ["ada", "bo"].map((userId) => ({ userId, accountId: null })) as [Owner, Owner];
  const ok = async () => new Response("{}");
  const down = async () => new Response("{}", { status: 503 });
  const reasonOf = (call: Promise<unknown>) =>
    call.then(
      () => "responded",
      (error) => (error instanceof UpstreamFailure ? error.detail.reason : (error as Error).name),
    );
  /** Resilience over a replaceable provider, with a clock that stands still. */
  function setup(options: Partial<ResilienceOptions> = {}) {
    const it = { answer: ok as () => Promise<Response>, now: 0, sent: 0 };
    const send = () => {
      it.sent++;
      return it.answer();
    };
    const resilience = createResilience(send, { ...DEFAULT_RESILIENCE, ...options }, () => it.now);
    const call = (owner: Owner, signal?: AbortSignal) => reasonOf(resilience.fetchFor(owner)(URL_OF_ACME, { signal }));
    return Object.assign(it, { resilience, call });
  }

  test("retries are ten at once and a tenth of the requests after that", async () => {
    const { resilience } = setup();
    const takeAll = () => {
      let count = 0;
      while (resilience.takeRetry(URL_OF_ACME, ADA)) count++;
      return count;
    };
    expect(takeAll()).toBe(10);
    expect(takeAll()).toBe(0);
    for (let i = 0; i < 31; i++) await resilience.fetchFor(ADA)(URL_OF_ACME, {});
    expect(takeAll()).toBe(3);
    expect(resilience.takeRetry("https://other.example/", ADA)).toBe(true);
  });

  test("R-41: one owner's retries do not take from another's budget", () => {
    const { resilience } = setup();
    while (resilience.takeRetry(URL_OF_ACME, ADA)) {}
    expect(resilience.takeRetry(URL_OF_ACME, BO)).toBe(true);
    expect(resilience.takeRetry(URL_OF_ACME, { userId: "ada", accountId: "1" })).toBe(true);
  });

  test("retries count per host, with and without a path in the URL", async () => {
    const { resilience } = setup();
    for (let i = 0; i < 10; i++) expect(resilience.takeRetry("https://api.acme.example", ADA)).toBe(true);
    expect(resilience.takeRetry("https://api.acme.example/v1", ADA)).toBe(false);
    for (let i = 0; i < 11; i++) await resilience.fetchFor(ADA)("https://api.acme.example/v1/items", {});
    expect(resilience.takeRetry("https://api.acme.example", ADA)).toBe(true);
  });

  test("S-93: one owner has at most a quarter of a host's slots and a bounded queue; the others have theirs", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let underWay = 0;
    let most = 0;
    const it = setup({ concurrent: 12, queued: 16 });
    it.answer = async () => {
      most = Math.max(most, ++underWay);
      await promise;
      underWay--;
      return new Response("{}");
    };
    const calls = Array.from({ length: 10 }, () => it.call(ADA));
    expect(it.sent).toBe(3);
    it.answer = ok;
    expect(await it.call(BO)).toBe("responded");
    resolve();
    expect((await Promise.all(calls)).sort()).toEqual([
      ...Array(3).fill("circuit_open"),
      ...Array(7).fill("responded"),
    ]);
    expect(most).toBe(3);
  });

  test("R-41: a request that gets no slot in time is refused, and counts as no failure of the provider", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const it = setup({ concurrent: 4, waitMs: 20, failureThreshold: 1 });
    it.answer = () => promise;
    const first = it.call(ADA);
    const late = Array.from({ length: 3 }, () => it.call(ADA));
    // A deadline that passes in the queue: nothing was sent, so the outcome of a token exchange is known.
    late.push(...Array.from({ length: 3 }, () => it.call(ADA, AbortSignal.timeout(1))));
    expect(await Promise.all(late)).toEqual(Array(6).fill("circuit_open"));
    expect(await it.call(ADA, AbortSignal.abort())).toBe("AbortError");
    expect(it.sent).toBe(1);
    resolve(new Response("{}"));
    it.answer = ok;
    expect([await first, await it.call(ADA), await it.call(BO)]).toEqual(Array(3).fill("responded"));
  });

  test("R-41: an owner's failures open its own circuit, which lets one probe out later; others go on", async () => {
    const it = setup();
    it.answer = down;
    for (let i = 0; i < 20; i++) await it.call(ADA);
    expect(it.sent).toBe(DEFAULT_RESILIENCE.failureThreshold);
    expect(await it.call(ADA)).toBe("circuit_open");
    it.answer = ok;
    expect(await it.call(BO)).toBe("responded");
    expect(await it.call({ userId: "ada", accountId: "1" })).toBe("responded");
    it.answer = down;
    it.now += DEFAULT_RESILIENCE.openMs;
    expect([await it.call(ADA), await it.call(ADA)]).toEqual(["responded", "circuit_open"]);
  });

  test("R-41: the accounts of one partner count as one user: however many fail, the host's circuit stays closed for others", async () => {
    const it = setup();
    it.answer = down;
    for (let i = 0; i < 30; i++) await it.call({ userId: "ada", accountId: String(i % 10) });
    it.answer = ok;
    expect([await it.call(BO), await it.call({ userId: "ada", accountId: "new" })]).toEqual(["responded", "responded"]);
  });

  for (const [name, fail] of [
    ["no connection", () => Promise.reject(Object.assign(new Error("no"), { code: "ConnectionRefused" }))],
    ["no name", () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }))],
  ] as const) {
    test(`R-41: ${name}, whoever calls, opens the circuit for all; a response to anybody closes it`, async () => {
      const it = setup();
      it.answer = fail;
      for (let i = 0; i < DEFAULT_RESILIENCE.failureThreshold; i++) await it.call(ADA);
      expect(await it.call(BO)).toBe("circuit_open");
      it.answer = ok;
      it.now += DEFAULT_RESILIENCE.openMs;
      expect([await it.call(BO), await it.call(BO)]).toEqual(["responded", "responded"]);
      expect(await it.call({ userId: "cy", accountId: null })).toBe("responded");
    });
  }

  test("an aborted request is no failure of the host", async () => {
    const it = setup();
    it.answer = async () => {
      throw new DOMException("gone", "AbortError");
    };
    for (let i = 0; i < 10; i++) await it.call(ADA);
    it.answer = ok;
    expect(await it.call(ADA)).toBe("responded");
  });

  test("S-93: an evicted host keeps its counts while requests are under way", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    let sent = 0;
    const isSlow = (url: string) => url === URL_OF_ACME;
    const resilience = createResilience(
      async (url) => {
        sent += Number(isSlow(url));
        return isSlow(url) ? promise : new Response("{}");
      },
      { ...DEFAULT_RESILIENCE, concurrent: 8 },
    );
    const fetch = resilience.fetchFor(ADA);
    const calls = [fetch(URL_OF_ACME, {}), fetch(URL_OF_ACME, {})];
    for (let i = 0; i < 10_000; i++) await fetch(`https://${i}.acme.example/`, {});
    calls.push(fetch(URL_OF_ACME, {}));
    expect(sent).toBe(2);
    resolve(new Response("{}"));
    await Promise.all(calls);
    expect(sent).toBe(3);
  });
});
