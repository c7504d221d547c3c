// The client's stream of events: each event once and in order over broken connections, with bounded pauses, until it is ended.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { eventStream, type StreamSource } from "../../client/src/events.ts";
import {
  AccountNotFoundError,
  AuthenticationError,
  ConnectionError,
  createClient,
  EventsMissedError,
  type GatewayClient,
  InvalidResponseError,
  PermissionDeniedError,
  RateLimitedError,
} from "../../client/src/index.ts";
import { serverSentEvents } from "../../client/src/server-sent-events.ts";
import { publishEvents } from "../../src/events/log/publish.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { random } from "../support/random.ts";
import { rejection } from "../support/rejection.ts";
import { testEvent } from "../support/test-events.ts";

const event = (title: string, more: object = {}) => ({ type: "issues.opened", provider: "github", title, ...more });
const frame = (id: string, title: string, more: object = {}) =>
  `id: ${id}\nevent: issues.opened\ndata: ${JSON.stringify(event(title, more))}\n\n`;
const GREETING = "retry: 2000\nid: 0-0\n\n";

/** A body that gives the texts, and then ends, breaks or stays open. */
function bodyOf(texts: readonly string[], end: "closes" | "breaks" | "stays" = "closes"): Response {
  const parts = texts.map((text) => new TextEncoder().encode(text));
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const part = parts.shift();
      if (part) controller.enqueue(part);
      else if (end === "closes") controller.close();
      else if (end === "breaks") controller.error(new TypeError("terminated"));
    },
  });
  return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}

/** Connections one after the other; the last one's error ends the stream. */
function scripted(connections: readonly (Response | Error)[], more: Partial<StreamSource> = {}) {
  const asked: (string | null)[] = [];
  const waits: number[] = [];
  const source: StreamSource = {
    async open(lastEventId) {
      const next = connections[asked.length] ?? new Error("over");
      asked.push(lastEventId);
      if (next instanceof Error) throw next;
      return next;
    },
    async wait(ms) {
      waits.push(ms);
    },
    random: () => 1,
    silenceMs: 60_000,
    ...more,
  };
  return { source, asked, waits };
}

async function titlesOf(source: StreamSource, options = {}) {
  const titles: string[] = [];
  const error = await rejection(
    (async () => {
      for await (const { title } of eventStream(source, options)) titles.push(title);
    })(),
  );
  return { titles, error };
}
const facts = { reason: null, message: "", requestId: null, details: {}, retryAfter: null };
const failed = new ConnectionError({ ...facts, code: "CONNECTION_FAILED", status: 0 });

describe("a stream that breaks", () => {
  test("goes on after the last id, whether it ends, breaks or never begins", async () => {
    const { source, asked } = scripted([
      bodyOf([GREETING, frame("1-1", "a"), frame("1-2", "b")]),
      bodyOf([GREETING.replace("0-0", "1-2"), frame("1-3", "c")], "breaks"),
      failed,
      bodyOf([`retry: 2000\n\n${frame("1-4", "d")}id: 1-5\nev`]),
    ]);
    const { titles, error } = await titlesOf(source, { lastEventId: "1-0" });
    expect(titles).toEqual(["a", "b", "c", "d"]);
    expect((error as Error).message).toBe("over");
    // The block of "1-5" was cut.
    expect(asked).toEqual(["1-0", "1-2", "1-3", "1-3", "1-4"]);
  });

  test("pauses longer each time, at most 30 seconds, as long as Retry-After says, and shortly again after something came", async () => {
    const limited = new RateLimitedError({ ...facts, code: "RATE_LIMITED", status: 429, retryAfter: 90 });
    const down = Array.from({ length: 9 }, () => failed);
    const { source, waits } = scripted([...down, limited, bodyOf([GREETING, ": ping\n\n"]), failed]);
    await titlesOf(source);
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000, 90_000, 2_000, 2_000]);
  });

  test("does not hurry where every connection breaks after its greeting", async () => {
    const { source, waits } = scripted(Array.from({ length: 5 }, () => bodyOf([GREETING])));
    await titlesOf(source);
    expect(waits).toEqual([2_000, 2_000, 2_000, 4_000, 8_000]);
  });

  test("connects again where nothing comes for too long", async () => {
    const { source, asked } = scripted([bodyOf([GREETING, frame("1-1", "a")], "stays")], { silenceMs: 5 });
    const open: StreamSource["open"] = async (id, signal) => abortable(await source.open(id, signal), signal);
    const { titles } = await titlesOf({ ...source, open });
    expect([titles, asked]).toEqual([["a"], [null, "1-1"]]);
  });
});

