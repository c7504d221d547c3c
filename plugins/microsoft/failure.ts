// Reads Microsoft Graph's errors, by status and code and never by message: learn.microsoft.com/graph/errors.
import { entryOf, type Failure, type FailureReport, type UpstreamResponse, valueAt } from "gateway/plugin";

const words = (text: string) => text.trim().split(/\s+/);

/** Codes that say more than their status. */
const CODES: Partial<Record<Failure, readonly string[]>> = {
  rate_limited: words(`TooManyRequests activityLimitReached ApplicationThrottled MailboxConcurrency
    ErrorExceededConnectionCount ErrorExceededMessageLimit ErrorSubmissionQuotaExceeded`),
  // The account has no mailbox in the cloud: no licence, a guest, or a mailbox in the company's own house. Whatever the
  // status, nothing is wrong with the token or the id.
  error: words("MailboxNotEnabledForRESTAPI MailboxNotSupportedForRESTAPI quotaLimitReached insufficientStorage"),
  invalid: words("ErrorMessageSizeExceeded RequestEntityTooLarge ErrorInvalidRecipients InefficientFilter"),
};
const MEANING = new Map(Object.entries(CODES).flatMap(([failure, codes]) => codes.map((c) => [c, failure as Failure])));

/** 509: the app's bandwidth is used up, which passes. */
const BY_STATUS: Readonly<Record<number, Failure>> = { 413: "invalid", 509: "rate_limited" };

/** Words for people, where Microsoft's own say too little. */
const HINTS: Readonly<Record<string, string>> = {
  MailboxNotEnabledForRESTAPI: "The account has no Exchange Online mailbox.",
  MailboxNotSupportedForRESTAPI: "The account has no Exchange Online mailbox.",
  nameAlreadyExists: "Something of that name is in the folder already.",
};

export function graphFailure({ status, headers, json }: UpstreamResponse): FailureReport | undefined {
  if (status < 400) return undefined;
  const codes = codesOf(json);
  const known = codes.find((code) => MEANING.has(code));
  return {
    failure: known ? MEANING.get(known) : BY_STATUS[status],
    code: known ?? codes[0],
    message: codes.map((code) => entryOf(HINTS, code)).find(Boolean),
    retryAfter: waitIn(headers),
  };
}

/** `error.code`, then the more specific codes nested below it. */
function codesOf(json: unknown): string[] {
  const codes: string[] = [];
  let error = valueAt(json, "error");
  for (let depth = 0; depth < 5 && error; depth++) {
    const code = valueAt(error, "code");
    if (typeof code === "string" && code !== "") codes.push(code);
    error = valueAt(error, "innerError") ?? valueAt(error, "innererror");
  }
  return codes;
}

/** Outlook asks for fractions of a second ("2.128"); whole seconds and dates are read by the gateway. */
function waitIn(headers: Headers): number | undefined {
  const value = headers.get("retry-after")?.trim() ?? "";
  return /^\d+\.\d+$/.test(value) ? Number(value) : undefined;
}
