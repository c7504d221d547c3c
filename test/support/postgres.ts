// A real Postgres for tests: one temporary cluster per run, with databases on request.
import { execFile, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import postgres from "postgres";
import { embeddedBinaries, systemBinaries } from "./postgres-binaries.ts";

export interface TestPostgres {
  /** The administrator's URL of the database `postgres`. */
  url: string;
  /** `TEST_DATABASE_URL`, or the folder of the binaries. */
  source: string;
  /** The cluster's folder; null with `TEST_DATABASE_URL`. */
  folder: string | null;
  /** Creates a database, optionally a copy of `template` (a URL from this function, or a name); returns its URL. */
  createDatabase(template?: string): Promise<string>;
  /** Drops a database and closes its connections. */
  dropDatabase(url: string): Promise<void>;
}

interface Cluster {
  url: string;
  source: string;
  folder: string | null;
}
/** A cluster started by this process. */
interface OwnCluster extends Cluster {
  folder: string;
  /** Restarts as after a crash, without waiting for the server. */
  restart(): void;
  /** Stops the server and removes its folder. */
  end(): Promise<void>;
}
interface Owner {
  uid?: number;
  gid?: number;
}

const SHARED = Symbol.for("gateway.testPostgres");
const START_TIMEOUT_MS = 30_000;
const PORT_ATTEMPTS = 5;
/** Enough for a few dozen test databases; a container's /dev/shm is often 64 MB. */
const MIN_MEMORY_DISK_BYTES = 2 ** 30;
/** Databases left by a killed run on the server of TEST_DATABASE_URL are dropped after an hour. */
const LEFTOVER_SECONDS = 3600;
const PREFIX = "gateway_test_";

// Ends the server and removes its folder when the test process ends in any way, which closes its end of the pipe
// to this script's standard input. The script ignores terminal signals, which reach it too.
// A line of input restarts the server like "pg_ctl restart -m immediate" (SIGQUIT: it recovers as from a crash).
const KEEPER = `trap '' INT TERM HUP
folder=$1; shift
"$@" & server=$!
while read -r _; do kill -QUIT "$server"; wait "$server"; "$@" & server=$!; done
kill -QUIT "$server"; kill -CONT "$server"; wait "$server"; rm -rf "$folder"`;

const SETTINGS = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: "200",
  timezone: "UTC",
  lc_messages: "C",
};

/** The user for Postgres, which refuses to run as root; empty if this process is not root. */
function serverOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of ["postgres", "nobody"]) {
    const user = users.find(([known]) => known === name);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error("Postgres does not run as root, and there is no user postgres or nobody to run it as.");
}

