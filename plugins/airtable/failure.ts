// Classifies Airtable's errors by type: airtable.com/developers/web/api/errors.
import { entryOf, type FailureReport, textAt, type UpstreamResponse } from "gateway/plugin";

/** Airtable's penalty for a base that got more than five requests in a second. */
const PENALTY_S = 30;
/** A month's calls are used up: nothing changes soon. */
const QUOTA_S = 3_600;

const BY_TYPE: Readonly<Record<string, FailureReport>> = {
  // Airtable tells a missing right, a base that was not shared and an unknown id not apart; missing scopes were found before.
  INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND: { failure: "not_found" },
  MODEL_ID_NOT_FOUND: { failure: "not_found" },
  NOT_FOUND: { failure: "not_found" },
  INVALID_PERMISSIONS: { failure: "forbidden" },
  NOT_AUTHORIZED: { failure: "forbidden" },
  PUBLIC_API_BILLING_LIMIT_EXCEEDED: { failure: "rate_limited", retryAfter: QUOTA_S },
};

/** What a person can do, in place of or behind Airtable's sentence. */
const HINTS: Readonly<Record<string, string>> = {
  INVALID_PERMISSIONS_OR_MODEL_NOT_FOUND:
    "The base, table or record does not exist, is not shared with this integration, or needs another role.",
  LIST_RECORDS_ITERATOR_NOT_AVAILABLE:
    "The list's position has expired after some idle minutes; start again without it.",
  PUBLIC_API_BILLING_LIMIT_EXCEEDED: "The workspace has used up the API calls of its plan for this month.",
  TOO_MANY_WEBHOOKS_IN_BASE:
    "The base has as many webhooks as Airtable allows: ten, two of them by one OAuth integration.",
};

/** Classifies a response; undefined for success, and where the status alone decides. */
export function readFailure({ status, headers, json }: UpstreamResponse): FailureReport | undefined {
  if (status >= 200 && status < 300) return undefined;
  // An error is { type, message }, or its type alone.
  const type = textAt(json, "error.type") ?? textAt(json, "error");
  const hint = entryOf(HINTS, type);
  return {
    ...(status === 429 && !headers.has("retry-after") && { retryAfter: PENALTY_S }),
    ...entryOf(BY_TYPE, type),
    ...(type !== null && { code: type }),
    ...(hint !== undefined && { message: hint }),
  };
}
