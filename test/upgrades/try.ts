// Upgrades two replicas behind nginx from the last release to this version and one step back, under load, beside backups and kills.
// Run by hand: bun --preload ./src/foundation/platform/preload.ts test/upgrades/try.ts [git ref of the last release]
// [--minutes N of both versions at once]
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { openPostgres } from "../../src/foundation/db/postgres.ts";
import { connectedKey, faultStage } from "../faults/stage.ts";
import { behind, DOCS, freePort, PROXIES, type ProxyProgram } from "../proxies/behind.ts";
import { type GatewayServer, newDataDir, START_MS, startProcess, startServer } from "../support/gateway-process.ts";
import { testPostgres } from "../support/postgres.ts";
import { until, within } from "../support/until.ts";
import { callsBehind } from "./calls.ts";
import { addMigration, lastRelease, ownTree, type Tree, treeOf } from "./trees.ts";

const words = process.argv.slice(2);
const at = words.indexOf("--minutes");
const minutes = at === -1 ? 0.2 : Number(words.splice(at, 2)[1]);
const [ref = lastRelease()] = words;

const DRAIN_SECONDS = "4";
const PUBLIC = "http://127.0.0.1:8080";
/** Enough that none reaches a minute's limit. */
const KEYS = 40;
const LOCKED_MS = 10_000;
/** More than a pipe holds. */
const BACKUP_ROWS = 400_000;
const KILLS = 6;
const MAX_KILL_MS = 600;
const pauseFor = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (what: string, found: unknown) =>
  console.log(`${new Date().toISOString().slice(11, 19)} ${what}: ${JSON.stringify(found)}`);

const [older, newer] = [treeOf(ref), ownTree()];
const url = await (await testPostgres()).createDatabase();
const database = await openPostgres(url);
const stage = await faultStage({ database, url, close: () => database.close() });
const ports = [await freePort(), await freePort()] as const;
const environment = { ...stage.env, BASE_URL: PUBLIC, DRAIN_SECONDS, DATABASE_URL: url };

const start = (tree: Tree, port: number): Promise<GatewayServer> =>
  startServer({ ...environment, PORT: String(port), DATA_DIR: newDataDir() }, undefined, tree.program);

async function replace(replicas: GatewayServer[], i: 0 | 1, tree: Tree): Promise<GatewayServer> {
  const former = replicas[i] as GatewayServer;
  former.kill("SIGTERM");
  const { code } = await within("a replica's end", former.ended, 60_000);
  const replica = await start(tree, ports[i]);
  replicas[i] = replica;
  say(`replica ${i + 1} is ${tree.version}`, {
    former_exit: code,
    newer_schema: events(replica, "schema_newer").length,
  });
  return replica;
}

/** Events of a replica's log. */
function events({ written }: Pick<GatewayServer, "written">, name: string): Record<string, unknown>[] {
  const lines = written.stderr.split("\n").filter((line) => line.startsWith("{"));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ event }) => event === name);
}

const applied = async () =>
  (await database.query<{ name: string }>("select name from migrations order by 1")).map(({ name }) => name);

/** Sessions that migrate, with a text in their statement. */
const migrators = async (text: string) =>
  (
    await database.query(
      "select from pg_stat_activity where application_name like 'gateway % migrate' and strpos(query, $1) > 0",
      [text],
    )
  ).length;

