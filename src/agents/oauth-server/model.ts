// The shape of a grant of an MCP client in the admin API.
import type { GrantRow } from "./grant-store.ts";

/** A grant without its code and tokens, which nobody is shown. */
export function grantView(userId: string, row: GrantRow) {
  return {
    id: row.id,
    user_id: userId,
    person: row.person,
    client_id: row.clientId,
    client_name: row.clientName,
    redirect_uri: row.redirectUri,
    account_id: row.accountId,
    external_id: row.externalId,
    providers: row.providers,
    read_only: row.isReadOnly,
    confirm_destructive: row.confirmDestructive,
    created_at: row.createdAt,
    expires_at: row.expiresAt,
    last_used_at: row.lastUsedAt,
  };
}
