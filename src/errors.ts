// The closed list of ways in which a request of ours can fail; http/errors.ts turns them into answers.

export type ErrorCode =
  | "AUTH_REQUIRED"
  | "PAYMENT_REQUIRED"
  | "PARTNER_REQUIRED"
  | "PARTNER_SUSPENDED"
  | "PERMISSION_DENIED"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "PAYLOAD_TOO_LARGE"
  | "UNSUPPORTED_MEDIA_TYPE"
  | "VALIDATION_ERROR"
  | "RATE_LIMITED"
  | "QUOTA_EXCEEDED"
  | "PROVIDER_ERROR"
  | "PROVIDER_UNAVAILABLE"
  | "INTEGRATION_EXPIRED"
  | "INTEGRATION_REVOKED"
  | "CONFLICT"
  | "ACCOUNT_NOT_FOUND"
  | "SESSION_NOT_FOUND"
  | "INTEGRATION_NOT_FOUND"
  | "ACCOUNT_EXISTS"
  | "ACCOUNT_LIMIT_REACHED"
  | "IDEMPOTENCY_CONFLICT"
  | "IDEMPOTENCY_MISMATCH"
  | "SERVICE_UNAVAILABLE"
  | "INTERNAL_ERROR";

/** One fault of the input: where it is, as a JSON pointer within that part, and what is wrong. */
export interface InputError {
  in: "query" | "body" | "path" | "header";
  path: string;
  message: string;
}

/** A failure whose code, text and details may be shown to the caller. `retryAfter` is in seconds. */
export class AppError extends Error {
  override name = "AppError";
  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: Record<string, unknown> = {},
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** Invalid input, with every fault at once. */
export function invalidInput(faults: InputError[]): AppError {
  const first = faults[0];
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : "";
  return new AppError("VALIDATION_ERROR", `${first?.message ?? "The request is not valid."}${more}`, {
    errors: faults,
  });
}

/** The same for an account of somebody else's as for none. `name` is what the caller called it. */
export function accountNotFound(name?: string): AppError {
  return new AppError("ACCOUNT_NOT_FOUND", `Connected account ${name === undefined ? "" : `"${name}" `}not found`);
}

/** A key that may not do this, or no key at all: its body holds the error text alone. */
export class UnauthorizedError extends AppError {
  override name = "KeyRefused";
}

/** The code of an error or of what caused it: a database's SQLSTATE, or the driver's own; never a message, which can hold parameters. */
export function sqlStateOf(error: unknown): string | null {
  for (let e = error as { code?: unknown; cause?: unknown } | undefined; e; e = e.cause as typeof e) {
    if (typeof e.code === "string") return e.code;
  }
  return null;
}

/** The error of ours that an error is, or that caused it: Drizzle wraps whatever its driver throws. */
export function findAppError(error: unknown): AppError | null {
  for (let e = error; e instanceof Error; e = e.cause) if (e instanceof AppError) return e;
  return null;
}

/** A reason not to start that a sentence explains; the command prints it and exits with 1. */
export class StartupError extends Error {
  override name = "CannotStart";
}

/** Every fault of every plugin that could not be served, each led by its file. */
export class PluginLoadError extends Error {
  override name = "BrokenPlugins";
  constructor(readonly violations: readonly string[]) {
    super(violations.join("\n"));
  }
}
