// Stores a new grant in one transaction with its session's end, and ends grants at the provider.
import { holdAccount } from "../accounts/store.ts";
import { isUniqueViolation, type Orm } from "../db/database.ts";
import type { Identity } from "../db/schema/integrations.ts";
import type { Deps } from "../deps.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import type { Subject } from "../integrations/service.ts";
import { countSiblings, lockIntegration, saveIntegration } from "../integrations/store.ts";
import type { TokenSet } from "../plugin/index.ts";
import { CannotOpen } from "../vault/vault.ts";
import { type OAuthClient, revokeGrant } from "./oauth.ts";
import { finishSession, type SessionRow } from "./store.ts";
import { type OpenTokens, openTokens, sealTokens } from "./tokens.ts";

/** What a callback got, and the client that got it. */
export interface NewGrant {
  client: OAuthClient;
  set: TokenSet;
  identity: Identity;
}

/** Stores the grant: the integration and the session's end, or nothing. False when the session is no longer there. */
export async function storeGrant(deps: Deps, session: SessionRow, grant: NewGrant): Promise<boolean> {
  const { identity } = grant;
  let outcome: StoreOutcome;
  try {
    outcome = await storeOnce(deps, session, grant);
  } catch (error) {
    // Two first connects of one subject at the same moment: the second finds the row of the first.
    if (!isUniqueViolation(error)) throw error;
    outcome = await storeOnce(deps, session, grant);
  }
  if (!outcome.isStored) return false;
  const { old } = outcome;
  const fields = {
    session_id: session.id,
    user_id: session.userId,
    provider: session.provider,
    identity_id: identity.id,
  };
  if (old && old.identityId !== identity.id) {
    deps.log.warn("integration_identity_changed", { ...fields, old_identity_id: old.identityId });
  }
  deps.log.info("connect_completed", fields);
  if (old) await revokeReplaced(deps, old, grant);
  return true;
}

interface StoreOutcome {
  isStored: boolean;
  old: IntegrationRow | null;
}
/** Thrown within the transaction to undo it when the session has ended meanwhile. */
class SessionGone extends Error {}

/** An account must be there, and its partner active, until the grant is stored; a user's own sessions go with the user. */
async function holdSubject(tx: Orm, { userId, accountId }: Subject): Promise<boolean> {
  return accountId === null || holdAccount(tx, userId, accountId);
}

async function storeOnce(deps: Deps, session: SessionRow, { client, set, identity }: NewGrant): Promise<StoreOutcome> {
  const now = deps.clock.now();
  const at = (seconds: number | undefined) => (seconds === undefined ? null : new Date(now + seconds * 1000));
  try {
    return await deps.database.transaction(async (tx) => {
      const subject = { userId: session.userId, accountId: session.accountId };
      if (!(await holdSubject(tx, subject))) throw new SessionGone();
      if (!(await deps.clients.hold(tx, session, client.id))) throw new SessionGone();
      const old = await lockIntegration(tx, subject, session.provider);
      const id = old?.id ?? crypto.randomUUID();
      const sealed = sealTokens(deps, id, set);
      const isSameGrant = old?.identityId === identity.id && old.clientId === client.id;
      const row = {
        id,
        ...subject,
        provider: session.provider,
        status: "active" as const,
        statusReason: null,
        identityId: identity.id,
        identity,
        clientId: client.id,
        scopes: [...(set.scopes ?? session.scopes)],
        ...sealed,
        // Google gives no second refresh token to somebody who has granted before: the stored one stays good.
        refreshToken: sealed.refreshToken ?? (isSameGrant ? (old?.refreshToken ?? null) : null),
        accessExpiresAt: at(set.expiresIn),
        refreshExpiresAt: at(set.refreshExpiresIn),
        epoch: (old?.epoch ?? 0) + 1,
        leaseOwner: null,
        leaseUntil: null,
        refreshStartedAt: null,
        connectedAt: new Date(now),
        updatedAt: new Date(now),
      };
      await saveIntegration(tx, row, old === null);
      if (!(await finishSession(tx, session.id, { status: "completed", identity, integrationId: id })))
        throw new SessionGone();
      return { isStored: true, old };
    });
  } catch (error) {
    if (error instanceof SessionGone) return { isStored: false, old: null };
    throw error;
  }
}

