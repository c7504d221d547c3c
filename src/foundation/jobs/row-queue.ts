// Works rows that are their own jobs: claims due ones under a lease, a bounded number at a time, on a wake and on a timer.
import { clearInterval, clearTimeout, setInterval, setTimeout } from "node:timers";
import type { Log } from "../log/log.ts";

export interface RowQueueOptions<Job> {
  /** For the log. */
  name: string;
  /** Claims at most `limit` due jobs under a lease; a process that dies leaves them to others when it ends. */
  claim(limit: number): Promise<Job[]>;
  /** Works a job and writes its end to its row. What it throws is logged; the lease's end brings the job back. */
  work(job: Job): Promise<void>;
  /** Jobs at a time. */
  concurrency: number;
  /** Jobs that run longer than `afterMs` leave their slot to others, `most` at a time: they only await somebody's response. */
  slow?: { afterMs: number; most: number };
  /** Milliseconds between two looks for due rows that nobody has told of: retries, and rows of dead replicas. */
  everyMs: number;
  log: Log;
}

export interface RowQueue {
  start(): void;
  /** Looks for due rows at once. */
  wake(): void;
  /** Resolves when nothing is due and nothing runs; rejects where claiming fails. */
  drain(): Promise<void>;
  /** Claims nothing more and waits for the running jobs. */
  stop(): Promise<void>;
}

export function createRowQueue<Job>(options: RowQueueOptions<Job>): RowQueue {
  const { name, claim, work, concurrency, slow = { afterMs: 0, most: 0 }, everyMs, log } = options;
  const running = new Set<Promise<void>>();
  let timer: ReturnType<typeof setInterval> | null = null;
  let filling: Promise<void> | null = null;
  let isWoken = false;
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
      if (isWoken) wake();
    }, slow.afterMs);
    return () => {
      clearTimeout(timer);
      if (isSlow) slowJobs--;
    };
  };
  const run = (job: Job) => {
    const unwatch = slow.most > 0 ? watchSlow() : () => {};
    const ended = (async () => work(job))()
      .catch((error: unknown) => log.error("job_failed", { queue: name, error }))
      .finally(() => {
        running.delete(ended);
        unwatch();
        // A full queue may have left due rows unclaimed.
        if (isWoken) wake();
      });
    running.add(ended);
  };
  const fill = async () => {
    while (!isStopped && freeSlots() > 0) {
      isWoken = false;
      const free = freeSlots();
      const jobs = await claim(free);
      if (isUnavailable) log.info("queue_available", { queue: name });
      isUnavailable = false;
      for (const job of jobs) run(job);
      if (jobs.length < free && !isWoken) return;
    }
    isWoken = true;
  };
  /** One claim at a time; a wake meanwhile makes it look again. */
  const refill = (): Promise<void> => {
    isWoken = true;
    filling ??= fill().finally(() => {
      filling = null;
      // A wake between the last claim and this line found it still filling.
      if (isWoken && freeSlots() > 0) wake();
    });
    return filling;
  };
  const wake = () => {
    if (isStopped) return;
    refill().catch((error: unknown) => {
      // One line for an outage, however often the timer looks meanwhile.
      if (!isUnavailable) log.warn("queue_unavailable", { queue: name, error });
      isUnavailable = true;
    });
  };
  return {
    start() {
      timer ??= setInterval(wake, everyMs);
      timer.unref();
      wake();
    },
    wake,
    async drain() {
      do {
        await refill();
        await Promise.all(running);
        await filling;
      } while (!isStopped && (running.size > 0 || isWoken));
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
