// Secrets of a gateway on the embedded database: generated once, stored in DATA_DIR/secrets.json.
import { createHmac, randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { StartupError, sqlStateOf } from "../errors.ts";
import { flushPath } from "../flush-files.ts";
import { jsonErrorPlace } from "../schema/json-error.ts";
import { type KeyRing, parseKeyRing } from "./key-ring.ts";

export interface Secrets {
  keyRing: KeyRing;
  adminToken: string;
}

export function secretsFile(dataDir: string): string {
  return join(dataDir, "secrets.json");
}

/** The configured secrets, completed from the file, which is made (0600) where absent; throws `StartupError`. */
export function loadOrMakeSecrets(
  dataDir: string,
  configured: { keyRing: KeyRing | null; adminToken: string | null; isBootstrapOff?: boolean },
): Secrets {
  const { keyRing, isBootstrapOff = false } = configured;
  const tokenOf = (ring: KeyRing) => configured.adminToken ?? (isBootstrapOff ? tokenOfRing(ring) : null);
  const token = keyRing && tokenOf(keyRing);
  if (keyRing && token) return { keyRing, adminToken: token };
  const file = secretsFile(dataDir);
  const stored = existsSync(file) ? readStored(file) : null;
  const secretKeys = stored?.secret_keys ?? `k1:${randomBytes(32).toString("base64")}`;
  const adminToken = stored?.admin_token ?? `adm_${randomBytes(32).toString("base64url")}`;
  if (!stored) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeAtomically(file, `${JSON.stringify({ secret_keys: secretKeys, admin_token: adminToken }, null, 2)}\n`);
  }
  const ring = ringIn({ secret_keys: secretKeys }, file);
  return { keyRing: keyRing ?? ring, adminToken: tokenOf(keyRing ?? ring) ?? adminToken };
}

/** Why a start could not use the secrets file; null where it can, or needs none. */
export function secretsError(
  dataDir: string,
  configured: { keyRing: KeyRing | null; adminToken: string | null; isBootstrapOff: boolean },
): StartupError | null {
  const { keyRing, adminToken, isBootstrapOff } = configured;
  const file = secretsFile(dataDir);
  if ((keyRing && (adminToken || isBootstrapOff)) || !existsSync(file)) return null;
  try {
    ringIn(readStored(file), file);
    return null;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    return error;
  }
}

/** What a file that others than its owner may read needs; null for a private one. A start serves with it, and warns. */
export function exposedFile(file: string): { message: string; nextStep: string } | null {
  if (!existsSync(file) || (statSync(file).mode & 0o077) === 0) return null;
  return { message: `others can read it: chmod 600 ${file}`, nextStep: `run chmod 600 ${file}` };
}

/** The ring in force, which is not made here; null where there is none yet, or its file cannot be used. */
export function storedRing({ dataDir, keyRing }: { dataDir: string; keyRing: KeyRing | null }): KeyRing | null {
  const file = secretsFile(dataDir);
  if (keyRing || !existsSync(file)) return keyRing;
  const ring = secretsError(dataDir, { keyRing, adminToken: null, isBootstrapOff: false }) === null;
  return ring ? ringOf(readFileSync(file, "utf8"), file) : null;
}

/** Replaces a bootstrap token that is turned off, for commands on this machine; the same in every process. */
function tokenOfRing([{ macKey }]: KeyRing): string {
  return `adm_${createHmac("sha256", macKey).update("the token of server.json").digest("base64url")}`;
}

/** Writes to another name first: a crash leaves no half file, and the next start generates again. */
function writeAtomically(file: string, text: string): void {
  const unfinished = `${file}.new`;
  rmSync(unfinished, { force: true });
  writeFileSync(unfinished, text, { mode: 0o600, flush: true });
  chmodSync(unfinished, 0o600);
  renameSync(unfinished, file);
  flushPath(dirname(file));
}

/** The key ring in the text of a secrets file; throws `StartupError` where there is none. */
export const ringOf = (text: string, file: string): KeyRing => ringIn(parseStored(text, file), file);

function ringIn({ secret_keys: keys }: Pick<StoredSecrets, "secret_keys">, file: string): KeyRing {
  const ring = parseKeyRing(keys);
  if (typeof ring === "string") throw new StartupError(`${file}: secret_keys ${ring}`, { nextStep: ownCopy(file) });
  return ring;
}

function readStored(file: string): StoredSecrets {
  try {
    return parseStored(readFileSync(file, "utf8"), file);
  } catch (error) {
    const code = sqlStateOf(error);
    if (error instanceof StartupError) throw error;
    throw code === "EACCES" || code === "EPERM" ? forbidden(file, code) : unreadable(file);
  }
}

/** The file is whole: a backup in its place would be the wrong remedy. */
function forbidden(file: string, code: string): StartupError {
  const { uid, mode } = statSync(file);
  if (uid === process.getuid?.())
    return new StartupError(
      `${file} cannot be read (${code}): its mode ${(mode & 0o777).toString(8).padStart(3, "0")} keeps its owner out. Set it to 600 (chmod).`,
      { nextStep: `run chmod 600 ${file}` },
    );
  return new StartupError(
    `${file} cannot be read (${code}): it belongs to another user. Give it to the gateway's user (chown), with mode 600.`,
    { nextStep: `run chown <the gateway's user> ${file}, then chmod 600 ${file}` },
  );
}

/** A backup of the gateway has the file only where it was made with that option. */
export const ownCopy = (file: string) =>
  `put your own copy of the file at ${file}, with mode 600; a backup has it only if it was made with --with-secrets`;

const unreadable = (file: string, why = "") =>
  new StartupError(
    `${file} cannot be read as secrets${why}, and without it the stored tokens cannot be decrypted: ${ownCopy(file)}.`,
    { nextStep: ownCopy(file) },
  );

interface StoredSecrets {
  secret_keys: string;
  admin_token: string;
}

function parseStored(text: string, file: string): StoredSecrets {
  try {
    const stored = JSON.parse(text) as Record<string, unknown>;
    if (typeof stored.secret_keys === "string" && typeof stored.admin_token === "string") {
      return { secret_keys: stored.secret_keys, admin_token: stored.admin_token };
    }
  } catch {
    // Any failure is reported by the error below.
  }
  const place = jsonErrorPlace(text);
  throw unreadable(file, place === null ? " (it lacks secret_keys or admin_token)" : ` (not JSON from ${place})`);
}
