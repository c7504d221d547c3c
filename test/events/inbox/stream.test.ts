// The event stream on both databases: each event once and in order, over replicas, resumable, bounded, ended when it should.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createSink } from "../../../src/events/inbox/sink.ts";
import type { NewEvent } from "../../../src/events/log/event.ts";
import { publishEvents } from "../../../src/events/log/publish.ts";
import type { Owner } from "../../../src/identity/owner.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";
import { testEvent } from "../../support/test-events.ts";
import { until, within } from "../../support/until.ts";

setDefaultTimeout(60_000);
const MAX_OF_KEY = 10;
/** Long waits that no test should need. */
const TIMES = { pingMs: 60_000, stallMs: 60_000 };

interface Frame {
  id?: string;
  event?: string;
  data?: string;
}

/** Reads a stream of events as a client does. */
async function connect(gateway: TestGateway, key: string, headers: Record<string, string> = {}, query = "") {
  const stop = new AbortController();
  const response = await fetch(`${gateway.url}/api/v1/inbox/stream${query}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
    signal: stop.signal,
  });
  const frames: Frame[] = [];
  let isOver = false;
  const read = async () => {
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop() as string;
      for (const part of parts) {
        const fields = part.split("\n").map((line) => /^(\w*): ?(.*)$/.exec(line)?.slice(1) as [string, string]);
        frames.push(Object.fromEntries(fields));
      }
    }
  };
  const end = () => {
    isOver = true;
  };
  void read().then(end, end);
  const events = () => frames.filter(({ data, event }) => data !== undefined && event !== "reset");
  return {
    response,
    frames,
    titles: () => events().map(({ data }) => JSON.parse(data as string).title as string),
    lastId: () => frames.findLast(({ id }) => id !== undefined)?.id as string,
    isOver: () => isOver,
    close: () => stop.abort(),
    /** Resolves when the stream has begun, which its first frame says. */
    began: () => until(() => frames.length > 0, 5_000),
  };
}

for (const lane of laneOf(import.meta.file)) {
  describe(`the event stream on ${lane}`, () => {
    let gateway: TestGateway;
    let replica: TestGateway;
    let opened: Awaited<ReturnType<typeof connect>>[] = [];
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, streamTimes: TIMES });
      replica = await startTestGateway({ lane, streamTimes: TIMES, database: gateway.database });
    });
    afterEach(() => {
      for (const stream of opened) stream.close();
      opened = [];
    });
    afterAll(async () => {
      await replica.close();
      await gateway.close();
    });
    beforeEach(() => void gateway.clock.nextMinute());

    const open = async (key: string, headers: Record<string, string> = {}, on = gateway, query = "") => {
      const stream = await connect(on, key, headers, query);
      opened.push(stream);
      await stream.began();
      return stream;
    };
    const titled = (owner: Owner, title: string, more: Partial<NewEvent> = {}) => {
      const event = testEvent(owner, gateway.clock.now(), more);
      return { ...event, view: { ...event.view, title } };
    };
    /** Publishes events on one replica, and signals them. */
    const publish = async (owner: Owner, titles: readonly string[], on = gateway, more: Partial<NewEvent> = {}) => {
      const { deps } = on.app;
      const users = await gateway.database.database.transaction((tx) =>
        publishEvents(
          tx,
          titles.map((title) => titled(owner, title, more)),
        ),
      );
      deps.events.published(users);
    };
    const arrived = (stream: { titles(): string[] }, titles: readonly string[]) =>
      until(() => stream.titles().length >= titles.length, 5_000).then(
        () => expect(stream.titles()).toEqual([...titles]),
        () => expect(stream.titles()).toEqual([...titles]),
      );

    test("events come as they are published, from now on, with their type, in the inbox's shape", async () => {
      const { key, userId } = await gateway.user();
      const owner = { userId, accountId: null };
      await publish(owner, ["before"]);
      const stream = await open(key);
      expect(stream.response.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
      expect(stream.response.headers.get("cache-control")).toBe("no-store");
      expect(stream.response.headers.get("x-accel-buffering")).toBe("no");
      await publish(owner, ["a", "b"]);
      await arrived(stream, ["a", "b"]);
      const last = stream.frames.at(-1) as Frame;
      expect(last.event).toBe("issues.opened");
      expect(last.id).toMatch(/^\d+-\d+$/);
      const { id } = JSON.parse(last.data as string);
      const listed = await gateway.call("GET", `/api/v1/inbox/events/${id}`, { key });
      expect(JSON.parse(last.data as string)).toEqual(listed.json.data);
    });

    test("a stream serves its owner alone", async () => {
      const { key, userId } = await gateway.partner();
      const accountId = await gateway.account(key, "ours");
      const [own, ofAccount] = [await open(key), await open(key, { "x-account-id": "ours" })];
      const stranger = await gateway.user();
      await publish({ userId: stranger.userId, accountId: null }, ["stranger's"]);
      await publish({ userId, accountId }, ["account's"]);
      await publish({ userId, accountId: null }, ["user's"]);
      await arrived(own, ["user's"]);
      await arrived(ofAccount, ["account's"]);
    });

    test("R-28: a reader that is cut goes on at another replica after its last event, each event once", async () => {
      const { key, userId } = await gateway.user();
      const owner = { userId, accountId: null };
      const titles = Array.from({ length: 120 }, (_, i) => String(i));
      const first = await open(key);
      await publish(owner, titles.slice(0, 20));
      await arrived(first, titles.slice(0, 20));
      first.close();
      await publish(owner, titles.slice(20, 90));
      const second = await open(key, { "last-event-id": first.lastId() }, replica);
      await arrived(second, titles.slice(20, 90));
      await publish(owner, titles.slice(90), gateway);
      await arrived(second, titles.slice(20));
      second.close();
      const third = await open(key, {}, gateway, `?last_event_id=${first.lastId()}`);
      await arrived(third, titles.slice(20));
      expect(third.frames.some(({ event }) => event === "reset")).toBe(false);
    });

    test("a reader that is cut before its first event can resume: the stream begins with an id", async () => {
      const { key, userId } = await gateway.user();
      const owner = { userId, accountId: null };
      await publish(owner, ["old"]);
      const first = await open(key);
      first.close();
      await publish(owner, ["missed"]);
      const second = await open(key, { "last-event-id": first.lastId() });
      await arrived(second, ["missed"]);
    });

    test("so can one of an owner without any event", async () => {
      const { key, userId } = await gateway.user();
      const first = await open(key);
      first.close();
      await publish({ userId, accountId: null }, ["missed"]);
      const second = await open(key, { "last-event-id": first.lastId() });
      await arrived(second, ["missed"]);
      expect(second.frames.some(({ event }) => event === "reset")).toBe(false);
    });

    test("an id whose event is gone, of another database or of nobody is answered by reset, then from now", async () => {
      const { key, userId } = await gateway.user();
      const owner = { userId, accountId: null };
      await publish(owner, ["a", "b"]);
      const stranger = await gateway.user();
      const foreign = await open(stranger.key);
      await publish({ userId: stranger.userId, accountId: null }, ["theirs"]);
      await arrived(foreign, ["theirs"]);
      for (const id of ["4611686018427387904-1", "1-1", "no id", `${"9".repeat(40)}-1`, foreign.lastId()]) {
        gateway.clock.nextMinute();
        const stream = await open(key, { "last-event-id": id });
        expect(stream.frames[0]).toMatchObject({ event: "reset", data: '{"last_event_id":null}' });
        stream.close();
        const next = await open(key, { "last-event-id": stream.lastId() });
        expect(next.frames.some(({ event }) => event === "reset")).toBe(false);
        next.close();
      }
      const stream = await open(key, { "last-event-id": "1-1" });
      await publish(owner, ["c"]);
      await arrived(stream, ["c"]);
    });

    test("a key has ten streams at once, and one that is closed makes room", async () => {
      const { key } = await gateway.user();
      const streams = [];
      for (let i = 0; i < MAX_OF_KEY; i++) streams.push(await open(key));
      const more = await gateway.call("GET", "/api/v1/inbox/stream", { key });
      expect([codeOf(more), more.headers.get("retry-after")]).toEqual(["429 RATE_LIMITED", "15"]);
      expect((await gateway.call("HEAD", "/api/v1/inbox/stream", { key })).status).toBe(200);
      streams[0]?.close();
      await until(async () => {
        const again = await gateway.call("GET", "/api/v1/inbox/stream", { key });
        return again.status === 200;
      }, 5_000);
    });

    test("HEAD opens no stream", async () => {
      const { key } = await gateway.user();
      for (let i = 0; i <= MAX_OF_KEY; i++) {
        const head = await gateway.call("HEAD", "/api/v1/inbox/stream", { key });
        expect([head.status, head.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
      }
    });

    test("a revoked key's stream ends, as does that of a deleted account", async () => {
      const { key, keyId } = await gateway.partner();
      const other = await gateway.partner();
      const accountId = await gateway.account(other.key, "gone");
      const [stream, ofAccount] = [await open(key), await open(other.key, { "x-account-id": "gone" })];
      await gateway.admin("DELETE", `/keys/${keyId}`);
      await gateway.call("DELETE", `/api/v1/accounts/${accountId}`, { key: other.key });
      await until(() => stream.isOver() && ofAccount.isOver(), 5_000);
    });

    test("a stream ends with its key's last moment", async () => {
      const { email, key } = await gateway.user();
      // Less than the time after which every right is looked up again.
      const endsAt = gateway.clock.now() + 30_000;
      const body = { user: email, permissions: ["*"], expires_at: new Date(endsAt).toISOString() };
      const { json } = await gateway.admin("POST", "/keys", body);
      const [stream, other] = [await open(json.data.key), await open(key)];
      gateway.clock.set(endsAt);
      await until(() => stream.isOver(), 5_000);
      expect(other.isOver()).toBe(false);
    });

    test("I-1: a stream has its row in the usage log from the start", async () => {
      const { key } = await gateway.user();
      await open(key);
      const rows = async () => {
        const usage = await gateway.call("GET", "/api/v1/usage", { key });
        return usage.json.data.entries.filter((row: { endpoint: string }) => row.endpoint === "/api/v1/inbox/stream");
      };
      await until(async () => (await rows())[0]?.status === 200, 5_000);
      expect(await rows()).toHaveLength(1);
    });

    test("when the process stops, its streams end and new ones end at once", async () => {
      const stopping = await startTestGateway({ lane, streamTimes: TIMES, database: gateway.database });
      const { key } = await gateway.user();
      const stream = await open(key, {}, stopping);
      stopping.app.endStreams();
      await until(() => stream.isOver(), 5_000);
      const late = await connect(stopping, key);
      await until(() => late.isOver(), 5_000);
      await within("the end of the gateway", stopping.close());
    });
  });
}

describe("events that commit late, postgres", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres", streamTimes: TIMES });
  });
  afterAll(() => gateway.close());

  test("an event inserted first and committed last reaches stream and list, none twice", async () => {
    const { key, userId } = await gateway.user();
    const owner = { userId, accountId: null };
    const { database } = gateway.database;
    const { deps } = gateway.app;
    const event = (title: string) => {
      const made = testEvent(owner, gateway.clock.now());
      return { ...made, view: { ...made.view, title } };
    };
    const list = async () => {
      const page = await gateway.call("GET", "/api/v1/inbox/events", { key });
      return page.json.data.events.map(({ title }: { title: string }) => title) as string[];
    };
    const stream = await connect(gateway, key);
    await stream.began();
    const inserted = Promise.withResolvers<void>();
    const commit = Promise.withResolvers<void>();
    const late = database.transaction(async (tx) => {
      const users = await publishEvents(tx, [event("late")]);
      inserted.resolve();
      await commit.promise;
      return users;
    });
    await inserted.promise;
    for (const title of ["a", "b"])
      deps.events.published(await database.transaction((tx) => publishEvents(tx, [event(title)])));
    // What is newer than a running transaction is seen by nobody yet: a reader that knew it would stop there.
    expect(await list()).toEqual([]);
    expect(stream.titles()).toEqual([]);
    commit.resolve();
    await late;
    // No signal for the late one: the stream looks again by itself.
    await until(() => stream.titles().length >= 3, 5_000);
    expect(stream.titles()).toEqual(["late", "a", "b"]);
    expect(await list()).toEqual(["b", "a", "late"]);
    stream.close();
  });

  test("twelve writers at once, one reader: every event once", async () => {
    const { key, userId } = await gateway.user();
    const stream = await connect(gateway, key);
    await stream.began();
    const { database } = gateway.database;
    const write = async (writer: number) => {
      for (let i = 0; i < 25; i++) {
        const made = testEvent({ userId, accountId: null }, gateway.clock.now());
        const users = await database.transaction((tx) =>
          publishEvents(tx, [{ ...made, view: { ...made.view, title: `${writer}-${i}` } }]),
        );
        gateway.app.deps.events.published(users);
      }
    };
    await Promise.all(Array.from({ length: 12 }, (_, writer) => write(writer)));
    await until(() => stream.titles().length >= 300, 20_000);
    expect(stream.titles()).toHaveLength(300);
    expect(new Set(stream.titles()).size).toBe(300);
    stream.close();
  });
});

describe("a reader that does not read", () => {
  test("it is cut off with a bounded queue", async () => {
    let ends = 0;
    const sink = createSink(50, () => void ends++);
    let written = 0;
    const write = async () => {
      while (!sink.isEnded) {
        await sink.write("x".repeat(10_000));
        written += 10_000;
      }
    };
    await within("the end of the sink", write());
    expect(written).toBeLessThan(100_000);
    expect(ends).toBe(1);
  });

  test("one that reads slowly gets everything", async () => {
    const sink = createSink(5_000, () => {});
    const reader = sink.body.getReader();
    const writing = (async () => {
      for (let i = 0; i < 50; i++) await sink.write("x".repeat(10_000));
      sink.end();
    })();
    let size = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.byteLength;
    }
    await writing;
    expect(size).toBe(500_000);
  });
});
