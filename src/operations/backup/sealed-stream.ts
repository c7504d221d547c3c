// A backup's file sealed with the key ring: chunks under a key of its own, each with its number and whether it is the last one.
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { TarError } from "../../foundation/db/tar.ts";
import { DecryptionError, type Vault } from "../../foundation/vault/vault.ts";
import { BackupError } from "./format.ts";

const PREFIX = "gateway-sealed-backup-";
/** The format's number, the file's id, and the key of its chunks, sealed by the ring. */
const HEADER = /^gateway-sealed-backup-1 ([0-9a-f-]{36}) (([A-Za-z0-9_-]{1,32})\.[A-Za-z0-9_-]{1,120})\n$/;
const MAX_HEADER_BYTES = 256;
export const CHUNK_BYTES = 256 * 1024;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const NEWLINE = 0x0a;

const keyContext = (id: string) => `backups/${id}/key`;

/** The key ring that is here does not open the file. */
export class SealError extends BackupError {
  override name = "SealError";
}

interface Chunk {
  bytes: Buffer;
  isLast: boolean;
}

/** Cuts a stream into chunks of a size; the last one may be shorter, and is always there. */
async function* chunksOf(source: AsyncIterable<Uint8Array>, size: number): AsyncGenerator<Chunk> {
  let pending: Uint8Array[] = [];
  let length = 0;
  for await (const bytes of source) {
    pending.push(bytes);
    length += bytes.byteLength;
    if (length <= size) continue;
    const whole = Buffer.concat(pending, length);
    let at = 0;
    for (; whole.byteLength - at > size; at += size) yield { bytes: whole.subarray(at, at + size), isLast: false };
    pending = [whole.subarray(at)];
    length = whole.byteLength - at;
  }
  yield { bytes: Buffer.concat(pending, length), isLast: true };
}

/** The chunk's number is its nonce: the key seals this one file. */
function nonceOf(number: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(number), 4);
  return nonce;
}

/** A chunk that was moved, taken out, or cut off behind does not open: header, number and end are authenticated with it. */
const contextOf = (header: Buffer, number: number, isLast: boolean) =>
  Buffer.concat([header, nonceOf(number), Buffer.of(isLast ? 1 : 0)]);

export async function* sealStream(
  vault: Pick<Vault, "seal">,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const id = crypto.randomUUID();
  const key = randomBytes(KEY_BYTES);
  const header = Buffer.from(`${PREFIX}1 ${id} ${vault.seal(key, keyContext(id))}\n`);
  yield header;
  let number = 0;
  for await (const { bytes, isLast } of chunksOf(source, CHUNK_BYTES)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonceOf(number));
    cipher.setAAD(contextOf(header, number++, isLast));
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Passes a stream on that is not sealed, and opens one that is. Throws `TarError` where it was altered or cut off. */
export async function* openStream(
  vault: Pick<Vault, "keyIds" | "openBytes"> | null,
  source: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const reader = source[Symbol.asyncIterator]();
  try {
    const { head, end } = await readHead(reader);
    const rest = { [Symbol.asyncIterator]: () => rejoined(head.subarray(end), reader) };
    if (head.subarray(0, PREFIX.length).toString("latin1") !== PREFIX) yield* rest;
    else yield* openChunks(head.subarray(0, end), vault, rest);
  } finally {
    await reader.return?.();
  }
}

async function* openChunks(
  header: Buffer,
  vault: Pick<Vault, "keyIds" | "openBytes"> | null,
  rest: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  const key = keyOf(header, vault);
  let number = 0;
  for await (const { bytes, isLast } of chunksOf(rest, CHUNK_BYTES + TAG_BYTES)) {
    if (bytes.byteLength < TAG_BYTES) throw new TarError("The file was cut off.");
    const decipher = createDecipheriv("aes-256-gcm", key, nonceOf(number));
    decipher.setAAD(contextOf(header, number++, isLast));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const opened = decipher.update(bytes.subarray(0, -TAG_BYTES));
    try {
      decipher.final();
    } catch {
      throw new TarError("The file is damaged or was cut off.");
    }
    yield opened;
  }
}

/** The first bytes, and where those of the header end; 0 in a file that is not sealed. */
async function readHead(reader: AsyncIterator<Uint8Array>): Promise<{ head: Buffer; end: number }> {
  let head = Buffer.alloc(0);
  while (head.byteLength < MAX_HEADER_BYTES) {
    const { done, value } = await reader.next();
    if (done) break;
    head = Buffer.concat([head, value]);
  }
  if (head.subarray(0, PREFIX.length).toString("latin1") !== PREFIX) return { head, end: 0 };
  return { head, end: head.subarray(0, MAX_HEADER_BYTES).indexOf(NEWLINE) + 1 };
}

async function* rejoined(first: Uint8Array, reader: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  for (let step = await reader.next(); !step.done; step = await reader.next()) yield step.value;
}

function keyOf(header: Buffer, vault: Pick<Vault, "keyIds" | "openBytes"> | null): Uint8Array {
  const [, id, sealed, ringKey] = HEADER.exec(header.toString("latin1")) ?? [];
  if (id === undefined || sealed === undefined)
    throw new TarError("The file's header is damaged, or of a newer version.");
  const needed = `the backup is sealed with "${ringKey}" of the key ring`;
  if (!vault)
    throw new SealError(`${needed}, which is missing: put secrets.json into DATA_DIR, or set GATEWAY_SECRET_KEYS.`);
  const remedy = "Set GATEWAY_SECRET_KEYS to the key ring from the time of the backup.";
  if (!vault.keyIds.includes(ringKey as string)) throw new SealError(`${needed}, which the key ring lacks. ${remedy}`);
  try {
    return vault.openBytes(sealed, keyContext(id));
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    throw new SealError(
      `${needed}, and that of the key ring here does not open it: it is another key, or the file is damaged. ${remedy}`,
    );
  }
}
