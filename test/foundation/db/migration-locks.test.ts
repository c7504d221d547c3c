// Migrations beside others who use the database: locks that they wait for, stops, and a second migrator.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import postgres from "postgres";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { type Migration, MigrationStopped, migrate } from "../../../src/foundation/db/migrate.ts";
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import type { Log, LogFields } from "../../../src/foundation/log/log.ts";
import { VERSION } from "../../../src/foundation/version.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(60_000);
const LONG_MS = 30_000;

const ONE: Migration = { name: "0001_create_one", sql: "create table one (id integer primary key);" };
const TWO: Migration = { name: "0002_widen_one", sql: "alter table one add column name text;" };
const SLOW: Migration = { name: "0002_be_slow", sql: "create table slow ();\nselect pg_sleep(30);" };

const INDEX: Migration = {
  name: "0002_index_one",
  sql: "-- Finds.\ncreate index concurrently if not exists one_id on one (id);",
};

/** Collects what is logged. */
function collected(): { log: Log; events: ({ event: string } & LogFields)[]; of(event: string): LogFields[] } {
  const events: ({ event: string } & LogFields)[] = [];
  const add = (event: string, fields: LogFields = {}) => void events.push({ event, ...fields });
  const of = (event: string) => events.filter((one) => one.event === event);
  return { log: { debug: add, info: add, warn: add, error: add }, events, of };
}

