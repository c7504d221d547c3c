// Rows of clients that registered themselves.
import type { Database } from "../db/database.ts";
import { DAY_MS, type TableRetention } from "../db/retention.ts";
import type { ClientMetadata } from "./client-metadata.ts";

const iso = (at: number) => new Date(at).toISOString();
const UNUSED = "not exists (select 1 from mcp_grants as g where g.client_id = mcp_clients.client_id)";

export async function findClientRow(
  database: Pick<Database, "query">,
  clientId: string,
): Promise<ClientMetadata | null> {
  const [row] = await database.query<{ name: string; uris: string[] }>(
    "select name, to_jsonb(redirect_uris) as uris from mcp_clients where client_id = $1",
    [clientId],
  );
  return row ? { name: row.name || null, redirectUris: row.uris } : null;
}

/** False where there are too many that nobody has let in. */
export async function insertClient(
  database: Pick<Database, "query">,
  { clientId, name, redirectUris, now, most }: ClientMetadata & { clientId: string; now: number; most: number },
): Promise<boolean> {
  const rows = await database.query(
    `insert into mcp_clients (client_id, name, redirect_uris, created_at)
    select $1, $2, array(select jsonb_array_elements_text($3::text::jsonb)), $4::text::timestamptz
    where (select count(*) from (select 1 from mcp_clients where ${UNUSED} limit ${Math.floor(most)}) as unused)
      < ${Math.floor(most)}
    returning 1`,
    [clientId, name ?? "", JSON.stringify(redirectUris), iso(now)],
  );
  return rows.length > 0;
}

export const RETENTION: readonly TableRetention[] = [
  {
    table: "mcp_clients",
    bound: "A client that nobody lets in goes after a day, and one that is in use with its last grant.",
    aged: [{ since: "created_at", stayMs: DAY_MS, only: UNUSED }],
  },
];
