// `gateway restore`: checks a backup without touching anything, prepares its database beside the present one, and swaps them.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { EmbeddedFiles } from "../../foundation/db/embedded.ts";
import { openEmbedded } from "../../foundation/db/embedded.ts";
import { hasEmbedded } from "../../foundation/db/embedded-folder.ts";
import { newerSchemaError } from "../../foundation/db/schema-state.ts";
import type { Table } from "../../foundation/db/table.ts";
import { flushFolder } from "../../foundation/flush-files.ts";
import type { KeyRing } from "../../foundation/vault/key-ring.ts";
import { opens } from "../../foundation/vault/key-ring-check.ts";
import { ringOf, secretsFile } from "../../foundation/vault/secrets-file.ts";
import { createVault, type Vault } from "../../foundation/vault/vault.ts";
import { VERSION } from "../../foundation/version.ts";
import type { Inspected } from "./archive.ts";
import { countTables, openSamples, type Samples, settle, type TableCount, unpack } from "./copy.ts";
import { assertSpace, spaceError } from "./disk.ts";
import { BackupError, type Head, TABLES_FORMAT } from "./format.ts";
import { readReady, restoringFolder, swapIn, writeReady } from "./restore-folder.ts";
import type { BackupSource } from "./source.ts";

/** The form of the files is that of the major version of Postgres. */
const POSTGRES = "18";

export interface RestoreOptions {
  /** Every table, as its room declares it. */
  tables: readonly Table[];
  source: BackupSource;
  /** Opens a sealed file. */
  vault: Vault | null;
  dataDir: string;
  /** GATEWAY_SECRET_KEYS. */
  keyRing: KeyRing | null;
  migrations: readonly { name: string }[];
  files: EmbeddedFiles | null;
}

export interface CheckedCopy {
  tables: TableCount[];
  /** Null where no key ring was there to try. */
  samples: Samples | null;
}

/** Throws where this version cannot serve the backup's database. */
export function assertServed(head: Head, migrations: readonly { name: string }[]): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = head.migrations
    .filter(({ name }) => !known.has(name))
    .map(({ runs_with, ...migration }) => ({ ...migration, runsWith: runs_with }));
  const isTables = head.format === TABLES_FORMAT;
  // Tables are filled by the migrations that made them; files bring theirs along.
  const isRefused = isTables ? unknown.length > 0 : newerSchemaError({ unknown, pending: [], hasTable: true }) !== null;
  if (isRefused) {
    const names = unknown.map(({ name }) => name).join(", ");
    throw new BackupError(
      `The backup is of gateway ${head.gateway} and has ${names}, which this version, ${VERSION}, does not have. Restore it with gateway ${head.gateway} or newer.`,
    );
  }
  const [major] = head.postgres.split(".");
  if (!isTables && major !== POSTGRES) {
    throw new BackupError(
      `The backup's database is Postgres ${major}, and this gateway has ${POSTGRES}. Restore it with gateway ${head.gateway}.`,
    );
  }
}

/** Null where the vault opens what the backup's database has been sealed with, else what is wrong. */
export function ringViolation({ key_checks: checks }: Head, ring: KeyRing): string | null {
  const vault = createVault(ring);
  const missing = checks.filter(({ key_id }) => !vault.keyIds.includes(key_id));
  const other = checks.filter((check) => !missing.includes(check) && !opens(vault, check));
  const named = (list: typeof checks) => list.map(({ key_id }) => `"${key_id}"`).join(", ");
  if (missing.length > 0) return `it lacks ${named(missing)}`;
  return other.length > 0 ? `its ${named(other)} is a different key with the same name` : null;
}

/** The ring that is set here; null where none is. */
export function presentRing({ dataDir, keyRing }: Pick<RestoreOptions, "dataDir" | "keyRing">): KeyRing | null {
  const file = secretsFile(dataDir);
  return keyRing ?? (existsSync(file) ? ringOf(readFileSync(file, "utf8"), file) : null);
}

interface FoundRing {
  ring: KeyRing | null;
  /** The backup's secrets come into the data folder. */
  usesOwn: boolean;
}

