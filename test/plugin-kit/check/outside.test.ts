// `gateway/testing` outside of the repository: `bun test` in the folder that `gateway plugin new` wrote.
import { afterAll, describe, expect, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { type PluginFolder, removePluginFolders, scaffold } from "../../support/plugin-folder.ts";

afterAll(removePluginFolders);

function runTests({ folder }: PluginFolder): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["test"], {
    cwd: folder,
    encoding: "utf8",
    timeout: 20_000,
  });
  return { status, output: stdout + stderr };
}

describe("bun test in a new plugin's folder", () => {
  test("passes", async () => {
    const { status, output } = runTests(await scaffold());
    expect(output).toContain("1 pass");
    expect(status, output).toBe(0);
  });

  test("fails for a broken plugin, with each violation's field or file and sentence", async () => {
    const plugin = await scaffold();
    plugin.change("index.ts", "pkce: true,", "");
    const { status, output } = runTests(plugin);
    expect(status, output).toBe(1);
    expect(output).toContain("where: 'auth.oauth2.pkce'");
    expect(output).toMatch(/message: 'must be true, or false if the provider refuses it \(index\.ts:\d+\)\.'/);
  });

  test("fails for a fixture that the plugin does not fulfil", async () => {
    const plugin = await scaffold();
    plugin.change("fixtures/get_item.json", "A title", "Another title");
    const { status, output } = runTests(plugin);
    expect(status, output).toBe(1);
    expect(output).toContain("where: 'fixtures/get_item.json'");
  });
});
