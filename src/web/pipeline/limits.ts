// Checks payment, partner profile and rate limits of a caller, and sets the rate headers.

import { AppError } from "../../foundation/errors.ts";
import type { AgentSession, Caller } from "../../identity/keys/model.ts";
import type { Surface } from "../../identity/owner.ts";
import type { Admission, Counter, Limits, Rates } from "../../metering/limits/rate-limiter.ts";
import type { Deps } from "../../server/deps.ts";
import { withPartnerRate, withRate } from "../http/rate-headers.ts";

export interface LimitDecision {
  /** Whose limits count the request. */
  surface: Surface;
  rates: Rates;
  /** The error that ends the request; null where it is admitted. */
  refused: AppError | null;
  /** Whether the request was counted. */
  isCounted: boolean;
}

/** Consumes one call. Throws 503 while the usage log cannot be written: no call is made without its row. */
export async function checkLimits(
  { limiter, usage, metrics }: Pick<Deps, "limiter" | "usage" | "metrics">,
  caller: Caller,
  surface: Surface,
): Promise<LimitDecision> {
  const counted = countedAs(caller, surface);
  const { key, limits } = counted;
  if (caller.paymentState === "past_due") {
    const refused = new AppError("PAYMENT_REQUIRED", "Payment is past due. Update the payment method to continue.");
    return { surface: counted.surface, rates: await limiter.peek(key, limits), refused, isCounted: false };
  }
  const outage = usage.outage();
  if (outage) throw outage;
  const admission = await limiter.admit(key, limits, countersOf(caller));
  metrics.limitDecision(counted.surface, admission.isAdmitted ? "admitted" : `refused_${admission.refusedBy}`);
  const refused = (surface === "partner" ? partnerError(caller) : null) ?? limitError(caller, key, admission);
  if (caller.kind === "agent_session" && refused) noteRefusal(metrics, key, admission);
  return { surface: counted.surface, rates: admission, refused, isCounted: admission.isAdmitted };
}

/** Whose limits apply. Without a profile there is no partner tier, so the request counts as the user's own. */
function countedAs(caller: Caller, surface: Surface): { surface: Surface; key: string; limits: Limits } {
  if (surface === "partner" && caller.partner) {
    return { surface, key: `partner:${caller.userId}`, limits: caller.partner.limits };
  }
  return { surface: "user", key: `user:${caller.userId}`, limits: caller.limits };
}

function partnerError({ partner }: Caller): AppError | null {
  if (!partner)
    return new AppError("PARTNER_REQUIRED", "This needs an active partner profile. The operator can add one.");
  return partner.status === "active" ? null : new AppError("PARTNER_SUSPENDED", "The partner profile is suspended.");
}

/** What counts the calls of an agent session and of those above it, and the requests that they send, within the owner's limits. */
function countersOf(caller: Caller): Counter[] {
  if (caller.kind !== "agent_session") return [];
  const calls = caller.budgets.flatMap(({ id, calls, calls_per_minute }) =>
    counterOf(`session:${id}`, { minute: calls_per_minute, life: calls }),
  );
  return [...calls, ...unitCountersOf(caller)];
}

const unitCountersOf = ({ budgets }: AgentSession): Counter[] =>
  budgets.flatMap(({ id, units, units_per_minute }) =>
    counterOf(UNITS + id, { minute: units_per_minute, life: units }),
  );

const UNITS = "units:";

function counterOf(key: string, { minute, life }: { minute?: number; life?: number }): Counter[] {
  if (minute === undefined && life === undefined) return [];
  return [{ key, limits: { ...(minute !== undefined && { minute }), ...(life !== undefined && { life }) } }];
}

/**
 * Charges an agent session for the requests that its call has sent. Its admission took one unit: further ones are added, and a
 * call that sent nothing gives it back.
 */
export async function chargeUnits(
  { limiter }: Pick<Deps, "limiter">,
  caller: Caller,
  limits: LimitDecision | null,
  units: number,
): Promise<void> {
  if (caller.kind !== "agent_session" || !limits?.isCounted) return;
  await limiter.charge(unitCountersOf(caller), limits.rates.at, units - 1);
}

function limitError(caller: Caller, key: string, admission: Admission): AppError | null {
  if (admission.isAdmitted) return null;
  if (admission.refusedBy === "life" && caller.kind === "agent_session") {
    // Its calls never come back, so a repeat is pointless before its end, when another error says so.
    const left = Math.ceil(((caller.expiresAt?.getTime() ?? admission.at) - admission.at) / 1_000);
    const isOfUnits = admission.refusedKey.startsWith(UNITS);
    const text = `The agent session has ${isOfUnits ? "used all its units" : "made all its calls"}.`;
    return new AppError("RATE_LIMITED", text, { reason: "session_used_up" }, Math.max(1, left));
  }
  if (admission.refusedKey !== key)
    return new AppError("RATE_LIMITED", "The agent session made too many requests.", {}, admission.retryAfter);
  return admission.refusedBy === "month"
    ? new AppError("QUOTA_EXCEEDED", "The month's quota is used up.", {}, admission.retryAfter)
    : new AppError("RATE_LIMITED", "Too many requests.", {}, admission.retryAfter);
}

/** The owner's own limits are counted as decisions of the rate limiter alone. */
function noteRefusal(metrics: Deps["metrics"], key: string, admission: Admission): void {
  if (!admission.isAdmitted && admission.refusedKey !== key)
    metrics.agentSessionRefusal(admission.refusedBy === "life" ? "session_used_up" : "limited");
}

/** Sets the rate headers of the surface whose limits counted the request. */
export function withRateHeaders(response: Response, { surface, rates }: LimitDecision): Response {
  return surface === "partner" ? withPartnerRate(response, rates.windows) : withRate(response, rates.rate);
}
