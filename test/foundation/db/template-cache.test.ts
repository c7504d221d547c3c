// The dump that first starts from source begin with: kept, made anew where it is damaged, and done without where it cannot be.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { openEmbedded } from "../../../src/foundation/db/embedded.ts";
import { hasEmbedded } from "../../../src/foundation/db/embedded-folder.ts";
import { migrate, readMigrations } from "../../../src/foundation/db/migrate.ts";
import { TarError } from "../../../src/foundation/db/tar.ts";
import { packDump, unpackDump } from "../../../src/foundation/db/template.ts";
import { cachedTemplate, templateFile } from "../../../src/foundation/db/template-cache.ts";
import { embeddedTemplate } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gateway-template-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a damaged dump is made anew, whole and under its name alone, and a database starts from it migrated", async () => {
  const file = templateFile(folder);
  writeFileSync(file, packDump(new TextEncoder().encode("a dump that breaks off"), 1).subarray(0, -6));
  const made = await cachedTemplate(folder);
  expect(made).not.toBe(null);
  expect(readdirSync(folder)).toEqual([basename(file)]);
  expect(await cachedTemplate(folder)).toEqual(made);
  const database = await openEmbedded({ template: async () => made });
  expect(await migrate(database, readMigrations())).toEqual([]);
  await database.close();
}, 60_000);

test("a folder that a start which died has filled in part is filled by the next", async () => {
  const database = join(folder, "pglite");
  mkdirSync(database);
  const dump = await embeddedTemplate();
  const diedAt = dump.subarray(0, 20_000_000);
  expect(await rejection(unpackDump(diedAt, database))).toBeInstanceOf(TarError);
  expect(readdirSync(database)).not.toBeEmpty();
  expect(hasEmbedded(folder)).toBe(false);
  const opened = await openEmbedded({ dataDir: folder, template: async () => dump });
  expect(await migrate(opened, readMigrations())).toEqual([]);
  await opened.close();
});

test("where none can be kept there is none, and nothing fails", async () => {
  writeFileSync(join(folder, "file"), "");
  expect(await cachedTemplate(join(folder, "file", "cache"))).toBe(null);
});
