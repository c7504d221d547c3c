// Ends an agent session that was found already, with those below it.
import type { Initiator } from "../../identity/initiator.ts";
import type { Deps } from "../../server/deps.ts";
import type { SessionRow } from "./store.ts";
import { revokeWithChildren } from "./tree-store.ts";

/** Whom and what an entry of the audit log is about. */
export const factsOf = ({ id, userId, accountId }: Pick<SessionRow, "id" | "userId" | "accountId">) => ({
  userId,
  accountId,
  resource: { kind: "agent_session", id },
});

/** The admin API audits its own requests: without an initiator nothing is noted. */
export async function endFound(
  deps: Pick<Deps, "database" | "clock" | "audit" | "changes">,
  session: SessionRow,
  initiator: Initiator | null,
): Promise<void> {
  const now = new Date(deps.clock.now());
  const announce = await deps.database.transaction(async (tx) => {
    const ended = await revokeWithChildren(tx, session, now);
    if (ended.length === 0) return null;
    const details = { ended: ended.length };
    const facts = { event: "agent_session_revoked", ...factsOf(session), details };
    return initiator === null ? () => {} : deps.audit.recordIn(tx, initiator, facts);
  });
  if (!announce) return;
  deps.changes.invalidate(session.userId, ["agent_sessions"]);
  announce();
}
