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
import { connectionToChange } from "../integrations/choice.ts";
import { lockPendingGrants } from "../integrations/pending-grant-store.ts";
import { type IntegrationRef, nameIn, refText } from "../integrations/reference.ts";
import { deleteGrants, GRANT_TABLES, type GrantRow, lockConnections } from "../integrations/store.ts";
import { revoke, saveRevocations } from "./revoke.ts";

/**
 * Deletes an integration and a pending grant, then revokes them at the provider, and returns the provider. Throws 404 when there are
 * none, and 400 where several are there and none is named.
 */
export async function disconnect(deps: Deps, owner: Owner, ref: IntegrationRef, initiator: Initiator): Promise<string> {
  const { provider, published, revocations, announce } = await deps.database.transaction(async (tx) => {
    await lockOwner(tx, owner);
    const pending = await lockPendingGrants(tx, owner, ref);
    const grants: readonly GrantRow[] = [...(await lockConnections(tx, owner, ref)), ...pending];
    const grant = connectionToChange(grants, nameIn(ref));
    if (!grant) throw integrationNotFound(owner, refText(ref));
    const { provider, name } = grant;
    const subscriptions = endedSubscriptions(await listSubscriptions(tx, owner, provider));
    const deleted = await deleteGrants(tx, owner, { provider, name });
    const revocations = await saveRevocations(tx, deps, deleted, subscriptions);
    const now = deps.clock.now();
    const events = deleted
      .slice(0, 1)
      .map((row) => integrationEvent("disconnected", row, { key: String(now), now, details: { reason: null } }));
    const announce = await deps.audit.recordIn(tx, initiator, {
      event: "integration_disconnected",
      ...owner,
      resource: { kind: "integration", id: grant.id },
      details: { provider, connection: name },
    });
    return { provider, revocations, published: await publishEvents(tx, events), announce };
  });
  deps.events.published(published);
  deps.changes.invalidate(owner.userId, GRANT_TABLES);
  announce();
  await revoke(deps, revocations);
  return provider;
}