describe("migrations beside others on Postgres", () => {
  let opened: TestDatabase;
  let database: OpenDatabase;
  let other: OpenDatabase;
  const sessions: postgres.Sql[] = [];
  beforeAll(async () => {
    opened = await testDatabase("postgres");
    database = opened.database;
    other = await openPostgres(opened.url as string);
  });
  afterAll(async () => {
    for (const session of sessions) await session.end({ timeout: 1 });
    await other.close();
    await opened.close();
  });
  beforeEach(async () => {
    await database.script("drop schema public cascade; create schema public;");
    await migrate(database, [ONE]);
  });

  /** Holds a lock as a backup does, until it is released. */
  async function backup(lock = "lock table one in access share mode"): Promise<() => Promise<unknown>> {
    const session = postgres(opened.url as string, { max: 1, connection: { application_name: "pg_dump" } });
    sessions.push(session);
    const [taken, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ended = session.begin(async (sql) => {
      await sql.unsafe(`${lock} /* sk_live_secret */`);
      taken.resolve();
      await released.promise;
    });
    await taken.promise;
    return async () => {
      released.resolve();
      await ended;
    };
  }

  const hasName = async () =>
    (await database.query("select from information_schema.columns where table_name = 'one' and column_name = 'name'"))
      .length === 1;

  test("R-39: a migration behind a backup waits while calls go on, names the holder and no text of its statement, and is applied when it ends", async () => {
    const release = await backup();
    const { log, of, events } = collected();
    const migrating = migrate(database, [ONE, TWO], { log });
    const isNamed = () => of("migration_waiting").some(({ table }) => table === "one");
    for (let i = 0; !isNamed(); i++) await other.query("insert into one (id) values ($1)", [i]);
    const { holders, migration } = of("migration_waiting").find(({ table }) => table === "one") as LogFields;
    expect(migration).toBe(TWO.name);
    expect(holders).toMatchObject([{ application: "pg_dump", user: "postgres", activity: "idle in transaction" }]);
    expect((holders as { statement: string }[])[0]?.statement).toBe("LOCK");
    expect(JSON.stringify(events)).not.toContain("sk_live");
    expect(await hasName()).toBe(false);
    await release();
    expect(await migrating).toEqual([TWO.name]);
    expect(of("migrating")).toMatchObject([{ migration: TWO.name, number: 1, of: 1 }]);
    expect(of("migration_applied")).toMatchObject([{ migration: TWO.name, seconds: expect.any(Number) }]);
  });

  test("a wait that lasts too long ends with a sentence that names migration, table and holder; the next start applies it", async () => {
    const release = await backup();
    const waitMs = 600;
    let error = "";
    // The holder is looked up beside the wait: on a busy machine the look can miss one.
    await until(async () => {
      error = String(await rejection(migrate(database, [ONE, TWO], { waitMs })));
      return !error.includes("somebody unknown");
    }, LONG_MS);
    expect(error).toMatch(/Migration 0002_widen_one has waited \d+ s for a lock on one and changed nothing\./);
    expect(error).toMatch(/held by pg_dump \(process \d+, user postgres, idle in transaction for \d+ s\)/);
    await release();
    expect(await migrate(database, [ONE, TWO])).toEqual([TWO.name]);
  });

  test("a stop ends the wait at once, as a stop and not as an error of the database", async () => {
    const release = await backup();
    const stopping = new AbortController();
    const { log, of } = collected();
    const outcome = rejection(migrate(database, [ONE, TWO], { log, signal: stopping.signal }));
    await until(() => of("migration_waiting").length > 0, LONG_MS);
    stopping.abort();
    expect(await outcome).toBeInstanceOf(MigrationStopped);
    await release();
    expect(await hasName()).toBe(false);
  });

  /** Waits until a migrator executes the slow statement. */
  const isSleeping = () =>
    until(
      async () =>
        (
          await other.query(
            "select from pg_stat_activity where datname = current_database() and query like '%pg_sleep(30)%' and wait_event = 'PgSleep'",
          )
        ).length === 1,
      LONG_MS,
    );
  const isApplied = async () => (await other.query("select from migrations where name = $1", [SLOW.name])).length === 1;

  test("a stop cancels a migration that runs, which leaves nothing", async () => {
    const stopping = new AbortController();
    const outcome = rejection(migrate(database, [ONE, SLOW], { signal: stopping.signal }));
    await isSleeping();
    stopping.abort();
    expect(await outcome).toBeInstanceOf(MigrationStopped);
    expect(await isApplied()).toBe(false);
    expect((await other.query("select to_regclass('slow') as slow"))[0]).toEqual({ slow: null });
  });

  test("a second migrator waits for the first, says for whom, and finds the work done", async () => {
    const release = await backup();
    const first = migrate(database, [ONE, TWO]);
    const migrators =
      "select from pg_locks where locktype = 'advisory' and granted and database = (select oid from pg_database where datname = current_database())";
    await until(async () => (await other.query(migrators)).length > 0, LONG_MS);
    const { log, of } = collected();
    const second = migrate(other, [ONE, TWO], { log });
    await until(() => of("migration_waiting").length > 0, LONG_MS);
    expect(of("migration_waiting")[0]).toMatchObject({ migration: null, table: null });
    const { holders } = of("migration_waiting")[0] as LogFields;
    expect(holders).toMatchObject([{ application: `gateway ${VERSION} migrate` }]);
    await release();
    expect([await first, await second]).toEqual([[TWO.name], []]);
  });

  test("R-39: an index is built beside writes and a waiting migrator; one that a kill leaves broken is built anew", async () => {
    const release = await backup("insert into one values (1000)");
    const { log, of } = collected();
    const first = rejection(migrate(database, [ONE, INDEX], { log }));
    await until(() => of("migration_waiting").length > 0, LONG_MS);
    expect(of("migration_waiting")[0]).toMatchObject({ migration: INDEX.name, holders: [{ application: "pg_dump" }] });
    await other.query("insert into one values (1001)");
    const { log: otherLog, of: ofOther } = collected();
    const second = migrate(other, [ONE, INDEX], { log: otherLog });
    await until(() => ofOther("migration_waiting").length > 0, LONG_MS);
    await other.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where query like 'create index concurrently%'",
    );
    await first;
    const isValid = async () =>
      other.query("select indisvalid as valid from pg_index where indexrelid = to_regclass('one_id')");
    expect(await isValid()).toEqual([{ valid: false }]);
    await release();
    expect(await second).toEqual([INDEX.name]);
    expect(await isValid()).toEqual([{ valid: true }]);
  });

  test("a migrator whose connection is killed in the middle leaves the migration unapplied, and the next one applies it", async () => {
    const outcome = rejection(migrate(database, [ONE, SLOW]));
    await isSleeping();
    await other.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'",
    );
    await outcome;
    expect(await isApplied()).toBe(false);
    const mended: Migration = { ...SLOW, sql: "create table slow ();" };
    expect(await migrate(other, [ONE, mended])).toEqual([SLOW.name]);
  });
});
