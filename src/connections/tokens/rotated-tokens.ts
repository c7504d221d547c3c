// Stores the tokens of a refresh under the next epoch; holds them in memory while the database refuses them.
import { createRetryQueue } from "../../foundation/db/retry-queue.ts";
import { databaseCause, withDbTimeout } from "../../foundation/db/timeouts.ts";
import { sqlStateOf } from "../../foundation/errors.ts";
import { SYSTEM_INITIATOR } from "../../identity/audit/entry.ts";
import type { TokenSet } from "../../plugin/index.ts";
import { narrowedScopes } from "../../providers/registry/scopes.ts";
import { callbackValuesOf, checkedTenant, tenantFieldsOf } from "../../providers/upstream/tenant.ts";
import { integrationMissing } from "../integrations/access.ts";
import { isTaken } from "../integrations/ended.ts";
import type { IntegrationRow } from "../integrations/model.ts";
import { hasSibling } from "../integrations/sibling-store.ts";
import { GRANT_TABLES, reloadIntegration } from "../integrations/store.ts";
import { revokeGrant } from "../oauth/client.ts";
import type { TokenDeps } from "./access-tokens.ts";
import { namedTokensOf } from "./named-tokens.ts";
import { renewLease, updateTokens } from "./refresh-lease-store.ts";
import { openTokens, sealNamedTokens, sealTokens } from "./sealed-tokens.ts";

interface RotatedTokenSet {
  /** The row under the lease. */
  row: IntegrationRow;
  /** Sealed, since it can stay in memory for minutes. */
  change: Partial<IntegrationRow>;
}

export interface RotatedTokens {
  /**
   * Stores the tokens, as the named one or the main ones, and returns their row. When the database refuses them they are queued,
   * and the call gets 503.
   */
  save(row: IntegrationRow, tokens: TokenSet, name: string | null): Promise<IntegrationRow>;
  /** Resolves when no tokens are queued for this row; 503 while the database still refuses them. */
  flush(row: IntegrationRow): Promise<void>;
  /** Tries once more to write the queue, and logs what is lost. */
  drain(): Promise<void>;
}

/** Bytes of all queued token sets: thousands of the usual size. */
const MAX_QUEUED_BYTES = 16 * 1024 * 1024;
/** Integrations that a line about refused token sets names. */
const MAX_NAMED = 10;
const keyOf = (row: IntegrationRow) => `${row.id}/${row.epoch}`;

/** `leaseMs`: by how much the lease is renewed each time the database refuses the tokens. */
export function createRotatedTokens(deps: TokenDeps, leaseMs: number): RotatedTokens {
  const queue = createRetryQueue<RotatedTokenSet>({
    write: async (rotated) => void (await write(deps, rotated, leaseMs)),
    keyOf: ({ row }) => keyOf(row),
    sizeOf: ({ row, change }) => JSON.stringify([row, change]).length,
    maxBytes: MAX_QUEUED_BYTES,
    onBehind: (error) => deps.log.warn("token_sets_behind", { error }),
    onCaughtUp: () => deps.log.info("token_sets_caught_up"),
    onRefused(refused, error) {
      const integrations = refused.slice(0, MAX_NAMED).map(({ row }) => row.id);
      deps.log.error("token_sets_refused", { token_sets: refused.length, integrations, error });
    },
    onLost(lost, error) {
      for (const { row } of lost) {
        deps.log.error("token_set_lost", { integration_id: row.id, provider: row.provider, error });
      }
    },
  });
  return {
    async save(row, tokens, name) {
      const rotated = {
        row,
        change: name === null ? changeOf(deps, row, tokens) : namedChange(deps, row, tokens, name),
      };
      let stored: IntegrationRow | null;
      try {
        stored = await write(deps, rotated, leaseMs);
      } catch (error) {
        // The lease stays in place, so that no other replica uses the old refresh token again.
        queue.enqueue(rotated, error);
        throw error;
      }
      if (!stored) throw integrationMissing({ provider: row.provider });
      return stored;
    },
    async flush(row) {
      await withDbTimeout(queue.flush(keyOf(row)));
    },
    drain: queue.drain,
  };
}

function changeOf(deps: TokenDeps, row: IntegrationRow, tokens: TokenSet): RotatedTokenSet["change"] {
  const now = deps.clock.now();
  const sealed = sealTokens(deps, row.id, tokens);
  const expiresAt = (seconds: number | undefined) => (seconds === undefined ? null : new Date(now + seconds * 1000));
  const others = namedTokensOf(tokens.others, now);
  return {
    accessToken: sealed.accessToken,
    // Omitted tokens are not written back: that could undo a rotation of the key ring.
    refreshToken: sealed.refreshToken ?? undefined,
    ...(Object.keys(others).length > 0 && {
      otherTokens: sealNamedTokens(deps, row.id, { ...openTokens(deps, row).named, ...others }),
    }),
    accessExpiresAt: expiresAt(tokens.expiresIn),
    refreshExpiresAt: expiresAt(tokens.refreshExpiresIn) ?? row.refreshExpiresAt,
    tenant: tenantOf(deps, row, tokens),
    ...scopesOf(deps, row, tokens),
    updatedAt: new Date(now),
  };
}

