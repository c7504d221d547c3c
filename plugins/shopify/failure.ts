// Reads Shopify's failures: GraphQL errors under 200, texts from the gate in front of it, and user errors of mutations.
import { entryOf, type Failure, type FailureReport, textAt, type UpstreamResponse, valueAt } from "gateway/plugin";

/** shopify.dev/docs/api/usage/response-codes; what is missing here follows from the status as everywhere. */
const BY_STATUS: Readonly<Record<number, Failure>> = {
  // There is no such shop: nothing that a caller asked for.
  404: "error",
  // Taken for an attack.
  430: "rate_limited",
  // The endpoint is switched off for a while.
  540: "busy",
};
const ATTACK_WAIT_S = 60;

/** By `extensions.code`. */
const BY_CODE: Readonly<Record<string, Failure>> = {
  THROTTLED: "rate_limited",
  MAX_COST_EXCEEDED: "invalid",
  ACCESS_DENIED: "forbidden",
  INVALID_VARIABLE: "invalid",
};

/** Of user errors: changed meanwhile, or there already. */
const CONFLICTS = ["CHANGE_FROM_QUANTITY_STALE", "INVALID_COMPARE_DIGEST", "STALE_OBJECT", "TAKEN"];

/** Classifies a response; undefined for success, and where the status alone decides. */
export function readFailure(res: UpstreamResponse): FailureReport | undefined {
  if (res.status >= 300) return gateFailure(res);
  const errors = valueAt(res.json, "errors");
  const roots = Object.values(Object(valueAt(res.json, "data") ?? {}) as object);
  const isChange = roots.some((root) => Array.isArray(valueAt(root, "userErrors")));
  const isMissing = roots.length === 0 || roots.includes(null);
  // A read with errors in nullable parts only is a result.
  if (Array.isArray(errors) && errors.length > 0 && (isMissing || isChange)) return graphqlFailure(errors[0], res);
  if (typeof errors === "string") return { failure: "error", message: errors };
  const refused = roots
    .map((root) => valueAt(root, "userErrors"))
    .find((list) => Array.isArray(list) && list.length > 0);
  if (refused !== undefined) return userFailure((refused as unknown[])[0]);
  if (roots.length > 0 && isMissing)
    return { failure: "not_found", message: "It does not exist in the shop, or the app has no access to it." };
  return undefined;
}

/** Before GraphQL: `{"errors": "[API] Invalid API key or access token …"}`. */
function gateFailure({ status, json }: UpstreamResponse): FailureReport {
  const message = textAt(json, "errors") ?? textAt(json, "error_description") ?? undefined;
  const known = message === undefined ? {} : { message };
  // Only signing in anew gives a token of the kind that Shopify takes.
  if (status === 403 && /non-expiring access tokens/i.test(message ?? "")) return { ...known, failure: "expired" };
  const failure = entryOf(BY_STATUS, String(status));
  return { ...known, ...(failure && { failure }), ...(status === 430 && { retryAfter: ATTACK_WAIT_S }) };
}

function graphqlFailure(error: unknown, { json }: UpstreamResponse): FailureReport {
  const [code, message] = [textAt(error, "extensions.code"), textAt(error, "message") ?? ""];
  const known = { ...(code && { code }), ...(message && { message }) };
  // Customers' data needs Shopify's approval, which the operator asks for.
  if (/\bnot approved to (access|use)\b/i.test(message)) return { ...known, failure: "forbidden" };
  const failure = entryOf(BY_CODE, code) ?? (/^variable \$/i.test(message) ? "invalid" : "error");
  if (failure === "rate_limited") return { ...known, failure, retryAfter: waitOf(json), limits: "integration" };
  const scopes = failure === "forbidden" ? [...new Set(message.match(/\b(read|write)_[a-z_]+/g))] : [];
  return { ...known, failure, ...(scopes.length > 0 && { missingScopes: scopes }) };
}

/** Seconds until the bucket, which all calls of the app in this shop share, has the points for the query. */
function waitOf(json: unknown): number {
  const cost = valueAt(json, "extensions.cost");
  const numberAt = (name: string) => Number(valueAt(cost, name) ?? Number.NaN);
  const missing = numberAt("requestedQueryCost") - numberAt("throttleStatus.currentlyAvailable");
  const seconds = Math.ceil(missing / numberAt("throttleStatus.restoreRate"));
  return Number.isFinite(seconds) ? Math.max(1, seconds) : 1;
}

function userFailure(error: unknown): FailureReport {
  const [code, message] = [textAt(error, "code"), textAt(error, "message") ?? "Shopify refuses it."];
  const field = valueAt(error, "field");
  const where = Array.isArray(field) ? `${field.join(".")}: ` : "";
  const isMissing = /\b(does not exist|not found|could not be found)\b/i.test(message);
  const failure = isMissing ? "not_found" : CONFLICTS.includes(code ?? "") ? "conflict" : "invalid";
  return { failure, message: where + message, ...(code && { code }) };
}
