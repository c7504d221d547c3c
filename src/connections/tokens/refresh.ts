// One refresh across all replicas: acquires the lease or waits for its holder, requests new tokens, stores them.
import { databaseCause } from "../../foundation/db/timeouts.ts";
import { AppError } from "../../foundation/errors.ts";
import { traced } from "../../foundation/tracing/tracing.ts";
import type { TokenSet } from "../../plugin/index.ts";
import {
  deadTokenError,
  expiredError,
  integrationMissing,
  revokedError,
  tokenEndpointUnavailable,
} from "../integrations/access.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { endIntegration, endToken } from "../integrations/service.ts";
import { reloadIntegration } from "../integrations/store.ts";
import { type OAuthClient, refreshTokens, TOKEN_DEADLINE_MS } from "../oauth/client.ts";
import { requestClientToken } from "../oauth/client-credentials.ts";
import { OAuthError, OutcomeUnknownError } from "../oauth/token-response.ts";
import type { TokenDeps } from "./access-tokens.ts";
import { acquireLease, OUTCOME_UNKNOWN, releaseLease, renewLease } from "./refresh-lease-store.ts";
import type { RotatedTokens } from "./rotated-tokens.ts";
import { openOrExpire, openTokens } from "./sealed-tokens.ts";

/** Milliseconds. The lease outlasts a request and its retry; a waiting call outlasts the lease, to take it over. */
export interface RefreshTimes {
  /** The token endpoint's deadline. */
  deadlineMs: number;
  leaseMs: number;
  /** The wait before the same refresh token is sent again, when no response came. */
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
export type RefreshDeps = TokenDeps & { times: RefreshTimes; rotatedTokens: RotatedTokens };

/** How often a waiting call checks whether another replica's refresh has ended. */
const POLL_MS = 100;

/** Returns the row with a new token, the named or the main one, whichever replica refreshed it; throws `AppError`. */
export async function refresh(
  deps: RefreshDeps,
  refused: IntegrationRow,
  name: string | null,
): Promise<IntegrationRow> {
  let row = refused;
  // While new tokens are queued for the database, the stored refresh token is a used one.
  await deps.rotatedTokens.flush(row);
  for (let waitedMs = 0; waitedMs <= deps.times.waitMs; waitedMs += POLL_MS) {
    const leased = await tryAcquireLease(deps, row);
    if (leased) return refreshWithLease(deps, leased, name);
    const current = await reloadIntegration(deps.database, row);
    if (!current) throw integrationMissing({ provider: row.provider });
    if (current.status === "revoked") throw revokedError(deps.target(row.provider).provider);
    if (current.status === "expired") throw expiredError(deps.target(row.provider).provider);
    if (current.epoch === row.epoch) await sleep(POLL_MS);
    else if (await isRenewed(deps, refused, current, name)) return current;
    row = current;
  }
  throw tokenEndpointUnavailable(row.provider, "timeout");
}

/** Whether the later row has another token in the place of this one: a refresh of one token leaves the others as they are. */
async function isRenewed(deps: RefreshDeps, before: IntegrationRow, after: IntegrationRow, name: string | null) {
  if (before.otherTokens === null || after.otherTokens === null) return true;
  const tokenIn = async (row: IntegrationRow) => {
    const { access, others } = await openOrExpire(deps, row, (sealed) => openTokens(deps, sealed));
    return name === null ? access : others[name];
  };
  return (await tokenIn(before)) !== (await tokenIn(after));
}

function tryAcquireLease(deps: RefreshDeps, row: IntegrationRow): Promise<IntegrationRow | null> {
  const { database, replicaId, clock, times } = deps;
  const lease = { now: new Date(clock.now()), leaseMs: times.leaseMs };
  const tell = (error: unknown) =>
    deps.log.warn("refresh_lease_stays", {
      integration_id: row.id,
      provider: row.provider,
      error: databaseCause(error),
    });
  return database.attempt(
    (own) => acquireLease(own, row, replicaId, lease),
    // Nobody uses a lease that came too late; left in place, it would count as an interrupted refresh.
    (late) => void (late && releaseLease(database, late, replicaId, false).catch(tell)),
  );
}

const sleep = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Requests new tokens; if no response came, renews the lease and sends the same refresh token once more. */
async function refreshWithLease(deps: RefreshDeps, row: IntegrationRow, name: string | null): Promise<IntegrationRow> {
  const first = await attemptRefresh(deps, row, name);
  if (!(first instanceof OutcomeUnknownError)) return first;
  deps.log.warn("token_refresh_no_response", { integration_id: row.id, provider: row.provider });
  await sleep(deps.times.retryMs);
  const leased = await renewLease(deps.database, row, deps.replicaId, deps.times.leaseMs);
  // Reconnected, disconnected, or taken over by another replica.
  if (!leased) return refresh(deps, row, name);
  const second = await attemptRefresh(deps, leased, name);
  if (!(second instanceof OutcomeUnknownError)) return second;
  await releaseLease(deps.database, leased, deps.replicaId, true);
  return handleRefreshError(deps, leased, second, name);
}

/** One token request under the lease. `OutcomeUnknownError` leaves the lease in place. */
async function attemptRefresh(
  deps: RefreshDeps,
  row: IntegrationRow,
  name: string | null,
): Promise<IntegrationRow | OutcomeUnknownError> {
  const tokens = await traced(deps.tracing, "refresh token", { "gateway.provider": row.provider }, async (span) => {
    const ended = await requestNewTokens(deps, row, name);
    deps.metrics.tokenRefresh(row.provider, outcomeOf(ended));
    if (ended instanceof OAuthError) span.fail(outcomeOf(ended));
    return ended;
  });
  if (tokens instanceof OutcomeUnknownError) return tokens;
  if (tokens instanceof OAuthError) {
    try {
      // Before the lease is released: no other replica may request a dead grant again.
      return await handleRefreshError(deps, row, tokens, name);
    } finally {
      await releaseLease(deps.database, row, deps.replicaId, false);
    }
  }
  return deps.rotatedTokens.save(row, tokens, name);
}

function outcomeOf(tokens: TokenSet | OAuthError): string {
  if (tokens instanceof OutcomeUnknownError) return "no_response";
  return tokens instanceof OAuthError ? tokens.kind : "refreshed";
}

async function requestNewTokens(
  deps: RefreshDeps,
  row: IntegrationRow,
  name: string | null,
): Promise<TokenSet | OAuthError> {
  const opened = await openOrExpire(deps, row, (sealed) => openTokens(deps, sealed));
  const refreshToken = name === null ? opened.refresh : (opened.named[name]?.refresh ?? null);
  if (row.auth === "client_credentials") return renewWithFields(deps, row, refreshToken);
  const client = await clientOf(deps, row);
  if (!client) return new OAuthError("client", "client_unknown", "The OAuth app of this grant is no longer known.");
  if (refreshToken === null) return new OAuthError("dead_grant", "no_refresh_token");
  const { deadlineMs } = deps.times;
  try {
    const request = { refreshToken, deadlineMs, tenant: row.tenant };
    return await refreshTokens(deps.fetchFor(row), deps.target(row.provider), client, request);
  } catch (error) {
    if (error instanceof OAuthError) return error;
    throw error;
  }
}

/** Client credentials renew themselves; a client that the provider refuses is the person's, who must give another. */
async function renewWithFields(
  deps: RefreshDeps,
  row: IntegrationRow,
  sealedFields: string | null,
): Promise<TokenSet | OAuthError> {
  const fields = JSON.parse(sealedFields ?? "{}") as Record<string, string>;
  const request = { fields, tenant: row.tenant, deadlineMs: deps.times.deadlineMs };
  try {
    const { refreshToken: _fields, ...tokens } = await requestClientToken(
      deps.fetchFor(row),
      deps.target(row.provider),
      request,
    );
    return tokens;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const isRefused = error.kind === "client" || error.kind === "dead_grant";
    return isRefused ? new OAuthError("expired_grant", error.code, error.description) : error;
  }
}

async function clientOf(deps: RefreshDeps, row: IntegrationRow): Promise<OAuthClient | null> {
  try {
    return await deps.oauthClients.clientOfGrant(row);
  } catch (error) {
    // No request was sent; left in place, the lease would count as an interrupted refresh.
    await releaseLease(deps.database, row, deps.replicaId, false);
    throw error;
  }
}

/** Ends a dead grant, or its dead token; any other error changes nothing. Returns the row when its token is still usable. */
async function handleRefreshError(
  deps: TokenDeps,
  row: IntegrationRow,
  failure: OAuthError,
  name: string | null,
): Promise<IntegrationRow> {
  const { provider } = deps.target(row.provider);
  const now = deps.clock.now();
  if (failure.kind === "dead_grant" || failure.kind === "expired_grant") {
    const current = await reloadIntegration(deps.database, row);
    if (current && current.epoch !== row.epoch) return current;
    // A refresh without a response may have used the refresh token: then nobody need have revoked anything.
    const isUnknown = row.statusReason === OUTCOME_UNKNOWN;
    const isPastEnd = name === null && row.refreshExpiresAt !== null && row.refreshExpiresAt.getTime() <= now;
    const hasExpired = isUnknown || isPastEnd || failure.kind === "expired_grant";
    if (name !== null) {
      const status = hasExpired ? "expired" : "revoked";
      await endToken(deps, row, name, { status, reason: failure.code });
      throw deadTokenError(provider, name, status);
    }
    await endIntegration(deps, row, hasExpired ? "expired" : "revoked", isUnknown ? OUTCOME_UNKNOWN : failure.code);
    throw hasExpired ? expiredError(provider) : revokedError(provider);
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
  // A refresh ahead of time failed: the old token is used until it expires.
  const opened = name === null ? null : await openOrExpire(deps, row, (sealed) => openTokens(deps, sealed));
  const expiresAt = name === null ? row.accessExpiresAt?.getTime() : opened?.named[name]?.expiresAt;
  if (expiresAt && expiresAt > now) return row;
  if (failure.kind === "transient") throw tokenEndpointUnavailable(row.provider, "connect");
  const said = { provider: row.provider, status: null, message: failure.message, code: failure.code };
  const details = { ...said, ...(failure.kind === "client" && { reason: "not_set_up" as const }) };
  throw new AppError("PROVIDER_ERROR", `${provider.name} refused to renew the access token`, details);
}
