// Takes the personal fields out of an owner's usage rows, in bounded steps; counts, endpoints, providers and statuses stay.
import type { Database } from "../../foundation/db/database.ts";
import { parameters } from "../../foundation/db/parameters.ts";
import type { Owner } from "../../identity/owner.ts";
import { listPartitions } from "./partitions.ts";
import { ERASED_ACCOUNT, NO_ID, sameKey, TOTAL_KEY } from "./store.ts";

/** Rows that one step reads, and writes at most. */
const STEP = 2_000;

/** The progress of an erasure, as JSON that a job's row can store. */
export interface UsageErasurePosition {
  /** The log's partitions by name, then the increments, then the totals. */
  stage: "log" | "increments" | "totals";
  /** The partition, and the row in it, that the last step ended with. */
  partition: string | null;
  at: string | null;
  id: string | null;
}

export interface UsageErasureStep {
  /** Hand it to the next step; null: everything is erased. */
  next: UsageErasurePosition | null;
  /** The step was on partition n of m; the increments and the totals count as one more each. */
  partition: number;
  partitions: number;
  /** Rows that this step changed. */
  rows: number;
}

/**
 * One step of the erasure; the first has no position. A user's rows become those of the zero user, with another id and at the
 * start of their hour, so that neither row nor time leads back to anybody; an account's rows stay its partner's, without the
 * account, and its totals become those of the partner's deleted accounts. A step is one statement, so it may be repeated, as may the whole from the beginning. Calls under way write their
 * rows up to a minute after their owner is gone: begin after that.
 */
export async function eraseUsageStep(
  database: Pick<Database, "query">,
  owner: Owner,
  position: UsageErasurePosition | null,
): Promise<UsageErasureStep> {
  const names = (await listPartitions(database)).map(({ name }) => name).sort();
  const partitions = names.length + 2;
  const current = position ?? { ...START, stage: "log" };
  if (current.stage !== "log") {
    const isTotals = current.stage === "totals";
    const rows = await (isTotals ? eraseTotals : eraseIncrements)(database, owner);
    const after = isTotals ? null : ({ ...START, stage: "totals" } as const);
    return { next: rows > 0 ? current : after, partition: partitions - (isTotals ? 0 : 1), partitions, rows };
  }
  const found = names.findIndex((name) => current.partition === null || name >= current.partition);
  const name = names[found];
  if (name === undefined) {
    return { next: { ...START, stage: "increments" }, partition: names.length, partitions, rows: 0 };
  }
  const from = name === current.partition ? current : START;
  const { looked, erased, at, id } = await eraseEntries(database, owner, name, from);
  const following = names[found + 1];
  const next =
    looked === STEP
      ? { stage: "log" as const, partition: name, at, id }
      : following === undefined
        ? { ...START, stage: "increments" as const }
        : { ...START, stage: "log" as const, partition: following };
  return { next, partition: found + 1, partitions, rows: erased };
}

const START = { partition: null, at: null, id: null };
const ACCOUNT_ERASED =
  "account_id = null, integration_id = null, external_id = null, request_id = '', inputs = null, steps = null, " +
  "agent_session_id = null, agent = null";

interface Erased {
  looked: number;
  erased: number;
  at: string | null;
  id: string | null;
}

/**
 * Deletes by the partition's name: no trigger counts, and no other partition is locked. The list has one user, as in
 * store.ts.
 */
async function eraseEntries(
  { query }: Pick<Database, "query">,
  { userId, accountId }: Owner,
  partition: string,
  { at, id }: Pick<UsageErasurePosition, "at" | "id">,
): Promise<Erased> {
  const params = parameters();
  const user = params.add(userId);
  // Not "or it is null": the index would be read from its beginning in each step.
  const after = at === null ? "" : `and (occurred_at, id) < (${params.add(at)}::timestamptz, ${params.add(id)}::uuid)`;
  const ofAccount = accountId === null ? "true" : `looked.account_id = ${params.add(accountId)}::uuid`;
  const erasedColumns =
    accountId === null
      ? `id = gen_random_uuid(), user_id = '${NO_ID}', occurred_at = date_trunc('hour', e.occurred_at, 'UTC'), key_id = null,
         person_id = null, ${ACCOUNT_ERASED}`
      : ACCOUNT_ERASED;
  const [row] = await query<Erased>(
    `with looked as materialized (
      select occurred_at, id, account_id from ${partition}
      where user_id = any (array[${user}]::uuid[]) ${after}
      order by user_id, occurred_at desc, id desc limit ${STEP}
    ), erased as (
      update ${partition} as e set ${erasedColumns} from looked
      where e.occurred_at = looked.occurred_at and e.id = looked.id and ${ofAccount}
      returning 1
    ), last as (select occurred_at, id from looked order by occurred_at, id limit 1)
    select (select count(*) from looked)::int as looked, (select count(*) from erased)::int as erased,
      (select to_char(occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') from last) as at,
      (select id from last) as id`,
    params.values,
  );
  return row as Erased;
}

/** What the last minute has counted. */
async function eraseIncrements({ query }: Pick<Database, "query">, { userId, accountId }: Owner): Promise<number> {
  const [what, of] =
    accountId === null
      ? [`user_id = '${NO_ID}', account_id = null, key_id = null`, "$2::uuid is null"]
      : [`account_id = '${ERASED_ACCOUNT}'`, "account_id = $2::uuid"];
  const [row] = await query<{ rows: number }>(
    `with erased as (
      update usage_increments set ${what} where ctid = any (array(
        select ctid from usage_increments where user_id = $1::uuid and ${of} limit ${STEP} for update
      )) returning 1
    )
    select count(*)::int as rows from erased`,
    [userId, accountId],
  );
  return row?.rows ?? 0;
}

/**
 * A user's calls by hour and day are added to those of the zero user, where calls by account have been counted too. An account's
 * are added to those of all deleted accounts of its partner.
 */
async function eraseTotals({ query }: Pick<Database, "query">, { userId, accountId }: Owner): Promise<number> {
  const [row] = await query<{ rows: number }>(
    `with chosen as materialized (
      select ${TOTAL_KEY} from usage_totals where user_id = $1::uuid and ($2::uuid is null or account_id = $2::uuid) limit ${STEP}
    ), taken as (
      delete from usage_totals as t using chosen as c
      where ${sameKey("t", "c")}
      returning t.*
    ), added as (
      insert into usage_totals as total (user_id, account_id, starts_at, key_id, provider, action, status, is_partner_call,
        calls)
      select case when $2::uuid is null then none else user_id end, case when $2::uuid is null then none else erased end,
        starts_at, case when $2::uuid is null then none else key_id end, provider, action, status, is_partner_call, sum(calls)
      from taken, (select '${NO_ID}'::uuid as none, '${ERASED_ACCOUNT}'::uuid as erased) as nothing
      where account_id = none or $2::uuid is not null
      group by 1, 2, 3, 4, 5, 6, 7, 8 order by 1, 2, 3, 4, 5, 6, 7, 8
      on conflict (${TOTAL_KEY}) do update set calls = total.calls + excluded.calls
    )
    select count(*)::int as rows from taken`,
    [userId, accountId],
  );
  return row?.rows ?? 0;
}
