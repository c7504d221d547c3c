// One failed exchange with a provider, in the contract's closed list of failures.
import type { Failure } from "../plugin/index.ts";

/** Why a provider could not be reached or would not serve. */
export type UnavailableReason = "timeout" | "connect" | "reset" | "rate_limited" | "circuit_open";

export interface FailureDetail {
  failure: Failure;
  /** The provider's own status; null where no answer came. */
  status: number | null;
  /** The provider's own words, bounded and without credentials. */
  message: string;
  code: string | null;
  /** Only with `unavailable` and `rate_limited`. */
  reason?: UnavailableReason;
  /** Seconds. */
  retryAfter?: number;
  /** Set where a rate limit meets every call of the integration. */
  limits?: "integration";
  missingScopes?: readonly string[];
}

export class UpstreamFailure extends Error {
  override name = "UpstreamFailure";
  constructor(readonly detail: FailureDetail) {
    super(detail.message);
  }
}
