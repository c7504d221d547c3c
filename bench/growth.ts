// Measures calls in full databases beside those in an almost empty one, in turn: connected accounts and usage rows.
// bun bench/growth.ts [rounds, default 5] [seconds of each measurement, default 3] [accounts/rows ...], the first the baseline.
// With 0 rounds it only fills. On a server of your own (TEST_DATABASE_URL) the databases stay, and the next run takes them.
import postgres from "postgres";
import { findAccountsWithIntegrations } from "../src/connections/integrations/account-store.ts";
import type { OpenDatabase } from "../src/foundation/db/database.ts";
import { migrate, readMigrations } from "../src/foundation/db/migrate.ts";
import { openPostgres } from "../src/foundation/db/postgres.ts";
import { testPostgres } from "../test/support/postgres.ts";
import { externalIdOf, fillAccounts, fillGrants, fillTotals, fillUsage, uuidOf } from "./fill.ts";
import { type LoadResult, load, loadRequests, requestText } from "./load.ts";
import { type Measured, measured } from "./measure.ts";
import { watchNoise } from "./noise.ts";
import { type RunningGateway, startGateway, startProxy, startStub, stopAll } from "./processes.ts";
import { median, spread } from "./statistics.ts";

const rounds = Number(process.argv[2] ?? 5);
const seconds = Number(process.argv[3] ?? 3);
const given = process.argv.slice(4);
const DEFAULT_SIZES = ["10/0", "10000/0", "1000000/0", "10/20000000", "10000/20000000", "1000000/20000000"];
const sizes = (given.length > 0 ? given : DEFAULT_SIZES).map((text) => {
  const [accounts = 0, rows = 0] = text.split("/").map(Number);
  return { accounts, rows };
});
type Size = (typeof sizes)[number];

const PARTNER = { id: uuidOf("partner"), email: "partner@example.com" };
const KEYS = 50;
const USERS = 400;
/** As many accounts as there are users with keys of their own: they fit into the gateway's memory. */
const ACTIVE_ACCOUNTS = 400;
const CONNECTIONS = 64;
const PATH = "/api/v1/bench/thing";
const WARM_UP_SECONDS = 4;
/** Before each measurement: in its pauses the rows in memory grow too old. */
const LEAD_IN_SECONDS = 2;
const LOOK_UPS = 1_000;

const server = await testPostgres();
const admin = postgres(server.url, { max: 1, onnotice: () => {} });
const urlOf = (name: string) => Object.assign(new URL(server.url), { pathname: `/${name}` }).href;

/** The database of that name, made and filled unless an earlier run has; returns its URL. */
async function filled(name: string, work: (database: OpenDatabase) => Promise<void>, template?: string) {
  const [existing] = await admin`select 1 from pg_database where datname = ${name}`;
  if (existing) return urlOf(name);
  const unfinished = `${name}_unfinished`;
  await admin`drop database if exists ${admin(unfinished)} with (force)`;
  if (template) await admin`create database ${admin(unfinished)} template ${admin(template)} strategy file_copy`;
  else await admin`create database ${admin(unfinished)}`;
  const database = await openPostgres(urlOf(unfinished));
  await work(database);
  await database.close();
  await admin`alter database ${admin(unfinished)} rename to ${admin(name)}`;
  return urlOf(name);
}

async function databaseOf({ accounts, rows }: Size): Promise<string> {
  const log = `gateway_growth_log_${rows}`;
  await filled(log, async (database) => {
    await migrate(database, readMigrations());
    await database.script(
      `insert into users (id, email, tier) values ('${PARTNER.id}', '${PARTNER.email}', 'team');
      insert into partners (user_id, tier, minute_limit) values ('${PARTNER.id}', 'enterprise', 1000000000)`,
    );
    if (rows === 0) return;
    await fillUsage(database, { userId: PARTNER.id, rows, keys: KEYS });
    await fillTotals(database);
  });
  const fillOwners = async (database: OpenDatabase) => {
    await fillAccounts(database, PARTNER.id, accounts);
    await fillGrants(database, PARTNER.id, accounts);
    for (const table of ["accounts", "connections"]) await database.script(`vacuum analyze ${table}`);
  };
  return filled(`gateway_growth_${accounts}_${rows}`, fillOwners, log);
}

interface Place extends Size {
  url: string;
  gateway: RunningGateway;
  partnerKey: string;
}

/** Calls of users with keys of their own, of a few accounts, and of accounts at random over all of them. */
const KINDS: Record<string, (place: Place, seconds: number) => Promise<LoadResult>> = {
  "users' own keys": ({ gateway }, seconds) => load({ ...gateway, path: PATH, connections: CONNECTIONS, seconds }),
  "400 accounts": (place, seconds) => accountLoad(place, Math.min(ACTIVE_ACCOUNTS, place.accounts), seconds),
  "all accounts": (place, seconds) => accountLoad(place, place.accounts, seconds),
};

