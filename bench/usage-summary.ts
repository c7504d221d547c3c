// Measures reports over a long usage log, and the latency of another user's calls beside them.
// bun bench/usage-summary.ts [rows of the log, default 10,000,000]
import { openPostgres } from "../src/foundation/db/postgres.ts";
import { foldIncrements } from "../src/metering/usage/totals.ts";
import { testDatabase } from "../test/support/database.ts";
import { endProcesses, newDataDir, startServer } from "../test/support/gateway-process.ts";

const rows = Number(process.argv[2] ?? 10_000_000);
const AT_ONCE = 1_000_000;
/** The first has the full log, the others a fiftieth of it each; each runs two reports at once. */
const USERS = 10;
const SHARE_OF_OTHERS = 50;
const ROUND_MS = 250;
const MONTH_DAYS = 28;
const SINGLE = 40;
const REPORTS_AT_ONCE = 2 * USERS;
const LOAD_MS = 10_000;

const percentile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
const ms = (time: number) => `${time.toFixed(1)} ms`;

const { database, url, close } = await testDatabase("postgres");
const now = Date.now();
const month = new Date(now);
const monthStart = Date.UTC(month.getUTCFullYear(), month.getUTCMonth() - 1);
const server = await startServer({
  DATA_DIR: newDataDir(),
  DATABASE_URL: url ?? "",
  GATEWAY_ADMIN_TOKEN: "admin-token-for-bench",
  GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, 1).toString("base64")}`,
});

async function send(method: string, path: string, key: string, body?: object) {
  const start = performance.now();
  const response = await fetch(server.url + path, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json = (await response.json()) as { data: Record<string, string & Record<string, unknown>> };
  return { status: response.status, tookMs: performance.now() - start, data: json.data };
}

async function newUser() {
  const email = `${crypto.randomUUID()}@example.com`;
  const user = await send("POST", "/admin/v1/users", server.adminToken, { email, tier: "team" });
  const key = await send("POST", "/admin/v1/keys", server.adminToken, { user: email });
  return { id: user.data.id as string, key: key.data.key as string };
}

const heavy = await Promise.all(Array.from({ length: USERS }, newUser));
const light = await newUser();
const [first] = heavy as [{ id: string; key: string }];
const filling = await openPostgres(url as string);
const started = performance.now();
// Like real rows: a few keys, providers and statuses, and 3,000 accounts over the days of a month.
async function fill(userId: string, count: number) {
  for (let from = 0; from < count; from += AT_ONCE) {
    await filling.script(`set statement_timeout = 0;
      insert into usage_entries (id, occurred_at, user_id, key_id, account_id, external_id, request_id, method, endpoint,
        provider, action, state, status, units, duration_ms, surface)
      select gen_random_uuid(), timestamptz '${new Date(monthStart).toISOString()}' + i * interval '1 day' * ${MONTH_DAYS} / ${count},
        '${userId}', md5((i % 5)::text)::uuid, md5((i % 3000)::text)::uuid, 'customer-' || i % 3000, 'request-' || i, 'GET',
        '/api/v1/github/repos', (array['github', 'slack', 'google'])[1 + i % 3], (array['repos.read', 'chat.read'])[1 + i % 2],
        'done', (array[200, 200, 200, 404, 503])[1 + i % 5], 1, 12, 'user'
      from generate_series(${from}, ${Math.min(count, from + AT_ONCE) - 1}) as i`);
  }
}
await fill(first.id, rows);
for (const { id } of heavy.slice(1)) await fill(id, Math.floor(rows / SHARE_OF_OTHERS));
console.log(`filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
await filling.script("set statement_timeout = 0; analyze usage_entries; analyze usage_increments");
const addedUpAt = performance.now();
let addedUp = 0;
for (let step = 1; step > 0; addedUp += step) step = await foldIncrements(filling);
console.log(`${addedUp} increments added up in ${ms(performance.now() - addedUpAt)}`);
await filling.script("vacuum analyze usage_increments");
await filling.script("vacuum analyze usage_totals");

const iso = (time: number) => new Date(time).toISOString();
const fullMonth = `/api/v1/usage/summary?since=${iso(monthStart)}`;
const QUERIES = {
  "the month": fullMonth,
  "the month of one key": `${fullMonth}&key_id=${await keyOf(0)}`,
  "the month of one account": `${fullMonth}&account_id=${await keyOf(7)}`,
  "a span within its days": `/api/v1/usage/summary?since=${iso(monthStart + 3_600_000)}&until=${iso(monthStart + 20 * 86_400_000 + 1)}`,
  "a page of the log": "/api/v1/usage?limit=50",
  "a page of one status": "/api/v1/usage?limit=50&status=503",
};
async function keyOf(i: number): Promise<string> {
  const [row] = await database.query<{ id: string }>("select md5($1)::uuid as id", [String(i)]);
  return row?.id as string;
}
for (const [what, path] of Object.entries(QUERIES)) {
  const times: number[] = [];
  for (let i = 0; i < SINGLE; i++) {
    const { status, tookMs } = await send("GET", path, first.key);
    if (status !== 200) throw new Error(`${path} responded with ${status}.`);
    times.push(tookMs);
  }
  console.log(`${what}: median ${ms(percentile(times, 0.5))}, slowest ${ms(Math.max(...times))}`);
}

/** Another user's sequential calls until the reports end. */
async function calls(isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const { status, tookMs } = await send("GET", "/api/v1/integrations", light.key);
    if (status !== 200 && status !== 429) throw new Error(`A call responded with ${status}.`);
    times.push(tookMs);
  }
  return times;
}
const printTimes = (what: string, times: readonly number[]) =>
  console.log(
    `${what}: ${times.length} calls, median ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}, slowest ${ms(Math.max(...times))}`,
  );
const endAt = performance.now() + LOAD_MS;
printTimes("another user alone", await calls(() => performance.now() > endAt));
for (const [what, path] of Object.entries(QUERIES)) {
  const until = performance.now() + LOAD_MS;
  const counts = new Map<number, number>();
  const reports = (async () => {
    while (performance.now() < until) {
      const round = Array.from({ length: REPORTS_AT_ONCE }, async (_, i) => {
        const { status } = await send("GET", path, heavy[i % USERS]?.key ?? first.key);
        counts.set(status, (counts.get(status) ?? 0) + 1);
      });
      await Promise.all([...round, new Promise((resolve) => setTimeout(resolve, ROUND_MS))]);
    }
  })();
  printTimes(`beside ${REPORTS_AT_ONCE} at once, ${what}`, await calls(() => performance.now() > until));
  await reports;
  console.log(`  reports by status: ${[...counts].map(([status, count]) => `${status}: ${count}`).join(", ")}`);
}
await filling.close();
await endProcesses();
await close();
process.exit(0);
