// Fills databases for benchmarks: a partner's connected accounts with grants that open, and a long usage log.
import { createHash } from "node:crypto";
import { sealTokens } from "../src/connections/tokens/sealed-tokens.ts";
import type { OpenDatabase } from "../src/foundation/db/database.ts";
import { type KeyRing, parseKeyRing } from "../src/foundation/vault/key-ring.ts";
import { createVault } from "../src/foundation/vault/vault.ts";
import { listPartitions, makePartitions, monthStart } from "../src/metering/usage/partitions.ts";
import { NO_ID } from "../src/metering/usage/store.ts";
import { SECRET_KEYS } from "./processes.ts";

const DAYS = 80;
/** Accounts that the usage rows are of. */
const CALLING_ACCOUNTS = 5_000;
const GRANTS_AT_ONCE = 20_000;

/** The external_id of a partner's account, counted from 1. */
export const externalIdOf = (account: number) => `customer-${account}`;

/** The UUID that Postgres makes of `md5(text)::uuid`. */
export const uuidOf = (text: string) =>
  createHash("md5")
    .update(text)
    .digest("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");

/** Runs statements without a time-out, and prints how long they took. */
export async function fill(database: OpenDatabase, what: string, sql: string): Promise<void> {
  const startedAt = performance.now();
  await database.script(`set statement_timeout = 0; ${sql}`);
  console.log(`${what}: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
}

export function fillAccounts(database: OpenDatabase, userId: string, accounts: number): Promise<void> {
  return fill(
    database,
    `${accounts} accounts`,
    `insert into accounts (id, user_id, external_id, display_name, created_at)
    select md5('account-' || i)::uuid, '${userId}', 'customer-' || i, 'Customer ' || i, now() - i * interval '1 second'
    from generate_series(1, ${accounts}) as i; analyze accounts`,
  );
}

/** Connects each of these accounts to the stub's provider, with sealed tokens as a connect flow stores them. */
export async function fillGrants(database: OpenDatabase, userId: string, accounts: number): Promise<void> {
  const startedAt = performance.now();
  const vault = createVault(parseKeyRing(SECRET_KEYS) as KeyRing);
  const grantOf = (account: number) => {
    const id = uuidOf(`grant-${account}`);
    const sealed = sealTokens({ vault, clock: Date }, id, {
      accessToken: `access-${id}`,
      refreshToken: `refresh-${id}`,
    });
    return { id, account: uuidOf(`account-${account}`), person: String(account), ...sealed };
  };
  for (let from = 1; from <= accounts; from += GRANTS_AT_ONCE) {
    const count = Math.min(GRANTS_AT_ONCE, accounts - from + 1);
    await database.query(
      `insert into connections (id, user_id, account_id, provider, status, identity_id, identity, client_id, scopes, access_token,
        refresh_token, access_expires_at, connected_at, updated_at)
      select id, $2::uuid, account, 'bench', 'active', person, jsonb_build_object('id', person, 'name', 'person ' || person), 'c',
        array['things'], "accessToken", "refreshToken", now() + interval '30 days', now(), now()
      from json_to_recordset($1::text::json) as grants (id uuid, account uuid, person text, "accessToken" text, "refreshToken" text)`,
      [JSON.stringify(Array.from({ length: count }, (_, i) => grantOf(from + i))), userId],
    );
  }
  await database.script("set statement_timeout = 0; analyze connections");
  console.log(`grants of ${accounts} accounts: ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`);
}

/** Rows of this month and the two before, by the partitions' names, so that no trigger counts them. */
export async function fillUsage(
  database: OpenDatabase,
  { userId, rows, keys }: { userId: string; rows: number; keys: number },
): Promise<void> {
  const now = Date.now();
  const start = now - DAYS * 86_400_000;
  for (const months of [0, -1, -2]) await makePartitions(database, monthStart(now, months));
  const months = (await listPartitions(database)).flatMap(({ name, from, to }) => {
    const [begin, end] = [Math.max(from ?? now, start), Math.min(to ?? now, now)];
    return begin < end ? [{ name, begin, count: Math.round((rows * (end - begin)) / (now - start)), end }] : [];
  });
  // At once: each connection of the server works on one core.
  await Promise.all(
    months.map(({ name, begin, end, count }) =>
      fill(
        database,
        `${count} usage rows in ${name}`,
        `insert into ${name} (id, occurred_at, user_id, key_id, account_id, external_id, request_id, method, endpoint, provider,
          action, state, status, units, duration_ms)
        select gen_random_uuid(), to_timestamp(${begin / 1_000} + i * ${(end - begin) / 1_000 / count}), '${userId}'::uuid,
          md5((i % ${keys})::text)::uuid, case when i % 2 = 0 then md5('account-' || i % ${CALLING_ACCOUNTS})::uuid end,
          case when i % 2 = 0 then 'customer-' || i % ${CALLING_ACCOUNTS} end, gen_random_uuid()::text, 'GET',
          '/api/v1/github/repos/{owner}/{repo}', (array['github', 'slack', 'google', 'notion', 'jira'])[1 + i % 5],
          (array['repos.read', 'chat.read'])[1 + i % 2], 'done', case i % 50 when 0 then 404 when 1 then 503 else 200 end, 1,
          (random() * 400)::int
        from generate_series(0, ${count - 1}) as i`,
      ),
    ),
  );
  for (const { name } of months) await database.script(`vacuum analyze ${name}`);
}

/** What housekeeping would have made of the usage log. */
export function fillTotals(database: OpenDatabase): Promise<void> {
  return fill(
    database,
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
}
