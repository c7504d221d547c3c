// The tokens of an integration for a call: refreshed when due, once for all calls that wait for them.

import { tokenNameOf } from "../../providers/upstream/credential.ts";
import type { Deps } from "../../server/deps.ts";
import { deadTokenError, expiredError, tokenEndpointUnavailable } from "../integrations/access.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { endIntegration, endToken } from "../integrations/service.ts";
import type { NamedToken } from "./named-tokens.ts";
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
  | "config"
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

/** A refresh that a call has waited for, whoever sent it. */
export interface RefreshEnd {
  /** The time of `performance.now()`. */
  startedAt: number;
  /** False also where it failed without an error: the token that the integration has is still valid. */
  isRenewed: boolean;
  error?: unknown;
}
export type OnRefresh = (end: RefreshEnd) => void;

export interface AccessTokens {
  /**
   * Tokens of which a call can use the one that `credential` names, the main one by default; that one is refreshed first when it
   * is about to expire.
   */
  fresh(row: IntegrationRow, credential?: string, onRefresh?: OnRefresh): Promise<TokensWithRow>;
  /**
   * Refreshes the token that `credential` presents, which the provider has refused before it expired; null where nothing renews
   * it, or where that was done less than a minute ago and the token is not known to be dead.
   */
  renew(
    refused: TokensWithRow,
    credential: string | undefined,
    isDead: boolean,
    onRefresh?: OnRefresh,
  ): Promise<TokensWithRow | null>;
  /** Writes the tokens that could not be stored, or logs their loss; for the stop. */
  close(): Promise<void>;
}

export function createAccessTokens(base: TokenDeps, times: RefreshTimes = REFRESH_TIMES): AccessTokens {
  const deps: RefreshDeps = { ...base, times, rotatedTokens: createRotatedTokens(base, times.leaseMs) };
  const running = new Map<string, Promise<IntegrationRow>>();
  /** One refresh per token and epoch in this process; the lease makes it one across all replicas. */
  const refreshShared = (row: IntegrationRow, name: string | null) => {
    const key = `${row.id}/${row.epoch}/${name ?? ""}`;
    const work = running.get(key) ?? refresh(deps, row, name).finally(() => running.delete(key));
    running.set(key, work);
    return work;
  };
  const refreshed = async (row: IntegrationRow, name: string | null, onRefresh: OnRefresh | undefined) => {
    const startedAt = performance.now();
    try {
      const renewed = await refreshShared(row, name);
      onRefresh?.({ startedAt, isRenewed: renewed.epoch !== row.epoch });
      return renewed;
    } catch (error) {
      onRefresh?.({ startedAt, isRenewed: false, error });
      throw error;
    }
  };
  const openRow = createCallTokensOpener(base);
  const open = async (row: IntegrationRow) => ({ row, tokens: await openOrExpire(deps, row, openRow) });
  const freshMain = async (row: IntegrationRow, onRefresh: OnRefresh | undefined) => {
    const now = deps.clock.now();
    if (!isDue(row, now)) return await open(row);
    if (row.refreshToken !== null) return await open(await refreshed(row, null, onRefresh));
    if ((row.accessExpiresAt?.getTime() ?? Infinity) > now) return await open(row);
    await endIntegration(deps, row, "expired", "no_refresh_token");
    throw expiredError(deps.target(row.provider).provider);
  };
  const freshNamed = async (opened: TokensWithRow, name: string, onRefresh: OnRefresh | undefined) => {
    const { row } = opened;
    const { refresh: refreshToken, expiresAt } = opened.tokens.named[name] as NamedToken;
    const now = deps.clock.now();
    if (expiresAt === null || expiresAt - MARGIN_MS > now) return opened;
    if (refreshToken !== null) return await open(await refreshed(row, name, onRefresh));
    if (expiresAt > now) return opened;
    await endToken(deps, row, name, { status: "expired", reason: "no_refresh_token" });
    throw deadTokenError(deps.target(row.provider).provider, name, "expired");
  };
  return {
    async fresh(row, credential, onRefresh) {
      if (credential === undefined || row.otherTokens === null) return freshMain(row, onRefresh);
      const opened = await open(row);
      const name = tokenNameOf(opened.tokens, credential);
      return name === null ? freshMain(row, onRefresh) : freshNamed(opened, name, onRefresh);
    },
    async renew(refused, credential, isDead, onRefresh) {
      const { row } = refused;
      const name = tokenNameOf(refused.tokens, credential);
      if (!isRenewable(refused, name, isDead ? Infinity : deps.clock.now())) return null;
      const renewed = await refreshed(row, name, onRefresh);
      // A transient error of the refresh leaves the token that the provider has just refused.
      if (renewed.epoch === row.epoch) throw tokenEndpointUnavailable(row.provider, "connect");
      return await open(renewed);
    },
    close: () => deps.rotatedTokens.drain(),
  };
}

/** After a refresh a refused token is not refreshed again for so long: a part that refuses every token would cost one each time. */
const RENEW_AGAIN_MS = 60_000;

/** Whether a refused token can be renewed now. */
function isRenewable({ row, tokens }: TokensWithRow, name: string | null, now: number): boolean {
  if (name !== null) {
    const { refresh: refreshToken, renewedAt } = tokens.named[name] as NamedToken;
    return refreshToken !== null && (renewedAt === null || renewedAt + RENEW_AGAIN_MS <= now);
  }
  const { refreshToken, refreshStartedAt, updatedAt } = row;
  if (refreshToken === null) return false;
  // A refresh that failed, or that of another token, leaves `updatedAt` behind its start.
  const hasRenewed = refreshStartedAt !== null && refreshStartedAt <= updatedAt;
  return !hasRenewed || updatedAt.getTime() + RENEW_AGAIN_MS <= now;
}

/** Due when less than a minute is left, or a tenth of the lifetime if that is shorter. */
function isDue(row: IntegrationRow, now: number): boolean {
  if (!row.accessExpiresAt) return false;
  const issuedAt = Math.max(row.connectedAt.getTime(), row.refreshStartedAt?.getTime() ?? 0);
  const lifetime = Math.max(0, row.accessExpiresAt.getTime() - issuedAt);
  return row.accessExpiresAt.getTime() - Math.min(MARGIN_MS, lifetime / 10) <= now;
}
