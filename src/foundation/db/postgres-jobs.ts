// Connections of the job engine to Postgres, apart from those of requests.
import postgres from "postgres";
import type { JobConnections } from "./job-connections.ts";

/** The engine's own builds of indexes may take longer than a statement of ours. */
const STATEMENT_TIMEOUT_MS = 60_000;

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
      await connection.unsafe("rollback").catch(() => {
        // The statement's own error is thrown below.
      });
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
