// A database unpacked from a backup: opened in a folder of its own, checked, and made ready to be used again.
import { createWriteStream, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { OUTCOME_UNKNOWN } from "../../connections/tokens/refresh-lease-store.ts";
import type { Database } from "../../foundation/db/database.ts";
import type { Table } from "../../foundation/db/table.ts";
import { DecryptionError, type Vault } from "../../foundation/vault/vault.ts";
import { listOtherSealed, sealedColumns } from "../key-rotation/store.ts";
import { readArchive } from "./archive.ts";
import { BackupError } from "./format.ts";
import type { BackupSource } from "./source.ts";

type Reader = Pick<Database, "query">;

/** What Postgres and `baseBackup` name their files; nothing that leads out of the folder. */
const SAFE_NAME = /^pglite(\/[A-Za-z0-9_][A-Za-z0-9_.-]*)+\/?$/;

/** Unpacks the database's files below the folder, as `pglite`, and checks them on the way. */
export async function unpack(from: BackupSource, folder: string, vault: Vault | null = null): Promise<void> {
  mkdirSync(join(folder, "pglite"), { recursive: true, mode: 0o700 });
  for await (const { name, content } of readArchive(from, vault)) {
    if (!name.startsWith("pglite/")) continue;
    if (!SAFE_NAME.test(name)) throw new BackupError(`The backup contains an unexpected file ${JSON.stringify(name)}.`);
    const path = join(folder, name);
    if (name.endsWith("/")) mkdirSync(path, { recursive: true, mode: 0o700 });
    else {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      await pipeline(Readable.from(content), createWriteStream(path, { flags: "wx", mode: 0o600 }));
    }
  }
}

export interface TableCount {
  table: string;
  rows: number;
}

const TABLES = `
  select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name,
    case n.nspname when 'public' then c.relname else n.nspname || '.' || c.relname end as table
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname not in ('pg_catalog', 'information_schema')
    and n.nspname not like 'pg\\_%'
  order by n.nspname <> 'public', c.relname`;

/** Reads each row of each table whole: a page whose checksum is wrong is an error. */
export async function countTables(database: Reader): Promise<TableCount[]> {
  const tables = await database.query<{ name: string; table: string }>(TABLES);
  const counts: TableCount[] = [];
  for (const { name, table } of tables) {
    const [row] = await database.query<{ rows: number }>(
      `select count(*)::int as rows, sum(length(t::text)) as characters from ${name} t`,
    );
    counts.push({ table, rows: row?.rows ?? 0 });
  }
  return counts;
}

export interface Samples {
  opened: number;
  /** Rows that were altered or moved before the backup was made, too (`gateway secrets rotate` names them). */
  unreadable: number;
}

/** Tries to open a batch of each sealed column. */
export async function openSamples(database: Reader, vault: Vault, tables: readonly Table[]): Promise<Samples> {
  const columns = await database.query<{ name: string }>(
    "select table_name || '.' || column_name as name from information_schema.columns where table_schema = 'public'",
  );
  const names = new Set(columns.map(({ name }) => name));
  const samples = { opened: 0, unreadable: 0 };
  // A backup of an older version has fewer columns.
  for (const column of sealedColumns(tables).filter(({ table, column: own }) => names.has(`${table}.${own}`))) {
    for (const { row_key, sealed } of await listOtherSealed(database, column, "", null)) {
      samples[isOpened(vault, sealed, column.aad(row_key)) ? "opened" : "unreadable"]++;
    }
  }
  return samples;
}

function isOpened(vault: Vault, sealed: string, context: string): boolean {
  try {
    vault.open(sealed, context);
    return true;
  } catch (error) {
    if (error instanceof DecryptionError) return false;
    throw error;
  }
}

/** Far past every number that was given after the backup. */
const SKIPPED_NUMBERS = 1_000_000_000;

/**
 * What happened after the backup is unknown here, and not undone elsewhere. Refresh tokens may be used up: an integration
 * whose token is refused is then expired, not revoked. Positions in inboxes may be known to readers: none is given twice.
 */
export async function settle(database: Reader): Promise<void> {
  const [has] = await database.query<{ inbox: boolean; runs: boolean; replicas: boolean }>(
    `select to_regclass('inbox_events') is not null as inbox, to_regclass('backup_runs') is not null as runs,
       to_regclass('replicas') is not null as replicas`,
  );
  // Processes that served the backed up database: here they would count as ended without a stop.
  if (has?.replicas) await database.query("delete from replicas");
  // The backup's own run, which had not ended.
  if (has?.runs) await database.query("delete from backup_runs where outcome = 'running'");
  await database.query(
    "update connections set status_reason = $1, lease_owner = null, lease_until = null where status = 'active'",
    [OUTCOME_UNKNOWN],
  );
  if (!has?.inbox) return;
  await database.query(
    `select setval(pg_get_serial_sequence('inbox_events', 'seq'), nextval(pg_get_serial_sequence('inbox_events', 'seq')) + ${SKIPPED_NUMBERS})`,
  );
}
