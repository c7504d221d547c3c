// What the migrations up to 0056 touch and lock. Their files cannot change any more, since databases hold their checksums; later
// ones declare it in their headers.

export interface Touched {
  tables: readonly string[];
  /** Each begins with its table. */
  locks?: readonly string[];
}

export const TOUCHED_BEFORE_HEADERS: Readonly<Record<string, Touched>> = {
  "0002_create_api_keys": { tables: ["users"] },
  "0003_create_integrations": { tables: ["users"] },
  "0004_create_connect_sessions": { tables: ["users"] },
  "0005_create_usage_entries": { tables: ["users"] },
  "0008_notify_changes": { tables: ["users", "api_keys", "integrations"] },
  "0009_create_idempotency_keys": { tables: ["users"] },
  "0010_create_partners": { tables: ["users", "api_keys"] },
  "0011_create_accounts": {
    tables: ["partners", "integrations", "connect_sessions"],
    locks: [
      "integrations: reads the table, calls wait",
      "connect_sessions: reads the table, calls wait",
      "connect_sessions: builds an index, writes wait",
    ],
  },
  "0012_add_area_to_usage_entries": {
    tables: ["usage_entries"],
    locks: ["usage_entries: reads the table, calls wait", "usage_entries: builds an index, writes wait"],
  },
  "0013_page_accounts": { tables: ["accounts", "partners"], locks: ["accounts: builds an index, writes wait"] },
  "0014_create_oauth_apps": {
    tables: ["partners", "connect_sessions", "integrations"],
    locks: ["integrations: builds an index, writes wait"],
  },
  "0015_add_disabled_services_to_integrations": { tables: ["integrations"] },
  "0016_create_waiting_grants": { tables: ["accounts", "connect_sessions"] },
  "0017_add_redirect_origins_to_partners": { tables: ["partners"] },
  "0018_add_tenant_to_grants": { tables: ["integrations", "waiting_grants"] },
  "0019_create_usage_totals": { tables: ["usage_entries"] },
  "0020_index_abandoned_sessions": {
    tables: ["connect_sessions"],
    locks: ["connect_sessions: builds an index, writes wait"],
  },
  "0021_rename_usage_columns_and_pending_grants": {
    tables: ["usage_entries", "waiting_grants", "limit_windows"],
    locks: ["usage_entries: reads the table, calls wait", "usage_entries: locks rows or the table until its end"],
  },
  "0022_create_inbox": {
    tables: ["integrations", "accounts", "users"],
    locks: ["integrations: builds an index, writes wait"],
  },
  "0023_create_webhook_endpoints": {
    tables: ["users", "inbox_events"],
    locks: ["inbox_events: builds an index, writes wait"],
  },
  "0025_index_inbox": {
    tables: ["inbox_events", "users", "accounts"],
    locks: ["inbox_events: builds an index, writes wait"],
  },
  "0026_sources_are_jobs": {
    tables: ["sources"],
    locks: ["sources: reads the table, calls wait", "sources: builds an index, writes wait"],
  },
  "0028_partition_usage_entries": { tables: ["usage_entries", "usage_entries_past", "usage_totals"] },
  "0031_create_tiers": { tables: ["users", "partners"] },
  "0032_create_erasures": { tables: ["users", "accounts"] },
  "0033_index_owners": { tables: ["deliveries", "integrations", "sources", "inbox_events"] },
  "0034_add_connect_pages": { tables: ["connect_sessions", "partners"] },
  "0035_index_connect_links": { tables: ["connect_sessions"] },
  "0036_create_people": { tables: ["users"] },
  "0037_index_account_names": { tables: ["accounts"] },
  "0041_add_connect_views": { tables: ["connect_sessions"], locks: ["connect_sessions: reads the table, calls wait"] },
  "0042_index_users": { tables: ["users"] },
  "0043_create_mcp_grants": { tables: ["accounts", "people_users", "people"] },
  "0045_add_kinds_of_sign_in": { tables: ["integrations", "pending_grants", "revocations", "connect_sessions"] },
  "0046_add_key_confirmation": { tables: ["api_keys", "mcp_grants", "sign_in_challenges"] },
  "0047_create_imported_grants": { tables: ["users", "integrations", "accounts"] },
  "0049_version_credentials": {
    tables: ["people", "people_sessions", "setup_links", "passwords", "passkeys", "identities", "totp_secrets"],
    locks: [
      "people_sessions: locks rows or the table until its end",
      "setup_links: locks rows or the table until its end",
    ],
  },
  "0050_create_form_submissions": { tables: ["people_sessions"] },
  "0051_add_dead_tokens": { tables: ["integrations"] },
  "0052_index_limit_windows": { tables: ["limit_windows"] },
  "0053_notify_people_changes": { tables: ["people_sessions", "people_users", "people", "admin_tokens"] },
  "0054_add_site_to_mcp_clients": { tables: ["mcp_clients"], locks: ["mcp_clients: builds an index, writes wait"] },
  "0055_add_replacement": { tables: ["connect_sessions"], locks: ["connect_sessions: builds an index, writes wait"] },
};
