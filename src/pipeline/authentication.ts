// Reads the Authorization header strictly, and throttles addresses whose requests are refused.
import { LRUCache } from "lru-cache";
import { databaseUnavailable, withDbTimeout } from "../db/timeouts.ts";
import { UnauthorizedError } from "../errors.ts";
import type { Caller } from "../keys/model.ts";
import type { ApiKeys } from "../keys/service.ts";
import type { RateState } from "../limits/rate-limiter.ts";
import { windowAt } from "../limits/windows.ts";
import { networkOf } from "./network.ts";

/** The bearer token of a request; throws `KeyRefused` as the contract words it. */
export function bearerToken(request: Request): string {
  const header = request.headers.get("authorization");
  if (header === null || header.trim() === "")
    throw new UnauthorizedError("AUTH_REQUIRED", "Missing authorization header");
  // One scheme, one space, one token: repeated headers arrive joined by a comma, which no token holds (RFC 6750, section 2.1).
  const token = header.match(/^bearer ([A-Za-z0-9._~+/-]+=*)$/i)?.[1];
  if (!token) throw invalidKey();
  return token;
}

export function invalidKey(): UnauthorizedError {
  return new UnauthorizedError("AUTH_REQUIRED", "Invalid API key");
}

/** Requests refused with 401 that an address may make in a minute. */
const REFUSED_PER_MINUTE = 60;

export interface Throttle {
  /**
   * Lets in a key that must be looked up, as long as the address has refusals left; throws `KeyRefused` past its limit. Those
   * under way count until they leave, so of many at once no more are looked up than may be refused; the others wait.
   */
  enter(address: string | null): Promise<() => void>;
  /** Counts one refused request; says whether the address is past its limit. */
  refuse(address: string | null): { isPast: boolean; rate: RateState; retryAfter: number };
  /** The address's window as it stands. */
  state(address: string | null): RateState;
}

interface Window {
  startsAt: number;
  count: number;
  underWay: number;
  waiting: (() => void)[];
}

/** Counts refused requests per network and UTC minute; X-Forwarded-For is never believed. */
export function createThrottle(now: () => number): Throttle {
  const windows = new LRUCache<string, Window>({ max: 50_000 });
  const at = (address: string | null) => {
    const { startsAt, endsAt } = windowAt("minute", now());
    const network = networkOf(address);
    const held = windows.get(network);
    if (held?.startsAt === startsAt) return { window: held, endsAt };
    const window: Window = { startsAt, count: 0, underWay: 0, waiting: [] };
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
      const { window } = at(address);
      while (window.count + window.underWay >= REFUSED_PER_MINUTE) {
        if (window.count >= REFUSED_PER_MINUTE) throw invalidKey();
        await withDbTimeout(new Promise<void>((resolve) => window.waiting.push(resolve)));
      }
      window.underWay++;
      return () => {
        window.underWay--;
        // Past the limit all go on, to be refused.
        for (const goOn of window.waiting.splice(0)) goOn();
      };
    },
    refuse(address) {
      const { window, endsAt } = at(address);
      const isPast = window.count >= REFUSED_PER_MINUTE;
      if (!isPast) window.count++;
      const retryAfter = Math.max(1, Math.ceil((endsAt - now()) / 1000));
      return { isPast, rate: rateOf(window.count, endsAt), retryAfter };
    },
    state(address) {
      const { window, endsAt } = at(address);
      return rateOf(window.count, endsAt);
    },
  };
}

/** Recognises a request's key; `refused` makes the answer where it has none that lives. */
export async function authenticate(
  deps: { keys: ApiKeys; throttle: Throttle },
  { request, address }: { request: Request; address: string | null },
  refused: (error: unknown) => Response,
): Promise<Caller | Response> {
  let leave = () => {};
  let isOver = false;
  const enter = async () => {
    const entered = await deps.throttle.enter(address);
    if (!isOver) leave = entered;
    else {
      entered();
      throw databaseUnavailable();
    }
  };
  try {
    const caller = await deps.keys.authenticate(bearerToken(request), enter);
    if (!caller) throw invalidKey();
    return caller;
  } catch (error) {
    return refused(error);
  } finally {
    isOver = true;
    leave();
  }
}
