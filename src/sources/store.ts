// Rows of sources.
import { sql } from "drizzle-orm";
import type { Orm } from "../db/database.ts";

/** Makes sources due at once, by their names. */
export async function wakeSources(
  tx: Orm,
  wakes: readonly { integrationId: string; name: string }[],
  now: number,
): Promise<void> {
  if (wakes.length === 0) return;
  const rows = JSON.stringify(wakes.map(({ integrationId, name }) => ({ i: integrationId, n: name })));
  await tx.execute(sql`
    update sources set next_at = ${new Date(now).toISOString()}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as w (i uuid, n text)
    where sources.integration_id = w.i and sources.name = w.n and sources.next_at is not null`);
}

/** Makes a subscription that the provider has dropped anew, at once. */
export async function dropSubscription(tx: Orm, sourceId: string, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  await tx.execute(sql`
    update sources set state = 'pending', subscription_id = null, renew_at = ${at}::timestamptz
    where id = ${sourceId}::uuid`);
}
