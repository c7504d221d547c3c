// Months of partners: exact over replicas, restarts, changes of tier and the ends of months, and soft where calls are priced.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import {
  type Admission,
  createRateLimiter,
  type Limits,
  type RateLimiter,
} from "../../../src/metering/limits/rate-limiter.ts";
import { PARTNER_LIMITS, UNLIMITED, windowAt } from "../../../src/metering/limits/windows.ts";
import { type TestClock, testClock } from "../../support/clock.ts";
import { LANES } from "../../support/database.ts";
import { type Replicas, testReplicas, watched } from "../../support/replicas.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const MAX_BLOCK = 100;
/** The middle of a month, at noon: no window ends by itself during a test. */
const NOON = Date.UTC(2026, 10, 15, 12);
/** A tier's month without its minute, so that many calls are made at once. */
const monthOf = (tier: keyof typeof PARTNER_LIMITS): Limits => ({ ...PARTNER_LIMITS[tier], minute: UNLIMITED });
const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

const make = (limiter: RateLimiter, key: string, limits: Limits, count: number): Promise<Admission[]> =>
  Promise.all(Array.from({ length: count }, () => limiter.admit(key, limits)));
const admittedOf = (admissions: readonly Admission[]) => admissions.filter(({ isAdmitted }) => isAdmitted).length;
const ask = async (limiter: RateLimiter, key: string, limits: Limits, count: number) =>
  admittedOf(await make(limiter, key, limits, count));
const month = ({ windows }: Pick<Admission, "windows">) => windows.find(({ kind }) => kind === "month");

describe("months", () => {
  test.each([
    [2026, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]],
    [2028, [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]],
    [2100, [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]],
  ])("R-36: every month of %d holds its days, from its first to its last millisecond", (year, days) => {
    for (const [index, length] of days.entries()) {
      const startsAt = Date.UTC(year, index);
      const endsAt = startsAt + length * DAY_MS;
      const window = { startsAt, endsAt };
      expect(windowAt("month", startsAt)).toEqual(window);
      expect(windowAt("month", endsAt - 1)).toEqual(window);
      expect(windowAt("month", endsAt).startsAt).toBe(endsAt);
    }
  });
});

