// Rows of imported_grants: what an import has stored, and tokens that its check has refreshed, until they are stored.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { ofBoth } from "../../foundation/db/erasure-step.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import { BY_ID, type Table } from "../../foundation/db/table.ts";
import { keyPart, ROW_ID } from "../../foundation/vault/sealed-column.ts";
import { importedTokensContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Owner } from "../../identity/owner.ts";

/** A request to a token endpoint ends long before: then the claim's process has died. */
const CLAIM_SECONDS = 60;

export interface ImportedRow {
  id: string;
  mac: string;
  userId: string;
  accountId: string | null;
  provider: string;
  integrationId: string | null;
  /** Sealed. */
  tokens: string | null;
  isClaimed: boolean;
}

const COLUMNS = `id, mac, user_id as "userId", account_id as "accountId", provider, integration_id as "integrationId", tokens,
  coalesce(claimed_until > now(), false) as "isClaimed"`;

/** `macs`: of one credential, under each key of the ring. */
export async function findImported(
  database: Pick<Database, "query">,
  macs: readonly string[],
): Promise<ImportedRow | null> {
  const names = macs.map((_, i) => `$${i + 1}`).join(", ");
  const rows = await database.query<ImportedRow>(
    `select ${COLUMNS} from imported_grants where mac in (${names})`,
    macs,
  );
  return rows[0] ?? null;
}

export type NewImported = Owner & { id: string; mac: string; provider: string; at: number };

/**
 * Claims a credential before its refresh token is spent; null where another request has claimed it, or has put other tokens in
 * its row than the `expected` ones, sealed or none.
 */
export async function claimImported(
  database: Pick<Database, "query">,
  row: NewImported,
  expected: string | null,
): Promise<string | null> {
  const rows = await database.query<{ id: string }>(
    `insert into imported_grants (id, mac, user_id, account_id, provider, created_at, claimed_until)
     values ($1::uuid, $2, $3::uuid, $4::uuid, $5, $6::text::timestamptz, now() + interval '${CLAIM_SECONDS} seconds')
     on conflict (mac) do update set claimed_until = excluded.claimed_until
       where imported_grants.integration_id is null and imported_grants.tokens is not distinct from $7::text
         and imported_grants.user_id = excluded.user_id
         and imported_grants.account_id is not distinct from excluded.account_id
         and (imported_grants.claimed_until is null or imported_grants.claimed_until <= now())
     returning id`,
    [row.id, row.mac, row.userId, row.accountId, row.provider, new Date(row.at).toISOString(), expected],
  );
  return rows[0]?.id ?? null;
}

/** Stores sealed tokens that a refresh brought, and ends the claim; false where the owner has been erased meanwhile. */
export async function storeRefreshed(database: Pick<Database, "query">, id: string, tokens: string): Promise<boolean> {
  const rows = await database.query(
    "update imported_grants set tokens = $2, claimed_until = null where id = $1::uuid returning 1",
    [id, tokens],
  );
  return rows.length > 0;
}

/** Ends a claim whose request used no refresh token: the row goes unless it holds tokens. */
export async function releaseImported(database: Pick<Database, "query">, id: string): Promise<void> {
  await database.query("update imported_grants set claimed_until = null where id = $1::uuid and tokens is not null", [
    id,
  ]);
  await database.query(
    "delete from imported_grants where id = $1::uuid and tokens is null and integration_id is null",
    [id],
  );
}

/** Notes that the credential has become this integration's, or says that it is another owner's, or was imported meanwhile. */
export async function recordImported(
  tx: Orm,
  row: NewImported & { integrationId: string },
): Promise<"recorded" | "elsewhere" | "meanwhile"> {
  const { id, mac, userId, accountId, provider, at, integrationId } = row;
  const recorded = await queryIn(
    tx,
    `insert into imported_grants (id, mac, user_id, account_id, provider, created_at, integration_id)
     values ($1::text::uuid, $2::text, $3::text::uuid, $4::text::uuid, $5::text, $6::text::timestamptz, $7::text::uuid)
     on conflict (mac) do update set integration_id = excluded.integration_id, tokens = null, claimed_until = null
       where imported_grants.integration_id is null and imported_grants.user_id = excluded.user_id
         and imported_grants.account_id is not distinct from excluded.account_id
     returning 1`,
    [id, mac, userId, accountId, provider, new Date(at).toISOString(), integrationId],
  );
  if (recorded.length > 0) return "recorded";
  const own = await queryIn(
    tx,
    `select 1 from imported_grants where mac = $1::text and user_id = $2::text::uuid
       and account_id is not distinct from $3::text::uuid`,
    [mac, userId, accountId],
  );
  return own.length > 0 ? "meanwhile" : "elsewhere";
}

export const TABLES: readonly Table[] = [
  {
    table: "imported_grants",
    bound:
      "Tokens that an import has refreshed are kept for 30 days until stored; a stored entry is deleted with its integration.",
    aged: [{ since: "created_at", stayMs: 30 * DAY_MS, only: "integration_id is null" }],
    personal: {
      erasure: "deleted",
      exported: {
        kind: "imported_grant",
        columns: "id user_id account_id provider integration_id created_at",
        sealed: "tokens",
        omitted: "mac claimed_until",
        key: BY_ID,
      },
    },
    erasure: ofBoth("imported_grants"),
    sealed: [
      { column: "tokens", keys: ROW_ID, batch: 200, aad: (rowKey) => importedTokensContext(keyPart(rowKey, 0)) },
    ],
  },
];
