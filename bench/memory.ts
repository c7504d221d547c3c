// Measures how much memory a binary needs: the least limit of a cgroup at which it starts, and at which every call succeeds.
// bun bench/memory.ts <binary> [Postgres or embedded, default both in turn] [program of the last release, for the upgrade, or -] [names of
// trials, default all]; on Linux with cgroup v1, as root.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { quarantineFile } from "../src/server/quarantine-file.ts";
import { ownPostgres } from "../test/support/postgres.ts";
import { connectOnce } from "./connect.ts";
import { OWN_CHECKOUT, type Program, programOf, SECRET_KEYS, send, startStub, stopAll } from "./processes.ts";

const [binary = "dist/gateway", only, lastRelease, ...whats] = process.argv.slice(2);
const KINDS = only === undefined ? ["Postgres", "embedded"] : [only];
const GROUP = `/sys/fs/cgroup/memory/gateway-bench-${process.pid}`;
const MB = 1_000_000;
/** Limits in MB, among which the least is searched by halves. */
const LIMITS = [
  96, 112, 128, 144, 160, 176, 192, 208, 224, 240, 256, 272, 288, 320, 352, 384, 448, 512, 576, 640, 704, 768, 896,
  1_024,
];
/** Where no limit is reached, which tells the peak. */
const AMPLE = 2_000;
/** The garbage collector's moments differ: a limit holds when this many trials are good. */
const CONFIRMATIONS = 3;
const PORT = 4_000 + (process.pid % 900);
const BASE = `http://127.0.0.1:${PORT}`;
const ADMIN_TOKEN = "admin-token-for-bench";
const USERS = 50;
const READY_MS = 40_000;
const LOOK_MS = 100;

interface Trial {
  /** Calls a second; none when idle. */
  rate: number;
  seconds: number;
  /** Whether a backup is made and verified meanwhile. */
  hasBackup?: boolean;
  /** Whether the database is that of the last release. */
  isUpgrade?: boolean;
}

const TRIALS: Record<string, Trial> = {
  start: { rate: 0, seconds: 20 },
  "60 calls/s": { rate: 60, seconds: 60 },
  "200 calls/s": { rate: 200, seconds: 60 },
  "backup at 60 calls/s": { rate: 60, seconds: 60, hasBackup: true },
  ...(lastRelease && lastRelease !== "-" && { "start after an upgrade": { rate: 0, seconds: 20, isUpgrade: true } }),
};

interface Outcome {
  isReady: boolean;
  calls: number;
  failed: number;
  /** Null while it runs; otherwise its code or signal. */
  ended: string | null;
  /** Without the cache of files that the kernel drops first, as `gateway doctor` counts. */
  peakMb: number;
  backup: string | null;
  warned: string | null;
}

interface Place {
  folder: string;
  env: Record<string, string>;
}

const numberIn = (file: string) => Number(readFileSync(join(GROUP, file), "utf8"));

function usedMb(): number {
  const cache = /^total_inactive_file (\d+)$/m.exec(readFileSync(join(GROUP, "memory.stat"), "utf8"))?.[1];
  return (numberIn("memory.usage_in_bytes") - Number(cache ?? 0)) / MB;
}

function run({ command, words, folder }: Program, env: Record<string, string>, log: string, isLimited: boolean) {
  const join_ = isLimited ? `echo $$ > ${GROUP}/cgroup.procs; ` : "";
  const out = openSync(log, "w");
  return spawn("sh", ["-c", `${join_}exec "$@"`, "sh", command, ...words, "serve"], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...env },
    stdio: ["ignore", out, out],
  });
}

async function isReadyIn(child: ChildProcess, ms: number): Promise<boolean> {
  const endAt = Date.now() + ms;
  while (Date.now() < endAt && child.exitCode === null && child.signalCode === null) {
    const response = await fetch(`${BASE}/health/ready`, { signal: AbortSignal.timeout(1_000) }).catch(() => null);
    if (response?.status === 200) return true;
    await Bun.sleep(50);
  }
  return false;
}

