// The sealed form of a backup's file: it comes back whole, and any cut, swap, repetition or changed byte is refused.
import { expect, test } from "bun:test";
import fc from "fast-check";
import { TarError } from "../../../src/foundation/db/tar.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { CHUNK_BYTES, openStream, SealError, sealStream } from "../../../src/operations/backup/sealed-stream.ts";
import { ringNamed } from "./sample.ts";

const SEALED_CHUNK = CHUNK_BYTES + 16;
const vault = createVault(ringNamed("k1"));

async function* inPieces(bytes: Uint8Array, size: number) {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size);
}
const bytesOf = async (stream: AsyncIterable<Uint8Array>) => Buffer.concat(await Array.fromAsync(stream));
const seal = (bytes: Uint8Array, piece = 100_000) => bytesOf(sealStream(vault, inPieces(bytes, piece)));
const open = (bytes: Uint8Array, piece = 100_000) => bytesOf(openStream(vault, inPieces(bytes, piece)));
const contentOf = (length: number) => Buffer.from(Uint8Array.from({ length }, (_, i) => (i * 31 + (i >> 8)) & 255));

const LENGTHS = [0, 1, 1_000, CHUNK_BYTES - 1, CHUNK_BYTES, CHUNK_BYTES + 1, 2 * CHUNK_BYTES, 3 * CHUNK_BYTES + 7];

test("R-46: content of any length comes back, however its bytes arrive; what is not sealed passes", async () => {
  const property = fc.asyncProperty(
    fc.constantFrom(...LENGTHS),
    fc.integer({ min: 4_000, max: 900_000 }),
    fc.integer({ min: 4_000, max: 900_000 }),
    async (length, written, read) => {
      const content = contentOf(length);
      const sealed = await seal(content, written);
      expect((await open(sealed, read)).equals(content)).toBe(true);
      expect((await open(content, read)).equals(content)).toBe(true);
    },
  );
  await fc.assert(property, { numRuns: 25 });
});

test("R-46: any cut, any changed byte, and any chunk that is moved, repeated or left out is refused", async () => {
  const sealed = await seal(contentOf(3 * CHUNK_BYTES + 7));
  const header = sealed.indexOf(10) + 1;
  const chunks = Array.from({ length: 4 }, (_, i) =>
    sealed.subarray(header + i * SEALED_CHUNK, Math.min(header + (i + 1) * SEALED_CHUNK, sealed.byteLength)),
  );
  const edges = [0, 1, 2, 3, 4].map((i) => Math.min(header + i * SEALED_CHUNK, sealed.byteLength));
  const position = fc.oneof(
    fc.integer({ min: 0, max: sealed.byteLength - 1 }),
    fc.integer({ min: 0, max: header + 1 }),
    fc.constantFrom(...edges.slice(0, -1)),
  );
  const changed = fc.oneof(
    position.map((at) => sealed.subarray(0, at)),
    fc
      .tuple(position, fc.integer({ min: 1, max: 255 }))
      .map(([at, bits]) => sealed.with(at, (sealed[at] as number) ^ bits)),
    fc
      .array(fc.nat(3), { maxLength: 6 })
      .filter((order) => order.join() !== "0,1,2,3")
      .map((order) => Buffer.concat([sealed.subarray(0, header), ...order.map((i) => chunks[i] as Buffer)])),
    fc.uint8Array({ minLength: 1, maxLength: 40 }).map((more) => Buffer.concat([sealed, more])),
  );
  const content = contentOf(3 * CHUNK_BYTES + 7);
  const property = fc.asyncProperty(changed, async (bytes) => {
    const opened = await open(Buffer.from(bytes)).catch((error: unknown) => error);
    if (Buffer.isBuffer(opened)) {
      // The prefix was changed or cut: the file no longer claims to be sealed, and is refused as what it is not.
      expect(Buffer.from(bytes.subarray(0, 22)).equals(sealed.subarray(0, 22))).toBe(false);
      expect(opened.equals(content)).toBe(false);
    } else expect(opened instanceof TarError || opened instanceof SealError).toBe(true);
  });
  await fc.assert(property, { numRuns: 300 });
});

test("R-46: chunks of another file do not open, nor does another ring, one without the key, or none", async () => {
  const [one, two] = [await seal(contentOf(2 * CHUNK_BYTES)), await seal(contentOf(2 * CHUNK_BYTES))];
  const header = one.indexOf(10) + 1;
  const mixed = Buffer.concat([one.subarray(0, header + SEALED_CHUNK), two.subarray(header + SEALED_CHUNK)]);
  expect(await open(mixed).catch((error: unknown) => error)).toBeInstanceOf(TarError);
  const vaults = [createVault(ringNamed("k1", 2)), createVault(ringNamed("k2")), null];
  const messages = await Promise.all(
    vaults.map((other) =>
      bytesOf(openStream(other, inPieces(one, 1_000))).then(
        () => "opened",
        (error: Error) => error.message,
      ),
    ),
  );
  expect(messages).toEqual([
    expect.stringContaining('"k1" of the key ring, and that of the key ring here does not open it'),
    expect.stringContaining('"k1" of the key ring, which the key ring lacks'),
    expect.stringContaining('"k1" of the key ring, which is missing'),
  ]);
});
