// What an erasure and an export do with each table of the database; a test compares the list with the database.
import { PEOPLE_TABLES } from "../people/tables.ts";
import type { TableRule } from "./table-rule.ts";

const ID = [["id", "uuid"]] as const;
const OF_USER = "user_id = $1::text::uuid and $2::text is null";

export const TABLE_RULES: readonly TableRule[] = [
  {
    table: "users",
    erasure: "deleted",
    exported: {
      kind: "user",
      columns: "id email tier minute_limit day_limit payment_state created_at",
      omitted: "erased_at",
      owner: "id = $1::text::uuid and $2::text is null",
      key: ID,
    },
  },
  {
    table: "partners",
    erasure: "deleted",
    exported: {
      kind: "partner",
      columns: "user_id name tier minute_limit month_limit overage_micro_usd status created_at redirect_origins",
      owner: OF_USER,
      key: [["user_id", "uuid"]],
    },
  },
  {
    table: "partner_brands",
    erasure: "deleted",
    exported: {
      kind: "partner_brand",
      columns: "user_id name color logo updated_at",
      owner: OF_USER,
      key: [["user_id", "uuid"]],
    },
  },
  {
    table: "api_keys",
    erasure: "deleted",
    exported: {
      kind: "api_key",
      columns:
        "id user_id prefix last_four name permissions partner_only confirm_destructive created_at expires_at revoked_at last_used_at",
      omitted: "hash",
      owner: OF_USER,
      key: ID,
    },
  },
  {
    table: "mcp_grants",
    erasure: "deleted",
    exported: {
      kind: "mcp_grant",
      columns:
        "id user_id client_id client_name account_id providers read_only confirm_destructive resource redirect_uri created_at expires_at revoked_at last_used_at",
      omitted: "person_id code_mac code_challenge code_expires_at code_used_at",
      owner: "user_id = $1::text::uuid and ($2::text is null or account_id = $2::text::uuid)",
      key: ID,
    },
  },
  { table: "mcp_tokens", erasure: "none", why: "MACs and times, which go with their grant." },
  { table: "mcp_clients", erasure: "none", why: "What programs said of themselves, before anybody let them in." },
  {
    table: "oauth_apps",
    erasure: "deleted",
    exported: {
      kind: "oauth_app",
      columns: "user_id provider client_id created_at updated_at replaced_at",
      sealed: "client_secret",
      owner: OF_USER,
      key: [
        ["provider", "text"],
        ["client_id", "text"],
      ],
    },
  },
  {
    table: "accounts",
    erasure: "deleted",
    exported: {
      kind: "account",
      columns: "id user_id external_id display_name metadata created_at",
      omitted: "erased_at",
      owner: "user_id = $1::text::uuid and ($2::text is null or id = $2::text::uuid) and erased_at is null",
      key: ID,
    },
  },
  { table: "account_counts", erasure: "deleted", why: "How many accounts there are by hour; each is exported." },
  {
    table: "integrations",
    erasure: "deleted",
    exported: {
      kind: "integration",
      columns:
        "id user_id account_id provider status status_reason identity_id identity tenant auth client_id scopes disabled_services dead_tokens access_expires_at refresh_expires_at connected_at updated_at",
      sealed: "access_token refresh_token other_tokens",
      omitted: "epoch lease_owner lease_until refresh_started_at",
      key: ID,
    },
  },
  {
    table: "pending_grants",
    erasure: "deleted",
    exported: {
      kind: "pending_grant",
      columns:
        "id user_id account_id provider identity_id identity tenant auth client_id scopes access_expires_at refresh_expires_at granted_at expires_at",
      sealed: "access_token refresh_token other_tokens",
      omitted: "token_hash",
      key: ID,
    },
  },
  {
    table: "imported_grants",
    erasure: "deleted",
    exported: {
      kind: "imported_grant",
      columns: "id user_id account_id provider integration_id created_at",
      sealed: "tokens",
      omitted: "mac claimed_until",
      key: ID,
    },
  },
  {
    table: "sources",
    erasure: "deleted",
    exported: {
      kind: "source",
      columns:
        "id integration_id user_id account_id provider name resource mode state error_code error subscription_id data expires_at renew_at checked_at position polled_at created_at updated_at",
      sealed: "secret",
      omitted: "prolong_at renew_attempts renew_lease_until next_at empty_polls attempts lease_until wakes",
      key: ID,
    },
  },
  {
    table: "connect_sessions",
    erasure: "deleted",
    exported: {
      kind: "connect_session",
      columns:
        "id user_id account_id provider auth tenant attempts client_id redirect_url scopes status error error_description identity integration_id created_at expires_at claimed_at confirm providers granted_scopes page_window page_lang replacement_until",
      sealed: "verifier confirm_token replacement",
      omitted: "state_hash link_hash browser_hash",
      key: [
        ["created_at", "timestamptz"],
        ["id", "uuid"],
      ],
    },
  },
  {
    table: "revocations",
    erasure: "deleted",
    why: "By its own job: ids and sealed tokens stay for a day at most, while the provider fails to end the grant.",
    exported: {
      kind: "revocation",
      columns: "id grant_id provider user_id account_id auth client_id identity_id tenant attempts next_at expires_at",
      sealed: "access_token refresh_token other_tokens",
      omitted: "identity subscriptions lease_until",
      key: ID,
    },
  },
  {
    table: "webhook_endpoints",
    erasure: "deleted",
    exported: {
      kind: "webhook_endpoint",
      columns:
        "id user_id url description event_types providers scope account_ids enabled disabled_reason disabled_at failures failing_since last_success_at dropped created_at updated_at",
      sealed: "secret previous_secret",
      omitted: "previous_secret_until not_before is_full",
      owner: OF_USER,
      key: ID,
    },
  },
  {
    table: "webhook_messages",
    erasure: "deleted",
    exported: {
      kind: "webhook_message",
      columns: "endpoint_id event_id type is_test is_replay state attempts next_at log created_at updated_at",
      omitted: "lease_until",
      owner: "endpoint_id in (select id from webhook_endpoints where user_id = $1::text::uuid) and $2::text is null",
      key: [
        ["endpoint_id", "uuid"],
        ["event_id", "uuid"],
      ],
      page: 100,
    },
  },
  { table: "webhook_drops", erasure: "deleted", why: "Numbers of dropped messages, added up in their endpoint." },
  {
    table: "inbox_events",
    erasure: "deleted",
    exported: {
      kind: "inbox_event",
      columns:
        "id user_id account_id integration_id event_key provider service type title summary actor url payload status occurred_at received_at",
      omitted: "tx seq owner_id stored_at",
      key: [
        ["received_at", "timestamptz"],
        ["id", "uuid"],
      ],
      page: 8,
    },
  },
  { table: "inbox_counts", erasure: "deleted", why: "Numbers of events, each of which is exported." },
  { table: "inbox_increments", erasure: "deleted", why: "Numbers of events, each of which is exported." },
  {
    table: "deliveries",
    erasure: "deleted",
    why: "Sealed, with no owner: what came for a grant alone goes with it. What they meant is exported as events.",
  },
  {
    table: "idempotency_keys",
    erasure: "deleted",
    exported: {
      kind: "idempotency_key",
      columns: "user_id key status created_at",
      sealed: "body",
      omitted: "fingerprint owner headers",
      owner: "user_id = $1::text::uuid and ($2::text is null or starts_with(key, $2::text || ' '))",
      key: [["key", "text"]],
    },
  },
  {
    table: "limit_windows",
    erasure: "deleted",
    exported: {
      kind: "limit_window",
      columns: "key kind starts_at used",
      owner: "key in ('user:' || $1::text, 'partner:' || $1::text) and $2::text is null",
      key: [
        ["key", "text"],
        ["kind", "text"],
        ["starts_at", "timestamptz"],
      ],
    },
  },
  {
    table: "usage_entries",
    erasure: "stripped",
    why: "Calls stay counted by hour, endpoint, provider and status, and nobody's; an account's stay its partner's.",
    exported: {
      kind: "usage_entry",
      columns:
        "id occurred_at user_id key_id account_id external_id request_id method endpoint provider action state status units duration_ms call_count surface is_aggregate",
      key: [
        ["occurred_at", "timestamptz"],
        ["id", "uuid"],
      ],
    },
  },
  { table: "usage_increments", erasure: "stripped", why: "As usage_entries; they are added up in usage_totals." },
  {
    table: "usage_totals",
    erasure: "stripped",
    why: "As usage_entries.",
    exported: {
      kind: "usage_total",
      columns: "user_id account_id starts_at key_id provider action status is_partner_call calls",
      key: [
        ["account_id", "uuid"],
        ["starts_at", "timestamptz"],
        ["key_id", "uuid"],
        ["provider", "text"],
        ["action", "text"],
        ["status", "bigint"],
        ["is_partner_call", "boolean"],
      ],
    },
  },
  {
    table: "audit_entries",
    erasure: "stripped",
    why: "What happened stays, with random ids; addresses, names and details go, but for the operator's own acts.",
    exported: {
      kind: "audit_entry",
      columns:
        "id at event actor_kind actor_id actor_name user_id account_id resource_kind resource_id outcome code times address request_id details",
      omitted: "tx seq stored_at",
      key: [
        ["tx", "xid8"],
        ["seq", "bigint"],
      ],
    },
  },
  { table: "erasures", erasure: "none", why: "Ids and counts, for 30 days after an erasure." },
  { table: "tiers", erasure: "none", why: "The operator's." },
  { table: "admin_tokens", erasure: "none", why: "The operator's." },
  ...PEOPLE_TABLES.map((table) => ({ table, erasure: "none" as const, why: "Of those who sign in at the dashboard." })),
  { table: "key_ring_checks", erasure: "none", why: "A known text, sealed by each key of the ring." },
  { table: "operator_clients", erasure: "none", why: "The operator's, of each provider." },
  { table: "webhook_secrets", erasure: "none", why: "The operator's, of each provider." },
  { table: "scheduled_runs", erasure: "none", why: "When each scheduled job last ended well." },
  { table: "migrations", erasure: "none", why: "The schema's history." },
];
