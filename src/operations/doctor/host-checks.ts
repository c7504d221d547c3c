// What doctor checks of this machine and its settings: disk, backups, listeners, proxies.

import type { Config } from "../../foundation/config/config.ts";
import { certificateDates, dateError, isCertificateOf, isoDay, readTlsPair } from "../../foundation/config/tls.ts";
import { diskUse, megabytes } from "../../foundation/db/disk.ts";
import { hasReserve } from "../../foundation/db/disk-reserve.ts";
import { hasEmbedded } from "../../foundation/db/embedded-folder.ts";
import { StartupError } from "../../foundation/errors.ts";
import { neededMemory } from "../../foundation/metrics/needed-memory.ts";
import { descriptorUse, memoryUse } from "../../foundation/metrics/resources.ts";
import { lastBackup } from "../backup/last-backup.ts";
import { type Check, failed, passed, warned } from "./check.ts";
import { EXPIRES_SOON_DAYS } from "./live-certificate.ts";

const NEARLY_FULL = 0.95;
/** Less than this is full: Postgres writes its WAL in files of 16 MB. */
const FULL_BYTES = 64 * 1024 * 1024;
/** A start writes server.json. */
const FULL_WITH_POSTGRES_BYTES = 1024 * 1024;
const DAY_MS = 86_400_000;
const OLD_BACKUP_DAYS = 7;

export function hostChecks(config: Config, now: number): Check[] {
  return [
    ...checkDisk(config),
    ...checkReserve(config),
    ...checkMemory(config),
    ...checkOpenFiles(),
    ...checkBackups(config, now),
    ...checkAdminListener(config),
    ...checkProxies(config),
    ...checkCertificate(config, now),
  ];
}

function checkDisk({ dataDir, databaseUrl }: Config): Check[] {
  const disk = diskUse(dataDir);
  if (!disk || (databaseUrl && disk.used < NEARLY_FULL)) return [];
  const used = `${Math.floor(disk.used * 100)} % used, ${megabytes(disk.freeBytes)} MB free`;
  const effect = databaseUrl ? "the next start fails when it is full" : "calls fail when it is full";
  const remedy = `${effect}: free some space, or move DATA_DIR`;
  if (disk.freeBytes < (databaseUrl ? FULL_WITH_POSTGRES_BYTES : FULL_BYTES))
    return [failed("disk", `that of ${dataDir} is full (${used}): free some space`)];
  return disk.used >= NEARLY_FULL
    ? [warned("disk", `the disk of ${dataDir} is nearly full (${used}); ${remedy}`)]
    : [passed("disk", `that of ${dataDir}: ${used}`)];
}

function checkReserve({ dataDir, databaseUrl, environment }: Config): Check[] {
  if (databaseUrl || environment !== "production" || !hasEmbedded(dataDir) || hasReserve(dataDir)) return [];
  const remedy = "a running gateway creates it within ten minutes if there is space";
  return [
    warned("disk reserve", `there is none in ${dataDir}, so that a full disk prevents the next start: ${remedy}`),
  ];
}

/** Each connection is one, and so is each file of the database. */
const NEEDED_FILES = 1_024;

function checkMemory({ databaseUrl, backups }: Config): Check[] {
  const limit = memoryUse()?.limit;
  if (limit === undefined) return [];
  const hasTrials = backups?.isVerified === true;
  const needed = neededMemory(databaseUrl ? "postgres" : "embedded", hasTrials).needed * 1_000_000;
  const text = `the limit is ${megabytes(limit)} MB`;
  if (limit >= needed) return [passed("memory", text)];
  const what = hasTrials ? "a gateway that backs itself up" : "a gateway under load";
  const effect = `${what} needs ${megabytes(needed)} MB, and the system kills it without a line in its log`;
  return [warned("memory", `${text}: ${effect}`)];
}

function checkOpenFiles(): Check[] {
  const { limit } = descriptorUse();
  if (limit === null) return [];
  const text = `the limit is ${limit}`;
  return limit >= NEEDED_FILES
    ? [passed("open files", text)]
    : [warned("open files", `${text}, and each connection is one: raise it (LimitNOFILE, ulimit -n)`)];
}

