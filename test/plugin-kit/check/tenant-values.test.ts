// The kit on values of a tenant: each kind of sign-in brings each one, from somewhere that a fixture shows, to a place that uses it.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fillFixtures } from "../../../src/operations/cli/plugin-fill.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { checkPlugin } from "../../../src/plugin-kit/check/check-plugin.ts";
import { type PluginFolder, removePluginFolders, scaffold } from "../../support/plugin-folder.ts";

afterAll(removePluginFolders);

let loaded = 0;
const load = async ({ folder }: PluginFolder): Promise<Provider> =>
  ((await import(`${join(folder, "index.ts")}?${++loaded}`)) as { default: Provider }).default;
const sentences = async (plugin: PluginFolder) =>
  (await checkPlugin(await load(plugin), plugin.folder)).map(({ where, message }) => `${where}: ${message}`);
const put = (plugin: PluginFolder, file: string, fixture: object) => plugin.write(file, JSON.stringify(fixture));
/** Fixtures of the scaffold, with the tenant, and the requests and headers that follow from it. */
async function filled(plugin: PluginFolder, tenant: Record<string, string>): Promise<PluginFolder> {
  for (const file of readdirSync(join(plugin.folder, "fixtures")).filter((name) => name.endsWith(".json"))) {
    const fixture = JSON.parse(plugin.read(`fixtures/${file}`));
    put(plugin, `fixtures/${file}`, { ...fixture, call: { ...fixture.call, identity: { tenant } } });
  }
  await fillFixtures(await load(plugin), plugin.folder, { only: null, isOverwriting: true });
  return plugin;
}

describe("a value out of the callback", () => {
  const callback = { callback: { code: "c", realmId: "123" }, tenant: { realm: "123" } };
  const withCallback = async () => {
    const plugin = await scaffold();
    plugin.change(
      "index.ts",
      'baseUrl: "https://api.acme.example",',
      `baseUrl: "https://api.acme.example/{realm}",
  tenant: { realm: { from: "callback", parameter: "realmId", pattern: /^[0-9]+$/ } },
  query: { minorversion: "75" },`,
    );
    mkdirSync(join(plugin.folder, "fixtures/oauth"));
    put(plugin, "fixtures/oauth/callback.json", callback);
    return filled(plugin, { realm: "123" });
  };

  test("conforms with a fixture of the callback, which --fill completes", async () => {
    const plugin = await withCallback();
    expect(await sentences(plugin)).toEqual([]);
    expect(plugin.read("fixtures/get_item.json")).toContain("https://api.acme.example/123/items/7?minorversion=75");
    put(plugin, "fixtures/oauth/callback.json", { callback: callback.callback });
    put(plugin, "fixtures/oauth/callback.wrong.json", { callback: { realmId: "12a" } });
    await fillFixtures(await load(plugin), plugin.folder, { only: null, isOverwriting: false });
    expect(JSON.parse(plugin.read("fixtures/oauth/callback.json"))).toEqual(callback);
    expect(JSON.parse(plugin.read("fixtures/oauth/callback.wrong.json")).error.code).toBe("invalid_tenant");
    plugin.remove("fixtures/oauth/callback.json");
    expect(await sentences(plugin)).toEqual([
      "fixtures/oauth/callback.json: is missing: each function of OAuth needs a fixture, { callback, tenant or error }.",
    ]);
  });

  test.each<[what: string, from: string, to: string, sentence: string]>([
    ["another parameter", '"realmId"', '"realmid"', "fixtures/oauth/callback.json: The result"],
    [
      "a parameter of every callback",
      '"realmId"',
      '"state"',
      'tenant.realm.parameter: is "state", which every callback has',
    ],
    ["another source", 'from: "callback"', 'from: "somewhere"', 'tenant.realm.from: must be "callback"'],
    [
      "a pattern of a part",
      "/^[0-9]+$/",
      "/[0-9]+/",
      "tenant.realm.pattern: must be a regular expression of the whole value",
    ],
    [
      "a pattern without a bound on its time",
      "/^[0-9]+$/",
      "/^([0-9]+)+$/",
      "tenant.realm.pattern: may take exponential time",
    ],
    [
      "an identity that proves nothing",
      'upstream: "/me"',
      'upstream: "https://api.acme.example/me"',
      "tenant.realm: comes from the browser: name it in the identity request",
    ],
    ["an unknown key", "from:", "form:", "tenant.realm.form: unknown key `form`"],
    [
      "no OAuth",
      "oauth2: {",
      'api_key: { fields: { key: { label: "Key" } } }, oauth: {',
      "tenant.realm: comes from OAuth's callback, but the plugin has no auth.oauth2",
    ],
    [
      "a misspelt parameter of every request",
      'minorversion: "75"',
      'minorversions: "75"',
      'has "minorversions=75" in its query',
    ],
    ["a brace that ends nowhere", "acme.example/{realm}", "acme.example/{realm", "baseUrl: must be an https URL"],
    [
      "a name in a parameter that nothing brings",
      'minorversion: "75"',
      'minorversion: "{version}"',
      "query.minorversion: {version} is not a value of tenant",
    ],
    [
      "a brace in a parameter",
      'minorversion: "75"',
      'minorversion: "7}5"',
      "query.minorversion: has a brace that begins or ends no name",
    ],
  ])("is named: %s", async (_, from, to, sentence) => {
    const plugin = await withCallback();
    plugin.change("index.ts", from, to);
    expect((await sentences(plugin)).join("\n")).toContain(sentence);
  });

  test("is not there after another kind of sign-in", async () => {
    const plugin = await withCallback();
    plugin.change("index.ts", "auth: { oauth2: {", 'auth: { api_key: { fields: { key: { label: "Key" } } }, oauth2: {');
    expect((await sentences(plugin)).join("\n")).toContain(
      "tenant.realm: is brought by nothing when people sign in by api_key",
    );
  });
});

