// What runs by itself at which minutes, once in the cluster.

import { dropReplies } from "../agents/oauth-server/grant-store.ts";
import { REPLY_MS } from "../agents/oauth-server/grants.ts";
import { publishEnds } from "../agents/sessions/ended.ts";
import { dropUnconfirmed } from "../connections/connect/confirm.ts";
import { dropUnanswered } from "../connections/connect/replacement.ts";
import { retryRevocations } from "../connections/connect/revoke.ts";
import { foldInboxCounts } from "../events/inbox/counts.ts";
import type { Database } from "../foundation/db/database.ts";
import { makeReserve } from "../foundation/db/disk-reserve.ts";
import { notifiedByReplicas, notifyRowQueues } from "../foundation/jobs/notify.ts";
import type { ScheduledJob } from "../foundation/jobs/scheduled-job.ts";
import { logHead, sealEntries } from "../identity/audit/seals.ts";
import { sendNotifications } from "../identity/notifications/job.ts";
import { maintainPartitions } from "../metering/usage/partitions.ts";
import { backUpIfDue } from "../operations/backup/job.ts";
import type { Deps } from "./deps.ts";
import { runHousekeeping } from "./housekeeping.ts";
import { sweepAll } from "./retention.ts";

/** For a large database over a slow line; a process that dies is noticed by its heartbeat. */
const BACKUP_SECONDS = 6 * 3_600;

/** Every job is repeatable and bounded. `database` has no time-outs. */
export function scheduledJobs(deps: Deps, database: Database): ScheduledJob[] {
  return [
    { name: "housekeeping", everyMinutes: 1, timeoutSeconds: 300, run: () => runHousekeeping(database, deps.log) },
    { name: "unconfirmed_grants", everyMinutes: 1, timeoutSeconds: 120, run: () => dropUnused(deps) },
    {
      name: "retry_revocations",
      everyMinutes: 1,
      timeoutSeconds: 300,
      run: (signal) => retryRevocations(deps, signal),
    },
    ...agentJobs(deps, database),
    { name: "inbox_counts", everyMinutes: 1, timeoutSeconds: 120, run: () => foldInboxCounts(database) },
    // Rows that nobody has told of: retries whose time has come, and rows of dead replicas.
    {
      name: "notify_row_queues",
      previousName: "wake_row_queues",
      everyMinutes: 1,
      timeoutSeconds: 30,
      run: () => notifyRowQueues(database),
    },
    {
      name: "audit_seals",
      everyMinutes: 1,
      timeoutSeconds: 300,
      run: (signal) => sealEntries(deps, database, signal),
    },
    {
      name: "notifications",
      everyMinutes: 1,
      timeoutSeconds: 120,
      run: (signal) => sendNotifications(deps, database, signal),
    },
    { name: "audit_head", everyMinutes: 60, timeoutSeconds: 30, run: () => logHead(deps, database) },
    { name: "usage_partitions", everyMinutes: 60, timeoutSeconds: 900, run: () => maintainUsage(deps, database) },
    { name: "checkpoint", everyMinutes: 1, timeoutSeconds: 120, run: () => deps.backups.checkpoint() },
    {
      name: "backup",
      everyMinutes: 1,
      timeoutSeconds: BACKUP_SECONDS,
      run: (signal) => backUpIfDue(deps, database, signal),
    },
    { name: "disk_reserve", everyMinutes: 10, timeoutSeconds: 120, run: () => keepReserve(deps) },
    { name: "retention", everyMinutes: 10, timeoutSeconds: 900, run: (signal) => sweepAll(deps, signal) },
  ];
}

const agentJobs = (deps: Deps, database: Database): ScheduledJob[] => [
  {
    name: "mcp_grants",
    everyMinutes: 1,
    timeoutSeconds: 120,
    run: () => dropReplies(database, deps.clock.now() - REPLY_MS),
  },
  {
    name: "agent_sessions",
    everyMinutes: 1,
    timeoutSeconds: 120,
    run: async (signal) => void (await publishEnds(deps, database, signal)),
  },
];

/** Grants that a partner did not confirm, or a person did not decide on, in time. */
async function dropUnused(deps: Deps): Promise<void> {
  await dropUnconfirmed(deps);
  await dropUnanswered(deps);
}

/** Processes due rows in this process from now on. */
export function startRowQueues(deps: Deps): void {
  const { inboundWebhooks, sources, webhooks, erasures, revocationRuns, mails, approvals } = deps;
  for (const queue of [inboundWebhooks, sources, webhooks, erasures, revocationRuns, mails, approvals]) {
    queue.start();
    notifiedByReplicas(deps.changes, queue);
  }
}

/** What a dead process left, at the start of any other: it must not wait for the next minute. */
export async function runAtStart(deps: Deps, database: Database): Promise<void> {
  await keepReserve(deps);
  await runHousekeeping(database, deps.log, () => dropUnused(deps));
  await maintainUsage(deps, database);
}

/** For the next start on a full disk; without ample room it is made later. */
async function keepReserve({ config, log }: Deps): Promise<void> {
  if (config.databaseUrl !== null || config.environment !== "production") return;
  await makeReserve(config.dataDir).catch((error: unknown) => log.warn("disk_reserve_failed", { error }));
}

function maintainUsage({ log, config }: Deps, database: Database): Promise<void> {
  return maintainPartitions(database, log, { months: config.usageMonths });
}
