// Migrations: applied once each in order, by however many replicas start at once, whole or not at all.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { type Migration, migrate, readMigrations } from "../../../src/foundation/db/migrate.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { LANES } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";
import { type Replicas, testReplicas } from "../../support/replicas.ts";

const ONE: Migration = { name: "0001_create_one", sql: "create table one (id integer primary key);" };
const TWO: Migration = { name: "0002_fill_one", sql: "insert into one values (1);\ninsert into one values (2);" };
const BROKEN: Migration = {
  name: "0003_break",
  sql: "create table half (id integer);\ninsert into one values (3);\ninsert into one values (1);",
};
const real = readMigrations();

test("the files of the migrations are numbered apart", () => {
  expect(real.length).toBeGreaterThan(5);
  expect(new Set(real.map(({ name }) => name.slice(0, 4))).size).toBe(real.length);
  for (const { sql } of real) expect(sql.trim()).not.toBe("");
});

for (const lane of LANES) {
  describe(`migrations on ${lane}`, () => {
    let replicas: Replicas;
    let database: OpenDatabase;
    beforeAll(async () => {
      replicas = await testReplicas(lane, 3);
      database = replicas.databases[0] as OpenDatabase;
    }, 60_000);
    afterAll(() => replicas.close());
    beforeEach(() => database.script("drop schema public cascade; create schema public;"));

    const applied = async () =>
      (await database.query<{ name: string }>("select name from migrations order by name")).map(({ name }) => name);
    const tables = async () =>
      (
        await database.query<{ name: string }>(
          "select table_name as name from information_schema.tables where table_schema = 'public' order by 1",
        )
      ).map(({ name }) => name);
    const rowsOfOne = async () =>
      (await database.query<{ id: number }>("select id from one order by id")).map(({ id }) => id);

    test("a fresh database gets every migration in order, and a second start applies nothing", async () => {
      expect(await migrate(database, real)).toEqual(real.map(({ name }) => name));
      expect(await applied()).toEqual(real.map(({ name }) => name));
      expect(await migrate(database, real)).toEqual([]);
    });

    test("three migrators that start at once on a fresh database all succeed and apply each migration once", async () => {
      for (let round = 0; round < 3; round++) {
        await database.script("drop schema public cascade; create schema public;");
        const lists = await Promise.all(replicas.databases.map((each) => migrate(each, real)));
        expect(lists.flat().sort()).toEqual(real.map(({ name }) => name));
        expect(await applied()).toEqual(real.map(({ name }) => name));
      }
    });

    test("rows that a migration writes are written once by three migrators", async () => {
      await Promise.all(replicas.databases.map((each) => migrate(each, [ONE, TWO])));
      expect(await rowsOfOne()).toEqual([1, 2]);
    });

    test("a migration that was changed after it was applied is refused by name", async () => {
      await migrate(database, [ONE, TWO]);
      const changed = { ...TWO, sql: `${TWO.sql} ` };
      expect(String(await rejection(migrate(database, [ONE, changed])))).toMatch(
        "Migration 0002_fill_one differs from the one that was applied.",
      );
      expect(await rowsOfOne()).toEqual([1, 2]);
    });

    test("a database that a newer version has migrated is refused, and told what it has", async () => {
      await migrate(database, [ONE, TWO]);
      expect(String(await rejection(migrate(database, [ONE])))).toMatch(
        "The database was migrated by a newer version: it has 0002_fill_one.",
      );
      expect(await applied()).toEqual([ONE.name, TWO.name]);
    });

    const NEXT: Migration = {
      name: "0002_widen_one",
      sql: "-- A name.\n-- release: 0.3.0, runs with: 0.2.0\nalter table one add column name text;",
    };

    test("R-39: the release that a newer schema runs with starts on it, and says so in its log", async () => {
      await migrate(database, [ONE, NEXT], { version: "0.3.0" });
      const warnings: unknown[] = [];
      const warn = (event: string, fields = {}) => void warnings.push({ event, ...fields });
      const log = { ...createLog("silent"), warn };
      for (const version of ["0.2.0", "0.2.7"]) expect(await migrate(database, [ONE], { version, log })).toEqual([]);
      expect(warnings[0]).toEqual({ event: "schema_newer", version: "0.2.0", unknown: [NEXT.name] });
      expect(await applied()).toEqual([ONE.name, NEXT.name]);
    });

    test("an older release than that is refused with the version that it needs, and changes nothing", async () => {
      await migrate(database, [ONE, NEXT], { version: "0.3.0" });
      const error = String(await rejection(migrate(database, [ONE, BROKEN], { version: "0.1.9" })));
      expect(error).toMatch(`it has ${NEXT.name}. Version 0.1.9 cannot run on it: start 0.2.0 or newer.`);
      expect(await applied()).toEqual([ONE.name, NEXT.name]);
    });

    test("a database of 0.1.0 gets the columns of the versions", async () => {
      await migrate(database, [ONE]);
      await database.script("alter table migrations drop column release, drop column runs_with");
      expect(await migrate(database, [ONE, NEXT])).toEqual([NEXT.name]);
      expect(await database.query("select name, release, runs_with from migrations order by name")).toEqual([
        { name: ONE.name, release: null, runs_with: null },
        { name: NEXT.name, release: "0.3.0", runs_with: "0.2.0" },
      ]);
    });

    test("a migration of concurrent indexes alone is applied, and once by three migrators", async () => {
      const sql = `create index concurrently if not exists one_a on one (id) where id > 5 and 'a' <> 'B';
        create index concurrently if not exists one_b on one (id);`;
      const lists = await Promise.all(
        replicas.databases.map((each) => migrate(each, [ONE, { name: "0002_index_one", sql }])),
      );
      expect(lists.flat().sort()).toEqual([ONE.name, "0002_index_one"]);
      const indexes = await database.query(
        "select indexrelid::regclass::text as name from pg_index where indisvalid and indrelid = 'one'::regclass order by 1",
      );
      expect(indexes).toEqual([{ name: "one_a" }, { name: "one_b" }, { name: "one_pkey" }]);
    });

    test("a migration that fails leaves nothing behind, keeps those before it, and can be mended", async () => {
      await rejection(migrate(database, [ONE, TWO, BROKEN]));
      expect(await applied()).toEqual([ONE.name, TWO.name]);
      expect(await tables()).toEqual(["migrations", "one"]);
      expect(await rowsOfOne()).toEqual([1, 2]);
      const mended = { ...BROKEN, sql: "insert into one values (3);" };
      expect(await migrate(database, [ONE, TWO, mended])).toEqual([BROKEN.name]);
      expect(await rowsOfOne()).toEqual([1, 2, 3]);
    });
  });
}
