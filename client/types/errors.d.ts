import { type Remedy } from "./remedies.ts";
import type { components } from "./schema.ts";
export type { Remedy };
/** Codes of the gateway, and the client's own: no response, none of the gateway's, one that is not as declared, a stream with a gap. */
export type GatewayErrorCode = components["schemas"]["ErrorCode"] | "CONNECTION_FAILED" | "EVENTS_MISSED" | "HTTP_ERROR" | "INVALID_RESPONSE";
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
export declare class GatewayError extends Error {
    name: string;
    readonly code: GatewayErrorCode;
    readonly reason: ErrorReason | null;
    readonly status: number;
    readonly requestId: string | null;
    readonly details: ErrorDetails;
    readonly retryAfter: number | null;
    constructor({ message, cause, code, reason, status, requestId, details, retryAfter }: ErrorFacts);
    /** What your app does about it: one of seven, whatever the reason. */
    get remedy(): Remedy;
    /** The provider that it is about; null where the response names none, or there is no response. */
    get provider(): string | null;
    /** What to do about it, in a sentence; null where nobody knows. */
    get nextStep(): string | null;
}
/** No response: the connection failed, or took longer than `timeoutMs`. A write may have happened. */
export declare class ConnectionError extends GatewayError {
    name: string;
}
/** A response that the gateway does not send, such as a proxy's page. */
export declare class InvalidResponseError extends GatewayError {
    name: string;
}
/** A stream's last event is not known any more: what came after it may be missing. */
export declare class EventsMissedError extends GatewayError {
    name: string;
}
export declare class AuthenticationError extends GatewayError {
    name: string;
}
export declare class PaymentRequiredError extends GatewayError {
    name: string;
}
export declare class PermissionDeniedError extends GatewayError {
    name: string;
}
/** The call waits for a person: `details.approval` names the page where they decide. The gateway makes it then. */
export declare class ApprovalRequiredError extends GatewayError {
    name: string;
}
export declare class PartnerRequiredError extends PermissionDeniedError {
    name: string;
}
export declare class PartnerSuspendedError extends PermissionDeniedError {
    name: string;
}
export declare class NotFoundError extends GatewayError {
    name: string;
}
export declare class AccountNotFoundError extends NotFoundError {
    name: string;
}
export declare class SessionNotFoundError extends NotFoundError {
    name: string;
}
export declare class IntegrationNotFoundError extends NotFoundError {
    name: string;
}
/** There are several connections with the provider, and the call names none; `details.connections` lists them. */
export declare class ConnectionAmbiguousError extends GatewayError {
    name: string;
}
export declare class MethodNotAllowedError extends GatewayError {
    name: string;
}
export declare class ConflictError extends GatewayError {
    name: string;
}
export declare class AccountExistsError extends ConflictError {
    name: string;
}
export declare class AccountLimitReachedError extends ConflictError {
    name: string;
}
/** The Idempotency-Key's first request still runs (409), or was another one (422). */
export declare class IdempotencyConflictError extends ConflictError {
    name: string;
}
/** The call was carried out; its response was too large to be kept for a repeat under the same Idempotency-Key. */
export declare class ResponseNotKeptError extends ConflictError {
    name: string;
}
/** The body came too slowly; nothing was done. */
export declare class RequestTimeoutError extends GatewayError {
    name: string;
}
export declare class PayloadTooLargeError extends GatewayError {
    name: string;
}
export declare class UnsupportedMediaTypeError extends GatewayError {
    name: string;
}
export declare class ValidationError extends GatewayError {
    name: string;
}
export declare class RateLimitedError extends GatewayError {
    name: string;
}
export declare class QuotaExceededError extends GatewayError {
    name: string;
}
/** The state of a resource at the provider does not allow the call. */
export declare class ProviderConflictError extends ConflictError {
    name: string;
}
export declare class ProviderError extends GatewayError {
    name: string;
}
export declare class ProviderUnavailableError extends GatewayError {
    name: string;
}
/** The user must connect the provider again. */
export declare class ReconnectRequiredError extends GatewayError {
    name: string;
}
export declare class IntegrationExpiredError extends ReconnectRequiredError {
    name: string;
}
export declare class IntegrationRevokedError extends ReconnectRequiredError {
    name: string;
}
/** The gateway's plugin for the provider failed: its operator must mend it. */
export declare class PluginError extends GatewayError {
    name: string;
}
/** The gateway's plugin for the provider is out of use; nothing was sent. */
export declare class PluginUnavailableError extends GatewayError {
    name: string;
}
export declare class ServiceUnavailableError extends GatewayError {
    name: string;
}
export declare class InternalError extends GatewayError {
    name: string;
}
