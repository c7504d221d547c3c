// Restores and verifies a backup of tables: the migrations of its time make them in an empty database, then the rows follow.
import type { Database, OpenDatabase } from "../../foundation/db/database.ts";
import { type EmbeddedFiles, type EmbeddedOptions, openEmbedded } from "../../foundation/db/embedded.ts";
import { type Migration, migrate } from "../../foundation/db/migrate.ts";
import { checksumOf } from "../../foundation/db/schema-state.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { TarEntry } from "../../foundation/db/tar.ts";
import { UNFINISHED_RESTORE } from "../../foundation/db/unfinished-restore.ts";
import { StartupError } from "../../foundation/errors.ts";
import type { Vault } from "../../foundation/vault/vault.ts";
import { countTables, openSamples } from "./copy.ts";
import { BackupError, type Head } from "./format.ts";
import type { CheckedCopy } from "./restore.ts";
import { type Filled, fillTables } from "./table-restore.ts";

type Target = Pick<OpenDatabase, "query" | "migrationSession" | "copySession">;

interface TablesBackup {
  head: Head;
  /** Reads the file from its beginning. */
  entries(): AsyncIterable<TarEntry>;
}

/** The migrations that the backup's database had, in the form in which it had them. */
function migrationsOf(head: Head, migrations: readonly Migration[]): Migration[] {
  const applied = new Map(head.migrations.map(({ name, checksum }) => [name, checksum]));
  const own = migrations.filter(({ name }) => applied.has(name));
  const changed = own.find((migration) => checksumOf(migration) !== applied.get(migration.name));
  if (!changed) return own;
  throw new BackupError(
    `The backup's migration ${changed.name} differs from that of this version: restore it with gateway ${head.gateway}.`,
  );
}

/** Throws unless no gateway has ever served the database. */
async function assertNeverServed({ query }: Pick<Database, "query">, head: Head): Promise<void> {
  const [found] = await query<{ tables: number; migrations: boolean; checks: boolean; database: string }>(
    `select count(*)::int as tables, to_regclass('migrations') is not null as migrations,
       to_regclass('key_ring_checks') is not null as checks, current_database() as database
     from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
       and relname <> '${UNFINISHED_RESTORE}'`,
  );
  const known = new Set(head.migrations.map(({ name }) => name));
  const applied = found?.migrations ? await query<{ name: string }>("select name from migrations order by name") : [];
  const isNewer = applied.some(({ name }) => !known.has(name));
  const isSealed = found?.checks === true && (await query("select 1 from key_ring_checks limit 1")).length > 0;
  if (isNewer || isSealed || ((found?.tables ?? 0) > 0 && !found?.migrations)) {
    throw new BackupError(
      `The database "${found?.database}" is not empty: create another one, owned by the gateway's user, and set DATABASE_URL to it.`,
    );
  }
}

/** The database is served by nobody. A restore that died can be repeated: it left empty tables, and the mark that no start passes. */
export async function restoreTables(
  database: Target,
  { head, entries }: TablesBackup,
  migrations: readonly Migration[],
): Promise<Filled> {
  await assertNeverServed(database, head);
  await database.query(
    `create table if not exists ${UNFINISHED_RESTORE} (begun_at timestamptz not null default now())`,
  );
  await applyMigrations(database, head, migrations);
  const session = await database.copySession();
  try {
    return await fillTables(session, entries(), {
      assertEmpty: () => assertNeverServed(session, head),
      isRestored: true,
    });
  } finally {
    await session.close();
  }
}

async function applyMigrations(database: Target, head: Head, migrations: readonly Migration[]): Promise<void> {
  try {
    await migrate(database, migrationsOf(head, migrations));
  } catch (error) {
    if (!(error instanceof StartupError) || error instanceof BackupError) throw error;
    throw new BackupError(
      `The database cannot be brought to the backup's version: ${error.message} Create another one, and set DATABASE_URL to it.`,
    );
  }
}

interface CheckOptions {
  files: EmbeddedFiles | null;
  /** A new database with all migrations. */
  template: EmbeddedOptions["template"] | null;
  vault: Vault | null;
  tables: readonly Table[];
  migrations: readonly Migration[];
}

/** Restores the backup into an embedded database in the folder, and reads all of it. */
export async function checkTables(
  folder: string,
  { head, entries }: TablesBackup,
  { files, template, vault, tables: declared, migrations }: CheckOptions,
): Promise<CheckedCopy> {
  // Making a database takes three times the memory of unpacking one, which has the migrations of this version.
  const isOwn =
    head.migrations.length === migrations.length && migrationsOf(head, migrations).length === migrations.length;
  const database = await openEmbedded({
    dataDir: folder,
    files,
    durability: "relaxed",
    ...(isOwn && template && { template }),
  });
  try {
    await applyMigrations(database, head, migrations);
    const session = await database.copySession();
    await fillTables(session, entries(), { assertEmpty: async () => {}, isRestored: false });
    const tables = await countTables(database);
    const samples = vault && (await openSamples(database, vault, declared));
    return { tables, samples };
  } finally {
    await database.close();
  }
}
