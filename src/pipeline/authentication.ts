// Reads the Authorization header strictly, and throttles addresses whose requests are refused.
import { LRUCache } from "lru-cache";
import { databaseUnavailable, withDbTimeout } from "../db/timeouts.ts";
import type { Deps } from "../deps.ts";
import { AppError, UnauthorizedError } from "../errors.ts";
import { errorResponse } from "../http/errors.ts";
import { withRate } from "../http/rate-headers.ts";
import type { Caller } from "../keys/model.ts";
import type { RateState } from "../limits/rate-limiter.ts";
import { windowAt } from "../limits/windows.ts";
import type { Surface } from "../owner.ts";
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

/** Counts refused requests per network and UTC minute; X-Forwarded-For is never believed. */
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

/** Gives the caller whose key a request carries; `refused` makes the response where it carries no living key. */
export async function authenticate(
  deps: Pick<Deps, "keys" | "throttle">,
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

/** The response to a request without a living key or token: 401, and 429 past the address's limit. */
export function refuseUnauthenticated(
  { throttle, log }: Pick<Deps, "throttle" | "log">,
  { requestId, address }: { requestId: string; address: string | null },
  error: AppError,
  surface: Surface,
): Response {
  if (error.code !== "AUTH_REQUIRED") return withRate(errorResponse(error, surface), throttle.state(address));
  const { isPast, rate, retryAfter } = throttle.refuse(address);
  if (!isPast) {
    log.info("key_refused", { request_id: requestId, address });
    return withRate(errorResponse(error, surface), rate);
  }
  const limited = new AppError("RATE_LIMITED", "Too many requests without a valid API key.", {}, retryAfter);
  return withRate(errorResponse(limited, "user"), rate);
}
