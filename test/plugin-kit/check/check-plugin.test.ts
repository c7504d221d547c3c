// The conformance kit finds each kind of mistake in a plugin, and names its field or file.
import { afterAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { checkPlugin } from "../../../src/plugin-kit/check/check-plugin.ts";
import { confined } from "../../../src/plugin-kit/check/confine.ts";
import { type PluginFolder, removePluginFolders, scaffold } from "../../support/plugin-folder.ts";

type Break = (plugin: PluginFolder) => void;
const LIST = "fixtures/list_items.json";
const ONE = "fixtures/get_item.json";
const inOne =
  (from: string, to: string): Break =>
  (plugin) =>
    plugin.change("index.ts", from, to);
const inFile =
  (file: string, from: string, to: string): Break =>
  (plugin) =>
    plugin.change(file, from, to);
/** Adds an expression to the list's map, which every list fixture runs. */
const inMap = (statement: string): Break => inOne("map: (raw) => ({ id", `map: (raw) => (${statement}, { id`);

/** The mistake, how to make it, and the violation: its `where`, and part of its sentence. */
const MISTAKES: readonly [string, Break, where: string, message: RegExp][] = [
  [
    "an undeclared permission",
    inOne('permission: "items.read"', 'permission: "items.list"'),
    "endpoints.list_items.permission",
    /not declared/,
  ],
  [
    "a permission that nothing uses",
    inOne("items: { read:", 'items: { write: { scopes: [], description: "Write." }, read:'),
    "services.items.write",
    /not used by any endpoint/,
  ],
  ["a base URL without https", inOne('baseUrl: "https:', 'baseUrl: "http:'), "baseUrl", /https/],
  ["a token URL without https", inOne('tokenUrl: "https:', 'tokenUrl: "http:'), "auth.oauth2.tokenUrl", /https/],
  ["a PKCE flag that is missing", inOne("pkce: true,", ""), "auth.oauth2.pkce", /must be true/],
  [
    "a parameter without a description",
    inOne('params: { id: "The item\'s id." }', "params: {} as never"),
    "endpoints.get_item.params.id",
    /needs a description/,
  ],
  [
    "a template parameter that the path lacks",
    inOne('upstream: "/items"', 'upstream: "/items/{id}"'),
    "endpoints.list_items.upstream",
    /not a parameter of the path/,
  ],
  [
    "two endpoints on one route",
    inOne('path: "/items/{id}"', 'path: "/items"'),
    "endpoints.get_item.path",
    /same route/,
  ],
  ["an id that is not the folder's name", inOne('id: "acme"', 'id: "other"'), "id", /folder is "acme"/],
  [
    "a description that says nothing",
    inOne("Get one item of Acme by its id.", "Get item."),
    "endpoints.get_item.description",
    /is too short/,
  ],
  [
    "a query field without a description",
    inOne(
      'description: "List the items',
      'query: t.Object({ state: t.Optional(t.String()) }), description: "List the items',
    ),
    "endpoints.list_items.query.state",
    /no description/,
  ],
  [
    "a field deep in a body without a description",
    inOne(
      'method: "GET",\n      path: "/items/{id}"',
      'method: "POST",\n      body: t.Object({ tags: t.Optional(t.Array(t.Object({ name: t.Optional(t.String()) }), { description: "Tags." })) }),\n      path: "/items/{id}"',
    ),
    "endpoints.get_item.body.tags.name",
    /no description/,
  ],
  [
    "one name in two parts of the input",
    inOne(
      'params: { id: "The item\'s id." },',
      'params: { id: "The item\'s id." }, query: t.Object({ id: t.Optional(t.String({ description: "Id." })) }),',
    ),
    "endpoints.get_item.query.id",
    /is also in params/,
  ],
  [
    "an endpoint with the identity's name",
    inOne("get_item: endpoint", "identity: endpoint"),
    "endpoints.identity",
    /cannot have this name/,
  ],
  [
    "an import of a package",
    inOne("\nconst paging", '\nimport { readFileSync } from "node:fs";\nvoid readFileSync;\nconst paging'),
    "index.ts",
    /imports "node:fs"/,
  ],
  [
    "an import of a package by several lines",
    inOne("\nconst paging", '\nimport {\n  readFileSync,\n} from "node:fs";\nvoid readFileSync;\nconst paging'),
    "index.ts",
    /imports "node:fs"/,
  ],
  ["an import while it runs", inMap('import("node:os")'), "index.ts", /imports "node:os"/],
  [
    "a re-export from outside the folder",
    (plugin) => plugin.write("more.ts", 'export { Type } from "@sinclair/typebox";\n'),
    "more.ts",
    /imports "@sinclair/,
  ],
  [
    "a file of another folder",
    (plugin) => plugin.write("more.ts", 'import "../other/index.ts";\n'),
    "more.ts",
    /imports "\.\.\/other/,
  ],
  ["the environment", inMap("process.env"), "index.ts", /uses process/],
  ["the environment in a template", inMap("`${`${process.env.HOME}`}`"), "index.ts", /uses process/],
  ["a buffer of Node", inMap('Buffer.from("")'), "index.ts", /uses Buffer/],
  ["the global object", inMap('globalThis["fetch"]'), "index.ts", /uses globalThis/],
  ["the network", inMap('fetch("https://api.acme.example").catch(() => {})'), LIST, /uses fetch/],
  ["the network, with the error caught", inMap("(() => { try { fetch(raw.title); } catch {} })()"), LIST, /uses fetch/],
  ["a timer", inMap("setTimeout(() => {}, 1)"), LIST, /uses setTimeout/],
  [
    "the network in its identity",
    inOne("map: (me) => (", 'map: (me) => (fetch("https://a.example"), '),
    "fixtures/identity.json",
    /uses fetch/,
  ],
  ["an endpoint without a fixture", (plugin) => plugin.remove(ONE), ONE, /each endpoint needs a fixture/],
  ["a list without a last page", (plugin) => plugin.remove("fixtures/list_items.last.json"), LIST, /no last page/],
  ["a list without a middle page", (plugin) => plugin.remove(LIST), LIST, /no middle page/],
  [
    "no fixture of expired",
    (plugin) => plugin.remove("fixtures/get_item.expired.json"),
    "fixtures",
    /no case of expired, such as a 401/,
  ],
  [
    "no fixture of not_found",
    (plugin) => plugin.remove("fixtures/get_item.missing.json"),
    "fixtures",
    /no case of not_found, such as a 404/,
  ],
  [
    "no fixture of rate_limited",
    (plugin) => plugin.remove("fixtures/get_item.limited.json"),
    "fixtures",
    /no case of rate_limited, such as a 429/,
  ],
  [
    "no fixture of unavailable",
    (plugin) => plugin.remove("fixtures/get_item.down.json"),
    "fixtures",
    /no case of unavailable, such as a 503/,
  ],
  [
    "no fixture of the identity",
    (plugin) => plugin.remove("fixtures/identity.json"),
    "fixtures/identity.json",
    /is missing/,
  ],
  [
    "an identity that asks elsewhere",
    inOne('upstream: "/me"', 'upstream: "/you"'),
    "fixtures/identity.json",
    /\/you is not the request that the fixture expects \(GET .*\/me\)/,
  ],
  [
    "an identity other than expected",
    inFile("fixtures/identity.json", '"id": "42"', '"id": "43"'),
    "fixtures/identity.json",
    /fixture expects/,
  ],
  [
    "an identity that is not of its shape",
    inOne("({ id: String(me.id), name: me.name })", "({ id: me.id as never, name: me.name })"),
    "fixtures/identity.json",
    /declared shape at \/id/,
  ],
  [
    "a fixture of no endpoint",
    (plugin) => plugin.write("fixtures/put_item.json", plugin.read(ONE)),
    "fixtures/put_item.json",
    /does not name an endpoint/,
  ],
  ["a fixture that is not JSON", (plugin) => plugin.write(ONE, "{"), ONE, /in JSON/],
  [
    "a fixture with a misspelt part",
    inFile(ONE, '"call"', '"calls"'),
    ONE,
    /^unknown key `calls`; did you mean `call`\?$/,
  ],
  [
    "a fixture without its request, which --fill writes",
    (plugin) => {
      const { call, upstream, result } = JSON.parse(plugin.read(ONE));
      const bare = upstream.map(({ response }: { response: object }) => ({ response }));
      plugin.write(ONE, JSON.stringify({ call, upstream: bare, result }));
    },
    ONE,
    /^has no upstream\[0\]\.request: let `plugin check --fill` write what is missing/,
  ],
  [
    "a fixture without its end, which --fill writes",
    (plugin) => {
      const { call, upstream } = JSON.parse(plugin.read(ONE));
      plugin.write(ONE, JSON.stringify({ call, upstream }));
    },
    ONE,
    /^has no result or failure: let `plugin check --fill` write what is missing/,
  ],
  ["a fixture whose call is refused", inFile(ONE, '"id": "7"', '"id": ".."'), ONE, /call is not valid/],
  [
    "a request to another path",
    inOne("path`/items/${params.id}`", "path`/things/${params.id}`"),
    ONE,
    /is not the request/,
  ],
  [
    "a request with another method",
    inOne("({ path: path`", '({ method: "POST", path: path`'),
    ONE,
    /POST .* is not the request/,
  ],
  [
    "an endpoint that reads and sends a POST without safe",
    inOne("({ path: path`", '({ method: "POST", path: path`'),
    ONE,
    /The endpoint only reads, but sends POST \/items\/7 without `safe`/,
  ],
  [
    "a GET that says safe",
    inOne("({ path: path`/items/${params.id}`", "({ safe: true, path: path`/items/${params.id}`"),
    ONE,
    /GET \/items\/7 has `safe`/,
  ],
  [
    "a PUT that says safe",
    inOne("({ path: path`", '({ method: "PUT", safe: true, path: path`'),
    ONE,
    /PUT \/items\/7 has `safe`/,
  ],
  [
    "an endpoint that says as",
    inOne('path: "/items/{id}"', 'as: "bot", path: "/items/{id}"'),
    "endpoints.get_item.credential",
    /^`as` is now called `credential` \(index\.ts:\d+\)\.$/,
  ],
  [
    "a provider that says app",
    inOne("auth: {", 'app: { scheme: "Bot" }, auth: {'),
    "bot",
    /^`app` is now called `bot`( \(index\.ts:\d+\))?\.$/,
  ],
  [
    "a request that says as",
    inOne("({ path: path`/items/${params.id}`", '({ as: "grant", path: path`/items/${params.id}`'),
    ONE,
    /GET \/items\/7 uses `as`, which is now called `credential`/,
  ],
  [
    "a request with the credential grantor",
    inOne("({ path: path`/items/${params.id}`", '({ credential: "grantor", path: path`/items/${params.id}`'),
    "index.ts",
    /^has the credential "grantor", which is called "grant" now\.$/,
  ],
  [
    "an endpoint that says formerly",
    inOne('path: "/items/{id}"', 'formerly: ["fetch_item"], path: "/items/{id}"'),
    "endpoints.get_item.formerly",
    /^unknown key `formerly`; it is called `previousNames` now/,
  ],
  [
    "a request that says repeatable",
    inOne("({ path: path`/items/${params.id}`", "({ repeatable: true, path: path`/items/${params.id}`"),
    ONE,
    /GET \/items\/7 uses `repeatable`, which is now called `safe`/,
  ],
  [
    "a fixture whose request says as",
    inFile(ONE, '"request": {', '"request": { "as": "none",'),
    ONE,
    /The fixture uses `as`, which is now called `credential`/,
  ],
  [
    "a request with a body too many",
    inOne("({ path: path`/items/${params.id}`", "({ json: {}, path: path`/items/${params.id}`"),
    ONE,
    /a body that is not in the fixture/,
  ],
  [
    "a request without its query",
    inOne('size: "limit"', 'size: "size"'),
    LIST,
    /has "size=2" in its query where the fixture expects "limit=2"/,
  ],
  ["a wrong result", inOne("title: raw.title })", "title: raw.title.toUpperCase() })"), ONE, /the fixture expects/],
  [
    "a result that is not of its shape",
    (plugin) => {
      plugin.change("index.ts", "title: raw.title })", "title: 5 as never })");
      plugin.change(ONE, '"title": "A title"\n  }\n}', '"title": 5\n  }\n}');
    },
    ONE,
    /declared shape at \/title/,
  ],
  [
    "a success where a failure is expected",
    inFile("fixtures/get_item.missing.json", '"status": 404', '"status": 200'),
    "fixtures/get_item.missing.json",
    /"error"/,
  ],
  [
    "a failure of another kind",
    inOne("endpoints: {", 'failure: ({ status }) => (status === 404 ? "forbidden" : undefined),\n  endpoints: {'),
    "fixtures/get_item.missing.json",
    /failure is "forbidden"/,
  ],
  [
    "a request with the user's credential in place of the operator's",
    inFile(ONE, '"request": {', '"request": { "credential": "bot",'),
    ONE,
    /was not sent with the right credential/,
  ],
  [
    "a credential where none belongs",
    inFile(ONE, '"request": {', '"request": { "credential": "none",'),
    ONE,
    /was sent with a credential/,
  ],
  [
    "the operator's credential in place of the user's",
    (plugin) => {
      plugin.change("index.ts", "auth: {", 'bot: { scheme: "Bot" }, auth: {');
      plugin.change("index.ts", 'path: "/items/{id}"', 'credential: "bot", path: "/items/{id}"');
    },
    ONE,
    /was not sent with the right credential/,
  ],
  [
    "an unpaged list whose request depends on the limit",
    (plugin) => {
      plugin.change("index.ts", "pagination: paging", "pagination: pages.whole()");
      plugin.change(
        "index.ts",
        'upstream: "/items",',
        "upstream: ({ page: { limit } }) => ({ path: path`/items`, query: { limit } }),",
      );
    },
    LIST,
    /depends on the limit/,
  ],
  ["a function that throws", inMap("(() => { throw new Error(raw.title); })()"), ONE, /threw/],
  ["somebody's address in a fixture", inFile(ONE, "A title", "ada@mail.acme.io"), ONE, /address at mail\.acme\.io/],
  [
    "a token in a fixture",
    inFile(ONE, "A title", ["ghp", "0123456789abcdef"].join("_")),
    ONE,
    /looks like a GitHub token/,
  ],
  ["a long id in a fixture", inFile(ONE, "A title", "12345678901234567890"), ONE, /20 or more digits/],
];

afterAll(removePluginFolders);

describe("the conformance kit", () => {
  test("finds no violation in a new plugin", async () => {
    const plugin = await scaffold();
    expect(await checkPlugin(await plugin.load(), plugin.folder)).toEqual([]);
  });

  test("finds no violation in a plugin with tenants and an operator's credential, and fixtures for both", async () => {
    const plugin = await scaffold();
    const host = "api.acme.example";
    plugin.change("index.ts", `https://${host}`, "https://{instance}");
    plugin.change(
      "index.ts",
      "auth: {",
      'tenant: { instance: { label: "Instance", pattern: /^[a-z.]+\\.example$/, example: "api.acme.example" } }, bot: { scheme: "Bot" }, auth: {',
    );
    plugin.change("index.ts", 'path: "/items/{id}"', 'credential: "bot", path: "/items/{id}"');
    for (const file of readdirSync(join(plugin.folder, "fixtures"))) {
      const fixture = JSON.parse(plugin.read(`fixtures/${file}`));
      fixture.call = { ...fixture.call, identity: { tenant: { instance: host } } };
      if (file.startsWith("get_item")) for (const { request } of fixture.upstream) request.credential = "bot";
      // A refusal of the operator's credential does not end the integration.
      if (file === "get_item.expired.json") fixture.failure = { failure: "error", code: "bot_token_refused" };
      plugin.write(`fixtures/${file}`, JSON.stringify(fixture));
    }
    expect(await checkPlugin(await plugin.load(), plugin.folder)).toEqual([]);
    const bare = JSON.parse(plugin.read(ONE));
    plugin.write(ONE, JSON.stringify({ ...bare, call: { ...bare.call, identity: undefined } }));
    const sentences = (await checkPlugin(await plugin.load(), plugin.folder)).map(({ message }) => message).join("\n");
    expect(sentences).toContain('The tenant\'s "instance" is missing');
  });

  test("finds no violation in a POST that says safe", async () => {
    const plugin = await scaffold();
    plugin.change("index.ts", "({ path: path`", '({ method: "POST", safe: true, path: path`');
    for (const file of readdirSync(join(plugin.folder, "fixtures")).filter((name) => name.startsWith("get_item")))
      plugin.change(`fixtures/${file}`, '"request": {', '"request": { "method": "POST",');
    expect(await checkPlugin(await plugin.load(), plugin.folder)).toEqual([]);
  });

  for (const [mistake, breakIt, where, message] of MISTAKES) {
    test(`finds ${mistake}`, async () => {
      const plugin = await scaffold();
      breakIt(plugin);
      const violations = await checkPlugin(await plugin.load(), plugin.folder);
      const sentences = violations.filter((one) => one.where.replace(/:\d+$/, "") === where).map((one) => one.message);
      expect(sentences.join("\n"), JSON.stringify(violations)).toMatch(message);
    });
  }

  test("says a wrong query once, by what differs", async () => {
    const plugin = await scaffold();
    plugin.change(
      "index.ts",
      "({ path: path`/items/${params.id}` })",
      "({ path: path`/items/${params.id}`, query: { x: 1 } })",
    );
    const found = await checkPlugin(await plugin.load(), plugin.folder);
    const ofOne = found.filter(({ where }) => where === ONE);
    expect(ofOne.map(({ message }) => message)).toEqual([
      `The request GET https://api.acme.example/items/7 has "x=1" in its query where the fixture expects nothing.`,
    ]);
  });

  test("takes the network from the plugin alone: other work in the process has it meanwhile, and the plugin has it afterwards", async () => {
    const { fetch, setTimeout } = globalThis;
    let proceed = () => {};
    const started = new Promise<void>((resolve) => {
      proceed = resolve;
    });
    const uses: string[] = [];
    const inside = confined(
      (name) => uses.push(name),
      async () => {
        await started;
        expect(() => globalThis.setTimeout(() => {}, 0)).toThrow("must not use setTimeout");
      },
    );
    await new Promise((resolve) => globalThis.setTimeout(resolve, 0));
    proceed();
    await inside;
    expect(uses).toEqual(["setTimeout"]);
    expect(globalThis.fetch).toBe(fetch);
    expect(globalThis.setTimeout).toBe(setTimeout);
  });
});
