// Ends grants at the provider that are deleted, replaced or were never saved; spares those that a stored grant shares.

import { endSubscription } from "../../events/subscriptions/unsubscribe.ts";
import type { Orm } from "../../foundation/db/database.ts";
import type { Identity } from "../../foundation/db/schema/integrations.ts";
import type { EndedSubscription } from "../../foundation/db/schema/revocations.ts";
import { AppError } from "../../foundation/errors.ts";
import { revocationContext } from "../../foundation/vault/sealing-contexts.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { TokenSet } from "../../plugin/index.ts";
import type { Deps } from "../../server/deps.ts";
import { isTaken } from "../integrations/ended.ts";
import { hasSibling } from "../integrations/sibling-store.ts";
import type { GrantRow } from "../integrations/store.ts";
import { type OAuthClient, revokeGrant } from "../oauth/client.ts";
import { OAuthError } from "../oauth/token-response.ts";
import { accessTokensOf, namedTokensOf } from "../tokens/named-tokens.ts";
import { type OpenedTokens, sealTokens, tryOpenTokens } from "../tokens/sealed-tokens.ts";
import {
  abandonRevocation,
  claimRevocations,
  deleteRevocation,
  insertRevocations,
  noteAttempt,
  type ProviderEnd,
  postponeRevocation,
  type RevocationRow,
} from "./revocation-store.ts";
import type { NewGrant } from "./save-grant.ts";
import type { SessionRow } from "./store.ts";

/** The first attempt is this process's own, right after the commit; later it is anybody's. */
const FIRST_RETRY_MS = 60_000;
const MAX_RETRY_MS = 3_600_000;
/** Then the tokens go in any case. */
const LIFE_MS = 86_400_000;
/** Longer than an attempt, whose requests end after ten seconds each. */
const LEASE_MS = 120_000;
const BATCH = 10;
/** A subscription that cannot be ended holds up the grant's end for these attempts only. */
const UNSUBSCRIBE_ATTEMPTS = 3;

/** What a revocation ends at this provider: only its token, or all grants of an identity or a workspace. */
const revocationScopeOf = (deps: Deps, provider: string) => deps.target(provider).oauth?.revocationScope ?? "token";

/** Notes the end of grants in the transaction that deletes them; `revoke` follows after the commit. */
export async function saveRevocations(
  tx: Orm,
  deps: Deps,
  grants: readonly GrantRow[],
  subscriptions: ReadonlyMap<string, EndedSubscription[]>,
): Promise<RevocationRow[]> {
  const rows = grants.flatMap((grant) => {
    const tokens = tryOpenTokens(deps, grant);
    if (!tokens || isTaken(grant)) return [];
    const isEntered = grant.auth !== "oauth2";
    const ended = subscriptions.get(grant.id) ?? [];
    // Nothing ends a credentials at the provider: what unsubscribes takes it along, and else it goes at once.
    if (isEntered && ended.length === 0) return [];
    const refreshToken = isEntered ? undefined : (tokens.refresh ?? undefined);
    return revocationRow(deps, grant, { accessToken: tokens.access, refreshToken, others: tokens.others }, ended);
  });
  return insertRevocations(tx, rows);
}

/** The same for a grant of a session that no integration got. */
export function saveUnusedGrant(
  tx: Orm,
  deps: Deps,
  { id, provider, userId, accountId }: SessionRow,
  { tokens, auth, clientId, identity, tenant }: NewGrant,
): Promise<RevocationRow[]> {
  const holder = { id, provider, userId, accountId, auth, clientId, identityId: identity.id, identity, tenant };
  return insertRevocations(tx, auth === "oauth2" ? [revocationRow(deps, holder, tokens, [])] : []);
}

type Holder = Pick<
  GrantRow,
  "id" | "provider" | "userId" | "accountId" | "auth" | "clientId" | "identityId" | "identity" | "tenant"
>;

function revocationRow(deps: Deps, holder: Holder, tokens: TokenSet, subscriptions: EndedSubscription[]) {
  const id = crypto.randomUUID();
  const { provider, userId, accountId, auth, clientId, identityId, identity, tenant } = holder;
  const now = deps.clock.now();
  return {
    id,
    grantId: holder.id,
    ...{ provider, userId, accountId, auth, clientId, identityId, identity: withoutNames(identity), tenant },
    ...sealTokens(deps, id, tokens, revocationContext),
    subscriptions,
    nextAt: new Date(now + FIRST_RETRY_MS),
    expiresAt: new Date(now + LIFE_MS),
  };
}