/** As fetch does: the body breaks when the signal aborts. */
function abortable(response: Response, signal: AbortSignal): Response {
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const aborted = new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  aborted.catch(() => {});
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await Promise.race([reader.read(), aborted]);
      if (done) controller.close();
      else controller.enqueue(value);
    },
  });
  return new Response(body, { headers: response.headers });
}

describe("a stream that cannot go on", () => {
  test.each([
    ["a page of a proxy", new Response("<html>", { headers: { "content-type": "text/html" } })],
    ["data that is no JSON", bodyOf([`${GREETING}data: {\n\n`])],
    ["an event without an end in sight", bodyOf([`data: ${"x".repeat(17 * 1024 * 1024)}`])],
    [
      "an event of endless lines",
      bodyOf([`data: ${"x".repeat(9 * 1024 * 1024)}\n`, `data: ${"x".repeat(9 * 1024 * 1024)}\n`]),
    ],
  ])("ends with an error for %s", async (_, response) => {
    const { source, asked } = scripted([response]);
    const { error } = await titlesOf(source);
    expect(error).toBeInstanceOf(InvalidResponseError);
    expect(asked).toHaveLength(1);
  });
});

describe("the reader of server-sent events", () => {
  const text = [
    "\ufeff: a comment\n\n",
    'id: 1-1\nevent: gmail.message_received\ndata: {"title":"Grüße 🙂"}\n\n',
    "data\ndata:  two\ndata:three\n\n",
    "retry: 15\r\nid: 7\r\n\r\n",
    "id: a\0b\rdata: x\r\r",
    "unknown: 1\nretry: soon\n\n",
    "event: e\n\n",
    "data: cut",
  ].join("");
  const framesOf = async (parts: readonly Uint8Array[]) => {
    const frames: unknown[] = [];
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    for await (const one of serverSentEvents(body, () => {})) frames.push(one);
    return frames;
  };
  const expected = [
    { id: "1-1", type: "gmail.message_received", data: '{"title":"Grüße 🙂"}', retryMs: null },
    { id: "1-1", type: "message", data: "\n two\nthree", retryMs: null },
    { id: "7", type: "message", data: null, retryMs: 15 },
    { id: "7", type: "message", data: "x", retryMs: null },
    { id: "7", type: "e", data: null, retryMs: null },
  ];

  test("finds the same events however the bytes come", async () => {
    const bytes = new TextEncoder().encode(text);
    const { below } = random(7);
    for (let round = 0; round < 200; round++) {
      const parts: Uint8Array[] = [];
      for (let at = 0; at < bytes.length; ) {
        const length = round === 0 ? bytes.length : 1 + below(round % 13);
        parts.push(bytes.subarray(at, at + length));
        at += length;
      }
      expect(await framesOf(parts)).toEqual(expected);
    }
  });
});

