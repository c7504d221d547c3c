// Bodies that come slowly: each way of reading gives up after its time, and nobody's hundreds of them keep out another's.
import { afterAll, beforeAll, describe, expect, jest, setDefaultTimeout, test } from "bun:test";
import { KINDS } from "../../src/metering/long-lived/slots.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type SlowRequest, sendSlowly } from "../support/slow-body.ts";
import { until } from "../support/until.ts";
import { type BodyReader, bodyReaders, READER_NAMES } from "./body-readers.ts";

setDefaultTimeout(60_000);
/** From then on a body takes a place. */
const SLOW_MS = 1_100;
const DEADLINE_MS = 31_000;

describe("slow bodies", () => {
  let gateway: TestGateway;
  let readers: Map<string, BodyReader>;
  let open: SlowRequest[] = [];
  beforeAll(async () => {
    gateway = await startTestGateway({
      lane: "embedded",
      env: { TRUST_PROXY: "1" },
      settings: { google: { clientId: "client", clientSecret: "secret" } },
    });
    readers = new Map((await bodyReaders(gateway)).map((reader) => [reader.name, reader]));
  });
  afterAll(() => gateway.close());

  const send = (reader: BodyReader, headers: Record<string, string> = {}) => {
    const request = sendSlowly(gateway.url, reader.path, { ...reader.headers, ...headers });
    open.push(request);
    return request;
  };
  /** With the timers of this process in the test's hand. */
  const withTimers = async (work: (move: (ms: number) => Promise<void>) => Promise<void>) => {
    jest.useFakeTimers();
    try {
      await work(async (ms) => {
        // Whatever was sent is being read.
        for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
        jest.advanceTimersByTime(ms);
        for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve));
      });
    } finally {
      jest.useRealTimers();
      for (const request of open) request.close();
      open = [];
      const { longLived } = gateway.app.deps;
      await until(() => longLived.count("body") + longLived.count("strangerBody") === 0, 20_000);
    }
  };

  test("every way of reading is tried", () => {
    expect([...readers.keys()]).toEqual(READER_NAMES);
  });

  test.each(READER_NAMES)("S-107: %s gives a slow body up with 408 and closes the connection", (name) =>
    withTimers(async (move) => {
      const slow = send(readers.get(name) as BodyReader);
      await move(DEADLINE_MS - 12_000);
      expect(slow.isAnswered()).toBe(false);
      await move(DEADLINE_MS);
      const { status, headers } = await slow.response;
      expect([status, headers.get("connection")]).toEqual([408, "close"]);
      await slow.closed;
    }),
  );

  test("S-110: a user with a hundred keys holds a fifth of the places, and another user's calls and bodies pass", async () => {
    const user = await gateway.user();
    const keys = [user.key];
    while (keys.length < 100) keys.push((await gateway.admin("POST", "/keys", { user: user.email })).json.data.key);
    const other = await gateway.user();
    const ways = [...readers.values()].filter(({ isKeys, name }) => isKeys && !/partner|operator/.test(name));
    const as = (key: string) => ({ authorization: `Bearer ${key}` });
    await withTimers(async (move) => {
      const most = KINDS.body.ofUser;
      const all: SlowRequest[] = [];
      for (let i = 0; i < most + 20; i++)
        all.push(send(ways[i % ways.length] as BodyReader, as(keys[i % keys.length] as string)));
      await move(SLOW_MS);
      await move(SLOW_MS);
      expect(gateway.app.deps.longLived.count("body")).toBe(most);
      const refused = all.filter((one) => one.isAnswered());
      expect(refused).toHaveLength(20);
      for (const one of refused) {
        const { status, headers, body } = await one.response;
        expect([status, headers.get("retry-after"), headers.get("connection")]).toEqual([429, "5", "close"]);
        expect(body).toContain(
          "Your keys and clients together have 400 requests whose bodies are still being received",
        );
      }
      const slow = send(readers.get("our own route") as BodyReader, as(other.key));
      await move(SLOW_MS);
      expect([slow.isAnswered(), gateway.app.deps.longLived.count("body")]).toEqual([false, most + 1]);
      const call = await gateway.call("POST", "/api/v1/integrations/connect", { key: other.key, body: {} });
      expect(call.status).toBe(400);
    });
  });

  test("S-110: a /48 of strangers holds a quarter of theirs, and others sign in, deliver and call", async () => {
    const ways = [...readers.values()].filter(({ isKeys }) => !isKeys);
    const from = (address: string) => ({ "x-forwarded-for": address });
    const user = await gateway.user();
    await withTimers(async (move) => {
      const most = KINDS.strangerBody.ofNetwork;
      const all: SlowRequest[] = [];
      // More than a network's minute of sign-ins comes from as many networks within the site.
      for (let i = 0; i < most + 20; i++)
        all.push(send(ways[i % ways.length] as BodyReader, from(`2001:db8:7:${i.toString(16)}::1`)));
      await move(SLOW_MS);
      await move(SLOW_MS);
      expect(gateway.app.deps.longLived.count("strangerBody")).toBe(most);
      const refused = all.filter((one) => one.isAnswered());
      expect(refused).toHaveLength(20);
      for (const one of refused) {
        const { status, headers, body } = await one.response;
        expect([status, headers.get("retry-after"), headers.get("connection")], body).toEqual([503, "5", "close"]);
      }
      for (const reader of ways) send(reader, from("2001:db8:8::1"));
      await move(SLOW_MS);
      expect(gateway.app.deps.longLived.count("strangerBody")).toBe(most + ways.length);
      // From the same site: its callers have places of their own.
      const slow = send(readers.get("/mcp") as BodyReader, {
        ...from("2001:db8:7::1"),
        authorization: `Bearer ${user.key}`,
      });
      await move(SLOW_MS);
      expect(slow.isAnswered()).toBe(false);
    });
  });
});
