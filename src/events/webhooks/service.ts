// Delivers the queued messages of webhook endpoints, and measures their queues.
import { clearInterval, setInterval, setTimeout } from "node:timers";
import { createLeases } from "../../foundation/jobs/leases.ts";
import { createRowQueue } from "../../foundation/jobs/row-queue.ts";
import { type Resolve, systemResolve } from "../../foundation/network/address.ts";
import type { Deps } from "../../server/deps.ts";
import { dropPreviousSecrets } from "./endpoint-store.ts";
import { claimMessages, hasMessages, type Job, lastClaimed, measureQueues, renewLeases } from "./message-store.ts";
import { TIMEOUT_MS } from "./send.ts";
import { type DecideByWebhook, deliver, PROBE_AFTER } from "./sender.ts";

/** Due messages of an endpoint, past which new ones are dropped. */
export const MAX_QUEUED = 100_000;
/** Messages in flight of a process, and those that have been for longer: else a hundred that never respond hold up everybody. */
const CONCURRENCY = 100;
const SLOW = { afterMs: 500, most: 1_000 };
/** How long the messages of a process that died lie idle, and hold their endpoint's slots. A longer attempt renews it. */
const LEASE_MS = 10_000;
const RENEW_MS = 3_000;
const CLAIM = { each: 5, replays: 2, probeAfter: PROBE_AFTER, leaseMs: LEASE_MS };
const EVERY_MS = 1_000;
const UPKEEP_EVERY_MS = 60_000;
/** Many events are announced at once. */
const NOTIFY_AFTER_MS = 10;
const MAX_REST_MS = 100;

export interface WebhookOptions {
  /** Replaces the system's resolver. */
  resolve?: Resolve;
  /** A certificate authority besides the runtime's own, as PEM. */
  ca?: string;
  /** The timeout of one attempt. */
  timeoutMs?: number;
  /** From 0 to 1, for the jitter of retries. */
  random?: () => number;
  maxQueued?: number;
  /** Between two renewals of the leases of what is in flight. */
  renewMs?: number;
}

export interface Webhooks {
  resolve: Resolve;
  /** Gives the way in which responses decide, without which they decide nothing. */
  onDecision(take: DecideByWebhook): void;
  /** Sends from now on; a gateway that is not started only queues. */
  start(): void;
  /** Looks for due messages, if started. */
  notify(): void;
  /** Sends what is due now; resolves when nothing is due and nothing runs. */
  drain(): Promise<void>;
  /** Claims nothing more and waits for the attempts in flight. */
  stop(): Promise<void>;
}

/**
 * A rest after a claim, as long as two of them. Attempts that end meanwhile share the next claim; else each would cost one,
 * which the embedded database's single connection puts before the records of the others.
 */
function createRest() {
  let until = 0;
  return {
    begin(claimMs: number) {
      until = performance.now() + Math.min(MAX_REST_MS, 2 * claimMs);
    },
    async over() {
      const left = until - performance.now();
      if (left > 0) await new Promise<void>((resolve) => void setTimeout(resolve, left));
    },
  };
}

type WebhookDeps = Pick<Deps, "config" | "database" | "vault" | "clock" | "log" | "audit" | "events" | "metrics">;

export function createWebhooks(deps: WebhookDeps, options: WebhookOptions = {}): Webhooks {
  const { config, database, clock, log, events } = deps;
  const { random = Math.random, maxQueued = MAX_QUEUED, renewMs = RENEW_MS } = options;
  const resolve = options.resolve ?? systemResolve;
  const network = { policy: config, resolve, timeoutMs: options.timeoutMs ?? TIMEOUT_MS, ca: options.ca };
  let decide: DecideByWebhook = async () => ({ problem: "no_right" });
  let after: string = crypto.randomUUID();
  const leases = createLeases<Job>({
    queue: "webhooks",
    everyMs: renewMs,
    renew: (jobs) => renewLeases(database, jobs, clock.now() + LEASE_MS),
    log,
  });
  const rest = createRest();
  const queue = createRowQueue({
    name: "webhooks",
    async claim(limit) {
      if (!(await hasMessages(database))) return [];
      await rest.over();
      const began = performance.now();
      const jobs = await claimMessages(database, { limit, after, now: clock.now() }, CLAIM);
      rest.begin(performance.now() - began);
      after = lastClaimed(jobs, after);
      return jobs;
    },
    async process(job) {
      await leases.during(job, () => deliver(deps, { network, random, decide }, job));
      // Its slot at the endpoint is free for the next one.
      queue.notify();
    },
    concurrency: CONCURRENCY,
    slow: SLOW,
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
  const notify = () => {
    if (timer === null || isScheduled) return;
    isScheduled = true;
    setTimeout(() => {
      isScheduled = false;
      queue.notify();
    }, NOTIFY_AFTER_MS).unref();
  };
  return {
    resolve,
    onDecision(take) {
      decide = take;
    },
    start() {
      timer ??= setInterval(() => {
        upkeep().catch((error: unknown) => log.warn("webhook_upkeep_failed", { error }));
      }, UPKEEP_EVERY_MS);
      timer.unref();
      unsubscribe = events.subscribe(notify);
      queue.start();
    },
    notify,
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
