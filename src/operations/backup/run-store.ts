// Rows of backups: what ran, how it ended, and which files are still there.
import type { Database } from "../../foundation/db/database.ts";
import { isoOf } from "../../foundation/db/parameters.ts";
import { DAY_MS } from "../../foundation/db/retention.ts";
import type { Table } from "../../foundation/db/table.ts";

type Reader = Pick<Database, "query">;

export type Outcome = "running" | "made" | "failed" | "interrupted";

export interface BackupRun {
  id: string;
  /** Unix milliseconds. */
  startedAt: number;
  finishedAt: number | null;
  outcome: Outcome;
  /** Null for the file of a command. */
  place: string | null;
  name: string;
  bytes: number | null;
  verified: boolean | null;
  /** A sentence: why it failed, or was not verified. */
  reason: string | null;
}

const COLUMNS = `id, outcome, place, name, bytes::float8 as bytes, verified, reason,
  (extract(epoch from started_at) * 1000)::float8 as "startedAt",
  (extract(epoch from finished_at) * 1000)::float8 as "finishedAt"`;

export async function insertRun(database: Reader, run: BackupRun): Promise<void> {
  const { id, startedAt, finishedAt, outcome, place, name, bytes, verified, reason } = run;
  await database.query(
    `insert into backup_runs (id, started_at, finished_at, outcome, place, name, bytes, verified, reason)
     values ($1::text::uuid, $2::text::timestamptz, $3::text::timestamptz, $4, $5, $6, $7::text::bigint, $8::text::boolean, $9)`,
    [
      ...[id, isoOf(startedAt), finishedAt === null ? null : isoOf(finishedAt), outcome, place, name],
      ...[bytes === null ? null : String(bytes), verified === null ? null : String(verified), reason],
    ],
  );
}

export async function endRun(
  database: Reader,
  run: Pick<BackupRun, "id" | "outcome" | "bytes" | "verified" | "reason"> & { finishedAt: number },
): Promise<void> {
  const { id, finishedAt, outcome, bytes, verified, reason } = run;
  await database.query(
    `update backup_runs set finished_at = $2::text::timestamptz, outcome = $3, bytes = $4::text::bigint,
       verified = $5::text::boolean, reason = $6 where id = $1::text::uuid`,
    [
      ...[id, isoOf(finishedAt), outcome, bytes === null ? null : String(bytes)],
      ...[verified === null ? null : String(verified), reason],
    ],
  );
}

/** The newest run of each outcome, in one place or anywhere; those of a clock that was ahead are no reason to wait. */
export async function newestRuns(
  database: Reader,
  now: number,
  place: string | null = null,
): Promise<Partial<Record<Outcome, BackupRun>>> {
  const runs = await database.query<BackupRun>(
    `select distinct on (outcome) ${COLUMNS} from backup_runs
     where started_at <= $1::text::timestamptz and ($2::text is null or place = $2)
     order by outcome, started_at desc`,
    [isoOf(now), place],
  );
  return Object.fromEntries(runs.map((run) => [run.outcome, run]));
}

/** What a process that died has left as running. */
export function listUnfinished(database: Reader, place: string): Promise<BackupRun[]> {
  return database.query(`select ${COLUMNS} from backup_runs where outcome = 'running' and place = $1`, [place]);
}

/** The job's own files of a place, the newest first. */
export function listStored(database: Reader, place: string): Promise<BackupRun[]> {
  return database.query(
    `select ${COLUMNS} from backup_runs where outcome = 'made' and removed_at is null and place = $1 order by started_at desc`,
    [place],
  );
}

/** Runs before a time that died: of one whose file was whole already, the file is still there. */
export function listInterrupted(database: Reader, place: string, before: number): Promise<BackupRun[]> {
  return database.query(
    `select ${COLUMNS} from backup_runs
     where outcome = 'interrupted' and removed_at is null and place = $1 and started_at < $2::text::timestamptz
     order by started_at limit 100`,
    [place, isoOf(before)],
  );
}

export async function markRemoved(database: Reader, id: string, now: number): Promise<void> {
  await database.query("update backup_runs set removed_at = $2::text::timestamptz where id = $1::text::uuid", [
    id,
    isoOf(now),
  ]);
}

export const TABLES: readonly Table[] = [
  {
    table: "backup_runs",
    bound: "One for each stored backup; others stay 30 days.",
    personal: { erasure: "none", why: "When backups were made, and where they are." },
    aged: [
      {
        since: "started_at",
        stayMs: 30 * DAY_MS,
        only: "outcome <> 'made' or removed_at is not null or place is null",
      },
    ],
  },
];
