// Limits are exact: on one replica to the call, on several never more, and less only by what a replica still holds.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { OpenDatabase, RequestDatabase } from "../../../src/foundation/db/database.ts";
import { createRateLimiter, type Limits, type RateLimiter } from "../../../src/metering/limits/rate-limiter.ts";
import { TIER_LIMITS } from "../../../src/metering/limits/windows.ts";
import { type TestClock, testClock } from "../../support/clock.ts";
import { LANES } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";
import { type Replicas, testReplicas, watched } from "../../support/replicas.ts";

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** Noon of a day: no window ends by itself during a test. */
const NOON = Date.UTC(2026, 2, 4, 12);
const MAX_BLOCK = 100;
const WIDE = 1_000_000;
const WAVE = 250;
const perMinute = (minute: number): Limits => ({ minute, day: WIDE });

/** Asks for `count` calls at once; gives how many were admitted. */
async function ask(limiter: RateLimiter, key: string, limits: Limits, count: number): Promise<number> {
  const admissions = await Promise.all(Array.from({ length: count }, () => limiter.admit(key, limits)));
  return admissions.filter((admission) => admission.isAdmitted).length;
}
/** Asks in waves until a wave is not admitted whole. */
async function askToTheEnd(limiter: RateLimiter, key: string, limits: Limits): Promise<number> {
  let admitted = 0;
  for (let wave = WAVE; wave === WAVE; admitted += wave) wave = await ask(limiter, key, limits, WAVE);
  return admitted;
}
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

