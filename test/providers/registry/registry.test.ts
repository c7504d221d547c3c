// The registry: what follows from plugins, worked out once and never changed.
import { describe, expect, test } from "bun:test";
import { checkText } from "../../../src/foundation/schema/check.ts";
import { buildRegistry, DEFAULT_PARAM_PATTERN, LIST_LIMIT } from "../../../src/providers/registry/registry.ts";
import { acmePlugin } from "../../support/acme-plugin.ts";

const registry = buildRegistry([acmePlugin("zeta"), acmePlugin("acme")]);
const tool = (name: string) => {
  const found = registry.tools.get(name);
  if (!found) throw new Error(`There is no tool ${name}.`);
  return found;
};

describe("registry", () => {
  test("providers come in the order of their ids, endpoints in declared order", () => {
    expect([...registry.providers.keys()]).toEqual(["acme", "zeta"]);
    expect(registry.endpoints.map((endpoint) => endpoint.tool)).toEqual([
      "acme_list_items",
      "acme_get_item",
      "acme_create_item",
      "zeta_list_items",
      "zeta_get_item",
      "zeta_create_item",
    ]);
    expect(registry.endpointsOf("zeta")).toEqual(registry.endpoints.slice(3));
    expect(registry.endpointsOf("nope")).toEqual([]);
    expect(registry.provider("nope")).toBeUndefined();
  });

  test("an endpoint has its route, tool, service and every permission that it needs", () => {
    expect(tool("acme_get_item")).toMatchObject({
      key: "get_item",
      method: "GET",
      path: "/api/v1/acme/items/{item_id}",
      service: "items",
      permission: "items.read",
      needs: ["items.read", "people.read"],
      maxBodyBytes: 1024 * 1024,
    });
    expect(tool("acme_create_item")).toMatchObject({ needs: ["items.write"], maxBodyBytes: 2_000 });
  });

  test("only lists have limit, cursor and raw beside their own parameters", () => {
    expect(Object.keys(tool("acme_list_items").input.query.properties)).toEqual(["q", "limit", "cursor", "raw"]);
    expect(Object.keys(tool("acme_get_item").input.query.properties)).toEqual([]);
    const read = (text: string) => checkText(tool("acme_list_items").input.query, new URLSearchParams(text), "query");
    expect(read("q=x")).toEqual({ value: { q: "x", limit: LIST_LIMIT.default } });
    for (const limit of [1, LIST_LIMIT.max]) expect(read(`limit=${limit}`)).toEqual({ value: { limit } });
    for (const limit of [0, LIST_LIMIT.max + 1, -1]) expect(read(`limit=${limit}`)).toHaveProperty("errors");
  });

  test("an endpoint takes a body where the plugin declares one", () => {
    expect(tool("acme_create_item").input.body).not.toBeNull();
    expect(tool("acme_list_items").input.body).toBeNull();
  });

  test("S-57, S-58: a path parameter is one plain segment", () => {
    const pattern = new RegExp(DEFAULT_PARAM_PATTERN);
    for (const value of ["1", "a.b", "...", ".git", "a b", "ünï", "a:b", "a;b", "a@b", "x..y"])
      expect(pattern.test(value)).toBe(true);
    for (const value of ["", ".", "..", "a/b", "a\\b", "a?b", "a#b", "%2e", "a%2Fb", "a\u0000", "a\nb", "a\u007f"]) {
      expect(pattern.test(value)).toBe(false);
    }
    const read = (id: string) => checkText(tool("acme_get_item").input.params, [["item_id", id]], "path");
    expect(read("i1")).toEqual({ value: { item_id: "i1" } });
    for (const id of ["", "..", "a/b", "x".repeat(1_025)]) expect(read(id)).toHaveProperty("errors");
  });

  test("S-95: nothing can be registered or changed afterwards", () => {
    expect(Object.isFrozen(registry)).toBe(true);
    expect(Object.isFrozen(registry.endpoints)).toBe(true);
    for (const endpoint of registry.endpoints) expect(Object.isFrozen(endpoint)).toBe(true);
  });
});
