// More bytes than anybody wants: written for as long as the other side takes them, or packed into very few.
import { constants, createDeflateRaw } from "node:zlib";
import { MiB } from "./memory.ts";
import type { Wire } from "./tcp-upstream.ts";

/** Writes `block` up to so many times; gives how often the other side took it. */
export async function pour(wire: Wire, block: Uint8Array, times: number): Promise<number> {
  for (let i = 0; i < times; i++) {
    if (!(await wire.writeSlowly(block))) return i;
  }
  return times;
}

const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Gzip of so many MiB of spaces, in a thousandth of that; its end is missing. */
export async function gzipBomb(mebibytes: number): Promise<Uint8Array> {
  const block = await new Promise<Uint8Array>((resolve) => {
    // A raw deflate block that ends on a byte can be repeated without end.
    const deflate = createDeflateRaw({ level: 9 });
    const parts: Buffer[] = [];
    deflate.on("data", (part: Buffer) => parts.push(part));
    deflate.write(Buffer.alloc(MiB, " "));
    deflate.flush(constants.Z_FULL_FLUSH, () => resolve(Buffer.concat(parts)));
  });
  return Buffer.concat([GZIP_HEAD, ...Array(mebibytes).fill(block)]);
}
