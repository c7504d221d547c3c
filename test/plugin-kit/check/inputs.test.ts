// Each declared input must be shown by a fixture, and --fill writes the fixtures of those that none shows.
import { afterAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fillFixtures } from "../../../src/operations/cli/plugin-fill.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { checkPlugin } from "../../../src/plugin-kit/check/check-plugin.ts";
import { type PluginFolder, removePluginFolders, scaffold } from "../../support/plugin-folder.ts";

afterAll(removePluginFolders);

const QUERY = `query: t.Object({
        state: t.Optional(t.Union([t.Literal("open"), t.Literal("done")], { description: "Which ones." })),
        updated_since: t.Optional(t.String({ format: "date-time", description: "Changed since then." })),
      }),`;
const BODY = `body: t.Object({
        title: t.String({ description: "Title." }),
        lines: t.Optional(t.Array(t.Object({
          name: t.String({ description: "Name." }),
          count: t.Optional(t.Integer({ minimum: 1, maximum: 20, description: "How many." })),
        }), { description: "Lines." })),
        parent: t.Optional(t.Union([
          t.Object({ page_id: t.String({ pattern: "^p[0-9]{4}$", description: "A page." }) }, { additionalProperties: false }),
          t.Object({ list_id: t.String({ description: "A list." }) }, { additionalProperties: false }),
        ], { description: "Where." })),
      }),`;
const CREATE = `create_item: endpoint({
      method: "POST",
      path: "/items",
      permission: "items.read",
      reaches: false,
      description: "Create an item of Acme.",
      ${BODY}
      readAs: { lines: { absent: "No item has them." }, parent: { absent: "No item has it." } },
      upstream: ({ body: { lines, ...body } }) => ({
        path: path\`/items\`,
        json: { ...body, rows: lines?.map(({ name, count }) => ({ name, quantity: count })) },
      }),
      returns: one(item),
    }),
    get_item`;

/** A new plugin with further inputs: a query of its list, and an endpoint with a body. */
async function withInputs(): Promise<PluginFolder> {
  const plugin = await scaffold();
  plugin.change("index.ts", 'upstream: "/items",', `${QUERY}\n      upstream: "/items",`);
  plugin.change("index.ts", "get_item", CREATE);
  plugin.write(
    "fixtures/create_item.json",
    JSON.stringify({
      call: { body: { title: "A title" } },
      upstream: [
        {
          request: { method: "POST", url: "https://api.acme.example/items", json: { title: "A title" } },
          response: { json: { id: 7, title: "A title" } },
        },
      ],
      result: { id: "7", title: "A title" },
    }),
  );
  return plugin;
}

let loaded = 0;
/** The plugin as its source is now. */
const load = async ({ folder }: PluginFolder): Promise<Provider> =>
  ((await import(`${join(folder, "index.ts")}?${++loaded}`)) as { default: Provider }).default;
const sentences = async (plugin: PluginFolder) =>
  (await checkPlugin(await load(plugin), plugin.folder)).map(({ where, message }) => `${where}: ${message}`);
const fill = async (plugin: PluginFolder, isOverwriting = false) =>
  fillFixtures(await load(plugin), plugin.folder, { only: null, isOverwriting });
const json = (plugin: PluginFolder, name: string) => JSON.parse(plugin.read(`fixtures/${name}.json`));

