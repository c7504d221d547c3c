// Reads Jira's error responses: developer.atlassian.com/cloud/jira/platform/rest/v3/intro/#status-codes.
import { type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

/** Undefined for a success. */
export function readFailure(res: UpstreamResponse): FailureReport | undefined {
  const { status, json, headers } = res;
  if (status >= 200 && status < 300) return undefined;
  const message = messageOf(json);
  // 410: Atlassian removed the API.
  const report: FailureReport = { ...(status === 410 && { failure: "error" }), ...(message && { message }) };
  if (status === 401) return { ...report, ...unauthorized(json) };
  // Jira refuses in JSON. A 403 without it comes from a proxy, and says nothing of the user's rights.
  if (status === 403 && json === null) return { failure: "error" };
  if (status === 429) {
    const code = headers.get("ratelimit-reason") ?? undefined;
    return { ...report, failure: "rate_limited", code, retryAfter: retryAfterS(headers) };
  }
  return report;
}

/** Atlassian's API gateway answers a missing scope with 401 too; a refresh would not help. */
function unauthorized(json: unknown): FailureReport {
  return /scope does not match/i.test(textAt(json, "message") ?? "")
    ? { failure: "forbidden", code: "scope_does_not_match", message: "The grant lacks the scope for this." }
    : {};
}

/** `errorMessages` are general, `errors` name one field each. */
function messageOf(json: unknown): string {
  const general = valueAt(json, "errorMessages");
  const fields = valueAt(json, "errors");
  return [
    ...(Array.isArray(general) ? general : []),
    ...(typeof fields === "object" && fields !== null
      ? Object.entries(fields).map(([field, text]) => `${field}: ${text}`)
      : []),
  ].join(" ");
}

/** Seconds until `x-ratelimit-reset` (ISO 8601); undefined beside `retry-after`, which the gateway reads itself. */
function retryAfterS(headers: Headers): number | undefined {
  if (headers.has("retry-after")) return undefined;
  const [reset, date] = ["x-ratelimit-reset", "date"].map((name) => Date.parse(headers.get(name) ?? ""));
  if (reset === undefined || date === undefined || Number.isNaN(reset) || Number.isNaN(date)) return undefined;
  return (reset - date) / 1000;
}