for (const lane of LANES) {
  describe(`months on ${lane}`, () => {
    let replicas: Replicas;
    beforeAll(async () => {
      replicas = await testReplicas(lane, 3);
    }, 60_000);
    afterAll(() => replicas.close());

    const newKey = () => `partner:${crypto.randomUUID()}`;
    const start = (clock: TestClock, at = NOON) => {
      clock.set(at);
      return replicas.databases.map(({ requests }) => createRateLimiter(requests, () => clock.now()));
    };
    const oneReplica = (clock: TestClock, at = NOON) => start(clock, at)[0] as RateLimiter;
    /** Calls of a month as the database counts them; null where there is no such window. */
    const used = async (key: string, at = NOON) => {
      const text =
        "select used::float8 as used from limit_windows where key = $1 and kind = 'month' and starts_at = $2::timestamptz";
      const startsAt = new Date(windowAt("month", at).startsAt).toISOString();
      const [row] = await (replicas.databases[0] as OpenDatabase).query<{ used: number }>(text, [key, startsAt]);
      return row?.used ?? null;
    };

    test("I-2: the free tier's month comes out at exactly 1,000, minute by minute over three replicas", async () => {
      const clock = testClock();
      const all = start(clock);
      const key = newKey();
      const early = sum(await Promise.all(all.map((one) => ask(one, key, monthOf("free"), 270))));
      const minutes: number[] = [];
      do {
        clock.move(MINUTE_MS);
        minutes.push(sum(await Promise.all(all.map((one) => ask(one, key, PARTNER_LIMITS.free, 35)))));
      } while (minutes.at(-1));
      expect(Math.max(...minutes)).toBe(30);
      expect(early + sum(minutes)).toBe(1_000);
      expect(await used(key)).toBe(1_000);
    });

    test("a soft month refuses nothing over three replicas, counts every call, and Remaining stays 0 past it", async () => {
      const all = start(testClock());
      const key = newKey();
      const limits: Limits = { minute: UNLIMITED, month: 500, soft: "month" };
      expect(await Promise.all(all.map((one) => ask(one, key, limits, 300)))).toEqual([300, 300, 300]);
      const last = await Promise.all(all.map((one) => make(one, key, limits, MAX_BLOCK)));
      for (const [one, admissions] of last.entries()) {
        expect(month(admissions.at(-1) as Admission), `replica ${one}`).toMatchObject({ limit: 500, remaining: 0 });
      }
      for (const one of all) await one.release();
      expect(await used(key)).toBe(3 * 300 + 3 * MAX_BLOCK);
      expect(month(await oneReplica(testClock()).peek(key, limits))?.remaining).toBe(0);
    });

    test.each(["free", "pro", "enterprise"] as const)(
      "a restart of the tier %s loses no call and makes none up; a kill takes a block at most",
      async (tier) => {
        const clock = testClock();
        const key = newKey();
        const limits = monthOf(tier);
        const [first, second, third] = start(clock) as [RateLimiter, RateLimiter, RateLimiter];
        expect(await ask(first, key, limits, 123)).toBe(123);
        await first.release();
        expect(await used(key)).toBe(123);
        expect(await ask(second, key, limits, 7)).toBe(7);
        // The second is killed: it gives nothing back.
        const stranded = ((await used(key)) as number) - 130;
        expect(stranded).toBeGreaterThanOrEqual(0);
        expect(stranded).toBeLessThanOrEqual(MAX_BLOCK);
        const [next] = await make(third, key, limits, 1);
        const left = (month(next as Admission)?.limit as number) - 131 - stranded;
        expect(month(next as Admission)?.remaining).toBe(left);
      },
    );

    test("a change of tier finds every call of the month, those past a quota and those without one too", async () => {
      const limiter = oneReplica(testClock());
      const key = newKey();
      const [free, pro, enterprise] = [monthOf("free"), monthOf("pro"), monthOf("enterprise")];
      expect(await ask(limiter, key, free, 1_100)).toBe(1_000);
      const [raised] = await make(limiter, key, pro, 200);
      expect(month(raised as Admission)).toMatchObject({ limit: 100_000, remaining: 100_000 - 1_001 });
      expect(await ask(limiter, key, free, 50)).toBe(0);
      expect(await ask(limiter, key, enterprise, 300)).toBe(300);
      expect(await ask(limiter, key, free, 50)).toBe(0);
      const [again] = await make(limiter, key, pro, 1);
      expect(month(again as Admission)?.remaining).toBe(100_000 - 1_501);
      await limiter.release();
      expect(await used(key)).toBe(1_501);

      const lowered = newKey();
      expect(await ask(limiter, lowered, enterprise, 400)).toBe(400);
      expect(await ask(limiter, lowered, free, 1_000)).toBe(600);
      const past = newKey();
      const small: Limits = { minute: UNLIMITED, month: 50, soft: "month" };
      expect(await ask(limiter, past, small, 80)).toBe(80);
      const [higher] = await make(limiter, past, { ...small, month: 200 }, 1);
      expect(month(higher as Admission)?.remaining).toBe(200 - 81);
    });

    test("I-2: free, pro and free again: a replica that saw nothing of pro consumes nothing of what it had leased before", async () => {
      const [idle, busy] = start(testClock()) as [RateLimiter, RateLimiter];
      const userId = crypto.randomUUID();
      const key = `partner:${userId}`;
      const change = () => {
        for (const one of [idle, busy]) one.invalidate(userId);
      };
      expect(await ask(idle, key, monthOf("free"), 1)).toBe(1);
      change();
      expect(await ask(busy, key, monthOf("pro"), 1_200)).toBe(1_200);
      change();
      expect(await ask(idle, key, monthOf("free"), 100)).toBe(0);
      await idle.release();
      await busy.release();
      expect(await used(key)).toBe(1_201);
    });

    test.each([
      ["28 days", 2026, 1],
      ["29 days", 2028, 1],
      ["30 days", 2026, 10],
      ["31 days", 2026, 9],
      ["the year", 2026, 11],
    ])("R-36: at the end of %s the month starts from nothing, once, on every replica", async (_, year, index) => {
      const end = Date.UTC(year, index + 1);
      const clock = testClock();
      const all = start(clock, end - 1);
      const key = newKey();
      const limits: Limits = { minute: 100, month: 5 };
      expect(sum(await Promise.all(all.map((one) => ask(one, key, limits, 4))))).toBe(5);
      const [refused] = await make(all[0] as RateLimiter, key, limits, 1);
      expect(refused).toMatchObject({ isAdmitted: false, refusedBy: "month", retryAfter: 1 });
      expect(month(refused as Admission)?.resetAt).toBe(end / 1_000);
      clock.move(1);
      expect(sum(await Promise.all(all.map((one) => ask(one, key, limits, 4))))).toBe(5);
      expect([await used(key, end - 1), await used(key, end)]).toEqual([5, 5]);
    });

    test("the month is reported where minute and month are used up, and the minute alone consumes nothing of the month", async () => {
      const clock = testClock();
      const limiter = oneReplica(clock);
      const key = newKey();
      const limits: Limits = { minute: 3, month: 6 };
      expect(await ask(limiter, key, limits, 3)).toBe(3);
      const [byMinute] = await make(limiter, key, limits, 1);
      expect(byMinute).toMatchObject({ isAdmitted: false, refusedBy: "minute", retryAfter: 60 });
      expect(month(byMinute as Admission)?.remaining).toBe(3);
      const end = windowAt("month", NOON).endsAt;
      for (const at of [NOON + MINUTE_MS, end - 30_000]) {
        clock.set(at);
        const fresh = newKey();
        expect(await ask(limiter, fresh, { ...limits, month: 3 }, 3)).toBe(3);
        const [byBoth] = await make(limiter, fresh, { ...limits, month: 3 }, 1);
        expect(byBoth).toMatchObject({ isAdmitted: false, refusedBy: "month", retryAfter: (end - at) / 1_000 });
      }
    });

    test.each([
      ["minute", NOON + MINUTE_MS],
      ["month", windowAt("month", NOON).endsAt],
      ["year", Date.UTC(2027, 0)],
    ])("R-36: a call that waits for its lease past the end of the %s is one call of the next", async (_, end) => {
      const clock = testClock();
      clock.set(end - 1);
      const held = Promise.withResolvers<void>();
      const queried = Promise.withResolvers<void>();
      const database = watched((replicas.databases[0] as OpenDatabase).requests, async () => {
        queried.resolve();
        await held.promise;
      });
      const limiter = createRateLimiter(database, () => clock.now());
      const key = newKey();
      const limits: Limits = { minute: 10, month: 10 };
      const call = limiter.admit(key, limits);
      await queried.promise;
      clock.move(1);
      held.resolve();
      const { isAdmitted, at, windows } = await call;
      expect([isAdmitted, at]).toEqual([true, end]);
      expect(windows).toEqual([
        { kind: "minute", limit: 10, remaining: 9, resetAt: windowAt("minute", end).endsAt / 1_000 },
        { kind: "month", limit: 10, remaining: 9, resetAt: windowAt("month", end).endsAt / 1_000 },
      ]);
      expect(await ask(limiter, key, limits, 20)).toBe(9);
    });
  });
}
