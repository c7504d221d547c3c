// Every built-in plugin conforms, and together they serve what the API document lists.
import { describe, expect, test } from "bun:test";
import { checkPlugin } from "../../../src/plugin-kit/check/check-plugin.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { builtInPlugins, PLUGIN_IDS, PLUGINS_FOLDER } from "../../support/built-in.ts";

const plugins = await builtInPlugins();
const registry = buildRegistry(plugins);

/** The provider table of the API document, for the providers that are here. */
const PROMISED = [
  "GET /google/gmail/messages",
  "GET /google/gmail/messages/{id}",
  "POST /google/gmail/send",
  "GET /google/calendar/events",
  "POST /google/calendar/events",
  "PUT /google/calendar/events/{id}",
  "DELETE /google/calendar/events/{id}",
  "GET /google/drive/files",
  "GET /google/drive/files/{id}/content",
  "GET /slack/channels",
  "GET /slack/messages",
  "POST /slack/messages",
  "GET /slack/users",
  "GET /github/repos",
  "GET /github/repos/{owner}/{repo}",
  "GET /github/repos/{owner}/{repo}/issues",
  "POST /github/repos/{owner}/{repo}/issues",
  "GET /github/repos/{owner}/{repo}/pulls",
  "POST /github/repos/{owner}/{repo}/pulls",
  "GET /discord/guilds",
  "GET /discord/guilds/{id}/channels",
  "GET /discord/channels/{id}/messages",
  "POST /discord/channels/{id}/messages",
  "GET /microsoft/mail/messages",
  "POST /microsoft/mail/send",
  "GET /microsoft/calendar/events",
  "POST /microsoft/calendar/events",
  "GET /microsoft/drive/files",
  "GET /notion/pages/{id}",
  "POST /notion/pages",
  "POST /notion/databases/{id}/query",
  "POST /notion/search",
];

describe("the conformance kit", () => {
  test("has a folder for each plugin, under its id", () => {
    expect(plugins.map(({ id }) => id)).toEqual([...PLUGIN_IDS]);
  });
  for (const plugin of plugins) {
    test(`finds no violation in plugins/${plugin.id}`, async () => {
      expect(await checkPlugin(plugin, PLUGINS_FOLDER + plugin.id)).toEqual([]);
    });
  }
});

describe("all plugins together", () => {
  test("tool names are words of at most 64 characters, unique over all providers", () => {
    const names = registry.endpoints.map((endpoint) => endpoint.tool);
    expect(names.filter((name) => !/^[a-z][a-z0-9_]{1,63}$/.test(name))).toEqual([]);
    expect(new Set(names).size).toBe(names.length);
  });

  test("google, slack and github offer 35 endpoints or more", () => {
    const served = ["google", "slack", "github"].flatMap((id) => registry.endpointsOf(id));
    expect(served.length).toBeGreaterThanOrEqual(35);
  });

  for (const row of PROMISED) {
    test(`the API document's ${row} is a route`, () => {
      const [method, path] = row.split(" ");
      const route = registry.endpoints.find((endpoint) => endpoint.path === `/api/v1${path}`);
      expect(route).toBeDefined();
      const methods = registry.endpoints.filter((endpoint) => endpoint.path === route?.path).map((e) => e.method);
      expect(methods).toContain(method as (typeof methods)[number]);
    });
  }

  test("S-100: descriptions of tools and parameters are strings, never functions", () => {
    for (const { def, input } of registry.endpoints) {
      expect(typeof def.description).toBe("string");
      const texts = Object.values(input).flatMap((part) => Object.values(part?.properties ?? {}));
      for (const { description } of texts) expect(typeof description).toBe("string");
    }
  });
});
