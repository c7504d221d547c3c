// Measures the time to the first byte of every page of the dashboard, beside the same pages of a user without data.
// bun bench/pages.ts [usage rows, default 20,000,000] [accounts, default 1,000,000] [requests of each page, default 20]
import { platform } from "../src/foundation/platform/bun.ts";
import { virtualModules } from "../src/foundation/platform/modules.ts";
import { type SignedIn, signedIn } from "../test/dashboard/browser.ts";
import { startTestGateway } from "../test/support/gateway.ts";
import { fill, fillAccounts, fillTotals, fillUsage } from "./fill.ts";

// The search reads the list of guides.
platform.provideModules(virtualModules);
const rows = Number(process.argv[2] ?? 20_000_000);
const accounts = Number(process.argv[3] ?? 1_000_000);
const repeat = Number(process.argv[4] ?? 20);
const USERS = 10_000;
const KEYS = 50;

const gateway = await startTestGateway({ lane: "postgres", emulate: ["google"] });
const { database } = gateway.database;
const heavy = await signedIn(gateway, { role: "owner", partner: true });
const light = await signedIn(gateway, { role: "owner", partner: true });
await fillAccounts(database, heavy.userId, accounts);
await fill(
  database,
  `${USERS} users`,
  `insert into users (id, email) select gen_random_uuid(), 'user-' || i || '@example.com' from generate_series(1, ${USERS}) as i;
  insert into api_keys (id, user_id, hash, prefix, last_four, name)
  select gen_random_uuid(), '${heavy.userId}', 'bench-' || i, 'sk_live_aaaa', 'zzzz', 'Key ' || i from generate_series(1, ${KEYS}) as i;
  analyze users`,
);
await fillUsage(database, { userId: heavy.userId, rows, keys: KEYS });
await fillTotals(database);
const paths = gateway.app.routes.flatMap((route) =>
  "isPage" in route && route.isPage && route.method === "GET" && !/\{|\.(?:csv|jsonl?)$/.test(route.path)
    ? route.path
    : [],
);

/** With queries whose answers depend on how much there is; the palette asks for the search as a person types. */
const asked = [
  "/search?q=customer",
  "/search?q=customer-777777",
  "/requests?errors=true",
  "/requests?status=503&provider=slack",
  `/requests?since=${new Date(Date.now() - 60 * 86_400_000).toISOString().slice(0, 10)}`,
  "/partner/accounts?q=customer-777777",
];

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
for (const path of [...paths, ...asked]) {
  const [full, empty] = [await measure(heavy, path), await measure(light, path)];
  const figures = [full.median, full.worst, empty.median].map((ms) => ms.toFixed(1)).join(" | ");
  console.log(`${path} | ${full.status} | ${full.bytes} | ${figures} | ${(full.median / empty.median).toFixed(1)}`);
}
await gateway.close();
