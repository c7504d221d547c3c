// Runs scheduled jobs on pg-boss, whose tables are in our database: each run happens once, on any replica.
import { setTimeout } from "node:timers/promises";
import type { PgBoss, WorkHandler } from "pg-boss";
import type { OpenDatabase } from "../db/database.ts";
import { isUniqueViolation } from "../db/database.ts";
import type { JobConnections } from "../db/job-connections.ts";
import { withDbTimeout } from "../db/timeouts.ts";
import type { Log } from "../log/log.ts";
import { makeBoss } from "./boss.ts";
import { cronOf, type ScheduledJob } from "./scheduled-job.ts";
import { recordSuccess } from "./scheduled-runs.ts";

/** A worker's wait between two looks for a run: nothing here needs to begin within the second. */
const POLL_SECONDS = 10;
/** A run without a sign of life for this long is another replica's to repeat. */
const HEARTBEAT_SECONDS = 15;
const MONITOR_SECONDS = 60;
/** For features of the engine that nothing here uses. */
const IDLE_SECONDS = 3_600;
const RETRIES = 2;
const RETRY_SECONDS = 10;
const STORED_SECONDS = 86_400;
/** The first requests after a start need the thread more than jobs do. */
const START_AFTER_MS = 1_000;
/** The waits between attempts to start grow up to this. */
const MAX_START_WAIT_MS = 30_000;
/** A stop waits this long for a run; one that is cut off is repeated elsewhere. */
const STOP_MS = 5_000;

export interface JobEngine {
  /** Begins in the background, and again until the database is there. Never fails. */
  start(jobs: readonly ScheduledJob[]): void;
  /** Resolves once the engine works its queues. */
  started(): Promise<void>;
  /** Queues a run now; false where one is queued or running already. */
  runNow(name: string): Promise<boolean>;
  /** Queues failed runs again, one or all of a queue, and returns their number. */
  retry(queue: string, ids: readonly string[]): Promise<number>;
  /** Takes no further run and waits for the running ones, five seconds at most. */
  stop(): Promise<void>;
}

export interface EngineTimes {
  startAfterMs?: number;
  /** Seconds between looks for runs, and for runs of dead replicas; shorter in tests. */
  pollSeconds?: number;
  monitorSeconds?: number;
  heartbeatSeconds?: number;
  /** Before a run that failed is repeated. */
  retrySeconds?: number;
  /** Milliseconds that a stop gives to running jobs. */
  stopMs?: number;
}

interface EngineOptions extends EngineTimes {
  database: Pick<OpenDatabase, "kind" | "jobs" | "query">;
  log: Log;
  /** Stored with each run that ended well. */
  replicaId: string;
}

export function createJobEngine(options: EngineOptions): JobEngine {
  const { log } = options;
  const outage = createOutage(log);
  const started = Promise.withResolvers<PgBoss>();
  const stopping = new AbortController();
  let opened: Opened | null = null;
  let starting: Promise<void> | null = null;
  let stopped: Promise<void> | null = null;

  const startOnce = async (jobs: readonly ScheduledJob[]) => {
    opened ??= await openBoss(options, outage.began);
    const made = opened;
    await startOrClose(made, outage.began, () => {
      opened = null;
    });
    for (const job of jobs) await schedule(made.boss, job, options, outage.ended);
    outage.ended();
    started.resolve(made.boss);
  };
  const sleep = (ms: number) =>
    setTimeout(ms, null, { signal: stopping.signal, ref: false }).catch(() => {
      // The stop ends the wait.
    });
  const startUntilDone = async (jobs: readonly ScheduledJob[]) => {
    await sleep(options.startAfterMs ?? START_AFTER_MS);
    for (let waitMs = 250; !stopping.signal.aborted; waitMs = Math.min(2 * waitMs, MAX_START_WAIT_MS)) {
      try {
        return await startOnce(jobs);
      } catch (error) {
        outage.began(error);
        await sleep(waitMs);
      }
    }
  };
  const stopAll = async () => {
    const timeout = options.stopMs ?? STOP_MS;
    const late = setTimeout(2 * timeout, null, { ref: false });
    // A start under way would else open connections behind the stop's back.
    await Promise.race([starting, late]);
    if (!opened) return;
    await Promise.race([opened.boss.stop({ graceful: true, timeout }).catch(outage.began), late]);
    await opened.connections.close();
  };
  /** A command has no running engine: it opens one that works no queue. */
  const ready = async (): Promise<PgBoss> => {
    if (starting) return withDbTimeout(started.promise);
    opened ??= await openBoss(options, outage.began, false);
    await opened.boss.start();
    return opened.boss;
  };
  return {
    start(jobs) {
      starting ??= startUntilDone(jobs);
    },
    started: async () => void (await started.promise),
    async runNow(name) {
      return (await (await ready()).send(name)) !== null;
    },
    async retry(queue, ids) {
      const boss = await ready();
      let retried = 0;
      for (const id of ids) retried += await retryOne(boss, queue, id);
      return retried;
    },
    stop() {
      stopping.abort();
      stopped ??= stopAll();
      return stopped;
    },
  };
}

