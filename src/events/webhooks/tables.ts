// What the room declares of its tables.
import { deletion, OF_USER } from "../../foundation/db/erasure-step.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import { BY_ID, type Table, USERS_OWN } from "../../foundation/db/table.ts";
import { keyPart, ROW_ID } from "../../foundation/vault/sealed-column.ts";
import { endpointSecretContext } from "../../foundation/vault/sealing-contexts.ts";

const OF_ENDPOINTS =
  "endpoint_id in (select id from webhook_endpoints where user_id = $1::text::uuid) and $2::text is null";

export const TABLES: readonly Table[] = [
  {
    table: "webhook_endpoints",
    bound: "Owners add and remove them, at most 50 each.",
    personal: {
      erasure: "deleted",
      exported: {
        kind: "webhook_endpoint",
        columns:
          "id user_id url description event_types providers scope account_ids enabled disabled_reason disabled_at failures failing_since last_success_at dropped decider_kind decider_id decider_name created_at updated_at",
        sealed: "secret previous_secret",
        omitted: "previous_secret_until not_before is_full",
        owner: USERS_OWN,
        key: BY_ID,
      },
    },
    sealed: [
      ...(["secret", "previous_secret"] as const).map((column) => ({
        column,
        keys: ROW_ID,
        batch: 200,
        aad: (rowKey: readonly string[]) => endpointSecretContext(keyPart(rowKey, 0), column),
      })),
    ],
    erasure: {
      user: deletion("webhook_endpoints", OF_USER),
      account: {
        step: "webhook_endpoints",
        sql: `changed as (update webhook_endpoints set account_ids = account_ids - $2::text
      where user_id = $1::text::uuid and account_ids ? $2::text returning 1)`,
      },
    },
  },
  {
    table: "webhook_messages",
    bound: "A message is deleted by age, once it is delivered, has failed, or its endpoint is disabled.",
    setting: "GATEWAY_DELIVERY_DAYS",
    aged: [
      {
        since: "updated_at",
        stayMs: ({ deliveryDays }) => deliveryDays * DAY_MS,
        only: `state in ('delivered', 'failed')
          or exists (select 1 from webhook_endpoints e where e.id = webhook_messages.endpoint_id and not e.enabled)`,
      },
    ],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "webhook_message",
        columns: "endpoint_id event_id type is_test is_replay state attempts next_at log created_at updated_at",
        omitted: "lease_until",
        owner: OF_ENDPOINTS,
        key: [
          ["endpoint_id", "uuid"],
          ["event_id", "uuid"],
        ],
        page: 100,
      },
    },
    queues: [
      {
        name: "webhooks",
        id: "endpoint_id || '/' || event_id",
        open: "state in ('due', 'active')",
        failed: "state = 'failed'",
        error: "log -> -1 ->> 'error'",
        retry: "state = 'due', attempts = 0, lease_until = null",
      },
    ],
    erasure: { user: deletion("webhook_messages", OF_ENDPOINTS) },
  },
  {
    table: "webhook_drops",
    bound: "Added up in their endpoint every minute.",
    personal: { erasure: "deleted", why: "Numbers of dropped messages, added up in their endpoint." },
    erasure: { user: deletion("webhook_drops", OF_ENDPOINTS) },
  },
];
