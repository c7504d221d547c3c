// Maps a provider's failure to the caller's error.
import { AppError, type ErrorCode, invalidInput } from "../../foundation/errors.ts";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import type { FailureDetail } from "../upstream/failure.ts";

/** What a call can end with where its route does not say which provider it goes to. */
export const CALL_CODES: readonly ErrorCode[] = [
  "NOT_FOUND",
  "PERMISSION_DENIED",
  "PROVIDER_ERROR",
  "PROVIDER_UNAVAILABLE",
  "INTEGRATION_EXPIRED",
  "INTEGRATION_REVOKED",
];

/** The error for a failure; `callProvider` handles `expired` and `revoked` first. */
export function failureError(endpoint: RegisteredEndpoint, detail: FailureDetail): AppError {
  const { provider, service, permission } = endpoint;
  switch (detail.failure) {
    case "not_found":
      return new AppError(
        "NOT_FOUND",
        `${provider.name} did not find it: ${detail.message}${missingScopesText(detail)}`,
      );
    case "invalid":
      return invalidInput([
        { in: endpoint.input.body ? "body" : "query", path: "", message: `${provider.name}: ${detail.message}` },
      ]);
    case "forbidden": {
      const missing = detail.missingScopes && { missing_scopes: [...detail.missingScopes] };
      const details = { provider: provider.id, service, permission, ...missing };
      return new AppError("PERMISSION_DENIED", `${provider.name} refuses: ${detail.message}`, details);
    }
    case "rate_limited":
    case "unavailable": {
      const reason = detail.reason ?? (detail.failure === "rate_limited" ? "rate_limited" : "reset");
      const details = { provider: provider.id, reason, retry_after: detail.retryAfter ?? null };
      const text = isNotReady(detail)
        ? `${provider.name} is not ready: ${detail.message}`
        : unavailableText(provider.name, reason);
      return new AppError("PROVIDER_UNAVAILABLE", text, details, detail.retryAfter);
    }
    default: {
      const { status, message, code } = detail;
      return new AppError("PROVIDER_ERROR", errorText(provider.name, detail), {
        provider: provider.id,
        status,
        message,
        code,
      });
    }
  }
}

/** Some providers answer 404 for what the token's scopes do not cover: names the scopes that would. */
function missingScopesText({ missingScopes }: FailureDetail): string {
  return missingScopes && missingScopes.length > 0 ? ` (the integration lacks ${missingScopes.join(", ")})` : "";
}

function errorText(name: string, { grant }: FailureDetail): string {
  if (grant === "good")
    return `${name} refuses this call, although it accepts the integration's access: this person or app has no access to it at ${name}, and connecting again does not change that`;
  if (grant === "renewed")
    return `${name} refused the access token, which was then renewed; the call was not sent again because it may have changed something, so repeat it only if it had no effect`;
  return `${name} responded with an error`;
}

/** A success by its status, such as 202, that the plugin reads as "not yet". */
function isNotReady({ failure, status }: FailureDetail): boolean {
  return failure === "unavailable" && status !== null && status >= 200 && status < 300;
}

function unavailableText(name: string, reason: string): string {
  const texts: Record<string, string> = {
    timeout: `${name} did not respond in time`,
    rate_limited: `${name} is rate-limiting this integration`,
  };
  return texts[reason] ?? `${name} cannot be reached`;
}
