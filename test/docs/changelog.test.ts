// What CHANGELOG.md says of a migration is what its statements do: tables, locks, durations, and the release that brings it.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { concurrentIndexes } from "../../src/foundation/db/concurrent-indexes.ts";
import { readMigrations } from "../../src/foundation/db/migrate.ts";
import { headerOf } from "../../src/foundation/db/migration-header.ts";
import { TOUCHED_BEFORE_HEADERS } from "../../src/foundation/db/touched-before-headers.ts";
import { statementsOf } from "../support/migration-statements.ts";
import { ROOT } from "../support/sources.ts";

const MIGRATIONS = new Map(readMigrations().map((one) => [one.name.slice(0, 4), one]));
/** Releases whose replicas are upgraded one by one, so that a lock is noticed; 0.2.0 stops all of them. */
const ROLLING = ["0.3.0", "0.4.0"];

/** Durations that a migration's own file does not say: 2,000,000 rows took 3.1 s on the machine of bench/RESULTS.md. */
const MEASURED: Readonly<Record<string, string>> = { "0019": "25 s for 10,000,000" };

/** The migration that creates each table, or gives it its name. */
const ORIGINS = new Map<string, string>();
for (const [number, { sql }] of MIGRATIONS) {
  for (const statement of statementsOf(sql)) {
    const name = /^(?:create table (?:if not exists )?|alter table \w+ rename to )(\w+)/.exec(statement)?.[1];
    if (name !== undefined && !ORIGINS.has(name)) ORIGINS.set(name, number);
  }
}

interface Line {
  release: string;
  section: string;
  text: string;
}

/** Each entry of the lists as one line. */
function linesOf(changelog: string): Line[] {
  const lines: Line[] = [];
  let [release, section] = ["", ""];
  for (const row of changelog.split("\n")) {
    const heading = /^## (\S+)/.exec(row)?.[1];
    const toBe = /^To be (\S+)\.$/.exec(row)?.[1];
    if (heading !== undefined) release = heading;
    else if (toBe !== undefined) release = toBe;
    else if (row.startsWith("### ")) section = row.slice(4);
    else if (row.startsWith("- ")) lines.push({ release, section, text: row });
    else if (row.startsWith("  ")) (lines.at(-1) as Line).text += ` ${row.trim()}`;
  }
  return lines;
}

/** The words from a migration's number, or several that are listed, up to the next one. */
function claimsOf({ text }: Line): { numbers: string[]; words: string }[] {
  const named = [...text.matchAll(/\b00\d\d(?:(?:, | and )00\d\d)*\b/g)];
  return named.map((one, i) => ({
    numbers: one[0].match(/00\d\d/g) ?? [],
    words: text.slice(one.index, named[i + 1]?.index),
  }));
}

const indexesOf = (sql: string) => statementsOf(sql).filter((one) => /^create (?:unique )?index/.test(one));
const locksOf = (number: string) => {
  const migration = MIGRATIONS.get(number);
  const listed = migration && TOUCHED_BEFORE_HEADERS[migration.name]?.locks;
  return [...(listed ?? []), ...((migration && headerOf(migration).locks?.split("; ")) ?? [])];
};

