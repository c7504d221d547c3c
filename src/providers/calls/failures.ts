// Maps a provider's failure to the caller's error.

import type { ErrorReason } from "../../foundation/error-reasons.ts";
import { AppError, type ErrorCode, invalidInput } from "../../foundation/errors.ts";
import type { Provider } from "../../plugin/index.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import type { FailureDetail, UnavailableReason } from "../upstream/failure.ts";

/** What a call can end with where its route does not say which provider it goes to. */
export const CALL_CODES: readonly ErrorCode[] = [
  "NOT_FOUND",
  "PERMISSION_DENIED",
  "PROVIDER_CONFLICT",
  "PROVIDER_ERROR",
  "PROVIDER_UNAVAILABLE",
  "PLUGIN_ERROR",
  "PLUGIN_UNAVAILABLE",
  "INTEGRATION_EXPIRED",
  "INTEGRATION_REVOKED",
];

/** The error for a failure; `callProvider` handles `expired` and `revoked` first. */
export function failureError(endpoint: RegisteredEndpoint, detail: FailureDetail): AppError {
  const error = errorOf(endpoint, detail);
  const { status, code, requestId = null } = detail;
  error.provider = { status, code, requestId };
  return error;
}

function errorOf(endpoint: RegisteredEndpoint, detail: FailureDetail): AppError {
  const { provider, service, permission } = endpoint;
  switch (detail.failure) {
    case "not_found":
      return new AppError(
        "NOT_FOUND",
        `${provider.name} did not find it: ${detail.message}${missingScopesText(detail)}`,
        { provider: provider.id, reason: "provider_not_found" },
      );
    case "invalid":
      return invalidInput(
        [{ in: endpoint.input.body ? "body" : "query", path: "", message: `${provider.name}: ${detail.message}` }],
        { provider: provider.id, reason: "provider_input" },
      );
    case "forbidden": {
      const missing = detail.missingScopes && { missing_scopes: [...detail.missingScopes] };
      const reason: ErrorReason = (detail.missingScopes?.length ?? 0) > 0 ? "scope_missing" : "provider_refused";
      const details = { provider: provider.id, service, permission, ...missing, reason };
      return new AppError("PERMISSION_DENIED", `${provider.name} refuses: ${detail.message}`, details);
    }
    case "conflict":
      return new AppError("PROVIDER_CONFLICT", `${provider.name}: ${detail.message}`, ofProvider(provider, detail));
    case "rate_limited":
    case "busy":
    case "unavailable": {
      const reason = detail.reason ?? REASONS[detail.failure];
      const isQuoted = (detail.status ?? detail.code) !== null;
      const said = isQuoted ? ofProvider(provider, detail) : { provider: provider.id };
      const details = { ...said, reason, retry_after: detail.retryAfter ?? null };
      const text = unavailableText(endpoint, reason, detail);
      return new AppError("PROVIDER_UNAVAILABLE", text, details, detail.retryAfter);
    }
    default:
      return new AppError("PROVIDER_ERROR", errorText(provider.name, detail), {
        ...ofProvider(provider, detail),
        ...reasonOf(detail),
      });
  }
}

/** An error that is no outage: who may do this decides, or the operator's setup. Any other has its code's own reason. */
function reasonOf({ grant, isSetUp }: FailureDetail): { reason?: ErrorReason } {
  if (isSetUp === false) return { reason: "not_set_up" };
  return grant === "good" ? { reason: "provider_refused" } : {};
}

/** The reasons of responses; a connection that broke brings its own. */
const REASONS = { rate_limited: "rate_limited", busy: "busy", unavailable: "server_error" } as const;

/** The provider's own status, message and code. */
const ofProvider = ({ id }: Provider, { status, message, code }: FailureDetail) => ({
  provider: id,
  status,
  message,
  code,
});

/** Some providers answer 404 for what the token's scopes do not cover: names the scopes that would. */
function missingScopesText({ missingScopes }: FailureDetail): string {
  return missingScopes && missingScopes.length > 0 ? ` (the integration lacks ${missingScopes.join(", ")})` : "";
}

function errorText(name: string, { grant, message }: FailureDetail): string {
  if (grant === "good")
    return `${name} refuses this call, although it accepts the integration's access: this person or app has no access to it at ${name}, and connecting again does not change that`;
  if (grant === "renewed")
    return `${name} refused the access token, which was then renewed; the call was not sent again because it may have changed something, so repeat it only if it had no effect`;
  return `${name} responded with an error: ${message}`;
}

function unavailableText(
  { provider: { name }, method }: RegisteredEndpoint,
  reason: UnavailableReason,
  { message, status }: FailureDetail,
): string {
  const check = method === "GET" ? "" : "; it may have carried out the call, so check before you repeat it";
  switch (reason) {
    case "busy":
      return `${name} has not carried out the call; try again later: ${message}`;
    case "rate_limited":
      return `${name} is rate-limiting this integration`;
    case "timeout":
      return `${name} did not respond in time${check}`;
    case "reset":
      return `${name} closed the connection before it had responded${check}`;
    case "server_error":
      // Some providers report it with a status of success.
      return status === null || status < 300
        ? `${name} cannot serve the call now: ${message}`
        : `${name} responded with status ${status}${check}`;
    default:
      return `${name} cannot be reached`;
  }
}
