// A plugin is one folder: put into GATEWAY_PLUGINS_DIR it serves routes, tools and connect; a broken one is named.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PluginLoadError } from "../../../src/foundation/errors.ts";
import { checkPlugin } from "../../../src/plugin-kit/check/check-plugin.ts";
import { loadPlugins, pluginsInFolder } from "../../../src/providers/registry/load.ts";
import { pluginViolations } from "../../../src/providers/registry/plugin-violations.ts";
import { RESERVED_IDS } from "../../../src/server/reserved-ids.ts";
import { connected } from "../../support/acme.ts";
import { BUILT_IN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type PluginFolder, removePluginFolders, scaffold } from "../../support/plugin-folder.ts";
import { always, jsonAnswer, startTcpUpstream, type TcpUpstream } from "../../support/tcp-upstream.ts";

afterAll(removePluginFolders);

describe("a drop-in plugin", () => {
  let gateway: TestGateway;
  let upstream: TcpUpstream;
  let key: string;
  beforeAll(async () => {
    const { parent } = await scaffold();
    const [plugin, ...others] = await loadPlugins(pluginsInFolder(parent), RESERVED_IDS);
    if (!plugin || others.length > 0) throw new Error("One plugin was expected.");
    upstream = await startTcpUpstream();
    const settings = { acme: { clientId: "acme-client", clientSecret: "acme-secret", baseUrl: upstream.url } };
    gateway = await startTestGateway({ lane: "embedded", plugins: [...BUILT_IN, plugin], settings });
    key = (await connected(gateway, plugin)).key;
  });
  afterAll(async () => {
    await upstream.close();
    await gateway.close();
  });

  test("serves its routes", async () => {
    upstream.answer(always(jsonAnswer({ items: [{ id: 7, title: "A title" }], next_cursor: "page-2" })));
    const response = await gateway.call("GET", "/api/v1/acme/items?limit=2", { key });
    expect(response.status).toBe(200);
    expect(response.json.data).toEqual({ items: [{ id: "7", title: "A title" }], next_cursor: expect.any(String) });
    const next = encodeURIComponent(response.json.data.next_cursor);
    await gateway.call("GET", `/api/v1/acme/items?limit=2&cursor=${next}`, { key });
    expect(upstream.requests.map(({ path }) => path)).toEqual(["/items?limit=2", "/items?limit=2&cursor=page-2"]);
  });

  test("is among the tools, with its connected flag", async () => {
    const { json } = await gateway.call("GET", "/api/v1/tools/provider/acme", { key });
    const tools = json.data.tools.map((tool: { function: { name: string }; metadata: { connected: boolean } }) => [
      tool.function.name,
      tool.metadata.connected,
    ]);
    expect(tools).toEqual([
      ["acme_list_items", true],
      ["acme_get_item", true],
    ]);
    const found = await gateway.call("GET", "/api/v1/tools/search/acme%20items", { key });
    expect(found.json.data.tools[0].function.name).toStartWith("acme_");
  });

  test("connects at its own authorization page", async () => {
    const body = { provider: "acme", redirect_url: "http://localhost/done" };
    const { status, json } = await gateway.call("POST", "/api/v1/integrations/connect", { key, body });
    expect(status).toBe(200);
    const url = new URL(json.data.connect_url);
    expect(url.origin + url.pathname).toBe("https://acme.example/oauth/authorize");
    expect(url.searchParams.get("client_id")).toBe("acme-client");
    expect(url.searchParams.get("scope")).toBe("items:read");
    expect(url.searchParams.get("code_challenge_method")).toBe("S256");
  });

  test("is in the API document", async () => {
    const { json } = await gateway.call("GET", "/openapi.json");
    expect(Object.keys(json.paths)).toContain("/api/v1/acme/items/{id}");
  });

  test("conforms as scaffolded", async () => {
    const plugin = await scaffold();
    expect(await checkPlugin(await plugin.load(), plugin.folder)).toEqual([]);
  });
});

/** The violations of a folder of plugins. */
async function violationsIn(parent: string): Promise<string[]> {
  try {
    await loadPlugins(pluginsInFolder(parent), RESERVED_IDS);
    return [];
  } catch (error) {
    if (error instanceof PluginLoadError) return [...error.violations];
    throw error;
  }
}

