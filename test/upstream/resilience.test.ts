// Manners towards a provider that fails: the breaker, the repeated read, the wait that a provider asks for, the places.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createCooldowns } from "../../src/calls/cooldowns.ts";
import type { Owner } from "../../src/owner.ts";
import { UpstreamFailure } from "../../src/upstream/failure.ts";
import { createResilience, DEFAULT_RESILIENCE, type ResilienceOptions } from "../../src/upstream/resilience.ts";
import { type AcmeGateway, startAcmeGateway } from "../support/acme.ts";
import { always, answerOf, jsonAnswer } from "../support/tcp-upstream.ts";
import { until } from "../support/until.ts";

const ONE = "/api/v1/acme/items/7";
const LIST = "/api/v1/acme/items";
const THING = jsonAnswer({ id: 7, title: "A title" });
const DOWN = jsonAnswer({ message: "down" }, 503);

describe("a provider that asks to wait", () => {
  let it: AcmeGateway;
  beforeAll(async () => {
    it = await startAcmeGateway({ cooldowns: createCooldowns() });
  }, 30_000);
  afterAll(() => it.close());
  const read = () => it.gateway.call("GET", ONE, { key: it.key });

  test("R-19: is asked once in each Retry-After window, however many calls come, and again when it is over", async () => {
    it.upstream.answer(always(answerOf(429, { "retry-after": "30" }, "{}")));
    const before = it.upstream.requests.length;
    const answers = [await read(), ...(await Promise.all(Array.from({ length: 20 }, read)))];
    for (const answer of answers) {
      expect(answer.status).toBe(503);
      expect(answer.json.details.reason).toBe("rate_limited");
      expect(Number(answer.headers.get("retry-after"))).toBeWithin(29, 31);
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

  test("R-13: is left alone after five failures in a row, asked once when the pause is over, and used again when that works", async () => {
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

describe("a read that meets a service which is down for a moment", () => {
  let it: AcmeGateway;
  beforeAll(async () => {
    it = await startAcmeGateway();
  }, 30_000);
  afterAll(() => it.close());

  test("R-15: is repeated once, and succeeds where the second answer does", async () => {
    let count = 0;
    it.upstream.answer((...given) => always(++count === 1 ? DOWN : THING)(...given));
    const answer = await it.gateway.call("GET", ONE, { key: it.key });
    expect(answer.status).toBe(200);
    expect(count).toBe(2);
  });

  test("R-15: is repeated no more than once", async () => {
    let count = 0;
    it.upstream.answer((...given) => {
      count++;
      return always(DOWN)(...given);
    });
    expect((await it.gateway.call("GET", ONE, { key: it.key })).status).toBe(503);
    expect(count).toBe(2);
  });

  test("S-70: a write is not repeated", async () => {
    let count = 0;
    it.upstream.answer((...given) => {
      count++;
      return always(DOWN)(...given);
    });
    const body = { title: "A title" };
    expect((await it.gateway.call("POST", LIST, { key: it.key, body })).status).toBe(503);
    expect(count).toBe(1);
  });
});

describe("the budget and the places of a host", () => {
  const URL_OF_ACME = "https://api.acme.example/";
  const [ADA, BO] = ["ada", "bo"].map((userId) => ({ userId, accountId: null })) as [Owner, Owner];
  const ok = async () => new Response("{}");
  const down = async () => new Response("{}", { status: 503 });
  const reasonOf = (call: Promise<unknown>) =>
    call.then(
      () => "answered",
      (error) => (error instanceof UpstreamFailure ? error.detail.reason : (error as Error).name),
    );
  /** Manners over a provider that each call may replace, and a clock that stands still. */
  function mannered(options: Partial<ResilienceOptions> = {}) {
    const it = { answer: ok as () => Promise<Response>, now: 0, sent: 0 };
    const send = () => {
      it.sent++;
      return it.answer();
    };
    const resilience = createResilience(send, { ...DEFAULT_RESILIENCE, ...options }, () => it.now);
    const call = (owner: Owner, signal?: AbortSignal) => reasonOf(resilience.fetchFor(owner)(URL_OF_ACME, { signal }));
    return Object.assign(it, { resilience, call });
  }

  test("repeats are ten at once and a tenth of the requests after that", async () => {
    const { resilience } = mannered();
    const spend = () => {
      let count = 0;
      while (resilience.takeRetry(URL_OF_ACME, ADA)) count++;
      return count;
    };
    expect(spend()).toBe(10);
    expect(spend()).toBe(0);
    for (let i = 0; i < 31; i++) await resilience.fetchFor(ADA)(URL_OF_ACME, {});
    expect(spend()).toBe(3);
    expect(resilience.takeRetry("https://other.example/", ADA)).toBe(true);
  });

  test("R-41: one owner's repeats are not taken from another's", () => {
    const { resilience } = mannered();
    while (resilience.takeRetry(URL_OF_ACME, ADA)) {}
    expect(resilience.takeRetry(URL_OF_ACME, BO)).toBe(true);
    expect(resilience.takeRetry(URL_OF_ACME, { userId: "ada", accountId: "1" })).toBe(true);
  });

  test("repeats are counted for the host that requests went to, with and without a path behind it", async () => {
    const { resilience } = mannered();
    for (let i = 0; i < 10; i++) expect(resilience.takeRetry("https://api.acme.example", ADA)).toBe(true);
    expect(resilience.takeRetry("https://api.acme.example/v1", ADA)).toBe(false);
    for (let i = 0; i < 11; i++) await resilience.fetchFor(ADA)("https://api.acme.example/v1/items", {});
    expect(resilience.takeRetry("https://api.acme.example", ADA)).toBe(true);
  });

  test("S-93: one owner has at most a quarter of a host's places, its queue has an end, and the others have theirs", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let underWay = 0;
    let most = 0;
    const it = mannered({ concurrent: 12, queued: 16 });
    it.answer = async () => {
      most = Math.max(most, ++underWay);
      await promise;
      underWay--;
      return new Response("{}");
    };
    const calls = Array.from({ length: 10 }, () => it.call(ADA));
    expect(it.sent).toBe(3);
    it.answer = ok;
    expect(await it.call(BO)).toBe("answered");
    resolve();
    expect((await Promise.all(calls)).sort()).toEqual([...Array(7).fill("answered"), ...Array(3).fill("circuit_open")]);
    expect(most).toBe(3);
  });

  test("R-41: who gets no place in time is told so, and no failure of the provider is counted", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    const it = mannered({ concurrent: 4, waitMs: 20, failureThreshold: 1 });
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
    expect([await first, await it.call(ADA), await it.call(BO)]).toEqual(Array(3).fill("answered"));
  });

  test("R-41: an owner whose calls fail is left alone, and asked once when the pause is over; others go on", async () => {
    const it = mannered();
    it.answer = down;
    for (let i = 0; i < 20; i++) await it.call(ADA);
    expect(it.sent).toBe(DEFAULT_RESILIENCE.failureThreshold);
    expect(await it.call(ADA)).toBe("circuit_open");
    it.answer = ok;
    expect(await it.call(BO)).toBe("answered");
    expect(await it.call({ userId: "ada", accountId: "1" })).toBe("answered");
    it.answer = down;
    it.now += DEFAULT_RESILIENCE.openMs;
    expect([await it.call(ADA), await it.call(ADA)]).toEqual(["answered", "circuit_open"]);
  });

  test("R-41: the accounts of one partner are one owner to the host: however many fail, it stays open for others", async () => {
    const it = mannered();
    it.answer = down;
    for (let i = 0; i < 30; i++) await it.call({ userId: "ada", accountId: String(i % 10) });
    it.answer = ok;
    expect([await it.call(BO), await it.call({ userId: "ada", accountId: "new" })]).toEqual(["answered", "answered"]);
  });

  for (const [name, fail] of [
    ["no connection", () => Promise.reject(Object.assign(new Error("no"), { code: "ConnectionRefused" }))],
    ["no name", () => Promise.reject(Object.assign(new Error("no"), { code: "ENOTFOUND" }))],
  ] as const) {
    test(`R-41: ${name}, whoever calls, opens the circuit for all; an answer to anybody closes it`, async () => {
      const it = mannered();
      it.answer = fail;
      for (let i = 0; i < DEFAULT_RESILIENCE.failureThreshold; i++) await it.call(ADA);
      expect(await it.call(BO)).toBe("circuit_open");
      it.answer = ok;
      it.now += DEFAULT_RESILIENCE.openMs;
      expect([await it.call(BO), await it.call(BO)]).toEqual(["answered", "answered"]);
      expect(await it.call({ userId: "cy", accountId: null })).toBe("answered");
    });
  }

  test("a caller who goes away is no failure of the host", async () => {
    const it = mannered();
    it.answer = async () => {
      throw new DOMException("gone", "AbortError");
    };
    for (let i = 0; i < 10; i++) await it.call(ADA);
    it.answer = ok;
    expect(await it.call(ADA)).toBe("answered");
  });

  test("S-93: a host that is pushed out of memory keeps its counts while requests are under way", async () => {
    const { promise, resolve } = Promise.withResolvers<Response>();
    let sent = 0;
    const isHeld = (url: string) => url === URL_OF_ACME;
    const resilience = createResilience(
      async (url) => {
        sent += Number(isHeld(url));
        return isHeld(url) ? promise : new Response("{}");
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
