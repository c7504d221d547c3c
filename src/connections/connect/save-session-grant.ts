// Saves the grant of a session: as the owner's integration, or pending until it is confirmed; what it replaces is revoked. One of
// another person than the integration's waits until the one in front of the browser has agreed.

import { NO_SOURCES } from "../../events/subscriptions/plan.ts";
import { endedSubscriptions } from "../../events/subscriptions/unsubscribe.ts";
import { isUniqueViolation, type Orm } from "../../foundation/db/database.ts";
import type { Identity } from "../../foundation/db/schema/integrations.ts";
import { connectConfirmContext, pendingTokenContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Initiator } from "../../identity/initiator.ts";
import { lockOwner } from "../../identity/users/owner-store.ts";
import type { Deps } from "../../server/deps.ts";
import { assertRoom, connectionToRenew, FIRST_NAME, suggestedName } from "../integrations/choice.ts";
import { accessEnd, type IntegrationRow } from "../integrations/model.ts";
import { deletePendingGrants, insertPendingGrant, type PendingGrantRow } from "../integrations/pending-grant-store.ts";
import { findIntegration, lockConnections } from "../integrations/store.ts";
import { generateState } from "../oauth/client.ts";
import { sealTokens, tryOpenTokens } from "../tokens/sealed-tokens.ts";
import { missingPermissions } from "./granted.ts";
import { sessionFacts } from "./model.ts";
import { sealReplacement } from "./replacement.ts";
import { saveReplaced } from "./revoke.ts";
import {
  type AccountOwner,
  afterCommit,
  confirmTokenHash,
  isSameGrant,
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
  /** What the person has decided where another identity is connected: to replace that one, or to add this one by a name. */
  decision?: { replaces: string } | { adds: string };
}

/** What one commit is about. */
interface Commit extends SaveOptions {
  deps: Deps;
  session: SessionRow;
  grant: NewGrant;
  initiator: Initiator;
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
  const commit: Commit = { deps, session, grant, initiator, ...options };
  const saved = await commitGrant(commit)
    // Two first connects of one user at the same time: the second one now finds the first one's row.
    .catch((error) => (isUniqueViolation(error) ? commitGrant(commit) : Promise.reject(error)))
    .catch((error) => (error instanceof OtherIdentityError ? commitQuestion(commit, error) : Promise.reject(error)))
    .catch((error) => (error instanceof SessionEndedError ? null : Promise.reject(error)));
  if (saved !== null && saved !== "asked") await afterCommit(deps, session.userId, saved);
  return saved;
}

/** Rolls the transaction back: the session or its owner is gone. */
class SessionEndedError extends Error {}

/** Rolls the transaction back: what is connected is another identity's, and nobody has decided about that. */
class OtherIdentityError extends Error {
  /** The one that the grant could replace; null where there are several. */
  readonly replaces: Identity | null;
  readonly suggestedName: string;
  constructor(replaces: Identity | null, suggestedName: string) {
    super("What is connected is another identity's.");
    this.replaces = replaces;
    this.suggestedName = suggestedName;
  }
}

async function lockLivingOwner(tx: Orm, session: SessionRow): Promise<void> {
  if (!(await lockOwner(tx, session))) throw new SessionEndedError();
}

/** Seals the grant into the session's row, for the page that asks whether it replaces another identity's. */
async function commitQuestion(
  { deps, session, grant, initiator, browserHash }: Commit,
  { replaces, suggestedName }: OtherIdentityError,
): Promise<"asked"> {
  const { identity } = grant;
  const replacement = sealReplacement(deps, session.id, { grant, replaces, suggestedName });
  const facts = sessionFacts(session);
  const details = { ...facts.details, identity_id: identity.id, old_identity_id: replaces?.id ?? null };
  let announce = () => {};
  await deps.database.transaction(async (tx) => {
    await lockLivingOwner(tx, session);
    if (!(await storeReplacement(tx, session.id, { replacement, identity, browserHash })))
      throw new SessionEndedError();
    announce = await deps.audit.recordIn(tx, initiator, { event: "connect_asked", ...facts, details });
  });
  announce();
  return "asked";
}

