// Reads the error of a response: its class by code, and how long to wait.
import {
  AccountExistsError,
  AccountLimitReachedError,
  AccountNotFoundError,
  AuthenticationError,
  ConflictError,
  type ErrorFacts,
  GatewayError,
  IdempotencyConflictError,
  IntegrationExpiredError,
  IntegrationNotFoundError,
  IntegrationRevokedError,
  InternalError,
  MethodNotAllowedError,
  NotFoundError,
  PartnerRequiredError,
  PartnerSuspendedError,
  PayloadTooLargeError,
  PaymentRequiredError,
  PermissionDeniedError,
  PluginError,
  PluginUnavailableError,
  ProviderConflictError,
  ProviderError,
  ProviderUnavailableError,
  QuotaExceededError,
  RateLimitedError,
  RequestTimeoutError,
  ResponseNotKeptError,
  ServiceUnavailableError,
  SessionNotFoundError,
  UnsupportedMediaTypeError,
  ValidationError,
} from "./errors.ts";

const BY_CODE = new Map<string, typeof GatewayError>([
  ["AUTH_REQUIRED", AuthenticationError],
  ["PAYMENT_REQUIRED", PaymentRequiredError],
  ["PARTNER_REQUIRED", PartnerRequiredError],
  ["PARTNER_SUSPENDED", PartnerSuspendedError],
  ["PERMISSION_DENIED", PermissionDeniedError],
  ["NOT_FOUND", NotFoundError],
  ["ACCOUNT_NOT_FOUND", AccountNotFoundError],
  ["SESSION_NOT_FOUND", SessionNotFoundError],
  ["INTEGRATION_NOT_FOUND", IntegrationNotFoundError],
  ["METHOD_NOT_ALLOWED", MethodNotAllowedError],
  ["CONFLICT", ConflictError],
  ["ACCOUNT_EXISTS", AccountExistsError],
  ["ACCOUNT_LIMIT_REACHED", AccountLimitReachedError],
  ["IDEMPOTENCY_CONFLICT", IdempotencyConflictError],
  ["RESPONSE_NOT_KEPT", ResponseNotKeptError],
  ["REQUEST_TIMEOUT", RequestTimeoutError],
  ["PAYLOAD_TOO_LARGE", PayloadTooLargeError],
  ["UNSUPPORTED_MEDIA_TYPE", UnsupportedMediaTypeError],
  ["VALIDATION_ERROR", ValidationError],
  ["RATE_LIMITED", RateLimitedError],
  ["QUOTA_EXCEEDED", QuotaExceededError],
  ["PROVIDER_CONFLICT", ProviderConflictError],
  ["PROVIDER_ERROR", ProviderError],
  ["PROVIDER_UNAVAILABLE", ProviderUnavailableError],
  ["INTEGRATION_EXPIRED", IntegrationExpiredError],
  ["INTEGRATION_REVOKED", IntegrationRevokedError],
  ["PLUGIN_ERROR", PluginError],
  ["PLUGIN_UNAVAILABLE", PluginUnavailableError],
  ["SERVICE_UNAVAILABLE", ServiceUnavailableError],
  ["INTERNAL_ERROR", InternalError],
]);

/** The error of a response that is no success; reads its body. */
export async function errorOf(response: Response): Promise<GatewayError> {
  const body = parsed(await response.text().catch(() => ""));
  const code = response.headers.get("x-error-code") ?? "HTTP_ERROR";
  const { error } = body;
  const facts: ErrorFacts = {
    code,
    message: typeof error === "string" ? error : `The gateway responded with status ${response.status}.`,
    status: response.status,
    requestId: response.headers.get("x-request-id"),
    details: isRecord(body.details) ? body.details : {},
    retryAfter: retryAfterOf(response.headers),
  };
  return new (BY_CODE.get(code) ?? GatewayError)(facts);
}

/** Seconds of Retry-After (RFC 9110, section 10.2.3: seconds or a date); null without a valid one. */
export function retryAfterOf(headers: Headers, now = Date.now()): number | null {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Number(text));
  const at = /^[A-Z][a-z]{2}, /.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1_000));
}

function parsed(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text);
    return isRecord(json) ? json : {};
  } catch {
    return {};
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
