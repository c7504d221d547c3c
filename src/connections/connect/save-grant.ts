// Saves a grant, sealed: as the owner's integration, or pending until it is confirmed; the grants it replaces are revoked.

import { createHash } from "node:crypto";
import { integrationEvent } from "../../events/log/integration-events.ts";
import { type PublishedTo, publishEvents } from "../../events/log/publish.ts";
import { planSources } from "../../events/subscriptions/plan.ts";
import { listSources, type SourceRow } from "../../events/subscriptions/store.ts";
import { endedSubscriptions } from "../../events/subscriptions/unsubscribe.ts";
import { isUniqueViolation, type Orm } from "../../foundation/db/database.ts";
import type { Identity } from "../../foundation/db/schema/integrations.ts";
import { connectConfirmContext, pendingTokenContext } from "../../foundation/vault/sealing-contexts.ts";
import { lockAccountForGrant } from "../../identity/accounts/store.ts";
import type { AuditFacts } from "../../identity/audit/entry.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Owner } from "../../identity/owner.ts";
import { lockUserForGrant } from "../../identity/users/store.ts";
import type { AuthKind, TokenSet } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { integrationNotFound } from "../integrations/access.ts";
import { integrationView } from "../integrations/model.ts";
import { deletePendingGrants, insertPendingGrant, type PendingGrantRow } from "../integrations/pending-grant-store.ts";
import {
  findIntegration,
  GRANT_TABLES,
  type GrantRow,
  insertIntegration,
  lockIntegration,
  updateIntegration,
} from "../integrations/store.ts";
import { generateState } from "../oauth/client.ts";
import { sealTokens, tryOpenTokens } from "../tokens/sealed-tokens.ts";
import { sessionFacts } from "./model.ts";
import type { RevocationRow } from "./revocation-store.ts";
import { revoke, saveReplaced } from "./revoke.ts";
import { finishSession, type SessionRow } from "./store.ts";

/** A grant that is not sealed into a row yet. */
export interface NewGrant {
  tokens: TokenSet;
  identity: Identity;
  /** Values of the provider's `tenant`. */
  tenant: Record<string, string>;
  auth: AuthKind;
  /** Empty where a person typed the credential. */
  clientId: string;
  scopes: string[];
  accessExpiresAt: Date | null;
  refreshExpiresAt: Date | null;
  grantedAt: Date;
}

export interface SaveResult {
  integrationId: string;
  /** The one-time text that confirms a pending grant; null for an integration. */
  confirmToken: string | null;
  replaced: GrantRow[];
  /** Sources of the replaced grant, whose subscriptions only it can end. */
  lostSources: SourceRow[];
  published: PublishedTo;
}

export interface Saved extends SaveResult {
  revocations: RevocationRow[];
  /** Writes the lines of the log, after the commit. */
  announce(): void;
}

export type AccountOwner = Owner & { accountId: string };

/** Saves the grant and completes its session, in one transaction; null when the session or its owner is gone. */
export async function saveGrant(
  deps: Deps,
  session: SessionRow,
  grant: NewGrant,
  initiator: Initiator,
): Promise<SaveResult | null> {
  const saved = await saveInTransaction(deps, session, grant, initiator).catch((error: unknown) => {
    // Two first connects of one user at the same time: the second one now finds the first one's row.
    if (!isUniqueViolation(error)) throw error;
    return saveInTransaction(deps, session, grant, initiator);
  });
  if (saved) await afterCommit(deps, session.userId, saved);
  return saved;
}

/** Tells of a saved grant what only its commit makes true, and revokes at the provider what it replaced. */
export async function afterCommit(
  deps: Deps,
  userId: string,
  { published, announce, revocations }: Saved,
): Promise<void> {
  deps.changes.invalidate(userId, GRANT_TABLES);
  deps.events.published(published);
  announce();
  deps.sources.wake();
  await revoke(deps, revocations);
}

/** The integration that a transaction of the caller's own has saved, as callers see it. */
export async function committedView(deps: Deps, owner: Owner, provider: string, saved: Saved) {
  await afterCommit(deps, owner.userId, saved);
  const row = await findIntegration(deps.database.orm, owner, provider);
  if (!row) throw integrationNotFound(owner, provider);
  return integrationView(row, deps.registry.provider(provider), await listSources(deps.database.orm, [row.id]));
}

/** Records a grant with its change, and that its integration now belongs to another identity: a pending one changes none yet. */
export async function recordGrant(
  tx: Orm,
  { audit }: Pick<Deps, "audit">,
  initiator: Initiator,
  { saved, identity, facts }: { saved: SaveResult; identity: Identity; facts: AuditFacts },
): Promise<() => void> {
  const ids = { integration_id: saved.integrationId, identity_id: identity.id };
  const waits = saved.confirmToken !== null && { waits_for_confirmation: true };
  const old = saved.replaced.find((row) => row.id === saved.integrationId);
  const changed = old !== undefined &&
    old.identityId !== identity.id && {
      ...facts,
      event: "integration_identity_changed",
      level: "warn" as const,
      details: { ...facts.details, ...ids, old_identity_id: old.identityId },
    };
  const announced = [
    changed ? await audit.recordIn(tx, initiator, changed) : () => {},
    await audit.recordIn(tx, initiator, { ...facts, details: { ...facts.details, ...ids, ...waits } }),
  ];
  return () => {
    for (const announce of announced) announce();
  };
}

/** Rolls the transaction back: the session or its owner is gone. */
class SessionEndedError extends Error {}

/** The owner must stay until the grant is saved: a user, or an account and its active partner. */
export function lockOwner(tx: Orm, { userId, accountId }: Owner): Promise<boolean> {
  return accountId === null ? lockUserForGrant(tx, userId) : lockAccountForGrant(tx, userId, accountId);
}

