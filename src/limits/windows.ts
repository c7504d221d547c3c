// Fixed windows of the limits: UTC minute, UTC day and UTC calendar month.
import type { Limits } from "./rate-limiter.ts";

export type WindowKind = "minute" | "day" | "month";

/** A limit that is never reached. Its window is counted all the same, so that another tier finds its calls. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;

const MINUTE = 60_000;
const DAY = 86_400_000;

/** Start and end of the window that holds `now`, in Unix milliseconds. Unix time has no leap seconds: days are even. */
export function windowAt(kind: WindowKind, now: number): { startsAt: number; endsAt: number } {
  if (kind === "month") {
    const date = new Date(now);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) };
  }
  const length = kind === "minute" ? MINUTE : DAY;
  const startsAt = Math.floor(now / length) * length;
  return { startsAt, endsAt: startsAt + length };
}

/** Calls that a user's windows allow, by tier. */
export const TIER_LIMITS = {
  free: { minute: 60, day: 1_000 },
  pro: { minute: 300, day: 10_000 },
  team: { minute: 1_000, day: 100_000 },
} as const;

/** Calls that a partner's windows allow, by partner tier. */
export const PARTNER_LIMITS: Record<"free" | "pro" | "enterprise", Limits & { month: number }> = {
  free: { minute: 30, month: 1_000 },
  // Calls past the quota are admitted and priced.
  pro: { minute: 300, month: 100_000, soft: "month" },
  enterprise: { minute: 1_000, month: UNLIMITED },
};

/** A user's limits; a tier that only a newer version knows counts as the lowest. */
export function userLimits(tier: string): Limits & { minute: number; day: number } {
  return Object.hasOwn(TIER_LIMITS, tier) ? TIER_LIMITS[tier as keyof typeof TIER_LIMITS] : TIER_LIMITS.free;
}

/** A partner's limits, in the same way. */
export function partnerLimits(tier: string): Limits & { month: number } {
  return Object.hasOwn(PARTNER_LIMITS, tier)
    ? PARTNER_LIMITS[tier as keyof typeof PARTNER_LIMITS]
    : PARTNER_LIMITS.free;
}
