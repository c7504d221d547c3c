// The checksum at the end of a backup's file, in a frame that every zstd skips.
import { createHash } from "node:crypto";
import { TarError } from "../../foundation/db/tar.ts";

const DIGEST_BYTES = 32;
/** The magic number and the length of a skippable frame (RFC 8878, section 3.1.2), which every zstd ignores. */
const TRAILER_HEAD = Buffer.from([0x50, 0x2a, 0x4d, 0x18, DIGEST_BYTES, 0, 0, 0]);
const TRAILER_BYTES = TRAILER_HEAD.byteLength + DIGEST_BYTES;

/** Adds the SHA-256 of the whole file: zstd does not notice when its last bytes are missing. */
export async function* withTrailer(compressed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  for await (const bytes of compressed) {
    hash.update(bytes);
    yield bytes;
  }
  yield Buffer.concat([TRAILER_HEAD, hash.digest()]);
}

/** Holds back the last bytes, which are the checksum of what it has passed on; throws `TarError` where they are not. */
export async function* withoutTrailer(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const hash = createHash("sha256");
  let held = Buffer.alloc(0);
  for await (const bytes of file) {
    const joined = Buffer.concat([held, bytes]);
    const passed = joined.subarray(0, Math.max(0, joined.byteLength - TRAILER_BYTES));
    held = joined.subarray(passed.byteLength);
    if (passed.byteLength === 0) continue;
    hash.update(passed);
    yield passed;
  }
  const isTrailer = held.byteLength === TRAILER_BYTES && held.subarray(0, TRAILER_HEAD.byteLength).equals(TRAILER_HEAD);
  if (!isTrailer) throw new TarError("The file was cut off.");
  if (!hash.digest().equals(held.subarray(TRAILER_HEAD.byteLength))) throw new TarError("The file is damaged.");
}
