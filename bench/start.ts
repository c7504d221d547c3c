// Compares how two programs start, in alternation: from the process to its first response, and memory when idle.
// bun bench/start.ts A B [rounds, default 5] [postgres or embedded] [seconds until idle, default 10]
// A and B are checkouts with their packages installed, or binaries; "empty" is a binary of a server that does nothing, the least
// that this machine can do. Believe the ratios: the rest follows the machine.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { testPostgres } from "../test/support/postgres.ts";
import { cpuOf } from "./cpu.ts";
import { OWN_CHECKOUT, programOf } from "./processes.ts";

const [nameOfA, nameOfB] = process.argv.slice(2, 4);
if (nameOfA === undefined || nameOfB === undefined) throw new Error("Name two checkouts or binaries.");
const rounds = Number(process.argv[4] ?? 5);
const postgres = process.argv[5] === "embedded" ? null : await testPostgres();
const idleMs = Number(process.argv[6] ?? 10) * 1000;
const PORT = "18911";
const POLL_MS = 2;

interface Started {
  ms: number;
  /** CPU time until then, of all its threads; steadier than the time. */
  cpuMs: number;
  /** All of the process, and what is its own: without the pages of files, which other processes share. */
  residentMb: number;
  ownMb: number;
  /** With its share of what several processes have in memory, and what only it has. */
  proportionalMb: number;
  privateMb: number;
}

interface Round {
  /** On a new database. */
  first: Started;
  /** On the same, in a process of its own. */
  later: Started;
}

/** The time until it is ready: before, the operator's probes alone have a response. */
async function untilReady(child: ChildProcess): Promise<void> {
  while (child.exitCode === null) {
    const response = await fetch(`http://127.0.0.1:${PORT}/health/ready`).catch(() => null);
    if (response?.status === 200) return;
    await Bun.sleep(POLL_MS);
  }
  throw new Error("A gateway ended early.");
}

/** The binary of `empty-server.ts`, made as a gateway's is. */
async function emptyBinary(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "gateway-empty-"));
  process.on("exit", () => rmSync(folder, { recursive: true }));
  const outfile = join(folder, "empty");
  const entry = join(OWN_CHECKOUT, "bench", "empty-server.ts");
  await Bun.build({ entrypoints: [entry], minify: true, bytecode: true, format: "esm", compile: { outfile } });
  return outfile;
}

const pathOf = (name: string) => (name === "empty" ? emptyBinary() : resolve(name));
const [a, b] = [await pathOf(nameOfA), await pathOf(nameOfB)];

function memoryMb(pid: number, file: "status" | "smaps_rollup", ...fields: string[]): number {
  const text = readFileSync(`/proc/${pid}/${file}`, "utf8");
  const kilobytes = fields.map((field) => Number(text.match(new RegExp(`^${field}:\\s+(\\d+)`, "m"))?.[1]));
  return kilobytes.reduce((sum, one) => sum + one, 0) / 1024;
}

async function measureStart(program: string, dataDir: string, databaseUrl: string | undefined): Promise<Started> {
  const { command, words, folder } = programOf(program);
  const env = {
    ...process.env,
    PORT,
    DATA_DIR: dataDir,
    LOG_LEVEL: "error",
    GATEWAY_ADMIN_TOKEN: "admin-token-for-bench",
    GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  const startedAt = performance.now();
  const child = spawn(command, [...words, "serve"], {
    cwd: folder,
    env,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const ended = once(child, "exit");
  await untilReady(child);
  const ms = performance.now() - startedAt;
  const cpuMs = cpuOf(child.pid as number) * 1000;
  await Bun.sleep(idleMs);
  const pid = child.pid as number;
  const memory = {
    residentMb: memoryMb(pid, "status", "VmRSS"),
    ownMb: memoryMb(pid, "status", "RssAnon"),
    proportionalMb: memoryMb(pid, "smaps_rollup", "Pss"),
    privateMb: memoryMb(pid, "smaps_rollup", "Private_Clean", "Private_Dirty"),
  };
  child.kill();
  await ended;
  return { ms, cpuMs, ...memory };
}

async function measureRound(program: string): Promise<Round> {
  const dataDir = mkdtempSync(join(tmpdir(), "gateway-start-"));
  const databaseUrl = await postgres?.createDatabase();
  const first = await measureStart(program, dataDir, databaseUrl);
  const later = await measureStart(program, dataDir, databaseUrl);
  rmSync(dataDir, { recursive: true });
  return { first, later };
}

const median = (values: readonly number[]) => values.toSorted((x, y) => x - y)[Math.floor(values.length / 2)] ?? 0;

function row(what: string, found: readonly (readonly [Round, Round])[], figure: (round: Round) => number): string {
  const [ofA, ofB] = [found.map(([round]) => figure(round)), found.map(([, round]) => figure(round))];
  // The system counts CPU time in steps of 10 ms, of which an empty server takes none.
  const ratios = ofB.map((value, i) => value / Math.max(ofA[i] as number, 1));
  const range = `${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}`;
  return `| ${[what, median(ofA).toFixed(0), median(ofB).toFixed(0), median(ratios).toFixed(2), range].join(" | ")} |`;
}

const found: [Round, Round][] = [];
for (let i = 0; i < rounds; i++) {
  // Each is first in every other round, so that neither has the warmer machine.
  const isFirst = i % 2 === 0;
  const [one, two] = isFirst ? [a, b] : [b, a];
  const [roundOne, roundTwo] = [await measureRound(one), await measureRound(two)];
  found.push(isFirst ? [roundOne, roundTwo] : [roundTwo, roundOne]);
}
console.log(`| ${postgres ? "Postgres" : "embedded"}, ${rounds} rounds | A | B | B / A | B / A in each round |`);
console.log("| --- | --- | --- | --- | --- |");
for (const which of ["first", "later"] as const) {
  console.log(row(`${which} start, ms`, found, (round) => round[which].ms));
  console.log(row(`CPU of a ${which} start, ms`, found, (round) => round[which].cpuMs));
  console.log(row(`idle after a ${which} start, MB`, found, (round) => round[which].residentMb));
  console.log(row("of these its own, MB", found, (round) => round[which].ownMb));
  console.log(row("with its share of files, MB", found, (round) => round[which].proportionalMb));
  console.log(row("private, MB", found, (round) => round[which].privateMb));
}
process.exit(0);
