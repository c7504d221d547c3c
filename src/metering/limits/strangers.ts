// What strangers may have done in a minute: one guard for all work that needs no valid credential, by the networks of an address,
// in memory and before any row is written or read.
import { LRUCache } from "lru-cache";
import { atMost } from "../../foundation/at-most.ts";
import { AppError } from "../../foundation/errors.ts";
import { networksOf } from "./networks.ts";
import type { RateState } from "./rate-limiter.ts";
import { windowAt } from "./windows.ts";

/** Pieces of each kind of work that the smallest network has in a minute; larger networks have some more together. */
const PER_MINUTE = {
  /** Requests that end with 401 for want of a valid key or token. */
  refused_key: 60,
  /** Refused requests at the OAuth endpoints: apart from keys, since one service's many clients share its addresses. */
  refused_oauth: 60,
  /** Sign-ins, second factors and setup links: each costs a hash or a row. */
  sign_in: 120,
  /** Logout tokens of an issuer that are refused: those that are right do not count. */
  refused_logout: 60,
  /** Challenges of passkeys, and sign-ins by a provider: each writes a row. */
  challenge: 60,
  /** Clients of MCP that register. */
  registration: 120,
  /** Links and addresses that nobody knows. */
  unknown_link: 60,
  /** Challenges of `gateway doctor --live`, whose proof can be read in a proxy's log. */
  probe: 60,
} as const;

export type StrangerWork = keyof typeof PER_MINUTE;

const REFUSAL_TEXTS: Record<StrangerWork, string> = {
  refused_key: "requests without a valid API key",
  refused_oauth: "refused requests",
  sign_in: "sign-ins from your network",
  refused_logout: "refused logout tokens from your network",
  challenge: "sign-ins started from your network",
  registration: "registrations",
  unknown_link: "unknown links",
  probe: "challenges of gateway doctor from your network",
};

/** Windows in memory, of all kinds of work and sizes of network. */
const MAX_WINDOWS = 50_000;

export interface Strangers {
  /** Counts one piece of work of the address's networks; throws `RATE_LIMITED` where one of them has used up its minute. */
  admit(work: StrangerWork, address: string | null): void;
  /** The same as a value: `refused` is null where the work is counted. */
  count(work: StrangerWork, address: string | null): { rate: RateState; refused: AppError | null };
  /** What is left of the minute, without counting. */
  state(work: StrangerWork, address: string | null): RateState;
}

interface Window {
  startsAt: number;
  count: number;
}

/** Counts by UTC minute. The window unused for longest is forgotten first. */
export function createStrangers(now: () => number): Strangers {
  const windows = new LRUCache<string, Window>(atMost(MAX_WINDOWS));
  const look = (work: StrangerWork, address: string | null) => {
    const { startsAt, endsAt } = windowAt("minute", now());
    const counted = networksOf(address).map(({ name, shares }) => {
      const key = `${work} ${name}`;
      const known = windows.get(key);
      const window = known?.startsAt === startsAt ? known : { startsAt, count: 0 };
      return { key, window, limit: PER_MINUTE[work] * shares };
    });
    return { counted, endsAt, left: () => Math.min(...counted.map(({ window, limit }) => limit - window.count)) };
  };
  const rateOf = (work: StrangerWork, left: number, endsAt: number): RateState => ({
    limit: PER_MINUTE[work],
    remaining: Math.min(PER_MINUTE[work], Math.max(0, left)),
    resetAt: endsAt / 1000,
  });
  const count: Strangers["count"] = (work, address) => {
    const { counted, endsAt, left } = look(work, address);
    if (left() <= 0) {
      const retryAfter = Math.max(1, Math.ceil((endsAt - now()) / 1000));
      const text = `Too many ${REFUSAL_TEXTS[work]}.`;
      const refused = new AppError("RATE_LIMITED", text, {}, retryAfter);
      return { rate: rateOf(work, 0, endsAt), refused };
    }
    for (const { key, window } of counted) {
      window.count++;
      windows.set(key, window);
    }
    return { rate: rateOf(work, left(), endsAt), refused: null };
  };
  return {
    count,
    admit(work, address) {
      const { refused } = count(work, address);
      if (refused) throw refused;
    },
    state(work, address) {
      const { endsAt, left } = look(work, address);
      return rateOf(work, left(), endsAt);
    },
  };
}
