// Reads Zendesk's errors, which have four forms: developer.zendesk.com/api-reference/introduction/requests.
import { type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

const MAX_DETAILS = 5;

export function readFailure({ status, headers, json }: UpstreamResponse): FailureReport | undefined {
  if (status < 300) return undefined;
  const code = textAt(json, "error") ?? textAt(json, "error.title") ?? textAt(json, "errors.0.code");
  const message = messageOf(json);
  const known = { ...(code && { code }), ...(message && { message }) };
  // The account's limit is shared by all its apps; an endpoint's own leaves calls over.
  const isAccounts = status === 429 && headers.get("x-rate-limit-remaining")?.trim() === "0";
  return isAccounts ? { ...known, failure: "rate_limited", limits: "integration" } : known;
}

function messageOf(json: unknown): string {
  const general = ["error.message", "description", "error_description", "errors.0.detail", "errors.0.title"]
    .map((path) => textAt(json, path))
    .find((text) => text !== null);
  const details = Object.values(Object(valueAt(json, "details") ?? {}) as object)
    .flat()
    .map((detail: unknown) => textAt(detail, "description"))
    .filter((text) => text !== null);
  return [general, ...details.slice(0, MAX_DETAILS)].filter(Boolean).join(" ");
}
