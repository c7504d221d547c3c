// What a start of this version would apply: migrations in order, what they lock, and how large their tables are.
import type { Database } from "./database.ts";
import type { Migration } from "./migrate.ts";
import { headerOf } from "./migration-header.ts";
import { newerSchemaError, readSchemaState } from "./schema-state.ts";
import { TOUCHED_BEFORE_HEADERS } from "./touched-before-headers.ts";

export interface PlannedTable {
  table: string;
  /** The last estimate of the database; null where there is none yet. */
  rows: number | null;
  /** With indexes and partitions. */
  bytes: number;
}

export interface PlannedMigration {
  migration: string;
  release: string | null;
  runs_with: string | null;
  summary: string;
  /** What others wait for longer than a moment; empty where they do not. */
  locks: string[];
  tables: PlannedTable[];
}

/** Changes nothing. Throws where this version cannot run on the schema. */
export async function planMigrations(
  database: Pick<Database, "query">,
  migrations: readonly Migration[],
): Promise<PlannedMigration[]> {
  const state = await readSchemaState(database, migrations);
  const error = newerSchemaError(state);
  if (error) throw error;
  const planned: PlannedMigration[] = [];
  for (const migration of state.pending) {
    const { release, runsWith, summary, locks, ...declared } = headerOf(migration);
    const earlier = TOUCHED_BEFORE_HEADERS[migration.name];
    const tables = await sizesOf(database, declared.tables ?? earlier?.tables ?? []);
    const isThere = (lock: string) => tables.some(({ table }) => lock.startsWith(`${table}:`));
    planned.push({
      migration: migration.name,
      release,
      runs_with: runsWith,
      summary,
      locks: locks ? [locks] : (earlier?.locks ?? []).filter(isThere),
      tables,
    });
  }
  return planned;
}

/** Sizes of the tables that exist. */
function sizesOf(database: Pick<Database, "query">, tables: readonly string[]): Promise<PlannedTable[]> {
  return database.query<PlannedTable>(
    `select name as table,
       (select sum(nullif(c.reltuples, -1))::float8 from pg_class c where c.relkind = 'r'
          and (c.oid = id or c.oid in (select relid from pg_partition_tree(id)))) as rows,
       coalesce((select sum(pg_total_relation_size(relid)) from pg_partition_tree(id)), pg_total_relation_size(id))::float8 as bytes
     from (select name, to_regclass(name) as id from json_array_elements_text($1::text::json) as t (name)) as named
     where id is not null`,
    [JSON.stringify(tables)],
  );
}
