// Loading plugins: a broken one is named, with its file and its violations.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PluginLoadError } from "../../../src/foundation/errors.ts";
import { addedPlugins, loadPlugins, type PluginSource, pluginsInFolder } from "../../../src/providers/registry/load.ts";
import { acmePlugin } from "../../support/acme-plugin.ts";

async function violationsOf(sources: readonly PluginSource[]): Promise<readonly string[]> {
  const error = await loadPlugins(sources, []).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(PluginLoadError);
  return (error as PluginLoadError).violations;
}

/** A plugin file that imports only `gateway/plugin`. */
const fileOf = (id: string) => `
  import { defineProvider, deleted, endpoint, resource, t } from "gateway/plugin";
  const who = resource({ raw: t.Object({}), shape: t.Object({}), map: (raw) => raw });
  export default defineProvider({
    id: "${id}", name: "Test", docs: "https://example.com", baseUrl: "https://api.example.com",
    auth: { oauth2: { authorizationUrl: "https://example.com/a", tokenUrl: "https://example.com/t", pkce: true, clientAuth: "body" } },
    services: { items: { write: { scopes: [], description: "Change items." } } },
    identity: { upstream: "/me", resource: who },
    endpoints: {
      delete_item: endpoint({
        method: "DELETE", path: "/items/{id}", params: { id: "The id." }, permission: "items.write",
        description: "Delete an item.", returns: deleted(), upstream: "/items/{id}",
      }),
    },
  });
`;

describe("loading plugins", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "gateway-load-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const write = (name: string, text: string) => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    return file;
  };
  const inMemory = (file: string, module: { default?: unknown }): PluginSource => ({ file, load: async () => module });

  test("an operator's files and folders are loaded, and share the gateway's own plugin module", async () => {
    write("one.ts", fileOf("one"));
    write("two/index.ts", fileOf("two"));
    const plugins = await loadPlugins(pluginsInFolder(folder), []);
    expect(plugins.map((plugin) => plugin.id)).toEqual(["one", "two"]);
  });

  test("plugins beside the binary are loaded where no folder is named, unless everybody may write there", () => {
    const inside = write("plugins/one/index.ts", fileOf("one"));
    const named = write("named/two.ts", fileOf("two"));
    const filesOf = (pluginsDir: string | null, binaryFolder: string | null) => {
      const added = addedPlugins(pluginsDir, binaryFolder);
      return [added.folder, added.sources.map(({ file }) => file)];
    };
    const plugins = join(folder, "plugins");
    expect(filesOf(null, folder)).toEqual([plugins, [inside]]);
    expect(filesOf(dirname(named), folder)).toEqual([dirname(named), [named]]);
    expect(filesOf(null, null)).toEqual([null, []]);
    expect(filesOf(null, join(folder, "named"))).toEqual([null, []]);
    write("file/plugins", "");
    expect(filesOf(null, join(folder, "file"))).toEqual([null, []]);
    chmodSync(plugins, 0o777);
    expect(() => filesOf(null, folder)).toThrow(`${plugins}: everyone can write to it`);
  });

  test("files that are no plugins are skipped", () => {
    for (const name of ["types.d.ts", "notes.md", ".hidden.ts", "node_modules/x/index.ts", "empty/other.ts", "x.js"]) {
      write(name, "throw new Error('not to be loaded')");
    }
    expect(pluginsInFolder(folder)).toEqual([]);
  });

  test("a missing folder, or one that is a file, is named", () => {
    for (const path of [join(folder, "nope"), write("file.ts", "")]) {
      expect(() => pluginsInFolder(path)).toThrow(`GATEWAY_PLUGINS_DIR is not a folder: ${path}`);
    }
  });

  test("S-97: every broken file is named with its violations, beside good ones", async () => {
    write("good.ts", fileOf("good"));
    const syntax = write("syntax.ts", "export default {{{");
    const throws = write("throws.ts", "throw new Error('no such thing')");
    const missing = write("missing.ts", 'import { x } from "./not-there.ts";\nexport default x;');
    const none = write("none.ts", "export const plugin = {};");
    const wrong = write("wrong.ts", "export default 5;");
    const field = write("field.ts", fileOf("field").replace("https://api.example.com", "http://api.example.com"));
    const violations = await violationsOf(pluginsInFolder(folder));
    for (const file of [syntax, throws, missing]) {
      const own = violations.filter((violation) => violation.startsWith(file));
      expect(own).not.toBeEmpty();
      for (const violation of own) expect(violation).toMatch(/^[^:]+(?::\d+)?: cannot be loaded: .+\.$/);
    }
    expect(violations).toContain(`${throws}:1: cannot be loaded: no such thing.`);
    expect(
      violations.find((violation) => violation.startsWith(`${syntax}:1: cannot be loaded: Expected`)),
    ).toBeDefined();
    for (const file of [none, wrong]) {
      expect(violations).toContain(`${file}: default The module must export defineProvider({…}) as its default.`);
    }
    expect(violations).toContain(`${field}: baseUrl must be an https URL.`);
    expect(new Set(violations.map((violation) => violation.split(":")[0])).size).toBe(6);
  });

  test("S-97: of two plugins with one id, the second is named with the file of the first", async () => {
    const sources = [inMemory("first.ts", { default: acmePlugin() }), inMemory("second.ts", { default: acmePlugin() })];
    expect(await violationsOf(sources)).toEqual(['second.ts: id "acme" is taken by first.ts.']);
  });

  test("plugins come in the order of their sources, unchanged", async () => {
    const [zeta, acme] = [acmePlugin("zeta"), acmePlugin("acme")];
    const loaded = await loadPlugins([inMemory("z.ts", { default: zeta }), inMemory("a.ts", { default: acme })], []);
    expect(loaded[0]).toBe(zeta);
    expect(loaded[1]).toBe(acme);
  });
});