/** A gateway that makes them by itself has a table of them. */
function checkBackups({ dataDir, databaseUrl, backups }: Config, now: number): Check[] {
  if (databaseUrl || backups || !hasEmbedded(dataDir)) return [];
  const last = lastBackup(dataDir);
  const remedy =
    "gateway backup <file> makes one while the gateway runs; with GATEWAY_BACKUP_DIR it makes them by itself";
  if (!last) return [warned("backups", `no backup of ${dataDir} is known: ${remedy}`)];
  const days = Math.floor((now - Date.parse(last.finished_at)) / DAY_MS);
  return days >= OLD_BACKUP_DAYS
    ? [warned("backups", `the last backup is ${days} days old (${last.file}): ${remedy}`)]
    : [passed("backups", `the last was made at ${last.finished_at} (${last.file})`)];
}

const isLoopback = (host: string) => host === "localhost" || host === "::1" || host.startsWith("127.");

function checkAdminListener({ host, adminPort, adminHost, environment }: Config): Check[] {
  const check = "admin listener";
  if (adminPort !== null) {
    if (isLoopback(adminHost)) return [passed(check, `at ${adminHost}, port ${adminPort}`)];
    return [
      warned(
        check,
        `ADMIN_HOST is ${adminHost}: make sure that only operators can reach port ${adminPort} there`,
        "set ADMIN_HOST to 127.0.0.1, or let a firewall pass only operators",
      ),
    ];
  }
  if (environment !== "production") return [];
  // A proxy on this machine may pass public paths only, which nothing here tells.
  if (isLoopback(host))
    return [passed(check, `at ${host} with the public API: doctor --live says whether a proxy passes it on`)];
  return [
    warned(
      check,
      `the admin API shares ${host} with the public API: set ADMIN_PORT, or refuse /admin and /metrics at a proxy`,
    ),
  ];
}

const NOT_YET =
  "compare this machine's clock; if it is right, wait for that day, or have a certificate made that is valid now";

function checkCertificate({ tls, baseUrl }: Config, now: number): Check[] {
  const check = "certificate";
  if (!tls) return [];
  try {
    const pair = readTlsPair(tls);
    const dates = certificateDates(pair);
    const wrong = dateError(dates, now);
    if (wrong) return [failed(check, wrong, now < dates.startsAt ? NOT_YET : undefined)];
    const host = baseUrl?.startsWith("https:") ? new URL(baseUrl).hostname : null;
    if (host && !isCertificateOf(pair, host)) {
      return [failed(check, `that of ${tls.certFile} is not for ${host}, the host of BASE_URL: clients refuse it`)];
    }
    const until = `${tls.certFile}, valid until ${isoDay(dates.expiresAt)}`;
    const days = Math.floor((dates.expiresAt - now) / DAY_MS);
    return days < EXPIRES_SOON_DAYS
      ? [warned(check, `the certificate of ${until}, expires in ${days} days: find out why it was not renewed`)]
      : [passed(check, until)];
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    // The inspection of the start reports files that cannot be served.
    return [];
  }
}

function checkProxies({ host, baseUrl, trustedProxies, tls }: Config): Check[] {
  const check = "proxies";
  if (
    trustedProxies &&
    "networks" in trustedProxies &&
    trustedProxies.networks.some((network) => network.endsWith("/0"))
  ) {
    return [
      warned(check, "TRUST_PROXY trusts every address, so any client can claim any address: list only the proxies"),
    ];
  }
  const isBehindProxy = baseUrl?.startsWith("https:") === true && tls === null;
  if (trustedProxies || !isBehindProxy || !isLoopback(host)) return [];
  return [
    warned(
      check,
      "a proxy serves BASE_URL, and TRUST_PROXY is not set: all clients share one address and its limit of refused calls; TRUST_PROXY=loopback names a proxy on this machine",
    ),
  ];
}
