// Makes instances of pg-boss over our database. Nothing else knows its schema, and nothing queries its tables.
import type { ConstructorOptions, PgBoss } from "pg-boss";
import type { Database } from "../db/database.ts";
import type { JobConnections } from "../db/job-connections.ts";

/** The Postgres schema of pg-boss's tables. */
const SCHEMA = "gateway_jobs";

/** For a gateway before its first call: evaluating pg-boss takes the thread for a tenth of a second, and commands rarely need it. */
export const loadEngine = () => import("pg-boss");

/** Over connections of its own, to be started. */
export async function makeBoss(
  connections: JobConnections,
  kind: Database["kind"],
  options: Partial<ConstructorOptions>,
): Promise<PgBoss> {
  // Postgres checks the right to create a schema even where there is one, which an operator may have made.
  const { rows } = await connections.executeSql(`select to_regnamespace('${SCHEMA}') is not null as there`);
  return construct({
    ...options,
    db: connections,
    createSchema: rows[0]?.there !== true,
    backend: kind === "embedded" ? "pglite" : "postgres",
  });
}

/** Only for reading: it is never started, so that it makes no table and no timer. Null before an engine has made its tables. */
export async function readingBoss(database: Pick<Database, "query">): Promise<PgBoss | null> {
  const boss = await construct({
    db: { executeSql: async (text, values = []) => ({ rows: await database.query(text, values as string[]) }) },
  });
  return (await boss.isInstalled()) ? boss : null;
}

async function construct(options: ConstructorOptions): Promise<PgBoss> {
  const { PgBoss } = await loadEngine();
  return new PgBoss({
    ...options,
    schema: SCHEMA,
    // Each costs queries while nothing happens, and tells of what these small queues do not meet.
    registerInstance: false,
    monitorVacuum: false,
    reindex: false,
    openTelemetry: { enabled: false },
  });
}
