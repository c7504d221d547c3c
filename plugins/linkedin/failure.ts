// Reads LinkedIn's error responses: learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling.
import { entryOf, type Failure, type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

/** Codes that say more than their status. */
const BY_CODE: Record<string, Failure> = {
  REVOKED_ACCESS_TOKEN: "revoked",
  // The plugin's own mistakes, which no caller can fix.
  VERSION_MISSING: "error",
  NONEXISTENT_VERSION: "error",
};

/** LinkedIn's bot detection, which is temporary. */
const BOT_DETECTED = 999;

/** What to do about it, appended to LinkedIn's message. */
const HINTS: Partial<Record<number, string>> = {
  403: "The app may lack the product or scope for this, or the member the role on the page.",
  426: "The plugin's LinkedIn-Version is no longer served; it needs an update.",
};

export function readFailure({ status, headers, json }: UpstreamResponse): FailureReport | undefined {
  if (status < 400) return undefined;
  const detail = textAt(json, "message") ?? "";
  const code = textAt(json, "code") ?? "";
  const isRevoked = status === 401 && /\brevoked\b/i.test(detail);
  const known = entryOf(BY_CODE, code) ?? (status === BOT_DETECTED ? "busy" : undefined);
  const sentences = [detail.slice(0, 150), ...fieldErrors(json), HINTS[status] ?? ""].filter((text) => text !== "");
  const message = sentences.map((text) => text.replace(/[^.!?]$/, "$&.")).join(" ");
  return {
    failure: isRevoked ? "revoked" : known,
    ...(message !== "" && { message }),
    ...(status === 429 && { retryAfter: retryAfterS(detail, headers) }),
  };
}

/** The errors of single fields, from `errorDetails`. */
function fieldErrors(json: unknown): string[] {
  const errors = valueAt(json, "errorDetails.inputErrors");
  return (Array.isArray(errors) ? errors : []).flatMap((error) => {
    const [field, text] = [textAt(error, "input.inputPath.fieldPath"), textAt(error, "description")];
    return text === null ? [] : [field === null ? text : `${field}: ${text}`];
  });
}

const DAY_S = 86_400;
const MIN_WAIT_S = 60;

/** Seconds to wait: until midnight UTC, when quotas reset, or a minute for LinkedIn's other limits. */
function retryAfterS(message: string, headers: Headers): number {
  if (!/throttle limit/i.test(message)) return MIN_WAIT_S;
  const date = Date.parse(headers.get("date") ?? "");
  const nowS = Math.floor((Number.isNaN(date) ? Date.now() : date) / 1_000);
  return DAY_S - (nowS % DAY_S);
}
