// A plugin's folder as an npm package: its name may be `gateway-plugin-<id>` where the folder's name is not the id.
import { afterAll, expect, test } from "bun:test";
import { checkPlugin } from "../../../src/plugin-kit/check/check-plugin.ts";
import { removePluginFolders, scaffold } from "../../support/plugin-folder.ts";

afterAll(removePluginFolders);

test.each([
  ["gateway-plugin-nimbus", true],
  ["@nimbus-inc/gateway-plugin-nimbus", true],
  ["gateway-plugin-acme", false],
  ["nimbus-gateway", false],
])("a package %s of the plugin nimbus: %p", async (name, isRight) => {
  const plugin = await scaffold();
  plugin.change("index.ts", 'id: "acme"', 'id: "nimbus"');
  plugin.write("README.md", plugin.read("README.md").replaceAll("/api/v1/acme", "/api/v1/nimbus"));
  plugin.write("package.json", JSON.stringify({ name, version: "0.1.0" }));
  const violations = await checkPlugin(await plugin.load(), plugin.folder);
  expect(violations.map(({ where }) => where)).toEqual(isRight ? [] : ["id"]);
});
