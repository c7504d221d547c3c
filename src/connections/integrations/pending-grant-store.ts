// Rows of pending grants. They expire by the database's clock, so that replicas agree.
import { and, eq, inArray, lte, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { pendingGrants } from "../../foundation/db/schema/pending-grants.ts";
import { BY_ID, type Table } from "../../foundation/db/table.ts";
import { sealedTokens } from "../../foundation/vault/sealed-column.ts";
import { pendingTokenContext, tokenContext } from "../../foundation/vault/sealing-contexts.ts";
import type { Owner } from "../../identity/owner.ts";
import type { IntegrationRef } from "./reference.ts";

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

/** Locks an owner's pending grants of a provider, or the one with an id, without those that have expired. */
export function lockPendingGrants(tx: Orm, owner: Owner, ref: IntegrationRef): Promise<PendingGrantRow[]> {
  const which = "id" in ref ? eq(pendingGrants.id, ref.id) : eq(pendingGrants.provider, ref.provider);
  return tx
    .select()
    .from(pendingGrants)
    .where(and(isOwnedBy(owner), which, isPending))
    .orderBy(pendingGrants.name)
    .for("update");
}

export async function insertPendingGrant(
  tx: Orm,
  row: Omit<typeof pendingGrants.$inferInsert, "expiresAt">,
): Promise<void> {
  await tx.insert(pendingGrants).values(row);
}

/** Deletes an owner's pending grants, or those of one connection, and returns them. */
export async function deletePendingGrants(
  orm: Orm,
  owner: Owner,
  only?: Pick<PendingGrantRow, "provider" | "name">,
): Promise<PendingGrantRow[]> {
  if (owner.accountId === null) return [];
  const ofConnection = only && and(eq(pendingGrants.provider, only.provider), eq(pendingGrants.name, only.name));
  return orm
    .delete(pendingGrants)
    .where(and(isOwnedBy(owner), ofConnection))
    .returning();
}

/** Deletes the grants that nobody has confirmed in time; exactly one replica gets each row. */
export function deleteExpiredPendingGrants(tx: Orm): Promise<PendingGrantRow[]> {
  return tx.delete(pendingGrants).where(lte(pendingGrants.expiresAt, sql`now()`)).returning();
}

export const TABLES: readonly Table[] = [
  {
    table: "connections",
    bound: "A thousand at most for each owner and provider; deleted when disconnected, or with the owner.",
    personal: {
      erasure: "deleted",
      exported: {
        kind: "integration",
        columns:
          "id user_id account_id provider name is_default status status_reason identity_id identity tenant auth client_id scopes disabled_services dead_tokens access_expires_at refresh_expires_at connected_at updated_at",
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
          "id user_id account_id provider name identity_id identity tenant auth client_id scopes access_expires_at refresh_expires_at granted_at expires_at",
        sealed: "access_token refresh_token other_tokens",
        omitted: "token_hash",
        key: BY_ID,
      },
    },
    sealed: [...sealedTokens(pendingTokenContext)],
  },
];
