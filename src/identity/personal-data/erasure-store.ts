// Rows of erasures: each is its own job, claimed under a lease, and holds ids and counts alone when it is done.
import type { Database, Orm, Parameter } from "../../foundation/db/database.ts";
import { isoOf } from "../../foundation/db/parameters.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { Owner } from "../owner.ts";

type Reader = Pick<Database, "query">;

/** Inbound webhooks that go with a grant: those to a source's own address, or the failed ones of a partition. */
export interface InboundSelector {
  provider: string;
  source?: string;
  partition?: string;
}

/** The names in the column `delivered`, which the version before reads and writes too: see docs/decisions/0026. */
interface StoredSelector extends Omit<InboundSelector, "partition"> {
  lane?: string;
}

const toStored = (inbound: readonly InboundSelector[]): string =>
  JSON.stringify(inbound.map(({ partition, ...others }): StoredSelector => ({ ...others, lane: partition })));

export interface Erasure extends Owner {
  id: string;
  state: "due" | "done";
  step: string;
  position: unknown;
  inbound: InboundSelector[];
  /** Rows by step. */
  counts: Record<string, number>;
  abandonedGrants: number;
  attempts: number;
  error: string | null;
  /** ISO 8601, as the times below. */
  nextAt: string;
  /** Tells this claim from a later one. */
  leaseUntil: string | null;
  requestedAt: string;
  finishedAt: string | null;
}

const time = (column: string, name: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${name}"`;
const COLUMNS = `id, user_id as "userId", account_id as "accountId", state, step, position, delivered, counts,
  abandoned_grants as "abandonedGrants", attempts, error, ${time("next_at", "nextAt")},
  ${time("lease_until", "leaseUntil")}, ${time("requested_at", "requestedAt")}, ${time("finished_at", "finishedAt")}`;

type ErasureRow = Omit<Erasure, "inbound"> & { delivered: StoredSelector[] };

const toErasure = ({ delivered, ...row }: ErasureRow): Erasure => ({
  ...row,
  inbound: delivered.map(({ lane, ...others }) => ({ ...others, ...(lane !== undefined && { partition: lane }) })),
});

export interface NewErasure extends Owner {
  id: string;
  step: string;
  inbound: readonly InboundSelector[];
  counts: Record<string, number>;
  /** Unix milliseconds. */
  now: number;
}

export async function insertErasure(tx: Orm, row: NewErasure): Promise<void> {
  const { id, userId, accountId, step, inbound, counts, now } = row;
  await queryIn(
    tx,
    `insert into erasures (id, user_id, account_id, step, delivered, counts, next_at, requested_at)
     values ($1::uuid, $2::uuid, $3::uuid, $4, $5::text::jsonb, $6::text::jsonb, $7::timestamptz, $7::timestamptz)`,
    [id, userId, accountId, step, toStored(inbound), JSON.stringify(counts), isoOf(now)],
  );
}

/** Notes, in the transaction that deletes further grants, which inbound webhooks go with them. */
export async function addInbound(tx: Orm, erasureId: string, inbound: readonly InboundSelector[]): Promise<void> {
  if (inbound.length === 0) return;
  const text = "update erasures set delivered = delivered || $2::text::jsonb where id = $1::uuid";
  await queryIn(tx, text, [erasureId, toStored(inbound)]);
}

export interface ClaimOptions {
  now: number;
  leaseMs: number;
  limit: number;
  /** Only this one. */
  id?: string;
}

/** Claims due erasures; a process that dies leaves them to others when the lease ends. */
export async function claimErasures(database: Reader, { now, leaseMs, limit, id }: ClaimOptions): Promise<Erasure[]> {
  const rows = await database.query<ErasureRow>(
    `update erasures set lease_until = $2::timestamptz where id in (
       select id from erasures where state = 'due' and next_at <= $1::timestamptz
         and (lease_until is null or lease_until <= $1::timestamptz) and ($4::uuid is null or id = $4::uuid)
       order by next_at limit $3::int for update skip locked
     ) returning ${COLUMNS}`,
    [isoOf(now), isoOf(now + leaseMs), limit, id ?? null],
  );
  return rows.map(toErasure);
}

export interface Progress {
  step: string;
  position: unknown;
  counts: Record<string, number>;
  /** Replaces the noted inbound webhooks; without it, they are kept. */
  inbound?: readonly InboundSelector[];
  /** Unix milliseconds; null ends the claim with no time to wait. */
  nextAt: number | null;
  /** Null ends the claim. */
  leaseUntil: number | null;
  attempts: number;
  error: string | null;
}

/** Writes where an erasure stands; null where the claim was lost to another. */
export async function saveProgress(database: Reader, row: Erasure, progress: Progress): Promise<Erasure | null> {
  const { step, position, counts, inbound, nextAt, leaseUntil, attempts, error } = progress;
  const values: Parameter[] = [
    ...[row.id, row.leaseUntil, step, position === null ? null : JSON.stringify(position), JSON.stringify(counts)],
    ...[inbound ? toStored(inbound) : null, nextAt === null ? null : isoOf(nextAt)],
    ...[leaseUntil === null ? null : isoOf(leaseUntil), attempts, error],
  ];
  const [saved] = await database.query<ErasureRow>(
    `update erasures set step = $3, position = $4::text::jsonb, counts = $5::text::jsonb,
       delivered = coalesce($6::text::jsonb, delivered), next_at = coalesce($7::timestamptz, next_at),
       lease_until = $8::timestamptz, attempts = $9::int, error = $10
     where id = $1::uuid and lease_until = $2::timestamptz and state = 'due' returning ${COLUMNS}`,
    values,
  );
  return saved ? toErasure(saved) : null;
}

/** Ends an erasure; false where the claim was lost to another. */
export async function finishErasure(database: Reader, row: Erasure, now: number): Promise<boolean> {
  const finished = await database.query(
    `update erasures set state = 'done', position = null, delivered = '[]', lease_until = null, error = null,
       finished_at = $3::timestamptz
     where id = $1::uuid and lease_until = $2::timestamptz and state = 'due' returning id`,
    [row.id, row.leaseUntil, isoOf(now)],
  );
  return finished.length > 0;
}

export async function findErasure(database: Reader, { userId, accountId }: Owner): Promise<Erasure | null> {
  const [row] = await database.query<ErasureRow>(
    `select ${COLUMNS} from erasures where user_id = $1::uuid and coalesce(account_id, user_id) = $2::uuid`,
    [userId, accountId ?? userId],
  );
  return row ? toErasure(row) : null;
}

/** The newest first; of one user with its accounts, or of all. */
export async function listErasures(database: Reader, userId: string | null, limit: number): Promise<Erasure[]> {
  const rows = await database.query<ErasureRow>(
    `select ${COLUMNS} from erasures where $1::uuid is null or user_id = $1::uuid
     order by requested_at desc, id limit $2::int`,
    [userId, limit],
  );
  return rows.map(toErasure);
}

export const TABLES: readonly Table[] = [
  {
    table: "erasures",
    bound: "The ids and counts of a finished erasure are kept for 30 days.",
    aged: [{ since: "finished_at", stayMs: 30 * DAY_MS, only: "state = 'done'" }],
    personal: { erasure: "none", why: "Ids and counts, for 30 days after an erasure." },
    queues: [
      {
        name: "erasures",
        open: "state = 'due'",
        failed: "state = 'due' and attempts > 0 and next_at > $1::timestamptz",
        error: "error",
        retry: "lease_until = null",
      },
    ],
  },
];
