// The tokens of an integration for a call: fresh, and refreshed once however many calls wait.
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { expiredError, integrationMissing, revokedError, tokenEndpointUnavailable } from "../integrations/access.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { GRANT_TABLES, reloadIntegration, setStatus } from "../integrations/store.ts";
import {
  type OAuthClient,
  OAuthFailure,
  RefreshOutcomeUnknown,
  refreshTokens,
  TOKEN_DEADLINE_MS,
} from "../oauth/client.ts";
import type { TokenSet } from "../plugin/index.ts";
import { DecryptionError } from "../vault/vault.ts";
import { claimLease, freeLease, OUTCOME_UNKNOWN, renewLease } from "./refresh-lease-store.ts";
import { createRotatedTokens, type RotatedTokens } from "./rotated-tokens.ts";
import { type CallTokens, openForCall, openTokens } from "./sealed-tokens.ts";

export type TokenDeps = Pick<
  Deps,
  "database" | "changes" | "vault" | "fetchFor" | "clock" | "log" | "target" | "oauthClients" | "replicaId"
>;

/**
 * Milliseconds of a refresh. The lease outlasts an exchange and the wait after it, so that no two spend one token. A call
 * that waits outlasts the lease, so that it takes over where the replica that held it died.
 */
export interface RefreshTimes {
  /** The token endpoint's deadline. */
  deadlineMs: number;
  leaseMs: number;
  /** The wait before the old token is tried once more, where no answer came. */
  retryMs: number;
  /** How long a call waits for another replica's refresh. */
  waitMs: number;
}
export const REFRESH_TIMES: RefreshTimes = {
  deadlineMs: TOKEN_DEADLINE_MS,
  leaseMs: 15_000,
  retryMs: 1_000,
  waitMs: 17_000,
};
type RefreshDeps = TokenDeps & { times: RefreshTimes; newPairs: RotatedTokens };

/** How often a call looks whether another replica's refresh has ended. */
const LOOK_EVERY_MS = 100;
const MARGIN_MS = 60_000;

/** Tokens and the row that they stand in, whose tenant a refresh may have changed. */
export interface TokensOfRow {
  row: IntegrationRow;
  tokens: CallTokens;
}
export interface AccessTokens {
  /** Tokens that are good for a call now; refreshed first when they are about to expire. */
  fresh(row: IntegrationRow): Promise<TokensOfRow>;
  /** Refreshes although the token's time is not up, because the provider refused it. */
  renew(row: IntegrationRow): Promise<TokensOfRow>;
  /** A last attempt at the pairs that could not be stored; for the stop. */
  close(): Promise<void>;
}

export function createAccessTokens(given: TokenDeps, times: RefreshTimes = REFRESH_TIMES): AccessTokens {
  const deps: RefreshDeps = { ...given, times, newPairs: createRotatedTokens(given, times.leaseMs) };
  const running = new Map<string, Promise<IntegrationRow>>();
  /** One refresh for each integration and epoch in this process; the lease makes it one over all replicas. */
  const refreshed = (row: IntegrationRow) => {
    const key = `${row.id}/${row.epoch}`;
    const work = running.get(key) ?? refresh(deps, row).finally(() => running.delete(key));
    running.set(key, work);
    return work;
  };
  return {
    async fresh(row) {
      const now = deps.clock.now();
      if (!isDue(row, now)) return await opened(deps, row);
      if (row.refreshToken !== null) return await opened(deps, await refreshed(row));
      if ((row.accessExpiresAt?.getTime() ?? Infinity) > now) return await opened(deps, row);
      await endIntegration(deps, row, "expired", "no_refresh_token");
      throw expiredError(deps.target(row.provider).provider, { provider: row.provider });
    },
    async renew(row) {
      const renewed = await refreshed(row);
      // The refresh failed in passing, and the token that is left is the one that was refused.
      if (renewed.epoch === row.epoch) throw tokenEndpointUnavailable(row.provider, "connect");
      return await opened(deps, renewed);
    },
    close: () => deps.newPairs.drain(),
  };
}

