// Confirms pending grants: the partner's back end presents the one-time token that only the redirected browser received.

import { endedSubscriptions } from "../../events/subscriptions/unsubscribe.ts";
import type { Orm } from "../../foundation/db/database.ts";
import { accountNotFound, invalidInput } from "../../foundation/errors.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { lockOwner } from "../../identity/users/owner-store.ts";
import { timingSafeEqual } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { expiredError, integrationNotFound } from "../integrations/access.ts";
import { assertRoom, connectionToRenew } from "../integrations/choice.ts";
import {
  deleteExpiredPendingGrants,
  deletePendingGrants,
  lockPendingGrants,
  type PendingGrantRow,
} from "../integrations/pending-grant-store.ts";
import { type IntegrationRef, nameIn, refText } from "../integrations/reference.ts";
import { findConnections, GRANT_TABLES, lockConnections } from "../integrations/store.ts";
import { othersOf } from "../tokens/named-tokens.ts";
import { tryOpenTokens } from "../tokens/sealed-tokens.ts";
import { revoke, saveReplaced, saveRevocations } from "./revoke.ts";
import {
  type AccountOwner,
  committedView,
  confirmTokenHash,
  type NewGrant,
  recordGrant,
  writeIntegration,
} from "./save-grant.ts";

/** Makes the pending grant the integration's own and returns the integration; 400 for a wrong or used token. */
export async function confirmGrant(
  deps: Deps,
  owner: AccountOwner,
  ref: IntegrationRef,
  confirmToken: string,
  initiator: Initiator,
) {
  const { provider, ...saved } = await deps.database.transaction(async (tx) => {
    const { saved, grant, provider, name, revocations } = await confirmInTransaction(
      tx,
      deps,
      owner,
      ref,
      confirmToken,
    );
    const facts = { event: "connect_confirmed", ...owner, details: { provider, connection: name } };
    const announce = await recordGrant(tx, deps, initiator, { saved, identity: grant.identity, facts });
    return { ...saved, provider, revocations, announce };
  });
  return committedView(deps, owner, provider, saved);
}

async function confirmInTransaction(
  tx: Orm,
  deps: Deps,
  owner: AccountOwner,
  ref: IntegrationRef,
  confirmToken: string,
) {
  if (!(await lockOwner(tx, owner))) throw accountNotFound(owner.accountId);
  const connections = await findConnections(tx, owner, ref);
  // An integration that has ended keeps its id while a new grant of it is pending.
  const [{ provider: its, name: itsName } = {}] = "id" in ref ? connections : [];
  const grants = await lockPendingGrants(tx, owner, its === undefined ? ref : { provider: its });
  if (grants.length === 0 && connections.length === 0) throw integrationNotFound(owner, refText(ref));
  const hash = confirmTokenHash(confirmToken);
  const wanted = itsName ?? nameIn(ref);
  const pending = grants.find(
    (grant) => (wanted === null || grant.name === wanted) && timingSafeEqual(hash, grant.tokenHash),
  );
  if (!pending) {
    const message =
      "confirm_token is wrong, was already used, or has expired after 30 minutes. Start a new connect session.";
    throw invalidInput([{ in: "body", path: "/confirm_token", message }]);
  }
  const { provider, name } = pending;
  // Without its client the grant could never be refreshed.
  const isRenewable =
    pending.auth !== "oauth2" || (await deps.oauthClients.lock(tx, { ...owner, provider }, pending.clientId));
  if (!isRenewable) throw integrationNotFound(owner, provider);
  const grant = openGrant(deps, pending);
  await deletePendingGrants(tx, owner, { provider, name });
  const rows = await lockConnections(tx, owner, { provider });
  const old = connectionToRenew(rows, name, grant.identity);
  assertRoom(rows, old, provider);
  const saved = await writeIntegration(tx, deps, owner, provider, grant, { old, name, newId: pending.id });
  const lost = endedSubscriptions(saved.sources.lost);
  return { grant, provider, name, saved, revocations: await saveReplaced(tx, deps, saved.replaced, grant, lost) };
}

function openGrant(deps: Deps, pending: PendingGrantRow): NewGrant {
  const tokens = tryOpenTokens(deps, pending);
  const { provider, identity, tenant, auth, clientId, scopes, accessExpiresAt, refreshExpiresAt, grantedAt } = pending;
  if (!tokens) {
    const { id, userId, accountId } = pending;
    deps.log.error("token_cannot_be_opened", { integration_id: id, provider });
    const resource = { kind: "integration", id };
    const facts = { userId, accountId, resource, outcome: "failed" as const, details: { provider } };
    // The transaction will not be committed.
    deps.audit.count(id, SYSTEM_INITIATOR, { event: "token_cannot_be_opened", ...facts });
    throw expiredError(deps.target(provider).provider);
  }
  const { access: accessToken, refresh, named } = tokens;
  const others = othersOf(named, deps.clock.now());
  return {
    tokens: { accessToken, refreshToken: refresh ?? undefined, others },
    identity,
    tenant,
    auth,
    clientId,
    scopes,
    accessExpiresAt,
    refreshExpiresAt,
    grantedAt,
  };
}

/** Deletes the grants that nobody has confirmed in time and revokes them; returns their number. */
export async function dropUnconfirmed(deps: Deps): Promise<number> {
  const { rows, revocations, announced } = await deps.database.transaction(async (tx) => {
    const rows = await deleteExpiredPendingGrants(tx);
    const announced: (() => void)[] = [];
    for (const { id, userId, accountId, provider } of rows) {
      const facts = { userId, accountId, resource: { kind: "integration", id }, details: { provider } };
      announced.push(
        await deps.audit.recordIn(tx, SYSTEM_INITIATOR, { event: "connect_unconfirmed", level: "warn", ...facts }),
      );
    }
    return { rows, revocations: await saveRevocations(tx, deps, rows, new Map()), announced };
  });
  for (const { userId } of rows) deps.changes.invalidate(userId, GRANT_TABLES);
  for (const announce of announced) announce();
  await revoke(deps, revocations);
  return rows.length;
}
