// The errors of a fake gateway: each reason with the status, headers and body that the gateway sends.
import type { ErrorReason } from "./errors.ts";
import { NEXT_STEPS } from "./next-steps.ts";
import type { components } from "./schema.ts";

type Code = components["schemas"]["ErrorCode"];

export interface FakeError {
  reason: ErrorReason;
  /** The sentence; the reason's own by default. */
  message?: string;
  /** What the error says besides, such as `{ provider: "google", missing_scopes: […] }`. */
  details?: Readonly<Record<string, unknown>>;
  /** Seconds, for Retry-After. */
  retryAfter?: number;
}

/** Which of the two APIs responds: their bodies differ. */
export type FakeApi = "user" | "partner";

const CODES: Readonly<Record<ErrorReason, readonly [Code, number]>> = {
  key_missing: ["AUTH_REQUIRED", 401],
  key_invalid: ["AUTH_REQUIRED", 401],
  key_permission: ["PERMISSION_DENIED", 403],
  key_bounds: ["PERMISSION_DENIED", 403],
  session_bounds: ["PERMISSION_DENIED", 403],
  session_used_up: ["RATE_LIMITED", 429],
  confirmation_required: ["PERMISSION_DENIED", 403],
  approval_required: ["APPROVAL_REQUIRED", 202],
  approval_denied: ["PERMISSION_DENIED", 403],
  approval_failed: ["CONFLICT", 409],
  policy_denied: ["PERMISSION_DENIED", 403],
  role_missing: ["PERMISSION_DENIED", 403],
  payment_due: ["PAYMENT_REQUIRED", 402],
  partner_required: ["PARTNER_REQUIRED", 403],
  partner_suspended: ["PARTNER_SUSPENDED", 403],
  no_such_path: ["NOT_FOUND", 404],
  method_not_allowed: ["METHOD_NOT_ALLOWED", 405],
  not_found: ["NOT_FOUND", 404],
  account_not_found: ["ACCOUNT_NOT_FOUND", 404],
  account_exists: ["ACCOUNT_EXISTS", 409],
  account_limit: ["ACCOUNT_LIMIT_REACHED", 409],
  session_not_found: ["SESSION_NOT_FOUND", 404],
  conflict: ["CONFLICT", 409],
  invalid_input: ["VALIDATION_ERROR", 400],
  address_refused: ["VALIDATION_ERROR", 400],
  too_large: ["PAYLOAD_TOO_LARGE", 413],
  media_type: ["UNSUPPORTED_MEDIA_TYPE", 415],
  body_too_slow: ["REQUEST_TIMEOUT", 408],
  limited: ["RATE_LIMITED", 429],
  quota_used: ["QUOTA_EXCEEDED", 429],
  idempotency_running: ["IDEMPOTENCY_CONFLICT", 409],
  idempotency_reused: ["IDEMPOTENCY_CONFLICT", 422],
  response_not_kept: ["RESPONSE_NOT_KEPT", 409],
  connection_unnamed: ["CONNECTION_AMBIGUOUS", 400],
  not_set_up: ["PROVIDER_ERROR", 502],
  not_connected: ["PERMISSION_DENIED", 403],
  not_confirmed: ["PERMISSION_DENIED", 403],
  scope_missing: ["PERMISSION_DENIED", 403],
  not_lent: ["PERMISSION_DENIED", 403],
  service_off: ["PERMISSION_DENIED", 403],
  expired: ["INTEGRATION_EXPIRED", 401],
  revoked: ["INTEGRATION_REVOKED", 401],
  token_expired: ["PERMISSION_DENIED", 403],
  token_revoked: ["PERMISSION_DENIED", 403],
  provider_refused: ["PERMISSION_DENIED", 403],
  provider_input: ["VALIDATION_ERROR", 400],
  provider_not_found: ["NOT_FOUND", 404],
  provider_conflict: ["PROVIDER_CONFLICT", 409],
  provider_error: ["PROVIDER_ERROR", 502],
  connect: ["PROVIDER_UNAVAILABLE", 503],
  circuit_open: ["PROVIDER_UNAVAILABLE", 503],
  rate_limited: ["PROVIDER_UNAVAILABLE", 503],
  busy: ["PROVIDER_UNAVAILABLE", 503],
  timeout: ["PROVIDER_UNAVAILABLE", 503],
  reset: ["PROVIDER_UNAVAILABLE", 503],
  server_error: ["PROVIDER_UNAVAILABLE", 503],
  result: ["PLUGIN_ERROR", 500],
  deadline: ["PLUGIN_ERROR", 500],
  quarantined: ["PLUGIN_UNAVAILABLE", 503],
  not_loaded: ["PLUGIN_UNAVAILABLE", 503],
  gateway_busy: ["RATE_LIMITED", 429],
  gateway_unavailable: ["SERVICE_UNAVAILABLE", 503],
  gateway_failed: ["INTERNAL_ERROR", 500],
};

/** Refusals of a key, whose body in the user API is the sentence only. */
const OF_THE_KEY: readonly ErrorReason[] = [
  "key_missing",
  "key_invalid",
  "key_permission",
  "key_bounds",
  "session_bounds",
  "confirmation_required",
];
/** These name their wait always. */
const WAITS: Partial<Record<ErrorReason, number>> = {
  limited: 30,
  quota_used: 86_400,
  gateway_busy: 1,
  gateway_unavailable: 1,
  idempotency_running: 1,
};

export function fakeErrorResponse({ reason, message, details = {}, retryAfter }: FakeError, api: FakeApi): Response {
  const [code, status] = CODES[reason];
  const wait = retryAfter ?? WAITS[reason];
  const headers = new Headers({ "content-type": "application/json", "x-error-code": code, "x-error-reason": reason });
  if (wait !== undefined) headers.set("retry-after", String(wait));
  if (code === "AUTH_REQUIRED") headers.set("www-authenticate", "Bearer");
  const { missing_permissions: missing, allow } = details;
  if (Array.isArray(missing))
    headers.set("www-authenticate", `Bearer error="insufficient_scope", scope="${missing.join(" ")}"`);
  if (code === "METHOD_NOT_ALLOWED" && typeof allow === "string") headers.set("allow", allow);
  const error = message ?? `The fake gateway refuses with the reason ${reason}.`;
  const full = { ...details, reason, next_step: details.next_step ?? NEXT_STEPS[reason] };
  return new Response(JSON.stringify(bodyOf(api, { error, code, details: full }, wait)), { status, headers });
}

function bodyOf(api: FakeApi, { error, code, details }: ErrorBody, retryAfter: number | undefined): object {
  if (code === "APPROVAL_REQUIRED") {
    const { approval, ...own } = details;
    return { ok: false, error, code, approval, details: own };
  }
  if (api === "partner") return { ok: false, error, error_code: code, details };
  if (OF_THE_KEY.includes(details.reason)) return { error };
  if (code === "RATE_LIMITED") return { error, code, retry_after: retryAfter };
  return { error, code, details };
}

interface ErrorBody {
  error: string;
  code: Code;
  details: { reason: ErrorReason; approval?: unknown };
}
