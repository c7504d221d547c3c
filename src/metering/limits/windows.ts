// Fixed windows of the limits: UTC minute, UTC day, UTC calendar month, and the whole life of an agent session.
import type { Limits } from "./rate-limiter.ts";

export type WindowKind = "minute" | "day" | "month" | "life";

/** A limit that is never reached. Its window is counted all the same, so that another tier finds its calls. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;

const MINUTE = 60_000;
const DAY = 86_400_000;
/** The last time that there is (ECMAScript, Time Values). */
const MAX_TIME = 8_640_000_000_000_000;

/** Start and end of the window that holds `now`, in Unix milliseconds. Unix time has no leap seconds: days are even. */
export function windowAt(kind: WindowKind, now: number): { startsAt: number; endsAt: number } {
  if (kind === "life") return { startsAt: 0, endsAt: MAX_TIME };
  if (kind === "month") {
    const date = new Date(now);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) };
  }
  const length = kind === "minute" ? MINUTE : DAY;
  const startsAt = Math.floor(now / length) * length;
  return { startsAt, endsAt: startsAt + length };
}

/** What a user's windows allow. */
export interface UserLimits extends Limits {
  minute: number;
  day: number;
}

/** The contract's tiers, which the operator may change: calls that a user's windows allow. */
export const TIER_LIMITS: Record<"free" | "pro" | "team", UserLimits> = {
  free: { minute: 60, day: 1_000 },
  pro: { minute: 300, day: 10_000 },
  team: { minute: 1_000, day: 100_000 },
};

/** What a partner's windows allow. */
export interface PartnerLimits extends Limits {
  minute: number;
  month: number;
  /** The price of a call past a soft month, in millionths of a US dollar. */
  overageMicroUsd?: number;
}

/** The same of partners. */
export const PARTNER_LIMITS: Record<"free" | "pro" | "enterprise", PartnerLimits> = {
  free: { minute: 30, month: 1_000 },
  // Calls past the quota are admitted and priced.
  pro: { minute: 300, month: 100_000, soft: "month", overageMicroUsd: 500 },
  enterprise: { minute: 1_000, month: UNLIMITED },
};
