// A dump that a new embedded database starts from: packed for a file, and unpacked into the database's folder.
import fs from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { flushFolder } from "../flush-files.ts";
import { readTar } from "./tar.ts";

/** A tar archive of the folder. */
export type Dump = Uint8Array<ArrayBuffer>;

/** The file that marks a folder as a database. */
const MARK = "/PG_VERSION";

const LENGTH_BYTES = 4;

/** With a checksum and the length, since the runtime's zstd takes a file that was cut off for a whole one. */
export function packDump(dump: Dump, level: number): Buffer {
  const params = { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 };
  const length = Buffer.alloc(LENGTH_BYTES);
  length.writeUInt32LE(dump.byteLength);
  return Buffer.concat([zstdCompressSync(dump, { params }), length]);
}

/** Throws where the file is damaged or cut off. */
export function readDump(packed: Buffer): Dump {
  const end = packed.byteLength - LENGTH_BYTES;
  const dump = zstdDecompressSync(packed.subarray(0, end)) as Uint8Array<ArrayBuffer>;
  if (dump.byteLength !== packed.readUInt32LE(end)) throw new Error("The dump was cut off.");
  return dump;
}

/**
 * Writes the files by itself: through PGlite's file system they take ten times as long, and 100 MB that stay. The mark
 * comes last, when the disk has the others: where the process dies before, the next start unpacks all of them again.
 */
export async function unpackDump(dump: Dump, folder: string): Promise<void> {
  let mark: Uint8Array = new Uint8Array();
  for await (const { name, content } of readTar(Readable.from([dump]))) {
    const path = join(folder, name);
    if (name.endsWith("/")) fs.mkdirSync(path, { recursive: true, mode: 0o700 });
    else {
      const bytes = Buffer.concat(await Array.fromAsync(content));
      if (name === MARK) mark = bytes;
      else fs.writeFileSync(path, bytes, { mode: 0o600 });
    }
  }
  flushFolder(folder);
  fs.writeFileSync(join(folder, MARK), mark, { mode: 0o600 });
}
