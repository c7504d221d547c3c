// Samples where the calls of a gateway spend the time of JavaScript's thread, and prints the first functions, alone and with what they call.
// bun bench/profile.ts [postgres or embedded] [seconds, default 8] [milliseconds of the upstream, default 0]
// Native work counts as part of the function that called it. The sampling itself makes what is native look dearer, so measure a change apart.
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testPostgres } from "../test/support/postgres.ts";
import { load } from "./load.ts";
import { startGateway, startStub, stopAll } from "./processes.ts";

const [kind = "postgres", seconds = "8", delayMs = "0"] = process.argv.slice(2);
const SHOWN = 100;
/** Longer than a gateway without calls takes to stop. */
const ENDING_SECONDS = 0.5;
const folder = mkdtempSync(join(tmpdir(), "gateway-profile-"));
const FLAGS = ["--cpu-prof", `--cpu-prof-dir=${folder}`, "--cpu-prof-interval=250"];

interface CallFrame {
  functionName: string;
  url: string;
  lineNumber: number;
}

/** As the runtime writes it; times in microseconds. */
interface Profile {
  nodes: { id: number; callFrame: CallFrame; children?: number[] }[];
  startTime: number;
  endTime: number;
  samples: number[];
  timeDeltas: number[];
}

const stub = await startStub();
const databaseUrl = kind === "postgres" ? await (await testPostgres()).createDatabase() : null;
const baseUrl = stub + (delayMs === "0" ? "" : `/delay-${delayMs}`);
const gateway = await startGateway({ baseUrl, databaseUrl, runtimeFlags: FLAGS });
const result = await load({ ...gateway, path: "/api/v1/bench/thing", connections: 64, seconds: Number(seconds) });
const ended = once(gateway.process, "exit");
gateway.stop();
await ended;

const [file = ""] = readdirSync(folder);
const profile = JSON.parse(readFileSync(join(folder, file), "utf8")) as Profile;
rmSync(folder, { recursive: true });
const totals = new Map<string, number>();
const nameOf = ({ functionName, url, lineNumber }: CallFrame) =>
  `${functionName || "(anonymous)"} ${url.replace(/^.*\/(src|node_modules|plugins)\//, "$1/")}:${lineNumber + 1}`;
const add = (frame: CallFrame, value: number) => {
  const name = nameOf(frame);
  totals.set(name, (totals.get(name) ?? 0) + value);
};
const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
const parents = new Map(
  profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
);
const inclusive = new Map<string, number>();
// The load is the last that it did: what came before started it and connected its users.
const from = profile.endTime - (Number(seconds) + ENDING_SECONDS) * 1e6;
let at = profile.startTime;
profile.samples.forEach((id, i) => {
  const delta = profile.timeDeltas[i] ?? 0;
  at += delta;
  if (at < from) return;
  add(nodes.get(id)?.callFrame as CallFrame, delta);
  const within = new Set<string>();
  for (let one: number | undefined = id; one !== undefined; one = parents.get(one))
    within.add(nameOf(nodes.get(one)?.callFrame as CallFrame));
  for (const name of within) inclusive.set(name, (inclusive.get(name) ?? 0) + delta);
});

const sum = [...totals.values()].reduce((a, b) => a + b, 0);
console.log(`${result.requests} requests, ${result.perSecond.toFixed(0)} a second, ${result.failed} failed`);
const print = (of: Map<string, number>) => {
  for (const [name, value] of [...of].sort(([, a], [, b]) => b - a).slice(0, SHOWN))
    console.log(`${((100 * value) / sum).toFixed(1).padStart(5)} %  ${name}`);
};
print(totals);
console.log("\nwith what they call:");
print(inclusive);
stopAll();
process.exit(0);
