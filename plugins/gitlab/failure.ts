// Classifies GitLab's errors, whose bodies have several forms: docs.gitlab.com/api/rest/troubleshooting.
import { type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

/** Where a limit says nothing of its end: limits count by the minute. */
const WAIT_S = 60;

export function readFailure(res: UpstreamResponse): FailureReport | undefined {
  if (res.status < 300) return undefined;
  const message = messageOf(res.json);
  const known = message === null ? {} : { message };
  switch (res.status) {
    case 401:
      // The instance wants each request signed, which no caller of ours can.
      return textAt(res.json, "error") === "dpop_error" ? { ...known, failure: "error" } : known;
    case 403:
      return forbidden(res, known);
    case 404:
      // A route that this version or edition of GitLab does not have.
      return { ...known, failure: textAt(res.json, "error") === null ? "not_found" : "error" };
    case 405:
      return { ...known, ...notAllowed(message ?? "") };
    case 429:
      return tooMany(res, known);
    default:
      return known;
  }
}

/** A write to a project at its former path, and a page behind the last that has a number. */
function notAllowed(message: string): FailureReport {
  if (/moved projects/i.test(message)) return { failure: "not_found" };
  return /^offset pagination has a maximum/i.test(message) ? { failure: "invalid", code: "too_many_pages" } : {};
}

function forbidden({ json }: UpstreamResponse, known: FailureReport): FailureReport {
  // Not the API but what stands in front of it: a blocked address.
  if (typeof json !== "object" || json === null) return { ...known, failure: "busy", retryAfter: WAIT_S };
  const scopes = textAt(json, "error") === "insufficient_scope" ? textAt(json, "scope") : null;
  return { ...known, failure: "forbidden", ...(scopes && { missingScopes: scopes.split(" ") }) };
}

/** The limit of all requests answers in plain text, that of one feature in JSON. */
function tooMany({ headers, json }: UpstreamResponse, known: FailureReport): FailureReport {
  const isOfAll = typeof json !== "object" || json === null;
  return {
    ...known,
    failure: "rate_limited",
    ...(isOfAll && { limits: "integration" as const }),
    ...(!headers.has("retry-after") && { retryAfter: untilReset(headers) }),
  };
}

/** Seconds until `RateLimit-Reset`, a Unix time, by GitLab's own clock. */
function untilReset(headers: Headers): number {
  const [reset, now] = [Number(headers.get("ratelimit-reset")), Date.parse(headers.get("date") ?? "") / 1_000];
  return reset > now ? reset - now : WAIT_S;
}

/** `message` is a text, a list, or lists by field; `error` is a text, with a description in the token guard. */
function messageOf(json: unknown): string | null {
  const message = valueAt(json, "message");
  const said = textsIn(message).join(" ");
  return said || (textAt(json, "error_description") ?? textAt(json, "error"));
}

function textsIn(value: unknown, name = ""): string[] {
  if (typeof value === "string") return [name === "" || name === "base" ? value : `${name} ${value}`];
  if (Array.isArray(value)) return value.flatMap((one) => textsIn(one, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([field, one]) => textsIn(one, field === "error" ? "" : field));
}
