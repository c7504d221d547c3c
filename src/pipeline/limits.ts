// Whether a key's request may go on: payment, partner profile, and the limits of its area, with the headers that tell.
import { AppError } from "../errors.ts";
import type { Surface } from "../http/errors.ts";
import { withPartnerRate, withRate } from "../http/rate-headers.ts";
import type { Caller } from "../keys/model.ts";
import type { Admission, Limits, Rates } from "../limits/rate-limiter.ts";
import { PARTNER_LIMITS, TIER_LIMITS } from "../limits/windows.ts";
import type { Ledger } from "./ledger.ts";

export interface LimitDecision {
  /** Whose limits count the request. */
  surface: Surface;
  rates: Rates;
  /** Why the request ends here; null where it may go on. */
  refused: AppError | null;
  /** Whether the request was counted. */
  isCounted: boolean;
}

/** Asks for one call. The order is: payment, partner profile, limits. */
export async function checkLimits(
  ledger: Pick<Ledger, "admit" | "peek">,
  owner: Caller,
  area: Surface,
): Promise<LimitDecision> {
  const counting = limitKeyOf(owner, area);
  const { subject, limits } = counting;
  if (owner.paymentState === "past_due") {
    const refused = new AppError("PAYMENT_REQUIRED", "Payment is past due. Update the payment method to go on.");
    return { surface: counting.area, rates: await ledger.peek(subject, limits), refused, isCounted: false };
  }
  const admission = await ledger.admit(subject, limits);
  const refused = (area === "B" ? partnerError(owner) : null) ?? limitError(admission);
  return { surface: counting.area, rates: admission, refused, isCounted: admission.isAdmitted };
}

/** A request for area B by a user without a profile has no partner tier, so it is counted as the user's own. */
function limitKeyOf(owner: Caller, area: Surface): { area: Surface; subject: string; limits: Limits } {
  if (area === "B" && owner.partner) {
    return { area, subject: `partner:${owner.userId}`, limits: PARTNER_LIMITS[owner.partner.tier] };
  }
  return { area: "A", subject: `user:${owner.userId}`, limits: TIER_LIMITS[owner.tier] };
}

function partnerError({ partner }: Caller): AppError | null {
  if (!partner) return new AppError("PARTNER_REQUIRED", "This needs an active partner profile.");
  return partner.status === "active" ? null : new AppError("PARTNER_SUSPENDED", "The partner profile is suspended.");
}

function limitError(admission: Admission): AppError | null {
  if (admission.isAdmitted) return null;
  return admission.refusedBy === "month"
    ? new AppError("QUOTA_EXCEEDED", "The month's calls are used up.", {}, admission.retryAfter)
    : new AppError("RATE_LIMITED", "Too many requests.", {}, admission.retryAfter);
}

/** Puts the rate headers of the counting area on a response. */
export function withRateHeaders(response: Response, { surface: area, rates }: LimitDecision): Response {
  return area === "B" ? withPartnerRate(response, rates.windows) : withRate(response, rates.rate);
}