/** The ring that opens the backup; throws where the one that is set does not. `isReplaced`: the folder's secrets may go. */
export function findRing(
  { head, secrets }: Inspected,
  { dataDir, keyRing }: Pick<RestoreOptions, "dataDir" | "keyRing">,
  isReplaced: boolean,
): FoundRing {
  const file = secretsFile(dataDir);
  const present = presentRing({ dataDir, keyRing });
  const wrong = present && ringViolation(head, present);
  if (present && !wrong) return { ring: present, usesOwn: false };
  const own = secrets === null ? null : ringOf(secrets, "secrets.json in the backup");
  if (own && !keyRing && (!present || isReplaced) && !ringViolation(head, own)) return { ring: own, usesOwn: true };
  if (!wrong) return { ring: null, usesOwn: false };
  const needed = head.key_checks.map(({ key_id }) => `"${key_id}"`).join(", ");
  const where = keyRing ? "GATEWAY_SECRET_KEYS" : file;
  throw new BackupError(
    `The key ring (${where}) does not open the backup, which needs ${needed}: ${wrong}. Set GATEWAY_SECRET_KEYS to the key ring from the time of the backup.`,
  );
}

/** Opens the database in `<folder>/pglite`, which replays its WAL, and reads all of it. */
export async function checkCopy(
  folder: string,
  {
    files,
    vault,
    tables: declared,
    isRestored,
  }: { files: EmbeddedFiles | null; vault: Vault | null; tables: readonly Table[]; isRestored: boolean },
): Promise<CheckedCopy> {
  const database = await openEmbedded({ dataDir: folder, files, durability: isRestored ? "full" : "relaxed" });
  try {
    const tables = await countTables(database);
    const samples = vault && (await openSamples(database, vault, declared));
    if (isRestored) await settle(database);
    return { tables, samples };
  } finally {
    await database.close();
  }
}

export interface Restored {
  head: Head;
  /** The folder of the former database; null if there was none. */
  aside: string | null;
  /** Whether the key ring is the backup's own. */
  hasSecrets: boolean;
}

/** The caller has the folder's lock. Whenever the process dies, running it again completes it. */
export async function restore(options: RestoreOptions, inspected: Inspected, isReplacing: boolean): Promise<Restored> {
  const { source, dataDir, migrations, files } = options;
  const { head } = inspected;
  assertServed(head, migrations);
  const ready = readReady(dataDir);
  if (ready?.id === head.id) {
    return { head, aside: swapIn(dataDir, ready), hasSecrets: inspected.secrets !== null };
  }
  if (hasEmbedded(dataDir) && !isReplacing) {
    throw new BackupError(
      `${dataDir} has a database: set DATA_DIR to an empty folder, or add --replace, which keeps the current database in a folder next to it.`,
    );
  }
  const { ring, usesOwn } = findRing(inspected, options, isReplacing);
  if (!ring && head.key_checks.length > 0) throw ringMissing(head, dataDir);
  assertSpace(dataDir, head.bytes, "the restored database");
  const folder = restoringFolder(dataDir);
  // What an interrupted restore left, or one of another backup, is not known to be whole.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  try {
    await unpack(source, folder, options.vault);
    await checkCopy(folder, { files, vault: ring && createVault(ring), tables: options.tables, isRestored: true });
  } catch (error) {
    const explained = spaceError(dataDir, error, "the restored database");
    // Half a database is of no use, and takes the room that the machine lacks.
    if (explained !== error) rmSync(folder, { recursive: true, force: true });
    throw explained;
  }
  if (usesOwn) writeFileSync(secretsFile(folder), inspected.secrets as string, { mode: 0o600 });
  flushFolder(folder);
  const aside = `before-restore-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
  writeReady(dataDir, { id: head.id, aside });
  return { head, aside: swapIn(dataDir, { id: head.id, aside }), hasSecrets: usesOwn };
}

export function ringMissing({ key_checks: checks }: Head, dataDir: string): BackupError {
  const needed = checks.map(({ key_id }) => `"${key_id}"`).join(", ");
  return new BackupError(
    `The backup needs the key ring with ${needed}, which is missing: put secrets.json into ${dataDir}, or set GATEWAY_SECRET_KEYS.`,
  );
}