/** What a line says that its migrations do not do. */
function wrongOf(line: Line): string[] {
  return claimsOf(line).flatMap(({ numbers, words }) => {
    const found = numbers.map((number) => MIGRATIONS.get(number)).filter((one) => one !== undefined);
    const wrong: string[] = [];
    if (found.length < numbers.length) wrong.push(`${numbers.join()}: no such migration`);
    const sql = found.map((one) => one.sql).join("\n");
    const indexes = found.flatMap((one) => indexesOf(one.sql));
    for (const { name, ...rest } of found) {
      const { release } = headerOf({ name, ...rest });
      if (release !== null && release !== line.release) wrong.push(`${name} is of ${release}`);
    }
    for (const [, table = ""] of words.matchAll(/`(\w+)`/g))
      if (ORIGINS.has(table) && !new RegExp(`\\b${table}\\b`).test(sql)) wrong.push(`${numbers} has no ${table}`);
    for (const [duration] of words.matchAll(/[\d.]+ s for [\d,]+/g))
      if (!sql.replaceAll("\n-- ", " ").includes(duration) && !numbers.some((one) => MEASURED[one] === duration))
        wrong.push(`${numbers} has no "${duration}"`);
    const isConcurrent = found.some((one) => concurrentIndexes(one.sql).length > 0);
    if (words.includes("concurrently") !== isConcurrent && indexes.length > 0 && /\bindex/.test(words))
      wrong.push(`${numbers} ${isConcurrent ? "builds" : "does not build"} concurrently`);
    if (/\block(?:s|ed)\b/.test(words) && numbers.every((number) => locksOf(number).length === 0))
      wrong.push(`${numbers} locks nothing for long`);
    return wrong;
  });
}

const LINES = linesOf(readFileSync(join(ROOT, "CHANGELOG.md"), "utf8"));

test("what a line says of a migration is what the migration does", () => {
  expect(LINES.filter((line) => claimsOf(line).length > 0).length).toBeGreaterThan(10);
  expect(
    LINES.flatMap((line) => wrongOf(line).map((wrong) => `${line.release}, ${line.text.slice(0, 60)}: ${wrong}`)),
  ).toEqual([]);
});

test.each(ROLLING)("before an upgrade to %s, every migration that holds others up is named", (release) => {
  const before = LINES.filter((line) => line.release === release && line.section === "Before you upgrade");
  const named = new Set(before.flatMap((line) => claimsOf(line).flatMap(({ numbers }) => numbers)));
  const noticed = [...MIGRATIONS].flatMap(([number, migration]) => {
    const isOf = headerOf(migration).release === release;
    const isOld = (table: string) => {
      const origin = MIGRATIONS.get(ORIGINS.get(table) ?? "");
      return origin !== undefined && headerOf(origin).release !== release;
    };
    // A table under a name that this release gave it holds the rows of before.
    const renamed = (table: string) => table === "event_sources" || table === "inbound_webhooks";
    const tables = locksOf(number).flatMap((lock) => lock.split(/[:,]/)[0]?.split(" and ") ?? []);
    return isOf && tables.some((table) => isOld(table) || renamed(table)) ? [number] : [];
  });
  expect(noticed.length).toBeGreaterThan(1);
  expect(noticed.filter((number) => !named.has(number))).toEqual([]);
});

describe("a line is wrong", () => {
  test.each([
    ["- Migration 0032 locks the inbox: some 10 s for 10,000,000 events.", 2],
    ["- Migration 0032 adds a column to `inbox_events`.", 1],
    ["- Migration 0055 adds two columns and an index to `connect_sessions`, concurrently.", 2],
    ["- Migrations 0033 and 0035 build indexes.", 1],
    ["- Migration 0099 does nothing.", 1],
  ])("%s", (text, count) => {
    expect(wrongOf({ release: "0.3.0", section: "", text })).toHaveLength(count);
  });
});

test("each release from 0.2.0 on names its commit, and the migrations up to which it goes", () => {
  const text = readFileSync(join(ROOT, "CHANGELOG.md"), "utf8");
  const named = [
    ...text.matchAll(/^## (0\.[2-9]\.0) - .+\n\nCommit `([0-9a-f]{40})`, with migrations up to (\d{4})\./gm),
  ];
  const dated = [...text.matchAll(/^## (0\.[2-9]\.0) - /gm)].map(([, release]) => release);
  expect(named.map(([, release]) => release)).toEqual(dated);
  for (const [, release = "", , last] of named) {
    const own = [...MIGRATIONS].filter(([, migration]) => headerOf(migration).release === release);
    expect([release, own.at(-1)?.[0]]).toEqual([release, last]);
  }
});
