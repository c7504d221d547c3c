// Rows of revocation runs: each is its own job, claimed under a lease.
import type { Database, Orm, Parameter } from "../../foundation/db/database.ts";
import { isoOf } from "../../foundation/db/parameters.ts";
import { queryIn } from "../../foundation/db/raw.ts";
import { DAY_MS, type RetentionSettings } from "../../foundation/db/retention.ts";
import type { Table } from "../../foundation/db/table.ts";
import type { Actor } from "../../identity/initiator.ts";
import { cutoffSql, type Selection, type What } from "./selection.ts";

type Reader = Pick<Database, "query">;

export interface Run {
  id: string;
  selection: Selection;
  what: What[];
  /** ISO 8601, as the times below. */
  cutoff: string;
  requestedBy: Actor;
  requestedAt: string;
  state: "due" | "done";
  step: string;
  /** The last id of the step that was looked at. */
  position: string | null;
  attempts: number;
  error: string | null;
  nextAt: string;
  /** Tells this claim from a later one. */
  leaseUntil: string | null;
  endedHereAt: string | null;
  finishedAt: string | null;
}

const time = (column: string, name: string) =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "${name}"`;
const COLUMNS = `id, selection, to_jsonb(what) as what, ${time("cutoff", "cutoff")}, requested_by as "requestedBy",
  ${time("requested_at", "requestedAt")}, state, step, position, attempts, error, ${time("next_at", "nextAt")},
  ${time("lease_until", "leaseUntil")}, ${time("ended_here_at", "endedHereAt")}, ${time("finished_at", "finishedAt")}`;

export interface NewRun extends Pick<Run, "id" | "selection" | "what" | "step" | "requestedBy"> {
  /** Unix milliseconds. */
  now: number;
}

/** Null where `most` runs have not ended. */
export async function insertRun(tx: Orm, run: NewRun, most: number): Promise<Run | null> {
  const { id, selection, what, step, requestedBy, now } = run;
  const [row] = await queryIn<Run>(
    tx,
    `insert into revocation_runs (id, selection, what, cutoff, requested_by, requested_at, step, next_at)
     select $1::text::uuid, $2::text::jsonb, array(select jsonb_array_elements_text($3::text::jsonb)),
       ${cutoffSql("$4", "$5")}, $6::text::jsonb, $5::text::timestamptz, $7, $5::text::timestamptz
     where (select count(*) from revocation_runs where state = 'due') < ${Math.floor(most)} returning ${COLUMNS}`,
    [
      ...[id, JSON.stringify(selection), JSON.stringify(what), selection.before],
      ...[isoOf(now), JSON.stringify(requestedBy), step],
    ],
  );
  return row ?? null;
}

/** Claims due runs; a process that dies leaves them to others when the lease ends. */
export function claimRuns(
  database: Reader,
  { now, leaseMs, limit, id }: { now: number; leaseMs: number; limit: number; id?: string },
): Promise<Run[]> {
  return database.query<Run>(
    `update revocation_runs set lease_until = $2::text::timestamptz where id in (
       select id from revocation_runs where state = 'due' and next_at <= $1::text::timestamptz
         and (lease_until is null or lease_until <= $1::text::timestamptz) and ($4::text is null or id = $4::text::uuid)
       order by next_at limit $3::int for update skip locked
     ) returning ${COLUMNS}`,
    [isoOf(now), isoOf(now + leaseMs), limit, id ?? null],
  );
}

export interface Progress {
  step: string;
  position: string | null;
  /** Unix milliseconds; null leaves the time as it is. */
  nextAt: number | null;
  /** Null ends the claim. */
  leaseUntil: number | null;
  attempts: number;
  error: string | null;
  /** Unix milliseconds; null leaves the time as it is. */
  endedHereAt: number | null;
}

/** Writes where a run stands; null where the claim was lost to another. */
export async function saveProgress(database: Reader, run: Run, progress: Progress): Promise<Run | null> {
  const { step, position, nextAt, leaseUntil, attempts, error, endedHereAt } = progress;
  const iso = (at: number | null) => (at === null ? null : isoOf(at));
  const values: Parameter[] = [
    ...[run.id, run.leaseUntil, step, position, iso(nextAt), iso(leaseUntil)],
    ...[attempts, error, iso(endedHereAt)],
  ];
  const [saved] = await database.query<Run>(
    `update revocation_runs set step = $3, position = $4::text::uuid, next_at = coalesce($5::text::timestamptz, next_at),
       lease_until = $6::text::timestamptz, attempts = $7::int, error = $8,
       ended_here_at = coalesce(ended_here_at, $9::text::timestamptz)
     where id = $1::text::uuid and lease_until = $2::text::timestamptz and state = 'due' returning ${COLUMNS}`,
    values,
  );
  return saved ?? null;
}

/** Ends a run; false where the claim was lost to another. */
export async function finishRun(database: Reader, run: Run, now: number): Promise<boolean> {
  const finished = await database.query(
    `update revocation_runs set state = 'done', position = null, lease_until = null, error = null,
       finished_at = $3::text::timestamptz
     where id = $1::text::uuid and lease_until = $2::text::timestamptz and state = 'due' returning id`,
    [run.id, run.leaseUntil, isoOf(now)],
  );
  return finished.length > 0;
}

export async function findRun(database: Reader, id: string): Promise<Run | null> {
  const [row] = await database.query<Run>(`select ${COLUMNS} from revocation_runs where id = $1::text::uuid`, [id]);
  return row ?? null;
}

/** The newest first. */
export const listRuns = (database: Reader, limit: number): Promise<Run[]> =>
  database.query<Run>(
    `select ${COLUMNS} from revocation_runs order by requested_at desc, id limit ${Math.floor(limit)}`,
  );

const ENDED_MS = ({ auditDays }: RetentionSettings) => auditDays * DAY_MS;

export const TABLES: readonly Table[] = [
  {
    table: "revocation_runs",
    bound: "A finished run is deleted by age, as entries of the audit log are; at most 20 run at a time.",
    setting: "GATEWAY_AUDIT_DAYS",
    aged: [{ since: "finished_at", stayMs: ENDED_MS, only: "state = 'done'" }],
    personal: { erasure: "none", why: "What an operator did, with ids." },
    queues: [
      {
        name: "revocation_runs",
        open: "state = 'due'",
        failed: "state = 'due' and attempts > 0 and next_at > $1::timestamptz",
        error: "error",
        retry: "lease_until = null",
      },
    ],
  },
  {
    table: "revocation_items",
    bound: "What a run ended is deleted by age, as entries of the audit log are.",
    setting: "GATEWAY_AUDIT_DAYS",
    aged: [{ since: "ended_at", stayMs: ENDED_MS, only: "provider_end <> 'trying'" }],
    personal: { erasure: "none", why: "Ids and times of what an operator ended, as the audit log has them." },
  },
];
