// Rows of integrations, and of all grants of an owner.
import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Database, Orm } from "../../foundation/db/database.ts";
import { columnsOf } from "../../foundation/db/raw.ts";
import { type DeadToken, integrations } from "../../foundation/db/schema/integrations.ts";
import type { Owner } from "../../identity/owner.ts";
import type { EventSubject } from "../../plugin/index.ts";
import { chosenConnection } from "./choice.ts";
import type { IntegrationRow } from "./model.ts";
import {
  deletePendingGrants,
  listPendingGrants,
  listPendingGrantsOf,
  type PendingGrantRow,
} from "./pending-grant-store.ts";
import { type IntegrationRef, nameIn } from "./reference.ts";

/** The tables that hold an owner's grants: a change of either invalidates its cached integrations. */
export const GRANT_TABLES = ["integrations", "pending_grants", "shares"] as const;

/** A stored grant: an integration's, or a pending one. */
export type GrantRow = IntegrationRow | PendingGrantRow;

const isOwnedBy = ({ userId, accountId }: Owner) =>
  and(
    eq(integrations.userId, userId),
    accountId === null ? isNull(integrations.accountId) : eq(integrations.accountId, accountId),
  );

export const COLUMNS = columnsOf(integrations, "i");
const OF_USER = `select ${COLUMNS} from connections i where i.user_id = $1::uuid and i.account_id is null`;
export const HAS_PENDING = `exists (
    select from pending_grants g where g.user_id = a.user_id and g.account_id = a.id and g.expires_at > now()
  ) as "hasPending"`;
/** A row without an integration for an account that has none. */
const OF_ACCOUNT = `
  select ${COLUMNS}, ${HAS_PENDING}
  from accounts a left join connections i on i.user_id = a.user_id and i.account_id = a.id
  where a.user_id = $1::uuid and a.id = $2::uuid and a.erased_at is null`;

export type FoundRow = IntegrationRow & { hasPending: boolean };

/** An owner's integrations; a pending grant shows unless one is active. Null without such an account. */
export async function listIntegrations(database: Database, owner: Owner): Promise<IntegrationRow[] | null> {
  const { userId, accountId } = owner;
  if (accountId === null) return withPending(await database.query<IntegrationRow>(OF_USER, [userId]), []);
  const find = () => database.query<FoundRow>(OF_ACCOUNT, [userId, accountId]);
  const found = await find();
  if (!found[0]?.hasPending) return confirmedWith([], found);
  // Pending grants first: one that is confirmed between the queries still appears as an integration.
  const pending = await listPendingGrants(database, owner);
  return confirmedWith(pending, await find());
}

/** Null where there is no such account. */
export function confirmedWith(
  pending: readonly PendingGrantRow[],
  found: readonly FoundRow[],
): IntegrationRow[] | null {
  if (found.length === 0) return null;
  const rows = found.map(({ hasPending: _, ...row }) => row);
  return withPending(
    rows.filter(({ id }) => id !== null),
    pending,
  );
}

/** The integrations of several of a user's accounts. */
export async function listIntegrationsOf(
  database: Database,
  userId: string,
  accountIds: readonly string[],
): Promise<IntegrationRow[]> {
  if (accountIds.length === 0) return [];
  const pending = await listPendingGrantsOf(database, userId, accountIds);
  const rows = await database.orm
    .select()
    .from(integrations)
    .where(and(eq(integrations.userId, userId), inArray(integrations.accountId, [...accountIds])));
  return withPending(rows, pending);
}

/** Groups by provider; each account's integration has its pending grants. */
function withPending(rows: readonly IntegrationRow[], pending: readonly PendingGrantRow[]): IntegrationRow[] {
  const keyOf = ({ accountId, provider, name }: GrantRow) => `${accountId}/${provider}/${name}`;
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  for (const grant of pending) {
    const row = byKey.get(keyOf(grant));
    if (row?.status !== "active") byKey.set(keyOf(grant), pendingRow(grant, row ?? null));
  }
  return [...byKey.values()].sort((a, b) =>
    a.provider === b.provider ? (a.name < b.name ? -1 : 1) : a.provider < b.provider ? -1 : 1,
  );
}

/** A pending grant as an integration, in place of `previous`. It has no tokens, so that nothing can use them. */
function pendingRow(grant: PendingGrantRow, previous: IntegrationRow | null): IntegrationRow {
  const { tokenHash: _hash, grantedAt, expiresAt: _end, ...shared } = grant;
  return {
    ...shared,
    id: previous?.id ?? grant.id,
    isDefault: previous?.isDefault ?? false,
    status: "pending",
    statusReason: null,
    accessToken: "",
    refreshToken: null,
    otherTokens: null,
    deadTokens: null,
    disabledServices: previous?.disabledServices ?? [],
    epoch: 0,
    leaseOwner: null,
    leaseUntil: null,
    refreshStartedAt: null,
    connectedAt: grantedAt,
    updatedAt: grantedAt,
  };
}

export const isMeant = (owner: Owner, ref: IntegrationRef) =>
  and(isOwnedBy(owner), "id" in ref ? eq(integrations.id, ref.id) : eq(integrations.provider, ref.provider));

/** All of an owner's connections with a provider, by name; only one where its id is given. */
export function findConnections(orm: Orm, owner: Owner, ref: IntegrationRef): Promise<IntegrationRow[]> {
  return orm.select().from(integrations).where(isMeant(owner, ref)).orderBy(integrations.name);
}

