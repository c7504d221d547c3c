// A backup's file: a compressed tar archive, written whole or not at all, and read with every checksum.
import { createHash } from "node:crypto";
import { createWriteStream, existsSync, openSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createZstdCompress, createZstdDecompress } from "node:zlib";
import { bytesEntry, readTar, type TarEntry, TarError, textEntry, writeTar } from "../../foundation/db/tar.ts";
import { sqlStateOf } from "../../foundation/errors.ts";
import { flushPath } from "../../foundation/flush-files.ts";
import type { Vault } from "../../foundation/vault/vault.ts";
import { assertSpace } from "./disk.ts";
import {
  BackupError,
  FILES_FORMAT,
  HEAD,
  type Head,
  MANIFEST,
  type Manifest,
  type ManifestFile,
  SECRETS,
  TABLES_FORMAT,
} from "./format.ts";
import { openStream, SealError, sealStream } from "./sealed-stream.ts";
import type { BackupSource } from "./source.ts";
import { withoutTrailer, withTrailer } from "./trailer.ts";

/** The maximum size of a head, a manifest or secrets; a manifest has some 130 bytes for each file of the database. */
const MAX_TEXT_BYTES = 64 * 1024 * 1024;

/**
 * Passes a backup's entries on, and throws where their checksums are not those of the manifest. `added` come into the
 * manifest too.
 */
export async function* verified(entries: AsyncIterable<TarEntry>, added: TarEntry[] = []): AsyncGenerator<TarEntry> {
  const files = new Map<string, ManifestFile>();
  let isComplete = false;
  for await (const entry of entries) {
    if (isComplete) throw new BackupError("the file continues after its end.");
    if (entry.name === MANIFEST) {
      const manifest = parse<Manifest>(await textOf(entry));
      compare(manifest, files);
      for (const one of added) yield* hashed(one, files);
      yield textEntry(MANIFEST, `${JSON.stringify({ ...manifest, files: [...files.values()] }, null, 1)}\n`);
      isComplete = true;
    } else if (entry.name.endsWith("/")) yield entry;
    else yield* hashed(entry, files);
  }
  if (!isComplete) throw new BackupError("the file ends early.");
}

async function* hashed({ name, size, content }: TarEntry, files: Map<string, ManifestFile>): AsyncGenerator<TarEntry> {
  const hash = createHash("sha256");
  async function* passed() {
    for await (const bytes of content) {
      hash.update(bytes);
      yield bytes;
    }
  }
  const own = passed();
  yield { name, size, content: own };
  // What the reader left.
  for await (const _ of own);
  files.set(name, { name, size, sha256: hash.digest("hex") });
}

function compare({ files }: Manifest, read: Map<string, ManifestFile>): void {
  const wrong = files.find(({ name, size, sha256 }) => {
    const found = read.get(name);
    return found?.size !== size || found.sha256 !== sha256;
  });
  if (wrong) throw new BackupError(`"${wrong.name}" in the file differs from what was backed up.`);
  if (files.length !== read.size) throw new BackupError("the file contains more than was backed up.");
}

export async function textOf({ name, size, content }: TarEntry): Promise<string> {
  if (size > MAX_TEXT_BYTES) throw new BackupError(`"${name}" in the file is too large.`);
  return Buffer.concat(await Array.fromAsync(content)).toString("utf8");
}

export function parse<Shape>(text: string): Shape {
  try {
    return JSON.parse(text) as Shape;
  } catch {
    throw new BackupError("the file is damaged.");
  }
}

export interface Written {
  head: Head;
  /** The size of the file. */
  bytes: number;
}

export interface ArchiveContent {
  entries: AsyncIterable<TarEntry>;
  /** The text of `secrets.json`; null to leave it out. */
  secrets: string | null;
  /** Seals the file; null leaves it open. */
  vault?: Vault | null;
  /** Ends the backup. */
  signal?: AbortSignal;
  /** Throws where the backup is not to be written. */
  checkHead(head: Head): void;
}

/**
 * Writes the file under another name first and gives it its own when it is whole and on the disk: whenever the process dies,
 * there is no half backup under that name. An earlier one's unfinished file is overwritten.
 */
