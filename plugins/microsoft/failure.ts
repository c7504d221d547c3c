// Classifies Microsoft Graph's errors by status and code, never by message: learn.microsoft.com/graph/errors.
import { entryOf, type Failure, type FailureReport, type UpstreamResponse, valueAt } from "gateway/plugin";

const words = (text: string) => text.trim().split(/\s+/);

/** Codes that are finer than the status. */
const CODES: Partial<Record<Failure, readonly string[]>> = {
  rate_limited: words(`TooManyRequests activityLimitReached ApplicationThrottled MailboxConcurrency
    ErrorExceededConnectionCount ErrorExceededMessageLimit ErrorSubmissionQuotaExceeded`),
  // The account has no mailbox in the cloud: no license, a guest, or an on-premises mailbox. Token and id are fine, whatever
  // the status.
  error: words("MailboxNotEnabledForRESTAPI MailboxNotSupportedForRESTAPI"),
  // The person's storage is full.
  conflict: words("quotaLimitReached insufficientStorage"),
  busy: words("ErrorServerBusy"),
  // 410: Graph has forgotten a delta query's link, which some services say with other statuses.
  not_found: words(`resyncRequired resyncChangesApplyDifferences resyncChangesUploadDifferences
    syncStateNotFound SyncStateNotFound syncStateInvalid SyncStateInvalid`),
  invalid: words("ErrorMessageSizeExceeded RequestEntityTooLarge ErrorInvalidRecipients InefficientFilter"),
};
const FAILURES = new Map(
  Object.entries(CODES).flatMap(([failure, codes]) => codes.map((c) => [c, failure as Failure])),
);

/** 509: the app's bandwidth limit, which is temporary. */
const BY_STATUS: Readonly<Record<number, Failure>> = { 509: "rate_limited" };

/** Messages for codes that Microsoft explains badly. */
const HINTS: Readonly<Record<string, string>> = {
  MailboxNotEnabledForRESTAPI: "The account has no Exchange Online mailbox.",
  MailboxNotSupportedForRESTAPI: "The account has no Exchange Online mailbox.",
  nameAlreadyExists: "Something of that name is in the folder already.",
};

export function graphFailure({ status, json }: UpstreamResponse): FailureReport | undefined {
  if (status < 400) return undefined;
  const codes = codesOf(json);
  const known = codes.find((code) => FAILURES.has(code));
  return {
    failure: known ? FAILURES.get(known) : BY_STATUS[status],
    code: known ?? codes[0],
    message: codes.map((code) => entryOf(HINTS, code)).find(Boolean),
  };
}

/** `error.code`, then the finer codes nested below it. */
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
