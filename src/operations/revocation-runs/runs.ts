// Revocation runs: an operator ends many grants, keys and sessions at once. Each is a job that goes on wherever it was stopped.
import { AppError } from "../../foundation/errors.ts";
import { createRowQueue, type RowQueue } from "../../foundation/jobs/row-queue.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Deps } from "../../server/deps.ts";
import { type Choices, choose } from "./choose.ts";
import { countChosen, countItems, countOwners } from "./item-store.ts";
import { type RevocationRunShape, runView, selectionView } from "./model.ts";
import { claimRuns, findRun, finishRun, insertRun, listRuns, type Run, saveProgress } from "./run-store.ts";
import { PROVIDERS, stepsOf } from "./steps.ts";

export interface RevocationRuns extends Pick<RowQueue, "start" | "notify" | "drain" | "stop"> {
  /** Starts a run; resolves when it is done, or after two seconds. */
  begin(choices: Choices, initiator: Initiator): Promise<RevocationRunShape>;
}

/** Longer than a step, whose first attempts at providers end after some ten seconds each. */
const LEASE_MS = 180_000;
const EVERY_MS = 5_000;
const CONCURRENCY = 2;
/** How long the request that starts a run works at it; the rest is the queue's. */
const AT_ONCE_MS = 2_000;
const RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;
/** Runs that have not ended, and runs that one request lists. */
const MAX_RUNNING = 20;
const MAX_LISTED = 50;

type RunDeps = Omit<Deps, "revocationRuns" | "erasures" | "inboundWebhooks" | "sources" | "approvals">;

export function createRevocationRuns(passed: RunDeps): RevocationRuns {
  // What it hands them to needs none of those left out.
  const deps = passed as Deps;
  const { database, clock, log } = deps;
  const claim = (limit: number, id?: string) => claimRuns(database, { now: clock.now(), leaseMs: LEASE_MS, limit, id });
  let isStopping = false;
  /** A run may take minutes: a stop waits for its step only, and another process goes on. */
  const isOver = (endAt: number) => isStopping || performance.now() >= endAt;
  const queue = createRowQueue<Run>({
    name: "revocation_runs",
    claim,
    process: (job) => processRun(deps, job, () => isOver(Number.POSITIVE_INFINITY)),
    concurrency: CONCURRENCY,
    everyMs: EVERY_MS,
    log,
  });
  return {
    start: queue.start,
    notify: queue.notify,
    drain: queue.drain,
    stop() {
      isStopping = true;
      return queue.stop();
    },
    async begin(choices, initiator) {
      const { id } = await storeRun(deps, choices, initiator);
      const endAt = performance.now() + AT_ONCE_MS;
      try {
        for (const job of await claim(1, id)) await processRun(deps, job, () => isOver(endAt));
      } catch (error) {
        // The run is stored: the queue goes on with it.
        log.error("job_failed", { queue: "revocation_runs", error });
      }
      queue.notify();
      return showRun(deps, id);
    },
  };
}

async function storeRun(deps: Deps, choices: Choices, initiator: Initiator): Promise<Run> {
  const { selection, what } = await choose(deps, choices);
  const id = crypto.randomUUID();
  const step = stepsOf({ what })[0]?.name ?? PROVIDERS;
  const run = { id, selection, what, step, requestedBy: initiator.actor, now: deps.clock.now() };
  const stored = await deps.database.transaction((tx) => insertRun(tx, run, MAX_RUNNING));
  if (stored) return stored;
  throw new AppError(
    "CONFLICT",
    `${MAX_RUNNING} revocation runs have not ended yet. Wait until one has, or choose more in a single run.`,
  );
}

/** Works at a run until it waits for something, until `isOver`, or until it is done. */
async function processRun(deps: Deps, claimed: Run, isOver: () => boolean): Promise<void> {
  let job: Run | null = claimed;
  while (job) {
    const current: Run = job;
    try {
      job = await processStep(deps, current, isOver);
    } catch (error) {
      deps.log.warn("revocation_run_failed", { run_id: current.id, step: current.step, error });
      const attempts = current.attempts + 1;
      const nextAt = deps.clock.now() + Math.min(RETRY_MS * 2 ** (attempts - 1), MAX_RETRY_MS);
      const code = error instanceof AppError ? error.code : "INTERNAL_ERROR";
      const { step, position } = current;
      const progress = { step, position, nextAt, leaseUntil: null, attempts, error: code, endedHereAt: null };
      await saveProgress(deps.database, current, progress);
      return;
    }
  }
}

/** One step; null where the claim has ended. */
async function processStep(deps: Deps, job: Run, isOver: () => boolean): Promise<Run | null> {
  const now = () => deps.clock.now();
  const steps = stepsOf(job);
  const index = steps.findIndex(({ name }) => name === job.step);
  const step = steps[index];
  // A newer version's step: that version's replicas go on.
  if (!step) throw new Error(`The revocation run's step "${job.step}" is unknown.`);
  const result = await step.run(deps, job);
  const next = result.isDone ? steps[index + 1] : step;
  if (!next) return finish(deps, job);
  const isPausing = isOver() || result.waitMs !== undefined;
  const isHereDone = result.isDone && next.name === PROVIDERS;
  const saved = await saveProgress(deps.database, job, {
    step: next.name,
    position: result.isDone ? null : result.position,
    nextAt: isPausing ? now() + (result.waitMs ?? 0) : null,
    leaseUntil: isPausing ? null : now() + LEASE_MS,
    attempts: 0,
    error: null,
    endedHereAt: isHereDone ? now() : null,
  });
  if (saved && isHereDone) deps.log.warn("revocation_run_ended_here", { run_id: job.id });
  return isPausing ? null : saved;
}

async function finish(deps: Deps, job: Run): Promise<null> {
  if (!(await finishRun(deps.database, job, deps.clock.now()))) return null;
  const { ended, at_providers } = await showRun(deps, job.id);
  await deps.audit.record(SYSTEM_INITIATOR, {
    event: "revocation_run_finished",
    level: "warn",
    resource: { kind: "revocation_run", id: job.id },
    details: { ended, at_providers },
  });
  return null;
}

export async function showRun(deps: Pick<Deps, "database">, id: string): Promise<RevocationRunShape> {
  const run = isUuid(id) ? await findRun(deps.database.reports, id) : null;
  if (!run) throw new AppError("NOT_FOUND", `There is no revocation run ${id}.`);
  return runView(run, await countItems(deps.database.reports, [id]));
}

export async function listAllRuns({ database }: Pick<Deps, "database">) {
  const runs = await listRuns(database.reports, MAX_LISTED);
  const items = await countItems(
    database.reports,
    runs.map(({ id }) => id),
  );
  return { revocation_runs: runs.map((run) => runView(run, items)) };
}

/** What a run with these choices would end now. */
export async function countRevocations(deps: Pick<Deps, "database" | "registry" | "clock">, choices: Choices) {
  const { selection, what } = await choose(deps, choices);
  const now = deps.clock.now();
  const rows = await countChosen(deps.database.reports, { selection, what, now });
  const owners = await countOwners(deps.database.reports, { selection, what, now });
  return {
    ...selectionView(selection, what),
    counts: Object.fromEntries(rows.map((row) => [row.kind, row.rows])),
    total: rows.reduce((sum, row) => sum + row.rows, 0),
    owners,
  };
}
