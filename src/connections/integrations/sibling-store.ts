// Whether other rows share what a revocation ends: integrations, pending grants, and those that a session holds.
import { and, eq, isNotNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../foundation/db/database.ts";
import { connectSessions } from "../../foundation/db/schema/connect-sessions.ts";
import { integrations } from "../../foundation/db/schema/integrations.ts";
import { pendingGrants } from "../../foundation/db/schema/pending-grants.ts";
import { OPERATOR_REVOKED } from "./ended.ts";
import { isPending } from "./pending-grant-store.ts";
import type { GrantRow } from "./store.ts";

/** Whether a revocation would end another stored grant too: one of the same identity, workspace or client, as `scope` says. */
export async function hasSibling(
  database: Database,
  row: Pick<GrantRow, "id" | "provider" | "clientId" | "identity" | "identityId">,
  scope: "identity" | "workspace" | "client",
): Promise<boolean> {
  const workspace = row.identity.workspace?.id;
  const ofIdentity = (table: typeof integrations | typeof pendingGrants) =>
    scope === "workspace" && workspace
      ? sql`${table.identity} -> 'workspace' ->> 'id' = ${workspace}`
      : eq(table.identityId, row.identityId);
  const siblingsIn = (table: typeof integrations | typeof pendingGrants) =>
    and(
      eq(table.provider, row.provider),
      eq(table.clientId, row.clientId),
      ne(table.id, row.id),
      scope === "client" ? undefined : ofIdentity(table),
    );
  const { orm } = database;
  // One whose tokens a revocation run has taken has no grant that could end with this one.
  const hasGrant = sql`(${integrations.status} <> 'revoked' or coalesce(${integrations.statusReason}, '') <> ${OPERATOR_REVOKED})`;
  const [found] = await orm
    .select({ id: integrations.id })
    .from(integrations)
    .where(and(siblingsIn(integrations), hasGrant))
    .limit(1);
  if (found) return true;
  const [pending] = await orm
    .select({ id: pendingGrants.id })
    .from(pendingGrants)
    .where(and(siblingsIn(pendingGrants), isPending))
    .limit(1);
  if (pending) return true;
  // A grant that waits for its person's answer is stored with its session.
  const isOfIdentity =
    scope === "workspace" && workspace
      ? sql`${connectSessions.identity} -> 'workspace' ->> 'id' = ${workspace}`
      : sql`${connectSessions.identity} ->> 'id' = ${row.identityId}`;
  const [undecided] = await orm
    .select({ id: connectSessions.id })
    .from(connectSessions)
    .where(
      and(
        isNotNull(connectSessions.replacement),
        eq(connectSessions.provider, row.provider),
        eq(connectSessions.clientId, row.clientId),
        scope === "client" ? undefined : isOfIdentity,
      ),
    )
    .limit(1);
  return undecided !== undefined;
}