async function saveInTransaction(
  deps: Deps,
  session: SessionRow,
  newGrant: NewGrant,
  initiator: Initiator,
): Promise<Saved | null> {
  const { provider, userId, accountId } = session;
  const { identity } = newGrant;
  try {
    return await deps.database.transaction(async (tx) => {
      if (!(await lockOwner(tx, session))) throw new SessionEndedError();
      const isRenewable = newGrant.auth !== "oauth2" || (await deps.oauthClients.lock(tx, session, newGrant.clientId));
      if (!isRenewable) throw new SessionEndedError();
      // The session that completed last wins, over pending grants too.
      const pending = await deletePendingGrants(tx, session, provider);
      const grant = withRefreshToken(deps, newGrant, pending);
      const saved =
        session.confirm && accountId !== null
          ? await writePendingGrant(tx, deps, { userId, accountId }, provider, grant)
          : await writeIntegration(tx, deps, { userId, accountId }, provider, grant, crypto.randomUUID());
      if (!(await finishSession(tx, session.id, completion(deps, session, newGrant, saved))))
        throw new SessionEndedError();
      const replaced = [...saved.replaced, ...pending];
      const lost = endedSubscriptions(saved.lostSources);
      const revocations = await saveReplaced(tx, deps, replaced, grant, lost);
      const facts = { event: "connect_completed", ...sessionFacts(session) };
      const announce = await recordGrant(tx, deps, initiator, { saved: { ...saved, replaced }, identity, facts });
      return { ...saved, replaced, revocations, announce };
    });
  } catch (error) {
    if (error instanceof SessionEndedError) return null;
    throw error;
  }
}

/** What a completed session keeps; its page shows what was granted, and leads on with the confirm token. */
function completion(deps: Pick<Deps, "vault">, session: SessionRow, grant: NewGrant, saved: SaveResult) {
  const { integrationId, confirmToken } = saved;
  const isForPage = session.linkHash !== null && confirmToken !== null;
  return {
    status: "completed" as const,
    identity: grant.identity,
    integrationId,
    grantedScopes: grant.scopes,
    ...(isForPage && { confirmToken: deps.vault.seal(confirmToken, connectConfirmContext(session.id)) }),
  };
}

/** Whether a stored refresh token goes on serving: typed credentials replace each other whole. */
function isSameGrant(old: GrantRow, grant: Pick<NewGrant, "auth" | "identity" | "clientId">): boolean {
  const isOAuth = old.auth === "oauth2" && grant.auth === "oauth2";
  return isOAuth && old.identityId === grant.identity.id && old.clientId === grant.clientId;
}

/** Google issues a refresh token for the first consent only: that of a pending grant stays valid. */
function withRefreshToken(deps: Deps, grant: NewGrant, pending: readonly PendingGrantRow[]): NewGrant {
  const same = pending.find((row) => isSameGrant(row, grant));
  const refreshToken = grant.tokens.refreshToken ?? (same && tryOpenTokens(deps, same)?.refresh) ?? undefined;
  return { ...grant, tokens: { ...grant.tokens, refreshToken } };
}

async function writePendingGrant(
  tx: Orm,
  deps: Deps,
  owner: AccountOwner,
  provider: string,
  { tokens, ...grant }: NewGrant,
): Promise<SaveResult> {
  const id = crypto.randomUUID();
  const confirmToken = generateState();
  await insertPendingGrant(tx, {
    id,
    ...owner,
    provider,
    tokenHash: confirmTokenHash(confirmToken),
    identityId: grant.identity.id,
    ...grant,
    ...sealTokens(deps, id, tokens, pendingTokenContext),
  });
  const integration = await findIntegration(tx, owner, provider);
  return { integrationId: integration?.id ?? id, confirmToken, replaced: [], lostSources: [], published: new Set() };
}

/** A plain hash is enough: the token has 256 random bits. */
export function confirmTokenHash(confirmToken: string): string {
  return createHash("sha256").update(confirmToken).digest("hex");
}

/** Writes the grant to the owner's integration, which keeps its id; a first one gets `newId`. */
export async function writeIntegration(
  tx: Orm,
  deps: Deps,
  owner: Owner,
  provider: string,
  { tokens, grantedAt, ...grant }: NewGrant,
  newId: string,
): Promise<SaveResult> {
  const old = await lockIntegration(tx, owner, provider);
  const id = old?.id ?? newId;
  const sealed = sealTokens(deps, id, tokens);
  const row = {
    id,
    ...owner,
    provider,
    status: "active" as const,
    statusReason: null,
    identityId: grant.identity.id,
    ...grant,
    ...sealed,
    // Google issues a refresh token for the first consent only: the stored one stays valid.
    refreshToken: sealed.refreshToken ?? (old && isSameGrant(old, grant) ? old.refreshToken : null),
    epoch: (old?.epoch ?? 0) + 1,
    leaseOwner: null,
    leaseUntil: null,
    refreshStartedAt: null,
    deadTokens: null,
    connectedAt: grantedAt,
    updatedAt: new Date(deps.clock.now()),
  };
  await (old ? updateIntegration(tx, row) : insertIntegration(tx, row));
  const event = integrationEvent("connected", row, { key: String(row.epoch), now: deps.clock.now() });
  const published = await publishEvents(tx, [event]);
  const saved = await findIntegration(tx, owner, provider);
  const isOther = old !== null && old.identityId !== grant.identity.id;
  const lostSources = saved ? await planSources(tx, deps, saved, isOther ? "other_identity" : "new_grant") : [];
  return { integrationId: id, confirmToken: null, replaced: old ? [old] : [], lostSources, published };
}
