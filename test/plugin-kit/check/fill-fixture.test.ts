// What `plugin check --fill` says of a fixture that it cannot complete: a refusal with status 200 is a person's to judge.
import { expect, test } from "bun:test";
import { valueAt } from "../../../src/plugin/index.ts";
import { fillFixture, type PartialFixture } from "../../../src/plugin-kit/check/fill-fixture.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../../src/providers/registry/registry.ts";
import { acmePlugin } from "../../support/acme-plugin.ts";

const plugin = acmePlugin();
plugin.failure = ({ json }) => (valueAt(json, "gone") === true ? "not_found" : undefined);
const { endpoints } = buildRegistry([plugin]);
const getItem = endpoints.find(({ key }) => key === "get_item") as RegisteredEndpoint;
const missingOf = async (fixture: PartialFixture) =>
  (await fillFixture(plugin, getItem, { call: { params: { item_id: "7" } }, ...fixture }, false)).missing;
const gone = [{ response: { json: { gone: true } } }];

test("a refusal with status 200 is not written for the author, who may have written it", async () => {
  expect(await missingOf({ upstream: gone })).toMatch(
    /^The call failed with "not_found" \(.*\): fix the plugin, or write the failure yourself\.$/,
  );
  expect(await missingOf({ upstream: gone, failure: "not_found" })).toBeNull();
  expect(await missingOf({ upstream: gone, failure: "forbidden" })).toContain('failed with "not_found"');
});

test("a refusal whose status says so is written", async () => {
  expect(await missingOf({ upstream: [{ response: { status: 404, json: {} } }] })).toBeNull();
});

test("what a plugin throws is named", async () => {
  const { def } = getItem;
  const throwing = {
    ...getItem,
    def: {
      ...def,
      upstream: () => {
        throw new RangeError("No.");
      },
    },
  } as never;
  const { missing } = await fillFixture(
    plugin,
    throwing,
    { call: { params: { item_id: "7" } }, upstream: gone },
    false,
  );
  expect(missing).toContain("The call threw");
});