for (const lane of LANES) {
  describe(`limits on ${lane}`, () => {
    let replicas: Replicas;
    beforeAll(async () => {
      replicas = await testReplicas(lane, 3);
    }, 60_000);
    afterAll(() => replicas.close());

    const newKey = () => `user:${crypto.randomUUID()}`;
    const start = (clock: TestClock) => {
      clock.set(NOON);
      return replicas.databases.map(({ requests }) => createRateLimiter(requests, () => clock.now()));
    };
    const oneReplica = (clock: TestClock) => start(clock)[0] as RateLimiter;

    test("S-90, I-2: of 1,000 calls at once with a limit of 60, exactly 60 are admitted", async () => {
      const limiter = oneReplica(testClock());
      expect(await ask(limiter, newKey(), perMinute(60), 1_000)).toBe(60);
    });

    test("three replicas admit exactly what counters within allow, and a refused call consumes nothing of the owner's", async () => {
      const all = start(testClock());
      const [key, session, child] = [newKey(), `session:${crypto.randomUUID()}`, `session:${crypto.randomUUID()}`];
      const within = [
        { key: child, limits: { minute: 60 } },
        { key: session, limits: { life: 130 } },
      ];
      const admitted = async (counters: typeof within, count: number) => {
        const asked = all.map(async (one) => {
          const calls = Array.from({ length: count }, () => one.admit(key, perMinute(WIDE), counters));
          return (await Promise.all(calls)).filter(({ isAdmitted }) => isAdmitted).length;
        });
        return sum(await Promise.all(asked));
      };
      expect(await admitted(within, 100)).toBe(60);
      expect(await admitted(within.slice(1), 100)).toBe(70);
      for (const one of all) await one.release();
      const used = await replicas.databases[0]?.requests.query<{ used: number }>(
        "select used::int from limit_windows where key = $1 and kind = 'minute'",
        [key],
      );
      expect(used).toEqual([{ used: 130 }]);
    });

    test("I-2: three replicas together admit exactly a small limit, when each gets more calls", async () => {
      const all = start(testClock());
      for (const limit of [1, 7, 60]) {
        const key = newKey();
        expect(sum(await Promise.all(all.map((one) => ask(one, key, perMinute(limit), 100))))).toBe(limit);
      }
    });

    test.each([1_000, 10_000])("I-2: three replicas admit exactly %d when all are asked to the end", async (limit) => {
      const all = start(testClock());
      const key = newKey();
      const counts = await Promise.all(all.map((one) => askToTheEnd(one, key, perMinute(limit))));
      expect(sum(counts)).toBe(limit);
    });

    test.each([1_000, 10_000])(
      "I-2: a replica that dies takes at most its block of a limit of %d with it",
      async (limit) => {
        const all = start(testClock());
        const key = newKey();
        const early = await Promise.all(all.slice(1).map((one) => ask(one, key, perMinute(limit), 7)));
        expect(early).toEqual([7, 7]);
        const admitted = sum(early) + (await askToTheEnd(all[0] as RateLimiter, key, perMinute(limit)));
        expect(admitted).toBeLessThanOrEqual(limit);
        expect(admitted).toBeGreaterThanOrEqual(limit - 2 * MAX_BLOCK);
      },
    );

    test("I-2: a replica that dies takes nothing of a small limit with it: its calls are leased one by one", async () => {
      const all = start(testClock());
      const key = newKey();
      for (const one of all.slice(1)) expect(await ask(one, key, perMinute(60), 1)).toBe(1);
      expect(await ask(all[0] as RateLimiter, key, perMinute(60), 100)).toBe(58);
    });

    test("I-2: a replica that begins when little is left of a wide limit leases it one by one too", async () => {
      const all = start(testClock());
      const key = newKey();
      await replicas.databases[0]?.query(
        "insert into limit_windows (key, kind, starts_at, used) values ($1, 'minute', $2::timestamptz, 985)",
        [key, new Date(NOON).toISOString()],
      );
      for (const one of all.slice(1)) expect(await ask(one, key, perMinute(1_000), 1)).toBe(1);
      expect(await ask(all[0] as RateLimiter, key, perMinute(1_000), 100)).toBe(13);
    });

    test("I-2: the free tier's calls of a day come out at exactly 1,000, minute by minute over three replicas", async () => {
      const clock = testClock();
      const all = start(clock);
      const key = newKey();
      const minutes: number[] = [];
      do {
        minutes.push(sum(await Promise.all(all.map((one) => ask(one, key, TIER_LIMITS.free, 70)))));
        clock.move(MINUTE_MS);
      } while (minutes.at(-1));
      expect(Math.max(...minutes)).toBe(60);
      expect(sum(minutes)).toBe(1_000);
    });

    test("R-36: a new minute and a new day each start from nothing, once", async () => {
      const clock = testClock();
      const limiter = oneReplica(clock);
      const key = newKey();
      const limits = { minute: 5, day: 12 };
      expect(await ask(limiter, key, limits, 9)).toBe(5);
      clock.move(MINUTE_MS - 1);
      expect(await ask(limiter, key, limits, 9)).toBe(0);
      clock.move(1);
      expect(await ask(limiter, key, limits, 9)).toBe(5);
      clock.move(MINUTE_MS);
      expect(await ask(limiter, key, limits, 9)).toBe(2);
      clock.set(Math.floor(NOON / DAY_MS) * DAY_MS + DAY_MS - 1);
      expect(await ask(limiter, key, limits, 9)).toBe(0);
      clock.move(1);
      expect(await ask(limiter, key, limits, 9)).toBe(5);
    });

    test("a call that one window refuses consumes nothing of the other", async () => {
      const clock = testClock();
      const limiter = oneReplica(clock);
      const key = newKey();
      const limits = { minute: 3, day: 6 };
      expect(await ask(limiter, key, limits, 50)).toBe(3);
      clock.move(MINUTE_MS);
      expect(await ask(limiter, key, limits, 50)).toBe(3);
      clock.move(MINUTE_MS);
      const refused = await limiter.admit(key, limits);
      const midnight = Math.floor(NOON / DAY_MS) * DAY_MS + DAY_MS;
      expect(refused).toMatchObject({
        isAdmitted: false,
        refusedBy: "day",
        rate: { limit: 6, remaining: 0, resetAt: midnight / 1_000 },
        retryAfter: (midnight - clock.now()) / 1_000,
      });
    });

    test("R-33: a raised tier admits the rest of its limit in the same window, a lowered one nothing more", async () => {
      const limiter = oneReplica(testClock());
      const key = newKey();
      expect(await ask(limiter, key, perMinute(60), 100)).toBe(60);
      expect(await ask(limiter, key, perMinute(300), 400)).toBe(240);
      expect(await ask(limiter, key, perMinute(60), 10)).toBe(0);
      const other = newKey();
      expect(await ask(limiter, other, perMinute(1_000), 20)).toBe(20);
      expect(await ask(limiter, other, perMinute(30), 100)).toBe(10);
    });

    test("I-2: calls that go back under a lowered limit are not consumed again where the database's reply is lost", async () => {
      const [other] = start(testClock()) as [RateLimiter];
      let isLost = false;
      const whole = (replicas.databases[1] as OpenDatabase).requests;
      const losing: RequestDatabase = {
        ...whole,
        async query<Row>(text: string, parameters?: Parameters<RequestDatabase["query"]>[1]) {
          const rows = await whole.query<Row>(text, parameters);
          if (isLost) throw new Error("The connection broke.");
          return rows;
        },
      };
      const limiter = createRateLimiter(losing, () => NOON);
      const key = newKey();
      expect(await ask(limiter, key, perMinute(1_000), 1)).toBe(1);
      isLost = true;
      await rejection(limiter.admit(key, perMinute(30)));
      isLost = false;
      const rest = await askToTheEnd(limiter, key, perMinute(1_000));
      expect(1 + rest + (await askToTheEnd(other, key, perMinute(1_000)))).toBeLessThanOrEqual(1_000);
    });

    test("calls that a stopping replica gives back are there for another", async () => {
      const clock = testClock();
      const [first, second] = start(clock) as [RateLimiter, RateLimiter];
      const key = newKey();
      const limits = perMinute(1_000);
      expect(await ask(first, key, limits, 1)).toBe(1);
      expect(await ask(second, key, limits, 1_000)).toBeLessThan(999);
      await first.release();
      clock.move(1_000);
      const before = await second.peek(key, limits);
      expect(before.rate.remaining).toBe(0);
      const rest = await ask(second, key, limits, 1_000);
      expect(rest).toBeGreaterThan(0);
      const third = createRateLimiter((replicas.databases[2] as OpenDatabase).requests, () => clock.now());
      expect(await ask(third, key, limits, 100)).toBe(0);
    });

    test("what is released makes a window whole: nothing of it is lost, nothing counted twice", async () => {
      const clock = testClock();
      const all = start(clock);
      const key = newKey();
      const limits = perMinute(500);
      const early = sum(await Promise.all(all.map((one) => ask(one, key, limits, 11))));
      for (const one of all) {
        await one.release();
        await one.release();
      }
      expect(early + (await ask(all[0] as RateLimiter, key, limits, 600))).toBe(500);
    });

    test("a restart resets nothing", async () => {
      const clock = testClock();
      const before = oneReplica(clock);
      const key = newKey();
      expect(await ask(before, key, perMinute(60), 25)).toBe(25);
      await before.release();
      expect(await ask(oneReplica(clock), key, perMinute(60), 100)).toBe(35);
    });

    test("R-25: a clock that steps back an hour, and forth again, finds each window as it left it", async () => {
      const clock = testClock();
      const limiter = oneReplica(clock);
      const key = newKey();
      const limits = { minute: 10, day: 15 };
      expect(await ask(limiter, key, limits, 4)).toBe(4);
      clock.move(-HOUR_MS);
      expect(await ask(limiter, key, limits, 20)).toBe(10);
      const refused = await limiter.admit(key, limits);
      expect(refused).toMatchObject({ isAdmitted: false, rate: { limit: 10, remaining: 0 } });
      clock.move(HOUR_MS);
      expect(await ask(limiter, key, limits, 20)).toBe(1);
      clock.move(MINUTE_MS);
      expect(await ask(limiter, key, limits, 20)).toBe(0);
    });

    test("R-25: a clock that jumped an hour ahead and came back counts in the minute that it is, not in the later one", async () => {
      const clock = testClock();
      const limiter = oneReplica(clock);
      const key = newKey();
      clock.move(HOUR_MS);
      expect(await ask(limiter, key, perMinute(5), 9)).toBe(5);
      clock.move(-HOUR_MS);
      for (let minute = 0; minute < 3; minute++) {
        expect(await ask(limiter, key, perMinute(5), 9)).toBe(5);
        clock.move(MINUTE_MS);
      }
    });

    test("R-25: a replica whose clock is an hour behind never lifts the limit of a window", async () => {
      const [right, behind] = [testClock(), testClock()];
      right.set(NOON);
      behind.set(NOON - HOUR_MS);
      const [first, second] = [right, behind].map((clock, i) =>
        createRateLimiter((replicas.databases[i] as OpenDatabase).requests, () => clock.now()),
      ) as [RateLimiter, RateLimiter];
      const key = newKey();
      const limits = { minute: 10, day: 15 };
      const admitted = sum(await Promise.all([ask(first, key, limits, 50), ask(second, key, limits, 50)]));
      expect(admitted).toBeLessThanOrEqual(15);
      expect(admitted).toBeGreaterThanOrEqual(10);
    });

    test("R-25: I-2: replicas whose clocks are a day apart, and step a day: no window admits more than its limit", async () => {
      const clocks = [0, DAY_MS, -DAY_MS].map((off) => {
        const clock = testClock();
        clock.set(NOON + off);
        return clock;
      });
      const all = clocks.map((clock, i) =>
        createRateLimiter((replicas.databases[i] as OpenDatabase).requests, () => clock.now()),
      );
      const key = newKey();
      const limits = { minute: 7, day: 9 };
      const admitted = new Map<string, number>();
      for (const step of [0, DAY_MS, -2 * DAY_MS, DAY_MS]) {
        for (const clock of clocks) clock.move(step);
        for (const [i, one] of all.entries()) {
          const count = await ask(one, key, limits, 20);
          const day = new Date((clocks[i] as TestClock).now()).toISOString().slice(0, 10);
          admitted.set(day, (admitted.get(day) ?? 0) + count);
        }
      }
      expect([...admitted.keys()].sort()).toHaveLength(5);
      // A minute of each day: its seven calls, whichever clock showed it and however often.
      expect([...admitted.values()]).toEqual([7, 7, 7, 7, 7]);
      const rows = await replicas.databases[0]?.query<{ kind: keyof typeof limits; used: number }>(
        "select kind, used::int as used from limit_windows where key = $1",
        [key],
      );
      expect(rows?.filter(({ kind, used }) => used > limits[kind])).toEqual([]);
    });

    test("I-2: calls that are being leased while the limit rises and falls again go back before they are consumed", async () => {
      const [other] = start(testClock()) as [RateLimiter];
      const whole = (replicas.databases[1] as OpenDatabase).requests;
      const reply = Promise.withResolvers<void>();
      const leased = Promise.withResolvers<void>();
      const slow: RequestDatabase = {
        ...whole,
        async query<Row>(text: string, parameters?: Parameters<RequestDatabase["query"]>[1]) {
          const rows = await whole.query<Row>(text, parameters);
          if (rows.length > 0) leased.resolve();
          await reply.promise;
          return rows;
        },
      };
      const limiter = createRateLimiter(slow, () => NOON);
      const userId = crypto.randomUUID();
      const key = `user:${userId}`;
      await other.peek(key, perMinute(20));
      const call = limiter.admit(key, perMinute(20));
      await leased.promise;
      for (const one of [limiter, other]) one.invalidate(userId);
      expect(await ask(other, key, perMinute(300), 100)).toBe(100);
      for (const one of [limiter, other]) one.invalidate(userId);
      reply.resolve();
      expect((await call).isAdmitted).toBe(false);
    });

    test("peeking consumes nothing", async () => {
      const limiter = oneReplica(testClock());
      const key = newKey();
      for (let i = 0; i < 5; i++) expect((await limiter.peek(key, perMinute(3))).rate.remaining).toBe(3);
      expect(await ask(limiter, key, perMinute(3), 10)).toBe(3);
      expect((await limiter.peek(key, perMinute(3))).rate.remaining).toBe(0);
    });

    test("I-2: a key that is evicted from memory releases its leased calls, and its limit stays exact", async () => {
      const MAX_KEYS = 2;
      const { requests } = replicas.databases[0] as OpenDatabase;
      const limiter = createRateLimiter(requests, () => NOON, undefined, MAX_KEYS);
      const used = async (key: string) =>
        requests.query<{ used: number }>("select used::int as used from limit_windows where key = $1", [key]);
      const key = newKey();
      expect(await ask(limiter, key, perMinute(1_000), 3)).toBe(3);
      await Promise.all([newKey(), newKey()].map((other) => limiter.admit(other, perMinute(10))));
      await limiter.release();
      expect(await used(key)).toEqual([{ used: 3 }, { used: 3 }]);
      expect(await askToTheEnd(limiter, key, perMinute(1_000))).toBe(997);
    });

    test("I-2: a key that is evicted while it leases releases what the lease brings", async () => {
      const keys = [newKey(), newKey(), newKey()];
      const { requests } = replicas.databases[0] as OpenDatabase;
      const limiter = createRateLimiter(requests, () => NOON, undefined, 1);
      const admitted = await Promise.all(keys.map((key) => ask(limiter, key, perMinute(1_000), 2)));
      expect(admitted).toEqual([2, 2, 2]);
      await limiter.release();
      for (const key of keys) {
        const rows = await requests.query("select used::int as used from limit_windows where key = $1", [key]);
        expect(rows).toEqual([{ used: 2 }, { used: 2 }]);
      }
    });

    test("limits of one key are not another's", async () => {
      const limiter = oneReplica(testClock());
      const [ada, bob] = [newKey(), newKey()];
      expect(await ask(limiter, ada, perMinute(2), 5)).toBe(2);
      expect(await ask(limiter, bob, perMinute(2), 5)).toBe(2);
    });

    test("10,000 calls of a wide limit take a few hundred queries, and a refused one takes none for a second", async () => {
      const clock = testClock();
      clock.set(NOON);
      let queries = 0;
      const database = watched((replicas.databases[0] as OpenDatabase).requests, () => void queries++);
      const limiter = createRateLimiter(database, () => clock.now());
      const key = newKey();
      const limits = perMinute(10_000);
      for (let i = 0; i < 10; i++) expect(await ask(limiter, key, limits, 1_000)).toBe(1_000);
      expect(queries).toBeLessThan(400);
      expect(await ask(limiter, key, limits, 10)).toBe(0);
      queries = 0;
      expect(await ask(limiter, key, limits, 100)).toBe(0);
      expect(queries).toBe(0);
    });

    test("the first call of a window takes one query for it, and replicas that open it together stay within the limit", async () => {
      const clock = testClock();
      clock.set(NOON);
      let queries = 0;
      const limiters = replicas.databases.map(({ requests }) =>
        createRateLimiter(
          watched(requests, () => void queries++),
          () => clock.now(),
        ),
      );
      const [key, sharedKey] = [newKey(), newKey()];
      await limiters[0]?.admit(key, perMinute(60));
      expect(queries).toBe(2);
      clock.set(NOON + MINUTE_MS);
      await limiters[0]?.admit(key, perMinute(60));
      expect(queries).toBe(3);
      // Each replica asks once for each of the two windows, and once more where another one opened it first.
      queries = 0;
      const admitted = await Promise.all(limiters.map((one) => ask(one, sharedKey, perMinute(2), 1)));
      expect(sum(admitted)).toBe(2);
      expect(queries).toBeLessThanOrEqual(2 * 2 * limiters.length);
    });

    test("a lease that fails fails its calls, and the next call leases anew", async () => {
      const clock = testClock();
      clock.set(NOON);
      let isDown = true;
      const database = watched((replicas.databases[0] as OpenDatabase).requests, () => {
        if (isDown) throw new Error("The database is down.");
      });
      const limiter = createRateLimiter(database, () => clock.now());
      const key = newKey();
      const failed = await Promise.allSettled([1, 2, 3].map(() => limiter.admit(key, perMinute(3))));
      expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
      isDown = false;
      expect(await ask(limiter, key, perMinute(3), 10)).toBe(3);
    });
  });
}