describe("S-97: a broken drop-in plugin stops the start", () => {
  const change = (from: string, to: string) => (plugin: PluginFolder) => plugin.change("index.ts", from, to);
  for (const [what, breakIt, said] of [
    ["a syntax error", change("export default", "export default default"), /cannot be loaded/],
    ["a missing import", change("gateway/plugin", "gateway/plugins"), /cannot be loaded/],
    [
      "code that throws",
      change("export default", 'throw new Error("not yet");\nexport default'),
      /cannot be loaded: not yet/,
    ],
    [
      "no default export",
      change("export default", "export const plugin ="),
      /default The module must export defineProvider/,
    ],
    ["a wrong id", change('id: "acme"', 'id: "Acme Inc"'), /id must be a lower-case word/],
    [
      "an id of the gateway's own paths",
      change('id: "acme"', 'id: "tools"'),
      /id "tools" is a path of the gateway itself/,
    ],
    [
      "a URL without https",
      change('tokenUrl: "https:', 'tokenUrl: "http:'),
      /auth\.oauth2\.tokenUrl must be an https URL/,
    ],
    [
      "an undeclared permission",
      change('permission: "items.read"', 'permission: "items.write"'),
      /endpoints\.list_items\.permission "items\.write" is not declared/,
    ],
    [
      "a method that does not exist",
      change('method: "GET"', 'method: "FETCH" as never'),
      /endpoints\.list_items\.method must be one of/,
    ],
    ["no endpoints", change("endpoints: {", "endpoints: undefined as never, others: {"), /endpoints must be an object/],
  ] as [string, (plugin: PluginFolder) => void, RegExp][]) {
    test(`${what}: the file and the field are named`, async () => {
      const plugin = await scaffold();
      breakIt(plugin);
      const violations = await violationsIn(plugin.parent);
      expect(violations.length).toBeGreaterThan(0);
      for (const violation of violations) expect(violation).toStartWith(`${join(plugin.folder, "index.ts")}:`);
      expect(violations.join("\n")).toMatch(said);
    });
  }

  test("two plugins of one id: both files are named", async () => {
    const plugin = await scaffold();
    mkdirSync(join(plugin.parent, "other"));
    writeFileSync(join(plugin.parent, "other/index.ts"), plugin.read("index.ts"));
    expect(await violationsIn(plugin.parent)).toEqual([
      `${join(plugin.parent, "other/index.ts")}: id "acme" is taken by ${join(plugin.folder, "index.ts")}.`,
    ]);
  });

  test("all violations of all plugins are reported at once, and a folder that does not exist is named", async () => {
    const plugin = await scaffold();
    plugin.change("index.ts", 'docs: "https:', 'docs: "http:');
    plugin.change("index.ts", "pkce: true", 'pkce: "yes" as never');
    writeFileSync(join(plugin.parent, "third.ts"), "export default 5;\n");
    expect((await violationsIn(plugin.parent)).map((violation) => violation.split(": ")[1]?.split(" ")[0])).toEqual([
      "docs",
      "auth.oauth2.pkce",
      "default",
    ]);
    expect(await violationsIn(join(plugin.parent, "none"))).toEqual([
      `GATEWAY_PLUGINS_DIR is not a folder: ${join(plugin.parent, "none")}`,
    ]);
  });

  test("a part of a wrong type is a violation of its field, never an exception", async () => {
    const plugin = await (await scaffold()).load();
    const silent: string[] = [];
    const visit = (value: unknown, path: string[]) => {
      if (typeof value !== "object" || value === null || isSchema(path)) return;
      for (const [name, inner] of Object.entries(value)) {
        const violations = [5, "", null, [], {}].map((wrong) =>
          pluginViolations(replaced(plugin, [...path, name], wrong), RESERVED_IDS),
        );
        if (typeof inner !== "number" && violations[0]?.length === 0) silent.push([...path, name].join("."));
        visit(inner, [...path, name]);
      }
    };
    visit(plugin, []);
    expect(silent).toEqual([]);
  });
});

/** TypeBox makes schemas: a plugin cannot get their fields wrong. */
function isSchema(path: readonly string[]): boolean {
  return ["raw", "shape"].includes(path.at(-1) ?? "");
}

function replaced(value: unknown, [name, ...rest]: string[], by: unknown): unknown {
  if (name === undefined) return by;
  const of = value as Record<string, unknown>;
  return { ...of, [name]: replaced(of[name], rest, by) };
}
