// Renews the leases of what is in flight, so that no other process takes it meanwhile.
import { clearInterval, setInterval } from "node:timers";
import { databaseCause } from "../db/timeouts.ts";
import type { Log } from "../log/log.ts";
import { onceAMinute } from "../log/once-a-minute.ts";

export interface LeaseOptions<Job> {
  /** The queue's name in the log. */
  queue: string;
  /** Milliseconds between two renewals; most jobs have ended before the first. */
  everyMs: number;
  renew(jobs: readonly Job[]): Promise<void>;
  log: Log;
}

export interface Leases<Job> {
  /** Does the work under the job's lease. A renewal that fails is logged and ends no work; the next one makes up for it. */
  during(job: Job, work: () => Promise<void>): Promise<void>;
}

export function createLeases<Job>({ queue, everyMs, renew, log }: LeaseOptions<Job>): Leases<Job> {
  const inFlight = new Set<Job>();
  let timer: ReturnType<typeof setInterval> | null = null;
  const renewAll = async () => renew([...inFlight]);
  const tell = onceAMinute((error: unknown) => {
    log.warn("leases_not_renewed", { queue, jobs: inFlight.size, error: databaseCause(error) });
  });
  return {
    async during(job, work) {
      inFlight.add(job);
      timer ??= setInterval(() => void renewAll().catch(tell), everyMs);
      try {
        await work();
      } finally {
        inFlight.delete(job);
        if (inFlight.size === 0) {
          clearInterval(timer);
          timer = null;
        }
      }
    },
  };
}
