// Approvals in this process: stores calls that a person must confirm, waits for them, and makes the approved ones from a row queue.
import { publishEvents } from "../../events/log/publish.ts";
import { createLeases } from "../../foundation/jobs/leases.ts";
import { createRowQueue } from "../../foundation/jobs/row-queue.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { ToolCalls } from "../../providers/calls/execute.ts";
import type { Deps } from "../../server/deps.ts";
import { askFor, type ConfirmableCall, callerResponse, canWait } from "./asking.ts";
import { approvalEvent, approvalFacts } from "./events.ts";
import { createObjects, type Objects } from "./object.ts";
import { runApproved } from "./running.ts";
import { type Asker, unanswered } from "./standing.ts";
import { type ApprovalRow, type Claimed, claimDue, markExpired, renewClaims } from "./store.ts";
import { titleOfRow } from "./view.ts";
import { createWaits, preferredWait, type Waits } from "./wait.ts";

/** Approved calls of this process at a time. */
const CONCURRENCY = 20;
/** How long the calls of a process that died lie idle: more than a call may take, and each is renewed meanwhile. */
export const LEASE_MS = 60_000;
const RENEW_MS = 15_000;
const EVERY_MS = 5_000;

export interface Approvals {
  /** Whether the call can wait for a person. */
  canWait(call: ConfirmableCall): boolean;
  /** What asks about the call without a standing approval; empty for a call that such ones let pass, which is counted. */
  unanswered(call: ConfirmableCall, askers: readonly Asker[]): Promise<readonly Asker[]>;
  /** Stores the call; gives the approval that stands for it. */
  ask(call: ConfirmableCall): Promise<ApprovalRow>;
  /** The same with the response to a request over HTTP, which may wait for the decision. */
  respond(call: ConfirmableCall): Promise<Response>;
  /** What a pending call is about, for who looks at its approval. */
  objectOf: Objects;
  until: Waits["until"];
  /** Gives the way to each tool's call, without which approved calls are not made. */
  serve(calls: ToolCalls): void;
  /** Makes approved calls from now on. */
  start(): void;
  notify(): void;
  /** Makes what is due now; resolves when nothing is due and nothing runs. */
  drain(): Promise<void>;
  /** Lets every wait go on at once. */
  endWaits(): void;
  stop(): Promise<void>;
}

type Made = Omit<Deps, "approvals" | "inboundWebhooks">;

/** `deps` gives all dependencies, once there are all: an approved call goes through the whole pipeline. */
export function createApprovals(made: Made, deps: () => Deps): Approvals {
  const { database, clock, log } = made;
  const waits = createWaits(made);
  const iso = (ms: number) => new Date(ms).toISOString();
  let calls: ToolCalls | null = null;
  const leases = createLeases<Claimed>({
    queue: "approvals",
    everyMs: RENEW_MS,
    renew: (rows) => renewClaims(database, rows, iso(clock.now() + LEASE_MS)),
    log,
  });
  const process = async (row: Claimed) => {
    if (row.found === "pending") return expire(made, row);
    const ways = calls;
    if (ways) await leases.during(row, () => runApproved(deps(), ways, row));
  };
  const queue = createRowQueue<Claimed>({
    name: "approvals",
    async claim(limit) {
      const now = clock.now();
      const claimedBy = `${made.replicaId}/${crypto.randomUUID()}`;
      return claimDue(database, { limit, now: iso(now), leaseUntil: iso(now + LEASE_MS), claimedBy });
    },
    process,
    concurrency: CONCURRENCY,
    everyMs: EVERY_MS,
    log,
  });
  let isStarted = false;
  const notify = () => {
    if (isStarted) queue.notify();
  };
  made.changes.watch(["approvals"], notify);
  return {
    canWait: (call) => canWait(made, call),
    unanswered: (call, askers) => unanswered(made, call, askers),
    ask: (call) => askFor(made, call),
    async respond(call) {
      const row = await askFor(made, call);
      const { request } = call.incoming;
      const seconds = preferredWait(request);
      if (seconds === null) return callerResponse(made, row);
      const response = callerResponse(made, await waits.until(row, seconds, request.signal));
      response.headers.set("preference-applied", `wait=${seconds}`);
      return response;
    },
    objectOf: createObjects(deps, () => calls),
    until: waits.until,
    serve(ways) {
      calls = ways;
    },
    start() {
      isStarted = true;
      queue.start();
    },
    notify,
    drain: queue.drain,
    endWaits: waits.end,
    async stop() {
      waits.end();
      await queue.stop();
    },
  };
}

/** Tells the owner of a call on which nobody has decided. */
async function expire(deps: Made, row: Claimed): Promise<void> {
  const now = deps.clock.now();
  const ended = await deps.database.transaction(async (tx) => {
    if (!(await markExpired(tx, row, new Date(now).toISOString()))) return null;
    const announce = await deps.audit.recordIn(tx, SYSTEM_INITIATOR, approvalFacts("approval_expired", row, {}));
    const about = { baseUrl: deps.baseUrl, title: titleOfRow(deps, row), status: "expired", now };
    return { announce, published: await publishEvents(tx, [approvalEvent("expired", row, about)]) };
  });
  if (!ended) return;
  ended.announce();
  deps.events.published(ended.published);
  deps.changes.invalidate(row.userId, ["approvals"]);
}
