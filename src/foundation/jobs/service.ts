// What is queued, what runs and what has failed, over scheduled jobs and tables whose rows are jobs; and retries.
import type { Deps } from "../../server/deps.ts";
import { AppError } from "../errors.ts";
import { isUuid } from "../schema/formats.ts";
import { countRows, type FailedJob, listFailedRows, retryRows } from "./job-store.ts";
import { notifyRowQueues } from "./notify.ts";
import { rowTables } from "./row-table.ts";
import { isScheduled, listFailedRuns, listScheduled } from "./scheduled-runs.ts";

type JobDeps = Pick<Deps, "database" | "tables" | "clock" | "jobs" | "log">;

/** Failed jobs that one request lists, or retries. */
const MAX_JOBS = 1_000;

const nowOf = (deps: JobDeps) => new Date(deps.clock.now()).toISOString();

/** Each queue with its number of due, running and failed jobs. */
export async function listQueues(deps: JobDeps) {
  const now = nowOf(deps);
  const database = deps.database.reports;
  const rows = await Promise.all(rowTables(deps.tables).map((table) => countRows(database, table, now)));
  return { queues: [...rows, ...(await listScheduled(database, now))] };
}

/** The failed jobs of a queue, the oldest first. */
export async function listFailed(deps: JobDeps, queue: string): Promise<{ failed: FailedJob[] }> {
  const table = await findQueue(deps, queue);
  const database = deps.database.reports;
  const failed = table
    ? await listFailedRows(database, table, nowOf(deps), MAX_JOBS)
    : await listFailedRuns(database, queue, MAX_JOBS);
  return { failed };
}

/** Makes failed jobs due again: the one with `id`, or all. 404 for a job that has not failed. */
export async function retryFailed(deps: JobDeps, queue: string, id: string | null): Promise<{ retried: number }> {
  const table = await findQueue(deps, queue);
  const retried = table
    ? await retryRows(deps.database.reports, table, { now: nowOf(deps), id, limit: MAX_JOBS })
    : await deps.jobs.retry(queue, await failedRuns(deps, queue, id));
  if (retried === 0 && id !== null) throw new AppError("NOT_FOUND", `No failed job "${id}" in "${queue}".`);
  if (table && retried > 0) await notifyRowQueues(deps.database);
  return { retried };
}

async function failedRuns(deps: JobDeps, queue: string, id: string | null): Promise<string[]> {
  if (id !== null) return isUuid(id) ? [id] : [];
  return (await listFailedRuns(deps.database.reports, queue, MAX_JOBS)).map((run) => run.id);
}

/** The table of a queue; null for a scheduled job's. 404 where there is none of this name. */
async function findQueue(deps: JobDeps, queue: string) {
  const table = rowTables(deps.tables).find(({ name, previousName }) => name === queue || previousName === queue);
  if (table && table.name !== queue) deps.log.warn("queue_renamed", { queue, new_name: table.name });
  if (table) return table;
  if (await isScheduled(deps.database.reports, queue)) return null;
  throw new AppError("NOT_FOUND", `No queue "${queue}".`);
}
