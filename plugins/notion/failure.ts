// Classifies Notion's errors by code: developers.notion.com/reference/status-codes.
import { entryOf, type FailureReport, type UpstreamResponse, valueAt } from "gateway/plugin";

/** Codes that say more than their status. */
const BY_CODE: Record<string, FailureReport> = {
  // Mistakes of this plugin, which no caller can mend.
  missing_version: { failure: "error" },
  invalid_beta: { failure: "error" },
  service_overload: { failure: "busy" },
};

/** What a person can do about the error, appended to Notion's message. */
const HINTS: Record<string, string> = {
  restricted_resource: "The connection lacks a capability for this; it is set in the connection's settings at Notion.",
  object_not_found: "If it exists, share the page or database with the connection. A database is not a page.",
  conflict_error: "Someone else changed it at the same time; try again.",
};

/** Classifies a response; undefined for success, and where the status alone decides. */
export function readFailure({ status, json }: UpstreamResponse): FailureReport | undefined {
  if (status >= 200 && status < 300) return undefined;
  const code = valueAt(json, "code");
  if (typeof code !== "string") return undefined;
  const message = valueAt(json, "message");
  const hint = entryOf(HINTS, code);
  return {
    ...entryOf(BY_CODE, code),
    code,
    ...(hint && {
      message: [typeof message === "string" ? message.slice(0, 150) : "", hint].filter(Boolean).join(" "),
    }),
  };
}
