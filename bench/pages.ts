// Measures the time to the first byte of every page of the dashboard, beside the same pages of a user without data.
// bun bench/pages.ts [usage rows, default 20,000,000] [accounts, default 1,000,000] [requests of each page, default 20]
import { NO_ID } from "../src/usage/store.ts";
import { type SignedIn, signedIn } from "../test/dashboard/browser.ts";
import { startTestGateway } from "../test/support/gateway.ts";

const rows = Number(process.argv[2] ?? 20_000_000);
const accounts = Number(process.argv[3] ?? 1_000_000);
const repeat = Number(process.argv[4] ?? 20);
const USERS = 10_000;
const KEYS = 50;

const gateway = await startTestGateway({ lane: "postgres", emulate: ["google"] });
const { database } = gateway.database;
const heavy = await signedIn(gateway, { role: "owner", partner: true });
const light = await signedIn(gateway, { role: "owner", partner: true });
const run = async (what: string, sql: string) => {
  const startedAt = performance.now();
  await database.script(`set statement_timeout = 0; ${sql}`);
  console.log(`${what}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
};
await run(
  `${accounts} accounts`,
  `insert into accounts (id, user_id, external_id, display_name, created_at)
  select gen_random_uuid(), '${heavy.userId}', 'customer-' || i, 'Customer ' || i, now() - i * interval '1 second'
  from generate_series(1, ${accounts}) as i; analyze accounts`,
);
await run(
  `${USERS} users`,
  `insert into users (id, email) select gen_random_uuid(), 'user-' || i || '@example.com' from generate_series(1, ${USERS}) as i;
  insert into api_keys (id, user_id, hash, prefix, last_four, name)
  select gen_random_uuid(), '${heavy.userId}', 'bench-' || i, 'sk_live_aaaa', 'zzzz', 'Key ' || i from generate_series(1, ${KEYS}) as i;
  analyze users`,
);
await run(
  `${rows} usage rows of this month and the two before`,
  `insert into usage_entries (id, occurred_at, user_id, key_id, account_id, external_id, request_id, method, endpoint, provider,
    action, state, status, units, duration_ms)
  select gen_random_uuid(), now() - i * interval '80 days' / ${rows}, '${heavy.userId}'::uuid, md5((i % ${KEYS})::text)::uuid,
    case when i % 2 = 0 then md5((i % 5000)::text)::uuid end, case when i % 2 = 0 then 'customer-' || i % 5000 end,
    gen_random_uuid()::text, 'GET', '/api/v1/github/repos/{owner}/{repo}',
    (array['github', 'slack', 'google', 'notion', 'jira'])[1 + i % 5], (array['repos.read', 'chat.read'])[1 + i % 2], 'done',
    case i % 50 when 0 then 404 when 1 then 503 else 200 end, 1, (random() * 400)::int
  from generate_series(1, ${rows}) as i; analyze usage_entries`,
);
await run(
  "totals, as housekeeping would have made them",
  `truncate usage_increments;
  insert into usage_totals
    select user_id, account, starts_at, key_id, provider, action, status, false, sum(call_count)
    from usage_entries, lateral (
      select '${NO_ID}'::uuid as account, date_trunc('hour', occurred_at, 'UTC') as starts_at
      union all select account_id, date_trunc('day', occurred_at, 'UTC') where account_id is not null
    ) as counted group by 1, 2, 3, 4, 5, 6, 7, 8
  on conflict do nothing; analyze usage_totals`,
);
const paths = gateway.app.routes.flatMap((route) =>
  "isPage" in route && route.isPage && route.method === "GET" && !/\{|\.(?:csv|json)$/.test(route.path)
    ? route.path
    : [],
);

/** Milliseconds until the response's head is here. */
async function firstByte(person: SignedIn, path: string): Promise<{ ms: number; status: number; bytes: number }> {
  const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const startedAt = performance.now();
  const response = await fetch(gateway.url + path, { headers: { cookie }, redirect: "manual" });
  const ms = performance.now() - startedAt;
  return { ms, status: response.status, bytes: (await response.text()).length };
}

async function measure(person: SignedIn, path: string) {
  await firstByte(person, path);
  const samples = [];
  for (let i = 0; i < repeat; i++) samples.push(await firstByte(person, path));
  const times = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] as number;
  return { median: at(0.5), worst: at(1), status: samples[0]?.status, bytes: samples[0]?.bytes };
}

console.log("page | status | bytes | median ms | worst ms | of a user without data, median ms | ratio");
for (const path of paths) {
  const [full, empty] = [await measure(heavy, path), await measure(light, path)];
  const figures = [full.median, full.worst, empty.median].map((ms) => ms.toFixed(1)).join(" | ");
  console.log(`${path} | ${full.status} | ${full.bytes} | ${figures} | ${(full.median / empty.median).toFixed(1)}`);
}
await gateway.close();
