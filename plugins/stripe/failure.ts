// Reads Stripe's errors: docs.stripe.com/api/errors, docs.stripe.com/error-codes and docs.stripe.com/rate-limits.
import { type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

/** Seconds: Stripe counts calls by the second, and says no time to wait. */
const WAIT_S = 1;

/** Codes of things that are over, fixed or there already. */
const STATE = /_already_|_unexpected_state$|_not_editable$/;

export function readFailure({ status, headers, json }: UpstreamResponse): FailureReport | undefined {
  // A deleted customer can still be read, with nothing but its id.
  if (status === 200 && textAt(json, "object") === "customer" && valueAt(json, "deleted") === true)
    return { failure: "not_found", message: "The customer was deleted." };
  if (status < 300) return undefined;
  const code = textAt(json, "error.decline_code") ?? textAt(json, "error.code") ?? textAt(json, "error.type");
  const known = code === null ? {} : { code };
  switch (status) {
    case 400:
      return STATE.test(code ?? "") ? { ...known, failure: "conflict" } : known;
    // The request was right, and the payment failed.
    case 402:
      return { ...known, failure: "invalid" };
    case 403:
      return { ...known, ...missing(textAt(json, "error.message") ?? "") };
    // Another request holds the object or the idempotency key.
    case 409:
      return { ...known, failure: "busy" };
    case 429:
      return limited(headers, known);
    default:
      return known;
  }
}

/** "Having the 'rak_subscription_read' permission would allow this request to continue." */
function missing(message: string): Pick<FailureReport, "missingScopes"> {
  const rights = [...new Set(message.match(/\brak_[a-z_]+/g))].slice(0, 10);
  return rights.length === 0 ? {} : { missingScopes: rights };
}

function limited(headers: Headers, known: { code?: string }): FailureReport {
  // The object is busy: the account has calls left.
  if (known.code === "lock_timeout") return { ...known, failure: "busy" };
  const isGlobal = headers.get("stripe-rate-limited-reason")?.startsWith("global-") ?? false;
  return { ...known, failure: "rate_limited", retryAfter: WAIT_S, ...(isGlobal && { limits: "integration" }) };
}
