// Rows that are their own jobs: as many at a time as allowed, no notification lost, and an end to every drain and stop.
import { describe, expect, test } from "bun:test";
import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { createRowQueue } from "../../../src/foundation/jobs/row-queue.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { rejection } from "../../support/rejection.ts";
import { until, within } from "../../support/until.ts";

const NEVER_MS = 1_000_000;
/** Enough to meet a notification between two microtasks. */
const RUNS = 2_000;

/** A table in memory, and a queue over it that only notifications move. */
function tableQueue({ concurrency = 3, everyMs = NEVER_MS, turns = 1, slow = { afterMs: 0, most: 0 } } = {}) {
  const due: number[] = [];
  const done: number[] = [];
  const lines: string[] = [];
  const state = {
    active: 0,
    most: 0,
    claims: 0,
    mostClaimed: 0,
    claimError: null as Error | null,
    hold: Promise.resolve(),
  };
  const breathe = async () => {
    for (let i = 0; i < turns; i++) await null;
  };
  const queue = createRowQueue<number>({
    name: "things",
    concurrency,
    slow,
    everyMs,
    log: createLog("debug", Date.now, (line) => void lines.push(line)),
    async claim(limit) {
      state.claims++;
      await breathe();
      if (state.claimError) throw state.claimError;
      const jobs = due.splice(0, limit);
      state.mostClaimed = Math.max(state.mostClaimed, jobs.length);
      await breathe();
      return jobs;
    },
    async process(job) {
      state.active++;
      state.most = Math.max(state.most, state.active);
      await (job % 2 === 0 ? setImmediate() : breathe());
      await state.hold;
      state.active--;
      if (job < 0) throw new Error("The job broke.");
      done.push(job);
    },
  });
  const events = () => lines.map((line) => JSON.parse(line).event as string);
  return { due, done, state, queue, events };
}

describe("the row queue", () => {
  test("never works more than `concurrency` rows at a time, and works each row once", async () => {
    const { due, done, state, queue } = tableQueue({ concurrency: 4 });
    due.push(...Array.from({ length: 100 }, (_, i) => i));
    await within("the drain", queue.drain());
    expect([...done].sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, i) => i));
    expect(state.most).toBe(4);
    expect(state.mostClaimed).toBe(4);
  });

  test("a row is processed after its notification, whenever that comes, without the timer", async () => {
    const wave = fc.array(fc.record({ rows: fc.nat(6), turnsBefore: fc.nat(8) }), { minLength: 1, maxLength: 12 });
    const property = fc.asyncProperty(
      wave,
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 3 }),
      async (waves, concurrency, turns) => {
        const { due, done, state, queue } = tableQueue({ concurrency, turns });
        let total = 0;
        for (const { rows, turnsBefore } of waves) {
          for (let i = 0; i < turnsBefore; i++) await null;
          for (let i = 0; i < rows; i++) due.push(total++);
          queue.notify();
        }
        for (let i = 0; i < 200 && done.length < total; i++) await setImmediate();
        expect([...done].sort((a, b) => a - b)).toEqual(Array.from({ length: total }, (_, i) => i));
        expect(state.most).toBeLessThanOrEqual(concurrency);
        await queue.stop();
      },
    );
    await fc.assert(property, { numRuns: RUNS });
  }, 30_000);

  test("rows that take long leave their slots to others, a bounded number of them, and get none twice", async () => {
    const { due, done, state, queue } = tableQueue({ concurrency: 2, slow: { afterMs: 1, most: 3 } });
    const rest = Promise.withResolvers<void>();
    state.hold = rest.promise;
    due.push(0, 1, 2, 3, 4, 5, 6, 7);
    const drained = queue.drain();
    // Two in slots, three beside them.
    await until(() => state.active === 5);
    rest.resolve();
    await within("the drain", drained);
    expect(done.toSorted()).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(state.most).toBe(5);
  });

  test("what a job throws is logged, and the others are worked", async () => {
    const { due, done, queue, events } = tableQueue();
    due.push(-1, 1, 2, -3, 4);
    await within("the drain", queue.drain());
    expect([...done].sort()).toEqual([1, 2, 4]);
    expect(events()).toEqual(["job_failed", "job_failed"]);
  });

  test("claims that fail are logged once, reject a drain, and stop neither the timer nor the next notification", async () => {
    const { due, done, state, queue, events } = tableQueue({ everyMs: 1 });
    state.claimError = new Error("The connection broke.");
    due.push(1);
    expect(await rejection(queue.drain())).toBe(state.claimError);
    queue.notify();
    await until(() => events().includes("queue_unavailable"));
    queue.start();
    const claims = state.claims;
    await until(() => state.claims > claims + 3);
    state.claimError = null;
    await until(() => done.length === 1);
    await queue.stop();
    expect(events()).toEqual(["queue_unavailable", "queue_available"]);
  });

  test("a stop waits for the running rows, claims none afterwards, and ends a drain", async () => {
    const { due, done, state, queue } = tableQueue({ concurrency: 2 });
    const rest = Promise.withResolvers<void>();
    state.hold = rest.promise;
    due.push(0, 2, 4, 6);
    const drained = queue.drain();
    await until(() => state.active === 2);
    let isStopped = false;
    const stopped = queue.stop().then(() => {
      isStopped = true;
    });
    await setImmediate();
    expect(isStopped).toBe(false);
    rest.resolve();
    await within("the stop", stopped);
    await within("the drain", drained);
    expect([done, state.active]).toEqual([[0, 2], 0]);
    const { claims } = state;
    queue.notify();
    await setImmediate();
    expect([state.claims, due]).toEqual([claims, [4, 6]]);
  });
});
