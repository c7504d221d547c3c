// A database whose clock moves with the test's: whatever asks `now()` gets the moved time, defaults and triggers too.
import type { OpenDatabase } from "../../src/foundation/db/database.ts";
import { openPostgres } from "../../src/foundation/db/postgres.ts";
import { type TestClock, testClock } from "./clock.ts";
import { type Lane, type TestDatabase, testDatabase } from "./database.ts";

export interface MovedDatabase extends TestDatabase {
  clock: TestClock;
  /** Moves both clocks by some milliseconds. */
  move(milliseconds: number): Promise<void>;
}

/** Stands behind the schema of the tables and before Postgres's own functions. */
const PATH = "public, moved, pg_catalog";

export async function movedDatabase(lane: Lane): Promise<MovedDatabase> {
  const opened = await testDatabase(lane);
  const clock = testClock();
  await prepare(opened.database);
  let database = opened.database;
  if (opened.url === null) await database.query(`set search_path = ${PATH}`);
  else {
    const name = new URL(opened.url).pathname.slice(1);
    await database.script(`alter database "${name}" set search_path = ${PATH}`);
    database = await openPostgres(opened.url);
  }
  return {
    ...opened,
    database,
    clock,
    async move(milliseconds) {
      clock.move(milliseconds);
      await database.query("update moved.clock set ms = ms + $1::float8", [milliseconds]);
    },
    async close() {
      if (database !== opened.database) await database.close();
      await opened.close();
    },
  };
}

async function prepare(database: OpenDatabase): Promise<void> {
  await database.script(`
    create schema moved;
    create table moved.clock (ms float8 not null);
    insert into moved.clock values (0);
    create function moved.now() returns timestamptz language sql stable
      as 'select pg_catalog.now() + (select ms from moved.clock) * interval ''1 millisecond''';`);
  // A column's default names the function that it was made with.
  const defaults = await database.query<{ table: string; column: string; value: string }>(
    `select table_name as "table", column_name as "column", column_default as value from information_schema.columns
     where table_schema = 'public' and column_default like '%now()%'`,
  );
  for (const { table, column, value } of defaults) {
    await database.script(
      `alter table ${table} alter column ${column} set default ${value.replaceAll("now()", "moved.now()")}`,
    );
  }
}
