// Reads Salesforce's error responses, lists of { errorCode, message, fields }: REST guide, "Status Codes and Error Responses".
import { entryOf, type Failure, type FailureReport, type UpstreamResponse, valueAt } from "gateway/plugin";
import { nonEmptyTextAt } from "./fields.ts";

/** Codes that say more than their status. */
const CODES: Partial<Record<Failure, readonly string[]>> = {
  expired: ["INVALID_SESSION_ID", "INVALID_AUTH_HEADER"],
  forbidden: [
    "INSUFFICIENT_ACCESS",
    "INSUFFICIENT_ACCESS_OR_READONLY",
    "INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY",
    "CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY",
  ],
  not_found: ["ENTITY_IS_DELETED"],
  // The org's calls of the last 24 hours, or its concurrent calls.
  rate_limited: ["REQUEST_LIMIT_EXCEEDED"],
  conflict: ["DUPLICATES_DETECTED", "DUPLICATE_VALUE", "ENTITY_IS_LOCKED", "DELETE_FAILED", "STORAGE_LIMIT_EXCEEDED"],
  busy: ["UNABLE_TO_LOCK_ROW"],
  unavailable: ["SERVER_UNAVAILABLE"],
  error: ["API_DISABLED_FOR_ORG", "API_CURRENTLY_DISABLED", "FUNCTIONALITY_NOT_ENABLED"],
};
const BY_CODE = new Map(Object.entries(CODES).flatMap(([failure, codes]) => codes.map((c) => [c, failure as Failure])));

/** 410: removed API version. 420: the org has moved. */
const BY_STATUS: Readonly<Record<number, Failure>> = { 410: "error", 420: "busy" };

/** The message of the org's limit over 24 hours, which frees up gradually; the limit of concurrent calls has another. */
const DAILY_LIMIT = /total ?requests/i;
const DAILY_WAIT_S = 3_600;

/** Added where Salesforce's message says too little. */
const HINTS: Readonly<Record<string, string>> = {
  INVALID_FIELD: "The name is wrong (those of custom fields end in __c), or the user may not see that field.",
  INVALID_QUERY_LOCATOR: "The cursor has ended; start the list again.",
  API_DISABLED_FOR_ORG: "The org's edition has no API.",
  REQUEST_LIMIT_EXCEEDED: "The org has used up its API calls; all of its integrations share them.",
};

/** Undefined for a success. */
export function readFailure({ status, json }: UpstreamResponse): FailureReport | undefined {
  if (status < 300) return undefined;
  const error: unknown = Array.isArray(json) ? json[0] : json;
  const code = nonEmptyTextAt(error, "errorCode") ?? nonEmptyTextAt(error, "error");
  // Salesforce refuses data in JSON. Plain text comes from a proxy, or from the identity endpoint for a dead token; reading it
  // as `expired` would end valid grants behind such a proxy, since a new token is refused too.
  if (status === 403 && json === null) return { failure: "error" };
  const failure = (code === null ? undefined : BY_CODE.get(code)) ?? BY_STATUS[status];
  const message = messageOf(error, code);
  const isDaily = code === "REQUEST_LIMIT_EXCEEDED" && DAILY_LIMIT.test(nonEmptyTextAt(error, "message") ?? "");
  return {
    ...(failure && { failure }),
    ...(code && { code }),
    ...(message && { message }),
    ...(isDaily && { retryAfter: DAILY_WAIT_S, limits: "integration" }),
  };
}

function messageOf(error: unknown, code: string | null): string | undefined {
  const fields = valueAt(error, "fields");
  const named = Array.isArray(fields) && fields.length > 0 ? `(${fields.slice(0, 10).join(", ")})` : "";
  const hint = entryOf(HINTS, code);
  const message = nonEmptyTextAt(error, "message")?.slice(0, 150).trim();
  return [message, named, hint].filter(Boolean).join(" ") || undefined;
}
