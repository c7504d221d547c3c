// What a person does with the agent sessions of the user they act for: makes one with a key of theirs, and ends all at once.
import { publishEvents } from "../../events/log/publish.ts";
import { invalidInput } from "../../foundation/errors.ts";
import { checkValue } from "../../foundation/schema/check.ts";
import { isUuid } from "../../foundation/schema/formats.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { findKey } from "../../identity/keys/store.ts";
import type { Deps } from "../../server/deps.ts";
import { sessionErrors } from "./checks.ts";
import type { EndDeps } from "./end.ts";
import { endedEvent } from "./events.ts";
import { CreateAgentSessionBody, type CreateBody } from "./model.ts";
import { createBy } from "./service.ts";
import { type Chosen, revokeSome } from "./tree-store.ts";

/** Sessions that one transaction ends. */
const STEP = 500;

type User = { userId: string };

/** Creates a session with a key of the user's, as the key itself would; its token is in this result and is stored nowhere. */
export async function createOwnSession(
  deps: Deps,
  { userId }: User,
  { keyId, input }: { keyId: string; input: Record<string, unknown> },
  initiator: Initiator,
) {
  const result = checkValue(CreateAgentSessionBody, input, "body");
  const passed = ("value" in result ? result.value : result.passed) as CreateBody;
  const errors = [...("errors" in result ? result.errors : []), ...sessionErrors(deps.registry, passed)];
  const key = isUuid(keyId) ? await findKey(deps.database, userId, keyId) : null;
  const now = deps.clock.now();
  const isLiving = key && key.revokedAt === null && (key.expiresAt === null || key.expiresAt.getTime() > now);
  if (!isLiving) errors.push({ in: "body", path: "/key", message: "Choose one of your keys that has not ended." });
  if (errors.length > 0 || !key) throw invalidInput(errors);
  return createBy(deps, { userId, keyId: key.id, accountsOnly: key.partnerOnly }, passed, initiator);
}

/** Ends every session of the user, or those of one connected account or agent, on every replica; gives how many there were. */
export async function endAllSessions(deps: EndDeps, chosen: Chosen, initiator: Initiator): Promise<number> {
  const { userId, accountId, agent } = chosen;
  let total = 0;
  for (;;) {
    const now = new Date(deps.clock.now());
    const step = await deps.database.transaction(async (tx) => {
      const rows = await revokeSome(tx, chosen, { now, most: STEP });
      const ended = rows.length;
      if (ended === 0) return null;
      const announce = await deps.audit.recordIn(tx, initiator, {
        event: "agent_session_revoked",
        ...{ userId, accountId },
        resource: { kind: "agent_session", id: "all" },
        details: { ended, ...(agent !== undefined && { agent }) },
      });
      const at = { baseUrl: deps.baseUrl, now: now.getTime() };
      const events = rows.map((row) => endedEvent(row, "revoked", at));
      return { ended, announce, published: await publishEvents(tx, events) };
    });
    if (!step) return total;
    total += step.ended;
    deps.changes.invalidate(userId, ["agent_sessions"]);
    step.announce();
    deps.events.published(step.published);
    deps.metrics.agentSessionsEnded("revoked", step.ended);
  }
}
