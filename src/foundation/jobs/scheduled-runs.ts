// The runs of scheduled jobs: pg-boss tells what is queued, runs and has failed; a table of ours when each job last ended well.
import type { JobWithMetadata, PgBoss, QueueResult } from "pg-boss";
import type { Database } from "../db/database.ts";
import type { Table } from "../db/table.ts";
import { readingBoss } from "./boss.ts";
import type { FailedJob, QueueCounts } from "./job-store.ts";

type Reader = Pick<Database, "query">;

export const TABLES: readonly Table[] = [
  {
    table: "scheduled_runs",
    bound: "One for each scheduled job.",
    personal: { erasure: "none", why: "When each scheduled job last ended well." },
  },
];

/** Queues of pg-boss itself, for the runs that it schedules by its clock. */
const OWN_QUEUES = "__pgboss";
/** Runs that one statement reads: a job of each minute keeps some thousands. */
const PAGE = 500;

/**
 * The queues of scheduled jobs; none before an engine has made its tables. `active` and `failed` may lack what began or failed
 * within the last minute.
 */
export async function listScheduled(database: Reader, now: string): Promise<QueueCounts[]> {
  const boss = await readingBoss(database);
  if (!boss) return [];
  const queues = (await boss.getQueues()).filter(({ name }) => isOurs(name));
  const successes = await lastSuccesses(database);
  const lists = queues.map(async (queue) => ({
    queue: queue.name,
    ...(await queued(boss, queue.name, Date.parse(now))),
    ...(await counts(boss, queue)),
    last_run_at: successes.get(queue.name) ?? null,
  }));
  return Promise.all(lists);
}

/** Whether an engine has made this queue. */
export async function isScheduled(database: Reader, queue: string): Promise<boolean> {
  if (!isOurs(queue)) return false;
  const boss = await readingBoss(database);
  return boss !== null && (await boss.getQueue(queue)) !== null;
}

/** What a run threw is only in the log. */
export async function listFailedRuns(database: Reader, queue: string, limit: number): Promise<FailedJob[]> {
  const boss = await readingBoss(database);
  const failed: FailedJob[] = [];
  if (!boss) return failed;
  for await (const { id, state, retryCount } of runsOf(boss, queue)) {
    if (state === "failed") failed.push({ id, attempts: retryCount + 1, error: null, next_at: null });
    if (failed.length === limit) break;
  }
  return failed;
}

const isOurs = (queue: string) => !queue.startsWith(OWN_QUEUES);

/** Notes that a run ended well, and at which replica. */
export async function recordSuccess(database: Reader, queue: string, replicaId: string): Promise<void> {
  await database.query(
    `insert into scheduled_runs (queue, last_success_at, replica) values ($1, now(), $2::text::uuid)
     on conflict (queue) do update set last_success_at = excluded.last_success_at, replica = excluded.replica`,
    [queue, replicaId],
  );
}

async function lastSuccesses(database: Reader): Promise<Map<string, string>> {
  const rows = await database.query<{ queue: string; ms: number }>(
    "select queue, (extract(epoch from last_success_at) * 1000)::float8 as ms from scheduled_runs",
  );
  return new Map(rows.map(({ queue, ms }) => [queue, new Date(ms).toISOString()]));
}

async function queued(boss: PgBoss, queue: string, now: number) {
  const due = (await boss.findJobs(queue, { queued: true }))
    .map(({ startAfter }) => new Date(startAfter).getTime())
    .filter((time) => time <= now);
  return { due: due.length, oldest_due_s: due.length > 0 ? Math.floor((now - Math.min(...due)) / 1_000) : null };
}

/** The engine counts once a minute. Where it counted any, the runs are counted again: one that was retried must not stay failed. */
async function counts(boss: PgBoss, { name, activeCount, failedCount }: QueueResult) {
  let [active, failed] = [0, 0];
  if (activeCount === 0 && failedCount === 0) return { active, failed };
  for await (const { state } of runsOf(boss, name)) {
    if (state === "active") active++;
    if (state === "failed") failed++;
  }
  return { active, failed };
}

/** The stored runs of a queue, the oldest first. */
async function* runsOf(boss: PgBoss, queue: string): AsyncGenerator<JobWithMetadata> {
  for (let after: string | undefined; ; ) {
    const runs = await boss.findJobs<object>(queue, { limit: PAGE, ...(after ? { after } : {}) });
    yield* runs;
    after = runs.at(-1)?.id;
    if (runs.length < PAGE) return;
  }
}
