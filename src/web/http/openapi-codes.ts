// For the API document: which error codes each route can end with, and what they mean.
import type { ErrorCode } from "../../foundation/errors.ts";
import { type ApiKeyRouteData, isPartners, namesConnection, type RouteData, roleOf } from "./route.ts";

/** What each error code means. */
export const ERROR_DESCRIPTIONS: Record<ErrorCode, string> = {
  AUTH_REQUIRED: "The key is missing, malformed, unknown, revoked or expired.",
  PAYMENT_REQUIRED: "Payment is past due.",
  PARTNER_REQUIRED: "The key's user has no partner profile. The operator can add one.",
  PARTNER_SUSPENDED: "The partner profile is suspended.",
  APPROVAL_REQUIRED: "The call waits for a person's yes; `approval` names where they decide. Nothing was sent.",
  PERMISSION_DENIED: "The key lacks the permission, or the integration is not connected or lacks scopes.",
  NOT_FOUND: "No resource has this path or id.",
  METHOD_NOT_ALLOWED: "This path does not allow this method; `Allow` lists those it does.",
  CONFLICT: "The resource already exists, or its state does not allow this.",
  ACCOUNT_NOT_FOUND: "No connected account has this external_id or id.",
  SESSION_NOT_FOUND: "No connect session has this id.",
  INTEGRATION_NOT_FOUND: "The account has no integration for the provider.",
  CONNECTION_AMBIGUOUS: "There are several connections with the provider, and the request names none.",
  ACCOUNT_EXISTS: "The external_id is taken.",
  ACCOUNT_LIMIT_REACHED: "The partner has reached its maximum number of accounts.",
  IDEMPOTENCY_CONFLICT: "A request with this Idempotency-Key is still running, or its outcome is unknown.",
  IDEMPOTENCY_MISMATCH: "This Idempotency-Key was used for a different request.",
  RESPONSE_NOT_KEPT:
    "The call with this Idempotency-Key was carried out, but its response was too large to store or broke off.",
  REQUEST_TIMEOUT: "The body arrived too slowly. Send the request again.",
  PAYLOAD_TOO_LARGE: "The body is too large, or contains too many values.",
  UNSUPPORTED_MEDIA_TYPE: "The body's Content-Type is not supported.",
  VALIDATION_ERROR: "The request is not valid; every error is listed.",
  RATE_LIMITED: "Too many requests.",
  QUOTA_EXCEEDED: "The month's quota is used up.",
  PROVIDER_CONFLICT:
    "The provider refuses because of the state of a resource: it has changed in the meantime, already exists, or does not allow this.",
  PROVIDER_ERROR: "The provider responded with an error.",
  PROVIDER_UNAVAILABLE:
    "The provider cannot be reached, failed for the moment, or is rate-limiting the gateway. Try again later.",
  INTEGRATION_EXPIRED: "The provider's token has expired and could not be renewed. Connect the provider again.",
  INTEGRATION_REVOKED: "Access to the provider was revoked. Connect the provider again.",
  PLUGIN_ERROR: "The gateway's plugin for the provider failed. The gateway's operator must fix the plugin.",
  PLUGIN_UNAVAILABLE: "The gateway's plugin for the provider is out of use. Nothing was sent.",
  SERVICE_UNAVAILABLE: "The gateway's database is not available. Try again later.",
  INTERNAL_ERROR: "The gateway failed. Include the request id when you report it.",
};

/** Codes of only the partner API. */
const ABOUT_PARTNER: readonly ErrorCode[] = ["PARTNER_REQUIRED", "PARTNER_SUSPENDED", "QUOTA_EXCEEDED"];
const PARTNER_ONLY = new Set<ErrorCode>([
  ...ABOUT_PARTNER,
  "SESSION_NOT_FOUND",
  "INTEGRATION_NOT_FOUND",
  "ACCOUNT_EXISTS",
  "ACCOUNT_LIMIT_REACHED",
]);
const COMMON: readonly ErrorCode[] = [
  "AUTH_REQUIRED",
  "PAYMENT_REQUIRED",
  "VALIDATION_ERROR",
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
];
const ABOUT_BODY: readonly ErrorCode[] = ["REQUEST_TIMEOUT", "PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];
const ABOUT_WRITES: readonly ErrorCode[] = ["IDEMPOTENCY_CONFLICT", "IDEMPOTENCY_MISMATCH", "RESPONSE_NOT_KEPT"];
const ABOUT_PROVIDER: readonly ErrorCode[] = [
  "PERMISSION_DENIED",
  "NOT_FOUND",
  "INTEGRATION_EXPIRED",
  "INTEGRATION_REVOKED",
  "PROVIDER_CONFLICT",
  "PROVIDER_ERROR",
  "PROVIDER_UNAVAILABLE",
  "PLUGIN_ERROR",
  "PLUGIN_UNAVAILABLE",
];
const ADMIN: readonly ErrorCode[] = [
  "AUTH_REQUIRED",
  "VALIDATION_ERROR",
  "NOT_FOUND",
  "CONFLICT",
  "RATE_LIMITED",
  "INTERNAL_ERROR",
  "SERVICE_UNAVAILABLE",
];

const PUBLIC: readonly ErrorCode[] = ["VALIDATION_ERROR", "INTERNAL_ERROR", "SERVICE_UNAVAILABLE"];

/** Every code that a route can end with: those of its kind, and those that it names. */
export function codesOf(route: RouteData): ErrorCode[] {
  return [...new Set([...ofKind(route), ...(route.codes ?? [])])];
}

function ofKind(route: RouteData): readonly ErrorCode[] {
  const ofBody = route.body || (route.access === "key" && route.responds === "protocol") ? ABOUT_BODY : [];
  if (route.access === "key") return [...ofKey(route), ...ofBody];
  if (route.access === "admin")
    return [...ADMIN, ...ofBody, ...(roleOf(route) === "viewer" ? [] : (["PERMISSION_DENIED"] as const))];
  const isCounted = route.strangers !== undefined || route.errorsAs === "oauth";
  // Without a schema the handler reads the body, as a form or as bytes.
  return [...PUBLIC, ...(route.method === "GET" ? [] : ABOUT_BODY), ...(isCounted ? (["RATE_LIMITED"] as const) : [])];
}

function ofKey(route: ApiKeyRouteData): readonly ErrorCode[] {
  return [
    ...COMMON,
    ...(route.method === "GET" || route.responds === "proxy" || route.responds === "protocol" ? [] : ABOUT_WRITES),
    ...(isPartners(route) || route.owner === "user-or-account" ? ABOUT_PARTNER : []),
    ...(route.owner === "user-or-account" || route.owner === "account-in-path" ? (["ACCOUNT_NOT_FOUND"] as const) : []),
    ...(route.owner === "user" || route.permissions.length > 0 ? (["PERMISSION_DENIED"] as const) : []),
    ...(route.provider ? ABOUT_PROVIDER : []),
    ...(mayAsk(route) ? (["APPROVAL_REQUIRED", "CONFLICT"] as const) : []),
    ...(namesConnection(route) ? (["CONNECTION_AMBIGUOUS"] as const) : []),
  ];
}

/** Whether a call can wait for a person: a raw request is streamed, and cannot. */
export const mayAsk = (route: RouteData): boolean =>
  route.access === "key" && (route.responds === "tool" || (route.provider !== undefined && route.responds !== "proxy"));

/** Whether the user API sends the code as well. */
export function isUserCode(code: ErrorCode): boolean {
  return !PARTNER_ONLY.has(code);
}
