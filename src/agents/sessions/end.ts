// Ends an agent session that was found already, with those below it.
import { publishEvents } from "../../events/log/publish.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Deps } from "../../server/deps.ts";
import { endedEvent } from "./events.ts";
import type { SessionRow } from "./store.ts";
import { revokeWithChildren } from "./tree-store.ts";

/** Whom and what an entry of the audit log is about. */
export const factsOf = ({ id, userId, accountId }: Pick<SessionRow, "id" | "userId" | "accountId">) => ({
  userId,
  accountId,
  resource: { kind: "agent_session", id },
});

export type EndDeps = Pick<Deps, "database" | "clock" | "audit" | "changes" | "events" | "baseUrl" | "metrics">;

/** The admin API audits its own requests: without an initiator nothing is noted. */
export async function endFound(deps: EndDeps, session: SessionRow, initiator: Initiator | null): Promise<void> {
  const now = deps.clock.now();
  const done = await deps.database.transaction(async (tx) => {
    const ended = await revokeWithChildren(tx, session, new Date(now));
    if (ended.length === 0) return null;
    const details = { ended: ended.length };
    const facts = { event: "agent_session_revoked", ...factsOf(session), details };
    const announce = initiator === null ? () => {} : await deps.audit.recordIn(tx, initiator, facts);
    // There can be thousands below it: `publishEnds` tells of those.
    const own = ended.filter(({ id }) => id === session.id).map((row) => endedEvent(row, "revoked", { ...deps, now }));
    return { announce, own, published: await publishEvents(tx, own) };
  });
  if (!done) return;
  deps.changes.invalidate(session.userId, ["agent_sessions"]);
  done.announce();
  deps.events.published(done.published);
  deps.metrics.agentSessionsEnded("revoked", done.own.length);
}
