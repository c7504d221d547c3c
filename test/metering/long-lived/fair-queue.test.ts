// The fair queue: a few at once, whoever waits takes turns, and nothing waits without a bound.
import { expect, test } from "bun:test";
import { createFairQueue } from "../../../src/metering/long-lived/fair-queue.ts";

const settled = async () => {
  for (let i = 0; i < 10; i++) await new Promise((resolve) => setImmediate(resolve));
};

function stage(atOnce = 1) {
  const queue = createFairQueue({ doing: "things are done", atOnce, mostOfOne: 20, most: 60, retryAfterSeconds: 5 });
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const run = (whose: string) =>
    queue.run(whose, () => {
      order.push(whose);
      return new Promise<void>((resolve) => void ends.push(resolve));
    });
  return { queue, order, ends, run };
}

test("S-110: 300 pieces of one network delay another's only one by one piece", async () => {
  const { order, ends, run } = stage();
  const flood = Array.from({ length: 300 }, () => run("flood").catch((error) => error.code as string));
  const other = run("other");
  ends[0]?.();
  await settled();
  expect(order).toEqual(["flood", "flood"]);
  ends[1]?.();
  await settled();
  expect(order).toEqual(["flood", "flood", "other"]);
  for (let i = 2; i < 30; i++) {
    ends[i]?.();
    await settled();
  }
  await other;
  const refused = (await Promise.all(flood)).filter((code) => code === "RATE_LIMITED");
  expect(refused).toHaveLength(300 - 21);
});

test("no more run at once than may, also where work fails, and all of the bounds hold", async () => {
  const { queue, order, run } = stage(2);
  await queue.run("a", async () => Promise.reject(new Error("It failed."))).catch(() => {});
  for (let i = 0; i < 100; i++) void run(`one ${i}`).catch(() => {});
  await settled();
  expect(order).toHaveLength(2);
  expect(await run("late").catch((error) => [error.code, error.retryAfter, error.message])).toEqual([
    "RATE_LIMITED",
    5,
    "Too many things are done at the same time. Try again in 5 seconds.",
  ]);
});
