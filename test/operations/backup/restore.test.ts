// What a restore refuses before it touches anything, and that its renames can be repeated from wherever they stopped.
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Inspected } from "../../../src/operations/backup/archive.ts";
import { restore } from "../../../src/operations/backup/restore.ts";
import { assertNotRestoring, readReady, swapIn, writeReady } from "../../../src/operations/backup/restore-folder.ts";
import { fileSource } from "../../../src/operations/backup/source.ts";
import { endProcesses, newFolder } from "../../support/gateway-process.ts";
import { rejection } from "../../support/rejection.ts";
import { ringNamed, sampleHead } from "./sample.ts";

afterAll(endProcesses);

const KNOWN = [{ name: "0001_create_users" }];
const NEWER = { name: "0999_drop_something", checksum: "", release: "9.0.0", runs_with: "9.0.0" };
const inspected = (changes = {}): Inspected => ({ head: sampleHead(changes), secrets: null });
const options = (dataDir: string, keyRing = ringNamed("k1")) => ({
  source: fileSource(join(dataDir, "never-read.backup")),
  vault: null,
  dataDir,
  keyRing,
  migrations: KNOWN,
  files: null,
  tables: [],
});

describe("R-46: a restore", () => {
  test("refuses a newer backup, another Postgres, a wrong or missing key ring and a full folder, and touches nothing", async () => {
    const empty = newFolder();
    const full = newFolder();
    mkdirSync(join(full, "pglite"));
    writeFileSync(join(full, "pglite", "PG_VERSION"), "18\n");
    const refusals: [Promise<unknown>, string][] = [
      [
        restore(options(empty), inspected({ gateway: "9.0.0", migrations: [NEWER] }), false),
        "Restore it with gateway 9.0.0 or newer",
      ],
      [restore(options(empty), inspected({ postgres: "19.1" }), false), "Postgres 19"],
      [restore(options(empty, ringNamed("k2")), inspected(), false), 'needs "k1": it lacks "k1"'],
      [restore(options(empty, ringNamed("k1", 2)), inspected(), false), 'its "k1" is a different key'],
      [restore({ ...options(empty), keyRing: null }, inspected(), false), 'needs the key ring with "k1"'],
      [restore(options(full), inspected(), false), "add --replace"],
      [restore(options(empty), inspected({ bytes: 1e18 }), false), "free some space"],
    ];
    const messages = await Promise.all(refusals.map(async ([refused]) => String(await rejection(refused))));
    messages.forEach((message, i) => void expect(message).toContain(refusals[i]?.[1] as string));
    expect([readdirSync(empty), readdirSync(full)]).toEqual([[], ["pglite"]]);
  });

  test("that died between any two of its renames is completed by running it again, and no gateway starts meanwhile", async () => {
    const ready = { id: sampleHead().id, aside: "before-restore" };
    const at = (dataDir: string, ...names: string[]) => join(dataDir, ...names);
    const steps: ((dataDir: string) => void)[] = [
      (dataDir) => mkdirSync(at(dataDir, "before-restore")),
      (dataDir) => renameSync(at(dataDir, "pglite"), at(dataDir, "before-restore", "pglite")),
      (dataDir) => renameSync(at(dataDir, "secrets.json"), at(dataDir, "before-restore", "secrets.json")),
      (dataDir) => renameSync(at(dataDir, "restoring", "secrets.json"), at(dataDir, "secrets.json")),
      (dataDir) => renameSync(at(dataDir, "restoring", "pglite"), at(dataDir, "pglite")),
    ];
    for (let done = 0; done <= steps.length; done++) {
      const dataDir = newFolder();
      for (const [folder, text] of [
        ["", "old"],
        ["restoring", "new"],
      ] as const) {
        mkdirSync(at(dataDir, folder, "pglite"), { recursive: true });
        writeFileSync(at(dataDir, folder, "pglite", "PG_VERSION"), text);
        writeFileSync(at(dataDir, folder, "secrets.json"), text);
      }
      writeReady(dataDir, ready);
      for (const step of steps.slice(0, done)) step(dataDir);
      if (done >= 2 && done < steps.length) expect(() => assertNotRestoring(dataDir)).toThrow("is unfinished");
      else assertNotRestoring(dataDir);
      expect(readReady(dataDir)).toEqual(ready);
      const { aside } = await restore(options(dataDir), inspected(), true);
      const read = (...names: string[]) => readFileSync(at(dataDir, ...names), "utf8");
      expect([done, read("pglite", "PG_VERSION"), read("secrets.json")]).toEqual([done, "new", "new"]);
      expect([aside, read("before-restore", "pglite", "PG_VERSION"), read("before-restore", "secrets.json")]).toEqual([
        at(dataDir, "before-restore"),
        "old",
        "old",
      ]);
      expect(existsSync(at(dataDir, "restoring"))).toBe(false);
      expect(swapIn(dataDir, ready)).toBe(aside);
    }
  });
});
