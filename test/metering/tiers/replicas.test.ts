// The limits in force over replicas, while the operator changes tiers and overrides: exact from the moment that all know.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { createChanges } from "../../../src/foundation/db/changes.ts";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { createMetrics } from "../../../src/foundation/metrics/metrics.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { createKey, createKeyDirectory } from "../../../src/identity/keys/service.ts";
import { changeUser, createUser } from "../../../src/identity/users/service.ts";
import { createRateLimiter } from "../../../src/metering/limits/rate-limiter.ts";
import { createStrangers } from "../../../src/metering/limits/strangers.ts";
import { TIER_LIMITS } from "../../../src/metering/limits/windows.ts";
import { deleteTier, setTier } from "../../../src/metering/tiers/service.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { checkLimits } from "../../../src/web/pipeline/limits.ts";
import { testClock } from "../../support/clock.ts";
import { LANES } from "../../support/database.ts";
import { TEST_KEY_RING } from "../../support/gateway.ts";
import { type Replicas, testReplicas } from "../../support/replicas.ts";
import { within } from "../../support/until.ts";

setDefaultTimeout(60_000);
/** Noon of a day: no window ends by itself during a test. */
const NOON = Date.UTC(2026, 2, 4, 12);
const REPLICAS = 3;
/** Histories; `RUNS=50` plays more. */
const RUNS = Number(process.env.RUNS ?? 4);

/** What a call passes before its handler, in one of several processes. */
async function replica(database: OpenDatabase) {
  const marks = new Map<string, () => void>();
  const clock = testClock();
  clock.set(NOON);
  const tapped: Pick<OpenDatabase, "listen"> = {
    listen: (channel, onMessage, onState) =>
      database.listen(channel, (payload) => marks.get(payload)?.() ?? onMessage(payload), onState),
  };
  const { requests } = database;
  const changes = createChanges(tapped);
  const vault = createVault(parseKeyRing(TEST_KEY_RING) as KeyRing);
  const log = createLog("silent");
  const strangers = createStrangers(() => clock.now());
  const deps = { database: requests, vault, changes, clock, log, strangers, registry: buildRegistry([]) };
  const keys = createKeyDirectory({ ...deps, compileConstraints: () => [] });
  const limiter = createRateLimiter(requests, () => clock.now());
  changes.watch(["users", "partners", "tiers"], limiter.invalidate);
  await changes.start();
  const usage = { outage: () => null } as unknown as Parameters<typeof checkLimits>[0]["usage"];
  return {
    deps,
    clock,
    /** Resolves at the notice `mark`, which comes after those of everything committed before. */
    heard(mark: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      marks.set(mark, resolve);
      return within("the notices of what is committed", promise).finally(() => marks.delete(mark));
    },
    /** How many of so many calls at once are admitted. */
    async ask(key: string, count: number) {
      const call = async () => {
        const caller = await keys.authenticate(key);
        if (!caller) throw new Error("The key is not known.");
        return (await checkLimits({ limiter, usage, metrics: createMetrics() }, caller, "user")).isCounted;
      };
      return (await Promise.all(Array.from({ length: count }, call))).filter(Boolean).length;
    },
  };
}

const LIMIT = fc.constantFrom(5, 20, 90, 150, 400);
type Change =
  | { kind: "tier"; name: "pro" | "gold"; minute: number }
  | { kind: "reset" }
  | { kind: "move"; to: "free" | "pro" | "gold" }
  | { kind: "override"; minute: number | null };
/** Mostly of the tier that the user has at first. */
const NAME = fc.constantFrom("gold" as const, "gold" as const, "gold" as const, "pro" as const);
const CHANGE: fc.Arbitrary<Change> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("tier" as const), name: NAME, minute: LIMIT }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("reset" as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("move" as const), to: fc.constantFrom("free", "pro", "gold") }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("override" as const), minute: fc.option(LIMIT) }) },
);
const BURST = fc.array(fc.record({ replica: fc.nat({ max: REPLICAS - 1 }), calls: fc.integer({ min: 1, max: 80 }) }), {
  minLength: 1,
  maxLength: 3,
});
const STEP = fc.record({
  change: CHANGE,
  by: fc.nat({ max: REPLICAS - 1 }),
  /** While the change is made, and after all have heard of it. */
  during: BURST,
  after: BURST,
});

for (const lane of LANES) {
  describe(`tiers over replicas on ${lane}`, () => {
    let opened: Replicas;
    let all: Awaited<ReturnType<typeof replica>>[];
    beforeAll(async () => {
      opened = await testReplicas(lane, REPLICAS);
      all = await Promise.all(opened.databases.map(replica));
    });
    afterAll(() => opened.close());
    const heard = async () => {
      const mark = crypto.randomUUID();
      const [database] = opened.databases as [OpenDatabase];
      await Promise.all([
        ...all.map((one) => one.heard(mark)),
        database.query("select pg_notify('gateway_changes', $1)", [mark]),
      ]);
    };
    const play = async (key: string, burst: readonly { replica: number; calls: number }[]) => {
      const counts = await Promise.all(burst.map(({ replica: at, calls }) => all[at]?.ask(key, calls) ?? 0));
      return counts.reduce((sum, count) => sum + count, 0);
    };

    test("I-2: no call past the limit in force once all know it, none past the higher one before, and each that it allows", async () => {
      const [first] = all as [Awaited<ReturnType<typeof replica>>];
      await fc.assert(
        fc.asyncProperty(fc.array(STEP, { minLength: 2, maxLength: 6 }), async (history) => {
          for (const { clock } of all) clock.set(NOON);
          const email = `${crypto.randomUUID()}@example.com`;
          const numbers = { pro: TIER_LIMITS.pro.minute, gold: 30, free: TIER_LIMITS.free.minute };
          let tier: keyof typeof numbers = "gold";
          let own: number | null = null;
          await deleteTier(first.deps, "user", "pro");
          await setTier(first.deps, "user", "gold", { minute: 30, day: "unlimited", create: true });
          const user = await createUser(first.deps, { email, tier });
          const { key } = await createKey(first.deps, user.id, { user: email });
          await heard();
          const make = async (change: Change, { deps }: typeof first) => {
            if (change.kind === "tier") {
              numbers[change.name] = change.minute;
              await setTier(deps, "user", change.name, { minute: change.minute, day: "unlimited" });
            } else if (change.kind === "reset") {
              numbers.pro = TIER_LIMITS.pro.minute;
              await deleteTier(deps, "user", "pro");
            } else if (change.kind === "move") {
              tier = change.to;
              await changeUser(deps, email, { tier });
            } else {
              own = change.minute;
              await changeUser(deps, email, { overrides: { minute: own } });
            }
          };
          const inForce = () => own ?? numbers[tier];
          let admitted = 0;
          for (const { change, by, during, after } of history) {
            const [before, old] = [admitted, inForce()];
            const made = make(change, all[by] as typeof first);
            admitted += await play(key, during);
            await made;
            await heard();
            expect(admitted).toBeLessThanOrEqual(Math.max(before, old, inForce()));
            const known = admitted;
            admitted += await play(key, after);
            expect(admitted).toBeLessThanOrEqual(Math.max(known, inForce()));
          }
          // Everything that the limit allows is there at once; each asks to the end, the first again for what came back.
          for (const one of [...all, first]) {
            one.clock.move(1_000);
            admitted += await one.ask(key, 500);
          }
          expect(admitted).toBeGreaterThanOrEqual(inForce());
        }),
        { numRuns: RUNS },
      );
    });
  });
}
