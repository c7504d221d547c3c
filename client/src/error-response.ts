// Reads the error of a response: its class by code, and how long to wait.
import {
  AccountExistsError,
  AccountLimitReachedError,
  AccountNotFoundError,
  ApprovalRequiredError,
  AuthenticationError,
  ConflictError,
  ConnectionAmbiguousError,
  type ErrorDetails,
  type ErrorFacts,
  type ErrorReason,
  GatewayError,
  type GatewayErrorCode,
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
import type { components } from "./schema.ts";

const BY_CODE: Readonly<Record<components["schemas"]["ErrorCode"], typeof GatewayError>> = {
  AUTH_REQUIRED: AuthenticationError,
  PAYMENT_REQUIRED: PaymentRequiredError,
  PARTNER_REQUIRED: PartnerRequiredError,
  PARTNER_SUSPENDED: PartnerSuspendedError,
  PERMISSION_DENIED: PermissionDeniedError,
  APPROVAL_REQUIRED: ApprovalRequiredError,
  NOT_FOUND: NotFoundError,
  ACCOUNT_NOT_FOUND: AccountNotFoundError,
  SESSION_NOT_FOUND: SessionNotFoundError,
  INTEGRATION_NOT_FOUND: IntegrationNotFoundError,
  CONNECTION_AMBIGUOUS: ConnectionAmbiguousError,
  METHOD_NOT_ALLOWED: MethodNotAllowedError,
  CONFLICT: ConflictError,
  ACCOUNT_EXISTS: AccountExistsError,
  ACCOUNT_LIMIT_REACHED: AccountLimitReachedError,
  IDEMPOTENCY_CONFLICT: IdempotencyConflictError,
  RESPONSE_NOT_KEPT: ResponseNotKeptError,
  REQUEST_TIMEOUT: RequestTimeoutError,
  PAYLOAD_TOO_LARGE: PayloadTooLargeError,
  UNSUPPORTED_MEDIA_TYPE: UnsupportedMediaTypeError,
  VALIDATION_ERROR: ValidationError,
  RATE_LIMITED: RateLimitedError,
  QUOTA_EXCEEDED: QuotaExceededError,
  PROVIDER_CONFLICT: ProviderConflictError,
  PROVIDER_ERROR: ProviderError,
  PROVIDER_UNAVAILABLE: ProviderUnavailableError,
  INTEGRATION_EXPIRED: IntegrationExpiredError,
  INTEGRATION_REVOKED: IntegrationRevokedError,
  PLUGIN_ERROR: PluginError,
  PLUGIN_UNAVAILABLE: PluginUnavailableError,
  SERVICE_UNAVAILABLE: ServiceUnavailableError,
  INTERNAL_ERROR: InternalError,
};

/** The error of a response that is no success; reads its body. */
export async function errorOf(response: Response): Promise<GatewayError> {
  const body = parsed(await response.text().catch(() => ""));
  const { error } = body;
  const code = codeOf(response, body);
  const details = { ...detailsOf(response, body), ...(isRecord(body.approval) && { approval: body.approval }) };
  const facts: ErrorFacts = {
    code,
    reason: details.reason ?? null,
    message: typeof error === "string" ? error : `The gateway responded with status ${response.status}.`,
    status: response.status,
    requestId: response.headers.get("x-request-id"),
    details,
    retryAfter: retryAfterOf(response.headers) ?? secondsOf(body.retry_after) ?? secondsOf(details.retry_after),
  };
  return new (classOf(code))(facts);
}

/** A newer gateway may have codes that this client does not know. */
const classOf = (code: string) => (Object.hasOwn(BY_CODE, code) ? BY_CODE[code as keyof typeof BY_CODE] : GatewayError);

/** Proxies and mocks may have no headers of the gateway, so the body says it too. */
function codeOf({ status, headers }: Response, { error, error_code, code }: Record<string, unknown>): GatewayErrorCode {
  const named = headers.get("x-error-code") ?? error_code ?? code;
  if (typeof named === "string") return named as GatewayErrorCode;
  // The user API's body of a refused key is the sentence alone.
  if (typeof error === "string" && status === 401) return "AUTH_REQUIRED";
  if (typeof error === "string" && status === 403) return "PERMISSION_DENIED";
  return "HTTP_ERROR";
}

function detailsOf({ headers }: Response, body: Record<string, unknown>): ErrorDetails {
  if (isRecord(body.details)) return body.details;
  const reason = headers.get("x-error-reason") as ErrorReason | null;
  const missing = headers.get("www-authenticate")?.match(/error="insufficient_scope", scope="([^"]+)"/)?.[1];
  return {
    ...(reason !== null && { reason }),
    ...(missing !== undefined && { missing_permissions: missing.split(" ") }),
  };
}

const secondsOf = (value: unknown) => (typeof value === "number" && value >= 0 ? Math.ceil(value) : null);

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