interface Opened {
  boss: PgBoss;
  connections: JobConnections;
}

async function openBoss(
  { database, monitorSeconds = MONITOR_SECONDS }: EngineOptions,
  onError: (error: unknown) => void,
  isWorking = true,
): Promise<Opened> {
  const connections = database.jobs();
  const boss = await makeBoss(connections, database.kind, {
    schedule: isWorking,
    supervise: isWorking,
    monitorIntervalSeconds: monitorSeconds,
    superviseIntervalSeconds: monitorSeconds,
    cronWorkerIntervalSeconds: POLL_SECONDS,
    flowIntervalSeconds: IDLE_SECONDS,
    bamIntervalSeconds: IDLE_SECONDS,
  });
  boss.on("error", onError);
  return { boss, connections };
}

/** Closes one that does not start: the next looks again whether the schema is there, which an operator may have made meanwhile. */
async function startOrClose(
  { boss, connections }: Opened,
  onError: (error: unknown) => void,
  onClosed: () => void,
): Promise<void> {
  try {
    await boss.start();
  } catch (error) {
    onClosed();
    await boss.stop({ graceful: false }).catch(onError);
    await connections.close();
    throw error;
  }
}

async function schedule(
  boss: PgBoss,
  { name, previousName, timeoutSeconds, run, ...times }: ScheduledJob,
  {
    database,
    log,
    replicaId,
    pollSeconds = POLL_SECONDS,
    heartbeatSeconds = HEARTBEAT_SECONDS,
    retrySeconds = RETRY_SECONDS,
  }: EngineOptions,
  onRun: () => void,
): Promise<void> {
  const limits = {
    expireInSeconds: timeoutSeconds,
    heartbeatSeconds,
    retryLimit: RETRIES,
    retryDelay: retrySeconds,
    deleteAfterSeconds: STORED_SECONDS,
  };
  // At most one run queued or running, whatever the replicas do.
  await boss.createQueue(name, { policy: "exclusive", ...limits });
  await boss.updateQueue(name, limits);
  await boss.schedule(name, cronOf(times));
  const runOne: WorkHandler<object> = async ([job]) => {
    onRun();
    try {
      await run(job?.signal ?? new AbortController().signal);
      await recordSuccess(database, name, replicaId);
    } catch (error) {
      log.error("job_failed", { queue: name, error });
      // The engine stores what is thrown, and a database error repeats its parameters.
      throw new Error("The run failed; the log says why.");
    }
  };
  const workQueue = async (queue: string) => {
    await boss.offWork(queue);
    await boss.work(queue, { pollingIntervalSeconds: pollSeconds }, runOne);
  };
  await workQueue(name);
  if (!previousName || !(await boss.getQueue(previousName))) return;
  // A replica of the version before schedules it again when it restarts.
  await boss.unschedule(previousName);
  await workQueue(previousName);
}

/** 0 where it is not failed any more, or a newer run is queued or running. */
async function retryOne(boss: PgBoss, queue: string, id: string): Promise<number> {
  try {
    return ((await boss.retry(queue, id)) as { affected?: number }).affected ?? 0;
  } catch (error) {
    if (isUniqueViolation(error)) return 0;
    throw error;
  }
}

/** Logs an outage once, and its end. */
function createOutage(log: Log) {
  let isDown = false;
  return {
    began(error: unknown) {
      if (!isDown) log.warn("jobs_unavailable", { error });
      isDown = true;
    },
    ended() {
      if (isDown) log.info("jobs_available");
      isDown = false;
    },
  };
}
