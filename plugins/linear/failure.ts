// Reads Linear's errors: GraphQL errors under status 200 or 400, told apart by their type (packages/sdk/src/error.ts of linear/linear).
import { type Failure, type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

/** `extensions.type`, and for answers without one `extensions.code`. */
const MEANING: Readonly<Record<string, Failure>> = {
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
  "lock timeout": "unavailable",
  "network error": "unavailable",
  "internal error": "error",
  "bootstrap error": "error",
  // The plugin's own mistake, for which no caller can do anything.
  GRAPHQL_VALIDATION_FAILED: "error",
  GRAPHQL_PARSE_FAILED: "error",
};

/** Undefined where the answer is a success, or where the status alone decides. */
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

/** What was asked for came, and a part of it that may be null could not be read. */
function isPartial(res: UpstreamResponse): boolean {
  const roots = rootsOf(res);
  return (
    res.status < 400 && roots.length > 0 && roots.every((root) => root !== null && valueAt(root, "success") !== false)
  );
}

function report(res: UpstreamResponse, error: unknown): FailureReport {
  const text = (name: string) => textAt(error, name) || undefined;
  const [type, code] = [text("extensions.type"), text("extensions.code")];
  const said = text("message") ?? "";
  const failure = failureOf(res, type, code, said);
  const missing = failure === "forbidden" ? scopesIn(said) : [];
  return {
    failure,
    code: code ?? type,
    message: text("extensions.userPresentableMessage") ?? (said || undefined),
    ...(failure === "rate_limited" && { retryAfter: untilReset(res.headers) }),
    ...(missing.length > 0 && { missingScopes: missing }),
  };
}

function failureOf({ status }: UpstreamResponse, type = "", code = "", said = ""): Failure | undefined {
  // The service is down, whatever it says besides.
  if (status > 500) return undefined;
  // What does not exist is "invalid input" as well.
  if (/^Entity not found\b/i.test(said)) return "not_found";
  const known = [type, code].find((name) => Object.hasOwn(MEANING, name));
  if (known !== undefined) return MEANING[known];
  // A 400 is no proof that the caller is at fault, and a 200 with errors is no success.
  return status < 300 || status === 400 ? "error" : undefined;
}

/** The scope that a refusal names: "Invalid scope: `write` required". */
function scopesIn(said: string): string[] {
  const scope = /\bscope:?\s+`?([a-z]+(?::[a-z]+)?)\b/i.exec(said)?.[1];
  return scope === undefined ? [] : [scope];
}

/**
 * Seconds to the last reset of the buckets that are empty: linear.app/developers/rate-limiting. Resets are Unix times in
 * milliseconds; Linear's own clock, in `date`, is preferred over ours.
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