describe("a stream of a gateway", () => {
  let gateway: TestGateway;
  let key: string;
  let userId: string;
  let client: GatewayClient;
  /** Of the streams that were opened. */
  let opened: (string | null)[] = [];
  const recorded = (request: Request) => {
    opened.push(request.headers.get("last-event-id"));
    return fetch(request);
  };
  const clientFor = (apiKey: string) => createClient({ baseUrl: gateway.url, apiKey, fetch: recorded });
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
    ({ key, userId } = await gateway.partner());
    client = clientFor(key);
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    gateway.clock.nextMinute();
    opened = [];
  });
  const publish = async (titles: readonly string[], accountId: string | null = null, more: object = {}) => {
    const events = titles.map((title) => {
      const one = testEvent({ userId, accountId }, gateway.clock.now(), more);
      return { ...one, view: { ...one.view, title } };
    });
    const users = await gateway.database.database.transaction((tx) => publishEvents(tx, events));
    gateway.app.deps.events.published(users);
  };
  /** Publishes once the stream is open, and reads so many titles. */
  const read = async (from: GatewayClient, count: number, publishing: () => Promise<void>, options = {}) => {
    const stream = from.events(options);
    const titles: string[] = [];
    const iterator = stream[Symbol.asyncIterator]();
    let next = iterator.next();
    // A position comes before the first event, so that none is missed in between.
    if (!("lastEventId" in options))
      while (stream.lastEventId === null) await new Promise((done) => setImmediate(done));
    await publishing();
    for (let i = 0; i < count; i++) {
      const { value } = await next;
      titles.push(value?.title ?? "none");
      if (i + 1 < count) next = iterator.next();
    }
    const { lastEventId } = stream;
    await iterator.return?.();
    return { titles, lastEventId };
  };

  test("gives events from now on, and from a stored position what came since", async () => {
    await publish(["before"]);
    const first = await read(client, 2, () => publish(["a", "b"]));
    expect(first.titles).toEqual(["a", "b"]);
    await publish(["c", "d"]);
    const more = await read(client, 3, () => publish(["e"]), { lastEventId: first.lastEventId });
    expect(more.titles).toEqual(["c", "d", "e"]);
    expect(opened).toEqual([null, first.lastEventId]);
  });

  test("gives only the types and providers that are asked for, and moves past the others", async () => {
    const publishing = async () => {
      await publish(["other type"], null, { type: "issues.closed", provider: "acme" });
      await publish(["other provider"], null, { provider: "beta" });
      await publish(["right"], null, { provider: "acme" });
    };
    const { titles, lastEventId } = await read(client, 1, publishing, {
      types: ["issues.opened"],
      providers: ["acme"],
    });
    expect(titles).toEqual(["right"]);
    expect((await read(client, 1, () => publish(["later"]), { lastEventId })).titles).toEqual(["later"]);
  });

  test("is an account's in the client for it", async () => {
    const accountId = await gateway.account(key, "café");
    const publishing = async () => {
      await publish(["the user's"]);
      await publish(["the account's"], accountId);
    };
    expect((await read(client.account("café"), 1, publishing)).titles).toEqual(["the account's"]);
  });

  test("ends without an error when its signal aborts, before, while it waits, and between two events", async () => {
    const aborter = new AbortController();
    const titles: string[] = [];
    const stream = client.events({ signal: aborter.signal });
    const reading = (async () => {
      for await (const { title } of stream) {
        titles.push(title);
        aborter.abort();
      }
    })();
    while (stream.lastEventId === null) await new Promise((done) => setImmediate(done));
    await publish(["a", "b"]);
    await reading;
    expect(titles).toEqual(["a"]);
    for await (const { title } of client.events({ signal: aborter.signal })) titles.push(title);
    const waiting = new AbortController();
    const quiet = client.events({ signal: waiting.signal });
    const silent = (async () => {
      for await (const { title } of quiet) titles.push(title);
    })();
    while (quiet.lastEventId === null) await new Promise((done) => setImmediate(done));
    waiting.abort();
    await silent;
    expect(titles).toEqual(["a"]);
  });

  test("throws the error's class where it may not be read", async () => {
    const reader = await gateway.user({ permissions: ["gateway:usage.read"] });
    const firstOf = (from: GatewayClient) => rejection(from.events()[Symbol.asyncIterator]().next());
    expect(await firstOf(clientFor("sk_live_wrong"))).toBeInstanceOf(AuthenticationError);
    expect(await firstOf(clientFor(reader.key))).toBeInstanceOf(PermissionDeniedError);
    expect(await firstOf(client.account("nobody"))).toBeInstanceOf(AccountNotFoundError);
    expect(opened).toEqual([null, null, null]);
  });

  test("says that events may be missing where its position is not known, or goes on where that is handled", async () => {
    const lastEventId = "999-999";
    const error = await rejection(client.events({ lastEventId })[Symbol.asyncIterator]().next());
    expect(error).toBeInstanceOf(EventsMissedError);
    expect(error).toMatchObject({ code: "EVENTS_MISSED", nextStep: expect.stringContaining("without lastEventId") });
    let resets = 0;
    const stream = client.events({ lastEventId, onReset: () => resets++ });
    const iterator = stream[Symbol.asyncIterator]();
    const next = iterator.next();
    while (stream.lastEventId === lastEventId) await new Promise((done) => setImmediate(done));
    await publish(["after"]);
    expect([(await next).value?.title, resets]).toEqual(["after", 1]);
    await iterator.return?.();
  });

  test("holds no stream open once it is left", async () => {
    // A key may have ten at once.
    for (let i = 0; i < 25; i++) expect((await read(client, 1, () => publish([`${i}`]))).titles).toEqual([`${i}`]);
  });
});
