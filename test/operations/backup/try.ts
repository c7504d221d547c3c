// Run by hand (`bun test/operations/backup/try.ts [megabytes …]`): what a backup costs the calls beside it, and kill -9 in every phase.
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEmbedded } from "../../../src/foundation/db/embedded.ts";
import { embeddedTemplate } from "../../support/database.ts";
import { endProcesses, type GatewayServer, runJson, startProcess, startServer } from "../../support/gateway-process.ts";

const KILLS = Number(process.env.KILLS ?? 20);
const FILL_STEP = 20_000;
const root = mkdtempSync(join(tmpdir(), "gateway-backup-"));

/** A data folder with that many megabytes of rows, half of which compress. */
async function filled(megabytes: number): Promise<string> {
  const dataDir = join(root, `data-${megabytes}`);
  const database = await openEmbedded({ dataDir, template: embeddedTemplate });
  await database.query("create table filler (id int primary key, text text, noise text)");
  const noise = randomBytes(180).toString("base64");
  const rows = megabytes * 1_900;
  for (let at = 0; at < rows; at += FILL_STEP) {
    await database.query(
      `insert into filler select n, repeat('text ', 40), md5(n::text) || substr($1::text, 1 + n % 40, 160)
       from generate_series(${at + 1}, ${Math.min(at + FILL_STEP, rows)}) n`,
      [noise],
    );
    await database.query("checkpoint");
  }
  await database.close();
  return dataDir;
}

const rssOf = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;

/** Calls one after the other, each with a usage row; milliseconds and failures while `work` runs. */
async function callsDuring(server: GatewayServer, key: string, work: Promise<unknown>) {
  const times: number[] = [];
  let failed = 0;
  let rss = 0;
  let isRunning = true;
  const ended = work.finally(() => {
    isRunning = false;
  });
  while (isRunning) {
    const from = performance.now();
    const { status } = await fetch(`${server.url}/api/v1/integrations`, {
      headers: { authorization: `Bearer ${key}` },
    });
    if (status !== 200) failed++;
    times.push(performance.now() - from);
    rss = Math.max(rss, rssOf(server.pid));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await ended;
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return {
    calls: times.length,
    failed,
    p50: at(0.5),
    p99: at(0.99),
    max: Math.round(times.at(-1) ?? 0),
    rss_mb: Math.round(rss),
  };
}

async function measure(megabytes: number): Promise<void> {
  const DATA_DIR = await filled(megabytes);
  const server = await startServer({ DATA_DIR });
  await runJson(["user", "create", "--email", "ada@example.com", "--tier", "team"], { DATA_DIR });
  const { key } = (await runJson(["key", "create", "--user", "ada@example.com"], { DATA_DIR })).json;
  const quiet = await callsDuring(server, key, new Promise((resolve) => setTimeout(resolve, 5_000)));
  const file = join(root, `${megabytes}.backup`);
  const from = performance.now();
  const seconds = () => Math.round((performance.now() - from) / 100) / 10;
  const busy = await callsDuring(server, key, runJson(["backup", file], { DATA_DIR }));
  const took = seconds();
  server.kill("SIGTERM");
  await server.ended;
  const verified = performance.now();
  const { json } = await runJson(["backup", "verify", file], { DATA_DIR });
  const restored = performance.now();
  const restore = await runJson(["restore", file, "--replace"], { DATA_DIR });
  console.log(
    JSON.stringify({
      megabytes,
      file_mb: Math.round(statSync(file).size / 1e6),
      backup_s: took,
      verify_s: Math.round((restored - verified) / 1000),
      restore_s: Math.round((performance.now() - restored) / 1000),
      rows: json.tables?.find(({ table }: { table: string }) => table === "filler")?.rows,
      restore_code: restore.code,
      quiet,
      busy,
    }),
  );
  rmSync(DATA_DIR, { recursive: true, force: true });
  rmSync(file, { force: true });
}

/** Which phase a restore that was killed had reached. */
function phaseOf(dataDir: string): string {
  const at = (...names: string[]) => existsSync(join(dataDir, ...names));
  if (!at("restoring")) return at("pglite", "PG_VERSION") ? "done" : "checking";
  if (at("restoring", "ready.json")) return at("pglite", "PG_VERSION") ? "ready, or in place" : "renaming";
  return at("restoring", "pglite", "postmaster.pid") ? "replaying" : "unpacking";
}

/** Kills backups and restores at moments spread over their duration, and completes each by running it again. */
async function kills(): Promise<void> {
  const DATA_DIR = await filled(60);
  const server = await startServer({ DATA_DIR });
  const whole = join(root, "whole.backup");
  const from = performance.now();
  await runJson(["backup", whole, "--with-secrets"], { DATA_DIR });
  const backupMs = performance.now() - from;
  let [halves, wrong] = [0, 0];
  for (let i = 0; i < KILLS; i++) {
    const file = join(root, "killed.backup");
    const killed = startProcess(["backup", file, "--json"], { DATA_DIR });
    await new Promise((resolve) => setTimeout(resolve, (backupMs * (i + 0.5)) / KILLS));
    killed.kill("SIGKILL");
    await killed.ended;
    if (existsSync(file) && (await runJson(["backup", "verify", file], { DATA_DIR })).code !== 0) halves++;
    rmSync(file, { force: true });
    if ((await runJson(["backup", file], { DATA_DIR })).code !== 0) wrong++;
    rmSync(file, { force: true });
  }
  server.kill("SIGKILL");
  await server.ended;
  const restoreFrom = performance.now();
  await runJson(["restore", whole], { DATA_DIR: join(root, "first") });
  const restoreMs = performance.now() - restoreFrom;
  const phases: Record<string, number> = {};
  let lost = 0;
  for (let i = 0; i < KILLS; i++) {
    const target = join(root, `target-${i}`);
    const killed = startProcess(["restore", whole, "--json"], { DATA_DIR: target });
    await new Promise((resolve) => setTimeout(resolve, (restoreMs * (i + 0.5)) / KILLS));
    killed.kill("SIGKILL");
    await killed.ended;
    const phase = phaseOf(target);
    phases[phase] = (phases[phase] ?? 0) + 1;
    const again = await runJson(["restore", whole], { DATA_DIR: target });
    const isThere = again.code === 0 || again.json.error.includes("has a database");
    if (!isThere || (await runJson(["user", "list"], { DATA_DIR: target })).code !== 0) lost++;
    rmSync(target, { recursive: true, force: true });
  }
  console.log(
    JSON.stringify({ kills: KILLS, half_backups: halves, backups_not_repeated: wrong, phases, restores_lost: lost }),
  );
}

try {
  for (const megabytes of process.argv.slice(2).map(Number)) await measure(megabytes);
  if (KILLS > 0) await kills();
} finally {
  await endProcesses();
  rmSync(root, { recursive: true, force: true });
}