/** A row outlives its owner for a day: it has the ids that the end of the grant takes, and no name. */
const withoutNames = ({ id, workspace }: Identity): Identity => ({
  id,
  name: "",
  ...(workspace !== undefined && { workspace: workspace && { id: workspace.id, name: "" } }),
});

/** Notes the end of the grants that a new one replaces, but of those whose revocation would end the new one too. */
export function saveReplaced(
  tx: Orm,
  deps: Deps,
  replaced: readonly GrantRow[],
  grant: NewGrant,
  subscriptions: ReadonlyMap<string, EndedSubscription[]>,
): Promise<RevocationRow[]> {
  const apart = replaced.filter((old) => !isEndedWith(deps, old, grant));
  return saveRevocations(tx, deps, apart, subscriptions);
}

function isEndedWith(deps: Deps, old: GrantRow, { auth, identity, clientId, tokens }: NewGrant): boolean {
  const scope = old.auth === auth ? revocationScopeOf(deps, old.provider) : "token";
  const isSame =
    scope === "workspace" ? old.identity.workspace?.id === identity.workspace?.id : old.identityId === identity.id;
  // Another client has a grant of its own.
  if (scope !== "token" && isSame && old.clientId === clientId) return true;
  return tryOpenTokens(deps, old)?.access === tokens.accessToken;
}

/** Makes one attempt to end each grant; what fails for a while is tried again by the job `retry_revocations`. Never throws. */
export async function revoke(deps: Deps, rows: readonly RevocationRow[]): Promise<void> {
  await Promise.all(rows.map((row) => revokeOne(deps, row).catch((error: unknown) => logFailure(deps, row, error))));
}

/** Tries again what failed, and what a process left that died before its first attempt. */
export async function retryRevocations(deps: Deps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const claim = { now: deps.clock.now(), leaseMs: LEASE_MS, limit: BATCH };
    const rows = await claimRevocations(deps.database, claim);
    await revoke(deps, rows);
    if (rows.length < BATCH) return;
  }
}

/** Makes the first attempts of a revocation run, some at a time; false where none is left. */
export async function revokeFirst(deps: Deps, runId: string): Promise<boolean> {
  const claim = { now: deps.clock.now(), leaseMs: LEASE_MS, limit: BATCH, firstOfRun: runId };
  const rows = await claimRevocations(deps.database, claim);
  await revoke(deps, rows);
  return rows.length > 0;
}

async function revokeOne(deps: Deps, row: RevocationRow): Promise<void> {
  let failure: string | null = null;
  const ended = await endGrant(deps, row).catch((error: unknown): End | null => {
    logFailure(deps, row, error);
    failure = failureOf(error);
    return isFinal(error) ? { end: "failed", detail: failure } : null;
  });
  if (ended) return deleteRevocation(deps.database, row.id, { ...ended, at: deps.clock.now() });
  if (failure !== null) await noteAttempt(deps.database, row.id, failure);
  const now = deps.clock.now();
  const expiresAt = row.expiresAt.getTime();
  if (now < expiresAt) {
    const retryMs = Math.min(FIRST_RETRY_MS * 2 ** row.attempts, MAX_RETRY_MS);
    return postponeRevocation(deps.database, row, new Date(Math.min(now + retryMs, expiresAt)));
  }
  await abandonRevocation(deps.database, row, { detail: failure ?? "unsubscribe_failed", at: now });
  await deps.audit.record(SYSTEM_INITIATOR, {
    event: "revocation_abandoned",
    level: "warn",
    ...aboutGrant(row),
    resource: { kind: "integration", id: row.grantId },
    outcome: "failed",
  });
}

/** Whose grant it was, for the audit log. */
function aboutGrant({ userId, accountId, provider }: Pick<GrantRow, "userId" | "accountId" | "provider">) {
  return { userId, accountId, details: { provider } };
}

function logFailure(deps: Deps, { provider }: Pick<RevocationRow, "provider">, error: unknown): void {
  deps.log.warn("revocation_failed", { provider, error });
}

/** Whether the provider has refused for good: it does not know the token, or does not let it be revoked. */
function isFinal(error: unknown): boolean {
  return error instanceof OAuthError && /^revocation_4(?!08|29)\d\d$/.test(error.code);
}