/** A refresh can leave fewer scopes; an absent `scope` changes none, nor does that of one of several tokens. */
function scopesOf(deps: TokenDeps, row: IntegrationRow, { scopes, others }: TokenSet): { scopes?: string[] } {
  if (scopes === undefined || others !== undefined || row.otherTokens !== null || row.auth !== "oauth2") return {};
  const left = narrowedScopes(deps.target(row.provider).provider, row.scopes, scopes);
  return left === row.scopes ? {} : { scopes: [...left] };
}

/** The response to the refresh of one token; the others stay as they are, and so does the time of the main one's. */
function namedChange(deps: TokenDeps, row: IntegrationRow, tokens: TokenSet, name: string): RotatedTokenSet["change"] {
  const now = deps.clock.now();
  const { named } = openTokens(deps, row);
  const renewed = {
    access: tokens.accessToken,
    refresh: tokens.refreshToken ?? named[name]?.refresh ?? null,
    expiresAt: tokens.expiresIn === undefined ? null : now + tokens.expiresIn * 1_000,
    renewedAt: now,
  };
  const { [name]: _, ...dead } = row.deadTokens ?? {};
  return {
    otherTokens: sealNamedTokens(deps, row.id, { ...named, [name]: renewed }),
    deadTokens: Object.keys(dead).length > 0 ? dead : null,
  };
}

/** The customer's host can be renamed, and the new token is valid there only. An invalid value changes nothing. */
function tenantOf(deps: TokenDeps, row: IntegrationRow, { tenant }: TokenSet): Record<string, string> {
  if (tenant === undefined) return row.tenant;
  const target = deps.target(row.provider);
  const fixed = [...tenantFieldsOf(target.provider), ...callbackValuesOf(target.provider)];
  const declared = fixed.map(([name]) => [name, row.tenant[name] as string]);
  try {
    return checkedTenant(target, row.tenant, tenant, Object.fromEntries(declared));
  } catch (error) {
    deps.log.warn("tenant_refused", { integration_id: row.id, provider: row.provider, error });
    return row.tenant;
  }
}

/** Returns the row with these tokens, or with those that replaced them meanwhile; null when the integration is gone. */
async function write(deps: TokenDeps, rotated: RotatedTokenSet, leaseMs: number): Promise<IntegrationRow | null> {
  const { row, change } = rotated;
  try {
    const stored = await (change.scopes ? storeNarrowed(deps, row, change) : updateTokens(deps.database, row, change));
    if (!stored) return await reloadOrRevoke(deps, rotated);
    deps.changes.invalidate(row.userId, GRANT_TABLES);
    deps.log.info("token_refreshed", { integration_id: row.id, provider: row.provider });
    return stored;
  } catch (error) {
    // A full database may still accept the few bytes of a lease.
    const isRefused = sqlStateOf(databaseCause(error)) !== null;
    if (isRefused)
      await renewLease(deps.database, row, deps.replicaId, leaseMs).catch((later: unknown) =>
        deps.log.debug("refresh_lease_not_renewed", { integration_id: row.id, error: databaseCause(later) }),
      );
    throw error;
  }
}

/** Stores tokens with fewer scopes than before, and records once which are gone. */
async function storeNarrowed(
  deps: TokenDeps,
  row: IntegrationRow,
  change: RotatedTokenSet["change"],
): Promise<IntegrationRow | null> {
  let announce = () => {};
  const stored = await deps.database.transaction(async (tx) => {
    const updated = await updateTokens({ orm: tx }, row, change);
    if (updated === null) return null;
    announce = await deps.audit.recordIn(tx, SYSTEM_INITIATOR, {
      event: "integration_scopes_narrowed",
      level: "warn",
      userId: row.userId,
      accountId: row.accountId,
      resource: { kind: "integration", id: row.id },
      details: { provider: row.provider, lost_scopes: row.scopes.filter((scope) => !updated.scopes.includes(scope)) },
    });
    return updated;
  });
  announce();
  return stored;
}

/** The row that was reconnected during the refresh; null when it was disconnected or ended by an operator, and the new tokens are revoked. */
async function reloadOrRevoke(deps: TokenDeps, { row, change }: RotatedTokenSet): Promise<IntegrationRow | null> {
  const current = await reloadIntegration(deps.database, row);
  if (current && !isTaken(current)) return current;
  const target = deps.target(row.provider);
  const scope = target.oauth?.revocationScope ?? "token";
  const isShared = scope !== "token" && (await hasSibling(deps.database, row, scope));
  const client = isShared ? null : await deps.oauthClients.clientOfGrant(row);
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
  // The provider's refusal; a failure of the database is thrown above, so that the queue repeats all of it.
  await revokeGrant(deps.fetchFor(row), target, client, grant).catch((error: unknown) =>
    deps.log.warn("revocation_failed", { integration_id: row.id, provider: row.provider, error }),
  );
  return null;
}
