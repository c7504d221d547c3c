// Writes a grant into its row, sealed: into the integration's, or aside where it waits to be confirmed.

import { createHash } from "node:crypto";
import type { Orm } from "../db/database.ts";
import type { Identity } from "../db/schema/integrations.ts";
import type { Deps } from "../deps.ts";
import { insertPendingGrant } from "../integrations/pending-grant-store.ts";
import { findIntegration, lockIntegration, type StoredGrant, writeIntegration } from "../integrations/store.ts";
import { generateState } from "../oauth/client.ts";
import type { Owner } from "../owner.ts";
import type { TokenSet } from "../plugin/index.ts";
import { sealTokens } from "../tokens/sealed-tokens.ts";
import { pendingTokenContext } from "../vault/sealing-contexts.ts";

/** A grant before it is sealed into its row. */
export interface GrantToSave {
  tokens: TokenSet;
  identity: Identity;
  tenant: Record<string, string>;
  clientId: string;
  scopes: string[];
  accessExpiresAt: Date | null;
  refreshExpiresAt: Date | null;
  grantedAt: Date;
}

/** What became of a grant: its integration, and the one-time text that confirms it where it waits for that. */
export interface SavedGrant {
  integrationId: string;
  confirmToken: string | null;
  /** What the grant has taken the place of. */
  replaced: StoredGrant[];
}

/** Keeps a grant aside until it is confirmed. */
export async function savePendingGrant(
  tx: Orm,
  deps: Deps,
  owner: { userId: string; accountId: string },
  provider: string,
  { tokens, ...grant }: GrantToSave,
): Promise<SavedGrant> {
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
  return { integrationId: integration?.id ?? id, confirmToken, replaced: [] };
}

/** Has 256 random bits behind it, so that a plain hash cannot be searched. */
export function confirmTokenHash(confirmToken: string): string {
  return createHash("sha256").update(confirmToken).digest("hex");
}

/** Makes a grant the integration's own; one that is there already keeps its id. */
export async function saveIntegration(
  tx: Orm,
  deps: Deps,
  owner: Owner,
  provider: string,
  { tokens, grantedAt, ...grant }: GrantToSave,
  freshId: string,
): Promise<SavedGrant> {
  const old = await lockIntegration(tx, owner, provider);
  const id = old?.id ?? freshId;
  const sealed = sealTokens(deps, id, tokens);
  const isSameGrant = old?.identityId === grant.identity.id && old.clientId === grant.clientId;
  const row = {
    id,
    ...owner,
    provider,
    status: "active" as const,
    statusReason: null,
    identityId: grant.identity.id,
    ...grant,
    ...sealed,
    // Google gives no second refresh token to somebody who has granted before: the stored one stays good.
    refreshToken: sealed.refreshToken ?? (isSameGrant ? (old?.refreshToken ?? null) : null),
    epoch: (old?.epoch ?? 0) + 1,
    leaseOwner: null,
    leaseUntil: null,
    refreshStartedAt: null,
    connectedAt: grantedAt,
    updatedAt: new Date(deps.clock.now()),
  };
  await writeIntegration(tx, row, old === null);
  return { integrationId: id, confirmToken: null, replaced: old ? [old] : [] };
}