/** The same, locked until the transaction ends, so that each of several parallel connects replaces the grant before it. */
export function lockConnections(tx: Orm, owner: Owner, ref: IntegrationRef): Promise<IntegrationRow[]> {
  return tx.select().from(integrations).where(isMeant(owner, ref)).orderBy(integrations.name).for("update");
}

/** The connection that is named, or the one that calls without a name use; throws `CONNECTION_AMBIGUOUS`. */
export async function findIntegration(orm: Orm, owner: Owner, ref: IntegrationRef): Promise<IntegrationRow | null> {
  return chosenConnection(await findConnections(orm, owner, ref), nameIn(ref));
}

/** The same, locked. */
export async function lockIntegration(tx: Orm, owner: Owner, ref: IntegrationRef): Promise<IntegrationRow | null> {
  return chosenConnection(await lockConnections(tx, owner, ref), nameIn(ref));
}

/** The current version of a row; null when it was deleted. */
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

type NewRow = typeof integrations.$inferInsert;

export async function insertIntegration(orm: Orm, row: NewRow): Promise<IntegrationRow> {
  const [inserted] = await orm.insert(integrations).values(row).returning();
  return inserted as IntegrationRow;
}

/** Updates the row with the same id, which the caller has locked; columns that are left out keep their values. */
export async function updateIntegration(tx: Orm, row: NewRow): Promise<IntegrationRow> {
  const [updated] = await tx.update(integrations).set(row).where(eq(integrations.id, row.id)).returning();
  return updated as IntegrationRow;
}

/** Deletes an owner's grants, or those of one connection, and returns them. */
export async function deleteGrants(
  tx: Orm,
  owner: Owner,
  only?: Pick<GrantRow, "provider" | "name">,
): Promise<GrantRow[]> {
  const ofConnection = only && and(eq(integrations.provider, only.provider), eq(integrations.name, only.name));
  // The locking order of a confirmation: one under way ends first, and the integration that it makes is deleted too.
  const pending = await deletePendingGrants(tx, owner, only);
  const deleted = await tx
    .delete(integrations)
    .where(and(isOwnedBy(owner), ofConnection))
    .returning();
  return [...deleted, ...pending];
}

/** Sets the status; false when the tokens were replaced since `epoch` was read, or it has that status already. */
export async function updateStatus(
  orm: Orm,
  row: Pick<IntegrationRow, "id" | "epoch">,
  status: IntegrationRow["status"],
  reason: string,
  updatedAt: Date,
): Promise<boolean> {
  const changed = await orm
    .update(integrations)
    .set({ status, statusReason: reason, updatedAt })
    .where(and(eq(integrations.id, row.id), eq(integrations.epoch, row.epoch), ne(integrations.status, status)))
    .returning({ id: integrations.id });
  return changed.length > 0;
}

/** Marks a token as dead; false when tokens were replaced since `epoch` was read, or it is marked already. */
export async function markTokenDead(
  orm: Orm,
  row: Pick<IntegrationRow, "id" | "epoch">,
  name: string,
  dead: DeadToken,
): Promise<boolean> {
  const marked = sql`(${integrations.deadTokens} -> ${name}::text ->> 'at')::timestamptz`;
  const changed = await orm
    .update(integrations)
    .set({
      deadTokens: sql`coalesce(${integrations.deadTokens}, '{}') || ${JSON.stringify({ [name]: dead })}::text::jsonb`,
    })
    .where(
      and(
        eq(integrations.id, row.id),
        eq(integrations.epoch, row.epoch),
        sql`(${marked} is null or ${marked} < ${integrations.connectedAt})`,
      ),
    )
    .returning({ id: integrations.id });
  return changed.length > 0;
}

/** A partner's erasure comes to its accounts' integrations step by step, and none of them is used meanwhile. */
const isOfLivingUser = sql`not exists (
  select 1 from users where users.id = ${integrations.userId} and users.erased_at is not null)`;

/** Most integrations that one event goes to. */
export const MAX_RECIPIENTS = 10_000;

/** The active integrations of these identities and workspaces, users' and accounts' alike. */
export async function findIntegrationsOf(
  database: Pick<Database, "orm">,
  provider: string,
  subjects: readonly EventSubject[],
): Promise<IntegrationRow[]> {
  const idsOf = (matches: EventSubject["matches"]) =>
    subjects.flatMap((subject) => (subject.matches === matches ? subject.id : []));
  const [identities, workspaces] = [idsOf("identity"), idsOf("workspace")];
  if (identities.length + workspaces.length === 0) return [];
  const workspaceId = sql`(${integrations.identity} -> 'workspace' ->> 'id')`;
  return database.orm
    .select()
    .from(integrations)
    .where(
      and(
        eq(integrations.provider, provider),
        eq(integrations.status, "active"),
        isOfLivingUser,
        or(
          identities.length > 0 ? inArray(integrations.identityId, identities) : undefined,
          workspaces.length > 0 ? inArray(workspaceId, workspaces) : undefined,
        ),
      ),
    )
    .limit(MAX_RECIPIENTS);
}

/** An integration by its id, where it is active. */
export async function findActiveIntegration(
  database: Pick<Database, "orm">,
  id: string,
): Promise<IntegrationRow | null> {
  const [row] = await database.orm
    .select()
    .from(integrations)
    .where(and(eq(integrations.id, id), eq(integrations.status, "active"), isOfLivingUser));
  return row ?? null;
}
