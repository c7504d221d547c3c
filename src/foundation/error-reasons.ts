// The closed list of reasons that errors have beside their code, on both APIs: what happened, and what to do about it.
import type { ErrorCode } from "./errors.ts";

interface Meaning {
  means: string;
  /** The next step, for the developer or model that reads the error. */
  next: string;
}

const REASONS_BY_KIND = {
  key_missing: {
    means: "The request has no key.",
    next: "Send the API key as Authorization: Bearer sk_live_….",
  },
  key_invalid: {
    means: "The key is malformed, unknown, revoked or expired.",
    next: "Check the key, and that it was created at this gateway.",
  },
  key_permission: {
    means: "The key lacks a permission; `missing_permissions` names it.",
    next: "Use a key that has the permissions named here.",
  },
  key_bounds: {
    means: "The key or AI client is limited to connected accounts, to one of them, or to reading.",
    next: "Use a key without this limit.",
  },
  session_bounds: {
    means: "The agent session leaves this out.",
    next: "Use what the session allows, or have its maker create one that allows this.",
  },
  confirmation_required: {
    means: "A person must confirm this call, and it cannot wait for one.",
    next: "Call a tool with JSON arguments, or use a key without confirm_destructive.",
  },
  approval_required: {
    means: "The call waits for a person's yes; `approval` names it.",
    next: "Have a person decide at approval.url, then read GET /api/v1/approvals/{id}. Do not send the call again.",
  },
  approval_denied: {
    means: "A person denied the call, or nobody decided in time.",
    next: "Nothing was sent. Do not repeat the call unless the person wants it.",
  },
  approval_failed: {
    means: "The approved call has no response.",
    next: "Read the approval's failure. Look at the provider before you repeat a change.",
  },
  policy_denied: {
    means: "A rule denies this call; `rule` and `scope` name it.",
    next: "Do not repeat the call. Have the owner of the rule change it, or make a call that it allows.",
  },
  role_missing: {
    means: "The person's role does not allow this.",
    next: "Have somebody with the role do this.",
  },
  payment_due: {
    means: "Payment is past due.",
    next: "Have the owner of the key update the payment method, then call again.",
  },
  partner_required: {
    means: "The key's user has no partner profile.",
    next: "Have the operator add a partner profile, or leave X-Account-Id out.",
  },
  partner_suspended: {
    means: "The partner profile is suspended.",
    next: "Ask the operator why it is suspended.",
  },
  no_such_path: {
    means: "There is nothing at this path.",
    next: "Check path and base URL: GET /openapi.json lists the paths.",
  },
  method_not_allowed: { means: "The path does not allow this method.", next: "Use a method of the Allow header." },
  not_found: {
    means: "The gateway has no resource with this id or name.",
    next: "Check each id and name of the request.",
  },
  account_not_found: {
    means: "The partner has no such connected account.",
    next: "Have the customer connect, which makes the account, or check its id.",
  },
  account_exists: { means: "The external_id is taken.", next: "Use the account that has it." },
  account_limit: {
    means: "The partner has as many accounts as it may.",
    next: "Delete accounts that are not in use, or have the operator raise the limit.",
  },
  session_not_found: { means: "There is no session with this id.", next: "Start a new session." },
  conflict: {
    means: "It exists already, or its state does not allow this.",
    next: "Read the current state, then decide.",
  },
  invalid_input: {
    means: "The gateway refuses the input; `errors` names each field.",
    next: "Correct the fields named here, then call again.",
  },
  address_refused: {
    means: "The gateway does not send to this address.",
    next: "Use an https address that everybody can reach.",
  },
  too_large: { means: "The body is larger than the endpoint accepts.", next: "Send less at once." },
  media_type: {
    means: "The body's type is not one that the endpoint reads.",
    next: "Send the body as application/json.",
  },
  body_too_slow: { means: "The body arrived too slowly; nothing was done.", next: "Send the request again." },
  limited: { means: "A limit of the gateway is exceeded.", next: "Wait as long as Retry-After says, then call again." },
  quota_used: {
    means: "The partner's month is used up.",
    next: "Wait for the next month, or have the operator raise the quota.",
  },
  session_used_up: {
    means: "The agent session has made all its calls.",
    next: "Have the session's maker create a new one.",
  },
  idempotency_running: {
    means: "A request with this Idempotency-Key is still running.",
    next: "Wait as long as Retry-After says, then send the same request again.",
  },
  idempotency_reused: {
    means: "This Idempotency-Key was used for another request.",
    next: "Use a new Idempotency-Key.",
  },
  response_not_kept: {
    means: "The call was carried out, and its response was too large to be kept.",
    next: "Do not repeat the call. Read what it changed.",
  },
  not_set_up: {
    means: "The operator or partner has not set the provider up, or the provider refuses their credentials.",
    next: "Have the operator or partner set up an OAuth app for the provider, or its bot token.",
  },
  connection_unnamed: {
    means: "There are several connections with the provider, and the request names none.",
    next: "Name one of details.connections in X-Connection, or in the argument or field connection; or choose a default.",
  },
  not_connected: {
    means: "The user or account has not connected the provider.",
    next: "Have the user connect the provider, then call again.",
  },
  not_confirmed: {
    means: "The connection waits to be confirmed by the partner.",
    next: "Confirm the integration with the confirm_token of its redirect, then call again.",
  },
  scope_missing: {
    means: "The provider was connected without what this call needs; `missing_scopes` names it where it is known.",
    next: "Have the user connect the provider again with this permission.",
  },
  not_lent: {
    means: "The connection is borrowed, and its lender does not lend this, or not now.",
    next: "Ask the lender for it, or use another connection.",
  },
  service_off: {
    means: "The partner has turned the service off for this account.",
    next: "Turn the service on for the account, then call again.",
  },
  expired: { means: "Access has expired and cannot be renewed.", next: "Have the user connect the provider again." },
  revoked: { means: "The provider has ended the access.", next: "Have the user connect the provider again." },
  token_expired: {
    means: "One of the integration's tokens has expired; `credential` names it.",
    next: "Have the user connect the provider again to use what this token serves.",
  },
  token_revoked: {
    means: "One of the integration's tokens was revoked; `credential` names it.",
    next: "Have the user connect the provider again to use what this token serves.",
  },
  provider_refused: {
    means: "The provider does not allow this to the connected person or app.",
    next: "Have somebody who may do this at the provider connect it, or ask an admin there.",
  },
  provider_input: {
    means: "The provider refuses the input.",
    next: "Correct what the provider names, then call again.",
  },
  provider_not_found: {
    means: "The provider has no such resource, or hides it from the connected person.",
    next: "Check each id. The connected person may not be allowed to see it.",
  },
  provider_conflict: {
    means: "The state of a resource at the provider does not allow the call.",
    next: "Read the current state, then decide whether to call again.",
  },
  provider_error: {
    means: "The provider responded with an error of its own, or with what nobody expected.",
    next: "The same call is unlikely to succeed now. Ask the provider's support if it stays.",
  },
  connect: { means: "No connection to the provider could be made.", next: "Nothing was sent. Call again later." },
  circuit_open: {
    means: "The provider failed several times in a row, or has too many requests under way.",
    next: "Nothing was sent. Call again later.",
  },
  rate_limited: {
    means: "The provider refuses because of its own limits.",
    next: "Wait as long as Retry-After says, then call again.",
  },
  busy: {
    means: "The provider did nothing: the object is in use, or it asks to come later.",
    next: "Call again later.",
  },
  timeout: {
    means: "No response of the provider came in time.",
    next: "Repeat a read. Look at the provider before you repeat a change.",
  },
  reset: {
    means: "The connection broke before the provider had responded.",
    next: "Repeat a read. Look at the provider before you repeat a change.",
  },
  server_error: {
    means: "The provider, or a network in front of it, fails for the moment.",
    next: "Repeat a read later. Look at the provider before you repeat a change.",
  },
  result: {
    means: "The gateway's plugin for the provider returned what it does not declare.",
    next: "Have the operator mend the plugin. Look at the provider before you repeat a change.",
  },
  deadline: {
    means: "The gateway's plugin for the provider took too long and was stopped.",
    next: "Have the operator mend the plugin. Look at the provider before you repeat a change.",
  },
  quarantined: {
    means: "A part of the gateway's plugin for the provider is out of use for a while.",
    next: "Nothing was sent. Call again when Retry-After has passed.",
  },
  not_loaded: {
    means: "The gateway's plugin for the provider does not load.",
    next: "Nothing was sent. Have the operator mend the plugin.",
  },
  gateway_busy: {
    means: "The gateway is doing too much of this at once.",
    next: "Wait as long as Retry-After says, then call again.",
  },
  gateway_unavailable: {
    means: "The gateway's database does not respond.",
    next: "Wait as long as Retry-After says, then call again.",
  },
  gateway_failed: { means: "The gateway failed.", next: "Include the request id when you report it." },
} as const satisfies Record<string, Meaning>;

