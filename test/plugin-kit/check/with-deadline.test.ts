// A replay's deadline: it ends what never settles, and counts nothing against work that has not had its turn.
import { expect, test } from "bun:test";
import { setImmediate } from "node:timers/promises";
import { withDeadline } from "../../../src/plugin-kit/check/with-deadline.ts";

const MS = 500;
const block = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

test("a promise that never settles ends with a sentence", async () => {
  expect(await withDeadline(() => new Promise<string[]>(() => {}), MS)).toEqual([
    "The plugin did not end within 0.5 s.",
  ]);
});

test("the time for which others hold the event loop is not counted", async () => {
  const work = async () => {
    await setImmediate();
    block(2 * MS);
    await setImmediate();
    return ["ended"];
  };
  expect(await withDeadline(work, MS)).toEqual(["ended"]);
});
