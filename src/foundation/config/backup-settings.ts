// Reads the settings of backups that the gateway makes by itself: where they go, how often, and how many stay.
import { resolve } from "node:path";

export interface S3Settings {
  /** Without a trailing slash. */
  endpoint: string;
  bucket: string;
  /** Before the name of each object; empty, or with a slash at its end. */
  prefix: string;
  region: string;
  accessKey: string;
  secretKey: string;
}

export interface BackupSettings {
  place: { folder: string } | { s3: S3Settings };
  everyMs: number;
  /** How many stay, or for how long. */
  keep: { backups: number } | { forMs: number };
  /** Whether each is restored into a scratch database. */
  isVerified: boolean;
}

const UNIT_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };
const LEAST_MS = 15 * 60_000;
const MOST_MS = 366 * 86_400_000;
const MAX_BACKUPS = 10_000;
const S3 = "GATEWAY_BACKUP_S3_";
const S3_NAMES = ["ENDPOINT", "BUCKET", "ACCESS_KEY", "SECRET_KEY"] as const;
const REGION = "us-east-1";

type Value = (name: string) => string | undefined;

/** Null where no place is set. An error names the setting and never its value, which may be a key. */
export function readBackups(value: Value, errors: string[]): BackupSettings | null {
  const folder = value("GATEWAY_BACKUP_DIR");
  const ofBucket: string[] = [];
  const s3 = readS3(value, ofBucket);
  const isBoth = folder !== undefined && (s3 !== null || ofBucket.length > 0);
  // What else one of the two needs is of no use until the other is gone.
  if (isBoth) errors.push("GATEWAY_BACKUP_DIR and GATEWAY_BACKUP_S3_… exclude each other: set one place.");
  else errors.push(...ofBucket);
  const everyMs = readEvery(value("GATEWAY_BACKUP_EVERY"), errors);
  const keep = readKeep(value("GATEWAY_BACKUP_KEEP"), errors);
  const verify = value("GATEWAY_BACKUP_VERIFY") ?? "true";
  if (verify !== "true" && verify !== "false") errors.push("GATEWAY_BACKUP_VERIFY must be true or false.");
  if (folder === undefined && s3 === null) return null;
  const place = folder === undefined && s3 ? { s3 } : { folder: resolve(folder as string) };
  return { place, everyMs, keep, isVerified: verify === "true" };
}

function readS3(value: Value, errors: string[]): S3Settings | null {
  const [endpoint, bucket, accessKey, secretKey] = S3_NAMES.map((name) => value(S3 + name));
  const [prefix = "", region = REGION] = [value(`${S3}PREFIX`), value(`${S3}REGION`)];
  const given = [endpoint, bucket, accessKey, secretKey];
  if (given.every((one) => one === undefined)) return null;
  const missing = S3_NAMES.filter((_, i) => given[i] === undefined);
  if (missing.length > 0) {
    errors.push(`${missing.map((name) => S3 + name).join(", ")} must be set too.`);
    return null;
  }
  if (!isEndpoint(endpoint as string))
    errors.push(`${S3}ENDPOINT must be a URL without a path, such as https://s3.eu-central-1.amazonaws.com.`);
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(bucket as string))
    errors.push(
      `${S3}BUCKET must be the name of a bucket: 3 to 63 lower-case letters, digits, hyphens and dots, without a URL.`,
    );
  if (!/^[A-Za-z0-9/_.-]{0,200}$/.test(prefix))
    errors.push(`${S3}PREFIX may have letters, digits, /, _, . and -, 200 at most.`);
  if (!/^[a-z0-9-]{1,40}$/.test(region)) errors.push(`${S3}REGION must be a region, such as eu-central-1.`);
  const trimmed = prefix.replace(/^\/+/, "");
  return {
    endpoint: (endpoint as string).replace(/(?<!\/)\/+$/, ""),
    bucket: bucket as string,
    prefix: trimmed === "" || trimmed.endsWith("/") ? trimmed : `${trimmed}/`,
    region,
    accessKey: accessKey as string,
    secretKey: secretKey as string,
  };
}

/** Plain HTTP is for a server on this machine or in the own network: the file is sealed, and requests are signed. */
function isEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, search, hash, username, password } = new URL(text);
  return (
    (protocol === "https:" || protocol === "http:") && pathname === "/" && search + hash + username + password === ""
  );
}

/** Milliseconds of a number with a unit; NaN for anything else. */
function duration(text: string): number {
  const [, number, unit = ""] = /^(\d{1,6})([mhd])$/.exec(text) ?? [];
  return Number(number) * (UNIT_MS[unit] ?? Number.NaN);
}

function readEvery(text: string | undefined, errors: string[]): number {
  const ms = duration(text ?? "24h");
  if (!(ms >= LEAST_MS && ms <= MOST_MS))
    errors.push("GATEWAY_BACKUP_EVERY must be a time from 15m to 366d, such as 30m, 24h or 7d.");
  return ms;
}

function readKeep(text: string | undefined, errors: string[]): BackupSettings["keep"] {
  const backups = /^\d{1,5}$/.test(text ?? "7") ? Number(text ?? "7") : null;
  if (backups !== null && backups >= 1 && backups <= MAX_BACKUPS) return { backups };
  const forMs = backups === null ? duration(text as string) : Number.NaN;
  if (!(forMs >= LEAST_MS && forMs <= 10 * MOST_MS))
    errors.push(`GATEWAY_BACKUP_KEEP must be a number of backups from 1 to ${MAX_BACKUPS}, or a time such as 30d.`);
  return { forMs };
}
