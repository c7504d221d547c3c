// A base backup of the embedded database while it works: its files as they are copied, and the WAL that makes them consistent.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { type FileHandle, open, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Database } from "../../foundation/db/database.ts";
import { bytesEntry, folderEntry, type TarEntry, textEntry } from "../../foundation/db/tar.ts";
import { sqlStateOf } from "../../foundation/errors.ts";
import type { Log } from "../../foundation/log/log.ts";
import { HEAD, type Head, MANIFEST, type ManifestFile } from "./format.ts";

export interface EmbeddedSource {
  database: Pick<Database, "query">;
  /** The embedded database's own folder. */
  folder: string;
  log?: Log;
}

const CHUNK_BYTES = 256 * 1024;
const CONTROL = "global/pg_control";
const WAL_SEGMENT = /^[0-9A-F]{24}$/;
/** Folders whose files Postgres makes again at its start; pg_wal comes last, and only what is needed of it. */
const EMPTIED = new Set([
  "pg_wal",
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
const LEFT_OUT =
  /(?:^|\/)(?:(?:postmaster\.(?:pid|opts)|backup_label(?:\.old)?|pg_internal\.init)$|gateway\.lock|pgsql_tmp)/;

/**
 * Postgres' own protocol (documentation, "Making a Base Backup Using the Low Level API"): from `pg_backup_start` on, the WAL
 * has whole pages, so that files read while they change are mended when the WAL is replayed up to `pg_backup_stop`. Calls go
 * on meanwhile. Nobody else may make a checkpoint before the last WAL segment is read: it would remove the first.
 */
export async function* baseBackup(
  { database, folder, log }: EmbeddedSource,
  about: Omit<Head, "bytes">,
): AsyncGenerator<TarEntry> {
  const files: ManifestFile[] = [];
  let isStopped = false;
  const stop = async () => {
    const [row] = await database.query<{ lsn: string; label: string; last: string }>(
      "select lsn::text as lsn, labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)",
    );
    isStopped = true;
    return row as { lsn: string; label: string; last: string };
  };
  try {
    await database.query("select pg_backup_start('gateway', true)");
    const listed = await listFolder(folder);
    yield* counted([textEntry(HEAD, `${JSON.stringify({ ...about, bytes: listed.bytes }, null, 2)}\n`)], files);
    for (const name of listed.folders) yield folderEntry(`pglite/${name}`);
    yield* counted(fileEntries(folder, listed.files), files);
    // After all others, since it must not be older than what it describes; and at once, while nothing writes it.
    yield* counted([bytesEntry(`pglite/${CONTROL}`, readFileSync(join(folder, CONTROL)))], files);
    const { lsn, label, last } = await stop();
    yield* counted([textEntry("pglite/backup_label", label)], files);
    yield* counted(fileEntries(folder, walNames(await readdir(join(folder, "pg_wal")), label, last)), files);
    yield textEntry(MANIFEST, `${JSON.stringify({ id: about.id, lsn, files }, null, 1)}\n`);
  } finally {
    // An error, or a reader that has gone away: pages would be written whole for ever.
    if (!isStopped) await stop().catch((error: unknown) => log?.error("backup_not_ended", { error }));
  }
}

/** Passes entries on and notes each one's checksum when its content has been read. */
export async function* counted(
  entries: Iterable<TarEntry> | AsyncIterable<TarEntry>,
  files: ManifestFile[],
): AsyncGenerator<TarEntry> {
  for await (const { name, size, content } of entries) {
    const hash = createHash("sha256");
    async function* hashed() {
      for await (const bytes of content) {
        hash.update(bytes);
        yield bytes;
      }
    }
    yield { name, size, content: hashed() };
    files.push({ name, size, sha256: hash.digest("hex") });
  }
}

async function listFolder(folder: string): Promise<{ folders: string[]; files: string[]; bytes: number }> {
  const listed = { folders: [] as string[], files: [] as string[], bytes: 0 };
  const walk = async (inside: string) => {
    for (const found of await readdir(join(folder, inside), { withFileTypes: true })) {
      const name = inside === "" ? found.name : `${inside}/${found.name}`;
      if (found.isDirectory()) {
        listed.folders.push(name);
        if (!EMPTIED.has(name)) await walk(name);
      } else if (found.isFile() && name !== CONTROL && !LEFT_OUT.test(name)) {
        listed.files.push(name);
        listed.bytes += await sizeOf(join(folder, name));
      }
    }
  };
  await walk("");
  return listed;
}

/** 0 for a file that is gone: a table that is dropped meanwhile is dropped again when the WAL is replayed. */
async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (sqlStateOf(error) === "ENOENT") return 0;
    throw error;
  }
}

async function* fileEntries(folder: string, names: readonly string[]): AsyncGenerator<TarEntry> {
  for (const name of names) {
    let file: FileHandle;
    try {
      file = await open(join(folder, name), "r");
    } catch (error) {
      if (sqlStateOf(error) === "ENOENT") continue;
      throw error;
    }
    try {
      const { size } = await file.stat();
      yield { name: `pglite/${name}`, size, content: contentOf(file, size) };
    } finally {
      await file.close();
    }
  }
}

/** The first `size` bytes; what a file has lost meanwhile is zeros, and the WAL shortens it again. */
async function* contentOf(file: FileHandle, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; ) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size - at));
    const { bytesRead } = await file.read(buffer, 0, buffer.byteLength, at);
    yield bytesRead === 0 ? buffer.fill(0) : buffer.subarray(0, bytesRead);
    at += bytesRead || buffer.byteLength;
  }
}

/** The segments from the one that the label names to the one in which the backup ended. */
function walNames(names: readonly string[], label: string, last: string): string[] {
  const first = /\(file ([0-9A-F]{24})\)/.exec(label)?.[1];
  const needed = names.filter((name) => WAL_SEGMENT.test(name) && first !== undefined && name >= first && name <= last);
  if (needed[0] !== first || needed.at(-1) !== last) throw new Error("The backup's WAL is no longer available.");
  return needed.map((name) => `pg_wal/${name}`);
}
