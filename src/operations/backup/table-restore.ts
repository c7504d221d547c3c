// Fills a migrated, empty database with the tables of a backup, in one transaction: it has all of them afterwards, or nothing.
import type { CopySession } from "../../foundation/db/copy-session.ts";
import { quotedName } from "../../foundation/db/raw.ts";
import type { TarEntry } from "../../foundation/db/tar.ts";
import { UNFINISHED_RESTORE } from "../../foundation/db/unfinished-restore.ts";
import { parse, textOf } from "./archive.ts";
import { settle } from "./copy.ts";
import { type BackedUpSequence, type BackedUpTable, BackupError, SEQUENCES, TABLES } from "./format.ts";
import { COPY_OPTIONS, SESSION_SETTINGS } from "./table-backup.ts";

/** What comes into a statement of ours from the backup's file. */
const NAME = /^[a-z_][a-z0-9_]{0,62}$/;
const BOUND = /^(DEFAULT|FOR VALUES FROM \((MINVALUE|'[0-9 :.+-]+')\) TO \((MAXVALUE|'[0-9 :.+-]+')\))$/;
const PART = /^tables\/([a-z_][a-z0-9_]{0,62})\/\d{6,}$/;

interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

const FOREIGN_KEYS = `
  select quote_ident(c.relname) as table, quote_ident(k.conname) as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where k.contype = 'f' and k.conparentid = 0 and c.relnamespace = current_schema()::regnamespace
  order by 1, 2`;
const OWN_TABLES = `
  select relname as name from pg_class
  where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname <> '${UNFINISHED_RESTORE}'`;

export interface Filled {
  /** Tables of the backup that no migration makes, and that were left out. */
  skipped: readonly string[];
}

/** `assertEmpty` is asked once nobody else can write: a gateway may have started meanwhile. */
export async function fillTables(
  session: CopySession,
  entries: AsyncIterable<TarEntry>,
  { assertEmpty, isRestored }: { assertEmpty(): Promise<void>; isRestored: boolean },
): Promise<Filled> {
  await session.query("begin");
  try {
    await session.query(SESSION_SETTINGS);
    let filling: Filling | null = null;
    for await (const entry of entries) {
      if (entry.name === TABLES) filling = await prepare(session, parse(await textOf(entry)), assertEmpty);
      else if (filling && entry.name === SEQUENCES) await setSequences(session, parse(await textOf(entry)));
      else if (filling && entry.name.startsWith("tables/")) await copyPart(session, filling, entry);
    }
    if (!filling) throw new BackupError("The backup has no tables.");
    for (const name of filling.tables.keys())
      await session.query(`alter table ${quotedName(name)} enable trigger user`);
    for (const { table, name, definition } of filling.foreignKeys)
      await session.query(`alter table ${table} add constraint ${name} ${definition}`);
    if (isRestored) {
      await settle(session);
      await session.query(`drop table if exists ${UNFINISHED_RESTORE}`);
    }
    await session.query("commit");
    return { skipped: filling.skipped };
  } catch (error) {
    await session.query("rollback").catch(() => {
      // A lost connection has ended the transaction already.
    });
    throw error;
  }
}

interface Filling {
  tables: ReadonlyMap<string, BackedUpTable>;
  skipped: readonly string[];
  foreignKeys: readonly ForeignKey[];
}

/** Empties the tables, whose migrations may have filled some, and takes off what would look at each row. */
async function prepare(
  session: CopySession,
  backedUp: readonly BackedUpTable[],
  assertEmpty: () => Promise<void>,
): Promise<Filling> {
  for (const { name, columns, partitions } of backedUp) {
    const names = [name, ...columns, ...partitions.map((partition) => partition.name)];
    if (!names.every((one) => NAME.test(one)) || !partitions.every(({ bound }) => BOUND.test(bound)))
      throw new BackupError(`The backup describes the table ${JSON.stringify(name)} in an unexpected way.`);
  }
  const own = new Set((await session.query<{ name: string }>(OWN_TABLES)).map(({ name }) => name));
  const tables = new Map(backedUp.filter(({ name }) => own.has(name)).map((table) => [table.name, table]));
  const missing = [...own].filter((name) => !tables.has(name));
  if (missing.length > 0) throw new BackupError(`The backup lacks the tables ${missing.join(", ")}.`);
  const foreignKeys = await session.query<ForeignKey>(FOREIGN_KEYS);
  await session.query(`lock table ${[...own].map(quotedName).join(", ")} in access exclusive mode`);
  await assertEmpty();
  for (const { table, name } of foreignKeys) await session.query(`alter table ${table} drop constraint ${name}`);
  await session.query(`truncate ${[...own].map(quotedName).join(", ")}`);
  for (const table of tables.values()) {
    await session.query(`alter table ${quotedName(table.name)} disable trigger user`);
    if (table.partitions.length > 0) await makePartitions(session, table);
  }
  return { tables, skipped: backedUp.map(({ name }) => name).filter((name) => !own.has(name)), foreignKeys };
}

/** Those of the backup in place of those that a migration made for the month in which it ran. */
async function makePartitions(session: CopySession, { name, partitions }: BackedUpTable): Promise<void> {
  const present = await session.query<{ name: string }>(
    "select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = to_regclass($1)",
    [quotedName(name)],
  );
  for (const one of present) await session.query(`drop table ${quotedName(one.name)}`);
  for (const one of partitions)
    await session.query(`create table ${quotedName(one.name)} partition of ${quotedName(name)} ${one.bound}`);
}

async function copyPart(session: CopySession, { tables, skipped }: Filling, entry: TarEntry): Promise<void> {
  const name = PART.exec(entry.name)?.[1] ?? "";
  if (skipped.includes(name)) return;
  const table = tables.get(name);
  if (!table) throw new BackupError(`The backup contains an unexpected file ${JSON.stringify(entry.name)}.`);
  const rows = Buffer.concat(await Array.fromAsync(entry.content));
  const columns = table.columns.map(quotedName).join(", ");
  try {
    await session.copyIn(`${quotedName(name)} (${columns})`, COPY_OPTIONS, rows);
  } catch (error) {
    // Without the server's message, which repeats values of the row.
    throw new BackupError(`The database refused rows of the table ${name}: its log says why.`, { cause: error });
  }
}

async function setSequences(session: CopySession, sequences: readonly BackedUpSequence[]): Promise<void> {
  for (const { name, last_value, is_called } of sequences)
    await session.query("select setval(to_regclass($1), $2::text::bigint, $3) where to_regclass($1) is not null", [
      quotedName(name),
      last_value,
      is_called,
    ]);
}
