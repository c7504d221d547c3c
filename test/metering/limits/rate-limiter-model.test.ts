// Random histories of calls, clock steps, tier changes and restarts, held against a plain count of calls.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import {
  createRateLimiter,
  type Limits,
  type RateLimiter,
  type RateState,
} from "../../../src/metering/limits/rate-limiter.ts";
import { UNLIMITED, type WindowKind, windowAt } from "../../../src/metering/limits/windows.ts";
import { LANES } from "../../support/database.ts";
import { type Replicas, testReplicas } from "../../support/replicas.ts";

const KINDS = ["minute", "day", "month"] as const;
type Expected = { isAdmitted: boolean; rate: RateState; retryAfter?: number };
/** Ten minutes before the end of a month of 29 days, so that days and months end too. */
const START = Date.UTC(2028, 1, 29, 23, 50);
const RUNS = 30;
/** On the embedded database, which takes several times as long, of those that the other lane runs in full. */
const FEW_RUNS = 8;

/** What the limits mean: a count for each window. */
class Reference {
  readonly counts = new Map<string, number>();

  windows(now: number, limits: Limits) {
    return KINDS.flatMap((kind) => {
      const limit = limits[kind];
      if (limit === undefined) return [];
      const { startsAt, endsAt } = windowAt(kind, now);
      const key = `${kind}/${startsAt}`;
      const isSoft = limits.soft === kind;
      return [{ key, kind, limit, isSoft, count: this.counts.get(key) ?? 0, startsAt, endsAt }];
    });
  }

  /** The state of every window after a call. */
  states(now: number, limits: Limits) {
    return this.windows(now, limits).map(({ kind, limit, count, endsAt }) => {
      return { kind, limit, remaining: Math.max(0, limit - count), resetAt: endsAt / 1_000 };
    });
  }

  /** Counts one call; returns the admission that a single replica must give. */
  admit(now: number, limits: Limits): Expected {
    const windows = this.windows(now, limits);
    const full = windows.filter(({ count, limit, isSoft }) => !isSoft && count >= limit);
    if (full.length > 0) {
      const last = full.toReversed().sort((a, b) => b.endsAt - a.endsAt)[0] as (typeof full)[number];
      const rate = { limit: last.limit, remaining: 0, resetAt: last.endsAt / 1_000 };
      return { isAdmitted: false, rate, retryAfter: Math.max(1, Math.ceil((last.endsAt - now) / 1_000)) };
    }
    for (const { key, count } of windows) this.counts.set(key, count + 1);
    const states = windows.map(({ limit, count, endsAt }) => ({
      limit,
      remaining: Math.max(0, limit - count - 1),
      resetAt: endsAt / 1_000,
    }));
    const rate = states.sort((a, b) => a.remaining - b.remaining || a.resetAt - b.resetAt)[0];
    return { isAdmitted: true, rate: rate as (typeof states)[number] };
  }
}

type Step =
  | { do: "call"; replica: number; times: number }
  | { do: "clock"; by: number }
  | { do: "tier"; limits: Limits }
  | { do: "restart"; replica: number };

const MINUTES = fc.constantFrom(1, 3, 8, 140);
const COUNTS = fc.constantFrom(2, 9, 20, 300);
const LIMITS: fc.Arbitrary<Limits> = fc.record({ minute: MINUTES, day: COUNTS });
const HARD_MONTH: fc.Arbitrary<Limits> = fc.record({ minute: MINUTES, month: COUNTS });
const MONTHS: fc.Arbitrary<Limits> = fc.oneof(
  HARD_MONTH,
  fc.record({ minute: MINUTES, month: COUNTS, soft: fc.constant("month" as const) }),
  fc.record({ minute: MINUTES, month: fc.constant(UNLIMITED) }),
);
/** What users have, and what partners have. */
const SURFACES: [string, fc.Arbitrary<Limits>][] = [
  ["minutes and days", LIMITS],
  ["minutes and months", MONTHS],
];
const FORWARD = [1, 999, 1_000, 30_000, 60_000, 600_000, 86_400_000, 30 * 86_400_000];
const BACKWARD = [-1, -1_000, -60_000, -3_600_000];
const steps = (replicas: number, moves: readonly number[], tiers: fc.Arbitrary<Limits>) => {
  const replica = fc.nat({ max: replicas - 1 });
  const call = fc.record({ do: fc.constant("call" as const), replica, times: fc.integer({ min: 1, max: 12 }) });
  const clock = fc.record({
    do: fc.constant("clock" as const),
    by: fc.constantFrom(...moves),
  });
  const tier = fc.record({ do: fc.constant("tier" as const), limits: tiers });
  const restart = fc.record({ do: fc.constant("restart" as const), replica });
  const step: fc.Arbitrary<Step> = fc.oneof(
    { weight: 8, arbitrary: call },
    { weight: 4, arbitrary: clock },
    { weight: 2, arbitrary: tier },
    { weight: 1, arbitrary: restart },
  );
  return fc.array(step, { minLength: 5, maxLength: 25 });
};

