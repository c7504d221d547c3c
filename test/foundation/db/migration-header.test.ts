// The headers of migrations: which release brings each, and which runs on the schema after it.
import { expect, test } from "bun:test";
import { readMigrations } from "../../../src/foundation/db/migrate.ts";
import { headerOf } from "../../../src/foundation/db/migration-header.ts";
import { compareVersions } from "../../../src/foundation/version.ts";

/** The last one without a header: its checksum is stored in databases. */
const LAST_BARE = "0027_create_webhook_secrets";
const of = (sql: string) => headerOf({ name: "0099_test", sql });

test("a header has the summary, the versions, the tables, the locks and why the release before runs", () => {
  const sql = `-- What it is for,
-- on two lines. More of it.
-- release: 0.3.0, runs with: 0.2.0

-- tables: users, accounts
-- locks: users, some 2 s for 1,000,000 rows
-- compatible: nothing since 0.2.0 reads it
alter table users drop column old;
-- release: 9.9.9, runs with: 9.9.9`;
  expect(of(sql)).toEqual({
    summary: "What it is for, on two lines.",
    release: "0.3.0",
    runsWith: "0.2.0",
    tables: ["users", "accounts"],
    locks: "users, some 2 s for 1,000,000 rows",
    compatible: "nothing since 0.2.0 reads it",
  });
});

test.each(["0.3.0", "0.3, runs with: 0.2.0", "0.3.0, runs with: 0.4.0", "0.3.0, runs with 0.2.0"])(
  'the versions "%s" are refused by name',
  (versions) => {
    expect(() => of(`-- What.\n-- release: ${versions}\nselect 1;`)).toThrow("Migration 0099_test");
  },
);

test("every migration from 0028 on names its release, and no earlier one than the migration before it", () => {
  let last = "0.0.0";
  for (const migration of readMigrations().filter(({ name }) => name > LAST_BARE)) {
    const { release, runsWith, summary } = headerOf(migration);
    expect([migration.name, release !== null && runsWith !== null && summary !== ""]).toEqual([migration.name, true]);
    expect(compareVersions(last, release as string)).toBeLessThanOrEqual(0);
    last = release as string;
  }
});

test("versions are compared by number", () => {
  expect(["0.10.0", "0.2.0", "0.2.10", "0.2.9", "1.0.0"].sort(compareVersions)).toEqual([
    "0.2.0",
    "0.2.9",
    "0.2.10",
    "0.10.0",
    "1.0.0",
  ]);
});
