// Manners towards a provider that fails: the breaker, the repeated read, the wait that a provider asks for, the cap.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createPauses } from "../../src/calls/pauses.ts";
import { createManners, DEFAULT_MANNERS } from "../../src/upstream/manners.ts";
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
    it = await startAcmeGateway({ pauses: createPauses() });
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
    it = await startAcmeGateway({ manners: { ...DEFAULT_MANNERS, pauseMs: 300 } });
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

describe("the budget and the cap of a host", () => {
  const ok = async () => new Response("{}");

  test("repeats are ten at once and a tenth of the requests after that", async () => {
    const manners = createManners(ok);
    const url = "https://api.acme.example/";
    const spend = () => {
      let count = 0;
      while (manners.mayRepeat(url)) count++;
      return count;
    };
    expect(spend()).toBe(10);
    expect(spend()).toBe(0);
    for (let i = 0; i < 31; i++) await manners.fetch(url, {});
    expect(spend()).toBe(3);
    expect(createManners(ok).mayRepeat("https://other.example/")).toBe(true);
  });

  test("repeats are counted for the host that requests went to, with and without a path behind it", async () => {
    const manners = createManners(ok);
    for (let i = 0; i < 10; i++) expect(manners.mayRepeat("https://api.acme.example")).toBe(true);
    expect(manners.mayRepeat("https://api.acme.example/v1")).toBe(false);
    for (let i = 0; i < 11; i++) await manners.fetch("https://api.acme.example/v1/items", {});
    expect(manners.mayRepeat("https://api.acme.example")).toBe(true);
  });

  test("S-93: no more requests than the cap are under way at one host, more wait, and past the queue they are refused", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let underWay = 0;
    let most = 0;
    const slow = async () => {
      most = Math.max(most, ++underWay);
      await promise;
      underWay--;
      return new Response("{}");
    };
    const manners = createManners(slow, { ...DEFAULT_MANNERS, concurrent: 3, waiting: 4 });
    const calls = Array.from({ length: 10 }, () => manners.fetch("https://api.acme.example/", {}));
    const settled = Promise.allSettled(calls);
    resolve();
    const outcomes = (await settled).map(({ status }) => status);
    expect(most).toBe(3);
    expect(outcomes.filter((status) => status === "fulfilled")).toHaveLength(7);
    expect(outcomes.filter((status) => status === "rejected")).toHaveLength(3);
  });

  test("a caller who goes away is no failure of the host", async () => {
    const aborted = async () => {
      throw new DOMException("gone", "AbortError");
    };
    let fetch: () => Promise<Response> = aborted;
    const manners = createManners(() => fetch());
    const url = "https://api.acme.example/";
    for (let i = 0; i < 10; i++) await manners.fetch(url, {}).catch(() => {});
    fetch = ok;
    expect((await manners.fetch(url, {})).status).toBe(200);
  });
});