/** Bursts of calls under one pair of limits; the wide ones are leased in blocks. */
const PHASE = fc.record({
  limits: fc.record({ minute: fc.constantFrom(4, 12, 500, 1_000), day: fc.constantFrom(8, 20, 1_000, 2_000) }),
  bursts: fc.array(
    fc.array(fc.record({ replica: fc.nat({ max: 2 }), times: fc.integer({ min: 1, max: 6 }) }), { maxLength: 3 }),
    { maxLength: 3 },
  ),
});

/** A set of replicas that plays steps on a key of its own. */
function stage(databases: readonly OpenDatabase[]) {
  let now = START;
  const make = (database: OpenDatabase) => createRateLimiter(database.requests, () => now);
  const limiters: RateLimiter[] = databases.map(make);
  const userId = crypto.randomUUID();
  const key = `user:${userId}`;
  return {
    now: () => now,
    move: (by: number) => {
      now += by;
    },
    /** What a change of tier tells every replica. */
    invalidate() {
      for (const one of limiters) one.invalidate(userId);
    },
    async restart(replica: number) {
      await (limiters[replica] as RateLimiter).release();
      limiters[replica] = make(databases[replica] as OpenDatabase);
    },
    /** The database's count of a window. */
    async used(kind: WindowKind, startsAt: number) {
      const text =
        "select used::float8 as used from limit_windows where key = $1 and kind = $2 and starts_at = $3::timestamptz";
      const parameters = [key, kind, new Date(startsAt).toISOString()];
      const [row] = await (databases[0] as OpenDatabase).query<{ used: number }>(text, parameters);
      return row?.used ?? 0;
    },
    ask: (replica: number, limits: Limits) => (limiters[replica] as RateLimiter).admit(key, limits),
  };
}

