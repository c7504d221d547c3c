// The data folder before the database opens: made for its owner alone, looked at without being made, and free after a failed start.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { readConfig } from "../../src/foundation/config/config.ts";
import { platform } from "../../src/foundation/platform/bun.ts";
import { dataDirError, lockDataDir, makeDataDir } from "../../src/server/data-folder.ts";
import { openDatabase } from "../../src/server/serve.ts";
import { rejection } from "../support/rejection.ts";

const OTHER = 65_532;

describe("the data folder", () => {
  let root: string;
  beforeAll(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "data-folder-")));
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

  // Only root can use the folder of another user.
  test.skipIf(process.getuid?.() !== 0)("of another user has nothing of root's after it was open", async () => {
    const [folder, elsewhere] = [join(root, "owned"), join(root, "elsewhere", "file")];
    makeDataDir(folder);
    chownSync(folder, OTHER, OTHER);
    makeDataDir(join(root, "elsewhere"));
    writeFileSync(elsewhere, "");
    const ownersOf = () => [
      ...new Set(
        readdirSync(folder, { recursive: true, withFileTypes: true })
          // The list follows links.
          .filter((entry) => !entry.isSymbolicLink() && realpathSync(entry.parentPath).startsWith(folder))
          .map(({ parentPath, name }) => lstatSync(join(parentPath, name)).uid),
      ),
    ];
    for (const use of ["made", "opened"]) {
      const { database, release } = await openDatabase(readConfig({ DATA_DIR: folder }), platform);
      expect([use, ownersOf()]).toEqual([use, [OTHER]]);
      for (const place of [elsewhere, join(root, "elsewhere")])
        symlinkSync(place, join(folder, "pglite", `${use} to ${basename(place)}`));
      await database.query("checkpoint");
      writeFileSync(join(folder, "pglite", use), "");
      await database.close();
      release();
      expect([use, ownersOf()]).toEqual([use, [OTHER]]);
    }
    expect(lstatSync(elsewhere).uid).toBe(0);
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
