// Error codes to statuses, and the error bodies of both surfaces.
import {
  AppError,
  type ErrorCode,
  findAppError,
  type InputError,
  publicDetails,
  UnauthorizedError,
} from "../../foundation/errors.ts";
import type { Log } from "../../foundation/log/log.ts";
import type { Surface } from "../../identity/owner.ts";
import { UnsafePathValue } from "../../plugin/index.ts";
import { JSON_TYPE, wellFormedJson } from "./body.ts";

export const STATUS: Record<ErrorCode, number> = {
  // The call is accepted, and made once a person has approved it.
  APPROVAL_REQUIRED: 202,
  AUTH_REQUIRED: 401,
  PAYMENT_REQUIRED: 402,
  PARTNER_REQUIRED: 403,
  PARTNER_SUSPENDED: 403,
  PERMISSION_DENIED: 403,
  NOT_FOUND: 404,
  ACCOUNT_NOT_FOUND: 404,
  SESSION_NOT_FOUND: 404,
  INTEGRATION_NOT_FOUND: 404,
  CONNECTION_AMBIGUOUS: 400,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  ACCOUNT_EXISTS: 409,
  ACCOUNT_LIMIT_REACHED: 409,
  IDEMPOTENCY_CONFLICT: 409,
  IDEMPOTENCY_MISMATCH: 422,
  RESPONSE_NOT_KEPT: 409,
  REQUEST_TIMEOUT: 408,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  VALIDATION_ERROR: 400,
  RATE_LIMITED: 429,
  QUOTA_EXCEEDED: 429,
  PROVIDER_CONFLICT: 409,
  PROVIDER_ERROR: 502,
  PROVIDER_UNAVAILABLE: 503,
  INTEGRATION_EXPIRED: 401,
  INTEGRATION_REVOKED: 401,
  PLUGIN_ERROR: 500,
  PLUGIN_UNAVAILABLE: 503,
  SERVICE_UNAVAILABLE: 503,
  INTERNAL_ERROR: 500,
};

/** Turns anything thrown into an error for the caller; logs what is unknown in full and hides it behind INTERNAL_ERROR. */
export function toAppError(error: unknown, log: Log, requestId: string, plugin?: string): AppError {
  const own = findAppError(error);
  if (own) {
    if (own.cause) log.error("request_failed", { request_id: requestId, error_code: own.code, error: own.cause });
    return own;
  }
  if (error instanceof UnsafePathValue) {
    return new AppError("VALIDATION_ERROR", error.message, {
      errors: [{ in: "path", path: "", message: error.message }],
    });
  }
  log.error("internal_error", { request_id: requestId, ...(plugin !== undefined && { plugin }), error });
  return new AppError("INTERNAL_ERROR", `The gateway failed. Include request id ${requestId} when you report it.`);
}

/** Both errors of an Idempotency-Key share a public code; the status differs. */
export function publicCode(code: ErrorCode): string {
  return code === "IDEMPOTENCY_MISMATCH" ? "IDEMPOTENCY_CONFLICT" : code;
}

/** An error in the surface's shape, with its code in X-Error-Code. */
export function errorResponse(error: AppError, surface: Surface): Response {
  const headers = new Headers({ "x-error-code": publicCode(error.code), "x-error-reason": error.reason });
  if (error.retryAfter !== undefined) headers.set("retry-after", String(error.retryAfter));
  if (error.code === "AUTH_REQUIRED") headers.set("www-authenticate", "Bearer");
  // The user API's body of a refused key is the sentence alone, so RFC 6750, section 3, names what is missing.
  const { missing_permissions: missing } = error.details;
  if (Array.isArray(missing)) headers.set("www-authenticate", insufficientScope(missing));
  const allow = error.code === "METHOD_NOT_ALLOWED" ? (error.details.allow as string) : null;
  if (allow) headers.set("allow", allow);
  headers.set("content-type", JSON_TYPE);
  return new Response(wellFormedJson(errorBody(error, surface)), { status: STATUS[error.code], headers });
}

const insufficientScope = (permissions: readonly string[]) =>
  `Bearer error="insufficient_scope", scope="${permissions.join(" ")}"`;

/** The permissions that such a response names, with spaces between them; null where it names none. */
export function missingPermissions({ headers }: Response): string | null {
  return headers.get("www-authenticate")?.match(/scope="([^"]+)"/)?.[1] ?? null;
}

function errorBody(error: AppError, surface: Surface): Record<string, unknown> {
  // The same on both surfaces: no error of the caller's, and nothing that either had before.
  if (error.code === "APPROVAL_REQUIRED") {
    const { approval, ...details } = publicDetails(error);
    return { ok: false, error: error.message, code: error.code, approval, details };
  }
  if (surface === "partner")
    return {
      ok: false,
      error: allMessages(error),
      error_code: publicCode(error.code),
      details: publicDetails(error),
    };
  if (error instanceof UnauthorizedError) return { error: error.message };
  if (error.code === "RATE_LIMITED") return { error: error.message, code: error.code, retry_after: error.retryAfter };
  return {
    error: error.message,
    code: publicCode(error.code),
    details: publicDetails(error),
  };
}

/** The partner API's text holds the message of every input error, since it once had no details. */
function allMessages(error: AppError): string {
  const errors = error.code === "VALIDATION_ERROR" ? (error.details.errors as InputError[] | undefined) : undefined;
  return errors ? errors.map(({ message }) => message).join(" ") : error.message;
}