describe("a value out of a key, with an identity of its own", () => {
  const KEY = `api_key: {
    fields: { api_key: { label: "Key", pattern: /^[0-9a-z]+-(?<dc>us[0-9]{1,3})$/, example: "0a1b-us21" } },
    identity: {
      upstream: "/ping",
      resource: resource({
        raw: t.Object({ account: t.String() }),
        shape: t.Object({ id: t.String(), name: t.String() }),
        map: ({ account }) => ({ id: account, name: account }),
      }),
    },
  } },
  services: {`;
  const withKey = async () => {
    const plugin = await scaffold();
    plugin.change(
      "index.ts",
      'baseUrl: "https://api.acme.example",',
      'baseUrl: "https://{dc}.acme.example",\n  tenant: { dc: /^us[0-9]{1,3}$/ },\n  headers: { "x-dc": "{dc}" },',
    );
    plugin.change("index.ts", "  } },\n  services: {", `  }, ${KEY}`);
    plugin.change("index.ts", 'upstream: "/me"', 'upstream: "https://login.acme.example/metadata"');
    plugin.change(
      "index.ts",
      "raw: t.Object({ id: rawId, name: t.String() }),",
      "raw: t.Object({ id: rawId, name: t.String(), dc: t.String() }),",
    );
    plugin.change(
      "index.ts",
      "shape: t.Object({ id: t.String(), name: t.String() }),\n      map: (me) => ({ id: String(me.id), name: me.name }),",
      "shape: t.Object({ id: t.String(), name: t.String(), tenant: t.Object({ dc: t.String() }) }),\n      map: (me) => ({ id: String(me.id), name: me.name, tenant: { dc: me.dc } }),",
    );
    put(plugin, "fixtures/identity.json", { upstream: [{ response: { json: { id: 1, name: "ada", dc: "us7" } } }] });
    put(plugin, "fixtures/identity.api_key.json", {
      auth: "api_key",
      upstream: [{ response: { json: { account: "1" } } }],
    });
    return filled(plugin, { dc: "us21" });
  };

  test("conforms with a fixture of each identity", async () => {
    const plugin = await withKey();
    expect(await sentences(plugin)).toEqual([]);
    expect(JSON.parse(plugin.read("fixtures/identity.api_key.json"))).toEqual({
      auth: "api_key",
      call: { identity: { tenant: { dc: "us21" } } },
      upstream: [
        {
          request: { url: "https://us21.acme.example/ping", headers: { "x-dc": "us21" } },
          response: { json: { account: "1" } },
        },
      ],
      result: { id: "1", name: "1" },
    });
    plugin.remove("fixtures/identity.api_key.json");
    expect(await sentences(plugin)).toEqual([
      'fixtures/identity.api_key.json: is missing: { auth: "api_key", upstream, result } must show the identity, { id, name, workspace? }.',
    ]);
  });

  test.each<[what: string, from: string, to: string, sentence: string]>([
    [
      "a group of another name",
      "(?<dc>",
      "(?<cd>",
      'auth.api_key.fields.api_key.pattern: has a group "cd", which is not a value of tenant',
    ],
    [
      "a group that takes too much",
      "[0-9a-z]+-(?<dc>us[0-9]{1,3})",
      "[0-9a-z]+(?<dc>-us[0-9]{1,3})",
      'reads "dc" out of the example as "-us21", which tenant.dc does not match',
    ],
    [
      "no group",
      "(?<dc>us[0-9]{1,3})",
      "us[0-9]{1,3}",
      "tenant.dc: is brought by nothing when people sign in by api_key",
    ],
    [
      "a pattern that takes long",
      "/^[0-9a-z]+-(?<dc>us[0-9]{1,3})$/",
      "/^([0-9a-z]+)+-(?<dc>us[0-9]{1,3})$/",
      "auth.api_key.fields.api_key.pattern: may take exponential time",
    ],
    ["a header that nothing brings", '"x-dc": "{dc}"', '"x-dc": "{cd}"', "headers.x-dc: {cd} is not a value of tenant"],
    ["another header", '"x-dc"', '"x-cd"', "x-dc"],
    [
      "an identity without a resource",
      'upstream: "/ping",\n      resource: resource',
      'upstream: "/ping",\n      resources: resource',
      "auth.api_key.identity: must be { upstream, resource }",
    ],
    [
      "an identity at another path",
      '"/ping"',
      '"/pong"',
      "fixtures/identity.api_key.json: GET https://us21.acme.example/pong",
    ],
    [
      "an unknown key of an identity",
      'upstream: "/ping",',
      'upstream: "/ping", methd: "GET",',
      "auth.api_key.identity.methd: unknown key `methd`",
    ],
  ])("is named: %s", async (_, from, to, sentence) => {
    const plugin = await withKey();
    plugin.change("index.ts", from, to);
    expect((await sentences(plugin)).join("\n")).toContain(sentence);
  });

  test("is named: a kind of sign-in that the plugin does not have", async () => {
    const plugin = await withKey();
    plugin.change("fixtures/identity.api_key.json", '"auth": "api_key"', '"auth": "basic"');
    expect((await sentences(plugin)).join("\n")).toContain('has the kind of sign-in "basic"');
  });
});
