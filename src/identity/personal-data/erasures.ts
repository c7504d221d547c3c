// Erases users and connected accounts: begins at once, works step by step, and shows how far each is.
import { revoke } from "../../connections/connect/revoke.ts";
import { GRANT_TABLES } from "../../connections/integrations/store.ts";
import type { Table } from "../../foundation/db/table.ts";
import { AppError, accountNotFound } from "../../foundation/errors.ts";
import { createRowQueue, type RowQueue } from "../../foundation/jobs/row-queue.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import type { Deps } from "../../server/deps.ts";
import type { Initiator } from "../initiator.ts";
import type { Owner } from "../owner.ts";
import { requireUser } from "../users/service.ts";
import { type StartedErasure, startAccountErasure, startUserErasure } from "./begin.ts";
import {
  claimErasures,
  type Erasure,
  findErasure,
  finishErasure,
  listErasures,
  saveProgress,
} from "./erasure-store.ts";
import { CALLS_END_MS, type StepResult, stepsOf } from "./steps.ts";

export interface Erasures extends Pick<RowQueue, "start" | "notify" | "drain" | "stop"> {
  /** Erases an account; 404 where there is none. Resolves when most of it is gone. The admin API audits its own requests. */
  eraseAccount(userId: string, accountId: string, initiator?: Initiator): Promise<ErasureView>;
  /** Erases a user by e-mail address or id; one that is being erased shows how far that is. */
  eraseUser(emailOrId: string): Promise<ErasureView>;
}

/** Longer than a step: a statement of a report, or the first attempts to end some accounts' grants. */
const LEASE_MS = 60_000;
const EVERY_MS = 5_000;
const CONCURRENCY = 2;
/** How long the request that begins an erasure works at it; the rest is the queue's. */
const AT_ONCE_MS = 2_000;
const RETRY_MS = 5_000;
const MAX_RETRY_MS = 600_000;

type ErasureDeps = Omit<Deps, "erasures" | "revocationRuns" | "inboundWebhooks" | "sources" | "approvals">;

export function createErasures(passed: ErasureDeps): Erasures {
  // What it hands them to needs none of those left out.
  const deps = passed as Deps;
  const { database, clock, log } = deps;
  const claim = (limit: number, id?: string) =>
    claimErasures(database, { now: clock.now(), leaseMs: LEASE_MS, limit, id });
  const queue = createRowQueue<Erasure>({
    name: "erasures",
    claim,
    process: (job) => processErasure(deps, job, Number.POSITIVE_INFINITY),
    concurrency: CONCURRENCY,
    everyMs: EVERY_MS,
    log,
  });
  /** A failure is left to the queue: the owner is out in any case. */
  const processAtOnce = async ({ id, revocations }: StartedErasure) => {
    await revoke(deps, revocations);
    try {
      for (const job of await claim(1, id)) await processErasure(deps, job, performance.now() + AT_ONCE_MS);
    } catch (error) {
      log.error("job_failed", { queue: "erasures", error });
    }
  };
  const viewOf = async (owner: Owner) => erasureView(deps.tables, (await findErasure(database, owner)) as Erasure);
  return {
    start: queue.start,
    notify: queue.notify,
    drain: queue.drain,
    stop: queue.stop,
    async eraseAccount(userId, accountId, initiator) {
      const owner = { userId, accountId };
      const started = isUuid(accountId) ? await startAccountErasure(deps, owner, initiator) : null;
      if (!started) throw accountNotFound(accountId);
      deps.changes.invalidate(userId, ["accounts", ...GRANT_TABLES]);
      started.announce?.();
      await processAtOnce(started);
      return viewOf(owner);
    },
    async eraseUser(emailOrId) {
      const running = isUuid(emailOrId) && (await findErasure(database, { userId: emailOrId, accountId: null }));
      if (running) return erasureView(deps.tables, running);
      const { id: userId } = await requireUser(deps, emailOrId);
      const started = await startUserErasure(deps, userId);
      if (!started) throw new AppError("NOT_FOUND", `There is no user ${emailOrId}.`);
      deps.changes.invalidate(userId, ["users", "api_keys", "partners", "accounts", ...GRANT_TABLES]);
      await processAtOnce(started);
      return viewOf({ userId, accountId: null });
    },
  };
}

