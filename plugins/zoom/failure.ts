// Reads Zoom's errors, { code, message, errors }: developers.zoom.us, "Error codes". The code decides, since statuses vary.
import { entryOf, type Failure, type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

const BY_CODE: Readonly<Record<string, Failure>> = {
  124: "expired",
  // A plan or an administrator's right is missing.
  200: "forbidden",
  300: "invalid",
  1001: "not_found",
  1010: "not_found",
  3000: "invalid",
  3001: "not_found",
  // It is going on, it is over, or it is a personal meeting.
  3002: "conflict",
  3003: "forbidden",
  3007: "conflict",
  3018: "conflict",
  // A later grant replaced this one: the refresh says so for good.
  4741: "expired",
};

export function readFailure(response: UpstreamResponse): FailureReport | undefined {
  const { status, json } = response;
  if (status < 400) return undefined;
  if (status === 429) return limitOf(response);
  if (status >= 500) return undefined;
  const code = String(valueAt(json, "code") ?? "");
  const message = messageOf(json);
  const missingScopes = scopesIn(message);
  if (missingScopes !== null) return { failure: "forbidden", code, message, missingScopes };
  // Per host and day, such as 100 meetings: no wait of a call's length helps.
  if (code === "300" && /maximum/i.test(message) && /\b(?:day|daily)\b/i.test(message))
    return { failure: "rate_limited", code, message, retryAfter: 3_600 };
  return { failure: entryOf(BY_CODE, code), ...(code && { code }), ...(message && { message }) };
}

/** The message, and each field that is wrong. */
function messageOf(json: unknown): string {
  const errors = valueAt(json, "errors");
  const details = (Array.isArray(errors) ? errors : []).slice(0, 5).map((error) => {
    const [name, text] = [textAt(error, "field"), textAt(error, "message")];
    return name === null ? text : `${name}: ${text ?? ""}`;
  });
  return [textAt(json, "message"), ...details]
    .filter(Boolean)
    .map((text) => (text as string).slice(0, 200).replace(/[^.!?]$/, "$&."))
    .join(" ");
}

/** "Invalid access token, does not contain scopes:[meeting:read:meeting, …]." names those of which one is needed. */
function scopesIn(message: string): string[] | null {
  const [, list] = /does not contain scopes:?\s*\[([^[\]]*)\]/i.exec(message) ?? [];
  return list === undefined ? null : list.split(/[\s,]+/).filter((scope) => /^[a-z_:]{3,80}$/.test(scope));
}

/** Zoom sends `Retry-After` as a time for daily limits, and none for those of a second. */
function limitOf({ headers, json }: UpstreamResponse): FailureReport {
  const report = { failure: "rate_limited", ...(messageOf(json) && { message: messageOf(json) }) } as const;
  const until = headers.get("retry-after");
  if (until === null) return { ...report, retryAfter: isDaily(headers) ? 3_600 : 1 };
  if (/^[\d.]+$/.test(until)) return report;
  const seconds = Math.ceil((Date.parse(until) - Date.parse(headers.get("date") ?? "")) / 1_000);
  return { ...report, retryAfter: seconds > 0 ? Math.min(seconds, 86_400) : 3_600 };
}

const isDaily = (headers: Headers) => /daily/i.test(headers.get("x-ratelimit-type") ?? "");
