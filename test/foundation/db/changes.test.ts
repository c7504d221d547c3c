// The memory caches: a row that changes is not kept, not even when it changes while it is being read.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { createChanges } from "../../../src/foundation/db/changes.ts";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { rejection } from "../../support/rejection.ts";

interface Row {
  userId: string;
  version: number;
}

/** A cache whose listener and loads are in the test's hand. */
async function stage(tables: readonly string[] = ["api_keys"]) {
  let say: (payload: string) => void = () => {};
  let setListening: (isListening: boolean) => void = () => {};
  const database = {
    listen: async (channel: string, onMessage: typeof say, onState: typeof setListening) => {
      expect(channel).toBe("gateway_changes");
      say = onMessage;
      setListening = onState;
      onState(true);
    },
  } as unknown as OpenDatabase;
  const changes = createChanges(database);
  const cache = changes.cache<Row>(tables);
  await changes.start();
  let loads = 0;
  const row =
    (version: number, userId = "u1") =>
    async () => {
      loads++;
      return { userId, version };
    };
  return {
    cache,
    row,
    say: (payload: string) => say(payload),
    setListening: (isListening: boolean) => setListening(isListening),
    loads: () => loads,
  };
}

const step = fc.oneof(
  fc.record({ is: fc.constant("change" as const), user: fc.nat(2) }),
  { weight: 3, arbitrary: fc.record({ is: fc.constant("read" as const), user: fc.nat(2), isBrought: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant("end" as const), at: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ is: fc.constant("listening" as const), state: fc.boolean() }) },
);

/** A load that ends when the test says so. */
function heldLoad(row: Row | null) {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { load: () => promise.then(() => row), end: resolve };
}

