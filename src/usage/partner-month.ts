// A partner's month for the usage summary: calls, quota, and the price of those past it.
import { partnerLimits, UNLIMITED, windowAt } from "../limits/windows.ts";

/** Calls past the quota at $0.0005 each. */
const CALLS_PER_USD = 2_000;

/** The UTC month that holds `now`, with its calls under a tier. */
export function partnerMonth(tier: string, calls: number, now: number) {
  const { month: quota, soft } = partnerLimits(tier);
  const overage = soft === "month" ? Math.max(0, calls - quota) : 0;
  return {
    tier,
    month: new Date(windowAt("month", now).startsAt).toISOString().slice(0, 7),
    calls,
    quota: quota === UNLIMITED ? null : quota,
    overage_calls: overage,
    // One division of whole numbers: exact to four decimals.
    overage_usd: overage / CALLS_PER_USD,
  };
}
