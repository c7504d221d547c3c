// Waits for a decision and the call after it, for those who would rather wait some seconds than ask again.
import { clearTimeout, setTimeout } from "node:timers";
import type { Deps } from "../../server/deps.ts";
import { OPEN_STATES } from "./model.ts";
import { type ApprovalRow, findApproval, type Scope } from "./store.ts";
import { stateAt } from "./view.ts";

/** The longest wait, in seconds. */
export const MAX_WAIT_S = 25;
/** Waits of this process, and of one caller: each holds a request. */
const MAX_WAITS = 1_000;
const MAX_WAITS_OF_CALLER = 50;
/** Between two looks without a notice: one may be lost with the listener. */
const LOOK_MS = 2_000;

export interface Waits {
  /** The row once it has ended, or as it is when the time is over; at once where too many wait already. */
  until(row: ApprovalRow, seconds: number, signal: AbortSignal): Promise<ApprovalRow>;
  /** Lets every wait go on at once. */
  end(): void;
}

export function createWaits(deps: Pick<Deps, "database" | "changes" | "clock">): Waits {
  const ofUsers = new Map<string, Set<() => void>>();
  const ofCallers = new Map<string, number>();
  let waits = 0;
  let isEnding = false;
  const wakeAll = (users: Iterable<Set<() => void>>) => {
    for (const wakes of users) for (const wake of [...wakes]) wake();
  };
  deps.changes.watch(["approvals"], (userId) => {
    const affected = userId === null ? undefined : ofUsers.get(userId);
    wakeAll(userId === null ? [...ofUsers.values()] : affected ? [affected] : []);
  });
  const look = async (scope: Scope, row: ApprovalRow) => (await findApproval(deps.database, scope, row.id)) ?? row;
  const isOpen = (row: ApprovalRow) => OPEN_STATES.includes(stateAt(row, deps.clock.now()));

  const waited = async (row: ApprovalRow, endsAt: number, signal: AbortSignal): Promise<ApprovalRow> => {
    const scope: Scope = { userId: row.userId, accountsOnly: false, callerId: row.callerId };
    let current = row;
    let isDone = false;
    while (!isDone) {
      const next = nextNotice(ofUsers, row.userId, Math.min(LOOK_MS, Math.max(0, endsAt - performance.now())), signal);
      // After the subscription: a change from now on wakes it.
      current = await look(scope, current);
      isDone = !isOpen(current) || performance.now() >= endsAt || signal.aborted || isEnding;
      if (isDone) next.cancel();
      await next.noticed;
    }
    return current;
  };
  return {
    async until(row, seconds, signal) {
      const mine = ofCallers.get(row.callerId) ?? 0;
      if (isEnding || waits >= MAX_WAITS || mine >= MAX_WAITS_OF_CALLER || !isOpen(row)) return row;
      waits++;
      ofCallers.set(row.callerId, mine + 1);
      try {
        return await waited(row, performance.now() + Math.min(seconds, MAX_WAIT_S) * 1_000, signal);
      } finally {
        waits--;
        const left = (ofCallers.get(row.callerId) ?? 1) - 1;
        if (left === 0) ofCallers.delete(row.callerId);
        else ofCallers.set(row.callerId, left);
      }
    },
    end() {
      isEnding = true;
      wakeAll([...ofUsers.values()]);
    },
  };
}

/** Resolves with the next notice of the user's, after the time, or when the caller goes away. */
function nextNotice(ofUsers: Map<string, Set<() => void>>, userId: string, ms: number, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const wakes = ofUsers.get(userId) ?? new Set();
  ofUsers.set(userId, wakes);
  const timer = setTimeout(() => end(), ms);
  const end = () => {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    wakes.delete(end);
    if (wakes.size === 0 && ofUsers.get(userId) === wakes) ofUsers.delete(userId);
    resolve();
  };
  wakes.add(end);
  signal.addEventListener("abort", end, { once: true });
  if (signal.aborted) end();
  return { noticed: promise, cancel: end };
}

/** The seconds that `Prefer: wait=…` names (RFC 7240, section 4.3), 25 at most; null without it. */
export function preferredWait({ headers }: Request): number | null {
  const found = (headers.get("prefer") ?? "")
    .split(/[,;]/)
    .map((one) => one.trim().match(/^wait\s?=\s?"?(\d{1,6})"?$/i)?.[1])
    .find((one) => one !== undefined);
  return found === undefined ? null : Math.min(Number(found), MAX_WAIT_S);
}
