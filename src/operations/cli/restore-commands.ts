// `gateway backup verify` and `gateway restore`, for both databases.
import { files, template } from "gateway:database-files";
import { migrations } from "gateway:migrations";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Config, readConfig } from "../../foundation/config/config.ts";
import { databaseAddress } from "../../foundation/db/database-address.ts";
import { startError } from "../../foundation/db/start-error.ts";
import { sqlStateOf } from "../../foundation/errors.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import { createVault, type Vault } from "../../foundation/vault/vault.ts";
import { lockDataDir, makeDataDir } from "../../server/data-folder.ts";
import { openDatabase } from "../../server/serve.ts";
import { TABLES } from "../../server/tables.ts";
import { type Inspected, inspectArchive, readArchive } from "../backup/archive.ts";
import { unpack } from "../backup/copy.ts";
import { assertSpace, spaceError } from "../backup/disk.ts";
import { BackupError, type Head, TABLES_FORMAT } from "../backup/format.ts";
import {
  assertServed,
  type CheckedCopy,
  checkCopy,
  findRing,
  presentRing,
  restore,
  ringMissing,
} from "../backup/restore.ts";
import { checkTables, restoreTables } from "../backup/restore-tables.ts";
import { type BackupSource, findSource, listBackups } from "../backup/source.ts";
import { print, printNote } from "./print.ts";
import { terminal } from "./terminal.ts";

type Options = Record<string, unknown>;

const isOfTables = ({ format }: Head) => format === TABLES_FORMAT;

/** What opens a sealed file here; null where no key ring is. */
function presentVault(config: Config): Vault | null {
  const ring = presentRing(config);
  return ring && createVault(ring);
}

/** A folder for the database of a verification; in the data folder where the system's own cannot be written, as in a container. */
function makeScratch({ dataDir }: Config): string {
  const folders = [tmpdir(), dataDir];
  for (const folder of folders) {
    try {
      return mkdtempSync(join(folder, "gateway-verify-"));
    } catch (error) {
      if (!/^(EROFS|EACCES|EPERM|ENOENT)$/.test(sqlStateOf(error) ?? "")) throw error;
    }
  }
  throw new BackupError(
    `The backup is unpacked to verify it, and neither ${folders.join(" nor ")} can be written: set TMPDIR to a folder with space.`,
  );
}

const placeOf = ({ backups }: Config) => backups?.place ?? null;

/** Lists the backups of the job, by the names that `restore` and `verify` take. */
export async function listCommand(options: Options): Promise<number> {
  const place = placeOf(readConfig(terminal().env));
  if (!place)
    throw new BackupError(
      "No place of backups is set: set GATEWAY_BACKUP_DIR or GATEWAY_BACKUP_S3_… as the gateway has it.",
    );
  print({ backups: await listBackups(place) }, options.json === true);
  return 0;
}

