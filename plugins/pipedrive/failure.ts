// Reads Pipedrive's error responses: pipedrive.readme.io, "HTTP status codes" and "Rate limiting".
import { type FailureReport, type UpstreamResponse, valueAt } from "gateway/plugin";

/** Undefined for a success. */
export function readFailure({ status, headers, json }: UpstreamResponse): FailureReport | undefined {
  if (status < 300) return undefined;
  const error = valueAt(json, "error");
  const code = valueAt(json, "code") ?? valueAt(json, "errorCode");
  const report: FailureReport = { code: String(code ?? status), ...(typeof error === "string" && { message: error }) };
  if (status === 429) return { ...report, ...rateLimit(headers) };
  if (status === 403) {
    // The network in front blocks clients for minutes that go on after 429, and responds with a page.
    if (json === null) return { ...report, failure: "busy", message: "Pipedrive's edge refuses the request." };
    if (/feature_capping/i.test(`${error} ${code}`)) return { ...report, failure: "error" };
  }
  return report;
}

/** The company's daily budget resets at a midnight in an unknown time zone, so calls are tried again hourly. */
const DAILY_WAIT_S = 3_600;

/** How long to wait: other limits reset in `x-ratelimit-reset` seconds from now. */
function rateLimit(headers: Headers): FailureReport {
  const leftToday = headers.get("x-daily-ratelimit-token-remaining")?.trim() || Number.NaN;
  if (Number(leftToday) <= 0) {
    const message = "The company has used up its API budget of the day.";
    return { code: "daily_budget", message, retryAfter: DAILY_WAIT_S, limits: "integration" };
  }
  const seconds = Number(headers.get("x-ratelimit-reset") ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? { retryAfter: seconds } : {};
}
