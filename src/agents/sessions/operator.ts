// Agent sessions as the operator sees them: of every user, or of one.
import { AppError, type InputError } from "../../foundation/errors.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import { cursorErrors, openCursor, sealCursor } from "../../foundation/vault/cursors.ts";
import type { Deps } from "../../server/deps.ts";
import { type EndDeps, endFound } from "./end.ts";
import { sessionView } from "./model.ts";
import { findSession, listSessions, type Position, type Scope, type ViewedSession } from "./store.ts";

const EVERYBODY: Scope = { userId: null, accountsOnly: false };

export interface OperatorQuery {
  userId: string | null;
  includeEnded: boolean;
  limit: number;
  cursor?: string;
}

/** Associated data of a cursor: it opens only for its filter. */
const contextOf = (user: string | null, includeEnded: boolean) =>
  JSON.stringify(["operator_agent_sessions", user, includeEnded]);

/** Errors of the cursor beyond its schema; `user` is as the request names it. */
export const operatorListErrors = (
  { vault }: Pick<Deps, "vault">,
  { user, include_ended = false, cursor }: { user?: string; include_ended?: boolean; cursor?: string },
  errors: readonly InputError[],
): InputError[] => cursorErrors(vault, cursor, () => contextOf(user ?? null, include_ended), errors);

const viewOf = (row: ViewedSession, now: number) => ({ user_id: row.session.userId, ...sessionView(row, now) });

/** `named` is the user as the request names it, to whom the cursor belongs. */
export async function operatorPage(
  deps: Pick<Deps, "database" | "vault" | "clock">,
  { userId, includeEnded, limit, cursor }: OperatorQuery,
  named: string | null,
) {
  const now = deps.clock.now();
  const context = contextOf(named, includeEnded);
  const after = cursor === undefined ? null : (JSON.parse(openCursor(deps.vault, cursor, context)) as Position);
  const scope = userId === null ? EVERYBODY : { userId, accountsOnly: false };
  const livingAt = includeEnded ? null : new Date(now);
  const { rows, next } = await listSessions(deps.database, scope, { accountId: null, livingAt, after, limit });
  return {
    agent_sessions: rows.map((row) => viewOf(row, now)),
    next_cursor: next && sealCursor(deps.vault, JSON.stringify(next), context),
  };
}

async function requireAny(deps: Pick<Deps, "database">, id: string): Promise<ViewedSession> {
  const found = isUuid(id) ? await findSession(deps.database, EVERYBODY, id) : null;
  if (!found) throw new AppError("NOT_FOUND", `There is no agent session ${id}.`);
  return found;
}

export const operatorShow = async (deps: Pick<Deps, "database" | "clock">, id: string) =>
  viewOf(await requireAny(deps, id), deps.clock.now());

/** Ends a session and those below it, and shows it; a second time changes nothing. */
export async function operatorEnd(deps: EndDeps, id: string) {
  const { session } = await requireAny(deps, id);
  await endFound(deps, session, null);
  return operatorShow(deps, id);
}
