// An entry of the audit log: what was done to whose, and how it ended.
import type { Initiator } from "../initiator.ts";

/** What an entry is about besides its owner: `key`, `integration`, `webhook_endpoint` … */
export interface Resource {
  kind: string;
  id: string;
}

export interface AuditFacts {
  /** A stable name in snake_case, also of the log line. */
  event: string;
  level?: "info" | "warn" | "error";
  userId?: string | null;
  accountId?: string | null;
  resource?: Resource | null;
  /** The default is success. */
  outcome?: "success" | "refused" | "failed";
  /** The error code of what was refused or failed. */
  code?: string | null;
  /** Nothing secret; what looks like a secret is redacted all the same. */
  details?: Record<string, unknown>;
}

/** What the gateway does by itself. */
export const SYSTEM_INITIATOR: Initiator = {
  actor: { kind: "system", id: null, name: null },
  address: null,
  requestId: null,
};

/** A provider that answers, or sends a browser back to us. */
export function byProvider(
  provider: string,
  address: string | null = null,
  requestId: string | null = null,
): Initiator {
  return { actor: { kind: "provider", id: provider, name: null }, address, requestId };
}
