// What /mcp refuses and how: foreign hosts and origins, messages that are none, wrong headers; and what it counts and logs.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { toolDefinition } from "../../../src/agents/tools/forms/definition.ts";
import { acme } from "../../support/acme.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, rateOf } from "../../support/responses.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { until, within } from "../../support/until.ts";
import { headersOf, mcpSender, messageOf } from "./message.ts";

for (const lane of laneOf(import.meta.file)) {
  describe(`/mcp on ${lane}`, () => {
    const items = Array.from({ length: 100 }, (_, i) => ({ id: i, title: `${i} ${"x".repeat(4_000)}` }));
    const upstream = recordingProvider(({ body, url }) => {
      if (url.pathname === "/items/busy") return new Response("", { status: 429, headers: { "retry-after": "12" } });
      if (url.pathname === "/items/gone") return new Response("{}", { status: 404 });
      if (url.pathname.endsWith("/file"))
        return new Response(new Uint8Array(300_000), { headers: { "content-type": "application/pdf" } });
      if (url.pathname !== "/items" || body !== "") return Response.json({ id: 1, title: "one" });
      const from = Number(url.searchParams.get("cursor") ?? 0);
      const to = from + Number(url.searchParams.get("limit"));
      const next = to < items.length ? String(to) : null;
      return Response.json({ items: items.slice(from, to), next_cursor: next });
    });
    let gateway: TestGateway;
    let user: Awaited<ReturnType<TestGateway["user"]>>;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
      user = await gateway.user();
      await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const read = { name: "acme_get_item", arguments: { id: "7" } };
    const send = (method: string, params?: object) => mcpSender(gateway, { key: user.key })(method, params);
    const post = (body: unknown, headers: Record<string, string> = {}, key: string | undefined = user.key) =>
      gateway.call("POST", "/mcp", { key, body, headers });
    const rowsOf = async (response: { headers: Headers }) => {
      const { json } = await gateway.call("GET", "/api/v1/usage", { key: user.key });
      const id = response.headers.get("x-request-id");
      return json.data.entries.filter((row: { request_id: string }) => row.request_id === id);
    };
    const textOf = ({ json }: { json: { result: { content: { text: string }[] } } }) => json.result.content[0]?.text;

    test("what is not there is answered with the tools that find it: an id's list, a tool's list or search", async () => {
      const id = textOf(await send("tools/call", { name: "acme_get_item", arguments: { id: "gone" } }));
      expect(id).toStartWith("NOT_FOUND: ");
      expect(id).toEndWith("Get an id that exists from acme_list_items.");
      const unknown = await send("tools/call", { name: "acme_get_itme", arguments: {} });
      expect(unknown.json.error.message).toBe(
        'There is no tool "acme_get_itme"; perhaps you mean acme_get_item or acme_get_item_file. tools/list lists every tool.',
      );
      const args = { tool: "nobody_knows", arguments: {} };
      const named = textOf(await send("tools/call", { name: "read_with_tool", arguments: args }));
      expect(named).toBe('NOT_FOUND: There is no tool "nobody_knows". Find a tool with search_tools.');
    });

    test("without a living key it is 401, and says where tokens come from", async () => {
      const message = messageOf("tools/list");
      for (const key of ["", "sk_live_made-up"]) {
        const response = await gateway.call("POST", "/mcp", { key, body: message, headers: headersOf(message) });
        expect(response.status).toBe(401);
        const refused = key === "" ? "" : 'error="invalid_token", ';
        const metadata = `${gateway.url}/.well-known/oauth-protected-resource/mcp`;
        expect(response.headers.get("www-authenticate")).toBe(
          `Bearer ${refused}resource_metadata="${metadata}", scope="tools:read tools:write"`,
        );
        expect((await (await fetch(metadata)).json()).resource).toBe(`${gateway.url}/mcp`);
      }
    });

    test("a list has the tools' own definitions, in both eras, and leaves an id alone that looks like one", async () => {
      const tools = gateway.app.deps.registry.endpoints.map((endpoint) => toolDefinition(endpoint, "mcp"));
      const id = '"tools":[]$&';
      const modern = await mcpSender(gateway, { key: user.key })("tools/list", {}, {}, id);
      const legacy = await fetch(`${gateway.url}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${user.key}`,
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          "mcp-protocol-version": "2025-11-25",
        },
        body: JSON.stringify({ jsonrpc: "2.0", id, method: "tools/list", params: {} }),
      });
      const event = (await legacy.text()).match(/^data: (.+)$/m)?.[1] ?? "";
      const messages = [modern.json, JSON.parse(event)];
      for (const message of messages) {
        expect(message.id).toBe(id);
        expect(message.result.tools.slice(0, -2)).toEqual(tools);
        expect(message.result.tools.slice(-2).map(({ name }: { name: string }) => name)).toEqual([
          "read_result",
          "connect",
        ]);
      }
    });

    test("other sites' pages and rebound hosts are 403, before the key is looked at", async () => {
      const message = messageOf("tools/list");
      const foreign: Record<string, string>[] = [
        { origin: "https://evil.example" },
        { origin: "null" },
        { origin: "not an origin" },
        { host: "evil.example" },
        { host: "evil.example:80" },
      ];
      for (const headers of foreign) {
        const sent = { body: message, headers: { ...headersOf(message), ...headers } };
        const statuses = [
          (await gateway.call("POST", "/mcp", { key: user.key, ...sent })).status,
          (await gateway.call("POST", "/mcp", sent)).status,
        ];
        expect([headers, ...statuses]).toEqual([headers, 403, 403]);
      }
      const own = await post(message, { ...headersOf(message), origin: gateway.url });
      expect(own.status).toBe(200);
    });

    test("counts each message once: a call as the tool's endpoint, the others as /mcp", async () => {
      const first = rateOf(await send("tools/list"));
      const listed = await send("tools/list");
      expect(rateOf(listed).remaining).toBe(first.remaining - 1);
      const called = await send("tools/call", read);
      expect(rateOf(called).remaining).toBe(first.remaining - 2);
      expect(await rowsOf(listed)).toMatchObject([{ endpoint: "/mcp", method: "POST", provider: null, status: 200 }]);
      expect(await rowsOf(called)).toMatchObject([
        { endpoint: "/api/v1/acme/items/{id}", method: "GET", provider: "acme", action: "items.read", units: 1 },
      ]);
      const named = { name: "read_with_tool", arguments: { tool: read.name, arguments: read.arguments } };
      expect(await rowsOf(await send("tools/call", named))).toMatchObject([{ endpoint: "/api/v1/acme/items/{id}" }]);
      const unknown = await send("tools/call", { name: "acme_get_itme", arguments: {} });
      expect(unknown.json.error).toMatchObject({ code: -32602 });
      expect(unknown.json.error.message).toContain("acme_get_item");
      expect(await rowsOf(unknown)).toMatchObject([{ endpoint: "/mcp" }]);
    });

    test("lists are for this caller alone, for a while", async () => {
      const { json } = await send("tools/list");
      expect(json.result).toMatchObject({ ttlMs: 60_000, cacheScope: "private" });
      const [tool] = json.result.tools;
      expect(tool).toMatchObject({ title: "List items (Acme)", outputSchema: { type: "object" } });
      expect(Object.keys(tool.annotations).sort()).toEqual([
        "destructiveHint",
        "idempotentHint",
        "openWorldHint",
        "readOnlyHint",
        "title",
      ]);
    });

    test("S-101: a key's permissions bound what is listed, found and called", async () => {
      const made = await gateway.admin("POST", "/keys", { user: user.email, permissions: ["items.read"] });
      const lesser = mcpSender(gateway, { key: made.json.data.key });
      const listed = await lesser("tools/list");
      expect(listed.json.result.tools.map(({ name }: { name: string }) => name)).toEqual([
        "acme_list_items",
        "acme_get_item",
        "acme_get_item_file",
        "read_result",
        "connect",
      ]);
      const found = await lesser("tools/call", { name: "search_tools", arguments: { query: "make an item" } });
      expect(found.text).not.toContain("acme_create_item");
      const called = await lesser("tools/call", { name: "acme_create_item", arguments: { title: "x" } });
      expect(textOf(called)).toBe(
        "PERMISSION_DENIED: Permission denied. This needs a key with acme:items.write, or another tool.",
      );
      expect(textOf(called)).not.toContain("connect");
    });

    test("errors say what is wrong and what to do", async () => {
      const wrong = await send("tools/call", { name: "acme_create_item", arguments: { titel: "x" } });
      expect(textOf(wrong)).toBe(
        'VALIDATION_ERROR: "titel" is not an argument of acme_create_item; perhaps you mean "title". It takes title (required). "title" is required. Correct the fields named here, then call again.',
      );
      expect(wrong.json.result.structuredContent).toBeUndefined();
      const busy = await send("tools/call", { name: "acme_get_item", arguments: { id: "busy" } });
      expect(textOf(busy)).toMatch(/^PROVIDER_UNAVAILABLE: .* Wait \d+ s, then call again\.$/);
      expect(busy.status).toBe(200);
    });

    test("a long list is cut at whole items, with the cursor to go on", async () => {
      const seen: string[] = [];
      for (let cursor: string | null = null; ; ) {
        const args = { limit: 100, ...(cursor !== null && { cursor }) };
        const { json, text } = await send("tools/call", { name: "acme_list_items", arguments: args });
        const { structuredContent, content } = json.result;
        expect(content[0].text.length).toBeLessThanOrEqual(100 * 1024);
        expect(JSON.parse(content[0].text)).toEqual(structuredContent);
        expect(text.length).toBeLessThan(250 * 1024);
        seen.push(...structuredContent.items.map(({ id }: { id: string }) => id));
        cursor = structuredContent.next_cursor;
        if (cursor === null) break;
      }
      expect(seen).toEqual(items.map(({ id }) => String(id)));
    });

    test("a file is a link, which the same key opens", async () => {
      const { json, text } = await send("tools/call", { name: "acme_get_item_file", arguments: { id: "7" } });
      expect(text.length).toBeLessThan(2_000);
      const link = json.result.content[1];
      expect(link).toMatchObject({ type: "resource_link", uri: `${gateway.url}/api/v1/acme/items/7/file` });
      expect(json.result.structuredContent.content).toBeUndefined();
      const opened = await fetch(link.uri, {
        headers: { authorization: `Bearer ${user.key}`, accept: "application/octet-stream" },
      });
      expect((await opened.bytes()).byteLength).toBe(300_000);
    });

    test("what is no message is refused, and counted", async () => {
      const list = messageOf("tools/list");
      const codes = async (body: unknown, headers: Record<string, string> = {}) => {
        const response = await post(body, { ...headersOf(list), ...headers });
        return [response.status, response.json?.error?.code ?? response.json?.code ?? null];
      };
      expect(await codes("{")).toEqual([400, -32700]);
      expect(await codes("")).toEqual([400, -32700]);
      expect(await codes([list, list])).toEqual([400, -32600]);
      expect(await codes([])).toEqual([400, -32600]);
      expect(await codes("1")).toEqual([400, -32600]);
      expect(await codes(`{"a":${"[".repeat(200)}${"]".repeat(200)}}`)).toEqual([400, -32600]);
      expect(await codes(JSON.stringify(list), { "content-type": "text/plain" })).toEqual([415, -32000]);
      expect(await codes({ ...list, params: { ...list.params, x: "x".repeat(2_000_000) } })).toEqual([
        413,
        "PAYLOAD_TOO_LARGE",
      ]);
      expect((await codes(list, { "mcp-method": "tools/call" }))[0]).toBe(400);
      expect((await codes(messageOf("tools/call", read), { "mcp-method": "tools/call", "mcp-name": "other" }))[0]).toBe(
        400,
      );
      expect((await codes(list, { "mcp-protocol-version": "2027-01-01" }))[0]).toBe(400);
      expect((await codes(messageOf("resources/list"), { "mcp-method": "resources/list" }))[1]).toBe(-32601);
      expect(await rowsOf(await post("{"))).toMatchObject([{ endpoint: "/mcp", status: 400 }]);
    });

    test("arguments named __proto__, of other types, or nested deep are refused as arguments", async () => {
      const call = (args: string) => {
        const message = JSON.stringify(messageOf("tools/call", { name: "acme_create_item", arguments: "ARGS" }));
        const headers = headersOf(messageOf("tools/call", { name: "acme_create_item" }));
        return post(message.replace('"ARGS"', args), headers);
      };
      const proto = await call('{"title":"x","__proto__":{"a":1}}');
      expect(textOf(proto)).toContain('"__proto__" is not an argument');
      const deep = await call(`{"title":${'{"a":'.repeat(40)}1${"}".repeat(40)}}`);
      expect(deep.json.result.isError).toBe(true);
      for (const args of ["[]", '"x"', "1"]) expect((await call(args)).json.error?.code).toBe(-32602);
    });

    test("other methods of HTTP are 405, and unknown options 400", async () => {
      for (const method of ["GET", "DELETE", "PUT"])
        expect(codeOf(await gateway.call(method, "/mcp", { key: user.key }))).toBe("405 METHOD_NOT_ALLOWED");
      for (const query of [
        "?tools=all",
        "?providers=nobody",
        "?confirm=yes",
        "?other=1",
        "?connect_url=javascript:x",
      ]) {
        const refused = await mcpSender(gateway, { key: user.key, query })("tools/call", read);
        expect([query, codeOf(refused)]).toEqual([query, "400 VALIDATION_ERROR"]);
      }
    });

    test("S-109: past the limit every message is 429 with Retry-After: nobody reads what it is", async () => {
      const { key } = await gateway.user({ tier: "free" });
      const limited = mcpSender(gateway, { key });
      for (let left = rateOf(await limited("tools/list")).remaining; left > 0; left--) await limited("tools/list");
      for (const refused of [await limited("tools/list"), await limited("tools/call", read)])
        expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    });

    test("a listening client hears of a changed integration; its stream ends with its key", async () => {
      const other = await gateway.user();
      const message = messageOf("subscriptions/listen", { notifications: { toolsListChanged: true } });
      const response = await fetch(`${gateway.url}/mcp`, {
        method: "POST",
        headers: {
          ...headersOf(message),
          authorization: `Bearer ${other.key}`,
          "content-type": "application/json",
        },
        body: JSON.stringify(message),
      });
      expect(response.headers.get("content-type")).toStartWith("text/event-stream");
      let text = "";
      const ended = (async () => {
        const reader = response.body?.getReader();
        for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
          text += new TextDecoder().decode(part.value);
      })().catch(() => {});
      await until(() => text.includes("subscriptions/acknowledged"));
      const owner = { userId: other.userId, accountId: null };
      await insertGrant(gateway, owner, "acme");
      await gateway.heard();
      await until(() => text.includes("notifications/tools/list_changed"));
      await gateway.admin("DELETE", `/keys/${other.keyId}`);
      await within("the stream ends with its key", ended);
    });
  });
}
