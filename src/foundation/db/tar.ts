// Tar archives as streams of any length: a backup can be listed and unpacked with `tar`, too.
import { pipeline } from "node:stream/promises";
import { extract, pack } from "tar-stream";

const BLOCK = 512;

/** A file, or a folder whose name ends with a slash. The content is read before the next entry is asked for. */
export interface TarEntry {
  name: string;
  size: number;
  content: AsyncIterable<Uint8Array>;
}

/** The archive is damaged or cut off. */
export class TarError extends Error {
  override name = "TarError";
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.byteLength > 0) yield bytes;
}

export const bytesEntry = (name: string, bytes: Uint8Array): TarEntry => ({
  name,
  size: bytes.byteLength,
  content: once(bytes),
});

export const folderEntry = (name: string): TarEntry => bytesEntry(`${name}/`, new Uint8Array());
export const textEntry = (name: string, text: string): TarEntry => bytesEntry(name, Buffer.from(text));

/** Reads as many entries as are taken from it; an error of theirs, or a wrong size, is its own. */
export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  const archive = pack();
  const fill = async () => {
    for await (const { name, size, content } of entries) {
      const kind = name.endsWith("/") ? ({ type: "directory", mode: 0o700 } as const) : { mode: 0o600 };
      await pipeline(content, archive.entry({ name, size, mtime: new Date(0), ...kind }));
    }
    archive.finalize();
  };
  fill().catch((error: Error) => archive.destroy(error));
  yield* archive as AsyncIterable<Uint8Array>;
}

/** Reads an archive that `writeTar` or the embedded database wrote; throws `TarError` where it is damaged or ends before its end. */
export async function* readTar(archive: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const reader = extract();
  let length = 0;
  let sourceError: unknown;
  async function* source() {
    try {
      for await (const bytes of archive) {
        length += bytes.byteLength;
        yield bytes;
      }
    } catch (error) {
      sourceError = error;
      throw error;
    }
  }
  async function* read<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    try {
      yield* items;
    } catch (error) {
      throw sourceError ?? new TarError("The archive is damaged or ends early.", { cause: error });
    }
  }
  const closed = pipeline(source, reader).catch(() => {
    // The reader gets the error.
  });
  let end = 0;
  try {
    for await (const entry of read(reader)) {
      const { name, type, size = 0 } = entry.header;
      end += BLOCK + Math.ceil(size / BLOCK) * BLOCK;
      // PGlite names a folder without the slash.
      const ending = type === "directory" && !name.endsWith("/") ? "/" : "";
      yield { name: `${name}${ending}`, size, content: read(entry as AsyncIterable<Uint8Array>) };
      entry.resume();
    }
  } finally {
    reader.destroy();
    await closed;
  }
  // The library takes an archive that was cut off between two entries for a whole one.
  if (length < end + BLOCK) throw new TarError("The archive ends early.");
}
