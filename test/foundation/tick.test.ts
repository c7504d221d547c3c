// The end of a turn: shared by all who wait in one, after what came in meanwhile, and never one that is over.
import { expect, test } from "bun:test";
import { nextTick } from "../../src/foundation/tick.ts";

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