/** A stable name of a failure, with the provider's status where it has responded. */
const failureOf = (error: unknown): string =>
  error instanceof OAuthError || error instanceof AppError ? error.code : "no_response";

type End = Omit<ProviderEnd, "at">;

/** Unsubscribes, then revokes; null where an attempt at the subscriptions failed and the grant must stay for the next. */
async function endGrant(deps: Deps, row: RevocationRow): Promise<End | null> {
  const tokens = tryOpenTokens(deps, row);
  if (!tokens) return { end: "failed", detail: "cannot_be_opened" };
  if (!deps.registry.provider(row.provider))
    return deps.registry.broken.has(row.provider) ? null : { end: "failed", detail: "provider_gone" };
  if (!(await unsubscribeAll(deps, row, tokens))) return null;
  if (row.auth !== "oauth2") return { end: "no_endpoint", detail: "entered_by_hand" };
  const scope = revocationScopeOf(deps, row.provider);
  // Its own row is gone or holds another grant: every stored grant of this identity counts.
  if (scope !== "token" && (await hasSibling(deps.database, row, scope))) {
    deps.log.info("revocation_left_out", {
      integration_id: row.grantId,
      provider: row.provider,
      reason: "sibling integration",
    });
    return { end: "shared", detail: null };
  }
  const client = await deps.oauthClients.clientOfGrant(row);
  if (!client) return { end: "failed", detail: "client_unknown" };
  const isRevoked = await revokeAndLog(deps, row, client, tokens);
  return { end: isRevoked ? "ended" : "no_endpoint", detail: null };
}

async function unsubscribeAll(deps: Deps, row: RevocationRow, tokens: OpenedTokens): Promise<boolean> {
  const { provider } = row;
  let isDone = true;
  for (const subscription of row.subscriptions) {
    try {
      await endSubscription(deps, row, tokens, subscription);
    } catch (error) {
      deps.log.warn("unsubscribe_failed", { provider, source: subscription.source, error });
      isDone = false;
    }
  }
  return isDone || row.attempts + 1 >= UNSUBSCRIBE_ATTEMPTS;
}

/** Revokes a grant that could not be saved; `identity` is null when it is unknown. */
export async function revokeUnsavedGrant(
  deps: Deps,
  session: SessionRow,
  grant: { client: OAuthClient; tokens: TokenSet; identity: Identity | null; tenant: Record<string, string> },
): Promise<void> {
  const { provider } = session;
  const { client, identity, tenant } = grant;
  const scope = revocationScopeOf(deps, provider);
  if (scope !== "token") {
    const noIdentity = { id: "", name: "" };
    const holder = { id: session.id, provider, clientId: client.id, identity: identity ?? noIdentity };
    const row = { ...holder, identityId: holder.identity.id };
    // When the identity is unknown, any integration of this client may share the grant.
    if (await hasSibling(deps.database, row, identity ? scope : "client")) {
      const reason = identity ? "sibling integration" : "unknown identity";
      deps.log.info("revocation_left_out", { session_id: session.id, provider, reason });
      return;
    }
  }
  const { accessToken, refreshToken = null, others: named } = grant.tokens;
  const others = accessTokensOf(namedTokensOf(named, deps.clock.now()));
  const tokens = { access: accessToken, refresh: refreshToken, others };
  try {
    await revokeAndLog(deps, { ...session, tenant }, client, tokens);
  } catch (error) {
    logFailure(deps, session, error);
  }
}

/** Revokes a grant with the client that it was made with. */
async function revokeAndLog(
  deps: Deps,
  row: Pick<GrantRow, "provider" | "tenant" | "userId" | "accountId">,
  client: OAuthClient,
  { access, refresh, others }: Pick<OpenedTokens, "access" | "refresh" | "others">,
): Promise<boolean> {
  const { provider, tenant } = row;
  const grant = { accessToken: access, refreshToken: refresh, others, clientId: client.id, tenant };
  const isRevoked = await revokeGrant(deps.fetchFor(row), deps.target(provider), client, grant);
  // Without revocation, the tokens stay valid at the provider until they expire or the user withdraws them.
  const event = isRevoked ? "grant_revoked" : "grant_not_revocable";
  await deps.audit.record(SYSTEM_INITIATOR, { event, ...aboutGrant(row) });
  return isRevoked;
}
