// `gateway backup`, `backup verify` and `restore`, for the embedded database.
import { files } from "gateway:database-files";
import { migrations } from "gateway:migrations";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { type Config, readConfig } from "../../foundation/config/config.ts";
import { diskUse } from "../../foundation/db/disk.ts";
import { hasEmbedded } from "../../foundation/db/embedded-folder.ts";
import { readTar, TarError } from "../../foundation/db/tar.ts";
import { fetchLocal } from "../../foundation/platform/fetch-local.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import { ringOf, secretsFile } from "../../foundation/vault/secrets-file.ts";
import { createVault } from "../../foundation/vault/vault.ts";
import { lockDataDir, makeDataDir } from "../../server/data-folder.ts";
import { openDatabase } from "../../server/serve.ts";
import { TABLES } from "../../server/tables.ts";
import { inspectArchive, type Written, writeArchive } from "../backup/archive.ts";
import { unpack } from "../backup/copy.ts";
import { assertSpace } from "../backup/disk.ts";
import { BackupError, type Head } from "../backup/format.ts";
import { recordBackup } from "../backup/last-backup.ts";
import { assertServed, checkCopy, findRing, restore, ringViolation } from "../backup/restore.ts";
import { createBackups } from "../backup/service.ts";
import { AdminError, type AdminServer, runningServer } from "./admin-api.ts";
import { print, printNote } from "./print.ts";
import { terminal } from "./terminal.ts";

type Options = Record<string, unknown>;

/** Above it a disk counts as nearly full. */
const NEARLY_FULL = 0.95;

export async function backupCommand(platform: Platform, name: string | undefined, options: Options): Promise<number> {
  const config = embeddedConfig();
  if (name === undefined) throw new BackupError("Give the file to write, such as gateway.backup.");
  const file = resolve(name);
  const secrets = options.withSecrets === true ? readSecrets(config) : null;
  const written = await write(platform, config, { file, secrets });
  const { head, bytes } = written;
  recordBackup(config.dataDir, { finished_at: new Date().toISOString(), file, bytes });
  const keys = head.key_checks.map(({ key_id }) => key_id);
  const summary = {
    file,
    bytes,
    taken_at: head.started_at,
    gateway: head.gateway,
    needs_keys: keys,
    secrets: secrets !== null,
  };
  print(summary, options.json === true);
  printNote(secretsAdvice(secrets !== null, keys));
  if ((diskUse(dirname(file))?.used ?? 0) > NEARLY_FULL) {
    printNote(`warning: the disk of ${dirname(file)} is more than ${NEARLY_FULL * 100} % full now: free some space.`);
  }
  return 0;
}

function secretsAdvice(hasSecrets: boolean, keys: readonly string[]): string {
  if (hasSecrets)
    return "The file contains the key ring and the admin token: anyone who has it can read every stored token.";
  const ring = keys.map((id) => `"${id}"`).join(", ");
  return `The key ring is not in the file, and without its ${ring} it cannot be used: keep secrets.json, or GATEWAY_SECRET_KEYS, in another place. --with-secrets puts secrets.json into it.`;
}

function embeddedConfig(): Config {
  const config = readConfig(terminal().env);
  if (!config.databaseUrl) return config;
  throw new BackupError(
    "This is for the embedded database. DATABASE_URL names a Postgres: back it up with pg_dump, or by its WAL (docs/operate/backups.md).",
  );
}

function readSecrets({ dataDir, keyRing }: Config): string {
  const file = secretsFile(dataDir);
  if (keyRing)
    throw new BackupError(
      "GATEWAY_SECRET_KEYS is set, so the key ring is not in secrets.json: back up the variable separately.",
    );
  if (!existsSync(file)) throw new BackupError(`${file} does not exist, so it cannot be added to the backup.`);
  return readFileSync(file, "utf8");
}

interface Target {
  file: string;
  secrets: string | null;
}

/** Backs up the running gateway, otherwise the database itself, which this process then locks. It is not migrated. */
async function write(platform: Platform, config: Config, { file, secrets }: Target): Promise<Written> {
  const checkHead = (head: Head) => {
    const violation = secrets && ringViolation(head, ringOf(secrets, secretsFile(config.dataDir)));
    if (violation) throw new BackupError(`secrets.json is not the key ring of this database: ${violation}.`);
  };
  const server = await runningServer(config.dataDir);
  if (server)
    return writeArchive(file, { entries: readTar(await download(server, config.operatorToken)), secrets, checkHead });
  if (!hasEmbedded(config.dataDir)) {
    throw new BackupError(`There is no database in ${config.dataDir}, and no gateway runs on it: set DATA_DIR.`);
  }
  const { database, release } = await openDatabase(config, platform);
  try {
    return await writeArchive(file, { entries: await createBackups(database).begin(), secrets, checkHead });
  } finally {
    await database.close();
    release();
  }
}

async function download(
  { url, adminToken }: AdminServer,
  operatorToken: string | null,
): Promise<AsyncIterable<Uint8Array>> {
  const headers = { authorization: `Bearer ${operatorToken ?? adminToken}` };
  const response = await fetchLocal(new Request(`${url}/admin/v1/backup`, { method: "POST", headers }));
  if (!response.ok || !response.body) {
    const { error } = (await response.json().catch(() => {
      // A body that is not JSON is reported by its status.
      return {};
    })) as { error?: string };
    const code = response.headers.get("x-error-code") ?? `HTTP_${response.status}`;
    throw new AdminError(code, error ?? `The gateway responded with ${response.status}.`);
  }
  return untilItEnds(response.body);
}

async function* untilItEnds(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    // Every runtime iterates over streams; the types of the DOM do not know it.
    yield* body as unknown as AsyncIterable<Uint8Array>;
  } catch {
    throw new TarError("The gateway stopped sending.");
  }
}

/** Unpacks the backup into a folder of its own, replays its WAL and reads all of it. */
export async function verifyCommand(name: string, options: Options): Promise<number> {
  const config = readConfig(terminal().env);
  const file = resolve(name);
  const inspected = await inspectArchive(file);
  const { head } = inspected;
  assertServed(head, migrations);
  const { ring } = findRing(inspected, config, true);
  const scratch = mkdtempSync(join(tmpdir(), "gateway-verify-"));
  try {
    assertSpace(scratch, head.bytes, "the unpacked database");
    await unpack(file, scratch);
    const vault = ring && createVault(ring);
    const { tables, samples } = await checkCopy(scratch, { files, vault, tables: TABLES, isRestored: false });
    const keys = head.key_checks.map(({ key_id }) => key_id);
    const summary = {
      file,
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

export async function restoreCommand(platform: Platform, name: string, options: Options): Promise<number> {
  const { dataDir, keyRing } = embeddedConfig();
  const file = resolve(name);
  const inspected = await inspectArchive(file);
  makeDataDir(dataDir);
  const locks = lockDataDir(dataDir, platform);
  try {
    const restoreOptions = { file, dataDir, keyRing, migrations, files, tables: TABLES };
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

function afterRestore({ started_at }: Head, aside: string | null): string {
  const lost = `It contains nothing after ${started_at}: keys revoked since then are valid again, users deleted since then are back, and some integrations must be connected again (docs/operate/backups.md, "After a restore").`;
  return aside ? `${lost}\nThe former database is in ${aside}: remove it when you no longer need it.` : lost;
}
