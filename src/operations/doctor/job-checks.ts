// What doctor says of jobs: those that failed or wait, and an engine that runs none.
import type { Database } from "../../foundation/db/database.ts";
import { countRows, type QueueCounts } from "../../foundation/jobs/job-store.ts";
import { rowTables } from "../../foundation/jobs/row-table.ts";
import { listScheduled } from "../../foundation/jobs/scheduled-runs.ts";
import { listReplicas } from "../cluster/replica-store.ts";
import { type Check, failed, passed, warned } from "./check.ts";
import type { DatabaseChecks } from "./database-checks.ts";

/** Seconds after which due work counts as not worked. */
const LATE_S = 600;
/** A gateway makes the tables of its jobs a second after its start, and runs most of them every minute. */
const STARTED_MS = 60_000;

const NOT_RUNNING = failed(
  "jobs",
  "a gateway serves, and its scheduled jobs do not run: see jobs_unavailable and job_failed in its log",
  "give what jobs_unavailable in the log names, such as a missing right: docs/operate/jobs.md; the gateway tries again by itself",
);

export async function checkJobs({ database, tables: all, now, isServed }: DatabaseChecks): Promise<Check[]> {
  const time = new Date(now()).toISOString();
  const tables = await Promise.all(rowTables(all).map((table) => countRows(database, table, time)));
  const scheduled = await listScheduled(database, time);
  const queues = [...tables, ...scheduled];
  const late = isServed ? queues.filter(({ oldest_due_s: age }) => (age ?? 0) > LATE_S) : [];
  const broken = queues.filter((queue) => queue.failed > 0);
  const checks = [
    ...(isServed && (await isIdle(database, scheduled)) ? [NOT_RUNNING] : []),
    ...late.map(({ queue, oldest_due_s: age }) =>
      warned(
        "jobs",
        `the oldest due job of ${queue} has waited for ${age} s: see job_failed, queue_unavailable and jobs_unavailable in the log`,
      ),
    ),
    ...broken.map(({ queue, failed: count }) =>
      warned(
        "jobs",
        `${count} of ${queue} have failed: "gateway jobs failed ${queue}" lists them, "gateway jobs retry ${queue} --all" tries them again`,
      ),
    ),
  ];
  return checks.length > 0 ? checks : [passed("jobs", "no failed or late jobs")];
}

/** Compares times of the database alone: what a gateway wrote last is not older than three heartbeats. */
async function isIdle(database: Pick<Database, "query">, scheduled: readonly QueueCounts[]): Promise<boolean> {
  const serving = (await listReplicas(database)).filter(({ isGone, isDraining }) => !isGone && !isDraining);
  const seen = Math.max(0, ...serving.map(({ seenAt }) => Date.parse(seenAt)));
  const uptime = Math.max(0, ...serving.map(({ seenAt, startedAt }) => Date.parse(seenAt) - Date.parse(startedAt)));
  if (scheduled.length === 0) return uptime > STARTED_MS;
  const ran = Math.max(0, ...scheduled.map(({ last_run_at: at }) => (at === null ? 0 : Date.parse(at))));
  return uptime > LATE_S * 1_000 && seen - ran > LATE_S * 1_000;
}
