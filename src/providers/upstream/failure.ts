// A failed exchange with a provider, classified by the contract's list of failures.
import type { Failure } from "../../plugin/index.ts";

/** Why a provider is unavailable; `server_error`, `rate_limited` and `busy` are its own response. */
export type UnavailableReason =
  | "timeout"
  | "connect"
  | "reset"
  | "server_error"
  | "rate_limited"
  | "busy"
  | "circuit_open";

export interface FailureDetail {
  failure: Failure;
  /** The provider's status; null without a response. */
  status: number | null;
  /** The provider's message, bounded and without credentials. */
  message: string;
  code: string | null;
  /** The provider's own id of the request, where its response names one. */
  requestId?: string;
  /** Only with `rate_limited`, and with `unavailable` where no response says so. */
  reason?: UnavailableReason;
  /** Seconds. */
  retryAfter?: number;
  /** Set where the rate limit applies to every call of the integration. */
  limits?: "integration";
  missingScopes?: readonly string[];
  /** What a refused token was: good, since only this endpoint refuses it, or renewed since. */
  grant?: "good" | "renewed";
  /** Set where the operator's own credential for the provider is missing or refused. */
  isSetUp?: false;
}

export class UpstreamFailure extends Error {
  override name = "UpstreamFailure";
  constructor(
    readonly detail: FailureDetail,
    /** What the refused request presented: the name of a token, or `grant`; absent where nobody says. */
    readonly credential?: string,
  ) {
    super(detail.message);
  }
}