/** Ends the grant that a new one has replaced, unless that would end the new one too. */
async function revokeReplaced(deps: Deps, old: IntegrationRow, { client, set, identity }: NewGrant): Promise<void> {
  const reach = deps.target(old.provider).oauth.revokeReach ?? "token";
  const isSame =
    reach === "workspace" ? old.identity.workspace?.id === identity.workspace?.id : old.identityId === identity.id;
  // A grant of another client is another grant.
  if (reach !== "token" && isSame && old.clientId === client.id) return;
  const tokens = openQuietly(deps, old);
  if (!tokens || tokens.access === set.accessToken) return;
  await revokeRow(deps, old, tokens);
}

/** Ends an integration's grant at its provider; never throws. For a row that has been deleted here already. */
export async function revokeUpstream(deps: Deps, row: IntegrationRow): Promise<void> {
  const tokens = openQuietly(deps, row);
  if (tokens) await revokeRow(deps, row, tokens);
}

async function revokeRow(deps: Deps, row: IntegrationRow, tokens: OpenTokens): Promise<void> {
  if (!deps.registry.provider(row.provider)) return;
  const reach = deps.target(row.provider).oauth.revokeReach ?? "token";
  if (reach !== "token" && (await countSiblings(deps.database, row, reach)) > 0) {
    deps.log.info("revocation_left_out", {
      integration_id: row.id,
      provider: row.provider,
      reason: "sibling integration",
    });
    return;
  }
  await revokeQuietly(deps, row.provider, () => deps.clients.madeWith(row), tokens);
}

/**
 * Ends a grant that could not be stored. Where a revocation reaches further than its token, it is left out when the grant
 * may carry an integration of ours: when one has the same identity, or when nobody could say whose grant it is.
 */
export async function revokeOrphan(
  deps: Deps,
  session: SessionRow,
  { client, set, identity }: Omit<NewGrant, "identity"> & { identity: Identity | null },
): Promise<void> {
  const { provider } = session;
  const reach = deps.target(provider).oauth.revokeReach ?? "token";
  if (reach !== "token") {
    const holder = identity && {
      id: session.id,
      provider,
      clientId: client.id,
      identity,
      identityId: identity.id,
    };
    if (!holder || (await countSiblings(deps.database, holder, reach)) > 0) {
      const reason = holder ? "sibling integration" : "unknown identity";
      deps.log.info("revocation_left_out", { session_id: session.id, provider, reason });
      return;
    }
  }
  const { accessToken, refreshToken = null, others = {} } = set;
  const tokens = { access: accessToken, refresh: refreshToken, others };
  await revokeQuietly(deps, provider, async () => client, tokens);
}

/** Asks the provider to end a grant, as the client that it was made with; a failure is logged and otherwise ignored. */
async function revokeQuietly(
  deps: Deps,
  providerId: string,
  clientOf: () => Promise<OAuthClient | null>,
  { access, refresh, others }: OpenTokens,
): Promise<void> {
  try {
    const client = await clientOf();
    if (!client) return;
    const grant = { accessToken: access, refreshToken: refresh, others, clientId: client.id };
    await revokeGrant(deps.fetch, deps.target(providerId), client, grant);
    deps.log.info("grant_revoked", { provider: providerId });
  } catch (error) {
    deps.log.warn("revocation_failed", { provider: providerId, error });
  }
}

function openQuietly(deps: Deps, row: IntegrationRow): OpenTokens | null {
  try {
    return openTokens(deps, row);
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}
