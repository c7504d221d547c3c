// Errors of the gateway: the closed list of codes for callers, and errors at start. web/http/errors.ts writes the responses.

import { type ErrorReason, REASON_OF_CODE, REASONS } from "./error-reasons.ts";

export type ErrorCode =
  | "AUTH_REQUIRED"
  | "PAYMENT_REQUIRED"
  | "PARTNER_REQUIRED"
  | "PARTNER_SUSPENDED"
  | "PERMISSION_DENIED"
  | "APPROVAL_REQUIRED"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "REQUEST_TIMEOUT"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "VALIDATION_ERROR"
  | "RATE_LIMITED"
  | "QUOTA_EXCEEDED"
  | "PROVIDER_CONFLICT"
  | "PROVIDER_ERROR"
  | "PROVIDER_UNAVAILABLE"
  | "INTEGRATION_EXPIRED"
  | "INTEGRATION_REVOKED"
  | "CONFLICT"
  | "ACCOUNT_NOT_FOUND"
  | "SESSION_NOT_FOUND"
  | "INTEGRATION_NOT_FOUND"
  | "CONNECTION_AMBIGUOUS"
  | "ACCOUNT_EXISTS"
  | "ACCOUNT_LIMIT_REACHED"
  | "IDEMPOTENCY_CONFLICT"
  | "IDEMPOTENCY_MISMATCH"
  | "RESPONSE_NOT_KEPT"
  | "PLUGIN_ERROR"
  | "PLUGIN_UNAVAILABLE"
  | "SERVICE_UNAVAILABLE"
  | "INTERNAL_ERROR";

/** One validation error; `path` is a JSON pointer (RFC 6901) within that part of the request. */
export interface InputError {
  in: "query" | "body" | "path" | "header";
  path: string;
  message: string;
}

/** What a provider's refusal said beside its sentence. */
export interface ProviderResponse {
  /** Null without a response. */
  status: number | null;
  code: string | null;
  /** The provider's own id of the request. */
  requestId: string | null;
}

/** What an error says beside its sentence; without `reason`, its code's own holds. */
export type ErrorDetails = Record<string, unknown> & { reason?: ErrorReason; next_step?: string };

/** An error whose code, message and details the caller sees. `retryAfter` is in seconds. */
export class AppError extends Error {
  override name = "AppError";
  /** For the log of calls; set where a provider refused. */
  provider?: ProviderResponse;
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails = {},
    readonly retryAfter?: number,
  ) {
    super(message);
  }
  get reason(): ErrorReason {
    return this.details.reason ?? REASON_OF_CODE[this.code];
  }
}

/** The details as callers get them: each error has a reason and what to do next. */
export function publicDetails({ details, reason }: AppError): ErrorDetails {
  return { ...details, reason, next_step: details.next_step ?? REASONS[reason].next };
}

/** One error for all validation errors of a request. */
export function invalidInput(errors: InputError[], more: ErrorDetails = {}): AppError {
  const first = errors[0];
  const others = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return new AppError("VALIDATION_ERROR", `${first?.message ?? "The request is not valid."}${others}`, {
    ...more,
    errors,
  });
}

/**
 * The same for another partner's account as for none. `name` comes from the request; `provider` is the one that a call was to,
 * for the button that connects it.
 */
export function accountNotFound(name?: string, provider?: string): AppError {
  const message = `Connected account ${name === undefined ? "" : `"${name}" `}not found`;
  return new AppError("ACCOUNT_NOT_FOUND", message, provider === undefined ? {} : { provider });
}

/** No valid key, or one without the permission; the response body contains only the message. */
export class UnauthorizedError extends AppError {
  override name = "UnauthorizedError";
}

/** 403 that names what the caller lacks, which is no secret from it. */
export function lacksPermissions(missing: readonly string[]): UnauthorizedError {
  const details: ErrorDetails = { reason: "key_permission", missing_permissions: missing };
  return new UnauthorizedError("PERMISSION_DENIED", "Permission denied", details);
}

/** The SQLSTATE or driver code of an error or its cause. Never its message, which can hold parameters. */
export function sqlStateOf(error: unknown): string | null {
  for (let e = error as { code?: unknown; cause?: unknown } | undefined; e; e = e.cause as typeof e) {
    if (typeof e.code === "string") return e.code;
  }
  return null;
}

/** Finds an `AppError` among an error and its causes: Drizzle wraps what its driver throws. */
export function findAppError(error: unknown): AppError | null {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof AppError) return e;
  return null;
}

/** A reason not to start; the command prints the message and exits with 1. */
export class StartupError extends Error {
  override name = "StartupError";
  /** What `gateway doctor` names as the next step; the sentence says it too. */
  readonly nextStep: string | undefined;
  constructor(message: string, { nextStep, ...options }: ErrorOptions & { nextStep?: string } = {}) {
    super(message, options);
    this.nextStep = nextStep;
  }
}

/** All violations of all plugins that failed to load, each led by its file. */
export class PluginLoadError extends Error {
  override name = "PluginLoadError";
  constructor(
    readonly violations: readonly string[],
    /** What `gateway doctor` names as the next step, where no plugin is the cause. */
    readonly nextStep?: string,
  ) {
    super(violations.join("\n"));
  }
}
