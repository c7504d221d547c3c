// What an app does about each reason: few enough that it deals with every error, and with those to come.
import type { ErrorReason } from "./error-reasons.ts";

interface Means {
  /** In a sentence, for a developer. */
  text: string;
  reasons: readonly ErrorReason[];
}

const BY_NAME = {
  connect: {
    text: "Show a button that connects `provider`.",
    reasons: ["not_connected", "account_not_found", "not_confirmed"],
  },
  reconnect: {
    text: "Show a button that connects `provider` again.",
    reasons: ["expired", "revoked", "token_expired", "token_revoked"],
  },
  permit: {
    text: "Ask the person to connect again and allow more, or somebody who may do this.",
    reasons: ["scope_missing", "not_lent", "provider_refused", "approval_required", "approval_denied"],
  },
  change: {
    text: "The same request fails again: correct it, or show the sentence to the person who entered it.",
    reasons: [
      "invalid_input",
      "provider_input",
      "not_found",
      "provider_not_found",
      "no_such_path",
      "method_not_allowed",
      "conflict",
      "policy_denied",
      "approval_failed",
      "provider_conflict",
      "too_large",
      "media_type",
      "address_refused",
      "idempotency_reused",
      "response_not_kept",
      "account_exists",
      "session_not_found",
      "connection_unnamed",
    ],
  },
  later: {
    text: "Try again later, after `Retry-After` where it is known.",
    reasons: [
      "limited",
      "quota_used",
      "rate_limited",
      "busy",
      "connect",
      "circuit_open",
      "timeout",
      "reset",
      "server_error",
      "provider_error",
      "quarantined",
      "gateway_busy",
      "gateway_unavailable",
      "body_too_slow",
      "idempotency_running",
    ],
  },
  developer: {
    text: "A developer of the app must mend its key or settings.",
    reasons: [
      "key_missing",
      "key_invalid",
      "key_permission",
      "key_bounds",
      "session_bounds",
      "session_used_up",
      "confirmation_required",
      "role_missing",
      "partner_required",
      "service_off",
    ],
  },
  operator: {
    text: "The gateway's operator must mend something.",
    reasons: [
      "not_set_up",
      "partner_suspended",
      "payment_due",
      "account_limit",
      "result",
      "deadline",
      "not_loaded",
      "gateway_failed",
    ],
  },
} as const satisfies Record<string, Means>;

export type Remedy = keyof typeof BY_NAME;
export const REMEDIES: Readonly<Record<Remedy, Means>> = BY_NAME;

/** A reason without one fails a test. */
export function remedyOf(reason: ErrorReason): Remedy {
  const found = (Object.keys(REMEDIES) as Remedy[]).find((name) => REMEDIES[name].reasons.includes(reason));
  if (!found) throw new Error(`${reason} has no remedy.`);
  return found;
}
