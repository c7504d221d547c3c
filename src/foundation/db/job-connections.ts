// The job engine's connection to the database: statements with parameters, and scripts that begin and commit; the embedded one.
import type { PGlite } from "@electric-sql/pglite";

export interface JobConnections {
  /** One statement with `values`, else a script of several; the rows of all of them. */
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  close(): Promise<void>;
}

const [BEGIN, COMMIT] = [/^BEGIN\s*;/i, /;\s*COMMIT$/i];

/** What stands between the two ends of a script that is a transaction; null where it is none. */
function scriptIn(text: string): string | null {
  const script = text.trim().replace(/;$/, "").trimEnd();
  return BEGIN.test(script) && COMMIT.test(script) ? script.replace(BEGIN, "").replace(COMMIT, "") : null;
}

/**
 * The one connection that the embedded database has. A script is run as the driver's transaction, which nobody's statement
 * gets between; one that fails would otherwise leave a broken transaction to the next caller.
 */
export function embeddedJobConnections(client: PGlite): JobConnections {
  const rowsOfAll = (results: { rows: Record<string, unknown>[] }[]) => ({ rows: results.flatMap(({ rows }) => rows) });
  return {
    async executeSql(text, values = []) {
      if (values.length > 0) return client.query<Record<string, unknown>>(text, values);
      const script = scriptIn(text);
      if (script === null) return rowsOfAll(await client.exec(text));
      return client.transaction(async (tx) => rowsOfAll(await tx.exec(script)));
    },
    close: async () => {},
  };
}
