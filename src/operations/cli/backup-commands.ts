// `gateway backup`, for both databases.
import { existsSync, readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { type Config, readConfig } from "../../foundation/config/config.ts";
import type { Database } from "../../foundation/db/database.ts";
import { diskUse } from "../../foundation/db/disk.ts";
import { hasEmbedded } from "../../foundation/db/embedded-folder.ts";
import { readTar, TarError } from "../../foundation/db/tar.ts";
import { fetchLocal } from "../../foundation/platform/fetch-local.ts";
import type { Platform } from "../../foundation/platform/platform.ts";
import { ringOf, secretsFile } from "../../foundation/vault/secrets-file.ts";
import { openDatabase } from "../../server/serve.ts";
import { type Written, writeArchive } from "../backup/archive.ts";
import { BackupError, type Head } from "../backup/format.ts";
import { recordBackup } from "../backup/last-backup.ts";
import { ringViolation } from "../backup/restore.ts";
import { insertRun } from "../backup/run-store.ts";
import { createBackups } from "../backup/service.ts";
import { AdminError, type AdminServer, runningServer } from "./admin-api.ts";
import { print, printNote } from "./print.ts";
import { terminal } from "./terminal.ts";

type Options = Record<string, unknown>;

/** Above it a disk counts as nearly full. */
const NEARLY_FULL = 0.95;

export async function backupCommand(platform: Platform, name: string | undefined, options: Options): Promise<number> {
  const config = readConfig(terminal().env);
  if (name === undefined) throw new BackupError("Give the file to write, such as gateway.backup.");
  const file = resolve(name);
  const secrets = options.withSecrets === true ? readSecrets(config) : null;
  const written = await write(platform, config, { file, secrets });
  const { head, bytes } = written;
  if (!config.databaseUrl) recordBackup(config.dataDir, { finished_at: new Date().toISOString(), file, bytes });
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
  // Postgres has room for a connection of this process's own.
  const server = config.databaseUrl ? null : await runningServer(config.dataDir);
  if (server)
    return writeArchive(file, { entries: readTar(await download(server, config.operatorToken)), secrets, checkHead });
  if (!config.databaseUrl && !hasEmbedded(config.dataDir)) {
    throw new BackupError(`There is no database in ${config.dataDir}, and no gateway runs on it: set DATA_DIR.`);
  }
  const { database, release } = await openDatabase(config, platform);
  try {
    const startedAt = Date.now();
    const written = await writeArchive(file, { entries: await createBackups(database).begin(), secrets, checkHead });
    if (config.databaseUrl) await recordCommand(database, file, startedAt, written);
    return written;
  } finally {
    await database.close();
    release();
  }
}

/** For doctor and metrics; a database that is not migrated yet has no table of backups. */
async function recordCommand(
  database: Pick<Database, "query">,
  name: string,
  startedAt: number,
  { bytes }: Written,
): Promise<void> {
  const [table] = await database.query<{ exists: boolean }>("select to_regclass('backup_runs') is not null as exists");
  if (!table?.exists) return;
  const ended = { finishedAt: Date.now(), outcome: "made" as const, bytes, verified: null, reason: null };
  await insertRun(database, { id: crypto.randomUUID(), startedAt, place: null, name, ...ended });
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
    if (response.status === 404) {
      throw new BackupError(
        `No backup was made: the gateway at ${url} is of an older version, which cannot be backed up while it runs. Stop it, and run the command again.`,
      );
    }
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
