// Several replicas over one database: on Postgres each with its own connections, on the embedded lane with a shared one.
import type { Database, OpenDatabase, RequestDatabase } from "../../src/foundation/db/database.ts";
import { openPostgres } from "../../src/foundation/db/postgres.ts";
import { withDbTimeout } from "../../src/foundation/db/timeouts.ts";
import { type Lane, testDatabase } from "./database.ts";

export interface Replicas {
  databases: readonly OpenDatabase[];
  close(): Promise<void>;
}

/** A fresh migrated database as `count` replicas see it. */
export async function testReplicas(lane: Lane, count: number): Promise<Replicas> {
  const { database, url, close } = await testDatabase(lane);
  if (url === null) return { databases: Array.from({ length: count }, () => database), close };
  const others = await Promise.all(Array.from({ length: count - 1 }, () => openPostgres(url)));
  return {
    databases: [database, ...others],
    async close() {
      await Promise.all(others.map((other) => other.close()));
      await close();
    },
  };
}

/** The same database; while `state.isDown`, its statements fail as over a broken connection. */
export function breakable(database: RequestDatabase, state: { isDown: boolean }): RequestDatabase {
  const full = () => {
    if (state.isDown) throw Object.assign(new Error("The connection broke."), { code: "ECONNRESET" });
    return database;
  };
  return {
    ...database,
    get orm() {
      return full().orm;
    },
    query: (text, parameters) => withDbTimeout((async () => full().query(text, parameters))()),
    attempt: async (work, undo) => full().attempt(work, undo),
  };
}

/** The same database, with `onQuery` called before every raw query; its errors become the query's. */
export function watched(database: RequestDatabase, onQuery: (text: string) => void | Promise<void>): RequestDatabase {
  const query = <Row>(text: string, parameters?: Parameters<Database["query"]>[1]) =>
    withDbTimeout(
      (async () => {
        await onQuery(text);
        return database.query<Row>(text, parameters);
      })(),
    );
  return { ...database, query, reports: { query } };
}
