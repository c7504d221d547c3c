// Rows of connections and pending grants that a revocation run takes.
import { and, inArray, lt, or, sql } from "drizzle-orm";
import { OPERATOR_REVOKED } from "../../connections/integrations/ended.ts";
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import type { PendingGrantRow } from "../../connections/integrations/pending-grant-store.ts";
import type { Orm } from "../../foundation/db/database.ts";
import { integrations } from "../../foundation/db/schema/integrations.ts";
import { pendingGrants } from "../../foundation/db/schema/pending-grants.ts";
import type { Chosen } from "./item-store.ts";
import type { Run } from "./run-store.ts";

const idsOf = (chosen: readonly Chosen[]) => chosen.map(({ id }) => id);

/** Locks those of the chosen connections that still fall under the run: meanwhile some were connected again, or ended. */
export function lockConnectionsOf(tx: Orm, run: Run, chosen: readonly Chosen[]): Promise<IntegrationRow[]> {
  return tx
    .select()
    .from(integrations)
    .where(
      and(
        inArray(integrations.id, idsOf(chosen)),
        lt(integrations.connectedAt, new Date(run.cutoff)),
        or(
          sql`${integrations.status} <> 'revoked'`,
          sql`coalesce(${integrations.statusReason}, '') <> ${OPERATOR_REVOKED}`,
        ),
      ),
    )
    .orderBy(integrations.id)
    .for("update");
}

/** Deletes those of the chosen pending grants that are still there, and returns them. */
export function takePendingGrants(tx: Orm, run: Run, chosen: readonly Chosen[]): Promise<PendingGrantRow[]> {
  return tx
    .delete(pendingGrants)
    .where(and(inArray(pendingGrants.id, idsOf(chosen)), lt(pendingGrants.grantedAt, new Date(run.cutoff))))
    .returning();
}
