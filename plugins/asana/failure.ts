// Reads Asana's errors: developers.asana.com/docs/errors and developers.asana.com/docs/rate-limits.
import { type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";
import { FULL } from "./oauth.ts";

/** Undefined for a success. Asana has no codes of its own, so that the status decides. */
export function readFailure({ status, json }: UpstreamResponse): FailureReport | undefined {
  if (status < 300) return undefined;
  const errors = valueAt(json, "errors");
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const message = textAt(first, "message");
  const report = { code: String(status), ...(message !== null && { message }) };
  switch (status) {
    case 402:
      return { ...report, code: "plan_required" };
    case 403:
      return { ...report, ...missing(message ?? "") };
    // All limits but that of searches are the token's: every call of the integration waits.
    case 429:
      return { ...report, limits: "integration" };
    case 500:
      return { ...report, ...traced(message, textAt(first, "phrase")) };
    default:
      return report;
  }
}

const SCOPE = /(?<![a-z_.])[a-z_.]+:(?:read|write|delete)\b/g;

/** A refusal for want of a scope names it; `default` is that of apps with full permissions. */
function missing(message: string): Pick<FailureReport, "missingScopes"> {
  if (!/\bscopes?\b/i.test(message)) return {};
  const named = [...new Set(message.match(SCOPE))].slice(0, 10);
  const scopes = named.length === 0 && new RegExp(`\\b${FULL}\\b`).test(message) ? [FULL] : named;
  return scopes.length === 0 ? {} : { missingScopes: scopes };
}

/** Asana's support finds a fault by this phrase. */
function traced(message: string | null, phrase: string | null): Pick<FailureReport, "message"> {
  return phrase === null ? {} : { message: `${message ?? "Server Error"} (phrase for Asana's support: ${phrase})` };
}
