// Rows of links that decide: stored by the MAC of their secret, and bound to the first browser that continues.
import type { Database, Orm } from "../../foundation/db/database.ts";
import { queryIn } from "../../foundation/db/raw.ts";

export interface LinkRow {
  id: string;
  approvalId: string;
  userId: string;
  accountId: string | null;
  /** For whom it is, in the words of its maker. */
  name: string | null;
  makerKind: "key" | "person";
  makerId: string;
  makerName: string | null;
  browserHash: string | null;
  /** Times in ISO 8601. */
  createdAt: string;
  expiresAt: string;
}

const iso = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const COLUMNS = `l.id, l.approval_id as "approvalId", l.user_id as "userId", l.account_id as "accountId", l.name,
  l.maker_kind as "makerKind", l.maker_id as "makerId", l.maker_name as "makerName", l.browser_hash as "browserHash",
  ${iso("l.created_at")} as "createdAt", ${iso("l.expires_at")} as "expiresAt"`;

export async function countLinks(tx: Orm, approvalId: string, now: string): Promise<number> {
  const [row] = await queryIn<{ links: number }>(
    tx,
    `select count(*)::int as links from approval_links l
     where l.approval_id = $1::text::uuid and l.expires_at > $2::text::timestamptz`,
    [approvalId, now],
  );
  return row?.links ?? 0;
}

export async function insertLink(tx: Orm, row: Omit<LinkRow, "browserHash"> & { tokenHash: string }): Promise<void> {
  await queryIn(
    tx,
    `insert into approval_links (id, approval_id, user_id, account_id, name, maker_kind, maker_id, maker_name, token_hash,
       created_at, expires_at)
     select r.* from jsonb_to_record($1::text::jsonb) as r (id uuid, "approvalId" uuid, "userId" uuid, "accountId" uuid,
       name text, "makerKind" text, "makerId" uuid, "makerName" text, "tokenHash" text, "createdAt" timestamptz,
       "expiresAt" timestamptz)`,
    [JSON.stringify(row)],
  );
}

/** `macs` are those of the token under each key of the ring. */
export async function findByToken(database: Pick<Database, "query">, macs: readonly string[]): Promise<LinkRow | null> {
  const [row] = await database.query<LinkRow>(
    `select ${COLUMNS} from approval_links l
     where l.token_hash in (select jsonb_array_elements_text($1::text::jsonb))`,
    [JSON.stringify(macs)],
  );
  return row ?? null;
}

/** Whether the link works in this browser now: it was free, or is this browser's already. */
export async function bindLink(
  database: Pick<Database, "query">,
  { userId, id }: Pick<LinkRow, "userId" | "id">,
  hashes: readonly string[],
  now: string,
): Promise<boolean> {
  const rows = await database.query(
    `update approval_links l set browser_hash = coalesce(l.browser_hash, $3)
     where l.user_id = $1::text::uuid and l.id = $2::text::uuid and l.expires_at > $5::text::timestamptz
       and (l.browser_hash is null or l.browser_hash in (select jsonb_array_elements_text($4::text::jsonb)))
     returning 1 as one`,
    [userId, id, hashes[0] ?? null, JSON.stringify(hashes), now],
  );
  return rows.length > 0;
}
