// Rows of the OAuth clients that an operator has entered at the dashboard.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import type { Table } from "../../foundation/db/table.ts";
import { keyPart } from "../../foundation/vault/sealed-column.ts";
import { operatorClientContext } from "../../foundation/vault/sealing-contexts.ts";

export interface OperatorClientRow {
  provider: string;
  clientId: string;
  /** Sealed. */
  clientSecret: string;
  /** ISO 8601. */
  updatedAt: string;
}

const COLUMNS = `provider, client_id as "clientId", client_secret as "clientSecret",
  to_char(updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt"`;

/** One for each provider at most, and there are as many providers as plugins. */
export function listOperatorClients(database: Pick<Database, "query">): Promise<OperatorClientRow[]> {
  return database.query<OperatorClientRow>(`select ${COLUMNS} from operator_clients order by provider limit 1000`);
}

export async function upsertOperatorClient(
  database: Pick<Database, "query">,
  { provider, clientId, clientSecret, updatedAt }: OperatorClientRow,
): Promise<void> {
  await database.query(
    `insert into operator_clients (provider, client_id, client_secret, updated_at) values ($1, $2, $3, $4::text::timestamptz)
    on conflict (provider) do update set client_id = excluded.client_id, client_secret = excluded.client_secret,
      updated_at = excluded.updated_at`,
    [provider, clientId, clientSecret, updatedAt],
  );
}

/** False where there is none. */
export async function deleteOperatorClient(database: Pick<Database, "query">, provider: string): Promise<boolean> {
  const rows = await database.query("delete from operator_clients where provider = $1 returning 1", [provider]);
  return rows.length > 0;
}

/** Locks the client against removal until the transaction ends; false where it is no longer this one. */
export async function lockOperatorClient(tx: Orm, provider: string, clientId: string): Promise<boolean> {
  const rows = await queryIn(
    tx,
    "select 1 from operator_clients where provider = $1::text and client_id = $2::text for key share",
    [provider, clientId],
  );
  return rows.length > 0;
}

export const TABLES: readonly Table[] = [
  {
    table: "operator_clients",
    bound: "At most one for each provider.",
    personal: { erasure: "none", why: "The operator's, of each provider." },
    sealed: [
      {
        column: "client_secret",
        keys: [{ name: "provider", type: "text" }],
        batch: 200,
        aad: (rowKey) => operatorClientContext(keyPart(rowKey, 0)),
      },
    ],
  },
];
