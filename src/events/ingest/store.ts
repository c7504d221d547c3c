// Rows of inbound webhooks: claimed by their key when they come, under a lease while they are processed.
import { sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { ERASED_AT_ONCE } from "../../foundation/db/erasure-step.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { Table } from "../../foundation/db/table.ts";
import { keyPart } from "../../foundation/vault/sealed-column.ts";
import { inboundWebhookContext, webhookSecretContext } from "../../foundation/vault/sealing-contexts.ts";

/** Stands for no source: the inbound webhook came to the provider's own address. */
export const NO_SOURCE = "00000000-0000-0000-0000-000000000000";

export interface NewInboundWebhook {
  provider: string;
  sourceId: string;
  key: string;
  partition: string;
  /** Sealed. */
  content: string;
  /** ISO 8601. */
  receivedAt: string;
}

/** Short names: half of a row's cost is its text. */
const INSERT = `
  insert into inbound_webhooks (provider, source_id, webhook_key, partition_key, content, next_at, received_at)
  select r.p, r.s, r.k, r.l, r.c, r.t, r.t
  from json_to_recordset($1::text::json) as r (p text, s uuid, k text, l text, c text, t timestamptz)
  on conflict (provider, source_id, webhook_key) do nothing
  returning provider`;

/** Stores inbound webhooks whose keys are new; returns how many of each provider were. */
export async function insertInboundWebhooks(
  database: Pick<Database, "query">,
  inboundWebhooks: readonly NewInboundWebhook[],
): Promise<Map<string, number>> {
  const rows = inboundWebhooks.map(({ provider, sourceId, key, partition, content, receivedAt }) => ({
    p: provider,
    s: sourceId,
    k: key,
    l: partition,
    c: content,
    t: receivedAt,
  }));
  const stored = await database.query<{ provider: string }>(INSERT, [JSON.stringify(rows)]);
  const counts = new Map<string, number>();
  for (const { provider } of stored) counts.set(provider, (counts.get(provider) ?? 0) + 1);
  return counts;
}

/** A source's own address, as far as receiving needs it. */
export interface SourceAddress {
  id: string;
  integrationId: string;
  /** Sealed; null before the subscription has one. */
  secret: string | null;
}

/** Null for an id that no source of the provider has. */
export async function findSourceAddress(
  database: Pick<Database, "query">,
  provider: string,
  id: string,
): Promise<SourceAddress | null> {
  const [row] = await findSourceAddresses(database, [id]);
  return row?.provider === provider ? row : null;
}

/** The sources with these ids. */
export function findSourceAddresses(
  database: Pick<Database, "query">,
  ids: readonly string[],
): Promise<(SourceAddress & { provider: string })[]> {
  return database.query(
    `select id, provider, integration_id as "integrationId", secret from event_sources
     where id in (select jsonb_array_elements_text($1::text::jsonb)::uuid)`,
    [JSON.stringify(ids)],
  );
}

export interface DueInboundWebhook {
  id: string;
  provider: string;
  sourceId: string;
  key: string;
  partition: string;
  content: string;
  attempts: number;
  receivedAt: string;
}

/**
 * Claims due rows, a few of each partition, from partition `$1` on. Rows that another process has claimed are skipped, since a
 * lease moves `next_at`.
 */
const CLAIM = `
  with recursive heads as (
    (select partition_key from inbound_webhooks
      where state = 'due' and partition_key >= $1 order by partition_key limit 1)
    union all
    select (select w.partition_key from inbound_webhooks w
      where w.state = 'due' and w.partition_key > heads.partition_key order by w.partition_key limit 1)
    from heads where heads.partition_key is not null
  ), picked as (
    select due.id from heads cross join lateral (
      select id from inbound_webhooks
      where state = 'due' and partition_key = heads.partition_key and next_at <= $2::timestamptz
      order by next_at limit $4 for update skip locked
    ) as due
    where heads.partition_key is not null limit $5
  )
  update inbound_webhooks set attempts = attempts + 1, next_at = $3::timestamptz
  from picked where inbound_webhooks.id = picked.id
  returning inbound_webhooks.id::text, provider, source_id as "sourceId", webhook_key as key, partition_key as partition,
    content, attempts, to_char(received_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "receivedAt"`;

export function claimInboundWebhooks(
  database: Pick<Database, "query">,
  options: { fromPartition: string; now: number; leaseMs: number; perPartition: number; limit: number },
): Promise<DueInboundWebhook[]> {
  const { fromPartition, now, leaseMs, perPartition, limit } = options;
  const times = [new Date(now).toISOString(), new Date(now + leaseMs).toISOString()];
  return database.query<DueInboundWebhook>(CLAIM, [fromPartition, ...times, perPartition, limit]);
}

/** Extends the lease of inbound webhooks that are still being processed. */
export async function renewLease(
  database: Pick<Database, "query">,
  ids: readonly string[],
  until: number,
): Promise<void> {
  await database.query(
    `update inbound_webhooks set next_at = greatest(next_at, $2::timestamptz)
     where id = any (array(select jsonb_array_elements_text($1::text::jsonb)::bigint)) and state = 'due'`,
    [JSON.stringify(ids), new Date(until).toISOString()],
  );
}

/** Ends inbound webhooks in the transaction of what they did; their content goes, their keys stay. */
export async function endInboundWebhooks(tx: Orm, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    update inbound_webhooks set state = 'done', content = null, error = null
    where id = any (array(select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb)::bigint))`);
}

/** Schedules the next attempt, or ends the inbound webhook as failed; its content stays for a retry by the operator. */
export async function postponeInboundWebhook(
  database: Pick<Database, "query">,
  id: string,
  { nextAt, error }: { nextAt: number | null; error: string },
): Promise<void> {
  await database.query(
    `update inbound_webhooks set state = case when $2::timestamptz is null then 'failed' else 'due' end,
      next_at = coalesce($2::timestamptz, next_at), error = $3
    where id = $1::bigint and state = 'due'`,
    [id, nextAt === null ? null : new Date(nextAt).toISOString(), error],
  );
}

const INBOUND = `changed as (delete from inbound_webhooks w where w.ctid = any (array(
      select o.ctid from jsonb_to_recordset($1::text::jsonb) as n (provider text, source uuid, partition text),
        lateral (
          select ctid from inbound_webhooks where provider = n.provider and source_id = n.source
          union all
          select ctid from inbound_webhooks where partition_key = n.partition and state = 'failed'
          union all
          select ctid from inbound_webhooks where partition_key = n.partition and state = 'due'
        ) as o
      where $2::text is null limit ${ERASED_AT_ONCE})) returning 1)`;

/**
 * Those that are still due stay: a gateway that was off for longer must not lose what it has accepted. With a row goes the memory
 * of its id.
 */
export const TABLES: readonly Table[] = [
  {
    table: "inbound_webhooks",
    bound: "An inbound webhook is deleted by age, once it is processed or has failed.",
    setting: "GATEWAY_INBOUND_WEBHOOK_DAYS",
    aged: [
      { since: "received_at", stayMs: ({ inboundWebhookDays }) => inboundWebhookDays * DAY_MS, only: "state <> 'due'" },
    ],
    personal: {
      erasure: "deleted",
      why: "Encrypted, and without an owner: those of a single grant are deleted with it. Their content is exported as events.",
    },
    queues: [
      {
        name: "inbound_webhooks",
        previousName: "deliveries",
        open: "state = 'due'",
        failed: "state = 'failed'",
        error: "error",
        leaseUntil: null,
        retry: "state = 'due', attempts = 0, error = null",
      },
    ],
    erasure: { inbound: INBOUND },
    sealed: [
      {
        column: "content",
        keys: [
          { name: "provider", type: "text" },
          { name: "source_id", type: "uuid" },
          { name: "webhook_key", type: "text" },
        ],
        batch: 10,
        aad: (rowKey) => inboundWebhookContext(keyPart(rowKey, 0), keyPart(rowKey, 1), keyPart(rowKey, 2)),
      },
    ],
  },
  {
    table: "webhook_secrets",
    bound: "At most one for each provider.",
    personal: { erasure: "none", why: "The operator's, of each provider." },
    sealed: [
      {
        column: "secret",
        keys: [{ name: "provider", type: "text" }],
        batch: 200,
        aad: (rowKey) => webhookSecretContext(keyPart(rowKey, 0)),
      },
    ],
  },
];

/** How many inbound webhooks are due, counted up to a bound. */
export async function countDue(database: Pick<Database, "query">, bound: number): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    "select count(*)::int as count from (select 1 from inbound_webhooks where state = 'due' limit $1) as due",
    [bound],
  );
  return row?.count ?? 0;
}
