// A clock that tests move; it starts at the real time, since the database has a clock of its own.
import type { Clock } from "../../src/deps.ts";

export interface TestClock extends Clock {
  /** Steps forward, or back with a negative number. */
  move(milliseconds: number): void;
  /** Stands still at a Unix time in milliseconds from now on. */
  set(time: number): void;
}

export function testClock(): TestClock {
  let offset = 0;
  let fixed: number | null = null;
  return {
    now: () => (fixed ?? Date.now()) + offset,
    move: (milliseconds) => {
      offset += milliseconds;
    },
    set: (time) => {
      fixed = time;
      offset = 0;
    },
  };
}
