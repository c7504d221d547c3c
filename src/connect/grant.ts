// Stores a new grant in one transaction with its session's end, and ends grants at the provider.

import { lockAccountForGrant } from "../accounts/store.ts";
import { isUniqueViolation, type Orm } from "../db/database.ts";
import type { Identity } from "../db/schema/integrations.ts";
import type { Deps } from "../deps.ts";
import { deletePendingGrants, type PendingGrantRow } from "../integrations/pending-grant-store.ts";
import { GRANT_TABLES, hasSibling, type StoredGrant } from "../integrations/store.ts";
import { type OAuthClient, revokeGrant } from "../oauth/client.ts";
import type { Owner } from "../owner.ts";
import type { TokenSet } from "../plugin/index.ts";
import { type OpenedTokens, openTokens } from "../tokens/sealed-tokens.ts";
import { DecryptionError } from "../vault/vault.ts";
import { type GrantToSave, type SavedGrant, saveIntegration, savePendingGrant } from "./save-grant.ts";
import { finishSession, type SessionRow, whoConnects } from "./store.ts";

/** What a callback got, and the client that got it. */
export interface ReceivedGrant {
  client: OAuthClient;
  set: TokenSet;
  identity: Identity;
  /** Values of the provider's `tenant`, checked. */
  tenant: Record<string, string>;
}

/** Stores the grant with its session's end, or nothing: null when the session is no longer there. */
export async function saveGrant(deps: Deps, session: SessionRow, given: ReceivedGrant): Promise<SavedGrant | null> {
  const { identity } = given;
  const grant = grantOf(deps, session, given);
  const stored = await saveInTransaction(deps, session, grant).catch((error: unknown) => {
    // Two first connects of one user at the same moment: the second finds the row of the first.
    if (!isUniqueViolation(error)) throw error;
    return saveInTransaction(deps, session, grant);
  });
  if (!stored) return null;
  deps.changes.invalidate(session.userId, GRANT_TABLES);
  const fields = whoConnects(session);
  logReplaced(deps, stored, identity, fields);
  const waits = stored.confirmToken !== null && { waits_for_confirmation: true };
  deps.log.info("connect_completed", { ...fields, identity_id: identity.id, ...waits });
  for (const old of stored.replaced) await revokeReplaced(deps, old, grant);
  return stored;
}

/** Tells when an integration is now another person's; what waits has replaced nothing yet. */
export function logReplaced(deps: Deps, stored: SavedGrant, identity: Identity, fields: Record<string, string>): void {
  const old = stored.replaced.find((row) => row.id === stored.integrationId);
  if (!old || old.identityId === identity.id) return;
  deps.log.warn("integration_identity_changed", {
    ...fields,
    identity_id: identity.id,
    old_identity_id: old.identityId,
  });
}

function grantOf(deps: Deps, session: SessionRow, { client, set, identity, tenant }: ReceivedGrant): GrantToSave {
  const now = deps.clock.now();
  const at = (seconds: number | undefined) => (seconds === undefined ? null : new Date(now + seconds * 1000));
  return {
    tokens: set,
    identity,
    tenant,
    clientId: client.id,
    scopes: [...(set.scopes ?? session.scopes)],
    accessExpiresAt: at(set.expiresIn),
    refreshExpiresAt: at(set.refreshExpiresIn),
    grantedAt: new Date(now),
  };
}

/** Thrown within the transaction to undo it when the session has ended meanwhile. */
class SessionGone extends Error {}

/** An account must be there, and its partner active, until the grant is stored; a user's own sessions go with the user. */
async function lockOwner(tx: Orm, { userId, accountId }: Owner): Promise<boolean> {
  return accountId === null || lockAccountForGrant(tx, userId, accountId);
}

async function saveInTransaction(deps: Deps, session: SessionRow, given: GrantToSave): Promise<SavedGrant | null> {
  const { provider, userId, accountId } = session;
  const { identity } = given;
  try {
    return await deps.database.transaction(async (tx) => {
      const owner = { userId, accountId };
      if (!(await lockOwner(tx, owner))) throw new SessionGone();
      if (!(await deps.oauthClients.lock(tx, session, given.clientId))) throw new SessionGone();
      // The last completed session wins, over what still waits as well.
      const waiting = await deletePendingGrants(tx, owner, provider);
      const grant = withRefreshToken(deps, given, waiting);
      const stored =
        session.confirm && accountId !== null
          ? await savePendingGrant(tx, deps, { userId, accountId }, provider, grant)
          : await saveIntegration(tx, deps, owner, provider, grant, crypto.randomUUID());
      const { integrationId } = stored;
      if (!(await finishSession(tx, session.id, { status: "completed", identity, integrationId })))
        throw new SessionGone();
      return { ...stored, replaced: [...stored.replaced, ...waiting] };
    });
  } catch (error) {
    if (error instanceof SessionGone) return null;
    throw error;
  }
}

