// Integrations of accounts that are written as they are after a grant has ended.
import type { Database } from "../../src/foundation/db/database.ts";

export interface StoredConnection {
  accountId: string | null;
  provider?: string;
  status: "active" | "expired" | "revoked";
  /** ISO 8601. */
  at: string;
}

/** Returns the integration's id. */
export async function storeConnection(
  database: Pick<Database, "query">,
  userId: string,
  { accountId, provider = "google", status, at }: StoredConnection,
): Promise<string> {
  const id = crypto.randomUUID();
  await database.query(
    `insert into integrations (id, user_id, account_id, provider, status, identity_id, identity, client_id, scopes,
       access_token, connected_at, updated_at)
     values ($1::uuid, $2::uuid, $3::uuid, $4, $5, 'sub', '{"id":"sub","name":"Somebody"}'::jsonb, 'client', '{}', '',
       $6::timestamptz, $6::timestamptz)`,
    [id, userId, accountId, provider, status, at],
  );
  return id;
}
