// Confirms a grant that waits: the partner's back end shows the one-time text that only the redirected browser was given.
import { lockAccountForGrant } from "../accounts/store.ts";
import type { Orm } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { AppError, accountNotFound, invalidInput } from "../errors.ts";
import { expiredError } from "../integrations/access.ts";
import { integrationView } from "../integrations/model.ts";
import {
  deleteExpiredGrants,
  deletePendingGrants,
  lockPendingGrant,
  type PendingGrantRow,
} from "../integrations/pending-grant-store.ts";
import { findIntegration, GRANT_TABLES } from "../integrations/store.ts";
import { timingSafeEqual } from "../vault/vault.ts";
import { logReplaced, openQuietly, revokeReplaced, revokeUpstream } from "./grant.ts";
import { confirmTokenHash, type GrantToSave, saveIntegration } from "./save-grant.ts";

interface AccountSubject {
  userId: string;
  accountId: string;
}

/** Makes the waiting grant the integration's own, and gives the integration; a wrong or used text is 400. */
export async function confirmGrant(deps: Deps, owner: AccountSubject, provider: string, confirmToken: string) {
  const { stored, grant } = await deps.database.transaction((tx) =>
    takeConfirmed(tx, deps, owner, provider, confirmToken),
  );
  deps.changes.invalidate(owner.userId, GRANT_TABLES);
  const fields = { account_id: owner.accountId, user_id: owner.userId, provider };
  logReplaced(deps, stored, grant.identity, fields);
  deps.log.info("connect_confirmed", {
    ...fields,
    integration_id: stored.integrationId,
    identity_id: grant.identity.id,
  });
  for (const old of stored.replaced) await revokeReplaced(deps, old, grant);
  const row = await findIntegration(deps.database.orm, owner, provider);
  if (!row) throw integrationNotFound(provider);
  return integrationView(row, deps.registry.provider(provider));
}

async function takeConfirmed(tx: Orm, deps: Deps, owner: AccountSubject, provider: string, confirmToken: string) {
  if (!(await lockAccountForGrant(tx, owner.userId, owner.accountId))) throw accountNotFound(owner.accountId);
  const waiting = await lockPendingGrant(tx, owner, provider);
  if (!waiting && !(await findIntegration(tx, owner, provider))) throw integrationNotFound(provider);
  if (!waiting || !timingSafeEqual(confirmTokenHash(confirmToken), waiting.tokenHash)) {
    const message = "confirm_token is wrong, was used before, or its 30 minutes are over.";
    throw invalidInput([{ in: "body", path: "/confirm_token", message }]);
  }
  // Without its client the grant could never be renewed.
  if (!(await deps.oauthClients.lock(tx, { ...owner, provider }, waiting.clientId)))
    throw integrationNotFound(provider);
  const grant = opened(deps, waiting);
  await deletePendingGrants(tx, owner, provider);
  return { grant, stored: await saveIntegration(tx, deps, owner, provider, grant, waiting.id) };
}

function integrationNotFound(provider: string): AppError {
  return new AppError("INTEGRATION_NOT_FOUND", `Integration "${provider}" is not connected`);
}

function opened(deps: Deps, waiting: PendingGrantRow): GrantToSave {
  const tokens = openQuietly(deps, waiting);
  const { provider, identity, tenant, clientId, scopes, accessExpiresAt, refreshExpiresAt, grantedAt } = waiting;
  if (!tokens) {
    deps.log.error("token_cannot_be_opened", { integration_id: waiting.id, provider });
    throw expiredError(deps.target(provider).provider, { provider });
  }
  const { access: accessToken, refresh, others } = tokens;
  const set = { accessToken, refreshToken: refresh ?? undefined, others };
  return { tokens: set, identity, tenant, clientId, scopes, accessExpiresAt, refreshExpiresAt, grantedAt };
}

/** Erases what nobody has confirmed in time, and ends it at the providers; gives how many there were. */
export async function dropUnconfirmed(deps: Deps): Promise<number> {
  const rows = await deleteExpiredGrants(deps.database);
  for (const row of rows) {
    const { id, userId, accountId, provider } = row;
    deps.changes.invalidate(userId, GRANT_TABLES);
    deps.log.warn("connect_unconfirmed", { integration_id: id, user_id: userId, account_id: accountId, provider });
  }
  await Promise.all(rows.map((row) => revokeUpstream(deps, row)));
  return rows.length;
}