function makeFolder(): string {
  const memory = "/dev/shm";
  const { bavail, bsize } = existsSync(memory) ? statfsSync(memory) : { bavail: 0, bsize: 0 };
  const folder = mkdtempSync(join(bavail * bsize >= MIN_MEMORY_DISK_BYTES ? memory : tmpdir(), "gateway-pg-"));
  chmodSync(folder, 0o711);
  return folder;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function createCluster(bin: string, folder: string, owner: Owner): Promise<string> {
  const password = randomBytes(16).toString("hex");
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (owner.uid !== undefined) execFileSync("chown", ["-R", `${owner.uid}:${owner.gid}`, folder]);
  const how = ["--username=postgres", "--auth=password", `--pwfile=${passwordFile}`, "--encoding=UTF8", "--locale=C"];
  const args = [...how, "--no-sync", "--no-instructions", join(folder, "data")];
  await promisify(execFile)(join(bin, "initdb"), args, { ...owner, cwd: "/" });
  rmSync(passwordFile);
  return password;
}

/** Resolves when the server accepts connections; rejects with its error output. */
function startServer(
  bin: string,
  folder: string,
  overrides: Record<string, string | number>,
  owner: Owner,
): Promise<Pick<OwnCluster, "restart" | "end">> {
  const settings = Object.entries({ ...SETTINGS, ...overrides }).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const command = [join(bin, "postgres"), "-D", join(folder, "data"), ...settings];
  const keeper = spawn("sh", ["-c", KEEPER, "sh", folder, ...command], {
    ...owner,
    cwd: "/",
    stdio: ["pipe", "ignore", "pipe"],
    detached: true,
  });
  return new Promise((resolve, reject) => {
    let said = "";
    let isReady = false;
    const fail = (reason: string) => {
      clearTimeout(timer);
      keeper.stdin.end();
      reject(new Error(`${reason} ${said.trim()}`.trim()));
    };
    const timer = setTimeout(() => fail("Postgres did not start in time."), START_TIMEOUT_MS);
    keeper.once("error", (error) => fail(error.message));
    // Read while the server runs: a full pipe would block it.
    keeper.stderr.setEncoding("utf8").on("data", (text: string) => {
      if (isReady) return;
      said += text;
      isReady = said.includes("ready to accept connections");
      if (isReady) {
        clearTimeout(timer);
        for (const handle of [keeper, keeper.stdin, keeper.stderr] as { unref?: () => void }[]) handle.unref?.();
        resolve({
          restart: () => void keeper.stdin.write("restart\n"),
          end: () =>
            new Promise((ended) => {
              keeper.once("close", () => ended());
              keeper.stdin.end();
            }),
        });
      } else if (said.includes("FATAL:")) fail("");
    });
  });
}

async function startWith(
  find: (folder: string) => string | null,
  owner: Owner,
  settings: Record<string, string>,
): Promise<OwnCluster | null> {
  for (let attempt = 1; ; attempt++) {
    const folder = makeFolder();
    try {
      const bin = find(folder);
      if (bin === null) {
        rmSync(folder, { recursive: true });
        return null;
      }
      const password = await createCluster(bin, folder, owner);
      const port = await freePort();
      const hold = await startServer(bin, folder, { ...settings, port }, owner);
      return { url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`, source: bin, folder, ...hold };
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      const isTaken = /could not (bind|create any TCP)/.test(String(error));
      if (!isTaken || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function dropLeftovers(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, connect_timeout: 10 });
  try {
    const rows = await sql<
      { name: string }[]
    >`select datname as name from pg_database where datname like ${`${PREFIX}%`}`;
    for (const { name } of rows) {
      const age = Date.now() / 1000 - Number.parseInt(name.slice(PREFIX.length).split("_")[0] ?? "", 36);
      if (age > LEFTOVER_SECONDS) await sql`drop database if exists ${sql(name)} with (force)`;
    }
  } finally {
    await sql.end();
  }
}

async function findCluster(): Promise<Cluster> {
  const { TEST_DATABASE_URL: url } = process.env;
  if (!url) return newCluster();
  await dropLeftovers(url).catch((error: unknown) => {
    throw new Error(`TEST_DATABASE_URL cannot be used: ${reason(error)}`);
  });
  return { url, source: "TEST_DATABASE_URL", folder: null };
}

async function newCluster(settings: Record<string, string> = {}): Promise<OwnCluster> {
  const { TEST_POSTGRES: wanted = "system,embedded" } = process.env;
  const owner = serverOwner();
  const finders: ((folder: string) => string | null)[] = [];
  if (wanted.includes("system")) finders.push(...systemBinaries().map((bin) => () => bin));
  if (wanted.includes("embedded")) finders.push((folder) => embeddedBinaries(owner.uid !== undefined, folder));
  const reasons: string[] = [];
  for (const find of finders) {
    try {
      const cluster = await startWith(find, owner, settings);
      if (cluster) return cluster;
    } catch (error) {
      reasons.push(reason(error));
    }
  }
  const tried = reasons.length ? ` Tried: ${reasons.join(" | ")}` : "";
  throw new Error(
    `The tests need a Postgres: set TEST_DATABASE_URL, install Postgres 15 or newer, or install the packages.${tried}`,
  );
}

function reason(error: unknown): string {
  const { message, stderr } = error as { message: string; stderr?: string };
  return (stderr?.trim() || message).replaceAll(/\s+/g, " ").slice(0, 500);
}

const nameOf = (url: string) => decodeURIComponent(url.includes("://") ? new URL(url).pathname.slice(1) : url);

function withDatabases(cluster: Cluster): TestPostgres {
  // One connection, so that copies of a template run one at a time; closed when idle.
  const sql = postgres(cluster.url, { max: 1, idle_timeout: 1, onnotice: () => undefined });
  return {
    url: cluster.url,
    source: cluster.source,
    folder: cluster.folder,
    async createDatabase(template) {
      const name = `${PREFIX}${Math.floor(Date.now() / 1000).toString(36)}_${randomBytes(6).toString("hex")}`;
      if (template) await sql`create database ${sql(name)} template ${sql(nameOf(template))}`;
      else await sql`create database ${sql(name)}`;
      const url = new URL(cluster.url);
      url.pathname = `/${name}`;
      return url.href;
    },
    async dropDatabase(url) {
      await sql`drop database if exists ${sql(nameOf(url))} with (force)`;
    },
  };
}

/** A separate Postgres to restart, stop and resume, with durable commits; the test must end it. */
export async function ownPostgres(): Promise<TestPostgres & OwnCluster> {
  const cluster = await newCluster({ synchronous_commit: "on" });
  return { ...cluster, ...withDatabases(cluster), folder: cluster.folder };
}

/** The shared Postgres of this process: started by the first call, removed when the process ends. */
export function testPostgres(): Promise<TestPostgres> {
  // Outside the module, which each test file may load anew.
  const shared = globalThis as { [SHARED]?: Promise<TestPostgres> };
  shared[SHARED] ??= findCluster().then(withDatabases);
  return shared[SHARED];
}