/** Google gives no second refresh token to somebody who has granted before: the one that waits stays good. */
function withRefreshToken(deps: Deps, grant: GrantToSave, waiting: readonly PendingGrantRow[]): GrantToSave {
  const same = waiting.find((row) => row.identityId === grant.identity.id && row.clientId === grant.clientId);
  const refreshToken = grant.tokens.refreshToken ?? (same && openQuietly(deps, same)?.refresh) ?? undefined;
  return { ...grant, tokens: { ...grant.tokens, refreshToken } };
}

/** Ends the grant that a new one has replaced, unless that would end the new one too. */
export async function revokeReplaced(deps: Deps, old: StoredGrant, grant: GrantToSave): Promise<void> {
  const { identity, clientId, tokens: set } = grant;
  const reach = deps.target(old.provider).oauth.revokeReach ?? "token";
  const isSame =
    reach === "workspace" ? old.identity.workspace?.id === identity.workspace?.id : old.identityId === identity.id;
  // A grant of another client is another grant.
  if (reach !== "token" && isSame && old.clientId === clientId) return;
  const tokens = openQuietly(deps, old);
  if (!tokens || tokens.access === set.accessToken) return;
  await revokeRow(deps, old, tokens);
}

/** Ends a grant at its provider; never throws. For a row that has been deleted here already. */
export async function revokeUpstream(deps: Deps, row: StoredGrant): Promise<void> {
  const tokens = openQuietly(deps, row);
  if (tokens) await revokeRow(deps, row, tokens);
}

async function revokeRow(deps: Deps, row: StoredGrant, tokens: OpenedTokens): Promise<void> {
  if (!deps.registry.provider(row.provider)) return;
  const reach = deps.target(row.provider).oauth.revokeReach ?? "token";
  if (reach !== "token" && (await hasSibling(deps.database, row, reach))) {
    deps.log.info("revocation_left_out", {
      integration_id: row.id,
      provider: row.provider,
      reason: "sibling integration",
    });
    return;
  }
  await revokeQuietly(deps, row, () => deps.oauthClients.madeWith(row), tokens);
}

/**
 * Ends a grant that could not be stored. Where a revocation reaches further than its token, it is left out when the grant
 * may carry an integration of ours: when one has the same identity, or any at all where nobody could say whose grant it is.
 */
export async function revokeOrphan(
  deps: Deps,
  session: SessionRow,
  { client, set, identity, tenant }: Omit<ReceivedGrant, "identity"> & { identity: Identity | null },
): Promise<void> {
  const { provider } = session;
  const reach = deps.target(provider).oauth.revokeReach ?? "token";
  if (reach !== "token") {
    const nobody = { id: "", name: "" };
    const holder = { id: session.id, provider, clientId: client.id, identity: identity ?? nobody };
    const row = { ...holder, identityId: holder.identity.id };
    if (await hasSibling(deps.database, row, identity ? reach : "client")) {
      const reason = identity ? "sibling integration" : "unknown identity";
      deps.log.info("revocation_left_out", { session_id: session.id, provider, reason });
      return;
    }
  }
  const { accessToken, refreshToken = null, others = {} } = set;
  const tokens = { access: accessToken, refresh: refreshToken, others };
  await revokeQuietly(deps, { ...session, tenant }, async () => client, tokens);
}

/** Asks the provider to end a grant, as the client that it was made with; a failure is logged and otherwise ignored. */
async function revokeQuietly(
  deps: Deps,
  row: Pick<StoredGrant, "provider" | "tenant" | "userId" | "accountId">,
  clientOf: () => Promise<OAuthClient | null>,
  { access, refresh, others }: OpenedTokens,
): Promise<void> {
  const { provider, tenant } = row;
  try {
    const client = await clientOf();
    if (!client) return;
    const grant = { accessToken: access, refreshToken: refresh, others, clientId: client.id, tenant };
    const wasAsked = await revokeGrant(deps.fetchFor(row), deps.target(provider), client, grant);
    // The tokens live on there until they run out or the user takes them back.
    deps.log.info(wasAsked ? "grant_revoked" : "grant_not_revocable", { provider });
  } catch (error) {
    deps.log.warn("revocation_failed", { provider, error });
  }
}

export function openQuietly(deps: Deps, row: StoredGrant): OpenedTokens | null {
  try {
    return openTokens(deps, row);
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
