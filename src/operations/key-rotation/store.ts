// Sealed columns: listed and replaced in batches, and counted by the key of the ring that they need.
import type { Database } from "../../foundation/db/database.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { SealedColumn as Column } from "../../foundation/vault/sealed-column.ts";

export interface SealedColumn extends Column {
  table: string;
}

/** The sealed columns of all tables. */
export const sealedColumns = (tables: readonly Table[]): SealedColumn[] =>
  tables.flatMap(({ table, sealed = [] }) => sealed.map((column) => ({ ...column, table })));

/** An id has 32 characters at most, so the database need not read the rest of a long text. */
const keyIdOf = (column: string) => `split_part(substr(${column}, 1, 33), '.', 1)`;

export interface SealedRow {
  row_key: string[];
  sealed: string;
}

/** The next batch of rows that `keyId` did not seal, in the order of the primary key. */
export function listOtherSealed(
  database: Pick<Database, "query">,
  { table, column, keys, batch }: SealedColumn,
  keyId: string,
  after: readonly string[] | null,
): Promise<SealedRow[]> {
  const names = keys.map((key) => key.name).join(", ");
  const bounds = keys.map((key, i) => `$${i + 2}::${key.type}`).join(", ");
  return database.query<SealedRow>(
    `select array[${keys.map((key) => `${key.name}::text`).join(", ")}] as row_key, ${column} as sealed from ${table}
     where ${column} is not null and ${keyIdOf(column)} <> $1 ${after ? `and (${names}) > (${bounds})` : ""}
     order by ${names} limit ${batch}`,
    [keyId, ...(after ?? [])],
  );
}

export interface ResealedRow extends SealedRow {
  fresh: string;
}

/** Replaces each sealed text unless it has changed meanwhile; returns how many were replaced. */
export async function replaceSealed(
  database: Pick<Database, "query">,
  { table, column, keys }: SealedColumn,
  rows: readonly ResealedRow[],
): Promise<number> {
  const fields = rows.map(({ row_key, sealed, fresh }) => ({
    ...Object.fromEntries(row_key.map((value, i) => [`k${i}`, value])),
    sealed,
    fresh,
  }));
  const replaced = await database.query(
    `update ${table} t set ${column} = f.fresh
     from jsonb_to_recordset($1::text::jsonb)
       as f (${keys.map((key, i) => `k${i} ${key.type}`).join(", ")}, sealed text, fresh text)
     where ${keys.map((key, i) => `t.${key.name} = f.k${i}`).join(" and ")} and t.${column} = f.sealed
     returning 1 as one`,
    [JSON.stringify(fields)],
  );
  return replaced.length;
}

export interface KeyCount {
  key_id: string;
  kind: "sealed" | "api_keys" | "sessions";
  count: number;
}

/** Counts the sealed texts, valid API keys, admin tokens and tokens of MCP clients, and pending connect sessions that need each key. */
export function countByKey(
  database: Pick<Database, "query">,
  columns: readonly SealedColumn[],
  now: Date,
): Promise<KeyCount[]> {
  const counted = (column: string, kind: string, from: string) =>
    `select ${keyIdOf(column)} as key_id, '${kind}' as kind, count(*)::int as count from ${from} group by 1`;
  const sealed = columns.map(({ table, column }) => counted(column, "sealed", `${table} where ${column} is not null`));
  const isValid = "revoked_at is null and (expires_at is null or expires_at > $1::timestamptz)";
  const validKeys = ["api_keys", "admin_tokens"].map((table) =>
    counted("hash", "api_keys", `${table} where ${isValid}`),
  );
  const mcpTokens = "mcp_tokens where used_at is null and expires_at > $1::timestamptz";
  const pendingSessions = "connect_sessions where status = 'pending' and claimed_at is null and expires_at > now()";
  return database.query<KeyCount>(
    [
      ...sealed,
      ...validKeys,
      counted("mac", "api_keys", mcpTokens),
      counted("state_hash", "sessions", pendingSessions),
    ].join(" union all "),
    [now.toISOString()],
  );
}

/** The ids of the keys that the gateway needs to start. */
export async function listCheckedKeyIds(database: Pick<Database, "query">): Promise<string[]> {
  return (await database.query<{ key_id: string }>("select key_id from key_ring_checks")).map((row) => row.key_id);
}

/** Lets the gateway start without this key. */
export async function deleteKeyRingCheck(database: Pick<Database, "query">, keyId: string): Promise<void> {
  await database.query("delete from key_ring_checks where key_id = $1", [keyId]);
}
