// Sealed columns: listed and replaced in batches, and counted by the key of the ring that they need.
import type { Database } from "../../foundation/db/database.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { MacColumn } from "../../foundation/vault/mac-column.ts";
import type { SealedColumn as Column } from "../../foundation/vault/sealed-column.ts";

export interface SealedColumn extends Column {
  table: string;
}

/** The sealed columns of all tables. */
export const sealedColumns = (tables: readonly Table[]): SealedColumn[] =>
  tables.flatMap(({ table, sealed = [] }) => sealed.map((column) => ({ ...column, table })));

/** An id has 32 characters at most, so the database need not read the rest of a long text. */
export const keyIdOf = (column: string) => `split_part(substr(${column}, 1, 33), '.', 1)`;

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

/** What one column has under one key of the ring. */
export interface KeyCount {
  key_id: string;
  table: string;
  kind: "sealed" | "mac";
  moved_by: "rotation" | MacColumn["movedBy"];
  counts: "in_use" | NonNullable<MacColumn["counts"]> | null;
  count: number;
}

interface CountedColumn extends Omit<KeyCount, "key_id" | "count"> {
  select: string;
}

const countedColumns = (tables: readonly Table[]): CountedColumn[] =>
  tables.flatMap(({ table, sealed = [], macs = [] }) => [
    ...sealed.map(({ column }) => ({
      ...({ table, kind: "sealed", moved_by: "rotation", counts: "in_use" } as const),
      select: `select ${keyIdOf(column)} as key_id from ${table} where ${column} is not null`,
    })),
    ...macs.map(({ column, isList, only, movedBy, counts = null }) => ({
      ...({ table, kind: "mac", moved_by: movedBy, counts } as const),
      select: isList
        ? `select ${keyIdOf("mac")} as key_id from ${table}, unnest(${column}) as mac where ${only}`
        : `select ${keyIdOf(column)} as key_id from ${table} where ${only}`,
    })),
  ]);

/** Counts the sealed texts and the MACs of use that need each key, column by column. */
export async function countByKey(
  database: Pick<Database, "query">,
  tables: readonly Table[],
  now: Date,
): Promise<KeyCount[]> {
  const columns = countedColumns(tables);
  const counts = columns
    .map(
      ({ select }, i) => `select key_id, ${i} as place, count(*)::int as count from (${select}) c${i} group by key_id`,
    )
    .join(" union all ");
  // Without a column of MACs there is no end to compare, and Postgres refuses a parameter without a place.
  const parameters = counts.includes("$1") ? [now.toISOString()] : [];
  const rows = await database.query<{ key_id: string; place: number; count: number }>(counts, parameters);
  return rows.map(({ key_id, place, count }) => {
    const { select: _, ...column } = columns[place] as CountedColumn;
    return { key_id, ...column, count };
  });
}

/** The ids of the keys that the gateway needs to start. */
export async function listCheckedKeyIds(database: Pick<Database, "query">): Promise<string[]> {
  return (await database.query<{ key_id: string }>("select key_id from key_ring_checks")).map((row) => row.key_id);
}

/** Lets the gateway start without this key. */
export async function deleteKeyRingCheck(database: Pick<Database, "query">, keyId: string): Promise<void> {
  await database.query("delete from key_ring_checks where key_id = $1", [keyId]);
}
