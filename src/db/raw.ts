// Raw SQL within a transaction, on either driver.
import { type SQL, sql } from "drizzle-orm";
import type { Orm, Parameter } from "./database.ts";

/** Runs a statement with parameters as $1, $2 … in the transaction. */
export async function queryIn<Row>(tx: Orm, text: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
  const parts = text.split(/\$(\d+)/);
  const chunks: SQL[] = parts.map((part, i) => (i % 2 === 0 ? sql.raw(part) : sql`${parameters[Number(part) - 1]}`));
  const result: unknown = await tx.execute(sql.join(chunks));
  // The drivers differ in where the rows are.
  return Array.isArray(result) ? (result as Row[]) : ((result as { rows: Row[] }).rows ?? []);
}
