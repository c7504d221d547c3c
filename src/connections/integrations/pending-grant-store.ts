// Rows of pending grants. They expire by the database's clock, so that replicas agree.
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { pendingGrants } from "../../foundation/db/schema/pending-grants.ts";
import { BY_ID, type Table } from "../../foundation/db/table.ts";
import { sealedTokens } from "../../foundation/vault/sealed-column.ts";
import { pendingTokenContext, tokenContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Owner } from "../../identity/owner.ts";

export type PendingGrantRow = typeof pendingGrants.$inferSelect;

/** Only accounts have pending grants, never a user's own integrations. */
const isOwnedBy = ({ userId, accountId }: Owner) =>
  and(eq(pendingGrants.userId, userId), accountId === null ? sql`false` : eq(pendingGrants.accountId, accountId));
export const isPending = sql`${pendingGrants.expiresAt} > now()`;

export async function listPendingGrants(database: Database, owner: Owner): Promise<PendingGrantRow[]> {
  if (owner.accountId === null) return [];
  return database.orm
    .select()
    .from(pendingGrants)
    .where(and(isOwnedBy(owner), isPending));
}

/** The pending grants of several of a user's accounts. */
export async function listPendingGrantsOf(
  database: Database,
  userId: string,
  accountIds: readonly string[],
): Promise<PendingGrantRow[]> {
  return database.orm
    .select()
    .from(pendingGrants)
    .where(and(eq(pendingGrants.userId, userId), inArray(pendingGrants.accountId, [...accountIds]), isPending));
}

/** Locks the pending grant until the transaction ends; null when there is none, or it has expired. */
export async function lockPendingGrant(tx: Orm, owner: Owner, provider: string): Promise<PendingGrantRow | null> {
  const [row] = await tx
    .select()
    .from(pendingGrants)
    .where(and(isOwnedBy(owner), eq(pendingGrants.provider, provider), isPending))
    .for("update");
  return row ?? null;
}

export async function insertPendingGrant(
  tx: Orm,
  row: Omit<typeof pendingGrants.$inferInsert, "expiresAt">,
): Promise<void> {
  await tx.insert(pendingGrants).values(row);
}

/** Deletes an owner's pending grants, or those of one provider, and returns them. */
export async function deletePendingGrants(orm: Orm, owner: Owner, provider?: string): Promise<PendingGrantRow[]> {
  if (owner.accountId === null) return [];
  const ofProvider = provider === undefined ? undefined : eq(pendingGrants.provider, provider);
  return orm
    .delete(pendingGrants)
    .where(and(isOwnedBy(owner), ofProvider))
    .returning();
}

/** Deletes the grants that nobody has confirmed in time; exactly one replica gets each row. */
export function deleteExpiredPendingGrants(tx: Orm): Promise<PendingGrantRow[]> {
  return tx.delete(pendingGrants).where(lte(pendingGrants.expiresAt, sql`now()`)).returning();
}

export const TABLES: readonly Table[] = [
  {
    table: "integrations",
    bound: "One for each owner and provider; deleted when disconnected, or with the owner.",
    personal: {
      erasure: "deleted",
      exported: {
        kind: "integration",
        columns:
          "id user_id account_id provider status status_reason identity_id identity tenant auth client_id scopes disabled_services dead_tokens access_expires_at refresh_expires_at connected_at updated_at",
        sealed: "access_token refresh_token other_tokens",
        omitted: "epoch lease_owner lease_until refresh_started_at",
        key: BY_ID,
      },
    },
    sealed: [...sealedTokens(tokenContext)],
  },
  {
    table: "pending_grants",
    bound: "A grant that its partner does not confirm is deleted after 30 minutes.",
    personal: {
      erasure: "deleted",
      exported: {
        kind: "pending_grant",
        columns:
          "id user_id account_id provider identity_id identity tenant auth client_id scopes access_expires_at refresh_expires_at granted_at expires_at",
        sealed: "access_token refresh_token other_tokens",
        omitted: "token_hash",
        key: BY_ID,
      },
    },
    sealed: [...sealedTokens(pendingTokenContext)],
  },
];
