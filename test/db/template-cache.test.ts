// The dump that first starts from source begin with: kept, made anew where it is damaged, and done without where it cannot be.
import { afterEach, beforeEach, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import { openEmbedded } from "../../src/db/embedded.ts";
import { migrate, readMigrations } from "../../src/db/migrate.ts";
import { cachedTemplate, templateFile } from "../../src/db/template-cache.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "gateway-template-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("a damaged dump is made anew, whole and under its name alone, and a database starts from it migrated", async () => {
  const file = templateFile(folder);
  writeFileSync(file, gzipSync("a dump that breaks off").subarray(0, -6));
  const made = await cachedTemplate(folder);
  expect(made).toBeInstanceOf(Blob);
  expect(readdirSync(folder)).toEqual([basename(file)]);
  expect((await cachedTemplate(folder))?.size).toBe(made?.size as number);
  const database = await openEmbedded({ template: async () => made });
  expect(await migrate(database, readMigrations())).toEqual([]);
  await database.close();
}, 60_000);

test("where none can be kept there is none, and nothing fails", async () => {
  writeFileSync(join(folder, "file"), "");
  expect(await cachedTemplate(join(folder, "file", "cache"))).toBe(null);
});
