// Standing approvals for those who see and end them: keys and people of the owner.
import { AppError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Caller } from "../../identity/keys/model.ts";
import { redactedCopy } from "../../metering/usage/redacted-copy.ts";
import type { Deps } from "../../server/deps.ts";
import { scopeOf } from "./service.ts";
import { standingFacts } from "./standing-facts.ts";
import { MAX_FIXED, openFixed } from "./standing-input.ts";
import type { StandingApprovalView, StandingQuery, StandingStatus } from "./standing-model.ts";
import { deleteStanding, type ListedStanding, listStandingRows } from "./standing-store.ts";
import type { Position } from "./store.ts";
import { toolVersion } from "./tool-version.ts";
import { titleOfRow } from "./view.ts";

/** Associated data of a cursor: it opens only for its user and filter. */
export const standingCursor = (userId: string, { account_id }: StandingQuery) =>
  JSON.stringify(["standing-approvals", userId, account_id ?? null]);

export async function listStanding(
  deps: Pick<Deps, "database" | "vault" | "clock" | "accounts" | "registry">,
  who: Caller,
  query: StandingQuery,
) {
  const { account_id, limit = 50, cursor } = query;
  const context = standingCursor(who.userId, query);
  const { rows, next } = await listStandingRows(deps.database, scopeOf(who), {
    accountId: account_id === undefined ? null : await deps.accounts.idOf(who.userId, account_id),
    now: new Date(deps.clock.now()).toISOString(),
    after: cursor === undefined ? null : (JSON.parse(openCursor(deps.vault, cursor, context)) as Position),
    limit,
  });
  return {
    standing_approvals: rows.map((row) => viewOf(deps, row)),
    next_cursor: next && sealCursor(deps.vault, JSON.stringify(next), context),
  };
}

function viewOf(deps: Pick<Deps, "vault" | "clock" | "registry">, row: ListedStanding): StandingApprovalView {
  const { params, query, body } = openFixed(deps, row);
  const files = deps.registry.tool(row.tool)?.def.fileFields ?? [];
  return {
    id: row.id,
    status: statusOf(deps, row),
    account_id: row.accountId,
    provider: row.provider,
    tool: row.tool,
    title: titleOfRow(deps, row),
    connection: row.connection,
    identity: row.identity,
    for: { kind: row.callerKind, id: row.callerId, name: row.callerName, agent: row.agent },
    rule: row.ruleScope === null ? null : { rule: row.rule, scope: row.ruleScope },
    reason: row.reason,
    arguments: redactedCopy({ ...query, ...body, ...params }, 2 * MAX_FIXED, files).value as Record<string, unknown>,
    may_differ: row.mayDiffer,
    created_at: row.createdAt,
    created_by: { kind: row.createdBy.kind, name: row.createdBy.name },
    expires_at: row.expiresAt,
    used: row.used,
    last_used_at: row.lastUsedAt,
  };
}

function statusOf({ clock, registry }: Pick<Deps, "clock" | "registry">, row: ListedStanding): StandingStatus {
  const endpoint = registry.tool(row.tool);
  if (Date.parse(row.expiresAt) <= clock.now()) return "expired";
  if (!row.hasCaller) return "caller_ended";
  if (row.identityNow !== row.identityId) return "connection_changed";
  return endpoint && toolVersion(endpoint) === row.toolVersion ? "in_force" : "tool_changed";
}

/** Ends it for the next call; the same 404 for another owner's as for none. */
export async function endStanding(
  deps: Pick<Deps, "database" | "audit">,
  who: Caller,
  id: string,
  initiator: Initiator,
): Promise<void> {
  const ended = await deps.database.transaction(async (tx) => {
    const row = isUuid(id) ? await deleteStanding(tx, scopeOf(who), id) : null;
    return row && deps.audit.recordIn(tx, initiator, standingFacts("standing_approval_ended", row, {}));
  });
  if (!ended) throw new AppError("NOT_FOUND", "There is no standing approval with this id.");
  ended();
}
