// Sweeps single tables as the retention job does, at any time and under any of the operator's settings.
import type { Database } from "../../src/foundation/db/database.ts";
import { type RetentionSettings, sweepTable } from "../../src/foundation/db/retention.ts";
import { TABLES } from "../../src/server/tables.ts";

const DEFAULTS: RetentionSettings = {
  deliveryDays: 7,
  inboundWebhookDays: 7,
  inboxDays: 30,
  auditDays: 400,
  evidenceDays: 7,
  usageMonths: 13,
};

/** Returns how many rows went by their age. */
export function swept(
  database: Pick<Database, "query">,
  table: string,
  now: number,
  settings: Partial<RetentionSettings> = {},
): Promise<number> {
  const retention = TABLES.find((one) => one.table === table);
  if (!retention) throw new Error(`No room declares what bounds the table "${table}".`);
  const signal = new AbortController().signal;
  return sweepTable(retention, { database, now, settings: { ...DEFAULTS, ...settings }, signal });
}