/** The lock of a backup, held by hand while the first replica is replaced. */
async function behindLock(replicas: GatewayServer[]) {
  const session = postgres(url, { max: 1, connection: { application_name: "pg_dump" } });
  const released = Promise.withResolvers<void>();
  const locked = Promise.withResolvers<void>();
  const ended = session.begin(async (sql) => {
    await sql.unsafe("lock table usage_entries, users, integrations, api_keys in access share mode");
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  const replacing = replace(replicas, 0, newer);
  await until(async () => (await migrators("")) > 0, START_MS);
  await pauseFor(LOCKED_MS);
  released.resolve();
  await ended;
  await session.end();
  sayWaits("behind a lock held for 10 s", events(await replacing, "migration_waiting"));
}

function sayWaits(what: string, waits: Record<string, unknown>[]) {
  const holders = waits.flatMap((wait) => wait.holders as { application: string }[]).map((one) => one.application);
  const tables = new Set(waits.map(({ table }) => table));
  say(what, { attempts: waits.length, tables: [...tables], holders: [...new Set(holders)] });
}

/** A backup really made, during the second of the added migrations. */
async function behindBackup(replicas: GatewayServer[]) {
  const session = postgres(url, { max: 1 });
  await session.unsafe(
    `create table ballast as select i, md5(i::text) || md5((i + 1)::text) as text from generate_series(1, ${BACKUP_ROWS}) as i`,
  );
  await session.end();
  addMigration(newer, older, "0991_try_backup", "alter table usage_entries add column try_backup text;");
  const dump = spawn("pg_dump", ["--format=plain", url], { stdio: ["ignore", "pipe", "inherit"] });
  const dumped = new Promise((resolve) => dump.once("close", resolve));
  // Unread, it stops in the middle and holds its locks, as a backup of a large database does for long.
  const isDumping = async () =>
    (await database.query("select from pg_stat_activity where application_name = 'pg_dump' and query like 'COPY%'"))
      .length > 0;
  await until(isDumping, START_MS);
  const replacing = replace(replicas, 1, newer);
  await until(async () => (await migrators("0991")) > 0, START_MS);
  await pauseFor(LOCKED_MS / 2);
  dump.stdout.resume();
  say("pg_dump", { exit: await dumped });
  sayWaits("behind pg_dump", events(await replacing, "migration_waiting"));
  await database.query("drop table ballast");
}

const migrateOnce = () =>
  startProcess(["migrate"], { ...environment, DATA_DIR: newDataDir() }, undefined, newer.program);

/** Whether the table, the row and the column of a killed migration are there. */
async function stateOf(name: string): Promise<string> {
  const [{ state } = { state: "" }] = await database.query<{ state: string }>(
    `select concat_ws(' ', to_regclass('${name.slice(5)}') is not null,
       exists (select from migrations where name = '${name}'),
       exists (select from information_schema.columns where table_name = 'users' and column_name = '${name.slice(5)}')) as state`,
  );
  return state;
}

/** `gateway migrate`, killed at several moments of a migration, and run again at once. */
async function killed() {
  const states: string[] = [];
  for (let i = 0; i < KILLS; i++) {
    const name = `${1000 + i}_try_kill_${i}`;
    addMigration(
      newer,
      older,
      name,
      `create table ${name.slice(5)} as select generate_series(1, 400000) as i;
       alter table users add column ${name.slice(5)} text;`,
    );
    const migrating = migrateOnce();
    await until(async () => (await migrators(name)) > 0, START_MS);
    await pauseFor((i * MAX_KILL_MS) / KILLS);
    migrating.kill("SIGKILL");
    await migrating.ended;
    const atKill = await stateOf(name);
    const { code } = await migrateOnce().ended;
    states.push(`${atKill}, then ${code}: ${await stateOf(name)}`);
  }
  say("table, row and column after kill -9, and after another run", states);
}

/** Each acknowledged call has one row, and no row is of another call. */
async function compareRows(calls: ReturnType<typeof callsBehind>) {
  const rows = await database.query<{ id: string; count: number }>(
    "select request_id as id, count(*)::int as count from usage_entries where request_id like 'try-%' group by 1",
  );
  const logged = new Map(rows.map(({ id, count }) => [id, count]));
  const missing = calls.acknowledged.filter((id) => !logged.has(id));
  const repeated = rows.filter(({ count }) => count > 1);
  const unknown = logged.size - (calls.acknowledged.length - missing.length);
  return { acknowledged: calls.acknowledged.length, missing: missing.length, repeated: repeated.length, unknown };
}

say("versions", { from: `${older.version} (${ref.slice(0, 8)})`, to: newer.version });
const replicas = [await start(older, ports[0]), await start(older, ports[1])];
const before = await applied();
addMigration(
  newer,
  older,
  "0990_try_columns",
  "alter table users add column try_note text;\nalter table usage_entries add column try_note text;",
);
const keys: string[] = [];
// One after another: all at once, a busy machine takes more than the second that each has.
while (keys.length < KEYS)
  await connectedKey(replicas[0] as GatewayServer).then((key) => keys.push(key), console.error);
const nginx = PROXIES.find(({ name }) => name === "nginx") as ProxyProgram;
const calls = callsBehind(keys);
await behind(
  nginx,
  readFileSync(join(DOCS, nginx.file), "utf8"),
  ports.map((port) => `http://127.0.0.1:${port}`),
  async (door) => {
    const ended = calls.run(door);
    await pauseFor(2_000);
    await behindLock(replicas);
    say(
      "applied",
      (await applied()).filter((name) => !before.includes(name)),
    );
    await replace(replicas, 1, older);
    const until = Date.now() + minutes * 60_000;
    while (Date.now() < until) await pauseFor(1_000);
    say(`both versions for ${minutes} minutes`, calls.outcomes);
    await behindBackup(replicas);
    await killed();
    await replace(replicas, 0, older);
    await replace(replicas, 1, older);
    say("one step back", calls.outcomes);
    await replace(replicas, 0, newer);
    await replace(replicas, 1, newer);
    calls.stop();
    await ended;
  },
);
for (const replica of replicas) replica.kill("SIGTERM");
await Promise.all(replicas.map(({ ended }) => ended));
const rows = await compareRows(calls);
say("calls by outcome", calls.outcomes);
say("failed calls", calls.failures);
say("rows of the usage log", rows);
await stage.end();
process.exit(calls.failures.length + rows.missing + rows.repeated + rows.unknown === 0 ? 0 : 1);
