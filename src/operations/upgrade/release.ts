// Finds a platform's archive in a release, by checksums that a release's key has signed, and unpacks its program.
import { createHash } from "node:crypto";
import { chmodSync, createReadStream, createWriteStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { readTar, TarError } from "../../foundation/db/tar.ts";
import { type ReleaseFiles, readSmall } from "./release-files.ts";
import { UpgradeError } from "./upgrade-error.ts";

const SUMS = "SHA256SUMS";
const SIGNATURE = "SHA256SUMS.sig";
const MAX_SUMS_BYTES = 65_536;
const MAX_SIGNATURE_BYTES = 4_096;
/** Four times today's archive, and twice today's program. */
const MAX_ARCHIVE_BYTES = 320_000_000;
const MAX_PROGRAM_BYTES = 400_000_000;
const MAX_SIGNATURES = 8;

export interface Archive {
  version: string;
  name: string;
  sha256: string;
}

export interface Wanted {
  /** As in an archive's name, such as `linux-x64`. */
  target: string;
  version: string | null;
  /** Public keys of releases: Ed25519 in base64 of SPKI. */
  keys: readonly string[];
  /** Takes a release by its checksums only. */
  isUnsigned: boolean;
}

/** The archive of the release for the platform, from verified checksums. */
export async function findArchive(files: ReleaseFiles, wanted: Wanted): Promise<Archive> {
  const sums = await readSmall(files, SUMS, MAX_SUMS_BYTES);
  if (sums === null) throw new UpgradeError("RELEASE_NOT_FOUND", `There is no ${SUMS} at ${files.place}.`);
  if (!wanted.isUnsigned) await assertSigned(files, sums, wanted.keys);
  const archives = archivesIn(new TextDecoder().decode(sums), wanted.target);
  const [archive] = archives.filter(({ version }) => wanted.version === null || version === wanted.version);
  if (archive && (archives.length === 1 || wanted.version !== null)) return archive;
  const versions = archives.map(({ version }) => version).join(", ") || "none";
  throw new UpgradeError(
    "RELEASE_NOT_FOUND",
    `${files.place} has ${versions} for ${wanted.target}${wanted.version === null ? "" : `, not ${wanted.version}`}: give a version that is there, or another place by --from.`,
  );
}

function archivesIn(sums: string, target: string): Archive[] {
  return sums.split("\n").flatMap((line) => {
    const [, sha256, name] = /^([0-9a-f]{64}) [ *](\S{1,200})$/.exec(line) ?? [];
    if (sha256 === undefined || name === undefined) return [];
    const [, version, platform] = /^gateway-(\d{1,6}\.\d{1,6}\.\d{1,6})-([a-z0-9-]{1,40})\.tar\.gz$/.exec(name) ?? [];
    return version !== undefined && platform === target ? [{ version, name, sha256 }] : [];
  });
}

async function assertSigned(
  files: ReleaseFiles,
  sums: Uint8Array<ArrayBuffer>,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0)
    throw new UpgradeError(
      "SIGNATURE_MISSING",
      "This build knows no key of releases, so it cannot verify a signature: check the release yourself and repeat with --unsigned, or give the key by --public-key.",
    );
  const signatures = await readSmall(files, SIGNATURE, MAX_SIGNATURE_BYTES);
  if (signatures === null)
    throw new UpgradeError(
      "SIGNATURE_MISSING",
      `There is no ${SIGNATURE} at ${files.place}, so the release is not taken.`,
    );
  const lines = new TextDecoder().decode(signatures).split("\n").filter(Boolean).slice(0, MAX_SIGNATURES);
  for (const key of keys) for (const line of lines) if (await isSignedBy(key, line, sums)) return;
  throw new UpgradeError(
    "SIGNATURE_WRONG",
    `${SIGNATURE} at ${files.place} is of no key that this version knows: the release is not taken. Compare the key on the project's page before you go on.`,
  );
}

async function isSignedBy(key: string, signature: string, signed: Uint8Array<ArrayBuffer>): Promise<boolean> {
  try {
    const imported = await crypto.subtle.importKey(
      "spki",
      new Uint8Array(Buffer.from(key, "base64")),
      "Ed25519",
      false,
      ["verify"],
    );
    return await crypto.subtle.verify("Ed25519", imported, new Uint8Array(Buffer.from(signature, "base64")), signed);
  } catch {
    // A line that is no signature, or a key of another kind, verifies nothing.
    return false;
  }
}

/** Stores the archive's program in the folder and returns its file. */
export async function fetchProgram(files: ReleaseFiles, archive: Archive, folder: string): Promise<string> {
  const packed = join(folder, "archive.tar.gz");
  const content = await files.open(archive.name);
  if (content === null) throw new UpgradeError("RELEASE_NOT_FOUND", `There is no ${archive.name} at ${files.place}.`);
  const hash = createHash("sha256");
  await pipeline(bounded(content, MAX_ARCHIVE_BYTES, archive.name, hash), createWriteStream(packed, { mode: 0o600 }));
  if (hash.digest("hex") !== archive.sha256)
    throw new UpgradeError(
      "RELEASE_DAMAGED",
      `${archive.name} does not have the checksum of ${SUMS}: it is damaged or was exchanged. Nothing was changed.`,
    );
  return unpackProgram(packed, folder, archive.name);
}

async function* bounded(
  content: AsyncIterable<Uint8Array>,
  maxBytes: number,
  name: string,
  hash?: { update(bytes: Uint8Array): unknown },
): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const bytes of content) {
    size += bytes.byteLength;
    if (size > maxBytes) throw new UpgradeError("RELEASE_DAMAGED", `${name} has more than ${maxBytes} bytes.`);
    hash?.update(bytes);
    yield bytes;
  }
}

async function unpackProgram(packed: string, folder: string, name: string): Promise<string> {
  const program = join(folder, "gateway");
  const unzipped = createReadStream(packed).pipe(createGunzip());
  try {
    for await (const entry of readTar(bounded(unzipped, 2 * MAX_PROGRAM_BYTES, name))) {
      if (entry.name !== "gateway") continue;
      await pipeline(
        bounded(entry.content, MAX_PROGRAM_BYTES, name),
        createWriteStream(program, { mode: 0o700, flush: true }),
      );
      chmodSync(program, 0o755);
      return program;
    }
  } catch (error) {
    // Z_ begins the codes of the gzip library.
    if (!(error instanceof TarError) && !String((error as { code?: string }).code).startsWith("Z_")) throw error;
    throw new UpgradeError("RELEASE_DAMAGED", `${name} cannot be unpacked: ${(error as Error).message}`);
  } finally {
    unzipped.destroy();
  }
  throw new UpgradeError("RELEASE_DAMAGED", `${name} contains no program.`);
}
