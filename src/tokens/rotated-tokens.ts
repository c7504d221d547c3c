// The pair that a refresh has brought: stored under the next epoch, or kept in memory until the database takes it.

import { createRetryQueue } from "../db/retry-queue.ts";
import { databaseCause, withDbTimeout } from "../db/timeouts.ts";
import type { Deps } from "../deps.ts";
import { sqlStateOf } from "../errors.ts";
import { integrationMissing } from "../integrations/access.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { GRANT_TABLES, hasSibling, reloadIntegration } from "../integrations/store.ts";
import { revokeGrant } from "../oauth/client.ts";
import type { TokenSet } from "../plugin/index.ts";
import { checkedTenant } from "../upstream/target.ts";
import { renewLease, storeRefreshed } from "./refresh-lease-store.ts";
import { openTokens, sealTokens } from "./sealed-tokens.ts";

type PairDeps = Pick<
  Deps,
  "database" | "changes" | "vault" | "fetchFor" | "clock" | "log" | "target" | "oauthClients" | "replicaId"
>;

interface RotatedToken {
  /** As it stands under the lease. */
  row: IntegrationRow;
  /** Sealed already: nothing that lies in memory for minutes is readable. */
  change: Partial<IntegrationRow> & Pick<IntegrationRow, "accessToken">;
}

export interface RotatedTokens {
  /** Gives the row with the pair in it. Where it cannot be stored now it is kept, and the call gets 503. */
  store(row: IntegrationRow, set: TokenSet): Promise<IntegrationRow>;
  /** Resolves when no pair waits for this row; 503 while the database still does not take it. */
  settled(row: IntegrationRow): Promise<void>;
  /** A last attempt at what was kept; tells what is lost. */
  drain(): Promise<void>;
}

/** Bytes of all pairs that are kept: thousands of the usual size. */
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;
const keyOf = (row: IntegrationRow) => `${row.id}/${row.epoch}`;

/** `leaseMs` is how long the lease is prolonged at a time while a pair waits. */
export function createRotatedTokens(deps: PairDeps, leaseMs: number): RotatedTokens {
  const waiting = new Set<string>();
  const kept = createRetryQueue<RotatedToken>({
    write: async (pair) => {
      await put(deps, pair, leaseMs);
      waiting.delete(keyOf(pair.row));
    },
    sizeOf: ({ row, change }) => JSON.stringify([row, change]).length,
    maxBytes: MAX_QUEUED_BYTES,
    onBehind: (error) => deps.log.warn("token_pairs_behind", { error }),
    onCaughtUp: () => deps.log.info("token_pairs_caught_up"),
    onLost(pairs, error) {
      for (const { row } of pairs) {
        waiting.delete(keyOf(row));
        deps.log.error("token_pair_lost", { integration_id: row.id, provider: row.provider, error });
      }
    },
  });
  return {
    async store(row, set) {
      const pair = { row, change: changeOf(deps, row, set) };
      let stored: IntegrationRow | null;
      try {
        stored = await put(deps, pair, leaseMs);
      } catch (error) {
        // The lease stays held: it keeps the other replicas from the old token, which is spent.
        waiting.add(keyOf(row));
        kept.enqueue(pair, databaseCause(error));
        throw error;
      }
      if (!stored) throw integrationMissing(row.provider);
      return stored;
    },
    async settled(row) {
      if (waiting.has(keyOf(row))) await withDbTimeout(kept.flush());
    },
    drain: kept.drain,
  };
}

function changeOf(deps: PairDeps, row: IntegrationRow, set: TokenSet): RotatedToken["change"] {
  const now = deps.clock.now();
  const sealed = sealTokens(deps, row.id, set);
  const expiresAt = (seconds: number | undefined) => (seconds === undefined ? null : new Date(now + seconds * 1000));
  return {
    accessToken: sealed.accessToken,
    // What the answer leaves out stays as it stands: written back, it could undo a rotation of the key ring.
    refreshToken: sealed.refreshToken ?? undefined,
    otherTokens: sealed.otherTokens ?? undefined,
    accessExpiresAt: expiresAt(set.expiresIn),
    refreshExpiresAt: expiresAt(set.refreshExpiresIn) ?? row.refreshExpiresAt,
    tenant: tenantOf(deps, row, set),
    updatedAt: new Date(now),
  };
}

/** A customer's host can be renamed, and the new token is good there alone. A value that does not fit changes nothing. */
function tenantOf(deps: PairDeps, row: IntegrationRow, { tenant }: TokenSet): Record<string, string> {
  if (tenant === undefined) return row.tenant;
  try {
    return checkedTenant(deps.target(row.provider).provider, row.tenant, tenant);
  } catch (error) {
    deps.log.warn("tenant_refused", { integration_id: row.id, provider: row.provider, error });
    return row.tenant;
  }
}

/** Gives the row with the pair, or with what has replaced its tokens meanwhile; null where the integration is gone. */
async function put(deps: PairDeps, pair: RotatedToken, leaseMs: number): Promise<IntegrationRow | null> {
  const { row, change } = pair;
  try {
    const stored = await storeRefreshed(deps.database, row, change);
    if (!stored) return await replaced(deps, pair);
    deps.changes.invalidate(row.userId, GRANT_TABLES);
    deps.log.info("token_refreshed", { integration_id: row.id, provider: row.provider });
    return stored;
  } catch (error) {
    // A database that refuses the pair, for lack of room, may still take the few bytes of a lease.
    const isRefused = sqlStateOf(databaseCause(error)) !== null;
    if (isRefused) await renewLease(deps.database, row, deps.replicaId, leaseMs).catch(() => {});
    throw error;
  }
}

/** Disconnected or connected anew while the provider was asked: the new pair belongs to nobody. */
async function replaced(deps: PairDeps, { row, change }: RotatedToken): Promise<IntegrationRow | null> {
  const current = await reloadIntegration(deps.database, row);
  if (current) return current;
  const target = deps.target(row.provider);
  const reach = target.oauth.revokeReach ?? "token";
  const isShared = reach !== "token" && (await hasSibling(deps.database, row, reach));
  const client = isShared ? null : await deps.oauthClients.madeWith(row).catch(() => null);
  if (!client) return null;
  const { refreshToken = null, otherTokens = null } = change;
  const { access, refresh, others } = openTokens(deps, { ...row, ...change, refreshToken, otherTokens });
  const grant = {
    accessToken: access,
    refreshToken: refresh,
    others,
    clientId: client.id,
    tenant: change.tenant ?? row.tenant,
  };
  await revokeGrant(deps.fetchFor(row), target, client, grant).catch(() => {});
  return null;
}
