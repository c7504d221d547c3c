// The data folder before the database opens: made for its owner alone, looked at without being made, and free after a failed start.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../src/foundation/config/config.ts";
import { platform } from "../../src/foundation/platform/bun.ts";
import { dataDirError, lockDataDir, makeDataDir } from "../../src/server/data-folder.ts";
import { openDatabase } from "../../src/server/serve.ts";
import { rejection } from "../support/rejection.ts";

describe("the data folder", () => {
  let root: string;
  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "data-folder-"));
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test("is made with the folders above it, for its owner alone", () => {
    const folder = join(root, "made", "deep");
    makeDataDir(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    makeDataDir(folder);
  });

  test("is looked at without being made: a folder that can be made is no error", () => {
    const folder = join(root, "not", "made");
    expect(dataDirError(folder)).toBeNull();
    expect(existsSync(join(root, "not"))).toBe(false);
  });

  test("where a file stands it is refused with its path", () => {
    const file = join(root, "file");
    writeFileSync(file, "");
    expect(() => makeDataDir(join(file, "data"))).toThrow(
      `The data folder ${join(file, "data")} must be writable (ENOTDIR): its path leads through a file: set DATA_DIR.`,
    );
  });

  test("is free again after a start that failed", async () => {
    const folder = join(root, "failed");
    makeDataDir(folder);
    // A file where the database's folder would be.
    writeFileSync(join(folder, "pglite"), "");
    await rejection(openDatabase(readConfig({ DATA_DIR: folder }), platform));
    lockDataDir(folder, platform).release();
  });
});
