// A partner's month for the usage summary: calls, quota, and the price of those past it.
import type { Caller } from "../../identity/keys/model.ts";
import { UNLIMITED, windowAt } from "../limits/windows.ts";

const MICRO_USD = 1_000_000;

/** Null for an unlimited window. */
export const finite = (limit: number) => (limit === UNLIMITED ? null : limit);

/** The UTC month that holds `now`, with its calls under the limits in force. */
export function partnerMonth(
  { tier, limits }: Pick<NonNullable<Caller["partner"]>, "tier" | "limits">,
  calls: number,
  now: number,
) {
  const { month: quota, soft, overageMicroUsd = 0 } = limits;
  const overage = soft === "month" ? Math.max(0, calls - quota) : 0;
  return {
    tier,
    month: new Date(windowAt("month", now).startsAt).toISOString().slice(0, 7),
    calls,
    quota: finite(quota),
    overage_calls: overage,
    // One division of whole numbers: exact to six decimals.
    overage_usd: (overage * overageMicroUsd) / MICRO_USD,
  };
}
