// Reads the Authorization header strictly, and throttles addresses whose requests are refused.
import { LRUCache } from "lru-cache";
import { KeyRefused } from "../errors.ts";
import type { RateState } from "../ledger/admission.ts";
import { windowAt } from "../ledger/windows.ts";

/** The bearer token of a request; throws `KeyRefused` as the contract words it. */
export function bearerToken(request: Request): string {
  const header = request.headers.get("authorization");
  if (header === null || header.trim() === "") throw new KeyRefused("AUTH_REQUIRED", "Missing authorization header");
  // One scheme, one space, one token: repeated headers arrive joined by a comma, which no token holds (RFC 6750, section 2.1).
  const token = header.match(/^bearer ([A-Za-z0-9._~+/-]+=*)$/i)?.[1];
  if (!token) throw invalidKey();
  return token;
}

export function invalidKey(): KeyRefused {
  return new KeyRefused("AUTH_REQUIRED", "Invalid API key");
}

/** Requests refused with 401 that an address may make in a minute. */
const REFUSED_PER_MINUTE = 60;

export interface Throttle {
  /** Counts one refused request; says whether the address is past its limit. */
  refuse(address: string | null): { isPast: boolean; rate: RateState; retryAfter: number };
  /** The address's window as it stands. */
  state(address: string | null): RateState;
}

/** Counts refused requests per address and UTC minute; X-Forwarded-For is never believed. */
export function createThrottle(now: () => number): Throttle {
  const counts = new LRUCache<string, { startsAt: number; count: number }>({ max: 50_000 });
  const at = (address: string | null) => {
    const { startsAt, endsAt } = windowAt("minute", now());
    const held = counts.get(address ?? "unknown");
    const entry = held?.startsAt === startsAt ? held : { startsAt, count: 0 };
    return { entry, endsAt };
  };
  const rateOf = (count: number, endsAt: number): RateState => ({
    limit: REFUSED_PER_MINUTE,
    remaining: Math.max(0, REFUSED_PER_MINUTE - count),
    resetAt: endsAt / 1000,
  });
  return {
    refuse(address) {
      const { entry, endsAt } = at(address);
      const isPast = entry.count >= REFUSED_PER_MINUTE;
      if (!isPast) entry.count++;
      counts.set(address ?? "unknown", entry);
      const retryAfter = Math.max(1, Math.ceil((endsAt - now()) / 1000));
      return { isPast, rate: rateOf(entry.count, endsAt), retryAfter };
    },
    state(address) {
      const { entry, endsAt } = at(address);
      return rateOf(entry.count, endsAt);
    },
  };
}
