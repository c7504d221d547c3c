// Rows of clients that registered themselves.
import type { Database } from "../../foundation/db/database.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { ClientMetadata } from "./client-metadata.ts";

const iso = (at: number) => new Date(at).toISOString();
const UNUSED = "not exists (select 1 from mcp_grants as g where g.client_id = mcp_clients.client_id)";

/** Those of the clients that nobody else is removing just now: registrations at once must not wait for each other. */
const skipLocked = (clients: string) =>
  `select client_id from mcp_clients where client_id in (${clients}) for update skip locked`;

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

export interface NewClient extends ClientMetadata {
  clientId: string;
  /** MAC of the network that it registered from. */
  siteMac: string;
  now: number;
}

/**
 * Stores a client; of those of its network that nobody has let in the newest stay, as many as `mostOfSite` says. The deletion is
 * a statement of its own, which sees what others have stored meanwhile.
 */
export async function insertClient(
  database: Pick<Database, "query">,
  { clientId, name, redirectUris, siteMac, now }: NewClient,
  mostOfSite: number,
): Promise<void> {
  await database.query(
    `insert into mcp_clients (client_id, name, redirect_uris, created_at, site_mac)
    values ($1, $2, array(select jsonb_array_elements_text($3::text::jsonb)), $4::text::timestamptz, $5)`,
    [clientId, name ?? "", JSON.stringify(redirectUris), iso(now), siteMac],
  );
  await database.query(
    `delete from mcp_clients where client_id in (${skipLocked(`
      select client_id from mcp_clients where site_mac = $1 and ${UNUSED}
      order by created_at desc, client_id offset ${Math.floor(mostOfSite)}`)})`,
    [siteMac],
  );
}

/**
 * Removes what is beyond `most` of the clients that nobody has let in: from the network that has most of them the oldest, so
 * that one network's thousands cost no other network its only one.
 */
export async function trimClients(database: Pick<Database, "query">, most: number): Promise<number> {
  const rows = await database.query(
    `with unused as (
      select client_id, created_at, row_number() over (partition by site_mac order by created_at desc, client_id) as place
      from mcp_clients where ${UNUSED}
    )
    delete from mcp_clients where client_id in (${skipLocked(`
      select client_id from unused order by place desc, created_at
      limit greatest(0, (select count(*) from unused) - ${Math.floor(most)})`)}) returning 1`,
  );
  return rows.length;
}

export const TABLES: readonly Table[] = [
  {
    table: "mcp_clients",
    bound: "A client that nobody gives access is deleted after a day, and a client in use with its last grant.",
    aged: [{ since: "created_at", stayMs: DAY_MS, only: UNUSED }],
    personal: { erasure: "none", why: "What programs said of themselves, before anybody let them in." },
  },
];