describe("changes", () => {
  test("a row in memory is not loaded again, until its user's row of a watched table changes", async () => {
    const { cache, row, say, loads } = await stage();
    expect(await cache.get("k", row(1))).toEqual({ userId: "u1", version: 1 });
    expect(await cache.get("k", row(2))).toEqual({ userId: "u1", version: 1 });
    expect(loads()).toBe(1);
    say("api_keys:u2");
    say("integrations:u1");
    expect((await cache.get("k", row(2)))?.version).toBe(1);
    say("api_keys:u1");
    expect((await cache.get("k", row(2)))?.version).toBe(2);
  });

  test("a change forgets every row of the user, and no other user's", async () => {
    const { cache, row, say } = await stage();
    for (let i = 0; i < 50; i++) await cache.get(`k${i}`, row(1, i % 2 ? "odd" : "even"));
    say("api_keys:odd");
    const versions = await Promise.all(
      Array.from({ length: 50 }, (_, i) => cache.get(`k${i}`, row(2, i % 2 ? "odd" : "even"))),
    );
    expect(versions.map((value) => value?.version)).toEqual(Array.from({ length: 50 }, (_, i) => (i % 2 ? 2 : 1)));
  });

  test("a change reaches a user's rows after others were replaced or evicted", async () => {
    const { cache, row, say, setListening } = await stage();
    await cache.get("k", row(1, "u1"));
    say("api_keys:u1");
    await cache.get("k", row(2, "u2"));
    say("api_keys:u1");
    expect((await cache.get("k", row(3)))?.version).toBe(2);
    say("api_keys:u2");
    expect((await cache.get("k", row(3, "u2")))?.version).toBe(3);
    for (let i = 0; i < 10_000; i++) await cache.get(`k${i}`, row(4, "u2"));
    expect((await cache.get("k", row(5, "u2")))?.version).toBe(5);
    say("api_keys:u2");
    expect((await cache.get("k9999", row(6, "u2")))?.version).toBe(6);
    setListening(false);
    setListening(true);
    expect((await cache.get("k", row(7, "u2")))?.version).toBe(7);
  });

  test("R-07: those who ask for one row at one time share one load, and its failure", async () => {
    const { cache, row, loads } = await stage();
    const rows = await Promise.all(Array.from({ length: 50 }, () => cache.get("k", row(1))));
    expect([loads(), new Set(rows.map((value) => value?.version))]).toEqual([1, new Set([1])]);
    let tries = 0;
    const fail = async () => {
      tries++;
      throw new Error("down");
    };
    const failed = await Promise.allSettled(Array.from({ length: 50 }, () => cache.get("other", fail)));
    expect([tries, new Set(failed.map(({ status }) => status))]).toEqual([1, new Set(["rejected"])]);
    expect((await cache.get("other", row(2)))?.version).toBe(2);
  });

  test("S-39: who asks after a change gets nothing from a load that began before it, and shares the next", async () => {
    const { cache, row, say, loads } = await stage();
    const old = heldLoad({ userId: "u1", version: 1 });
    const before = cache.get("k", old.load);
    say("api_keys:u1");
    const after = [cache.get("k", row(2)), cache.get("k", row(2))];
    old.end();
    expect((await before)?.version).toBe(1);
    expect((await Promise.all(after)).map((value) => value?.version)).toEqual([2, 2]);
    expect(loads()).toBe(1);
    expect((await cache.get("k", row(3)))?.version).toBe(2);
  });

  test("other users' changes cost no load: neither one under way nor a row in memory", async () => {
    const { cache, say } = await stage();
    let loads = 0;
    const held = heldLoad({ userId: "u1", version: 1 });
    const load = () => {
      loads++;
      return held.load();
    };
    const reads = Array.from({ length: 100 }, (_, i) => {
      say(`api_keys:other-${i}`);
      return cache.get("k", load);
    });
    held.end();
    expect(new Set((await Promise.all(reads)).map((value) => value?.version))).toEqual(new Set([1]));
    for (let i = 0; i < 100; i++) {
      say(`api_keys:other-${i}`);
      await cache.get("k", load);
    }
    expect(loads).toBe(1);
  });

  test("more users change during a load than are remembered: the row is not kept", async () => {
    const { cache, row, say } = await stage();
    const old = heldLoad({ userId: "u1", version: 1 });
    const loading = cache.get("k", old.load);
    say("api_keys:u1");
    for (let i = 0; i < 10_001; i++) say(`api_keys:other-${i}`);
    old.end();
    await loading;
    expect((await cache.get("k", row(2)))?.version).toBe(2);
  });

  test("S-39: while the listener is lost nobody shares a load", async () => {
    const { cache, row, setListening } = await stage();
    setListening(false);
    const old = heldLoad({ userId: "u1", version: 1 });
    const before = cache.get("k", old.load);
    expect((await cache.get("k", row(2)))?.version).toBe(2);
    old.end();
    expect((await before)?.version).toBe(1);
  });

  test("S-39: a row that changed while it was being loaded is not kept", async () => {
    const { cache, row, say } = await stage();
    const old = heldLoad({ userId: "u1", version: 1 });
    const loading = cache.get("k", old.load);
    say("api_keys:u1");
    old.end();
    expect((await loading)?.version).toBe(1);
    expect((await cache.get("k", row(2)))?.version).toBe(2);
  });

  test("S-39: a row that was loaded while the listener was lost in between is not kept", async () => {
    const { cache, row, setListening } = await stage();
    const old = heldLoad({ userId: "u1", version: 1 });
    const loading = cache.get("k", old.load);
    setListening(false);
    setListening(true);
    old.end();
    await loading;
    expect((await cache.get("k", row(2)))?.version).toBe(2);
  });

  test("S-39: while the listener is lost nothing is kept, and what was held before is not served", async () => {
    const { cache, row, setListening } = await stage();
    await cache.get("k", row(1));
    setListening(false);
    expect((await cache.get("k", row(2)))?.version).toBe(2);
    expect((await cache.get("k", row(3)))?.version).toBe(3);
    setListening(true);
    expect((await cache.get("k", row(4)))?.version).toBe(4);
    expect((await cache.get("k", row(5)))?.version).toBe(4);
  });

  test("R-45, S-39: no read gives a row that is older than the read itself, however changes, loads and outages fall", async () => {
    const run = async (steps: (typeof step extends fc.Arbitrary<infer S> ? S : never)[]) => {
      const { cache, say, setListening } = await stage();
      const stored = [0, 0, 0];
      const open: (() => void)[] = [];
      const reads: Promise<void>[] = [];
      for (const one of steps) {
        if (one.is === "listening") setListening(one.state);
        else if (one.is === "end") open.splice(one.at, 1)[0]?.();
        else if (one.is === "change") {
          stored[one.user] = (stored[one.user] as number) + 1;
          say(`api_keys:${one.user}`);
        } else {
          const atLeast = stored[one.user] as number;
          const load = () => {
            const version = stored[one.user] as number;
            const { promise, resolve } = Promise.withResolvers<void>();
            open.push(resolve);
            return promise.then(() => ({ userId: `${one.user}`, version }));
          };
          const key = `key of ${one.user}`;
          const bringing = () =>
            cache.alongside(async (bring) => {
              const row = await load();
              bring(key, row);
              return row;
            });
          const read = one.isBrought ? bringing() : cache.get(key, load);
          reads.push(read.then((row) => expect(row?.version).toBeGreaterThanOrEqual(atLeast)));
        }
        // What has ended is told to those who wait before the next step.
        for (let turn = 0; turn < 10; turn++) await Promise.resolve();
      }
      let isOver = false;
      const over = Promise.all(reads).then(() => {
        isOver = true;
      });
      for (let turn = 0; turn < 1_000 && !isOver; turn++) {
        open.shift()?.();
        await Promise.resolve();
      }
      await over;
    };
    await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40 }), run), { numRuns: 500 });
  }, 30_000);

  test("nothing is kept before the listener stands", async () => {
    const changes = createChanges({ listen: async () => {} } as unknown as OpenDatabase);
    const cache = changes.cache<Row>(["api_keys"]);
    await changes.start();
    for (const version of [1, 2]) {
      expect((await cache.get("k", async () => ({ userId: "u1", version })))?.version).toBe(version);
    }
  });

  test("a row that another load brings along is kept, unless its user's row changed meanwhile", async () => {
    const { cache, row, say, loads } = await stage();
    const brought = await cache.alongside(async (bring) => {
      bring("k", { userId: "u1", version: 1 });
      return "other";
    });
    expect([brought, (await cache.get("k", row(2)))?.version, loads()]).toEqual(["other", 1, 0]);
    await cache.alongside(async (bring) => {
      say("api_keys:u1");
      bring("k", { userId: "u1", version: 1 });
    });
    expect([(await cache.get("k", row(2)))?.version, loads()]).toEqual([2, 1]);
  });

  test("that there is no row is not remembered", async () => {
    const { cache, row } = await stage();
    expect(await cache.get("k", async () => null)).toBeNull();
    expect((await cache.get("k", row(1)))?.version).toBe(1);
  });

  test("a load that fails is not remembered", async () => {
    const { cache, row } = await stage();
    expect(String(await rejection(cache.get("k", () => Promise.reject(new Error("down")))))).toMatch("down");
    expect((await cache.get("k", row(1)))?.version).toBe(1);
  });
});