for (const lane of LANES) {
  describe(`limits under random histories on ${lane}`, () => {
    const runsOf = (tiers: unknown) => (lane === "embedded" && tiers !== LIMITS ? FEW_RUNS : RUNS);
    let replicas: Replicas;
    beforeAll(async () => {
      replicas = await testReplicas(lane, 3);
    }, 60_000);
    afterAll(() => replicas.close());

    // A clock that goes back can strand what was leased of the window that it leaves, so this holds for one that does not.
    test.each(SURFACES)(
      "%s: a single replica decides on every call as a plain count would, headers and all",
      async (_, tiers) => {
        await fc.assert(
          fc.asyncProperty(tiers, steps(1, FORWARD, tiers), async (first, history) => {
            const real = stage(replicas.databases.slice(0, 1));
            const reference = new Reference();
            let limits: Limits = first;
            for (const step of history) {
              if (step.do === "clock") real.move(step.by);
              else if (step.do === "tier") limits = step.limits;
              else if (step.do === "restart") await real.restart(0);
              else {
                for (let i = 0; i < step.times; i++) {
                  const expected = reference.admit(real.now(), limits);
                  const { windows, at, ...admission } = await real.ask(0, limits);
                  expect(admission).toMatchObject(expected);
                  expect(at).toBe(real.now());
                  expect(windows).toEqual(reference.states(at, limits));
                  expect("retryAfter" in admission).toBe("retryAfter" in expected);
                }
              }
            }
          }),
          { numRuns: runsOf(tiers) },
        );
      },
    );

    test("Remaining 0 means that the next call is refused, and any other that it is admitted", async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(LIMITS, HARD_MONTH),
          fc.array(fc.boolean(), { maxLength: 30 }),
          async (limits, minutes) => {
            const real = stage(replicas.databases.slice(0, 1));
            let said: number | null = null;
            for (const isNextMinute of minutes) {
              if (isNextMinute) {
                real.move(60_000);
                said = null;
              }
              const { isAdmitted, rate } = await real.ask(0, limits);
              if (said !== null) expect(isAdmitted).toBe(said > 0);
              said = rate.remaining;
            }
          },
        ),
        { numRuns: RUNS },
      );
    });

    test.each(SURFACES)(
      "I-2: %s: three replicas never admit more than a window's highest limit, whatever the order",
      async (_, tiers) => {
        await fc.assert(
          fc.asyncProperty(tiers, steps(3, [...FORWARD, ...BACKWARD], tiers), async (first, history) => {
            const real = stage(replicas.databases);
            const reference = new Reference();
            const admitted = new Map<string, number>();
            const highest = new Map<string, number>();
            let limits: Limits = first;
            let burst: { replica: number; times: number }[] = [];
            const play = async () => {
              const now = real.now();
              const calls = burst.flatMap(({ replica, times }) => Array.from({ length: times }, () => replica));
              burst = [];
              const admissions = await Promise.all(calls.map((replica) => real.ask(replica, limits)));
              for (const { isAdmitted } of admissions) {
                for (const { key, limit, isSoft } of reference.windows(now, limits)) {
                  highest.set(key, Math.max(highest.get(key) ?? 0, isSoft ? UNLIMITED : limit));
                  if (isAdmitted) admitted.set(key, (admitted.get(key) ?? 0) + 1);
                }
              }
            };
            for (const step of history) {
              if (step.do === "call") {
                burst.push(step);
                continue;
              }
              await play();
              if (step.do === "clock") real.move(step.by);
              else if (step.do === "tier") limits = step.limits;
              else await real.restart(step.replica);
            }
            await play();
            for (const [key, count] of admitted) expect(count).toBeLessThanOrEqual(highest.get(key) as number);
          }),
          { numRuns: runsOf(tiers) },
        );
      },
    );

    test("I-2: once three replicas have stopped, the month's count is that of the admitted calls, those past a soft limit too", async () => {
      await fc.assert(
        fc.asyncProperty(MONTHS, steps(3, FORWARD, MONTHS), async (first, history) => {
          const real = stage(replicas.databases);
          const admitted = new Map<number, number>();
          let limits: Limits = first;
          for (const step of history) {
            if (step.do === "clock") real.move(step.by);
            else if (step.do === "tier") limits = step.limits;
            else if (step.do === "restart") await real.restart(step.replica);
            else {
              const admissions = await Promise.all(
                Array.from({ length: 3 * step.times }, (_, i) => real.ask((step.replica + i) % 3, limits)),
              );
              const { startsAt } = windowAt("month", real.now());
              const count = admissions.filter(({ isAdmitted }) => isAdmitted).length;
              admitted.set(startsAt, (admitted.get(startsAt) ?? 0) + count);
            }
          }
          for (const replica of [0, 1, 2]) await real.restart(replica);
          // What was leased of a month that has ended meanwhile stays with it.
          const { startsAt } = windowAt("month", real.now());
          expect(await real.used("month", startsAt)).toBe(admitted.get(startsAt) ?? 0);
        }),
        { numRuns: runsOf(MONTHS) },
      );
    });

    test("R-33: I-2: past a lowered limit no replica admits a call, whatever it has leased under the higher one", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(PHASE, { minLength: 2, maxLength: 8 }), async (history) => {
          const real = stage(replicas.databases);
          let admitted = 0;
          for (const { limits, bursts } of history) {
            real.invalidate();
            for (const burst of bursts) {
              const before = admitted;
              const calls = burst.flatMap(({ replica, times }) => Array.from({ length: times }, () => replica));
              const admissions = await Promise.all(calls.map((replica) => real.ask(replica, limits)));
              admitted += admissions.filter(({ isAdmitted }) => isAdmitted).length;
              expect(admitted).toBeLessThanOrEqual(Math.max(before, Math.min(limits.minute, limits.day)));
            }
          }
        }),
        { numRuns: RUNS },
      );
    });
  });
}
