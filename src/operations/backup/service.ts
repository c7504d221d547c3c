// Backups of either database within a process that has it, and the checkpoints that must not happen meanwhile.
import type { CopySession } from "../../foundation/db/copy-session.ts";
import type { OpenDatabase } from "../../foundation/db/database.ts";
import type { TarEntry } from "../../foundation/db/tar.ts";
import { AppError } from "../../foundation/errors.ts";
import type { Log } from "../../foundation/log/log.ts";
import { VERSION } from "../../foundation/version.ts";
import { baseBackup } from "./base-backup.ts";
import { type BackedUpMigration, FILES_FORMAT, type Head, type KeyCheck, TABLES_FORMAT } from "./format.ts";
import { tableBackup } from "./table-backup.ts";

export interface Backups {
  /** The files of a backup; throws `CONFLICT` at once where none can be made. */
  begin(): Promise<RunningBackup>;
  /** Writes changed pages to the files, so that the WAL does not grow for ever. */
  checkpoint(): Promise<void>;
}

export interface RunningBackup extends AsyncIterableIterator<TarEntry> {
  /** Gives up, before or after the first entry was read. */
  end(): Promise<void>;
}

export type BackupDatabase = Pick<OpenDatabase, "kind" | "query" | "folder" | "copySession">;

/** Bytes of WAL after which a checkpoint is worth its while. Alone, as the embedded database is, Postgres makes none. */
const CHECKPOINT_BYTES = 64 * 1024 * 1024;
const WAL_BYTES =
  "select pg_wal_lsn_diff(pg_current_wal_lsn(), redo_lsn)::bigint::text as bytes from pg_control_checkpoint()";

export function createBackups(database: BackupDatabase, log?: Log): Backups {
  let isRunning = false;
  async function* running(): AsyncGenerator<TarEntry> {
    try {
      if (database.kind === "postgres") yield* tablesOf(database);
      else {
        const about = await describe(database, FILES_FORMAT);
        yield* baseBackup({ database, folder: database.folder as string, log }, about);
      }
    } finally {
      isRunning = false;
    }
  }
  return {
    async begin() {
      if (database.kind === "embedded" && database.folder === null)
        throw new AppError("CONFLICT", "A database in memory cannot be backed up: set DATA_DIR or DATABASE_URL.");
      if (isRunning) throw new AppError("CONFLICT", "A backup is already running. Wait until it ends.");
      isRunning = true;
      const entries = running();
      // The first step here: what keeps it from beginning is an error of the request, and its end is always noticed.
      let first: IteratorResult<TarEntry> | null = await entries.next();
      const resumed: RunningBackup = {
        async next() {
          const step = first ?? (await entries.next());
          first = null;
          return step;
        },
        end: async () => void (await entries.return(undefined)),
        [Symbol.asyncIterator]: () => resumed,
      };
      return resumed;
    },
    async checkpoint() {
      if (database.folder === null || isRunning) return;
      const [row] = await database.query<{ bytes: string }>(WAL_BYTES);
      // One that began meanwhile waits for this statement, and its own checkpoint comes after it.
      if (Number(row?.bytes) > CHECKPOINT_BYTES && !isRunning) await database.query("checkpoint");
    },
  };
}

async function* tablesOf(database: BackupDatabase): AsyncGenerator<TarEntry> {
  const session = await database.copySession();
  try {
    yield* tableBackup(session, (reader) => describe(reader, TABLES_FORMAT));
  } finally {
    await session.close();
  }
}

async function describe({ query }: Pick<CopySession, "query">, format: number): Promise<Omit<Head, "bytes">> {
  const [version] = await query<{ server_version: string }>("show server_version");
  return {
    format,
    id: crypto.randomUUID(),
    gateway: VERSION,
    postgres: version?.server_version ?? "",
    started_at: new Date().toISOString(),
    // As JSON: a database of 0.1.0 lacks the columns of the versions.
    migrations: await query<BackedUpMigration>(
      "select name, checksum, to_jsonb(m) ->> 'release' as release, to_jsonb(m) ->> 'runs_with' as runs_with from migrations m order by name",
    ),
    key_checks: await query<KeyCheck>("select key_id, sealed from key_ring_checks order by key_id"),
  };
}