const ended = (child: ChildProcess) => child.signalCode ?? (child.exitCode === null ? null : String(child.exitCode));

async function stop(child: ChildProcess): Promise<void> {
  if (ended(child) !== null) return;
  child.kill("SIGTERM");
  await new Promise((resolve) => child.once("exit", resolve));
}

/** Calls at a fixed rate, whether or not earlier ones have returned. */
async function callAt(rate: number, seconds: number, keys: string[]): Promise<{ calls: number; failed: number }> {
  let [calls, failed] = [0, 0];
  const waiting: Promise<unknown>[] = [];
  const startedAt = performance.now();
  while (performance.now() - startedAt < seconds * 1_000) {
    for (; calls < ((performance.now() - startedAt) / 1_000) * rate; calls++) {
      const authorization = `Bearer ${keys[calls % keys.length]}`;
      const call = fetch(`${BASE}/api/v1/bench/thing`, {
        headers: { authorization },
        signal: AbortSignal.timeout(15_000),
      })
        .then(async (response) => {
          await response.arrayBuffer();
          if (response.status !== 200) failed++;
        })
        .catch(() => failed++);
      waiting.push(call);
    }
    await Bun.sleep(5);
  }
  await Promise.all(waiting);
  return { calls, failed };
}

async function tryAt(limitMb: number, trial: Trial, place: Place, keys: string[]): Promise<Outcome> {
  mkdirSync(GROUP, { recursive: true });
  writeFileSync(join(GROUP, "memory.limit_in_bytes"), String(limitMb * MB));
  // The program's pages count for the group that reads them first.
  execFileSync("dd", [`if=${binary}`, "iflag=nocache", "count=0"], { stdio: "ignore" });
  const log = join(place.folder, "log.txt");
  // A process that its limit holds up looks as if a plugin did, which then is out of use for ten minutes.
  rmSync(quarantineFile(place.env.DATA_DIR as string), { force: true });
  const backups = mkdtempSync(join(tmpdir(), "gateway-bench-backups-"));
  const env = { ...place.env, ...(trial.hasBackup && { GATEWAY_BACKUP_DIR: backups }) };
  const child = run(programOf(binary), env, log, true);
  let peakMb = 0;
  const timer = setInterval(() => {
    peakMb = Math.max(peakMb, usedMb());
  }, LOOK_MS);
  const isReady = await isReadyIn(child, READY_MS);
  let counted = { calls: 0, failed: 0 };
  const line = (event: string) =>
    readFileSync(log, "utf8")
      .split("\n")
      .find((one) => one.includes(`"${event}"`)) ?? null;
  let backup: string | null = null;
  if (isReady && trial.rate === 0) await Bun.sleep(trial.seconds * 1_000);
  while (isReady && trial.rate > 0) {
    const { calls, failed } = await callAt(trial.rate, trial.seconds, keys);
    counted = { calls: counted.calls + calls, failed: counted.failed + failed };
    backup = line("backup_made") ?? line("backup_failed");
    if (!trial.hasBackup || backup !== null || counted.calls > 240 * trial.rate || ended(child) !== null) break;
  }
  clearInterval(timer);
  const outcome = ended(child);
  await stop(child);
  const warned = line("memory_nearly_used");
  rmSync(backups, { recursive: true, force: true });
  return { isReady, ...counted, ended: outcome, peakMb: Math.round(peakMb), backup, warned };
}

const isGood = (outcome: Outcome, trial: Trial) =>
  outcome.isReady &&
  outcome.ended === null &&
  outcome.failed === 0 &&
  (!trial.hasBackup || outcome.backup?.includes('"verified":true') === true);

