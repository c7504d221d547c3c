// Classifies GitHub's errors: rate limits behind 403, missing scopes behind 404, validation errors.
import { entryOf, type FailureReport, type UpstreamResponse, valueAt } from "gateway/plugin";
import { covers, scopeList } from "./oauth.ts";

/** docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api */
export function failure(res: UpstreamResponse): FailureReport | undefined {
  const message = valueAt(res.json, "message");
  const text = typeof message === "string" ? message : "";
  switch (res.status) {
    case 403:
      return rateLimit(res, text) ?? forbidden(res, text);
    case 404:
      return notFound(res, text);
    case 422:
      return validationFailed(res, text);
    case 429:
      return rateLimit(res, text) ?? { failure: "rate_limited", retryAfter: MIN_WAIT_S };
    default:
      return undefined;
  }
}

/** "Otherwise, wait for at least one minute": docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const MIN_WAIT_S = 60;

/** Primary limit: nothing remains until the reset. Secondary limit: the message (its old one, "abuse detection", too), or `retry-after`, which the core reads. */
function rateLimit({ headers }: UpstreamResponse, text: string): FailureReport | undefined {
  if (headers.has("retry-after")) return { failure: "rate_limited" };
  if (headers.get("x-ratelimit-remaining") === "0") return { failure: "rate_limited", retryAfter: untilReset(headers) };
  return /\bsecondary rate\b|\babuse detection mechanism\b/i.test(text)
    ? { failure: "rate_limited", retryAfter: MIN_WAIT_S }
    : undefined;
}

/** Seconds until the reset, a Unix time; counted on GitHub's clock (`date`) where it is present. */
function untilReset(headers: Headers): number {
  const reset = Number(headers.get("x-ratelimit-reset"));
  if (!reset) return MIN_WAIT_S;
  const date = Date.parse(headers.get("date") ?? "");
  return reset - (Number.isNaN(date) ? Date.now() : date) / 1000;
}

function forbidden(res: UpstreamResponse, text: string): FailureReport {
  // Many bad credentials from one IP address lock it out for a while.
  if (/maximum number of login attempts/i.test(text)) return { failure: "busy", retryAfter: MIN_WAIT_S };
  const authorizeAt = res.headers.get("x-github-sso")?.match(/^required;\s*url=(\S+)/)?.[1];
  if (authorizeAt) {
    return {
      failure: "forbidden",
      code: "sso_required",
      message: `The organization enforces SAML sign-on; authorize the connection at ${authorizeAt}`,
    };
  }
  // GitHub Apps: docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#resource-not-accessible
  const permissions = res.headers.get("x-accepted-github-permissions");
  if (permissions && /not accessible by integration/i.test(text)) {
    return { failure: "forbidden", message: `${text}: the GitHub App needs the permission ${permissions}.` };
  }
  return { failure: "forbidden", missingScopes: missingScopes(res.headers) };
}

/** GitHub hides what the token may not see behind a 404. */
function notFound(res: UpstreamResponse, text: string): FailureReport {
  const missing = missingScopes(res.headers);
  if (!missing) return { failure: "not_found" };
  return {
    failure: "not_found",
    missingScopes: missing,
    message: `${text || "Not Found"}: it does not exist, or it is hidden because the scope "${missing[0]}" was not granted.`,
  };
}

/**
 * The scope that the token lacks. Any one of `x-accepted-oauth-scopes` would do, so this names the first of the narrowest.
 * GitHub Apps' tokens have no `x-oauth-scopes`.
 */
function missingScopes(headers: Headers): string[] | undefined {
  const grantedHeader = headers.get("x-oauth-scopes");
  if (grantedHeader === null) return undefined;
  const granted = scopeList(grantedHeader);
  const accepted = scopeList(headers.get("x-accepted-oauth-scopes") ?? "");
  if (accepted.some((required) => granted.some((scope) => covers(scope, required)))) return undefined;
  const narrowest = accepted.find((scope) => !accepted.some((other) => other !== scope && covers(scope, other)));
  return narrowest === undefined ? undefined : [narrowest];
}

const ERROR_TEXTS: Record<string, string> = {
  missing: "does not exist",
  missing_field: "is required",
  invalid: "is not valid",
  already_exists: "already exists",
  unprocessable: "was not accepted",
};

function validationFailed(res: UpstreamResponse, text: string): FailureReport {
  const errors = valueAt(res.json, "errors");
  const list = Array.isArray(errors) ? errors : errors === undefined || errors === null ? [] : [errors];
  const errorTexts = list.map(describeError).filter((errorText) => errorText !== "");
  // Two kinds of rate limit are a 422 too: one is named in the message, the other among the errors.
  if (errorTexts.length === 0 && /spammed/i.test(text)) return { failure: "error", code: "spammed" };
  const message = [text || "Validation Failed", ...(errorTexts.length > 0 ? [errorTexts.join("; ")] : [])].join(": ");
  if (/submitted too quickly/i.test(message)) return { failure: "rate_limited", message, retryAfter: MIN_WAIT_S };
  const code = valueAt(list[0], "code");
  return { failure: "invalid", message, code: typeof code === "string" ? code : undefined };
}

/** One of `errors`: a sentence, or `{ resource, field, code, message? }`. */
function describeError(error: unknown): string {
  if (typeof error === "string") return error;
  const { message, field, resource, code } = (error ?? {}) as Record<string, unknown>;
  if (typeof message === "string" && message !== "") return message;
  const what = [resource, field].filter((part) => typeof part === "string").join(".");
  return `${what} ${entryOf(ERROR_TEXTS, String(code)) ?? String(code ?? "")}`.trim();
}
