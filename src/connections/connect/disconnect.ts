// Disconnects a provider: deletes the tokens here in any case, and revokes the grants there if possible.

import { integrationEvent } from "../../events/log/integration-events.ts";
import { publishEvents } from "../../events/log/publish.ts";
import { listSubscriptions } from "../../events/subscriptions/store.ts";
import { endedSubscriptions } from "../../events/subscriptions/unsubscribe.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Owner } from "../../identity/owner.ts";
import { lockOwner } from "../../identity/users/owner-store.ts";
import type { Deps } from "../../server/deps.ts";
import { integrationNotFound } from "../integrations/access.ts";
import { deleteGrants, GRANT_TABLES } from "../integrations/store.ts";
import { revoke, saveRevocations } from "./revoke.ts";

/** Deletes an integration and a pending grant, then revokes them at the provider; 404 when there are none. */
export async function disconnect(deps: Deps, owner: Owner, provider: string, initiator: Initiator): Promise<void> {
  const { published, revocations, announce } = await deps.database.transaction(async (tx) => {
    await lockOwner(tx, owner);
    const subscriptions = endedSubscriptions(await listSubscriptions(tx, owner, provider));
    const deleted = await deleteGrants(tx, owner, provider);
    const revocations = await saveRevocations(tx, deps, deleted, subscriptions);
    const now = deps.clock.now();
    const events = deleted
      .slice(0, 1)
      .map((row) => integrationEvent("disconnected", row, { key: String(now), now, details: { reason: null } }));
    const [row] = deleted;
    if (!row) throw integrationNotFound(owner, provider);
    const announce = await deps.audit.recordIn(tx, initiator, {
      event: "integration_disconnected",
      ...owner,
      resource: { kind: "integration", id: row.id },
      details: { provider },
    });
    return { revocations, published: await publishEvents(tx, events), announce };
  });
  deps.events.published(published);
  deps.changes.invalidate(owner.userId, GRANT_TABLES);
  announce();
  await revoke(deps, revocations);
}
