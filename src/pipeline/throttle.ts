// Throttles addresses whose requests are refused for want of a valid key.
import { LRUCache } from "lru-cache";
import { withDbTimeout } from "../db/timeouts.ts";
import type { RateState } from "../limits/rate-limiter.ts";
import { windowAt } from "../limits/windows.ts";
import { invalidKey } from "./authentication.ts";
import { networkOf } from "./network.ts";

/** Requests of one address in a minute that end with 401; the next ones end with 429. */
const REFUSED_PER_MINUTE = 60;

export interface Throttle {
  /** Admits a look-up while refusals are left, no more at once than those; throws `UnauthorizedError` after. */
  enter(address: string | null): Promise<() => void>;
  /** Counts a refused request. */
  refuse(address: string | null): { isPast: boolean; rate: RateState; retryAfter: number };
  /** The address's window, without counting. */
  state(address: string | null): RateState;
}

interface Window {
  startsAt: number;
  count: number;
  underWay: number;
  /** Resolvers of look-ups that wait. */
  queue: (() => void)[];
}

/** Counts refused requests by the client's network and UTC minute. */
export function createThrottle(now: () => number): Throttle {
  const windows = new LRUCache<string, Window>({ max: 50_000 });
  const windowOf = (address: string | null) => {
    const { startsAt, endsAt } = windowAt("minute", now());
    const network = networkOf(address);
    const current = windows.get(network);
    if (current?.startsAt === startsAt) return { window: current, endsAt };
    const window: Window = { startsAt, count: 0, underWay: 0, queue: [] };
    windows.set(network, window);
    return { window, endsAt };
  };
  const rateOf = (count: number, endsAt: number): RateState => ({
    limit: REFUSED_PER_MINUTE,
    remaining: Math.max(0, REFUSED_PER_MINUTE - count),
    resetAt: endsAt / 1000,
  });
  return {
    async enter(address) {
      const { window } = windowOf(address);
      while (window.count + window.underWay >= REFUSED_PER_MINUTE) {
        if (window.count >= REFUSED_PER_MINUTE) throw invalidKey();
        await withDbTimeout(new Promise<void>((resolve) => window.queue.push(resolve)));
      }
      window.underWay++;
      return () => {
        window.underWay--;
        // Past the limit all continue, to be refused.
        for (const resume of window.queue.splice(0)) resume();
      };
    },
    refuse(address) {
      const { window, endsAt } = windowOf(address);
      const isPast = window.count >= REFUSED_PER_MINUTE;
      if (!isPast) window.count++;
      const retryAfter = Math.max(1, Math.ceil((endsAt - now()) / 1000));
      return { isPast, rate: rateOf(window.count, endsAt), retryAfter };
    },
    state(address) {
      const { window, endsAt } = windowOf(address);
      return rateOf(window.count, endsAt);
    },
  };
}
