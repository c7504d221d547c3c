// Raw SQL with the columns of Drizzle's tables, and within a transaction, on either driver.
import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { Database, Orm, Parameter } from "./database.ts";

/** Runs a statement with parameters as $1, $2 … in the transaction. */
export async function queryIn<Row>(tx: Orm, text: string, parameters: readonly Parameter[] = []): Promise<Row[]> {
  const parts = text.split(/\$(\d+)/);
  const chunks: SQL[] = parts.map((part, i) => (i % 2 === 0 ? sql.raw(part) : sql`${parameters[Number(part) - 1]}`));
  const result: unknown = await tx.execute(sql.join(chunks));
  // The drivers differ in where the rows are.
  return Array.isArray(result) ? (result as Row[]) : ((result as { rows: Row[] }).rows ?? []);
}

/** The transaction, for functions that take a database. */
export const queryable = (tx: Orm): Pick<Database, "query"> => ({
  query: (text, parameters) => queryIn(tx, text, parameters),
});

/** A name of a table, user or database as SQL takes it. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A table's columns under the names of its rows, for a raw select: Drizzle takes longer to build a statement than it runs. */
export function columnsOf(table: PgTable, alias: string): string {
  return Object.entries(getTableColumns(table))
    .map(([name, column]) => `${alias}.${column.name} as "${name}"`)
    .join(", ");
}
