// The Postgres side of the database.
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import type { Database, Orm } from "./database.ts";

const STATEMENT_TIMEOUT_MS = 10_000;

/** Connects to Postgres; throws when it cannot be reached. */
export async function openPostgres(url: string): Promise<Database> {
  const options = {
    connect_timeout: 5,
    connection: { application_name: "gateway", statement_timeout: STATEMENT_TIMEOUT_MS },
    onnotice: () => {},
  };
  // Drizzle rewires the parsers of the client it is given, so raw queries and LISTEN have clients of their own.
  const ormClient = postgres(url, { ...options, max: 8 });
  const rawClient = postgres(url, { ...options, max: 4 });
  const listeners: postgres.Sql[] = [];
  await rawClient`select 1`;
  const orm = drizzle(ormClient) as unknown as Orm;
  return {
    kind: "postgres",
    orm,
    query: async <Row>(text: string, parameters: readonly (string | number | boolean | null)[] = []) =>
      (await rawClient.unsafe(text, [...parameters], { prepare: true })) as unknown as Row[],
    script: async (text) => void (await rawClient.unsafe(text)),
    transaction: (work) => orm.transaction((tx) => work(tx as unknown as Orm)),
    async listen(channel, onMessage, onState) {
      const client = postgres(url, { ...options, max: 1, idle_timeout: 0, onclose: () => onState(false) });
      listeners.push(client);
      await client.listen(channel, onMessage, () => onState(true));
    },
    async close() {
      await Promise.all([ormClient, rawClient, ...listeners].map((client) => client.end({ timeout: 5 })));
    },
  };
}
