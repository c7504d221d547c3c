// Whether a key's request may go on: payment, partner profile, and the limits of its surface, with the headers that tell.

import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { withPartnerRate, withRate } from "../http/rate-headers.ts";
import type { Caller } from "../keys/model.ts";
import type { Admission, Limits, Rates } from "../limits/rate-limiter.ts";
import { PARTNER_LIMITS, TIER_LIMITS } from "../limits/windows.ts";
import type { Surface } from "../owner.ts";

export interface LimitDecision {
  /** Whose limits count the request. */
  surface: Surface;
  rates: Rates;
  /** Why the request ends here; null where it may go on. */
  refused: AppError | null;
  /** Whether the request was counted. */
  isCounted: boolean;
}

/**
 * Asks for one call. The order is: payment, partner profile, limits. 503 while the usage log cannot be written, so that no
 * call is made without its row.
 */
export async function checkLimits(
  { limiter, usage }: Pick<Deps, "limiter" | "usage">,
  caller: Caller,
  surface: Surface,
): Promise<LimitDecision> {
  const counting = limitKeyOf(caller, surface);
  const { subject, limits } = counting;
  if (caller.paymentState === "past_due") {
    const refused = new AppError("PAYMENT_REQUIRED", "Payment is past due. Update the payment method to go on.");
    return { surface: counting.surface, rates: await limiter.peek(subject, limits), refused, isCounted: false };
  }
  const outage = usage.outage();
  if (outage) throw outage;
  const admission = await limiter.admit(subject, limits);
  const refused = (surface === "partner" ? partnerError(caller) : null) ?? limitError(admission);
  return { surface: counting.surface, rates: admission, refused, isCounted: admission.isAdmitted };
}

/** A request for surface B by a user without a profile has no partner tier, so it is counted as the user's own. */
function limitKeyOf(caller: Caller, surface: Surface): { surface: Surface; subject: string; limits: Limits } {
  if (surface === "partner" && caller.partner) {
    return { surface, subject: `partner:${caller.userId}`, limits: PARTNER_LIMITS[caller.partner.tier] };
  }
  return { surface: "user", subject: `user:${caller.userId}`, limits: TIER_LIMITS[caller.tier] };
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

/** Puts the rate headers of the counting surface on a response. */
export function withRateHeaders(response: Response, { surface, rates }: LimitDecision): Response {
  return surface === "partner" ? withPartnerRate(response, rates.windows) : withRate(response, rates.rate);
}
