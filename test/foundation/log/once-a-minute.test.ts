import { expect, test } from "bun:test";
import { onceAMinute } from "../../../src/foundation/log/once-a-minute.ts";

test("what is told again and again is written once a minute", () => {
  let at = 0;
  const written: number[] = [];
  const write = onceAMinute(
    (value: number) => void written.push(value),
    () => at,
  );
  for (; at < 150_000; at += 1_000) write(at);
  expect(written).toEqual([0, 60_000, 120_000]);
});
