// Approvals for those who see and decide them: keys and people of the owner, and whoever made the call its own.
import { publishEvents } from "../../events/log/publish.ts";
import { AppError, UnauthorizedError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { type Caller, isPartnerOnly } from "../../identity/keys/model.ts";
import { mayUseTool } from "../../identity/keys/session-rights.ts";
import type { Deps } from "../../server/deps.ts";
import { openResponse } from "./content.ts";
import { approvalEvent, approvalFacts } from "./events.ts";
import type { DecideBody, ListQuery } from "./model.ts";
import { standingOf, storeStanding } from "./remember.ts";
import {
  type ApprovalRow,
  type Decider,
  findApproval,
  listApprovalRows,
  markDecided,
  type Position,
  type Scope,
} from "./store.ts";
import { detailOf, stateAt, titleOfRow, viewOf } from "./view.ts";

/** A session sees what it asked for itself; a key or person, all of the user's or of the connected accounts. */
export function scopeOf(who: Caller): Scope {
  const isOwn = who.kind === "agent_session" || who.kind === "mcp_client";
  return { userId: who.userId, accountsOnly: isPartnerOnly(who), callerId: isOwn ? who.id : null };
}

/** Associated data of a cursor: it opens only for its user and filters. */
export const cursorContext = (userId: string, { status, account_id }: ListQuery) =>
  JSON.stringify(["approvals", userId, status ?? null, account_id ?? null]);

export async function listApprovals(
  deps: Pick<Deps, "database" | "vault" | "clock" | "accounts" | "registry" | "baseUrl">,
  who: Caller,
  query: ListQuery,
) {
  const { status, account_id, limit = 50, cursor } = query;
  const context = cursorContext(who.userId, query);
  const now = deps.clock.now();
  const { rows, next } = await listApprovalRows(deps.database, scopeOf(who), {
    accountId: account_id === undefined ? null : await deps.accounts.idOf(who.userId, account_id),
    status: status ?? null,
    now: new Date(now).toISOString(),
    after: cursor === undefined ? null : (JSON.parse(openCursor(deps.vault, cursor, context)) as Position),
    limit,
  });
  return {
    approvals: rows.map((row) => viewOf(deps, row)),
    next_cursor: next && sealCursor(deps.vault, JSON.stringify(next), context),
  };
}

/** The same 404 for another owner's as for none. */
export async function requireApproval(deps: Pick<Deps, "database">, who: Caller, id: string): Promise<ApprovalRow> {
  const row = isUuid(id) ? await findApproval(deps.database, scopeOf(who), id) : null;
  if (!row) throw new AppError("NOT_FOUND", "There is no approval with this id.");
  return row;
}

/** All that a person must see before they decide, and the response once there is one. */
export async function approvalView(
  deps: Pick<Deps, "database" | "vault" | "clock" | "registry" | "baseUrl" | "approvals">,
  who: Caller,
  id: string,
  { withObject = false } = {},
) {
  const row = await requireApproval(deps, who, id);
  const endpoint = deps.registry.tool(row.tool);
  // Who may not make the call gets nothing of what it read.
  const seesResponse = row.callerId === who.id || (endpoint !== undefined && mayUseTool(who, endpoint));
  const object = withObject ? await deps.approvals.objectOf(who, row) : null;
  return { ...detailOf(deps, row, seesResponse ? openResponse(deps, row) : null), object };
}

export type DecideDeps = Pick<
  Deps,
  "database" | "vault" | "clock" | "registry" | "baseUrl" | "audit" | "events" | "changes" | "approvals"
>;

/**
 * Approves or denies a pending call for good. Throws 403 for whoever made the call and for callers that are no person's, and 409
 * with the state where it is not pending any more.
 */
export async function decideApproval(
  deps: DecideDeps,
  who: Caller,
  id: string,
  body: DecideBody,
  initiator: Initiator,
) {
  const row = await requireApproval(deps, who, id);
  assertMayDecide(who, row);
  const { kind, id: actorId, name } = initiator.actor;
  return decidePending(deps, row, body, { initiator, by: { kind, id: actorId, name } });
}

/** Who decides, with whose right, and what else the audit log says of it. */
export interface Decision {
  initiator: Initiator;
  by: Decider;
  details?: Record<string, unknown>;
}

/** The same for who was found to be allowed to: every decision is made here. */
export async function decidePending(
  deps: DecideDeps,
  row: ApprovalRow,
  { decision, note, remember }: DecideBody,
  { initiator, by, details }: Decision,
) {
  const now = deps.clock.now();
  const state = decision === "approve" ? ("approved" as const) : ("denied" as const);
  const standing = remember ? await standingOf(deps, row, { remember, by, now }) : null;
  const decided = await deps.database.transaction(async (tx) => {
    const at = new Date(now).toISOString();
    const changed = await markDecided(tx, row, { state, by, note: note ?? null, now: at });
    if (!changed) return null;
    const announceStanding = standing && (await storeStanding(deps, tx, standing, initiator));
    const facts = approvalFacts("approval_decided", row, { decision, ...details });
    const announce = await deps.audit.recordIn(tx, initiator, facts);
    const about = { baseUrl: deps.baseUrl, title: titleOfRow(deps, row), status: state, now };
    return {
      changed,
      announce,
      announceStanding,
      published: await publishEvents(tx, [approvalEvent("decided", row, about)]),
    };
  });
  if (!decided) throw notPending(await currentState(deps, row, now));
  decided.announce();
  decided.announceStanding?.();
  deps.events.published(decided.published);
  deps.changes.invalidate(row.userId, ["approvals"]);
  deps.approvals.notify();
  return { ...viewOf(deps, decided.changed), standing_approval_id: standing?.id ?? null };
}

async function currentState(deps: Pick<Deps, "database">, row: ApprovalRow, now: number): Promise<string> {
  const scope = { userId: row.userId, accountsOnly: false, callerId: null };
  return stateAt((await findApproval(deps.database, scope, row.id)) ?? row, now);
}

/** No agent decides, and no caller on its own call. */
export const mayDecide = (who: Caller, row: ApprovalRow): boolean =>
  who.kind !== "agent_session" && who.kind !== "mcp_client" && row.callerId !== who.id;

export function assertMayDecide(who: Caller, row: ApprovalRow): void {
  if (mayDecide(who, row)) return;
  const details = { reason: "key_bounds" } as const;
  if (who.kind === "agent_session" || who.kind === "mcp_client")
    throw new UnauthorizedError("PERMISSION_DENIED", "Permission denied: an agent cannot decide on calls.", details);
  throw new UnauthorizedError(
    "PERMISSION_DENIED",
    "Permission denied: this key made the call itself, so a person or another key with gateway:approvals.decide must decide.",
    details,
  );
}

export function notPending(status: string): AppError {
  return new AppError("CONFLICT", `The approval is ${status}, and only a pending one can be decided.`, {
    approval_status: status,
  });
}
