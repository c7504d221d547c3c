// A plugin for a later contract: said first and in one sentence, whatever else it has that this gateway does not know.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CONTRACT } from "../../../src/plugin/contract.ts";
import { loadPlugins, pluginsInFolder } from "../../../src/providers/registry/load.ts";
import { pluginViolations } from "../../../src/providers/registry/plugin-violations.ts";
import { acmePlugin } from "../../support/acme-plugin.ts";

const folder = mkdtempSync(join(tmpdir(), "gateway-contract-"));
afterAll(() => rmSync(folder, { recursive: true }));

const sentence = `contract is ${CONTRACT + 1}: the plugin is written for plugin contract ${CONTRACT + 1}, and this gateway serves contract ${CONTRACT}. Upgrade the gateway, or use a version of the plugin for contract ${CONTRACT}.`;
const acme = acmePlugin();
const messagesOf = (changes: object) =>
  pluginViolations({ ...acme, ...changes }, []).map(({ field, message }) => `${field} ${message}`);

describe("the contract of a plugin", () => {
  test("a later one is the only thing that is said of it", () => {
    expect(messagesOf({ contract: CONTRACT + 1, webooks: {}, endpoints: { get_item: { magic: 1 } } })).toEqual([
      sentence,
    ]);
  });

  test("a module that imports what only a later one has says so, too", async () => {
    mkdirSync(join(folder, "later"));
    const text = `import { quantum } from "gateway/plugin";\nexport default quantum({\n  contract: ${CONTRACT + 1},\n});\n`;
    writeFileSync(join(folder, "later", "index.ts"), text);
    const error = await loadPlugins(pluginsInFolder(folder), []).catch((thrown: unknown) => thrown);
    expect((error as { violations?: string[] }).violations).toEqual([
      `${join(folder, "later", "index.ts")}: ${sentence}`,
    ]);
  });

  test("this one, an earlier one and none are served", () => {
    for (let contract = 1; contract <= CONTRACT; contract++) expect(messagesOf({ contract })).toEqual([]);
    expect(messagesOf({})).toEqual([]);
  });

  test.each([0, 1.5, "1", null])("%p is no number of a contract", (contract) => {
    expect(messagesOf({ contract })).toEqual([
      "contract must be the number of the plugin contract that it is written for.",
    ]);
  });
});

describe("the version of a plugin", () => {
  test.each(["0.1.0", "1.4.0-rc.1", "2.0.0+build.7", undefined])("can be %p", (version) => {
    expect(messagesOf({ version })).toEqual([]);
  });

  test.each(["1", "1.4", "v1.4.0", "01.0.0", "1.0.0-", `1.0.0-${"a".repeat(64)}`, 1])("cannot be %p", (version) => {
    expect(messagesOf({ version })).toEqual(['version must be a version such as "1.4.0".']);
  });
});