function accountLoad({ gateway, partnerKey }: Place, accounts: number, seconds: number): Promise<LoadResult> {
  const { port } = gateway;
  return loadRequests({ port, connections: CONNECTIONS, seconds }, () => {
    const account = externalIdOf(1 + Math.floor(Math.random() * accounts));
    return requestText({ port, path: PATH, key: partnerKey, headers: { "x-account-id": account } });
  });
}

/** Microseconds of what a call asks for an account that is not in memory, one account at a time. */
async function lookUpUs({ url, accounts }: Place): Promise<number> {
  const database = await openPostgres(url);
  const times: number[] = [];
  for (let i = 0; i < LOOK_UPS; i++) {
    const startedAt = performance.now();
    const externalId = externalIdOf(1 + Math.floor(Math.random() * accounts));
    const [found] = await findAccountsWithIntegrations(database, [{ userId: PARTNER.id, externalId }]);
    if (found?.integrations?.length !== 1) throw new Error("An account has no grant.");
    times.push((performance.now() - startedAt) * 1_000);
  }
  await database.close();
  return median(times);
}

const nameOf = ({ accounts, rows }: Size) =>
  `${accounts.toLocaleString("en")} accounts, ${rows.toLocaleString("en")} rows`;
const urls = new Map<Size, string>();
for (const size of sizes) urls.set(size, await databaseOf(size));
await admin.end();
if (rounds === 0) process.exit(0);

const stub = await startStub();
const proxy = await startProxy(stub);
const bare = (seconds: number) => load({ ...proxy, path: PATH, connections: CONNECTIONS, seconds });
const places: Place[] = [];
for (const [size, url] of urls) {
  const gateway = await startGateway({ baseUrl: stub, databaseUrl: url, users: USERS });
  const { key = "" } = await gateway.admin("/keys", { user: PARTNER.email });
  places.push({ ...size, url, gateway, partnerKey: key });
}
await bare(WARM_UP_SECONDS);
for (const place of places) for (const run of Object.values(KINDS)) await run(place, WARM_UP_SECONDS / 2);

const noise = watchNoise();
type Found = Record<string, Measured>;
const found = new Map<Place, Found[]>(places.map((place) => [place, []]));
const lookUps = new Map<Place, number[]>(places.map((place) => [place, []]));
for (let round = 0; round < rounds; round++) {
  noise.note((await bare(seconds)).perSecond);
  // Forth and back, so that none always comes after the same one.
  for (const place of round % 2 === 0 ? places : places.toReversed()) {
    const ofRound: Found = {};
    for (const [kind, run] of Object.entries(KINDS)) {
      const times = { warmUp: LEAD_IN_SECONDS, seconds };
      ofRound[kind] = await measured(place.gateway.pid, times, (seconds) => run(place, seconds));
    }
    found.get(place)?.push(ofRound);
    lookUps.get(place)?.push(await lookUpUs(place));
  }
}

console.log(
  "| calls of | database | CPU µs | Postgres µs | requests/s | p50 ms | p99 ms | CPU of both by the first's | requests/s by the first's | failed |",
);
console.log(`|${" --- |".repeat(10)}`);
const [baseline] = places;
for (const kind of Object.keys(KINDS)) {
  for (const place of places) {
    const results = (found.get(place) ?? []).map((one) => one[kind] as Measured);
    const first = (found.get(baseline as Place) ?? []).map((one) => one[kind] as Measured);
    const of = (figure: (one: Measured) => number) => median(results.map(figure));
    const ratio = (figure: (one: Measured) => number) => {
      const ratios = results.map((one, i) => figure(one) / figure(first[i] as Measured));
      return `${median(ratios).toFixed(2)} (${spread(ratios)})`;
    };
    const cells = [
      of(({ cpuUs }) => cpuUs).toFixed(0),
      of(({ databaseUs }) => databaseUs).toFixed(0),
      of(({ result }) => result.perSecond).toFixed(0),
      of(({ result }) => result.p50Ms).toFixed(2),
      of(({ result }) => result.p99Ms).toFixed(2),
      ratio(({ cpuUs, databaseUs }) => cpuUs + databaseUs),
      ratio(({ result }) => result.perSecond),
      results.reduce((sum, { result }) => sum + result.failed, 0),
    ];
    console.log(`| ${[kind, nameOf(place), ...cells].join(" | ")} |`);
  }
}
for (const [place, times] of lookUps)
  console.log(
    `Look-ups for an account that is not in memory, ${nameOf(place)}: ${median(times).toFixed(0)} µs (${spread(times, 0)})`,
  );
console.log(`\n${noise.verdict()}`);
stopAll();
process.exit(0);
