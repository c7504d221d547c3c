// Compares two checkouts of the gateway in alternation, in one run: requests a second, latency, CPU, and how far to believe it.
// bun bench/compare.ts FOLDER_A FOLDER_B [rounds, default 5] [seconds of each measurement, default 5] [postgres or embedded]
// Both folders need their packages installed. Take CPU per request first: the rest follows the machine.
import { resolve } from "node:path";
import { testPostgres } from "../test/support/postgres.ts";
import { load } from "./load.ts";
import { type Measured, measured } from "./measure.ts";
import { type RunningGateway, startGateway, startProxy, startStub, stopAll, type Target } from "./processes.ts";

const [folderA, folderB] = process.argv.slice(2, 4).map((folder) => resolve(folder));
if (folderA === undefined || folderB === undefined) throw new Error("Name two folders.");
const rounds = Number(process.argv[4] ?? 5);
const seconds = Number(process.argv[5] ?? 5);
const kind = process.argv[6] ?? "postgres";
const CONNECTIONS = 64;
const WARM_UP_SECONDS = 6;
/** Of the bare proxy's requests a second, the fastest round by the slowest: beyond it the machine was doing something else. */
const MAX_DRIFT = 1.25;
const DELAYS = [0, 50];
const SIDES = ["A", "B"] as const;
type Side = (typeof SIDES)[number];

interface Round {
  proxy: Measured;
  A: Measured;
  B: Measured;
}

const stubUrl = await startStub();
const postgres = kind === "postgres" ? await testPostgres() : null;

const callsOf = ({ pid, ...target }: Target, warmUp: number) =>
  measured(pid, { warmUp, seconds }, (seconds) =>
    load({ ...target, path: "/api/v1/bench/thing", connections: CONNECTIONS, seconds }),
  );

async function compare(delayMs: number): Promise<Round[]> {
  const stub = stubUrl + (delayMs ? `/delay-${delayMs}` : "");
  const proxy = await startProxy(stub);
  const open = async (checkout: string) =>
    startGateway({ baseUrl: stub, databaseUrl: (await postgres?.createDatabase()) ?? null, checkout });
  const gateways: Record<Side, RunningGateway> = { A: await open(folderA as string), B: await open(folderB as string) };
  for (const target of [proxy, gateways.A, gateways.B]) await callsOf(target, WARM_UP_SECONDS);
  const found: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    // Each side is first in every other round, so that neither has the warmer machine.
    const order: readonly Side[] = round % 2 === 0 ? SIDES : SIDES.toReversed();
    const measuredSides: Partial<Record<Side, Measured>> = {};
    const bare = await callsOf(proxy, 0);
    for (const side of order) measuredSides[side] = await callsOf(gateways[side], 0);
    found.push({ proxy: bare, ...(measuredSides as Record<Side, Measured>) });
  }
  for (const { pid } of Object.values(gateways)) process.kill(pid);
  proxy.stop();
  return found;
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b);
const median = (values: readonly number[]) => sorted(values)[Math.floor(values.length / 2)] ?? Number.NaN;
const spread = (values: readonly number[]) => `${Math.min(...values).toFixed(2)}–${Math.max(...values).toFixed(2)}`;

/** A figure of both sides: medians, then the median and the spread of the ratios round by round. */
function row(what: string, found: readonly Round[], figure: (measured: Measured, round: Round) => number): string {
  const of = (side: Side) => found.map((round) => figure(round[side], round));
  const ratios = of("B").map((value, i) => value / (of("A")[i] as number));
  const cells = [...SIDES.map((side) => median(of(side)).toFixed(2)), median(ratios).toFixed(2), spread(ratios)];
  return `| ${[what, ...cells].join(" | ")} |`;
}

let isNoisy = false;
for (const delayMs of DELAYS) {
  const found = await compare(delayMs);
  console.log(`\nupstream after ${delayMs} ms, ${kind}, ${rounds} rounds of ${seconds} s\n`);
  console.log("| figure | A | B | B / A | B / A in each round |");
  console.log("| --- | --- | --- | --- | --- |");
  console.log(row("CPU µs a request", found, ({ cpuUs }) => cpuUs));
  if (postgres) console.log(row("CPU µs a request of Postgres", found, ({ databaseUs }) => databaseUs));
  console.log(
    row(
      "requests a second of the bare proxy's",
      found,
      ({ result }, { proxy }) => result.perSecond / proxy.result.perSecond,
    ),
  );
  console.log(row("added p50 ms", found, ({ result }, { proxy }) => result.p50Ms - proxy.result.p50Ms));
  console.log(row("added p99 ms", found, ({ result }, { proxy }) => result.p99Ms - proxy.result.p99Ms));
  const bare = found.map(({ proxy }) => proxy.result.perSecond);
  const drift = Math.max(...bare) / Math.min(...bare);
  console.log(
    `\nThe bare proxy made ${spread(bare)} requests a second: ${drift.toFixed(2)} between its best and worst round.`,
  );
  isNoisy ||= delayMs === 0 && drift > MAX_DRIFT;
}
stopAll();
if (isNoisy)
  console.log("The machine was too noisy to believe more than the CPU ratios: run it again while nothing else runs.");
process.exit(0);
