// Ends connections and pending grants here: takes their tokens for the revocation queue, in one transaction with the run's notes.
import type { RevocationRow } from "../../connections/connect/revocation-store.ts";
import { saveRevocations } from "../../connections/connect/revoke.ts";
import { OPERATOR_REVOKED } from "../../connections/integrations/ended.ts";
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import { GRANT_TABLES, type GrantRow } from "../../connections/integrations/store.ts";
import { sealTokens, tryOpenTokens } from "../../connections/tokens/sealed-tokens.ts";
import { integrationEvent } from "../../events/log/integration-events.ts";
import { publishEvents } from "../../events/log/publish.ts";
import { deleteSources, listSources } from "../../events/subscriptions/store.ts";
import { endedSubscriptions } from "../../events/subscriptions/unsubscribe.ts";
import type { Orm } from "../../foundation/db/database.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import { noteConnectionEnded } from "../../identity/notifications/events.ts";
import { lockOwner } from "../../identity/users/owner-store.ts";
import type { Deps } from "../../server/deps.ts";
import { lockConnectionsOf, takePendingGrants } from "./grant-store.ts";
import { type Chosen, insertItems, type NewItem, wipeTokens } from "./item-store.ts";
import type { Run } from "./run-store.ts";

/** Owners first and in one order, as everything does that changes their grants. */
async function lockOwners(tx: Orm, chosen: readonly Chosen[]): Promise<void> {
  const owners = new Map(
    chosen.map(({ userId, accountId }) => [`${userId}/${accountId ?? ""}`, { userId, accountId }]),
  );
  for (const key of [...owners.keys()].sort()) {
    const owner = owners.get(key);
    if (owner) await lockOwner(tx, owner);
  }
}

/** Marks connections as revoked and takes their tokens; each of them keeps its name and settings for its next grant. */
export async function endConnections(tx: Orm, deps: Deps, job: Run, chosen: readonly Chosen[]): Promise<() => void> {
  await lockOwners(tx, chosen);
  const rows = await lockConnectionsOf(tx, job, chosen);
  const sources = await listSources(
    tx,
    rows.map(({ id }) => id),
  );
  const revocations = await saveRevocations(tx, deps, rows, endedSubscriptions(sources));
  const items = rows.map((row) => itemOf(deps, "connection", row, revocations));
  const announced = await announceEnds(tx, deps, job, rows);
  // What nobody can open again stays sealed like any other token, so that the key ring can be rotated.
  const wiped = rows.map(({ id }) => ({ id, token: sealTokens(deps, id, { accessToken: "" }).accessToken }));
  await wipeTokens(tx, wiped, deps.clock.now());
  await deleteSources(
    tx,
    sources.map(({ id }) => id),
  );
  await insertItems(tx, job.id, items, deps.clock.now());
  return () => {
    for (const { userId } of rows) deps.changes.invalidate(userId, GRANT_TABLES);
    announced();
  };
}

/** What owners hear: an event, and entries of the audit log; those that were revoked already have heard it. */
async function announceEnds(tx: Orm, deps: Deps, job: Run, rows: readonly IntegrationRow[]): Promise<() => void> {
  const living = rows.filter(({ status }) => status !== "revoked");
  const now = deps.clock.now();
  const reason = OPERATOR_REVOKED;
  const published = await publishEvents(
    tx,
    living.map((row) => integrationEvent("revoked", row, { key: String(row.epoch), now, details: { reason } })),
  );
  for (const row of living) await noteConnectionEnded(tx, deps, row);
  const announce = await deps.audit.recordAllIn(
    tx,
    SYSTEM_INITIATOR,
    rows.map(({ id, userId, accountId, provider, name }) => ({
      ...{ event: "integration_ended", level: "warn", userId, accountId, resource: { kind: "integration", id } },
      details: { provider, connection: name, status: "revoked", reason, run_id: job.id },
    })),
  );
  return () => {
    deps.events.published(published);
    announce();
  };
}

/** Deletes grants that no partner has confirmed yet. */
export async function endPendingGrants(tx: Orm, deps: Deps, job: Run, chosen: readonly Chosen[]): Promise<() => void> {
  await lockOwners(tx, chosen);
  const rows = await takePendingGrants(tx, job, chosen);
  const revocations = await saveRevocations(tx, deps, rows, new Map());
  const items = rows.map((row) => itemOf(deps, "pending_grant", row, revocations));
  await insertItems(tx, job.id, items, deps.clock.now());
  return () => {
    for (const { userId } of rows) deps.changes.invalidate(userId, GRANT_TABLES);
  };
}

function itemOf(
  deps: Deps,
  kind: "connection" | "pending_grant",
  row: GrantRow,
  revocations: readonly RevocationRow[],
): NewItem {
  const { id, userId, accountId, provider } = row;
  const revocation = revocations.find(({ grantId }) => grantId === id);
  const owned = { kind, id, userId, accountId, provider };
  if (revocation) return { ...owned, providerEnd: "trying", detail: null, revocationId: revocation.id };
  const isLost = tryOpenTokens(deps, row) === null;
  const end = isLost
    ? ({ providerEnd: "failed", detail: "cannot_be_opened" } as const)
    : ({ providerEnd: "no_endpoint", detail: "entered_by_hand" } as const);
  return { ...owned, ...end, revocationId: null };
}