export async function writeArchive(file: string, content: ArchiveContent): Promise<Written> {
  const { entries, secrets, checkHead, vault = null, signal } = content;
  if (existsSync(file)) throw new BackupError(`${file} already exists. Choose another file, or remove it.`);
  const unfinished = `${file}.partial`;
  let head: Head | null = null;
  async function* observed(): AsyncGenerator<TarEntry> {
    const added = secrets === null ? [] : [textEntry(SECRETS, secrets)];
    for await (const entry of verified(entries, added)) {
      if (entry.name !== HEAD) {
        yield entry;
        continue;
      }
      const text = await textOf(entry);
      head = parse<Head>(text);
      checkHead(head);
      // The rows of a Postgres are a fraction of its size on the disk.
      if (head.format === FILES_FORMAT) assertSpace(dirname(file), head.bytes, "the backup");
      yield bytesEntry(HEAD, Buffer.from(text));
    }
  }
  try {
    rmSync(unfinished, { force: true });
    // Opened here: a stream opens its file later, which would bring it back after an error has removed it.
    const sink = createWriteStream(unfinished, { fd: openSync(unfinished, "wx", 0o600) });
    const sealed = (bytes: AsyncIterable<Uint8Array>) => (vault ? sealStream(vault, bytes) : bytes);
    const ending = signal ? { signal } : {};
    await pipeline(Readable.from(writeTar(observed())), createZstdCompress(), withTrailer, sealed, sink, ending);
    const bytes = sink.bytesWritten;
    flushPath(unfinished);
    renameSync(unfinished, file);
    flushPath(dirname(file));
    return { head: head as unknown as Head, bytes };
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw writeError(file, error);
  }
}

function writeError(file: string, error: unknown): unknown {
  const code = sqlStateOf(error);
  if (error instanceof BackupError) return new BackupError(`No backup was made: ${error.message}`);
  if (code === "ENOSPC") return new BackupError(`No backup was made: the disk of ${dirname(file)} is full.`);
  if (error instanceof TarError) return new BackupError("No backup was made: the gateway stopped during the backup.");
  if (code === null || !/^E[A-Z]+$/.test(code)) return error;
  return new BackupError(`No backup was made: ${file} cannot be written (${code}).`);
}

/** Reads a backup's entries; a `BackupError` wherever the file is not what was written. `vault` opens one that is sealed. */
export async function* readArchive(from: BackupSource, vault: Vault | null = null): AsyncGenerator<TarEntry> {
  const source = Readable.from(withoutTrailer(openStream(vault, from.read())));
  const plain = source.pipe(createZstdDecompress());
  source.once("error", (error) => void plain.destroy(error));
  try {
    for await (const entry of verified(readTar(plain))) yield { ...entry, content: readable(from, entry.content) };
  } catch (error) {
    throw readError(from, error);
  } finally {
    source.destroy();
    plain.destroy();
  }
}

/** An entry's bytes are read by who gets it: what is wrong with the file must be said there as well. */
async function* readable(from: BackupSource, content: TarEntry["content"]): AsyncGenerator<Uint8Array> {
  try {
    yield* content;
  } catch (error) {
    throw readError(from, error);
  }
}

function readError({ file, name }: BackupSource, error: unknown): unknown {
  const code = sqlStateOf(error) ?? "";
  if (error instanceof TarError || code.startsWith("ZSTD_") || code.startsWith("Z_")) {
    return new BackupError(`${name} is not a complete backup: it is damaged or was cut off. Use another one.`);
  }
  if (error instanceof SealError) return new BackupError(`${name} cannot be opened: ${error.message}`);
  if (error instanceof BackupError) return new BackupError(`${name} is not a complete backup: ${error.message}`);
  if (code === "ENOENT") return new BackupError(`There is no file ${file}.`);
  return /^E[A-Z]+$/.test(code) ? new BackupError(`${file} cannot be read (${code}).`) : error;
}

export interface Inspected {
  head: Head;
  /** The text of `secrets.json`, if the backup has it. */
  secrets: string | null;
}

/** Reads the whole file with every checksum; nothing is written. */
export async function inspectArchive(from: BackupSource, vault: Vault | null = null): Promise<Inspected> {
  const texts = new Map<string, string>();
  for await (const entry of readArchive(from, vault)) {
    if (entry.name === HEAD || entry.name === SECRETS) texts.set(entry.name, await textOf(entry));
  }
  const head = parse<Head | null>(texts.get(HEAD) ?? "null");
  if (!head) throw new BackupError(`${from.name} is not a gateway backup.`);
  if (![FILES_FORMAT, TABLES_FORMAT].includes(head.format)) {
    throw new BackupError(
      `${from.name} was made by gateway ${head.gateway}, in a format that this version does not know. Restore it with that version.`,
    );
  }
  return { head, secrets: texts.get(SECRETS) ?? null };
}
