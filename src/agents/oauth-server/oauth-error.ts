// Errors of OAuth by the codes of its RFCs, and their JSON (RFC 6749, section 5.2; RFC 7591, section 3.2.2).
import { AppError } from "../../foundation/errors.ts";
import { STATUS } from "../../web/http/errors.ts";

export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "access_denied"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  | "temporarily_unavailable"
  | "server_error";

/** `message` is for the client's developer. */
export class OAuthError extends Error {
  override name = "OAuthError";
  constructor(
    readonly code: OAuthErrorCode,
    message: string,
    readonly status = 400,
    /** Seconds. */
    readonly retryAfter?: number,
  ) {
    super(message);
  }
}

/** Whatever went wrong otherwise, as OAuth says it. */
export function fromAppError(error: AppError): OAuthError {
  const status = STATUS[error.code];
  const code = status === 503 || status === 429 ? "temporarily_unavailable" : status >= 500 ? "server_error" : null;
  return new OAuthError(code ?? "invalid_request", error.message, status, error.retryAfter);
}

/** Never cached: nor is what it refuses. */
export function oauthErrorResponse({ code, message, status, retryAfter }: OAuthError): Response {
  const headers = new Headers({ "cache-control": "no-store", "x-error-code": code });
  if (retryAfter !== undefined) headers.set("retry-after", String(retryAfter));
  return Response.json({ error: code, error_description: message }, { status, headers });
}

export const tooMany = (retryAfter: number, what: string) =>
  new AppError("RATE_LIMITED", `Too many ${what}.`, {}, retryAfter);
