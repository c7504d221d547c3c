// What the room declares of its tables.
import { ofBoth } from "../../foundation/db/erasure-step.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import { BY_ID, type Table } from "../../foundation/db/table.ts";
import { keyPart, ROW_ID, sealedTokens } from "../../foundation/vault/sealed-column.ts";
import {
  connectConfirmContext,
  replacementContext,
  revocationContext,
  verifierContext,
} from "../../foundation/vault/sealing-contexts.ts";

export const TABLES: readonly Table[] = [
  {
    table: "connect_sessions",
    macs: [
      {
        column: "state_hash",
        only: "status = 'pending' and claimed_at is null and expires_at > now()",
        movedBy: "expiry",
        counts: "sessions",
      },
    ],
    bound: "An abandoned session is deleted a day after its 30 minutes, and any other after 30 days.",
    aged: [
      { since: "expires_at", stayMs: 30 * DAY_MS },
      { since: "expires_at", stayMs: DAY_MS, only: "status = 'pending'" },
    ],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "connect_session",
        columns:
          "id user_id account_id provider connection auth tenant attempts client_id redirect_url scopes status error error_description identity integration_id created_at expires_at claimed_at confirm providers granted_scopes access_expires_at page_window page_lang replacement_until",
        sealed: "verifier confirm_token replacement",
        omitted: "state_hash link_hash browser_hash",
        key: [
          ["created_at", "timestamptz"],
          ["id", "uuid"],
        ],
      },
    },
    sealed: [
      { column: "verifier", keys: ROW_ID, batch: 200, aad: (rowKey) => verifierContext(keyPart(rowKey, 0)) },
      { column: "confirm_token", keys: ROW_ID, batch: 200, aad: (rowKey) => connectConfirmContext(keyPart(rowKey, 0)) },
      { column: "replacement", keys: ROW_ID, batch: 200, aad: (rowKey) => replacementContext(keyPart(rowKey, 0)) },
    ],
    erasure: ofBoth("connect_sessions"),
  },
  {
    table: "revocations",
    bound: "A grant to revoke at its provider is deleted when it is revoked, and after a day in any case.",
    personal: {
      erasure: "deleted",
      why: "Deleted by its own job: ids and encrypted tokens stay for at most a day, while the provider has not revoked the grant.",
      exported: {
        kind: "revocation",
        columns:
          "id grant_id provider user_id account_id auth client_id identity_id tenant attempts next_at expires_at",
        sealed: "access_token refresh_token other_tokens",
        omitted: "identity subscriptions lease_until",
        key: BY_ID,
      },
    },
    sealed: [...sealedTokens(revocationContext)],
    queues: [
      {
        name: "revocations",
        open: "true",
        failed: "attempts > 0 and next_at > $1::timestamptz",
        error: null,
        retry: "lease_until = null",
      },
    ],
  },
];