/** Due when less than a minute is left, or a tenth of a short life (the margin is the smaller of the two). */
function isDue(row: IntegrationRow, now: number): boolean {
  if (!row.accessExpiresAt) return false;
  const issuedAt = Math.max(row.connectedAt.getTime(), row.refreshStartedAt?.getTime() ?? 0);
  const life = Math.max(0, row.accessExpiresAt.getTime() - issuedAt);
  return row.accessExpiresAt.getTime() - Math.min(MARGIN_MS, life / 10) <= now;
}

/** Tokens for a call; a row that cannot be opened ends as expired. */
const opened = async (deps: TokenDeps, row: IntegrationRow): Promise<TokensOfRow> => ({
  row,
  tokens: await openOrEnd(deps, row, openForCall),
});

async function openOrEnd<T>(
  deps: TokenDeps,
  row: IntegrationRow,
  open: (deps: Pick<Deps, "vault">, row: IntegrationRow) => T,
): Promise<T> {
  try {
    return open(deps, row);
  } catch (error) {
    if (!(error instanceof DecryptionError)) throw error;
    deps.log.error("token_cannot_be_opened", { integration_id: row.id, provider: row.provider });
    await endIntegration(deps, row, "expired", "cannot_be_opened");
    throw expiredError(deps.target(row.provider).provider, { provider: row.provider });
  }
}

/** Marks an integration as dead, unless its tokens were replaced meanwhile. */
export async function endIntegration(
  deps: TokenDeps,
  row: IntegrationRow,
  status: "expired" | "revoked",
  reason: string,
): Promise<void> {
  const isChanged = await setStatus(deps.database, row, status, reason, new Date(deps.clock.now()));
  if (!isChanged) return;
  deps.changes.invalidate(row.userId, GRANT_TABLES);
  deps.log.warn("integration_ended", { integration_id: row.id, provider: row.provider, status, reason });
}

/** Gives the row with new tokens, whoever refreshed them. */
async function refresh(deps: RefreshDeps, row: IntegrationRow): Promise<IntegrationRow> {
  // The old token of a pair that waits to be stored is spent.
  await deps.newPairs.settled(row);
  for (let waited = 0; waited <= deps.times.waitMs; waited += LOOK_EVERY_MS) {
    const leased = await claim(deps, row);
    if (leased) return refreshLeased(deps, leased);
    const current = await reloadIntegration(deps.database, row);
    if (!current) throw integrationMissing(row.provider);
    if (current.status === "revoked")
      throw revokedError(deps.target(row.provider).provider, { provider: row.provider });
    if (current.status === "expired")
      throw expiredError(deps.target(row.provider).provider, { provider: row.provider });
    if (current.epoch !== row.epoch) return current;
    await sleep(LOOK_EVERY_MS);
  }
  throw tokenEndpointUnavailable(row.provider, "timeout");
}

