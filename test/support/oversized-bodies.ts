// Oversized response bodies: streamed while the other side reads, or as a gzip bomb.
import { constants, createDeflateRaw } from "node:zlib";
import { MiB } from "./memory.ts";
import type { Wire } from "./tcp-upstream.ts";

/** Writes `block` up to `times` times; returns how often the other side accepted it. */
export async function pour(wire: Wire, block: Uint8Array, times: number): Promise<number> {
  for (let i = 0; i < times; i++) {
    if (!(await wire.writeSlowly(block))) return i;
  }
  return times;
}

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Gzip of that many MiB of spaces in a thousandth of the size, without its end. */
export async function gzipBomb(mebibytes: number): Promise<Uint8Array> {
  const block = await new Promise<Uint8Array>((resolve) => {
    // A raw deflate block that ends on a byte boundary can be repeated.
    const deflate = createDeflateRaw({ level: 9 });
    const parts: Buffer[] = [];
    deflate.on("data", (part: Buffer) => parts.push(part));
    deflate.write(Buffer.alloc(MiB, " "));
    deflate.flush(constants.Z_FULL_FLUSH, () => resolve(Buffer.concat(parts)));
  });
  return Buffer.concat([GZIP_HEAD, ...Array(mebibytes).fill(block)]);
}
