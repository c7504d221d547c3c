// Rows of integrations.

import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database, Orm } from "../db/database.ts";
import { accounts } from "../db/schema/accounts.ts";
import { integrations } from "../db/schema/integrations.ts";
import { pendingGrants } from "../db/schema/pending-grants.ts";
import type { Owner } from "../owner.ts";
import type { IntegrationRow } from "./model.ts";
import { deletePendingGrants, isPending, listPendingGrants, type PendingGrantRow } from "./pending-grant-store.ts";

/** The tables that a owner's integrations are read from. */
export const GRANT_TABLES = ["integrations", "waiting_grants"] as const;

/** A grant as a row keeps it, whichever table it stands in. */
export type StoredGrant = IntegrationRow | PendingGrantRow;

const ofOwner = ({ userId, accountId }: Owner) =>
  and(
    eq(integrations.userId, userId),
    accountId === null ? isNull(integrations.accountId) : eq(integrations.accountId, accountId),
  );

/**
 * All of a owner's integrations; where none is active, a grant that waits to be confirmed stands as `pending`. Null where
 * the account is not the user's, or not there.
 */
export async function listIntegrations(database: Database, owner: Owner): Promise<IntegrationRow[] | null> {
  // What waits comes first: confirmed between the two queries it is seen as an integration, and never as nothing.
  const waiting = await listPendingGrants(database, owner);
  const rows = await listConfirmed(database, owner);
  if (!rows) return null;
  const byProvider = new Map(rows.map((row) => [row.provider, row]));
  for (const grant of waiting) {
    const row = byProvider.get(grant.provider);
    if (row?.status !== "active") byProvider.set(grant.provider, pendingRow(grant, row ?? null));
  }
  return [...byProvider.values()].sort((a, b) => (a.provider < b.provider ? -1 : 1));
}

async function listConfirmed(database: Database, owner: Owner): Promise<IntegrationRow[] | null> {
  const { userId, accountId } = owner;
  if (accountId === null) return database.orm.select().from(integrations).where(ofOwner(owner));
  const rows = await database.orm
    .select({ integration: integrations })
    .from(accounts)
    .leftJoin(integrations, ofOwner(owner))
    .where(and(eq(accounts.userId, userId), eq(accounts.id, accountId)));
  return rows.length === 0 ? null : rows.flatMap(({ integration }) => integration ?? []);
}

/** How a waiting grant is shown; its tokens are left out, so that nothing can use them. */
function pendingRow(grant: PendingGrantRow, over: IntegrationRow | null): IntegrationRow {
  const { tokenHash: _hash, grantedAt, expiresAt: _end, ...shared } = grant;
  return {
    ...shared,
    id: over?.id ?? grant.id,
    status: "pending",
    statusReason: null,
    accessToken: "",
    refreshToken: null,
    otherTokens: null,
    disabledServices: over?.disabledServices ?? [],
    epoch: 0,
    leaseOwner: null,
    leaseUntil: null,
    refreshStartedAt: null,
    connectedAt: grantedAt,
    updatedAt: grantedAt,
  };
}

export async function findIntegration(orm: Orm, owner: Owner, provider: string): Promise<IntegrationRow | null> {
  const [row] = await orm
    .select()
    .from(integrations)
    .where(and(ofOwner(owner), eq(integrations.provider, provider)));
  return row ?? null;
}

/** The same, kept from others until the transaction ends: of parallel connects each replaces the grant before it. */
export async function lockIntegration(tx: Orm, owner: Owner, provider: string): Promise<IntegrationRow | null> {
  const [row] = await tx
    .select()
    .from(integrations)
    .where(and(ofOwner(owner), eq(integrations.provider, provider)))
    .for("update");
  return row ?? null;
}

/** A row as it stands now; null when it is gone. */
export async function reloadIntegration(
  database: Database,
  row: Pick<IntegrationRow, "id" | "userId">,
): Promise<IntegrationRow | null> {
  const [current] = await database.orm
    .select()
    .from(integrations)
    .where(and(eq(integrations.id, row.id), eq(integrations.userId, row.userId)));
  return current ?? null;
}

/** Writes a new grant; an integration that is there keeps its id and is replaced. */
export async function writeIntegration(tx: Orm, row: typeof integrations.$inferInsert, isNew: boolean): Promise<void> {
  if (isNew) await tx.insert(integrations).values(row);
  else await tx.update(integrations).set(row).where(eq(integrations.id, row.id));
}

/** Switches services of an integration off and on; null where there is none. Tokens and epoch stay. */
export function updateDisabledServices(
  database: Database,
  owner: Owner,
  provider: string,
  services: Record<string, boolean>,
): Promise<IntegrationRow | null> {
  return database.transaction(async (tx) => {
    const row = await lockIntegration(tx, owner, provider);
    if (!row) return null;
    const left = row.disabledServices.filter((name) => !Object.hasOwn(services, name));
    const off = Object.keys(services).filter((name) => services[name] === false);
    const [switched] = await tx
      .update(integrations)
      .set({ disabledServices: [...left, ...off].sort() })
      .where(eq(integrations.id, row.id))
      .returning();
    return switched ?? null;
  });
}

/** Deletes a owner's grants, or those of a provider, the waiting ones first, and gives what they were. */
export async function deleteGrants(tx: Orm, owner: Owner, provider?: string): Promise<StoredGrant[]> {
  const ofProvider = provider === undefined ? undefined : eq(integrations.provider, provider);
  // The order in which a confirmation locks: one that is under way ends first, and its integration is taken.
  const waiting = await deletePendingGrants(tx, owner, provider);
  const taken = await tx
    .delete(integrations)
    .where(and(ofOwner(owner), ofProvider))
    .returning();
  return [...taken, ...waiting];
}

/** Sets the status, unless the tokens were replaced since `epoch` was read. */
export async function setStatus(
  database: Database,
  row: Pick<IntegrationRow, "id" | "epoch">,
  status: IntegrationRow["status"],
  reason: string,
  at: Date,
): Promise<boolean> {
  const changed = await database.orm
    .update(integrations)
    .set({ status, statusReason: reason, updatedAt: at })
    .where(and(eq(integrations.id, row.id), eq(integrations.epoch, row.epoch)))
    .returning({ id: integrations.id });
  return changed.length > 0;
}

/** Whether another grant of ours hangs on the same one at the provider: same identity, same workspace, or same client where nobody knows. */
export async function hasSibling(
  database: Database,
  row: Pick<StoredGrant, "id" | "provider" | "clientId" | "identity" | "identityId">,
  reach: "identity" | "workspace" | "client",
): Promise<boolean> {
  const workspace = row.identity.workspace?.id;
  const ofIdentity = (table: typeof integrations | typeof pendingGrants) =>
    reach === "workspace" && workspace
      ? sql`${table.identity} -> 'workspace' ->> 'id' = ${workspace}`
      : eq(table.identityId, row.identityId);
  const siblingsIn = (table: typeof integrations | typeof pendingGrants) =>
    and(
      eq(table.provider, row.provider),
      eq(table.clientId, row.clientId),
      ne(table.id, row.id),
      reach === "client" ? undefined : ofIdentity(table),
    );
  const { orm } = database;
  const [found] = await orm.select({ id: integrations.id }).from(integrations).where(siblingsIn(integrations)).limit(1);
  if (found) return true;
  const [waiting] = await orm
    .select({ id: pendingGrants.id })
    .from(pendingGrants)
    .where(and(siblingsIn(pendingGrants), isPending))
    .limit(1);
  return waiting !== undefined;
}
