// Delivers the queued messages of webhook endpoints, and measures their queues.
import { clearInterval, setInterval, setTimeout } from "node:timers";
import type { Deps } from "../deps.ts";
import { createRowQueue } from "../jobs/row-queue.ts";
import { type Resolve, systemResolve } from "./address.ts";
import { dropPreviousSecrets } from "./endpoint-store.ts";
import { claimMessages, hasMessages, lastClaimed, measureQueues } from "./message-store.ts";
import { TIMEOUT_MS } from "./send.ts";
import { deliver, PROBE_AFTER } from "./sender.ts";

/** Due messages of an endpoint, past which new ones are dropped. */
export const MAX_QUEUED = 100_000;
/** Messages in flight of a process. */
const CONCURRENCY = 100;
const CLAIM = { each: 5, replays: 2, probeAfter: PROBE_AFTER, leaseMs: 60_000 };
const EVERY_MS = 1_000;
const UPKEEP_EVERY_MS = 60_000;
/** Many events are announced at once. */
const WAKE_AFTER_MS = 10;

export interface WebhookOptions {
  /** In place of the system's resolver. */
  resolve?: Resolve;
  /** A certificate authority besides the runtime's own, as PEM. */
  ca?: string;
  /** Of one attempt. */
  timeoutMs?: number;
  /** From 0 to 1, for the jitter of retries. */
  random?: () => number;
  maxQueued?: number;
}

export interface Webhooks {
  resolve: Resolve;
  /** Sends from now on; a gateway that is not started only queues. */
  start(): void;
  /** Looks for due messages, if started. */
  wake(): void;
  /** Sends what is due now; resolves when nothing is due and nothing runs. */
  drain(): Promise<void>;
  /** Claims nothing more and waits for the attempts in flight. */
  stop(): Promise<void>;
}

type WebhookDeps = Pick<Deps, "config" | "database" | "vault" | "clock" | "log" | "events">;

export function createWebhooks(deps: WebhookDeps, options: WebhookOptions = {}): Webhooks {
  const { config, database, clock, log, events } = deps;
  const { random = Math.random, maxQueued = MAX_QUEUED } = options;
  const resolve = options.resolve ?? systemResolve;
  const network = { policy: config, resolve, timeoutMs: options.timeoutMs ?? TIMEOUT_MS, ca: options.ca };
  let after: string = crypto.randomUUID();
  const queue = createRowQueue({
    name: "webhooks",
    async claim(limit) {
      if (!(await hasMessages(database))) return [];
      const jobs = await claimMessages(database, { limit, after, now: clock.now() }, CLAIM);
      after = lastClaimed(jobs, after);
      return jobs;
    },
    async work(job) {
      await deliver(deps, network, job, random);
      // Its slot at the endpoint is free for the next one.
      queue.wake();
    },
    concurrency: CONCURRENCY,
    everyMs: EVERY_MS,
    log,
  });
  const upkeep = async () => {
    await measureQueues(database, maxQueued);
    await dropPreviousSecrets(database, clock.now());
  };
  let timer: ReturnType<typeof setInterval> | null = null;
  let isScheduled = false;
  let unsubscribe = () => {};
  const wake = () => {
    if (timer === null || isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      queue.wake();
    }, WAKE_AFTER_MS).unref();
  };
  return {
    resolve,
    start() {
      timer ??= setInterval(() => {
        upkeep().catch((error: unknown) => log.warn("webhook_upkeep_failed", { error }));
      }, UPKEEP_EVERY_MS);
      timer.unref();
      unsubscribe = events.subscribe(wake);
      queue.start();
    },
    wake,
    async drain() {
      await upkeep();
      await queue.drain();
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      unsubscribe();
      await queue.stop();
    },
  };
}
