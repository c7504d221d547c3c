// What runs by itself at which minutes, once in the cluster.
import { dropOldEntries } from "./audit/store.ts";
import { dropUnconfirmed } from "./connect/confirm.ts";
import { retryRevocations } from "./connect/revoke.ts";
import type { Database } from "./db/database.ts";
import { makeReserve } from "./db/disk-reserve.ts";
import { dropOldDeliveries } from "./deliveries/store.ts";
import type { Deps } from "./deps.ts";
import { tidyUp } from "./housekeeping.ts";
import { dropPendingImports } from "./imports/store.ts";
import { foldInboxCounts } from "./inbox/counts.ts";
import { dropOldEvents } from "./inbox/retention.ts";
import type { ScheduledJob } from "./jobs/scheduled-job.ts";
import { wakeRowQueues, wokenEverywhere } from "./jobs/wake.ts";
import { sweepClients } from "./oauth-server/client-store.ts";
import { sweepGrants } from "./oauth-server/grant-store.ts";
import { REPLY_MS, RETENTION_MS } from "./oauth-server/grants.ts";
import { sweepFailures } from "./people/failures.ts";
import { sweepKnownBrowsers } from "./people/known-browsers.ts";
import { sweepChallenges } from "./people/passkey-store.ts";
import { sweepSessions } from "./people/sessions.ts";
import { sweepSetupLinks } from "./people/setup-links.ts";
import { sweepSubmissions } from "./people/submissions.ts";
import { dropOldErasures } from "./personal-data/erasure-store.ts";
import { tendPartitions } from "./usage/partitions.ts";
import { ageTotals } from "./usage/totals.ts";
import { dropOldMessages } from "./webhooks/message-store.ts";

const DAY_MS = 86_400_000;
/** How long the ids and counts of an ended erasure are shown. */
const ERASURE_DAYS = 30;
/** How long an import's refreshed tokens wait for it to be run again. */
const IMPORT_DAYS = 30;

/** Deletes what its table stores no longer, in bounded steps. */
type Retention = (deps: Deps) => Promise<unknown>;

/** Every room with rows that age has one entry. */
const RETENTION: readonly Retention[] = [
  // A delivery's row is the memory of its id: a provider that sends it again later makes it anew.
  ({ database, clock, config }) => dropOldDeliveries(database.reports, clock.now() - config.deliveryDays * DAY_MS),
  ({ database, clock, config }) => dropOldMessages(database, { now: clock.now(), days: config.deliveryDays }),
  ({ database, clock, config }) => dropOldEntries(database.reports, clock.now() - config.auditDays * DAY_MS),
  ({ database, clock }) => dropOldErasures(database.reports, clock.now() - ERASURE_DAYS * DAY_MS),
  ({ database, clock }) => dropPendingImports(database.reports, clock.now() - IMPORT_DAYS * DAY_MS),
  ({ database, clock, config }) => dropOldEvents(database.reports, { now: clock.now(), maxAgeDays: config.inboxDays }),
  ({ database, clock, config }) => ageTotals(database.reports, { now: clock.now(), usageMonths: config.usageMonths }),
];

/** Every job is repeatable and bounded. `database` has no time-outs. */
export function scheduledJobs(deps: Deps, database: Database): ScheduledJob[] {
  return [
    { name: "housekeeping", everyMinutes: 1, timeoutSeconds: 300, run: () => tidyUp(database, deps.log) },
    { name: "unconfirmed_grants", everyMinutes: 1, timeoutSeconds: 120, run: () => dropUnconfirmed(deps) },
    {
      name: "retry_revocations",
      everyMinutes: 1,
      timeoutSeconds: 300,
      run: (signal) => retryRevocations(deps, signal),
    },
    { name: "people", everyMinutes: 10, timeoutSeconds: 120, run: () => sweepPeople(deps) },
    { name: "mcp_grants", everyMinutes: 1, timeoutSeconds: 120, run: () => sweepClientAccess(deps) },
    { name: "inbox_counts", everyMinutes: 1, timeoutSeconds: 120, run: () => foldInboxCounts(database) },
    // Rows that nobody has told of: retries whose time has come, and rows of dead replicas.
    { name: "wake_row_queues", everyMinutes: 1, timeoutSeconds: 30, run: () => wakeRowQueues(database) },
    { name: "usage_partitions", everyMinutes: 60, timeoutSeconds: 900, run: () => tendUsage(deps, database) },
    { name: "checkpoint", everyMinutes: 1, timeoutSeconds: 120, run: () => deps.backups.checkpoint() },
    { name: "disk_reserve", everyMinutes: 10, timeoutSeconds: 120, run: () => keepReserve(deps) },
    { name: "retention", everyMinutes: 60, timeoutSeconds: 900, run: (signal) => dropAged(deps, signal) },
  ];
}

/** What has ended at sign-in: sessions, counts of failures, challenges of passkeys, links, known browsers. */
async function sweepPeople({ database, clock }: Deps): Promise<void> {
  await sweepSessions({ database, clock });
  await sweepSubmissions({ database, clock });
  await sweepFailures({ database, clock });
  await sweepChallenges(database, clock.now());
  await sweepSetupLinks({ database, clock });
  await sweepKnownBrowsers({ database, clock });
}

/** What MCP clients can use no more, and clients that nobody has let in within a day. */
async function sweepClientAccess({ database, clock }: Deps): Promise<void> {
  await sweepGrants(database, clock.now(), { replyMs: REPLY_MS, retentionMs: RETENTION_MS });
  await sweepClients(database, clock.now() - DAY_MS);
}

/** Works due rows in this process from now on. */
export function startRowQueues(deps: Deps): void {
  for (const queue of [deps.deliveries, deps.sources, deps.webhooks, deps.erasures]) {
    queue.start();
    wokenEverywhere(deps.changes, queue);
  }
}

/** What a dead process left, at the start of any other: it must not wait for the next minute. */
export async function runAtStart(deps: Deps, database: Database): Promise<void> {
  await keepReserve(deps);
  await tidyUp(database, deps.log, () => dropUnconfirmed(deps));
  await tendUsage(deps, database);
}

/** For the next start on a full disk; without ample room it is made later. */
async function keepReserve({ config, log }: Deps): Promise<void> {
  if (config.databaseUrl !== null || config.environment !== "production") return;
  await makeReserve(config.dataDir).catch((error: unknown) => log.warn("disk_reserve_failed", { error }));
}

function tendUsage({ log, config }: Deps, database: Database): Promise<void> {
  return tendPartitions(database, log, { months: config.usageMonths });
}

/** One table's failure keeps no other from its turn. */
async function dropAged(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const drop of RETENTION) {
    if (signal.aborted) return;
    try {
      await drop(deps);
    } catch (error) {
      deps.log.warn("retention_failed", { error });
    }
  }
}
