// The tokens of an integration for a call: refreshed when due, once for all calls that wait for them.
import type { Deps } from "../deps.ts";
import { expiredError, tokenEndpointUnavailable } from "../integrations/access.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { endIntegration } from "../integrations/service.ts";
import { REFRESH_TIMES, type RefreshDeps, type RefreshTimes, refresh } from "./refresh.ts";
import { createRotatedTokens } from "./rotated-tokens.ts";
import { type CallTokens, createCallTokensOpener, openOrExpire } from "./sealed-tokens.ts";

export type TokenDeps = Pick<
  Deps,
  | "database"
  | "changes"
  | "events"
  | "vault"
  | "fetchFor"
  | "clock"
  | "log"
  | "metrics"
  | "audit"
  | "tracing"
  | "target"
  | "oauthClients"
  | "replicaId"
>;

const MARGIN_MS = 60_000;

/** Opened tokens with their row, whose tenant a refresh may have changed. */
export interface TokensWithRow {
  row: IntegrationRow;
  tokens: CallTokens;
}
export interface AccessTokens {
  /** Tokens that a call can use now; refreshed first when they are about to expire. */
  fresh(row: IntegrationRow): Promise<TokensWithRow>;
  /** Refreshes tokens that the provider has refused before they expired. */
  renew(row: IntegrationRow): Promise<TokensWithRow>;
  /** Writes the tokens that could not be stored, or logs their loss; for the stop. */
  close(): Promise<void>;
}

export function createAccessTokens(base: TokenDeps, times: RefreshTimes = REFRESH_TIMES): AccessTokens {
  const deps: RefreshDeps = { ...base, times, rotatedTokens: createRotatedTokens(base, times.leaseMs) };
  const running = new Map<string, Promise<IntegrationRow>>();
  /** One refresh per integration and epoch in this process; the lease makes it one across all replicas. */
  const refreshShared = (row: IntegrationRow) => {
    const key = `${row.id}/${row.epoch}`;
    const work = running.get(key) ?? refresh(deps, row).finally(() => running.delete(key));
    running.set(key, work);
    return work;
  };
  const openRow = createCallTokensOpener(base);
  const open = async (row: IntegrationRow) => ({ row, tokens: await openOrExpire(deps, row, openRow) });
  return {
    async fresh(row) {
      const now = deps.clock.now();
      if (!isDue(row, now)) return await open(row);
      if (row.refreshToken !== null) return await open(await refreshShared(row));
      if ((row.accessExpiresAt?.getTime() ?? Infinity) > now) return await open(row);
      await endIntegration(deps, row, "expired", "no_refresh_token");
      throw expiredError(deps.target(row.provider).provider);
    },
    async renew(row) {
      const renewed = await refreshShared(row);
      // A transient error of the refresh leaves the token that the provider has just refused.
      if (renewed.epoch === row.epoch) throw tokenEndpointUnavailable(row.provider, "connect");
      return await open(renewed);
    },
    close: () => deps.rotatedTokens.drain(),
  };
}

/** Due when less than a minute is left, or a tenth of the lifetime if that is shorter. */
function isDue(row: IntegrationRow, now: number): boolean {
  if (!row.accessExpiresAt) return false;
  const issuedAt = Math.max(row.connectedAt.getTime(), row.refreshStartedAt?.getTime() ?? 0);
  const lifetime = Math.max(0, row.accessExpiresAt.getTime() - issuedAt);
  return row.accessExpiresAt.getTime() - Math.min(MARGIN_MS, lifetime / 10) <= now;
}
