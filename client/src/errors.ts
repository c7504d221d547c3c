// Errors of calls: one class for each code of the gateway, all below GatewayError.
import { REMEDY_OF, type Remedy } from "./remedies.ts";
import type { components } from "./schema.ts";

export type { Remedy };

/** Codes of the gateway, and the client's own: no response, none of the gateway's, one that is not as declared, a stream with a gap. */
export type GatewayErrorCode =
  | components["schemas"]["ErrorCode"]
  | "CONNECTION_FAILED"
  | "EVENTS_MISSED"
  | "HTTP_ERROR"
  | "INVALID_RESPONSE";
/** Why, out of a closed list; a newer gateway may have more of them. */
export type ErrorReason = components["schemas"]["ErrorReason"];
/** What an error says besides; everything is there only where it applies. */
export type ErrorDetails = Partial<components["schemas"]["ErrorDetails"]>;

export interface ErrorFacts {
  /** The gateway's stable code; HTTP_ERROR where something before the gateway responded. */
  code: GatewayErrorCode;
  /** Null without a response of the gateway. */
  reason: ErrorReason | null;
  message: string;
  /** HTTP status; 0 without a response. */
  status: number;
  /** Quote it when you report an error; null without a response of the gateway. */
  requestId: string | null;
  details: ErrorDetails;
  /** Seconds to wait; null where it is not known. */
  retryAfter: number | null;
  cause?: unknown;
}

export class GatewayError extends Error {
  override name = "GatewayError";
  readonly code: GatewayErrorCode;
  readonly reason: ErrorReason | null;
  readonly status: number;
  readonly requestId: string | null;
  readonly details: ErrorDetails;
  readonly retryAfter: number | null;
  constructor({ message, cause, code, reason, status, requestId, details, retryAfter }: ErrorFacts) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.reason = reason;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
    this.retryAfter = retryAfter;
  }
  /** What your app does about it: one of seven, whatever the reason. */
  get remedy(): Remedy {
    if (this.reason !== null && Object.hasOwn(REMEDY_OF, this.reason)) return REMEDY_OF[this.reason];
    // A newer gateway's reason, a proxy's page, or no response at all.
    return this.status === 0 || this.status === 429 || this.status >= 500 ? "later" : "developer";
  }
  /** The provider that it is about; null where the response names none, or there is no response. */
  get provider(): string | null {
    return this.details.provider ?? null;
  }
  /** What to do about it, in a sentence; null where nobody knows. */
  get nextStep(): string | null {
    return this.details.next_step ?? null;
  }
}

/** No response: the connection failed, or took longer than `timeoutMs`. A write may have happened. */
export class ConnectionError extends GatewayError {
  override name = "ConnectionError";
}
/** A response that the gateway does not send, such as a proxy's page. */
export class InvalidResponseError extends GatewayError {
  override name = "InvalidResponseError";
}
/** A stream's last event is not known any more: what came after it may be missing. */
export class EventsMissedError extends GatewayError {
  override name = "EventsMissedError";
}
export class AuthenticationError extends GatewayError {
  override name = "AuthenticationError";
}
export class PaymentRequiredError extends GatewayError {
  override name = "PaymentRequiredError";
}
export class PermissionDeniedError extends GatewayError {
  override name = "PermissionDeniedError";
}
/** The call waits for a person: `details.approval` names the page where they decide. The gateway makes it then. */
export class ApprovalRequiredError extends GatewayError {
  override name = "ApprovalRequiredError";
}
export class PartnerRequiredError extends PermissionDeniedError {
  override name = "PartnerRequiredError";
}
export class PartnerSuspendedError extends PermissionDeniedError {
  override name = "PartnerSuspendedError";
}
export class NotFoundError extends GatewayError {
  override name = "NotFoundError";
}
export class AccountNotFoundError extends NotFoundError {
  override name = "AccountNotFoundError";
}
export class SessionNotFoundError extends NotFoundError {
  override name = "SessionNotFoundError";
}
export class IntegrationNotFoundError extends NotFoundError {
  override name = "IntegrationNotFoundError";
}
/** There are several connections with the provider, and the call names none; `details.connections` lists them. */
export class ConnectionAmbiguousError extends GatewayError {
  override name = "ConnectionAmbiguousError";
}
export class MethodNotAllowedError extends GatewayError {
  override name = "MethodNotAllowedError";
}
export class ConflictError extends GatewayError {
  override name = "ConflictError";
}
export class AccountExistsError extends ConflictError {
  override name = "AccountExistsError";
}
export class AccountLimitReachedError extends ConflictError {
  override name = "AccountLimitReachedError";
}
/** The Idempotency-Key's first request still runs (409), or was another one (422). */
export class IdempotencyConflictError extends ConflictError {
  override name = "IdempotencyConflictError";
}
/** The call was carried out; its response was too large to be kept for a repeat under the same Idempotency-Key. */
export class ResponseNotKeptError extends ConflictError {
  override name = "ResponseNotKeptError";
}
/** The body came too slowly; nothing was done. */
export class RequestTimeoutError extends GatewayError {
  override name = "RequestTimeoutError";
}
export class PayloadTooLargeError extends GatewayError {
  override name = "PayloadTooLargeError";
}
export class UnsupportedMediaTypeError extends GatewayError {
  override name = "UnsupportedMediaTypeError";
}
export class ValidationError extends GatewayError {
  override name = "ValidationError";
}
export class RateLimitedError extends GatewayError {
  override name = "RateLimitedError";
}
export class QuotaExceededError extends GatewayError {
  override name = "QuotaExceededError";
}
/** The state of a resource at the provider does not allow the call. */
export class ProviderConflictError extends ConflictError {
  override name = "ProviderConflictError";
}
export class ProviderError extends GatewayError {
  override name = "ProviderError";
}
export class ProviderUnavailableError extends GatewayError {
  override name = "ProviderUnavailableError";
}
/** The user must connect the provider again. */
export class ReconnectRequiredError extends GatewayError {
  override name = "ReconnectRequiredError";
}
export class IntegrationExpiredError extends ReconnectRequiredError {
  override name = "IntegrationExpiredError";
}
export class IntegrationRevokedError extends ReconnectRequiredError {
  override name = "IntegrationRevokedError";
}
/** The gateway's plugin for the provider failed: its operator must mend it. */
export class PluginError extends GatewayError {
  override name = "PluginError";
}
/** The gateway's plugin for the provider is out of use; nothing was sent. */
export class PluginUnavailableError extends GatewayError {
  override name = "PluginUnavailableError";
}
export class ServiceUnavailableError extends GatewayError {
  override name = "ServiceUnavailableError";
}
export class InternalError extends GatewayError {
  override name = "InternalError";
}