function claim(deps: RefreshDeps, row: IntegrationRow): Promise<IntegrationRow | null> {
  const { database, replicaId, clock, times } = deps;
  const lease = { now: new Date(clock.now()), leaseMs: times.leaseMs };
  return database.attempt(
    (own) => claimLease(own, row, replicaId, lease),
    // A lease that was taken too late is nobody's, and would be taken for a refresh that broke off.
    (late) => void (late && freeLease(database, late, replicaId, false).catch(() => {})),
  );
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** The first exchange. Where no answer came, the lease is prolonged and the same token is tried once more. */
async function refreshLeased(deps: RefreshDeps, row: IntegrationRow): Promise<IntegrationRow> {
  const first = await tryOnce(deps, row);
  if (!(first instanceof RefreshOutcomeUnknown)) return first;
  deps.log.warn("token_refresh_unanswered", { integration_id: row.id, provider: row.provider });
  await sleep(deps.times.retryMs);
  const still = await renewLease(deps.database, row, deps.replicaId, deps.times.leaseMs);
  // Connected anew, disconnected, or taken over meanwhile.
  if (!still) return refresh(deps, row);
  const second = await tryOnce(deps, still);
  if (!(second instanceof RefreshOutcomeUnknown)) return second;
  await freeLease(deps.database, still, deps.replicaId, true);
  return afterFailure(deps, still, second);
}

/** One exchange under the lease; gives the row with the new pair, or `OutcomeUnknown` with the lease still held. */
async function tryOnce(deps: RefreshDeps, row: IntegrationRow): Promise<IntegrationRow | RefreshOutcomeUnknown> {
  const set = await requestRefresh(deps, row);
  if (set instanceof RefreshOutcomeUnknown) return set;
  if (set instanceof OAuthFailure) {
    try {
      // Before the lease is given back: a dead grant is not asked for a second time by another replica.
      return await afterFailure(deps, row, set);
    } finally {
      await freeLease(deps.database, row, deps.replicaId, false);
    }
  }
  return deps.newPairs.store(row, set);
}

async function requestRefresh(deps: RefreshDeps, row: IntegrationRow): Promise<TokenSet | OAuthFailure> {
  const { refresh: refreshToken } = await openOrEnd(deps, row, openTokens);
  const client = await clientOf(deps, row);
  if (!client) return new OAuthFailure("client", "client_unknown", "The client of this grant is not known any more.");
  if (refreshToken === null) return new OAuthFailure("dead_grant", "no_refresh_token");
  const { deadlineMs } = deps.times;
  try {
    return await refreshTokens(deps.fetchFor(row), deps.target(row.provider), client, { refreshToken, deadlineMs });
  } catch (error) {
    if (error instanceof OAuthFailure) return error;
    throw error;
  }
}

async function clientOf(deps: RefreshDeps, row: IntegrationRow): Promise<OAuthClient | null> {
  try {
    return await deps.oauthClients.madeWith(row);
  } catch (error) {
    // Nothing has gone out: a lease that is left behind would be taken for a refresh that broke off.
    await freeLease(deps.database, row, deps.replicaId, false);
    throw error;
  }
}

/** What a failed refresh means: a dead grant ends the integration, anything else leaves it as it is. */
async function afterFailure(deps: TokenDeps, row: IntegrationRow, failure: OAuthFailure): Promise<IntegrationRow> {
  const { provider } = deps.target(row.provider);
  const now = deps.clock.now();
  if (failure.kind === "dead_grant" || failure.kind === "expired_grant") {
    const current = await reloadIntegration(deps.database, row);
    if (current && current.epoch !== row.epoch) return current;
    // The token may have been spent by the exchange that nobody heard the end of, so nobody need have withdrawn anything.
    const isUnknown = row.statusReason === OUTCOME_UNKNOWN;
    const hasOutlived = row.refreshExpiresAt !== null && row.refreshExpiresAt.getTime() <= now;
    const hasRunOut = hasOutlived || failure.kind === "expired_grant";
    const status = isUnknown || hasRunOut ? "expired" : "revoked";
    await endIntegration(deps, row, status, isUnknown ? OUTCOME_UNKNOWN : failure.code);
    const error = status === "expired" ? expiredError : revokedError;
    throw error(provider, { provider: row.provider });
  }
  const fields = {
    integration_id: row.id,
    provider: row.provider,
    client_id: row.clientId,
    kind: failure.kind,
    reason: failure.code,
  };
  if (failure.kind === "transient") deps.log.warn("token_refresh_failed", fields);
  else deps.log.error("token_refresh_refused", fields);
  // Refreshing ahead of time failed: the old token is used to its true end.
  if (row.accessExpiresAt && row.accessExpiresAt.getTime() > now) return row;
  if (failure.kind === "transient") throw tokenEndpointUnavailable(row.provider, "connect");
  const details = { provider: row.provider, status: null, message: failure.message, code: failure.code };
  throw new AppError("PROVIDER_ERROR", `${provider.name} refused to renew the access token`, details);
}
