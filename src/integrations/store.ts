// Rows of integrations.
import { and, eq, isNull, ne, sql } from "drizzle-orm";
import type { Database, Orm } from "../db/database.ts";
import { accounts } from "../db/schema/accounts.ts";
import { integrations } from "../db/schema/integrations.ts";
import type { IntegrationRow } from "./model.ts";

interface SubjectKey {
  userId: string;
  accountId: string | null;
}

const ofSubject = ({ userId, accountId }: SubjectKey) =>
  and(
    eq(integrations.userId, userId),
    accountId === null ? isNull(integrations.accountId) : eq(integrations.accountId, accountId),
  );

/** All of a subject's, by provider; null where the account is not the user's, or not there. */
export async function listIntegrations(database: Database, subject: SubjectKey): Promise<IntegrationRow[] | null> {
  const { userId, accountId } = subject;
  if (accountId === null) {
    return database.orm.select().from(integrations).where(ofSubject(subject)).orderBy(integrations.provider);
  }
  const rows = await database.orm
    .select({ integration: integrations })
    .from(accounts)
    .leftJoin(integrations, ofSubject(subject))
    .where(and(eq(accounts.userId, userId), eq(accounts.id, accountId)))
    .orderBy(integrations.provider);
  return rows.length === 0 ? null : rows.flatMap(({ integration }) => integration ?? []);
}

export async function findIntegration(orm: Orm, subject: SubjectKey, provider: string): Promise<IntegrationRow | null> {
  const [row] = await orm
    .select()
    .from(integrations)
    .where(and(ofSubject(subject), eq(integrations.provider, provider)));
  return row ?? null;
}

/** The same, kept from others until the transaction ends: of parallel connects each replaces the grant before it. */
export async function lockIntegration(tx: Orm, subject: SubjectKey, provider: string): Promise<IntegrationRow | null> {
  const [row] = await tx
    .select()
    .from(integrations)
    .where(and(ofSubject(subject), eq(integrations.provider, provider)))
    .for("update");
  return row ?? null;
}

/** A row as it stands now; null when it is gone. */
export async function rereadIntegration(
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
export async function saveIntegration(tx: Orm, row: typeof integrations.$inferInsert, isNew: boolean): Promise<void> {
  if (isNew) await tx.insert(integrations).values(row);
  else await tx.update(integrations).set(row).where(eq(integrations.id, row.id));
}

/** Switches services of an integration off and on; null where there is none. Tokens and epoch stay. */
export function switchDisabled(
  database: Database,
  subject: SubjectKey,
  provider: string,
  services: Record<string, boolean>,
): Promise<IntegrationRow | null> {
  return database.transaction(async (tx) => {
    const row = await lockIntegration(tx, subject, provider);
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

/** Deletes a subject's integrations, or the one of a provider, and gives what they were. */
export function takeIntegrations(orm: Orm, subject: SubjectKey, provider?: string): Promise<IntegrationRow[]> {
  const ofProvider = provider === undefined ? undefined : eq(integrations.provider, provider);
  return orm
    .delete(integrations)
    .where(and(ofSubject(subject), ofProvider))
    .returning();
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

/** How many other integrations hang on the same grant at the provider: same identity, or same workspace. */
export async function countSiblings(
  database: Database,
  row: Pick<IntegrationRow, "id" | "provider" | "clientId" | "identity" | "identityId">,
  reach: "identity" | "workspace",
): Promise<number> {
  const workspace = row.identity.workspace?.id;
  const same =
    reach === "workspace" && workspace
      ? sql`${integrations.identity} -> 'workspace' ->> 'id' = ${workspace}`
      : eq(integrations.identityId, row.identityId);
  const found = await database.orm
    .select({ id: integrations.id })
    .from(integrations)
    .where(
      and(
        eq(integrations.provider, row.provider),
        eq(integrations.clientId, row.clientId),
        ne(integrations.id, row.id),
        same,
      ),
    )
    .limit(1);
  return found.length;
}
