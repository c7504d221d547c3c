// A migrated database for a test, on either lane: real Postgres, or embedded in memory.
import type { Database, OpenDatabase, RequestDatabase } from "../../src/foundation/db/database.ts";
import { dumpEmbedded, openEmbedded } from "../../src/foundation/db/embedded.ts";
import { migrate, readMigrations } from "../../src/foundation/db/migrate.ts";
import { openPostgres } from "../../src/foundation/db/postgres.ts";
import type { Dump } from "../../src/foundation/db/template.ts";
import { cachedTemplate } from "../../src/foundation/db/template-cache.ts";
import { requestDatabase } from "../../src/foundation/db/timeouts.ts";
import { testPostgres } from "./postgres.ts";

export type Lane = "postgres" | "embedded";
const BOTH: readonly Lane[] = ["postgres", "embedded"];
const named = process.env.TEST_LANES;
/** Stores, isolation and faults run on both, unless `TEST_LANES` names one. */
export const LANES: readonly Lane[] = BOTH.filter((lane) => (named ?? lane).split(",").includes(lane));

/** One file in so many runs on the embedded database, whose start costs three times as much as a copy in Postgres. */
const EMBEDDED_EVERY = 4;

/**
 * The lane of a test file that says nothing about a database, chosen by the file's name, which is its `import.meta.file`.
 * `TEST_LANES=postgres,embedded` runs all of them on both, as each night.
 */
export function laneOf(file: string): readonly Lane[] {
  if (named !== undefined) return LANES;
  const sum = [...file].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  return [sum % EMBEDDED_EVERY === 0 ? "embedded" : "postgres"];
}

/** Created once a run; every test database is a copy. Shared by symbol, since each test file may load this module anew. */
interface Templates {
  postgres?: Promise<string>;
  embedded?: Promise<Dump>;
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

/** Migrates an empty Postgres database. */
export async function migrated(url: string): Promise<void> {
  const database = await openPostgres(url);
  await migrate(database, readMigrations());
  await database.close();
}

export interface TestDatabase {
  database: OpenDatabase;
  /** The Postgres URL, for further replicas; null on the embedded lane. */
  url: string | null;
  close(): Promise<void>;
}

/** A dump of a migrated embedded database, from which others start. */
export function embeddedTemplate(): Promise<Dump> {
  templates.embedded ??= cachedTemplate().then(
    (cached) => cached ?? dumpEmbedded((database) => migrate(database, readMigrations())),
  );
  return templates.embedded;
}

/** The request interface over a fake or modified database. */
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

/** A test database with one user, for tests of what is stored about one. */
export async function databaseWithUser(lane: Lane) {
  const opened = await testDatabase(lane);
  const { database } = opened;
  const user = crypto.randomUUID();
  await database.query("insert into users (id, email) values ($1, $2)", [user, "ada@example.com"]);
  return { opened, database, user };
}
