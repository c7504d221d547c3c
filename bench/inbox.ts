// Measures lists of an inbox in a log of many events, one filter each.
// bun bench/inbox.ts [events, default 10,000,000]; two thirds are one owner's, the others those of 1,000 owners.

import { foldInboxCounts } from "../src/events/inbox/counts.ts";
import type { EventsQuery } from "../src/events/inbox/model.ts";
import { listEvents } from "../src/events/inbox/service.ts";
import { openPostgres } from "../src/foundation/db/postgres.ts";
import { type KeyRing, parseKeyRing } from "../src/foundation/vault/key-ring.ts";
import { createVault } from "../src/foundation/vault/vault.ts";
import { buildRegistry } from "../src/providers/registry/registry.ts";
import type { Deps } from "../src/server/deps.ts";
import { testDatabase } from "../test/support/database.ts";

const events = Number(process.argv[2] ?? 10_000_000);
const AT_ONCE = 500_000;
const OTHERS = 1_000;
const ROUNDS = 50;
const DAYS = 28;
const RARE = "a rare event";

const percentile = (times: readonly number[], share: number) =>
  [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
const ms = (time: number) => `${time.toFixed(1)} ms`;

const { url, close } = await testDatabase("postgres");
const database = await openPostgres(url as string);
const keyRing = parseKeyRing(`k1:${Buffer.alloc(32, 1).toString("base64")}`) as KeyRing;
const deps = {
  database: database.requests,
  vault: createVault(keyRing),
  registry: buildRegistry([]),
} satisfies Pick<Deps, "database" | "vault" | "registry">;

await database.script(`insert into users (id, email) select md5('user-' || i)::uuid, 'user-' || i || '@example.com'
  from generate_series(0, ${OTHERS}) as i`);
const [owner] = await database.query<{ id: string }>("select md5('user-0')::uuid as id");
const large = { userId: owner?.id as string, accountId: null };
const [other] = await database.query<{ id: string }>("select md5('user-7')::uuid as id");
const small = { userId: other?.id as string, accountId: null };

// Two of three events are the large owner's; a tenth is archived, a tenth unread; 24 types of four providers.
const started = performance.now();
// Events of 100,000 transactions, which must be over.
const TRANSACTIONS = 100_000;
const [{ first } = { first: 0 }] = await database.query<{ first: number }>(
  "select pg_snapshot_xmax(pg_current_snapshot())::text::float8 as first",
);
await database.script("set synchronous_commit = off");
await database.script(
  `do $$ begin for i in 1..${TRANSACTIONS} loop perform pg_current_xact_id(); commit; end loop; end $$`,
);
const oldest = Date.now() - DAYS * 86_400_000;
for (let from = 0; from < events; from += AT_ONCE) {
  await database.script(`set statement_timeout = 0; set synchronous_commit = off;
    insert into inbox_events (tx, id, user_id, integration_id, event_key, provider, service, type, title, summary, actor, url,
      payload, status, occurred_at, received_at, stored_at)
    select (${first} + i * ${TRANSACTIONS}::bigint / ${events})::text::xid8, gen_random_uuid(), md5('user-' || case when i % 3 < 2 then 0 else 1 + i / 3 % ${OTHERS} end)::uuid,
      md5('integration')::uuid, i::text, (array['github', 'google', 'slack', 'jira'])[1 + i % 4], 'service' || i % 8,
      case when i % 100003 = 1 then 'service1.rare' else 'service' || i % 8 || '.event' || i % 24 end,
      case when i % 100003 = 1 then '${RARE}' else 'Something happened to item ' || i end, 'A line about it', 'ada',
      'https://example.com/items/' || i, jsonb_build_object('id', i, 'text', repeat(md5(i::text), 8)),
      (array['archived', 'unread', 'read', 'read', 'read', 'read', 'read', 'read', 'read', 'read'])[1 + i / 7 % 10], at, at, at
    from generate_series(${from}, ${Math.min(events, from + AT_ONCE) - 1}) as i,
      lateral (select timestamptz '${new Date(oldest).toISOString()}' + i * interval '1 day' * ${DAYS} / ${events} as at) as times`);
}
console.log(`filled in ${((performance.now() - started) / 1000).toFixed(0)} s`);
const foldedAt = performance.now();
console.log(`${await foldInboxCounts(database)} increments added up in ${ms(performance.now() - foldedAt)}`);
await database.script("set statement_timeout = 0");
await database.script("vacuum analyze inbox_events");

const ago = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const queries: Record<string, EventsQuery> = {
  "(none)": {},
  all: { status: "all" },
  unread: { status: "unread" },
  archived: { status: "archived" },
  provider: { provider: "github" },
  service: { service: "service3" },
  type: { type: "service1.event1" },
  "rare type": { type: "service1.rare", status: "all" },
  "since an hour": { since: ago(1 / 24) },
  "since 20 days": { since: ago(20) },
  "since, type": { since: ago(20), type: "service1.event1" },
  "frequent text": { q: "happened" },
  "rare text": { q: RARE },
};
for (const [name, of] of [
  ["the large owner", large],
  ["a small owner", small],
] as const) {
  console.log(`\n${name}, 100 events a page, ${ROUNDS} lists, each of two pages\n`);
  for (const [filter, query] of Object.entries(queries)) {
    const times: number[] = [];
    let found = 0;
    for (let i = 0; i < ROUNDS; i++) {
      let cursor: string | null = null;
      for (let page = 0; page < 2 && (page === 0 || cursor !== null); page++) {
        const at = performance.now();
        const list = await listEvents(deps, of, { ...query, limit: 100, ...(cursor && { cursor }) });
        times.push(performance.now() - at);
        found += list.events.length;
        cursor = list.next_cursor;
      }
    }
    const size = Math.round(found / times.length);
    console.log(
      `${filter.padEnd(16)} p50 ${ms(percentile(times, 0.5))}, p99 ${ms(percentile(times, 0.99))}, ${size} events`,
    );
  }
}
await database.close();
await close();
process.exit(0);
