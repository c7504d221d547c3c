// Reads Jira's refusals: developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#status-codes.
import { type Failure, type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

/** 409: changed by somebody else meanwhile. 410: an API that Atlassian has removed. 413: an issue's limit is reached. */
const BY_STATUS: Readonly<Record<number, Failure>> = { 409: "error", 410: "error", 413: "invalid" };

/** Undefined where the answer is a success. */
export function readFailure(res: UpstreamResponse): FailureReport | undefined {
  const { status, json, headers } = res;
  if (status >= 200 && status < 300) return undefined;
  const message = messageOf(json);
  const report: FailureReport = { failure: BY_STATUS[status], ...(message && { message }) };
  if (status === 401) return { ...report, ...unauthorized(json) };
  // Jira refuses in JSON; what comes from a wall in front of it says nothing of the user's rights.
  if (status === 403 && json === null) return { failure: "error" };
  if (status === 429) {
    const code = headers.get("ratelimit-reason") ?? undefined;
    return { ...report, failure: "rate_limited", code, retryAfter: retryAfterS(headers) };
  }
  return report;
}

/** The gateway says that the grant lacks a scope with the status of a dead token; a new token would not help. */
function unauthorized(json: unknown): FailureReport {
  return /scope does not match/i.test(textAt(json, "message") ?? "")
    ? { failure: "forbidden", code: "scope_does_not_match", message: "The grant lacks the scope for this." }
    : {};
}

/** `errorMessages` are about the whole, `errors` about one field each. */
function messageOf(json: unknown): string {
  const general = valueAt(json, "errorMessages");
  const fields = valueAt(json, "errors");
  return [
    ...(Array.isArray(general) ? general : []),
    ...(typeof fields === "object" && fields !== null
      ? Object.entries(fields).map(([f, said]) => `${f}: ${said}`)
      : []),
  ].join(" ");
}

/** Seconds to the reset, an ISO time, where `retry-after`, which the gateway reads, is missing. */
function retryAfterS(headers: Headers): number | undefined {
  if (headers.has("retry-after")) return undefined;
  const [reset, date] = ["x-ratelimit-reset", "date"].map((name) => Date.parse(headers.get(name) ?? ""));
  if (reset === undefined || date === undefined || Number.isNaN(reset) || Number.isNaN(date)) return undefined;
  return (reset - date) / 1000;
}