/** Unpacks the backup into a folder of its own, replays its WAL and reads all of it. */
export async function verifyCommand(name: string, options: Options): Promise<number> {
  const config = readConfig(terminal().env);
  const source = await findSource(name, placeOf(config));
  const fileVault = presentVault(config);
  const inspected = await inspectArchive(source, fileVault);
  const { head } = inspected;
  assertServed(head, migrations);
  const { ring } = findRing(inspected, config, true);
  const scratch = makeScratch(config);
  try {
    assertSpace(scratch, head.bytes, "the unpacked database");
    const { tables, samples } = await checkIn(scratch, { source, fileVault, head, vault: ring && createVault(ring) });
    const keys = head.key_checks.map(({ key_id }) => key_id);
    const summary = {
      file: source.file,
      taken_at: head.started_at,
      gateway: head.gateway,
      migrations: head.migrations.length,
      needs_keys: keys,
      key_ring: ring ? "opens it" : "not tested: there is no key ring here",
      secrets: inspected.secrets !== null,
      opened: samples?.opened ?? null,
      unreadable: samples?.unreadable ?? null,
    };
    if (options.json === true) print({ ...summary, tables }, true);
    else {
      print({ tables: tables.map(({ table, rows }) => ({ table, rows })) }, false);
      print(summary, false);
    }
    if (!samples?.unreadable) return 0;
    printNote(`${samples.unreadable} of the secrets that were tried cannot be decrypted: they are damaged.`);
    return 1;
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

interface Checked {
  source: BackupSource;
  fileVault: Vault | null;
  head: Head;
  vault: Vault | null;
}

async function checkIn(scratch: string, { source, fileVault, head, vault }: Checked): Promise<CheckedCopy> {
  try {
    if (isOfTables(head)) {
      const backup = { head, entries: () => readArchive(source, fileVault) };
      return await checkTables(scratch, backup, { files, template, vault, tables: TABLES, migrations });
    }
    await unpack(source, scratch, fileVault);
    return await checkCopy(scratch, { files, vault, tables: TABLES, isRestored: false });
  } catch (error) {
    throw spaceError(scratch, error, "the unpacked database");
  }
}

export async function restoreCommand(platform: Platform, name: string, options: Options): Promise<number> {
  const config = readConfig(terminal().env);
  const { dataDir, keyRing } = config;
  const source = await findSource(name, placeOf(config));
  const vault = presentVault(config);
  const inspected = await inspectArchive(source, vault);
  if (isOfTables(inspected.head) !== (config.databaseUrl !== null)) throw otherDatabase(inspected.head);
  if (config.databaseUrl) return restorePostgres(config, platform, { source, vault, inspected }, options);
  makeDataDir(dataDir);
  const locks = lockDataDir(dataDir, platform);
  try {
    const restoreOptions = { source, vault, dataDir, keyRing, migrations, files, tables: TABLES };
    const { head, aside, hasSecrets } = await restore(restoreOptions, inspected, options.replace === true);
    const applied = new Set(head.migrations.map(({ name }) => name));
    const summary = {
      restored: dataDir,
      taken_at: head.started_at,
      gateway: head.gateway,
      former_database: aside,
      secrets: hasSecrets,
      migrations_to_apply: migrations.filter(({ name }) => !applied.has(name)).length,
    };
    print(summary, options.json === true);
    printNote(afterRestore(head, aside));
    return 0;
  } finally {
    locks.release();
  }
}

function otherDatabase(head: Head): BackupError {
  return new BackupError(
    isOfTables(head)
      ? "The backup is of a Postgres: set DATABASE_URL to an empty database, which the gateway's user owns."
      : "The backup is of the embedded database, and DATABASE_URL names a Postgres: unset it to restore into DATA_DIR.",
  );
}

interface Given {
  source: BackupSource;
  vault: Vault | null;
  inspected: Inspected;
}

async function restorePostgres(
  config: Config,
  platform: Platform,
  { source, vault, inspected }: Given,
  options: Options,
): Promise<number> {
  const { head } = inspected;
  if (options.replace === true)
    throw new BackupError("--replace is for the embedded database: set DATABASE_URL to an empty database.");
  assertServed(head, migrations);
  const { ring } = findRing(inspected, config, false);
  if (!ring && head.key_checks.length > 0) throw ringMissing(head, config.dataDir);
  const { database, release } = await openDatabase(config, platform);
  try {
    const { skipped } = await restoreTables(database, { head, entries: () => readArchive(source, vault) }, migrations);
    const applied = new Set(head.migrations.map(({ name }) => name));
    const summary = {
      restored: databaseAddress(config.databaseUrl as string)?.database,
      taken_at: head.started_at,
      gateway: head.gateway,
      skipped_tables: skipped,
      migrations_to_apply: migrations.filter(({ name }) => !applied.has(name)).length,
    };
    print(summary, options.json === true);
    printNote(afterRestore(head, null));
    return 0;
  } catch (error) {
    throw startError(error, config.databaseUrl);
  } finally {
    await database.close();
    release();
  }
}

function afterRestore({ started_at }: Head, aside: string | null): string {
  const lost = `It contains nothing after ${started_at}: keys revoked since then are valid again, users deleted since then are back, and some integrations must be connected again (docs/operate/restore.md, "After a restore").`;
  return aside ? `${lost}\nThe former database is in ${aside}: remove it when you no longer need it.` : lost;
}
