// The plan of an upgrade: what would be applied, what it locks and how large that is, without a change.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { type Migration, migrate } from "../../../src/foundation/db/migrate.ts";
import { planMigrations } from "../../../src/foundation/db/migration-plan.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";

const ONE: Migration = { name: "0001_create_one", sql: "create table one (id integer primary key);" };
const TWO: Migration = {
  name: "0002_index_one",
  sql: `-- Finds names.
-- release: 0.3.0, runs with: 0.2.0
-- tables: one, absent
-- locks: one, some 1 s
alter table one add column name text;
create index one_name on one (name);
create table two (id integer references one (id));`,
};
const THREE: Migration = {
  name: "0003_fill_one",
  sql: "-- Names.\n-- release: 0.3.0, runs with: 0.2.0\n-- tables: one\n-- locks: one, some 2 s\nupdate one set name = '';",
};

for (const lane of LANES) {
  describe(`the plan on ${lane}`, () => {
    let opened: TestDatabase;
    beforeAll(async () => {
      opened = await testDatabase(lane);
      await opened.database.script("drop schema public cascade; create schema public;");
    }, 60_000);
    afterAll(() => opened.close());

    test("an empty database has all of them pending, and stays empty", async () => {
      const plan = await planMigrations(opened.database, [ONE]);
      expect(plan).toMatchObject([{ migration: ONE.name, release: null, locks: [], tables: [] }]);
      expect(
        await opened.database.query("select from information_schema.tables where table_schema = 'public'"),
      ).toEqual([]);
    });

    test("what is pending is listed in order, with the locks and sizes of the tables that exist", async () => {
      await migrate(opened.database, [ONE]);
      await opened.database.script("insert into one select generate_series(1, 500); analyze one;");
      const plan = await planMigrations(opened.database, [ONE, TWO, THREE]);
      const one = { table: "one", rows: 500, bytes: expect.any(Number) };
      expect(plan).toEqual([
        {
          migration: TWO.name,
          release: "0.3.0",
          runs_with: "0.2.0",
          summary: "Finds names.",
          locks: ["one, some 1 s"],
          tables: [one],
        },
        {
          migration: THREE.name,
          release: "0.3.0",
          runs_with: "0.2.0",
          summary: "Names.",
          locks: ["one, some 2 s"],
          tables: [one],
        },
      ]);
      expect(plan[0]?.tables[0]?.bytes).toBeGreaterThan(8_000);
      expect(await opened.database.query("select name from migrations")).toEqual([{ name: ONE.name }]);
    });

    test("nothing is pending when all are applied; a schema that this version does not run on is an error", async () => {
      await migrate(opened.database, [ONE, TWO, THREE]);
      expect(await planMigrations(opened.database, [ONE, TWO, THREE])).toEqual([]);
      await opened.database.script("update migrations set runs_with = '99.0.0' where name = '0003_fill_one'");
      expect(String(await rejection(planMigrations(opened.database, [ONE, TWO])))).toMatch("start 99.0.0 or newer");
    });
  });
}
