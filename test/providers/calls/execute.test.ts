// A call of a tool by its name goes the endpoint's own way: its permission, limits, usage row, idempotency and response.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Provider } from "../../../src/plugin/index.ts";
import { pluginViolations } from "../../../src/providers/registry/plugin-violations.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { acme } from "../../support/acme.ts";
import { acmePlugin } from "../../support/acme-plugin.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, rateOf } from "../../support/responses.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";

const plugin = {
  ...acme,
  endpoints: { ...acme.endpoints, create_item: { ...acme.endpoints.create_item, previousNames: ["add_item"] } },
} as unknown as Provider;

for (const lane of laneOf(import.meta.file)) {
  describe(`calls by name on ${lane}`, () => {
    const upstream = recordingProvider(({ body, url }) => {
      if (url.pathname === "/items/7/file") return new Response("bytes", { headers: { "content-type": "text/plain" } });
      if (url.pathname === "/items" && body === "") return Response.json({ items: [{ id: 1, title: "one" }] });
      return Response.json({ id: 1, title: JSON.parse(body || '{"title":"one"}').title });
    });
    let gateway: TestGateway;
    let user: Awaited<ReturnType<TestGateway["user"]>>;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, plugins: [plugin], settings, fetch: upstream.fetch });
      user = await gateway.user();
      await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const execute = (name: string, args?: unknown, more: { key?: string; headers?: Record<string, string> } = {}) =>
      gateway.call("POST", `/api/v1/tools/${name}/execute`, {
        key: more.key ?? user.key,
        body: args === undefined ? {} : { arguments: args },
        headers: more.headers,
      });
    const messages = (response: { json: { details: { errors: { path: string; message: string }[] } } }) =>
      response.json.details.errors.map(({ path, message }) => `${path}: ${message}`);

    test("gives what the endpoint gives, for arguments of the path, the query and the body", async () => {
      const pairs: [string, object, string, string, object?][] = [
        ["acme_get_item", { id: "7" }, "GET", "/api/v1/acme/items/7"],
        ["acme_list_items", { state: "open", limit: 2 }, "GET", "/api/v1/acme/items?state=open&limit=2"],
        ["acme_create_item", { title: "new" }, "POST", "/api/v1/acme/items", { title: "new" }],
        ["acme_delete_item", { id: "7" }, "DELETE", "/api/v1/acme/items/7"],
      ];
      for (const [name, args, method, path, body] of pairs) {
        const byName = await execute(name, args);
        const sent = upstream.requests.at(-1);
        const direct = await gateway.call(method, path, { key: user.key, body });
        expect([codeOf(byName), byName.text]).toEqual(["200 null", direct.text]);
        expect(upstream.requests.at(-1)).toEqual(sent as NonNullable<typeof sent>);
      }
      const file = await execute(
        "acme_get_item_file",
        { id: "7" },
        { headers: { accept: "application/octet-stream" } },
      );
      expect(file.text).toBe("bytes");
    });

    test("counts once, and is logged as the tool's endpoint with its provider and action", async () => {
      const before = rateOf(await execute("acme_get_item", { id: "7" }));
      const response = await execute("acme_get_item", { id: "7" });
      expect(rateOf(response).remaining).toBe(before.remaining - 1);
      const { json } = await gateway.call("GET", "/api/v1/usage", { key: user.key });
      const requestId = response.headers.get("x-request-id");
      const rows = json.data.entries.filter((entry: { request_id: string }) => entry.request_id === requestId);
      expect(rows).toHaveLength(1);
      expect(rows[0]).toMatchObject({
        endpoint: "/api/v1/acme/items/{id}",
        method: "GET",
        provider: "acme",
        action: "items.read",
        status: 200,
        units: 1,
      });
    });

    test("an Idempotency-Key makes a write once, and another body under it is refused", async () => {
      const headers = { "idempotency-key": "by-name-1" };
      const first = await execute("acme_create_item", { title: "once" }, { headers });
      const count = upstream.requests.length;
      const again = await execute("acme_create_item", { title: "once" }, { headers });
      expect([again.text, again.headers.get("idempotency-replayed")]).toEqual([first.text, "true"]);
      expect(codeOf(await execute("acme_create_item", { title: "two" }, { headers }))).toBe("422 IDEMPOTENCY_CONFLICT");
      expect(upstream.requests).toHaveLength(count);
    });

    test("S-101: needs the endpoint's permission, and a known account where one is named", async () => {
      const lesser = await gateway.admin("POST", "/keys", { user: user.email, permissions: ["items.read"] });
      const key = lesser.json.data.key;
      expect(codeOf(await execute("acme_create_item", { title: "x" }, { key }))).toBe("403 PERMISSION_DENIED");
      expect(codeOf(await execute("acme_get_item", { id: "7" }, { key }))).toBe("200 null");
      const partner = await gateway.partner();
      const headers = { "x-account-id": "nobody" };
      const unknown = await execute("acme_get_item", { id: "7" }, { key: partner.key, headers });
      expect(codeOf(unknown)).toBe("404 ACCOUNT_NOT_FOUND");
      const accountId = await gateway.account(partner.key, "café");
      await insertGrant(gateway, { userId: partner.userId, accountId }, "acme");
      const found = await execute(
        "acme_get_item",
        { id: "7" },
        {
          key: partner.key,
          headers: { "x-account-id*": "UTF-8''caf%C3%A9" },
        },
      );
      expect(found.json).toEqual({ ok: true, data: { id: "1", title: "one" } });
    });

    test("a former name still works; an unknown one is 404 with the nearest", async () => {
      expect((await execute("acme_add_item", { title: "old" })).json.data.title).toBe("old");
      const unknown = await execute("acme_get_itme", { id: "7" });
      expect(codeOf(unknown)).toBe("404 NOT_FOUND");
      expect(unknown.json.details.nearest[0]).toBe("acme_get_item");
      for (const hint of ["acme_get_item", "GET /api/v1/tools lists", "GET /api/v1/tools/search/{query} searches them"])
        expect(unknown.json.error).toContain(hint);
      expect(codeOf(await execute("__proto__", {}))).toBe("404 NOT_FOUND");
      expect(codeOf(await execute("x".repeat(300), {}))).toBe("400 VALIDATION_ERROR");
    });

    test("null of an optional argument reads as left out; of a required one it is an error", async () => {
      expect(codeOf(await execute("acme_list_items", { state: null, limit: null, cursor: null }))).toBe("200 null");
      expect(upstream.requests.at(-1)?.url.searchParams.has("state")).toBe(false);
      expect(messages(await execute("acme_create_item", { title: null }))).toEqual([
        '/arguments/title: "title" must be text.',
      ]);
    });

    test("names every wrong argument at once, below /arguments", async () => {
      expect(messages(await execute("acme_create_item", { titel: "x" }))).toEqual([
        '/arguments/titel: "titel" is not an argument of acme_create_item; perhaps you mean "title". It takes title (required).',
        '/arguments/title: "title" is required.',
      ]);
      expect(messages(await execute("acme_list_items", { limit: "many", state: 1 }))).toEqual([
        '/arguments/state: "state" must be text.',
        '/arguments/limit: "limit" must be a whole number from 1 to 100.',
      ]);
      expect(messages(await execute("acme_list_items", { cursor: "made-up" }))[0]).toStartWith("/arguments/cursor: ");
      expect(messages(await execute("acme_get_item", { id: "a\u0000b" }))[0]).toStartWith("/arguments/id: ");
      expect(messages(await execute("acme_get_item", { id: "\ud800" }))[0]).toStartWith("/arguments/id: ");
      for (const id of ["..", "a/b", "%2e%2e/"])
        expect(codeOf(await execute("acme_get_item", { id }))).toBe("400 VALIDATION_ERROR");
    });

    test("refuses what is no object of arguments, and names such as __proto__", async () => {
      for (const args of [[], "text", 1, true])
        expect(codeOf(await execute("acme_get_item", args))).toBe("400 VALIDATION_ERROR");
      const raw = (body: string, type = "application/json") =>
        gateway.call("POST", "/api/v1/tools/acme_create_item/execute", {
          key: user.key,
          body,
          headers: { "content-type": type },
        });
      expect(codeOf(await raw('{"arguments":{"title":"x","__proto__":{"a":1}}}'))).toBe("400 VALIDATION_ERROR");
      expect(codeOf(await raw('{"arguments":{"title":"x"},"tool":"y"}'))).toBe("400 VALIDATION_ERROR");
      expect(codeOf(await raw('{"arguments":'))).toBe("400 VALIDATION_ERROR");
      expect(codeOf(await raw("[]"))).toBe("400 VALIDATION_ERROR");
      expect(codeOf(await raw("{}", "text/plain"))).toBe("415 UNSUPPORTED_MEDIA_TYPE");
      const deep = `${'{"a":'.repeat(200)}1${"}".repeat(200)}`;
      expect(codeOf(await raw(`{"arguments":{"title":${deep}}}`))).toBe("400 VALIDATION_ERROR");
      const large = JSON.stringify({ arguments: { title: "x".repeat(1_200_000) } });
      expect(codeOf(await raw(large))).toBe("413 PAYLOAD_TOO_LARGE");
      const query = await gateway.call("POST", "/api/v1/tools/acme_get_item/execute?id=7", { key: user.key, body: {} });
      expect(codeOf(query)).toBe("400 VALIDATION_ERROR");
    });

    test("needs a key, and a method that the path takes", async () => {
      expect(codeOf(await gateway.call("POST", "/api/v1/tools/acme_get_item/execute", { body: {} }))).toBe(
        "401 AUTH_REQUIRED",
      );
      const got = await gateway.call("GET", "/api/v1/tools/acme_get_item/execute", { key: user.key });
      expect(codeOf(got)).toBe("405 METHOD_NOT_ALLOWED");
    });
  });
}

