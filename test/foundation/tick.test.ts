// The end of a turn: shared by all who wait in one, after what came in meanwhile, and never one that is over.
import { expect, test } from "bun:test";
import { nextTick, together } from "../../src/foundation/tick.ts";

test("work that waits together goes on together, step by step", async () => {
  const steps: string[] = [];
  const work = async (name: string) => {
    await nextTick();
    steps.push(`${name} first`);
    await null;
    steps.push(`${name} second`);
  };
  await Promise.all([work("a"), work("b"), work("c")]);
  expect(steps).toEqual(["a first", "b first", "c first", "a second", "b second", "c second"]);
});

test("what came in during the turn is there at its end", async () => {
  const { port1, port2 } = new MessageChannel();
  const came: string[] = [];
  port2.onmessage = () => came.push("message");
  port1.postMessage("");
  await nextTick();
  await nextTick();
  expect(came).toEqual(["message"]);
  port1.close();
});

test("who asks at the end of a turn waits for the end of the next", async () => {
  const first = nextTick();
  expect(nextTick()).toBe(first);
  await first;
  const second = nextTick();
  expect(second).not.toBe(first);
  await second;
});

test("what is wanted in one turn is loaded together, at most 200 at once, and each gets its own", async () => {
  const loads: number[] = [];
  const double = together(async (keys: readonly number[]) => {
    loads.push(keys.length);
    return keys.map((key) => key * 2);
  });
  const numbers = Array.from({ length: 450 }, (_, i) => i);
  expect(await Promise.all(numbers.map(double))).toEqual(numbers.map((i) => i * 2));
  expect(loads).toEqual([200, 200, 50]);
  expect([await double(7), loads.at(-1)]).toEqual([14, 1]);
});

test("a load that fails fails for those who wanted it, and for nobody after them", async () => {
  let isDown = true;
  const load = together(async (keys: readonly number[]) => {
    if (isDown) throw new Error("down");
    return keys;
  });
  const failed = await Promise.allSettled([load(1), load(2)]);
  expect(failed.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isDown = false;
  expect(await load(3)).toBe(3);
});
