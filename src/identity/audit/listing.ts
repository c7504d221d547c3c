// Pages of the audit log: everything for the operator, and for an owner what concerns it.

import type { Position } from "../../foundation/db/commit-order.ts";
import type { InputError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { cursorErrors, openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import type { Deps } from "../../server/deps.ts";
import type { Owner } from "../owner.ts";
import { requireUser } from "../users/service.ts";
import { type AuditQuery, entryView, type OwnAuditQuery, ownEntryView } from "./model.ts";
import { type EntryFilter, type EntryRow, nextEntries, type Scope } from "./store.ts";

/** Most steps for one page, some milliseconds each. */
const MAX_PAGE_STEPS = 20;

type Filters = Omit<AuditQuery & OwnAuditQuery, "limit" | "cursor">;

/** Associated data of a cursor: it opens only for its owner and filters. */
function cursorContext(owner: Owner | null, filters: object): string {
  return JSON.stringify(["audit", owner?.userId ?? null, owner?.accountId ?? null, Object.entries(filters).sort()]);
}

/** Errors of the filters and the cursor beyond their schema; `owner` is null for the operator. */
export function auditErrors(
  { vault }: Pick<Deps, "vault">,
  owner: Owner | null,
  { limit: _limit, cursor, ...filters }: Partial<AuditQuery & OwnAuditQuery>,
  errors: readonly InputError[],
): InputError[] {
  const { since, until } = filters;
  const isReversed = since !== undefined && until !== undefined && Date.parse(since) >= Date.parse(until);
  const reversed: InputError = { in: "query", path: "/until", message: "until must be later than since." };
  return [
    ...(isReversed ? [reversed] : []),
    ...cursorErrors(vault, cursor, () => cursorContext(owner, filters), errors),
  ];
}

/** A page of the whole log, newest first. */
export async function listAudit(deps: Pick<Deps, "database" | "vault">, query: AuditQuery) {
  const { user, account } = query;
  // A user who is gone is found by the id.
  const userId = user === undefined ? null : isUuid(user) ? user : (await requireUser(deps, user)).id;
  const page = await pageOf(deps, null, { userId, accountId: account ?? null }, query);
  return { entries: page.rows.map(entryView), next_cursor: page.next };
}

/** A page of what concerns a user, accounts included, or of what concerns one account. */
export async function listOwnAudit(deps: Pick<Deps, "database" | "vault">, owner: Owner, query: OwnAuditQuery) {
  const page = await pageOf(deps, owner, owner, query);
  return { entries: page.rows.map(ownEntryView), next_cursor: page.next };
}

/** Reads a bounded part of the log, so a page may hold fewer than `limit` although more follow. */
async function pageOf(
  deps: Pick<Deps, "database" | "vault">,
  owner: Owner | null,
  { userId, accountId }: Scope,
  { limit = 50, cursor, ...filters }: AuditQuery | OwnAuditQuery,
): Promise<{ rows: EntryRow[]; next: string | null }> {
  const context = cursorContext(owner, filters);
  const filter = { ...filterOf(filters), userId, accountId };
  const rows: EntryRow[] = [];
  let after = cursor === undefined ? null : (JSON.parse(openCursor(deps.vault, cursor, context)) as Position);
  for (let i = 0; i < MAX_PAGE_STEPS && rows.length < limit; i++) {
    const step = await nextEntries(deps.database.reports, filter, { after, limit: limit - rows.length });
    rows.push(...step.rows);
    after = step.last;
    if (after === null) break;
  }
  return { rows, next: after && sealCursor(deps.vault, JSON.stringify(after), context) };
}

function filterOf({ event, outcome, actor, key_id, since, until }: Filters): Omit<EntryFilter, keyof Scope> {
  return {
    event,
    outcome,
    actor: actor ?? key_id,
    since: since === undefined ? undefined : Date.parse(since),
    until: until === undefined ? undefined : Date.parse(until),
  };
}
