// Classifies Linear's errors, GraphQL errors with status 200 or 400, by their type (packages/sdk/src/error.ts of linear/linear).
import { type Failure, type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

/** By `extensions.type`, or `extensions.code` where the type is missing. */
const FAILURES: Readonly<Record<string, Failure>> = {
  "authentication error": "expired",
  AUTHENTICATION_ERROR: "expired",
  forbidden: "forbidden",
  FORBIDDEN: "forbidden",
  "feature not accessible": "forbidden",
  "invalid input": "invalid",
  INPUT_ERROR: "invalid",
  "user error": "invalid",
  BAD_USER_INPUT: "invalid",
  // Status 400.
  ratelimited: "rate_limited",
  RATELIMITED: "rate_limited",
  // A limit of the workspace's plan: waiting does not help, and the input is right.
  "usage limit exceeded": "error",
  "lock timeout": "busy",
  "network error": "unavailable",
  "internal error": "error",
  "bootstrap error": "error",
  // A mistake of this plugin, which no caller can mend.
  GRAPHQL_VALIDATION_FAILED: "error",
  GRAPHQL_PARSE_FAILED: "error",
};

/** Classifies a response; undefined for success, and where the status alone decides. */
export function readFailure(res: UpstreamResponse): FailureReport | undefined {
  const errors = valueAt(res.json, "errors");
  const [error] = Array.isArray(errors) ? errors : [];
  if (error !== undefined) return isPartial(res) ? undefined : report(res, error);
  const roots = rootsOf(res);
  if (roots.some((root) => valueAt(root, "success") === false))
    return { failure: "error", code: "no_success", message: "Linear did not do it, and does not say why." };
  return undefined;
}

function rootsOf({ json }: UpstreamResponse): unknown[] {
  return Object.values((valueAt(json, "data") ?? {}) as object);
}

/** Whether the result is there and the error concerns only a nullable part of it. */
function isPartial(res: UpstreamResponse): boolean {
  const roots = rootsOf(res);
  return (
    res.status < 400 && roots.length > 0 && roots.every((root) => root !== null && valueAt(root, "success") !== false)
  );
}

function report(res: UpstreamResponse, error: unknown): FailureReport {
  const text = (name: string) => textAt(error, name) || undefined;
  const [type, code] = [text("extensions.type"), text("extensions.code")];
  const message = text("message") ?? "";
  const failure = failureOf(res, type, code, message);
  const missing = failure === "forbidden" ? scopesIn(message) : [];
  return {
    failure,
    code: code ?? type,
    message: text("extensions.userPresentableMessage") ?? (message || undefined),
    ...(failure === "rate_limited" && { retryAfter: untilReset(res.headers) }),
    ...(missing.length > 0 && { missingScopes: missing }),
  };
}

function failureOf({ status }: UpstreamResponse, type = "", code = "", message = ""): Failure | undefined {
  // The service is down, whatever the body.
  if (status > 500) return undefined;
  // Linear's type for a missing entity is "invalid input".
  if (/^Entity not found\b/i.test(message)) return "not_found";
  const known = [type, code].find((name) => Object.hasOwn(FAILURES, name));
  if (known !== undefined) return FAILURES[known];
  // A 400 does not prove invalid input, and a 200 with errors is no success.
  return status < 300 || status === 400 ? "error" : undefined;
}

/** The scope named by an error: "Invalid scope: `write` required". */
function scopesIn(message: string): string[] {
  const scope = /\bscope:?\s+`?([a-z]+(?::[a-z]+)?)\b/i.exec(message)?.[1];
  return scope === undefined ? [] : [scope];
}

/**
 * Seconds until the last reset of the empty buckets: linear.app/developers/rate-limiting. Resets are Unix times in
 * milliseconds, counted on Linear's clock (`date`) where it is present.
 */
function untilReset(headers: Headers): number | undefined {
  if (headers.has("retry-after")) return undefined;
  const date = Date.parse(headers.get("date") ?? "");
  const now = Number.isNaN(date) ? Date.now() : date;
  const resets = ["requests", "complexity", "endpoint-requests"]
    .filter((bucket) => Number(headers.get(`x-ratelimit-${bucket}-remaining`) ?? 0) <= 0)
    .map((bucket) => Number(headers.get(`x-ratelimit-${bucket}-reset`) ?? 0))
    .filter((reset) => reset > 0);
  return resets.length === 0 ? undefined : Math.max(1, (Math.max(...resets) - now) / 1000);
}
