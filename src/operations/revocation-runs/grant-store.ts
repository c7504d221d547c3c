// Rows of connections and pending grants that a revocation run takes.
import { and, inArray, lt, or, sql } from "drizzle-orm";
import { OPERATOR_REVOKED } from "../../connections/integrations/ended.ts";
import type { IntegrationRow } from "../../connections/integrations/model.ts";
import type { PendingGrantRow } from "../../connections/integrations/pending-grant-store.ts";
import type { Orm } from "../../foundation/db/database.ts";
import { isoOf } from "../../foundation/db/parameters.ts";
import { queryIn } from "../../foundation/db/raw.ts";
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

/** Puts nothing in the place of tokens. The next epoch lets no refresh that runs store new ones. */
export async function wipeTokens(tx: Orm, rows: readonly { id: string; token: string }[], now: number): Promise<void> {
  await queryIn(
    tx,
    `update connections t set status = 'revoked', status_reason = $3, access_token = w.token, refresh_token = null,
       other_tokens = null, dead_tokens = null, access_expires_at = null, refresh_expires_at = null, epoch = t.epoch + 1,
       lease_owner = null, lease_until = null, refresh_started_at = null, updated_at = $2::text::timestamptz
     from jsonb_to_recordset($1::text::jsonb) as w (id uuid, token text) where t.id = w.id`,
    [JSON.stringify(rows), isoOf(now), OPERATOR_REVOKED],
  );
}

/** Deletes those of the chosen pending grants that are still there, and returns them. */
export function takePendingGrants(tx: Orm, run: Run, chosen: readonly Chosen[]): Promise<PendingGrantRow[]> {
  return tx
    .delete(pendingGrants)
    .where(and(inArray(pendingGrants.id, idsOf(chosen)), lt(pendingGrants.grantedAt, new Date(run.cutoff))))
    .returning();
}
