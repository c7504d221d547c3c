// Each function of a plugin's OAuth has a fixture that it fulfils, and what nothing brings is named.
import { afterAll, describe, expect, test } from "bun:test";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { fillFixtures } from "../../../src/operations/cli/plugin-fill.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { checkPlugin } from "../../../src/plugin-kit/check/check-plugin.ts";
import { type PluginFolder, removePluginFolders, scaffold } from "../../support/plugin-folder.ts";

afterAll(removePluginFolders);

const FUNCTIONS = `clientAuth: "basic",
    authorize: (scopes) => ({ scope: scopes.join("+") }),
    tokens: (json) => ({ accessToken: String(json.access_token ?? ""), expiresIn: Number(json.life) }),
    tokenError: ({ code }) => (code === 7 ? "invalid_grant" : undefined),
    revoke: ({ accessToken }) => ({ method: "POST", path: path\`/revoke\`, auth: "client", form: { token: accessToken } }),`;
const FIXTURES: Readonly<Record<string, object>> = {
  authorize: { scopes: ["a", "b"], parameters: { scope: "a+b" } },
  tokens: {
    response: { json: { access_token: "token-of-ada", life: 60 } },
    tokens: { accessToken: "token-of-ada", expiresIn: 60 },
  },
  tokenError: { response: { status: 400, json: { code: 7 } }, error: { kind: "dead_grant", code: "invalid_grant" } },
  revoke: {
    requests: [
      {
        method: "POST",
        url: "https://api.acme.example/revoke",
        credential: "client",
        form: { token: "token-of-the-fixture" },
      },
    ],
  },
};

async function withFunctions(fixtures: Readonly<Record<string, object>> = FIXTURES): Promise<PluginFolder> {
  const plugin = await scaffold();
  plugin.change("index.ts", 'clientAuth: "basic",', FUNCTIONS);
  mkdirSync(join(plugin.folder, "fixtures/oauth"));
  for (const [name, fixture] of Object.entries(fixtures))
    plugin.write(`fixtures/oauth/${name}.json`, JSON.stringify(fixture));
  return plugin;
}

let loaded = 0;
const load = async ({ folder }: PluginFolder): Promise<Provider> =>
  ((await import(`${join(folder, "index.ts")}?${++loaded}`)) as { default: Provider }).default;
const sentences = async (plugin: PluginFolder) =>
  (await checkPlugin(await load(plugin), plugin.folder)).map(({ where, message }) => `${where}: ${message}`);

describe("the functions of OAuth", () => {
  test("conform with a fixture each, and need one each", async () => {
    expect(await sentences(await withFunctions())).toEqual([]);
    expect((await sentences(await withFunctions({}))).map((one) => one.split(":")[0])).toEqual(
      ["authorize", "tokens", "tokenError", "revoke"].map((name) => `fixtures/oauth/${name}.json`),
    );
  });

  test("are filled in from what they are given", async () => {
    const given = Object.entries(FIXTURES).map(
      ([name, { scopes, response }]: [string, { scopes?: object; response?: object }]) => [name, { scopes, response }],
    );
    const plugin = await withFunctions(Object.fromEntries(given));
    await fillFixtures(await load(plugin), plugin.folder, { only: null, isOverwriting: false });
    for (const [name, fixture] of Object.entries(FIXTURES))
      expect(JSON.parse(plugin.read(`fixtures/oauth/${name}.json`))).toEqual(fixture);
  });

  test.each<[mistake: string, from: string, to: string, sentence: string]>([
    ["a misspelt scope parameter", "({ scope: scopes", "({ scoep: scopes", "at /parameters/scope: it is missing"],
    [
      "a token that is made up of nothing",
      'String(json.access_token ?? "")',
      "String(json.acess_token)",
      'auth.oauth2.tokens: reads the access token "undefined" out of a response that has none',
    ],
    [
      "a token under another name",
      'json.access_token ?? ""',
      'json.acess_token ?? ""',
      "fixtures/oauth/tokens.json: The result differs at /tokens: it is missing",
    ],
    ["a misspelt life", "json.life", "json.lief", "at /tokens/expiresIn: it is missing, the fixture expects 60"],
    ["another code", "code === 7", "code === 8", "fixtures/oauth/tokenError.json: The result differs"],
    ["another request", "form: { token:", "form: { tokn:", "at /requests/0/form/token: it is missing"],
  ])("are refused with %s", async (_, from, to, sentence) => {
    const plugin = await withFunctions();
    plugin.change("index.ts", from, to);
    expect((await sentences(plugin)).join("\n")).toContain(sentence);
  });

  test("are refused where a fixture is none, or shows nothing", async () => {
    const tokenError = { response: { status: 400, json: { error: "invalid_grant" } } };
    const found = await sentences(
      await withFunctions({
        ...FIXTURES,
        tokenError: { ...tokenError, error: { kind: "dead_grant", code: "invalid_grant" } },
        "tokens.more": { response: {} },
        token: {},
      }),
    );
    expect(found).toEqual([
      "fixtures/oauth/token.json: does not name a function: call the file <authorize | tokens | tokenError | revoke | callback>[.<case>].json.",
      "fixtures/oauth/tokenError.json: Without tokenError the result is the same: show a response whose code it finds.",
      "fixtures/oauth/tokens.more.json: is not { response: { json }, tokens or error } in JSON.",
    ]);
  });
});

describe("what nothing brings", () => {
  test.each<[what: string, from: string, to: string, sentence: string]>([
    [
      "a header in braces",
      "services: {",
      'headers: { "x-tenant": "{tenant}" },\n  services: {',
      "headers.x-tenant: {tenant} is not a value of tenant: it would be sent as it is, with its braces",
    ],
    [
      "a value of the base URL",
      'baseUrl: "https://api.acme.example",',
      'baseUrl: "https://{dc}.acme.example",\n  tenant: { dc: /^us[0-9]{1,2}$/ },',
      "tenant.dc: is brought by nothing",
    ],
    [
      "a name in capitals",
      "t.Object({ id: t.String(), title: t.String() })",
      "t.Object({ id: t.String(), Title: t.String() })",
      "endpoints.list_items.returns.Title: must be lower case with underscores",
    ],
  ])("is named: %s", async (_, from, to, sentence) => {
    const plugin = await scaffold();
    plugin.change("index.ts", from, to);
    expect((await sentences(plugin)).join("\n")).toContain(sentence);
  });

  test("is named: a README of another plugin", async () => {
    const plugin = await scaffold();
    plugin.write("README.md", "# Trello\n\nCall `GET /api/v1/trello/items`.\n");
    expect(await sentences(plugin)).toEqual([
      "README.md: does not name Acme: write it for this plugin.",
      "README.md:3: names /api/v1/trello/items, which is no route of this plugin.",
    ]);
    plugin.write(
      "README.md",
      "# Acme\n\nGET /api/v1/acme/items/{id}, /api/v1/webhooks/acme, or\nGET /api/v1/acme/boards.\n",
    );
    expect(await sentences(plugin)).toEqual([
      "README.md:4: names /api/v1/acme/boards, which is no route of this plugin.",
    ]);
  });
});
