// Tar archives as streams: what is written comes back, a cut or a changed byte is noticed, and nobody reads ahead.
import { describe, expect, test } from "bun:test";
import { folderEntry, readTar, type TarEntry, TarError, textEntry, writeTar } from "../../../src/foundation/db/tar.ts";
import { rejection } from "../../support/rejection.ts";

const BLOCK = 512;
const SAMPLE: [string, string][] = [
  ["a/1", "one"],
  ["a/empty", ""],
  ["b", "x".repeat(3 * BLOCK)],
];

async function* sample(): AsyncGenerator<TarEntry> {
  yield folderEntry("a");
  for (const [name, text] of SAMPLE) yield textEntry(name, text);
}

const whole = async () => Buffer.concat(await Array.fromAsync(writeTar(sample())));

async function* inChunks(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}

async function textsOf(archive: AsyncIterable<Uint8Array>): Promise<[string, string][]> {
  const texts: [string, string][] = [];
  for await (const { name, content } of readTar(archive)) {
    texts.push([name, Buffer.concat(await Array.fromAsync(content)).toString()]);
  }
  return texts;
}

describe("a tar archive", () => {
  test.each([1, 511, 512, 513, 100_000])("is read back in chunks of %d bytes", async (size) => {
    expect(await textsOf(inChunks(await whole(), size))).toEqual([["a/", ""], ...SAMPLE]);
  });

  test("contents that nobody reads are passed over", async () => {
    const names = await Array.fromAsync(readTar(inChunks(await whole(), 700)), ({ name }) => name);
    expect(names).toEqual(["a/", ...SAMPLE.map(([name]) => name)]);
  });

  test("that is cut anywhere before its end is a TarError, also between two entries", async () => {
    const bytes = await whole();
    // The end is two empty blocks, of which one is enough.
    for (let at = 0; at < bytes.byteLength - BLOCK; at += at % BLOCK === 0 ? 1 : BLOCK - 1) {
      const error = await rejection(textsOf(inChunks(bytes.subarray(0, at), 700)));
      expect([at, error instanceof TarError]).toEqual([at, true]);
    }
  });

  test("whose header has a changed byte is a TarError", async () => {
    const bytes = await whole();
    for (let at = 0; at < 148; at += 7) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 0x10;
      expect(await rejection(textsOf(inChunks(changed, 700)))).toBeInstanceOf(TarError);
    }
  });

  test("passes on the error of its source, on both ways", async () => {
    const bytes = await whole();
    async function* brokenBytes() {
      yield bytes.subarray(0, 3 * BLOCK);
      throw new RangeError("the disk is gone");
    }
    async function* brokenEntries() {
      yield* sample();
      throw new RangeError("the disk is gone");
    }
    expect(await rejection(textsOf(brokenBytes()))).toBeInstanceOf(RangeError);
    expect(await rejection(Array.fromAsync(writeTar(brokenEntries())))).toBeInstanceOf(RangeError);
  });

  test("closes its source when its reader stops", async () => {
    const bytes = await whole();
    let isClosed = false;
    async function* source() {
      try {
        for (;;) yield bytes.subarray(0, 2 * BLOCK);
      } finally {
        isClosed = true;
      }
    }
    for await (const _ of readTar(source())) break;
    expect(isClosed).toBe(true);
  });

  test("is written no faster than it is read", async () => {
    const CHUNK = 64 * 1024;
    const CHUNKS = 256;
    let made = 0;
    async function* content() {
      for (; made < CHUNKS; made++) yield new Uint8Array(CHUNK);
    }
    async function* entries(): AsyncGenerator<TarEntry> {
      yield { name: "large", size: CHUNKS * CHUNK, content: content() };
    }
    let read = 0;
    let ahead = 0;
    for await (const bytes of writeTar(entries())) {
      // Whoever writes has time to.
      await new Promise<void>((resolve) => void setImmediate(resolve));
      read += bytes.byteLength;
      ahead = Math.max(ahead, made * CHUNK - read);
    }
    expect(made).toBe(CHUNKS);
    expect(ahead).toBeLessThan(8 * CHUNK);
  });
});
