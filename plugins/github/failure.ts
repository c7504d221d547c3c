// Reads GitHub's refusals: rate limits behind 403, hidden things behind 404, validation errors spelled out.
import { entryOf, type FailureReport, type UpstreamResponse, valueAt } from "gateway/plugin";
import { covers, scopeList } from "./oauth.ts";

/** docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api */
export function failure(res: UpstreamResponse): FailureReport | undefined {
  const message = valueAt(res.json, "message");
  const said = typeof message === "string" ? message : "";
  switch (res.status) {
    case 403:
      return rateLimit(res, said) ?? refusal(res, said);
    case 404:
      return hidden(res, said);
    case 422:
      return invalid(res, said);
    case 429:
      return rateLimit(res, said) ?? { failure: "rate_limited", retryAfter: LEAST_WAIT };
    default:
      return undefined;
  }
}

/** "Otherwise, wait for at least one minute": docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const LEAST_WAIT = 60;

/** Primary limit: nothing remains until the reset. Secondary limit: in words, or `retry-after`, which the core reads. */
function rateLimit({ headers }: UpstreamResponse, said: string): FailureReport | undefined {
  if (headers.has("retry-after")) return { failure: "rate_limited" };
  if (headers.get("x-ratelimit-remaining") === "0") return { failure: "rate_limited", retryAfter: untilReset(headers) };
  return /\bsecondary rate\b/i.test(said) ? { failure: "rate_limited", retryAfter: LEAST_WAIT } : undefined;
}

/** Seconds to the reset, which is a Unix time; GitHub's own clock, in `date`, is preferred over ours. */
function untilReset(headers: Headers): number {
  const reset = Number(headers.get("x-ratelimit-reset"));
  if (!reset) return LEAST_WAIT;
  const date = Date.parse(headers.get("date") ?? "");
  return reset - (Number.isNaN(date) ? Date.now() : date) / 1000;
}

function refusal(res: UpstreamResponse, said: string): FailureReport {
  // Many bad credentials from one address lock it out for a while, whatever it sends then.
  if (/maximum number of login attempts/i.test(said)) return { failure: "unavailable", retryAfter: LEAST_WAIT };
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
  if (permissions && /not accessible by integration/i.test(said)) {
    return { failure: "forbidden", message: `${said}: the GitHub App needs the permission ${permissions}.` };
  }
  return { failure: "forbidden", missingScopes: missingScopes(res.headers) };
}

/** GitHub answers 404 also where a thing exists and the token may not see it. */
function hidden(res: UpstreamResponse, said: string): FailureReport {
  const missing = missingScopes(res.headers);
  if (!missing) return { failure: "not_found" };
  return {
    failure: "not_found",
    missingScopes: missing,
    message: `${said || "Not Found"}: it does not exist, or it is hidden because the scope "${missing[0]}" was not granted.`,
  };
}

/**
 * The scope an answer asks for beyond what the token has. Any one of `x-accepted-oauth-scopes` would do, so the first
 * of the narrowest is named. GitHub Apps' tokens have no `x-oauth-scopes`.
 */
function missingScopes(headers: Headers): string[] | undefined {
  const held = headers.get("x-oauth-scopes");
  if (held === null) return undefined;
  const granted = scopeList(held);
  const accepted = scopeList(headers.get("x-accepted-oauth-scopes") ?? "");
  if (accepted.some((wanted) => granted.some((scope) => covers(scope, wanted)))) return undefined;
  const narrowest = accepted.find((scope) => !accepted.some((other) => other !== scope && covers(scope, other)));
  return narrowest === undefined ? undefined : [narrowest];
}

const FAULTS: Record<string, string> = {
  missing: "does not exist",
  missing_field: "is required",
  invalid: "is not valid",
  already_exists: "already exists",
  unprocessable: "was not accepted",
};

function invalid(res: UpstreamResponse, said: string): FailureReport {
  const errors = valueAt(res.json, "errors");
  const list = Array.isArray(errors) ? errors : errors === undefined || errors === null ? [] : [errors];
  const faults = list.map(sayFault).filter((fault) => fault !== "");
  // Two answers to too many new things come as 422 too: one says so in its message, the other among its errors.
  if (faults.length === 0 && /spammed/i.test(said)) return { failure: "error", code: "spammed" };
  const message = [said || "Validation Failed", ...(faults.length > 0 ? [faults.join("; ")] : [])].join(": ");
  if (/submitted too quickly/i.test(message)) return { failure: "rate_limited", message, retryAfter: LEAST_WAIT };
  const code = valueAt(list[0], "code");
  return { failure: "invalid", message, code: typeof code === "string" ? code : undefined };
}

/** One of `errors`: a sentence, or `{ resource, field, code, message? }`. */
function sayFault(error: unknown): string {
  if (typeof error === "string") return error;
  const { message, field, resource, code } = (error ?? {}) as Record<string, unknown>;
  if (typeof message === "string" && message !== "") return message;
  const what = [resource, field].filter((part) => typeof part === "string").join(".");
  return `${what} ${entryOf(FAULTS, String(code)) ?? String(code ?? "")}`.trim();
}