describe("former keys", () => {
  const withFormer = (former: Record<string, unknown>) => {
    const made = acmePlugin();
    for (const [key, keys] of Object.entries(former))
      Object.assign(made.endpoints[key] as object, { previousNames: keys });
    return made;
  };

  test("are names of the tool, and no other's", () => {
    const registry = buildRegistry([withFormer({ get_item: ["read_item"] })]);
    expect(registry.tool("acme_read_item")?.tool).toBe("acme_get_item");
    expect(registry.tool("acme_get_item")?.tool).toBe("acme_get_item");
    expect(registry.tools.has("acme_read_item")).toBe(false);
  });

  test("that are taken or no keys are violations", () => {
    const of = (former: Record<string, unknown>) =>
      pluginViolations(withFormer(former), []).map(({ field, message }) => `${field} ${message}`);
    expect(of({ get_item: ["read_item"] })).toEqual([]);
    expect(of({ get_item: ["list_items"] })).toEqual([
      'endpoints.get_item.previousNames "list_items" is already a name of endpoints.list_items.',
    ]);
    expect(of({ get_item: ["old"], create_item: ["old"] })).toEqual([
      'endpoints.create_item.previousNames "old" is already a name of endpoints.get_item.',
    ]);
    expect(of({ get_item: "old" })).toEqual(["endpoints.get_item.previousNames must be a list of keys."]);
    expect(of({ get_item: ["Old Name"] })).toHaveLength(1);
  });
});
