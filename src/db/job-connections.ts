// Connections of the job engine, apart from those of requests: statements with parameters, and scripts that begin and commit.
import type { PGlite } from "@electric-sql/pglite";
import postgres from "postgres";

export interface JobConnections {
  /** One statement with `values`, else a script of several; the rows of all of them. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  close(): Promise<void>;
}

/** The engine's own builds of indexes may take longer than a statement of ours. */
const STATEMENT_TIMEOUT_MS = 60_000;
const SCRIPT = /^\s*BEGIN\s*;([\s\S]*);\s*COMMIT\s*;?\s*$/i;

/** A small pool of its own. Drizzle's client has other parsers, and a request must not wait for a job. */
export function postgresJobConnections(
  url: string,
  options: postgres.Options<Record<string, never>> & { max: number },
): JobConnections {
  const client = postgres(url, {
    ...options,
    connection: { ...options.connection, statement_timeout: STATEMENT_TIMEOUT_MS },
  });
  const inTransaction = async (text: string) => {
    const connection = await client.reserve();
    try {
      return rowsOf(await connection.unsafe(text));
    } catch (error) {
      // The next statement on this connection would fail too, as long as the broken transaction is open.
      await connection.unsafe("rollback").catch(() => {});
      throw error;
    } finally {
      connection.release();
    }
  };
  return {
    async executeSql(text, values = []) {
      if (values.length > 0) {
        // The driver refuses undefined; `prepare` makes it ask for the types of the parameters.
        const parameters = values.map((value) => (value === undefined ? null : value)) as never[];
        return rowsOf(await client.unsafe(text, parameters, { prepare: true }));
      }
      return /^\s*BEGIN\b/i.test(text) ? inTransaction(text) : rowsOf(await client.unsafe(text));
    },
    close: () => client.end({ timeout: 5 }),
  };
}

/** The rows of one result, or of each statement of a script. */
function rowsOf(result: Iterable<unknown>) {
  const list = [...result];
  return { rows: (list.some(Array.isArray) ? list.flat() : list) as Record<string, unknown>[] };
}

/**
 * The one connection that the embedded database has. A script is run as the driver's transaction, which nobody's statement
 * gets between; one that fails would else leave a broken transaction to whoever is next.
 */
export function embeddedJobConnections(client: PGlite): JobConnections {
  const rowsOfAll = (results: { rows: Record<string, unknown>[] }[]) => ({ rows: results.flatMap(({ rows }) => rows) });
  return {
    async executeSql(text, values = []) {
      if (values.length > 0) return client.query<Record<string, unknown>>(text, values);
      const script = SCRIPT.exec(text)?.[1];
      if (script === undefined) return rowsOfAll(await client.exec(text));
      return client.transaction(async (tx) => rowsOfAll(await tx.exec(script)));
    },
    close: async () => {},
  };
}
