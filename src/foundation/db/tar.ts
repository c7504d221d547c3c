// Tar archives (POSIX ustar) as streams of any length: a backup can be listed and unpacked with `tar`, too.

const BLOCK = 512;
const NAME_BYTES = 100;
const TYPE_FOLDER = "5";

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

/** Ends with two empty blocks, by which a reader knows a whole archive. */
export async function* writeTar(entries: AsyncIterable<TarEntry>): AsyncGenerator<Uint8Array> {
  for await (const { name, size, content } of entries) {
    yield headerOf(name, size);
    let written = 0;
    for await (const bytes of content) {
      written += bytes.byteLength;
      yield bytes;
    }
    if (written !== size) throw new TarError(`"${name}" has ${written} bytes instead of ${size}.`);
    yield new Uint8Array(paddingOf(size));
  }
  yield new Uint8Array(2 * BLOCK);
}

const paddingOf = (size: number) => (BLOCK - (size % BLOCK)) % BLOCK;

/** The fields of a header and where they stand (POSIX.1-2017, pax, "ustar Interchange Format"). */
const FIELDS = { name: 0, mode: 100, uid: 108, gid: 116, size: 124, time: 136, sum: 148, type: 156, magic: 257 };

function headerOf(name: string, size: number): Uint8Array {
  const header = Buffer.alloc(BLOCK);
  if (Buffer.byteLength(name) > NAME_BYTES) throw new TarError(`"${name}" is too long for a tar archive.`);
  const isFolder = name.endsWith("/");
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  header.write(name, FIELDS.name);
  header.write(octal(isFolder ? 0o700 : 0o600, 7), FIELDS.mode);
  header.write(octal(0, 7), FIELDS.uid);
  header.write(octal(0, 7), FIELDS.gid);
  header.write(octal(size, 11), FIELDS.size);
  header.write(octal(0, 11), FIELDS.time);
  header.write(isFolder ? TYPE_FOLDER : "0", FIELDS.type);
  header.write("ustar\u000000", FIELDS.magic);
  header.write(`${octal(checksumOf(header), 6)}\0 `, FIELDS.sum);
  return header;
}

/** The sum of all bytes, with the checksum's own as spaces. */
function checksumOf(header: Uint8Array): number {
  return header.reduce((sum, byte, at) => sum + (at >= FIELDS.sum && at < FIELDS.type ? 0x20 : byte), 0);
}

/** Reads an archive that `writeTar` or the embedded database wrote; throws `TarError` where it is damaged or ends before its end. */
export async function* readTar(archive: AsyncIterable<Uint8Array>): AsyncGenerator<TarEntry> {
  const bytes = archive[Symbol.asyncIterator]();
  let rest: Uint8Array = Buffer.of();
  /** Up to `most` bytes. */
  const take = async (most: number): Promise<Uint8Array> => {
    while (rest.byteLength === 0) {
      const { done, value } = await bytes.next();
      if (done) throw new TarError("The archive ends early.");
      rest = value;
    }
    const taken = rest.subarray(0, most);
    rest = rest.subarray(taken.byteLength);
    return taken;
  };
  async function* takeAll(size: number): AsyncGenerator<Uint8Array> {
    for (let left = size; left > 0; ) {
      const taken = await take(left);
      left -= taken.byteLength;
      yield taken;
    }
  }
  const block = async () => Buffer.concat(await Array.fromAsync(takeAll(BLOCK)));
  try {
    for (let header = await block(); header.some((byte) => byte !== 0); header = await block()) {
      const { name, size } = readHeader(header);
      const content = takeAll(size);
      yield { name, size, content };
      for await (const _ of content);
      for await (const _ of takeAll(paddingOf(size)));
    }
    // To its end, where the source says whether it was whole.
    for (let { done } = await bytes.next(); !done; { done } = await bytes.next());
  } finally {
    // The source is a file or a connection, which stays open otherwise.
    await bytes.return?.();
  }
}

function readHeader(header: Buffer): { name: string; size: number } {
  const text = (at: number, length: number) =>
    header.toString("latin1", at, at + length).split(/[\0 ]/, 1)[0] as string;
  const number = (at: number, length: number) => Number.parseInt(text(at, length), 8);
  if (number(FIELDS.sum, 8) !== checksumOf(header)) throw new TarError("The archive is damaged.");
  const [name, size] = [text(FIELDS.name, NAME_BYTES), number(FIELDS.size, 12)];
  // PGlite names a folder without the slash.
  return { name: text(FIELDS.type, 1) === TYPE_FOLDER && !name.endsWith("/") ? `${name}/` : name, size };
}
