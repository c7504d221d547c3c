// What a migration's header declares is what its statements do, and the release before survives them, or the header says why.
import { describe, expect, test } from "bun:test";
import { concurrentIndexes } from "../../../src/foundation/db/concurrent-indexes.ts";
import { readMigrations } from "../../../src/foundation/db/migrate.ts";
import { headerOf } from "../../../src/foundation/db/migration-header.ts";
import { TOUCHED_BEFORE_HEADERS } from "../../../src/foundation/db/touched-before-headers.ts";
import { checkStatements, statementsOf } from "../../support/migration-statements.ts";

/** The last one that is older than the rule, or that all replicas stop for. */
const LAST_EXEMPT = "0028_partition_usage_entries";
/** The last one whose tables stand in a list in place of its header. */
const LAST_LISTED = "0056_create_scheduled_runs";

const isListed = ({ name }: { name: string }) => name <= LAST_LISTED;

test("R-39: a migration's statements are additive, or its header says why the release before runs on", () => {
  const later = readMigrations().filter(({ name }) => name > LAST_EXEMPT);
  const unexplained = later.filter((migration) => headerOf(migration).compatible === null);
  const breaking = unexplained.flatMap(({ name, sql }) => checkStatements(sql).breaks.map((one) => `${name}: ${one}`));
  expect(breaking).toEqual([]);
});

test("a migration's header declares the tables that its statements touch, and the locks that are noticed", () => {
  for (const migration of readMigrations().filter((one) => !isListed(one))) {
    const { tables, locks } = headerOf(migration);
    const found = checkStatements(migration.sql);
    expect([migration.name, tables?.toSorted() ?? []]).toEqual([migration.name, found.tables.toSorted()]);
    expect([migration.name, locks === null ? found.locks : []]).toEqual([migration.name, []]);
  }
});

test("the list of earlier migrations says what their statements do, and no later one is in it", () => {
  const listed = readMigrations().filter(isListed);
  const touched = listed.flatMap((migration) => {
    const { tables, locks } = checkStatements(migration.sql);
    const noticed = headerOf(migration).locks === null ? [...new Set(locks)] : [];
    return tables.length === 0 ? [] : [[migration.name, { tables, ...(noticed.length > 0 && { locks: noticed }) }]];
  });
  expect(TOUCHED_BEFORE_HEADERS).toEqual(Object.fromEntries(touched));
  expect(listed.filter((migration) => headerOf(migration).tables !== null)).toEqual([]);
});

test("a migration that builds an index concurrently holds nothing else: all of it runs outside a transaction", () => {
  const concurrent = readMigrations().filter(({ sql }) =>
    statementsOf(sql).some((one) => one.includes(" concurrently ")),
  );
  expect(concurrent.filter(({ sql }) => concurrentIndexes(sql).length === 0)).toEqual([]);
  expect(concurrentIndexes("create index concurrently if not exists a on t (n); select 1")).toEqual([]);
});

describe("statements", () => {
  test.each([
    "alter table users add column tier_id uuid",
    "alter table users add column if not exists n integer not null default 0",
    "alter table users add n integer, add column m text default 'not null, drop column x'",
    "alter table users drop constraint users_tier_check",
    "create table if not exists tiers (name text not null primary key, n integer check (n > 0))",
    "create table t (n integer); alter table t add constraint c check (n > 0); create unique index t_n on t (n)",
    "create index users_tier on users (tier)",
    "create or replace function f() returns trigger language plpgsql as $$ begin drop table users; end $$",
    "-- drop table users;\ninsert into tiers values ('drop table users;')",
    "update users set tier = 'free' where tier is null",
  ])("%s is additive", (sql) => {
    expect(checkStatements(sql).breaks).toEqual([]);
  });

  test.each([
    "alter table users drop column tier",
    "alter table users add column n integer not null",
    "alter table users add column a text, rename column tier to level",
    "alter table users rename to people",
    "alter table users alter column tier type integer using 0",
    "alter table users alter column tier set not null",
    "alter table users alter tier drop default",
    "alter table users alter tier drop not null",
    "alter table users add constraint c check (tier <> '')",
    "alter table users add constraint c check (tier <> '') not valid",
    "alter table users add unique (tier)",
    "alter table users drop constraint users_pkey",
    "alter table users enable row level security",
    "create unique index users_tier on users (tier)",
    "drop table users",
    "drop index users_email",
    "drop trigger users_changed on users",
    "delete from users",
    "truncate users",
    "do $$ begin execute 'drop table users'; end $$",
    "with gone as (delete from users returning id) select 1 from gone",
    "reindex table users",
  ])("%s is not", (sql) => {
    expect(checkStatements(sql).breaks).toHaveLength(1);
  });

  test("long locks are found: indexes, scans and rewrites of tables that exist", () => {
    const locks = (sql: string) => checkStatements(sql).locks;
    expect(locks("create index users_tier on users (tier)")).toEqual(["users: builds an index, writes wait"]);
    expect(locks("alter table users add column a uuid default gen_random_uuid()")).toEqual([
      "users: rewrites the table, calls wait",
    ]);
    expect(locks("alter table users add constraint c check (true)")).toEqual(["users: reads the table, calls wait"]);
    expect(locks("alter table users add column a text; create table t (a text); create index t_a on t (a)")).toEqual(
      [],
    );
  });

  test("the tables that exist before are listed once, those it refers to as well", () => {
    const sql = `create table if not exists t (id uuid references users (id));
      create index i on only accounts (id); create trigger c after insert on "api_keys" execute function f();
      update users set tier = 'x'; insert into t values (1);`;
    expect(checkStatements(sql).tables).toEqual(["users", "accounts", "api_keys"]);
  });

  test("comments, texts and bodies of functions are no statements", () => {
    expect(statementsOf("SELECT 'a;''b' /* ; */;\n-- ;\nselect $x$ ; $x$")).toEqual(["select ''", "select ''"]);
  });
});
