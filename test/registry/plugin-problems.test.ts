// The shape of a plugin: each broken field is named, and nothing in a plugin can break the check itself.
import { describe, expect, test } from "bun:test";
import { Kind } from "@sinclair/typebox";
import { t } from "../../src/plugin/index.ts";
import { pluginProblems } from "../../src/registry/plugin-problems.ts";
import { acmePlugin, brokenPlugin } from "../support/acme-plugin.ts";

const fieldsOf = (plugin: unknown) => [...new Set(pluginProblems(plugin).map((problem) => problem.field))];
const LIST = "endpoints.list_items";
const GET = "endpoints.get_item";
const CREATE = "endpoints.create_item";

describe("plugin problems", () => {
  test("a whole plugin has none", () => {
    expect(pluginProblems(acmePlugin())).toEqual([]);
  });

  test.each<[place: string, value: unknown, field?: string]>([
    ["id", undefined],
    ["id", "A"],
    ["id", "acme-one"],
    ["id", "a"],
    ["id", "x".repeat(33)],
    ["id", "tools"],
    ["id", "accounts"],
    ["name", ""],
    ["name", 5],
    ["docs", "http://acme.example.com"],
    ["docs", undefined],
    ["baseUrl", "http://api.acme.example.com"],
    ["baseUrl", "api.acme.example.com"],
    ["baseUrl", {}],
    ["baseUrl", { items: "https://a.example.com", people: "https://b.example.com" }, "baseUrl.status"],
    ["oauth", undefined],
    ["oauth.authorizationUrl", "http://acme.example.com"],
    ["oauth.tokenUrl", undefined],
    ["oauth.revocationUrl", "ftp://acme.example.com"],
    ["oauth.pkce", undefined],
    ["oauth.pkce", "yes"],
    ["oauth.clientAuth", "post"],
    ["services", null],
    ["services.items.read.scopes", "items.read"],
    ["services.items.read.description", ""],
    ["services.Items", { read: { scopes: [], description: "x" } }],
    ["services.items.Read", { scopes: [], description: "x" }],
    ["identity", undefined],
    ["identity.resource", {}, "identity"],
    ["identity.upstream", "me"],
    ["identity.upstream", "http://api.acme.example.com/me"],
    ["failure", "error"],
    ["endpoints", null],
    [LIST, null],
    ["endpoints.ListItems", { ...acmePlugin().endpoints.list_items, path: "/other" }],
    [`endpoints.${"x".repeat(61)}`, { ...acmePlugin().endpoints.list_items, path: "/other" }],
    [`${LIST}.method`, "get"],
    [`${LIST}.method`, "HEAD"],
    [`${LIST}.description`, undefined],
    [`${LIST}.permission`, "items.delete"],
    [`${GET}.alsoNeeds`, ["people.write"], `${GET}.permission`],
    [`${GET}.alsoNeeds`, "people.read"],
    [`${GET}.alsoNeeds`, 5],
    [`${LIST}.path`, "items"],
    [`${LIST}.path`, "/Items"],
    [`${LIST}.path`, "/items/"],
    [`${LIST}.path`, "/items//x"],
    [`${LIST}.path`, "/items/x{id}"],
    [`${LIST}.path`, "/../accounts"],
    [`${GET}.params`, undefined, `${GET}.params.item_id`],
    [`${LIST}.params`, { item_id: "The id." }, `${LIST}.params.item_id`],
    [`${GET}.upstream`, "/items/{id}"],
    [`${LIST}.query`, t.String()],
    [`${CREATE}.body`, t.Array(t.String())],
    [`${LIST}.body`, t.Object({})],
    [`${LIST}.returns`, undefined],
    [`${LIST}.returns`, { kind: "some" }],
    [`${LIST}.returns.resource`, {}],
    [`${LIST}.returns.pagination`, undefined],
    [`${LIST}.upstream`, undefined],
    [`${LIST}.run`, async () => ({})],
    [`${GET}.returns`, { kind: "file" }, `${GET}.run`],
    [`${GET}.path`, "/items/{other}", `${GET}.params.other`],
  ])("S-97: a wrong %s is named (case %#)", (place, value, field = place) => {
    expect(fieldsOf(brokenPlugin(place, value))).toContain(field);
  });

  test("S-97: two endpoints with one route are named, whatever their parameters are called", () => {
    const plugin = acmePlugin();
    const endpoints = {
      ...plugin.endpoints,
      find_item: {
        ...plugin.endpoints.get_item,
        path: "/items/{id}",
        params: { id: "An id." },
        upstream: "/items/{id}",
      },
    };
    expect(pluginProblems({ ...plugin, endpoints })).toEqual([
      { field: "endpoints.find_item.path", message: "is the same route as endpoints.get_item." },
    ]);
  });

  test("S-97: every fault is named at once", () => {
    const plugin = { ...acmePlugin(), name: "", docs: "", endpoints: { x: null } };
    expect(fieldsOf(plugin).sort()).toEqual(["docs", "endpoints.x", "name"]);
  });

  test.each([undefined, null, 5, "plugin"])("%p is no plugin", (value) => {
    expect(fieldsOf(value)).toEqual(["default"]);
  });

  test("S-97: whatever stands at any place of a plugin, the check names problems and never throws", () => {
    const places: string[] = [];
    const visit = (value: unknown, path: string[]) => {
      if (path.length > 0) places.push(path.join("."));
      // Schemas are TypeBox's own: whoever builds one by hand is not guarded here.
      if (typeof value !== "object" || value === null || Kind in value) return;
      for (const [key, inner] of Object.entries(value)) if (!key.includes(".")) visit(inner, [...path, key]);
    };
    visit(acmePlugin(), []);
    expect(places.length).toBeGreaterThan(60);
    for (const place of places) {
      for (const value of [undefined, null, 0, 5, "", "x", "/x", true, [], {}, [null], { a: null }, () => null]) {
        for (const { field, message } of pluginProblems(brokenPlugin(place, value))) {
          expect(field).not.toBe("");
          expect(message).not.toBe("");
        }
      }
    }
  });
});
