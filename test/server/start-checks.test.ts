// A folder of plugins without a plugin: most likely the wrong one, or one that switches off the folder beside the binary.
import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readConfig } from "../../src/foundation/config/config.ts";
import { loadProgram } from "../../src/server/start-checks.ts";

const root = mkdtempSync(join(tmpdir(), "gateway-start-checks-"));
afterAll(() => rmSync(root, { recursive: true }));

const folder = (...path: string[]) => {
  mkdirSync(join(root, ...path), { recursive: true });
  return join(root, ...path);
};
const load = async (binaryFolder: string | null, pluginsDir: string, strict: boolean) => {
  const env = { DATA_DIR: folder("data"), GATEWAY_PLUGINS_DIR: pluginsDir, GATEWAY_STRICT_PLUGINS: String(strict) };
  const { added, refused } = await loadProgram({ config: readConfig(env), platform: { binaryFolder }, builtIn: [] });
  return { none: added?.none ?? null, refused };
};

test("an empty folder that switches off the one beside the binary is neither named nor refused", async () => {
  const [beside, alone] = [folder("beside"), folder("alone")];
  folder("beside", "plugins");
  const empty = folder("empty");
  for (const strict of [false, true]) expect(await load(beside, empty, strict)).toEqual({ none: null, refused: [] });
  const said = `GATEWAY_PLUGINS_DIR ${empty} has no plugin: one is <name>.ts or <name>/index.ts directly in this folder.`;
  for (const binaryFolder of [alone, null]) {
    expect(await load(binaryFolder, empty, false)).toEqual({ none: said, refused: [] });
    expect(await load(binaryFolder, empty, true)).toEqual({ none: said, refused: [said] });
  }
});

test("one with other things in it is named, also where a folder lies beside the binary", async () => {
  const beside = folder("beside");
  folder("beside", "plugins");
  const others = folder("others");
  writeFileSync(join(others, "readme.md"), "");
  expect((await load(beside, others, false)).none).toContain("has no plugin");
});