describe("an input that no fixture shows", () => {
  test("is named with its line, in query and body, lists and both forms of a union", async () => {
    const plugin = await withInputs();
    const found = await sentences(plugin);
    expect(found.map((one) => one.split(":")[0])).toEqual([
      "endpoints.list_items.query.state",
      "endpoints.list_items.query.updated_since",
      "endpoints.create_item.body.lines",
      "endpoints.create_item.body.lines.name",
      "endpoints.create_item.body.lines.count",
      "endpoints.create_item.body.parent",
      "endpoints.create_item.body.parent.page_id",
      "endpoints.create_item.body.parent.list_id",
    ]);
    for (const one of found)
      expect(one).toMatch(/: is in no fixture: let `plugin check --fill` write one .* \(index\.ts:\d+\)\.$/);
  });

  test("is named when it is in a call and changes nothing", async () => {
    const plugin = await withInputs();
    await fill(plugin);
    const { count } = json(plugin, "create_item.inputs").call.body.lines[0];
    plugin.change("index.ts", "quantity: count })", `quantity: ${count} })`);
    expect(await sentences(plugin)).toEqual([
      expect.stringMatching(
        /^endpoints\.create_item\.body\.lines\.count: changes nothing: in fixtures\/create_item\.inputs\.json the request and the result are the same without it\./,
      ),
    ]);
  });

  test("gets a fixture by --fill, whose values are valid and differ", async () => {
    const plugin = await withInputs();
    const filled = await fill(plugin);
    expect(filled.map(({ file }) => file)).toEqual([
      "fixtures/list_items.inputs.json",
      "fixtures/create_item.inputs.json",
      "fixtures/create_item.inputs-2.json",
    ]);
    const { like, call, upstream } = json(plugin, "create_item.inputs");
    expect({ like, call, upstream }).toEqual({
      like: "create_item",
      call: {
        body: { lines: [{ name: "name", count: expect.any(Number) }], parent: { list_id: expect.any(String) } },
      },
      upstream: [
        {
          request: { json: { rows: [{ name: "name", quantity: call.body.lines[0].count }], parent: call.body.parent } },
        },
      ],
    });
    expect(json(plugin, "create_item.inputs-2").call.body.parent.page_id).toMatch(/^p\d{4}$/);
    expect(await sentences(plugin)).toEqual([]);
    expect(await fill(plugin)).toEqual([]);
  });

  test("is found once the declared name, or the name that is sent, is misspelt", async () => {
    const plugin = await withInputs();
    await fill(plugin);
    const source = plugin.read("index.ts");
    for (const [from, to, message] of [
      ["updated_since:", "updated_sinec:", /updated_sinec|"updated_since" is not/],
      ["count: t.Optional", "cuont: t.Optional", /"count" is not a known field/],
      ["list_id: t.String", "list_di: t.String", /not valid: body|list_di/],
      ["quantity: count", "quanttiy: count", /has the JSON|quanttiy/],
    ] as const) {
      plugin.write("index.ts", source.replace(from, to));
      expect((await sentences(plugin)).join("\n"), to).toMatch(message);
    }
  });
});

test("a word that is sent as another one needs a fixture of its own, which --fill writes; one that is sent as it is does not", async () => {
  const plugin = await withInputs();
  plugin.change(
    "index.ts",
    'upstream: "/items",',
    'upstream: ({ query: { state, ...query } }) => ({ path: path`/items`, query: { ...query, closed: state && state === "done" } }),',
  );
  await fill(plugin);
  const name = "fixtures/list_items.inputs-2.json";
  expect(JSON.parse(plugin.read(name)).call).toEqual({ query: { state: "done" } });
  plugin.remove(name);
  expect(await sentences(plugin)).toEqual([
    expect.stringMatching(
      /^endpoints\.list_items\.query\.state: has the value "done", which is sent as something else, in no fixture: .* \(index\.ts:\d+\)\.$/,
    ),
  ]);
});

describe("a fixture that is like another", () => {
  const like = (plugin: PluginFolder, fixture: object) =>
    plugin.write("fixtures/create_item.like.json", JSON.stringify(fixture));

  test("is filled from its call, and keeps only what differs", async () => {
    const plugin = await withInputs();
    like(plugin, { like: "create_item", call: { body: { title: "Another", parent: { list_id: "l1" } } } });
    await fill(plugin);
    expect(json(plugin, "create_item.like")).toEqual({
      like: "create_item",
      call: { body: { title: "Another", parent: { list_id: "l1" } } },
      upstream: [{ request: { json: { title: "Another", parent: { list_id: "l1" } } } }],
    });
    expect(existsSync(join(plugin.folder, "fixtures/create_item.inputs-2.json"))).toBe(false);
    expect(await sentences(plugin)).toEqual([]);
  });

  test("fails like any other", async () => {
    const plugin = await withInputs();
    await fill(plugin);
    like(plugin, { like: "create_item", upstream: [{ request: { json: { title: "Else" } } }] });
    expect((await sentences(plugin)).join("\n")).toMatch(/^fixtures\/create_item\.like\.json: /);
  });

  test.each(["nowhere", "create_item.like", "create_item.inputs"])("is refused for %p", async (name) => {
    const plugin = await withInputs();
    await fill(plugin);
    like(plugin, { like: name });
    expect(await sentences(plugin)).toEqual([
      expect.stringMatching(/^fixtures\/create_item\.like\.json: has a `like` that must name another fixture/),
    ]);
  });

  test("replaces a result by its failure", async () => {
    const plugin = await withInputs();
    await fill(plugin);
    like(plugin, { like: "create_item", upstream: [{ response: { status: 404 } }], failure: "not_found" });
    expect(await sentences(plugin)).toEqual([]);
  });
});