const commitGrant = ({ deps, session, grant: newGrant, initiator, decision }: Commit): Promise<Saved> =>
  deps.database.transaction(async (tx) => {
    const { provider, userId, accountId } = session;
    const { identity } = newGrant;
    await lockLivingOwner(tx, session);
    const isRenewable = newGrant.auth !== "oauth2" || (await deps.oauthClients.lock(tx, session, newGrant.clientId));
    if (!isRenewable) throw new SessionEndedError();
    // The session that completed last wins, over pending grants too.
    const { name, old } = placeOf(await lockConnections(tx, session, { provider }), session, identity, decision);
    const pending = await deletePendingGrants(tx, session, { provider, name });
    const grant = withRefreshToken(deps, newGrant, pending);
    const saved =
      session.confirm && accountId !== null
        ? await writePendingGrant(tx, deps, { userId, accountId, provider, name }, grant)
        : await writeIntegration(tx, deps, { userId, accountId }, provider, grant, { old, name });
    const completed = { ...completion(deps, session, newGrant, saved), connection: name };
    const finish =
      session.replacement === null ? finishSession(tx, session.id, completed) : endQuestion(tx, session, completed);
    if (!(await finish)) throw new SessionEndedError();
    const replaced = [...saved.replaced, ...pending];
    const revocations = await saveReplaced(tx, deps, replaced, grant, endedSubscriptions(saved.sources.lost));
    const facts = completedFacts(deps, { ...session, connection: name }, newGrant, saved);
    const announce = await recordGrant(tx, deps, initiator, { saved: { ...saved, replaced }, identity, facts });
    return { ...saved, replaced, revocations, announce };
  });

/**
 * The connection that the grant renews, and its name. Throws where what is connected is another identity's: by that name, or at all
 * where the session names none.
 */
function placeOf(
  rows: readonly IntegrationRow[],
  { provider, connection }: SessionRow,
  identity: Identity,
  decision: SaveOptions["decision"],
): { name: string; old: IntegrationRow | null } {
  const named = decision && "adds" in decision ? decision.adds : connection;
  const old = connectionToRenew(rows, named, identity);
  const isFree = old === null && (named !== null || rows.length === 0);
  const isAgreed = old !== null && decision && "replaces" in decision && old.identityId === decision.replaces;
  if (!isFree && !isAgreed && old?.identityId !== identity.id)
    throw new OtherIdentityError(old?.identity ?? null, suggestedName(rows, identity));
  assertRoom(rows, old, provider);
  return { name: old?.name ?? named ?? FIRST_NAME, old };
}

/** For the audit log: the session, what was not allowed, and when the access ends. */
function completedFacts(
  { registry }: Deps,
  session: SessionRow,
  { scopes }: NewGrant,
  { accessExpiresAt }: SaveResult,
) {
  const { details, ...facts } = sessionFacts(session);
  const provider = registry.provider(session.provider);
  const missing = provider ? missingPermissions(provider, session.scopes, scopes) : [];
  const outcome = {
    ...(missing.length > 0 && { missing_permissions: missing }),
    ...(accessExpiresAt && { access_expires_at: accessExpiresAt.toISOString() }),
  };
  return { event: "connect_completed", ...facts, details: { ...details, ...outcome } };
}

/** What a completed session keeps; its page shows what was granted, and leads on with the confirm token. */
const completion = (
  { vault }: Pick<Deps, "vault">,
  session: SessionRow,
  grant: NewGrant,
  { integrationId, confirmToken, accessExpiresAt }: SaveResult,
) => ({
  status: "completed" as const,
  identity: grant.identity,
  integrationId,
  grantedScopes: grant.scopes,
  accessExpiresAt,
  // Without a page a browser has seen one all the same, where it was asked.
  ...(confirmToken !== null &&
    (session.linkHash !== null || session.replacement !== null) && {
      confirmToken: vault.seal(confirmToken, connectConfirmContext(session.id)),
    }),
});

/** Google issues a refresh token for the first consent only: that of a pending grant stays valid. */
const withRefreshToken = (deps: Deps, grant: NewGrant, pending: readonly PendingGrantRow[]): NewGrant => ({
  ...grant,
  tokens: {
    ...grant.tokens,
    refreshToken:
      grant.tokens.refreshToken ??
      storedRefreshToken(
        deps,
        pending.find((row) => isSameGrant(row, grant)),
      ),
  },
});

const storedRefreshToken = (deps: Deps, row: PendingGrantRow | undefined): string | undefined =>
  (row && tryOpenTokens(deps, row)?.refresh) ?? undefined;

async function writePendingGrant(
  tx: Orm,
  deps: Deps,
  of: AccountOwner & { provider: string; name: string },
  { tokens, ...grant }: NewGrant,
): Promise<SaveResult> {
  const id = crypto.randomUUID();
  const confirmToken = generateState();
  const sealed = sealTokens(deps, id, tokens, pendingTokenContext);
  await insertPendingGrant(tx, {
    id,
    ...of,
    tokenHash: confirmTokenHash(confirmToken),
    identityId: grant.identity.id,
    ...grant,
    ...sealed,
  });
  const integration = await findIntegration(tx, of, of);
  const accessExpiresAt = accessEnd({ ...grant, refreshToken: sealed.refreshToken });
  const nothing = { replaced: [], sources: NO_SOURCES, published: new Set<string>() };
  return { integrationId: integration?.id ?? id, confirmToken, accessExpiresAt, ...nothing };
}
