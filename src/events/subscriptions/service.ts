// Processes the sources of all integrations: a queue of polls and a queue of subscriptions, and the daily comparison with the plan.
import { clearInterval, setInterval } from "node:timers";
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import type { Orm } from "../../foundation/db/database.ts";
import { createRowQueue } from "../../foundation/jobs/row-queue.ts";
import type { Deps } from "../../server/deps.ts";
import { createCircles } from "./circles.ts";
import { type Claim, type ClaimOptions, claimSources } from "./claim-store.ts";
import { type PlanDeps, type Planned, type PlanReason, planSources } from "./plan.ts";
import { pollLeaseMs, pollSource } from "./poll.ts";
import { reconcileSources } from "./reconcile.ts";
import { listSources, type SourceRow } from "./store.ts";
import { processSubscription, type SubscribeDeps, subscriptionLeaseMs } from "./subscribe.ts";

export interface Sources {
  /** Processes due sources from now on. */
  start(): void;
  /** The sources of integrations. */
  ofIntegrations(integrationIds: readonly string[]): Promise<SourceRow[]>;
  /** Brings the sources of an integration, whose row is locked, in line with its grant; see `planSources`. */
  plan(tx: Orm, row: IntegrationRow, reason: PlanReason): Promise<Planned>;
  /** Claims due sources at once, where they are processed. */
  notify(): void;
  /** Processes what is due; resolves when nothing is. */
  drain(): Promise<void>;
  /** Processes the subscriptions that are due. */
  checkDue(): Promise<void>;
  /** Compares the sources of all integrations with the plan; returns how many integrations changed. */
  reconcile(): Promise<number>;
  /** Waits for what runs. */
  stop(): Promise<void>;
}

export type SourcesDeps = SubscribeDeps & PlanDeps & Pick<Deps, "database" | "log">;

const EVERY_MS = 5_000;
const RECONCILE_EVERY_MS = 86_400_000;
const CONCURRENCY = 16;
const PER_USER = 2;
const PER_PROVIDER = 8;
const FIRST_USER = "00000000-0000-0000-0000-000000000000";

export function createSources(deps: SourcesDeps): Sources {
  const circles = createCircles();
  const polls = createQueue(deps, "poll", pollLeaseMs(deps), (claim) => pollSource(deps, circles, claim));
  const subscriptions = createQueue(deps, "renew", subscriptionLeaseMs(deps), (claim) =>
    processSubscription(deps, claim),
  );
  let timer: ReturnType<typeof setInterval> | null = null;
  let isStopped = false;
  let reconciling: Promise<unknown> | null = null;
  const reconcile = () => reconcileSources(deps, () => isStopped);
  const notify = () => {
    if (timer === null) return;
    subscriptions.notify();
    polls.notify();
  };
  const reconcileNow = () => {
    reconciling ??= reconcile()
      .then(notify)
      .catch((error: unknown) => deps.log.warn("sources_not_reconciled", { error }))
      .finally(() => {
        reconciling = null;
      });
  };
  return {
    start() {
      timer ??= setInterval(reconcileNow, RECONCILE_EVERY_MS);
      timer.unref();
      subscriptions.start();
      polls.start();
      reconcileNow();
    },
    ofIntegrations: (integrationIds) => listSources(deps.database.orm, integrationIds),
    plan: (tx, row, reason) => planSources(tx, deps, row, reason),
    notify,
    async drain() {
      await subscriptions.drain();
      await polls.drain();
    },
    checkDue: () => subscriptions.drain(),
    reconcile,
    async stop() {
      isStopped = true;
      if (timer) clearInterval(timer);
      timer = null;
      await Promise.all([subscriptions.stop(), polls.stop(), reconciling]);
    },
  };
}

function createQueue(
  deps: SourcesDeps,
  kind: ClaimOptions["kind"],
  leaseMs: number,
  processClaim: (claim: Claim) => Promise<void>,
) {
  const running: Record<string, number> = {};
  const count = (provider: string, by: number) => {
    running[provider] = (running[provider] ?? 0) + by;
  };
  let after = FIRST_USER;
  /** From the user behind the last claimed one on, once around. */
  const claim = async (limit: number): Promise<Claim[]> => {
    const begin = after;
    let from = begin;
    let hasWrapped = begin === FIRST_USER;
    for (;;) {
      const now = deps.clock.now();
      const options = { kind, limit, now, leaseMs, perUser: PER_USER, perProvider: PER_PROVIDER, running, after: from };
      const { claims, lastUser } = await claimSources(deps.database, options);
      for (const { provider } of claims) count(provider, 1);
      if (claims.length > 0) {
        // A user that has more due gets its next turn after the others.
        after = claims
          .map(({ userId }) => userId)
          .sort()
          .at(-1) as string;
        return claims;
      }
      if (lastUser !== null) from = lastUser;
      else if (hasWrapped) return [];
      else {
        from = FIRST_USER;
        hasWrapped = true;
      }
      if (hasWrapped && from > begin && begin !== FIRST_USER) return [];
    }
  };
  const queue = createRowQueue<Claim>({
    name: `sources_${kind}`,
    claim,
    process: async (claimed) => {
      try {
        await processClaim(claimed);
      } finally {
        count(claimed.provider, -1);
        // Its user, or its provider, may have more that is due.
        queueMicrotask(() => queue.notify());
      }
    },
    concurrency: CONCURRENCY,
    everyMs: EVERY_MS,
    log: deps.log,
  });
  return queue;
}
