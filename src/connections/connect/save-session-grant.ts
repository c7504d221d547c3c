// Saves the grant of a session: as the owner's integration, or pending until it is confirmed; what it replaces is revoked. One of
// another person than the integration's waits until the one in front of the browser has agreed.

import { endedSubscriptions } from "../../events/subscriptions/unsubscribe.ts";
import { isUniqueViolation, type Orm } from "../../foundation/db/database.ts";
import type { Identity } from "../../foundation/db/schema/integrations.ts";
import { connectConfirmContext, pendingTokenContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Initiator } from "../../identity/initiator.ts";
import type { Deps } from "../../server/deps.ts";
import { deletePendingGrants, insertPendingGrant, type PendingGrantRow } from "../integrations/pending-grant-store.ts";
import { findIntegration, lockIntegration } from "../integrations/store.ts";
import { generateState } from "../oauth/client.ts";
import { sealTokens, tryOpenTokens } from "../tokens/sealed-tokens.ts";
import { sessionFacts } from "./model.ts";
import { type Replacement, sealReplacement } from "./replacement.ts";
import { saveReplaced } from "./revoke.ts";
import {
  type AccountOwner,
  afterCommit,
  confirmTokenHash,
  isSameGrant,
  lockOwner,
  type NewGrant,
  recordGrant,
  type Saved,
  type SaveResult,
  writeIntegration,
} from "./save-grant.ts";
import { endQuestion, finishSession, type SessionRow, storeReplacement } from "./store.ts";

interface SaveOptions {
  /** MAC of the browser that is asked, where another person would be replaced. */
  browserHash: string | null;
  /** The identity that the person has agreed to replace. */
  replaces?: string;
}

/**
 * Saves the grant and completes its session, in one transaction; null when the session or its owner is gone. Where the
 * integration is another identity's, the grant waits with the session until the person has agreed to replace that one.
 */
export async function saveGrant(
  deps: Deps,
  session: SessionRow,
  grant: NewGrant,
  initiator: Initiator,
  options: SaveOptions,
): Promise<SaveResult | "asked" | null> {
  const save = () => saveInTransaction(deps, session, grant, initiator, options);
  try {
    const saved = await save().catch((error: unknown) => {
      // Two first connects of one user at the same time: the second one now finds the first one's row.
      if (!isUniqueViolation(error)) throw error;
      return save();
    });
    if (saved) await afterCommit(deps, session.userId, saved);
    return saved;
  } catch (error) {
    if (!(error instanceof OtherIdentityError)) throw error;
    return ask(deps, session, { grant, replaces: error.identity }, initiator, options);
  }
}

async function ask(
  deps: Deps,
  session: SessionRow,
  opened: Replacement,
  initiator: Initiator,
  { browserHash }: SaveOptions,
): Promise<"asked" | null> {
  const { identity } = opened.grant;
  const replacement = sealReplacement(deps, session.id, opened);
  const facts = sessionFacts(session);
  const details = { ...facts.details, identity_id: identity.id, old_identity_id: opened.replaces.id };
  const announce = await deps.database.transaction(async (tx) => {
    if (!(await lockOwner(tx, session))) return null;
    if (!(await storeReplacement(tx, session.id, { replacement, identity, browserHash }))) return null;
    return deps.audit.recordIn(tx, initiator, { event: "connect_asked", ...facts, details });
  });
  announce?.();
  return announce === null ? null : "asked";
}

/** Rolls the transaction back: the session or its owner is gone. */
class SessionEndedError extends Error {}

/** Rolls the transaction back: the integration is another identity's, and nobody has agreed to replace that. */
class OtherIdentityError extends Error {
  readonly identity: Identity;
  constructor(identity: Identity) {
    super("The integration is another identity's.");
    this.identity = identity;
  }
}

async function saveInTransaction(
  deps: Deps,
  session: SessionRow,
  newGrant: NewGrant,
  initiator: Initiator,
  { replaces }: SaveOptions,
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
      const old = await lockIntegration(tx, session, provider);
      if (old && old.identityId !== identity.id && old.identityId !== replaces)
        throw new OtherIdentityError(old.identity);
      const grant = withRefreshToken(deps, newGrant, pending);
      const saved =
        session.confirm && accountId !== null
          ? await writePendingGrant(tx, deps, { userId, accountId }, provider, grant)
          : await writeIntegration(tx, deps, { userId, accountId }, provider, grant, crypto.randomUUID());
      const completed = completion(deps, session, newGrant, saved);
      const isFinished =
        session.replacement === null
          ? await finishSession(tx, session.id, completed)
          : await endQuestion(tx, session, completed);
      if (!isFinished) throw new SessionEndedError();
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
  // Without a page a browser has seen one all the same, where it was asked.
  const isForPage = confirmToken !== null && (session.linkHash !== null || session.replacement !== null);
  return {
    status: "completed" as const,
    identity: grant.identity,
    integrationId,
    grantedScopes: grant.scopes,
    ...(isForPage && { confirmToken: deps.vault.seal(confirmToken, connectConfirmContext(session.id)) }),
  };
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