/** Users that have connected the stub, in the database of `program`. */
async function fillIn(program: Program, place: Place): Promise<string[]> {
  const child = run(program, place.env, join(place.folder, "filling.txt"), false);
  if (!(await isReadyIn(child, READY_MS))) throw new Error(readFileSync(join(place.folder, "filling.txt"), "utf8"));
  const keys: string[] = [];
  for (let i = 0; i < USERS; i++) {
    const email = `user${i}@example.com`;
    await send(`${BASE}/admin/v1/users`, ADMIN_TOKEN, { email, tier: "team" });
    const made = await send<{ key: string }>(`${BASE}/admin/v1/keys`, ADMIN_TOKEN, { user: email, permissions: ["*"] });
    await connectOnce(PORT, made.key);
    keys.push(made.key);
  }
  await callAt(300, 30, keys);
  await stop(child);
  return keys;
}

function placeOf(stub: string, databaseUrl: string | null): Place {
  const folder = mkdtempSync(join(tmpdir(), "gateway-bench-memory-"));
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  const urls = { authorizationUrl: `${stub}/authorize`, tokenUrl: `${stub}/token`, identityUrl: `${stub}/me` };
  const providers = join(folder, "providers.json");
  writeFileSync(providers, JSON.stringify({ bench: { clientId: "c", clientSecret: "s", ...urls, baseUrl: stub } }));
  const env = {
    PORT: String(PORT),
    DATA_DIR: join(folder, "data"),
    LOG_LEVEL: "info",
    GATEWAY_PLUGINS_DIR: join(OWN_CHECKOUT, "bench/plugins"),
    GATEWAY_PROVIDERS_FILE: providers,
    GATEWAY_ADMIN_TOKEN: ADMIN_TOKEN,
    GATEWAY_SECRET_KEYS: SECRET_KEYS,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  return { folder, env };
}

const postgres = await ownPostgres();
const stub = await startStub();
for (const kind of KINDS) {
  const database = kind === "Postgres" ? await postgres.createDatabase() : null;
  const place = placeOf(stub, database);
  const keys = await fillIn(programOf(binary), place);
  let old: { place: Place; database: string | null } | null = null;
  if (lastRelease && lastRelease !== "-") {
    const oldDatabase = kind === "Postgres" ? await postgres.createDatabase() : null;
    old = { place: placeOf(stub, oldDatabase), database: oldDatabase };
    await fillIn(programOf(lastRelease), old.place);
  }
  for (const [what, trial] of Object.entries(TRIALS)) {
    if (whats.length > 0 && !whats.includes(what)) continue;
    const good = async (limitMb: number) => {
      const at = trial.isUpgrade && old ? await copyOf(old, kind) : place;
      const outcome = await tryAt(limitMb, trial, at, keys);
      console.log(JSON.stringify({ kind, what, limitMb, ...outcome }));
      return isGood(outcome, trial);
    };
    await good(AMPLE);
    const least = await leastGood(good);
    console.log(`${kind}, ${what}: ${least === null ? "none" : `${least} MB`}`);
  }
}

async function leastGood(good: (limitMb: number) => Promise<boolean>): Promise<number | null> {
  let [low, high] = [0, LIMITS.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (await good(LIMITS[middle] as number)) high = middle;
    else low = middle + 1;
  }
  for (let i = high; i < LIMITS.length; i++) {
    let confirmed = 1;
    while (confirmed < CONFIRMATIONS && (await good(LIMITS[i] as number))) confirmed++;
    if (confirmed === CONFIRMATIONS) return LIMITS[i] as number;
  }
  return null;
}

async function copyOf({ place, database }: { place: Place; database: string | null }, kind: string): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "gateway-bench-memory-"));
  cpSync(place.folder, folder, { recursive: true });
  const env = { ...place.env, DATA_DIR: join(folder, "data") };
  if (kind !== "Postgres" || !database) return { folder, env };
  return { folder, env: { ...env, DATABASE_URL: await postgres.createDatabase(database) } };
}

stopAll();
await postgres.end();
rmdirSync(GROUP);
process.exit(0);
