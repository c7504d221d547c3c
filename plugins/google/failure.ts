// Classifies Google's error responses by status and reason.
import { type Failure, type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

/** Reasons that are finer than the status; from Google's "Resolve errors" guides of Gmail, Calendar and Drive. */
const BY_REASON: Readonly<Record<string, Failure>> = {
  rateLimitExceeded: "rate_limited",
  userRateLimitExceeded: "rate_limited",
  quotaExceeded: "rate_limited",
  dailyLimitExceeded: "rate_limited",
  sharingRateLimitExceeded: "rate_limited",
  RATE_LIMIT_EXCEEDED: "rate_limited",
  RESOURCE_EXHAUSTED: "rate_limited",
  insufficientPermissions: "forbidden",
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: "forbidden",
  // The operator has not enabled the API, or the workspace's administrator has disabled it.
  accessNotConfigured: "error",
  SERVICE_DISABLED: "error",
  domainPolicy: "error",
  storageQuotaExceeded: "conflict",
  // The file does not allow the request.
  exportSizeLimitExceeded: "invalid",
  fileNotDownloadable: "invalid",
  fileNotExportable: "invalid",
  cannotDownloadAbusiveFile: "invalid",
};
/** A project's daily quota resets at midnight Pacific time; the gateway retries hourly. */
const DAILY = "dailyLimitExceeded";
const DAILY_WAIT_S = 3_600;
const LIMIT_WORDS = /rate.?limit exceeded|quota exceeded|resource exhausted|too many concurrent requests/i;

export function googleFailure(res: UpstreamResponse): FailureReport | undefined {
  if (res.status < 400) return undefined;
  const message = nonEmptyTextAt(res.json, "error.message");
  const reasons = reasonsOf(res.json);
  // Only a 403 needs its reason; the status of a 401 or a 5xx is enough.
  const known = res.status === 403 ? reasons.find((reason) => Object.hasOwn(BY_REASON, reason)) : undefined;
  const isLimit = res.status === 403 && known === undefined && LIMIT_WORDS.test(message ?? "");
  return {
    failure: known ? BY_REASON[known] : isLimit ? "rate_limited" : undefined,
    message,
    code: reasons[0],
    retryAfter: known === DAILY ? DAILY_WAIT_S : retryAfterIn(message, res.headers),
    missingScopes: missingScope(res.headers),
  };
}

const nonEmptyTextAt = (json: unknown, dotted: string) => textAt(json, dotted) || undefined;

/** `errors[].reason` of the older shape, then `details[].reason` of the newer one. */
function reasonsOf(json: unknown): string[] {
  return ["error.errors", "error.details"].flatMap((path) => {
    const list = valueAt(json, path);
    return Array.isArray(list) ? list.flatMap((item) => nonEmptyTextAt(item, "reason") ?? []) : [];
  });
}

/** Seconds to wait, which Gmail puts into the message: "User-rate limit exceeded.  Retry after 2026-01-01T10:00:00.000Z". */
function retryAfterIn(message: string | undefined, headers: Headers): number | undefined {
  if (headers.has("retry-after")) return undefined;
  const until = Date.parse(message?.match(/retry after\s+(\d{4}-\d\d-\d\dT[\d:.]+Z)/i)?.[1] ?? "");
  if (Number.isNaN(until)) return undefined;
  const sentAt = Date.parse(headers.get("date") ?? "");
  return (until - (Number.isNaN(sentAt) ? Date.now() : sentAt)) / 1000;
}

/** The missing scope (RFC 6750); undefined where Google names several, since any one of them would do. */
function missingScope(headers: Headers): string[] | undefined {
  const challenge = headers.get("www-authenticate") ?? "";
  const scopes = challenge.includes("insufficient_scope") ? challenge.match(/scope="([^"]+)"/)?.[1]?.split(/\s+/) : [];
  return scopes?.length === 1 ? scopes : undefined;
}
