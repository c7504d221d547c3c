// A transactional queue: processes rows that are their own jobs, claimed under a lease, when notified and on a timer.
import { clearInterval, clearTimeout, setInterval, setTimeout } from "node:timers";
import type { Log } from "../log/log.ts";

export interface RowQueueOptions<Job> {
  /** For the log. */
  name: string;
  /** Claims at most `limit` due jobs under a lease; a process that dies leaves them to others when it ends. */
  claim(limit: number): Promise<Job[]>;
  /** Processes a job and writes its end to its row. What it throws is logged; the lease's end brings the job back. */
  process(job: Job): Promise<void>;
  /** Jobs at a time. */
  concurrency: number;
  /** Jobs that run longer than `afterMs` leave their slot to others, `most` at a time: they only await somebody's response. */
  slow?: { afterMs: number; most: number };
  /** Poll interval in ms, for rows without a notification: retries, and those of replicas that died. */
  everyMs: number;
  log: Log;
}

export interface RowQueue {
  start(): void;
  /** Claims due rows at once. */
  notify(): void;
  /** Resolves when nothing is due and nothing runs; rejects where claiming fails. */
  drain(): Promise<void>;
  /** Claims nothing more and waits for the running jobs. */
  stop(): Promise<void>;
}

export function createRowQueue<Job>(options: RowQueueOptions<Job>): RowQueue {
  const { name, claim, process: processJob, concurrency, slow = { afterMs: 0, most: 0 }, everyMs, log } = options;
  const running = new Set<Promise<void>>();
  let timer: ReturnType<typeof setInterval> | null = null;
  let filling: Promise<void> | null = null;
  let isNotified = false;
  let isStopped = false;
  let slowJobs = 0;
  let isUnavailable = false;
  const freeSlots = () => concurrency - (running.size - slowJobs);

  /** Gives what ends the watch. */
  const watchSlow = (): (() => void) => {
    let isSlow = false;
    const timer = setTimeout(() => {
      if (slowJobs >= slow.most) return;
      isSlow = true;
      slowJobs++;
      if (isNotified) notify();
    }, slow.afterMs);
    return () => {
      clearTimeout(timer);
      if (isSlow) slowJobs--;
    };
  };
  const run = (job: Job) => {
    const unwatch = slow.most > 0 ? watchSlow() : () => {};
    const ended = (async () => processJob(job))()
      .catch((error: unknown) => log.error("job_failed", { queue: name, error }))
      .finally(() => {
        running.delete(ended);
        unwatch();
        // A full queue may have left due rows unclaimed.
        if (isNotified) notify();
      });
    running.add(ended);
  };
  const fill = async () => {
    while (!isStopped && freeSlots() > 0) {
      isNotified = false;
      const free = freeSlots();
      const jobs = await claim(free);
      if (isUnavailable) log.info("queue_available", { queue: name });
      isUnavailable = false;
      for (const job of jobs) run(job);
      if (jobs.length < free && !isNotified) return;
    }
    isNotified = true;
  };
  /** One claim at a time; a notification meanwhile makes it claim again. */
  const refill = (): Promise<void> => {
    isNotified = true;
    filling ??= fill().finally(() => {
      filling = null;
      // A notification between the last claim and this line found it still filling.
      if (isNotified && freeSlots() > 0) notify();
    });
    return filling;
  };
  const notify = () => {
    if (isStopped) return;
    refill().catch((error: unknown) => {
      // One line for an outage, however often the timer fires meanwhile.
      if (!isUnavailable) log.warn("queue_unavailable", { queue: name, error });
      isUnavailable = true;
    });
  };
  return {
    start() {
      timer ??= setInterval(notify, everyMs);
      timer.unref();
      notify();
    },
    notify,
    async drain() {
      do {
        await refill();
        await Promise.all(running);
        await filling;
      } while (!isStopped && (running.size > 0 || isNotified));
    },
    async stop() {
      isStopped = true;
      if (timer) clearInterval(timer);
      await filling?.catch(() => {
        // The caller that began the claim gets the error.
      });
      await Promise.all(running);
    },
  };
}
