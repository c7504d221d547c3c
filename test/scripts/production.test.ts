// The production install of the README in an empty folder: no package of the tests is there to hide what is missing.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { dependencies, devDependencies } from "../../package.json";
import { endProcesses, newDataDir, START_MS, startServer } from "../support/gateway-process.ts";
import { type Source, sourcesIn } from "../support/sources.ts";
import { cloneTree, installerVariables } from "./tree.ts";
import { visitEverything } from "./visit.ts";

setDefaultTimeout(6 * START_MS);
afterAll(endProcesses);

const OURS = ["gateway", "bun"];

/** The packages that a file imports, types aside, or looks up: `require(…)` and `….resolve(…)` with a package's name. */
function packagesOf({ imports, text }: Source): string[] {
  const lookedUp = [...text.matchAll(/\b(?:require|resolve)\(\s*"([^"]+)"/g)].map(([, name = ""]) => name);
  const named = [...imports.filter(({ isTypeOnly }) => !isTypeOnly).map(({ from }) => from), ...lookedUp];
  const packages = named.filter((name) => /^(@[\w.-]+\/)?[\w.-]+(\/|$)/.test(name) && !name.startsWith("."));
  const names = packages.map((name) =>
    name
      .split("/")
      .slice(0, name.startsWith("@") ? 2 : 1)
      .join("/"),
  );
  return names.filter((name) => !builtinModules.includes(name) && !OURS.includes(name));
}

describe("a production install", () => {
  test("R-52: every package that the program or its build needs is a dependency of production", () => {
    const scripts = sourcesIn("scripts").filter(({ file }) => ["scripts/build.ts", "scripts/binary.ts"].includes(file));
    const client = sourcesIn("client/src").filter(({ file }) => file === "client/src/connect.ts");
    const missing = [...["src", "demo", "emulators", "plugins"].flatMap(sourcesIn), ...client, ...scripts].flatMap(
      (source) =>
        packagesOf(source)
          .filter((name) => !(name in dependencies))
          .map((name) => `${source.file} needs ${name}`),
    );
    expect(missing).toEqual([]);
    expect(Object.keys(dependencies).filter((name) => name in devDependencies)).toEqual([]);
  });

  test("R-52: a start from a clone installs what it needs, and serves every page and route without a fault", async () => {
    const folder = cloneTree();
    expect(existsSync(join(folder, "node_modules"))).toBe(false);
    const launcher = [process.execPath, join(folder, "scripts/run.mjs")] as const;
    const env = { ...installerVariables(), DATA_DIR: newDataDir() };
    const server = await startServer(env, folder, launcher);
    expect(readFileSync(join(folder, "node_modules/.gateway-installed"), "utf8")).toEndWith(" to run");
    const { statuses, failed } = await visitEverything(server);
    expect(failed).toEqual([]);
    for (const path of [
      "/docs",
      "/docs/guides/api",
      "/llms.txt",
      "/llms-full.txt",
      "/openapi.json",
      "/connect.js",
      "/client.tgz",
    ])
      expect([path, statuses.get(path)]).toEqual([path, 200]);
  });
});
