// A migrated database for a test, on either lane: real Postgres, or the embedded one in memory.
import type { Database, OpenDatabase, RequestDatabase } from "../../src/db/database.ts";
import { dumpEmbedded, openEmbedded } from "../../src/db/embedded.ts";
import { migrate, readMigrations } from "../../src/db/migrate.ts";
import { openPostgres } from "../../src/db/postgres.ts";
import { cachedTemplate } from "../../src/db/template-cache.ts";
import { requestDatabase } from "../../src/db/timeouts.ts";
import { testPostgres } from "./postgres.ts";

export type Lane = "postgres" | "embedded";
/** Suites that touch the database run on both. */
export const LANES: readonly Lane[] = ["postgres", "embedded"];

/** Made once for a run: every test database is a copy. Test files may each load this module, so they share by symbol. */
interface Templates {
  postgres?: Promise<string>;
  embedded?: Promise<Blob>;
}
const SHARED = Symbol.for("gateway.testTemplates");
const shared = globalThis as unknown as Record<symbol, Templates | undefined>;
const templates: Templates = shared[SHARED] ?? {};
shared[SHARED] = templates;

async function makePostgresTemplate(): Promise<string> {
  const url = await (await testPostgres()).createDatabase();
  await migrated(url);
  return url;
}

/** Brings an empty Postgres database up to date. */
export async function migrated(url: string): Promise<void> {
  const database = await openPostgres(url);
  await migrate(database, readMigrations());
  await database.close();
}

export interface TestDatabase {
  database: OpenDatabase;
  /** Of a Postgres database, to open a second replica on it; null on the embedded lane. */
  url: string | null;
  close(): Promise<void>;
}

/** A dump of a migrated embedded database, to start others from. */
export function embeddedTemplate(): Promise<Blob> {
  templates.embedded ??= cachedTemplate().then(
    (kept) => kept ?? dumpEmbedded((database) => migrate(database, readMigrations())),
  );
  return templates.embedded;
}

/** The face for requests over a database that a test has made up, or changed. */
export function requestsOf({ query, orm }: Partial<Pick<Database, "query" | "orm">>): RequestDatabase {
  const [ask, over] = [query as Database["query"], orm as Database["orm"]];
  return requestDatabase({ kind: "postgres", query: ask, orm: over, boundedOrm: over }, ask);
}

/** A fresh migrated database. */
export async function testDatabase(lane: Lane): Promise<TestDatabase> {
  if (lane === "embedded") {
    const database = await openEmbedded({ template: embeddedTemplate });
    return { database, url: null, close: () => database.close() };
  }
  const server = await testPostgres();
  templates.postgres ??= makePostgresTemplate();
  const url = await server.createDatabase(await templates.postgres);
  const database = await openPostgres(url);
  return {
    database,
    url,
    async close() {
      await database.close();
      await server.dropDatabase(url);
    },
  };
}