export type ErrorReason = keyof typeof REASONS_BY_KIND;
export const REASONS: Readonly<Record<ErrorReason, Meaning>> = REASONS_BY_KIND;
export const ERROR_REASONS = Object.keys(REASONS) as ErrorReason[];

/** The reason of an error whose thrower names none. */
export const REASON_OF_CODE: Readonly<Record<ErrorCode, ErrorReason>> = {
  AUTH_REQUIRED: "key_invalid",
  PAYMENT_REQUIRED: "payment_due",
  PARTNER_REQUIRED: "partner_required",
  PARTNER_SUSPENDED: "partner_suspended",
  PERMISSION_DENIED: "role_missing",
  APPROVAL_REQUIRED: "approval_required",
  NOT_FOUND: "not_found",
  ACCOUNT_NOT_FOUND: "account_not_found",
  SESSION_NOT_FOUND: "session_not_found",
  INTEGRATION_NOT_FOUND: "not_connected",
  CONNECTION_AMBIGUOUS: "connection_unnamed",
  METHOD_NOT_ALLOWED: "method_not_allowed",
  CONFLICT: "conflict",
  ACCOUNT_EXISTS: "account_exists",
  ACCOUNT_LIMIT_REACHED: "account_limit",
  IDEMPOTENCY_CONFLICT: "idempotency_running",
  IDEMPOTENCY_MISMATCH: "idempotency_reused",
  RESPONSE_NOT_KEPT: "response_not_kept",
  REQUEST_TIMEOUT: "body_too_slow",
  PAYLOAD_TOO_LARGE: "too_large",
  UNSUPPORTED_MEDIA_TYPE: "media_type",
  VALIDATION_ERROR: "invalid_input",
  RATE_LIMITED: "limited",
  QUOTA_EXCEEDED: "quota_used",
  PROVIDER_CONFLICT: "provider_conflict",
  PROVIDER_ERROR: "provider_error",
  PROVIDER_UNAVAILABLE: "server_error",
  INTEGRATION_EXPIRED: "expired",
  INTEGRATION_REVOKED: "revoked",
  PLUGIN_ERROR: "result",
  PLUGIN_UNAVAILABLE: "not_loaded",
  SERVICE_UNAVAILABLE: "gateway_unavailable",
  INTERNAL_ERROR: "gateway_failed",
};
