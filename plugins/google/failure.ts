// Reads Google's error bodies: which failure an answer stands for, from its status and its reason.
import { type Failure, type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

/** Reasons that say more than their status; from Google's "Resolve errors" guides of Gmail, Calendar and Drive. */
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
  // The operator has not switched the API on, or the workspace's administrator has switched it off.
  accessNotConfigured: "error",
  SERVICE_DISABLED: "error",
  domainPolicy: "error",
  storageQuotaExceeded: "error",
  // What was asked for cannot be had of this file.
  exportSizeLimitExceeded: "invalid",
  fileNotDownloadable: "invalid",
  fileNotExportable: "invalid",
  cannotDownloadAbusiveFile: "invalid",
};
const BY_STATUS: Readonly<Record<number, Failure>> = { 404: "not_found", 410: "not_found", 413: "invalid" };
/** The day's quota of a project begins anew at midnight Pacific time: it is looked for once an hour. */
const DAILY = "dailyLimitExceeded";
const DAILY_WAIT_S = 3_600;
const LIMIT_WORDS = /rate.?limit exceeded|quota exceeded|resource exhausted|too many concurrent requests/i;

export function googleFailure(res: UpstreamResponse): FailureReport | undefined {
  if (res.status < 400) return undefined;
  const message = givenAt(res.json, "error.message");
  const reasons = reasonsOf(res.json);
  // Only 403 has reasons of several kinds; a 401 or a 5xx is what its status says.
  const known = res.status === 403 ? reasons.find((reason) => Object.hasOwn(BY_REASON, reason)) : undefined;
  const isLimit = res.status === 403 && known === undefined && LIMIT_WORDS.test(message ?? "");
  return {
    failure: known ? BY_REASON[known] : isLimit ? "rate_limited" : BY_STATUS[res.status],
    message,
    code: reasons[0],
    retryAfter: known === DAILY ? DAILY_WAIT_S : waitUnlessTold(message, res.headers),
    missingScopes: missingScope(res.headers),
  };
}

function waitUnlessTold(message: string | undefined, headers: Headers): number | undefined {
  return headers.has("retry-after") ? undefined : waitIn(message, headers);
}

const givenAt = (json: unknown, dotted: string) => textAt(json, dotted) || undefined;

/** `errors[].reason` of the older shape, then `details[].reason` of the newer one. */
function reasonsOf(json: unknown): string[] {
  return ["error.errors", "error.details"].flatMap((path) => {
    const list = valueAt(json, path);
    return Array.isArray(list) ? list.flatMap((item) => givenAt(item, "reason") ?? []) : [];
  });
}

/** Gmail says how long to wait in words alone: "User-rate limit exceeded.  Retry after 2026-01-01T10:00:00.000Z". */
function waitIn(message: string | undefined, headers: Headers): number | undefined {
  const until = Date.parse(message?.match(/retry after\s+(\d{4}-\d\d-\d\dT[\d:.]+Z)/i)?.[1] ?? "");
  if (Number.isNaN(until)) return undefined;
  const answered = Date.parse(headers.get("date") ?? "");
  return (until - (Number.isNaN(answered) ? Date.now() : answered)) / 1000;
}

/** The scope that RFC 6750 lets a server name; where several are named, any one would do and none is said to be missing. */
function missingScope(headers: Headers): string[] | undefined {
  const challenge = headers.get("www-authenticate") ?? "";
  const scopes = challenge.includes("insufficient_scope") ? challenge.match(/scope="([^"]+)"/)?.[1]?.split(/\s+/) : [];
  return scopes?.length === 1 ? scopes : undefined;
}
