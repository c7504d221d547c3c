// Rows of the usage log, written as calls write them.
import { createUsageWriter, type UsageRow } from "../../src/metering/usage/writer.ts";
import type { TestGateway } from "./gateway.ts";
import { usageRow } from "./usage-row.ts";

/** Writes rows of a user, a millisecond apart before now unless said; by their request ids. */
export async function usageWriterRows(
  { database, clock }: Pick<TestGateway, "database" | "clock">,
  userId: string,
  rows: readonly Partial<UsageRow>[],
): Promise<Map<string, UsageRow>> {
  const now = Math.floor(clock.now());
  const full = rows.map((row, i) => usageRow(userId, { occurredAt: now - i - 1, ...row }));
  const writer = createUsageWriter(database.database.requests);
  await Promise.all(full.map((row) => writer.write(row)));
  return new Map(full.map((row) => [row.requestId, row]));
}
