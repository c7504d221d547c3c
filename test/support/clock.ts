// A clock that tests can move; it starts at the real time, to agree with the database's clock.
import type { Clock } from "../../src/server/deps.ts";

export interface TestClock extends Clock {
  /** Steps forward, or back with a negative number. */
  move(milliseconds: number): void;
  /** Stops at a Unix time in milliseconds. */
  set(time: number): void;
  /** Stops at the start of the next UTC minute; returns its Unix time in milliseconds. */
  nextMinute(): number;
}

const MINUTE_MS = 60_000;

export function testClock(): TestClock {
  let offset = 0;
  let fixed: number | null = null;
  const now = () => (fixed ?? Date.now()) + offset;
  const clock: TestClock = {
    now,
    move: (milliseconds) => {
      offset += milliseconds;
    },
    set: (time) => {
      fixed = time;
      offset = 0;
    },
    nextMinute() {
      clock.set((Math.floor(now() / MINUTE_MS) + 1) * MINUTE_MS);
      return now();
    },
  };
  return clock;
}
