// Compares two checkouts of the gateway, or binaries, in alternation, in one run: each beside the bare proxy, and how far to believe it.
// bun bench/compare.ts A B [rounds, default 5] [seconds of each measurement, default 5] [postgres or embedded]
// Checkouts need their packages installed. Take CPU per request first: the rest follows the machine.
import { resolve } from "node:path";
import { testPostgres } from "../test/support/postgres.ts";
import { load } from "./load.ts";
import { type Measured, measured } from "./measure.ts";
import { type NoiseWatch, watchNoise } from "./noise.ts";
import { type RunningGateway, startGateway, startProxy, startStub, stopAll, type Target } from "./processes.ts";
import { median, spread } from "./statistics.ts";

const [gatewayA, gatewayB] = process.argv.slice(2, 4).map((path) => resolve(path));
if (gatewayA === undefined || gatewayB === undefined) throw new Error("Name two checkouts or binaries.");
const rounds = Number(process.argv[4] ?? 5);
const seconds = Number(process.argv[5] ?? 5);
const kind = process.argv[6] ?? "postgres";
const CONNECTIONS = 64;
const WARM_UP_SECONDS = 6;
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

async function compare(delayMs: number, noise: NoiseWatch): Promise<Round[]> {
  const stub = stubUrl + (delayMs ? `/delay-${delayMs}` : "");
  const proxy = await startProxy(stub);
  const open = async (gateway: string) =>
    startGateway({ baseUrl: stub, databaseUrl: (await postgres?.createDatabase()) ?? null, gateway });
  const gateways: Record<Side, RunningGateway> = {
    A: await open(gatewayA as string),
    B: await open(gatewayB as string),
  };
  for (const target of [proxy, gateways.A, gateways.B]) await callsOf(target, WARM_UP_SECONDS);
  const found: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    // Each side is first in every other round, so that neither has the warmer machine.
    const order: readonly Side[] = round % 2 === 0 ? SIDES : SIDES.toReversed();
    const measuredSides: Partial<Record<Side, Measured>> = {};
    const bare = await callsOf(proxy, 0);
    noise.note(bare.result.perSecond);
    for (const side of order) measuredSides[side] = await callsOf(gateways[side], 0);
    found.push({ proxy: bare, ...(measuredSides as Record<Side, Measured>) });
  }
  for (const gateway of Object.values(gateways)) gateway.stop();
  proxy.stop();
  return found;
}

type Figure = (measured: Measured, proxy: Measured) => number;
/** What the aims are about, of either side; the bare proxy has those alone that need no comparison with it. */
const FIGURES: readonly { what: string; of: Figure; digits: number; ofProxy?: Figure; isPostgres?: boolean }[] = [
  { what: "CPU µs a request", of: ({ cpuUs }) => cpuUs, ofProxy: ({ cpuUs }) => cpuUs, digits: 0 },
  { what: "CPU µs of Postgres", of: ({ databaseUs }) => databaseUs, digits: 0, isPostgres: true },
  { what: "CPU µs of both", of: ({ cpuUs, databaseUs }) => cpuUs + databaseUs, digits: 0, isPostgres: true },
  {
    what: "requests a second",
    of: ({ result }) => result.perSecond,
    ofProxy: ({ result }) => result.perSecond,
    digits: 0,
  },
  { what: "of the bare proxy's", of: ({ result }, proxy) => result.perSecond / proxy.result.perSecond, digits: 2 },
  { what: "p50 ms", of: ({ result }) => result.p50Ms, ofProxy: ({ result }) => result.p50Ms, digits: 2 },
  { what: "p99 ms", of: ({ result }) => result.p99Ms, ofProxy: ({ result }) => result.p99Ms, digits: 2 },
  { what: "added p50 ms", of: ({ result }, proxy) => result.p50Ms - proxy.result.p50Ms, digits: 2 },
  { what: "added p99 ms", of: ({ result }, proxy) => result.p99Ms - proxy.result.p99Ms, digits: 2 },
];

/** A figure of both sides with its spread, and the ratios round by round. */
function row({ what, of, ofProxy, digits }: (typeof FIGURES)[number], found: readonly Round[]): string {
  const cell = (values: readonly number[]) => `${median(values).toFixed(digits)} (${spread(values, digits)})`;
  const sides = SIDES.map((side) => found.map((round) => of(round[side], round.proxy)));
  const ratios = sides[1]?.map((value, i) => value / (sides[0]?.[i] ?? 1)) ?? [];
  const bare = ofProxy ? cell(found.map(({ proxy }) => ofProxy(proxy, proxy))) : "-";
  return `| ${[what, bare, ...sides.map(cell), `${median(ratios).toFixed(2)} (${spread(ratios)})`].join(" | ")} |`;
}

for (const delayMs of DELAYS) {
  const noise = watchNoise();
  const found = await compare(delayMs, noise);
  console.log(
    `\nupstream after ${delayMs} ms, ${kind}, ${rounds} rounds of ${seconds} s: medians, and least to most\n`,
  );
  console.log("| figure | bare proxy | A | B | B / A |");
  console.log("| --- | --- | --- | --- | --- |");
  for (const figure of FIGURES) if (postgres || !figure.isPostgres) console.log(row(figure, found));
  const failed = SIDES.map((side) => found.reduce((sum, round) => sum + round[side].result.failed, 0));
  console.log(`\nResponses other than 200: A ${failed[0]}, B ${failed[1]}.\n${noise.verdict()}`);
}
stopAll();
process.exit(0);