/** Works at an erasure until it waits for something, until `endAt` (of `performance.now()`), or until it is done. */
async function processErasure(deps: Deps, claimed: Erasure, endAt: number): Promise<void> {
  let job: Erasure | null = claimed;
  while (job) {
    const current: Erasure = job;
    try {
      job = await processStep(deps, current, performance.now() >= endAt);
    } catch (error) {
      deps.log.warn("erasure_failed", { erasure_id: current.id, step: current.step, error });
      const attempts = current.attempts + 1;
      const nextAt = deps.clock.now() + Math.min(RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
      const code = error instanceof AppError ? error.code : "INTERNAL_ERROR";
      await saveProgress(deps.database, current, {
        ...current,
        inbound: undefined,
        nextAt,
        leaseUntil: null,
        attempts,
        error: code,
      });
      return;
    }
  }
}

/** One step; null where the claim has ended. */
async function processStep(deps: Deps, job: Erasure, isOver: boolean): Promise<Erasure | null> {
  const now = () => deps.clock.now();
  const steps = stepsOf(deps.tables, job);
  const index = steps.findIndex(({ name }) => name === job.step);
  // A step that a newer version knows: that version's replicas go on.
  const step = steps[index];
  if (!step) throw new Error(`The erasure's step "${job.step}" is unknown.`);
  const callsEndAt = Date.parse(job.requestedAt) + CALLS_END_MS;
  const isEarly = step.isAfterCalls === true && now() < callsEndAt;
  const result: StepResult = isEarly
    ? { rows: 0, isDone: false, position: job.position, waitMs: callsEndAt - now() }
    : await step.run(deps, job);
  const next = result.isDone ? steps[index + 1] : step;
  if (!next) {
    const isFinished = await finishErasure(deps.database, job, now());
    if (isFinished) deps.log.info("erased", { erasure_id: job.id, user_id: job.userId, account_id: job.accountId });
    return null;
  }
  const isPausing = isOver || result.waitMs !== undefined;
  const rows = (job.counts[step.name] ?? 0) + result.rows;
  const saved = await saveProgress(deps.database, job, {
    step: next.name,
    position: result.isDone ? null : (result.position ?? null),
    counts: rows === 0 ? job.counts : { ...job.counts, [step.name]: rows },
    inbound: result.inbound,
    nextAt: isPausing ? now() + (result.waitMs ?? 0) : null,
    leaseUntil: isPausing ? null : now() + LEASE_MS,
    attempts: 0,
    error: null,
  });
  return isPausing ? null : saved;
}

export type ErasureView = ReturnType<typeof erasureView>;

function erasureView(tables: readonly Table[], row: Erasure) {
  const steps = stepsOf(tables, row);
  const isDone = row.state === "done";
  return {
    id: row.id,
    user_id: row.userId,
    account_id: row.accountId,
    state: isDone ? ("done" as const) : ("running" as const),
    step: isDone ? null : row.step,
    steps_done: isDone
      ? steps.length
      : Math.max(
          0,
          steps.findIndex(({ name }) => name === row.step),
        ),
    steps: steps.length,
    erased: row.counts,
    abandoned_grants: row.abandonedGrants,
    error: row.error,
    requested_at: row.requestedAt,
    next_at: isDone ? null : row.nextAt,
    finished_at: row.finishedAt,
  };
}

/** Erasures that one request lists. */
const MAX_LISTED = 1_000;

/** All erasures, the newest first, or those of a user that is named by id. */
export async function listAllErasures({ database, tables }: Pick<Deps, "database" | "tables">, userId: string | null) {
  return {
    erasures: (await listErasures(database.reports, userId, MAX_LISTED)).map((row) => erasureView(tables, row)),
  };
}
