// The tool of raw requests: only keys that name proxy.use see it, by REST and by MCP, and its answers are bounded.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { connected } from "../../support/acme.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { always, type ProviderServer, proxied, startProviderServer } from "../../support/proxied-provider.ts";
import { codeOf } from "../../support/responses.ts";

setDefaultTimeout(HOOK_MS);
const TOOL = "proxied_request";
const JSON_TYPE = { "content-type": "application/json" };

describe.each(laneOf(import.meta.file))("the tool of raw requests on %s", (lane) => {
  let gateway: TestGateway;
  let api: ProviderServer;
  let userId: string;
  let key: string;
  let plain: string;
  beforeAll(async () => {
    api = await startProviderServer();
    const baseUrl = { items: `${api.url}/v2`, files: `${api.url}/files` };
    gateway = await startTestGateway({
      lane,
      plugins: [proxied],
      settings: { proxied: { clientId: "client", clientSecret: "secret", baseUrl } },
    });
    const user = await connected(gateway, proxied);
    [userId, plain] = [user.userId, user.key];
    key = await keyWith(["*", "gateway:usage.read", "proxied:proxy.use"]);
  });
  afterAll(async () => {
    await gateway.close();
    await api.close();
  });
  beforeEach(() => {
    gateway.clock.nextMinute();
    api.answer(always(200, { ...JSON_TYPE, "set-cookie": "a=1" }, '{"id":7}'));
    api.seen.splice(0);
  });

  const keyWith = async (permissions: string[]) =>
    (await gateway.admin("POST", "/keys", { user: userId, permissions })).json.data.key as string;
  const execute = (args: object, more: { key?: string; headers?: Record<string, string> } = {}) =>
    gateway.call("POST", `/api/v1/tools/${TOOL}/execute`, { key, body: { arguments: args }, ...more });
  const namesIn = async (path: string, of: string) => {
    const { tools } = (await gateway.call("GET", path, { key: of })).json.data;
    return tools.map((tool: { function: { name: string } }) => tool.function.name);
  };

  test.each(["/api/v1/tools", "/api/v1/tools?all=true", "/api/v1/tools/provider/proxied"])(
    "%s has it for a key that names the permission, and for no other",
    async (path) => {
      expect(await namesIn(path, key)).toEqual(["proxied_get_item", TOOL]);
      expect(await namesIn(path, plain)).toEqual(["proxied_get_item"]);
      expect(await namesIn(path, await keyWith(["proxied:*", "slack:proxy.use"]))).toEqual(["proxied_get_item"]);
    },
  );

  test("every vendor's form takes it, and no search finds it", async () => {
    for (const format of ["openai", "openai-responses", "anthropic", "gemini", "mcp"]) {
      const { text } = await gateway.call("GET", `/api/v1/tools?format=${format}`, { key });
      expect(text).toContain(TOOL);
    }
    expect((await gateway.call("GET", "/api/v1/tools/search/request", { key })).text).not.toContain(TOOL);
  });

  test("sends what it is told to, and answers with status, headers and body", async () => {
    api.answer(always(404, { ...JSON_TYPE, etag: '"1"', "set-cookie": "a=1" }, '{"message":"none"}'));
    const args = { method: "POST", path: "/v2/x%20y", query: { a: 1, b: ["x", "y&z"], c: true }, json: { deep: [1] } };
    const response = await execute(args);
    expect([response.status, response.json.data]).toEqual([
      200,
      {
        status: 404,
        headers: { "content-type": "application/json", etag: '"1"' },
        body: { message: "none" },
        encoding: "json",
        is_truncated: false,
      },
    ]);
    expect(api.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(["POST /v2/x%20y?a=1&b=x&b=y%26z&c=true"]);
    expect(api.seen[0]?.headers["content-type"]).toBe("application/json");
    await execute({ path: "/f", host: "files.proxied.example" });
    expect(api.seen[1]?.url).toBe("/files/f");
  });

  test("a key without the permission is refused, and nothing is sent", async () => {
    const refused = await execute({ path: "/x" }, { key: plain });
    expect(codeOf(refused)).toBe("403 PERMISSION_DENIED");
    expect(api.seen).toEqual([]);
  });

  test.each([
    [{ path: "x" }, "/arguments/path"],
    [{ path: "//evil.example" }, "/arguments/path"],
    [{ path: "/../x" }, "/arguments/path"],
    [{ path: "/a%2f..%2fb" }, "/arguments/path"],
    [{ path: "/x?token=1" }, "/arguments/path"],
    [{ path: "/x#y" }, "/arguments/path"],
    [{ path: "/x\r\nHost: evil" }, "/arguments/path"],
    [{ path: "/x\u0000" }, "/arguments/path"],
    [{ path: "https://evil.example/" }, "/arguments/path"],
    [{ path: "/x", method: "TRACE" }, "/arguments/method"],
    [{ path: "/x", query: { a: { b: 1 } } }, "/arguments/query/a"],
    [{ path: "/x", headers: { authorization: "x" } }, "/arguments/headers"],
    [{ path: "/x", host: "evil.example" }, "/x-upstream-host"],
    [{}, "/arguments/path"],
  ])("%j is refused at %s before anything is sent", async (args, at) => {
    const response = await execute(args);
    expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
    expect(response.json.details.errors.map((error: { path: string }) => error.path)).toContain(at);
    expect(api.seen).toEqual([]);
  });

  test.each([
    ["a long text", "text/plain", "é".repeat(100_000), "utf-8", true],
    ["a long JSON", "application/json", JSON.stringify("a".repeat(100_000)), "utf-8", true],
    ["a short text", "text/plain", "one", "utf-8", false],
    ["bytes", "image/png", "\u0000\u0001", "base64", false],
  ])("%s is bounded", async (_, type, body, encoding, isTruncated) => {
    api.answer(always(200, { "content-type": type }, body));
    const { data } = (await execute({ path: "/x" })).json;
    expect([data.encoding, data.is_truncated]).toEqual([encoding, isTruncated]);
    expect(data.body.length).toBeLessThanOrEqual(90_000);
  });

  test("an Idempotency-Key is the gateway's here: the answer is replayed", async () => {
    const headers = { "idempotency-key": crypto.randomUUID() };
    const [first, second] = [
      await execute({ method: "POST", path: "/x" }, { headers }),
      await execute({ method: "POST", path: "/x" }, { headers }),
    ];
    expect([first.json, second.headers.get("idempotency-replayed")]).toEqual([second.json, "true"]);
    expect(api.seen).toHaveLength(1);
    expect(api.seen[0]?.headers["idempotency-key"]).toBeUndefined();
  });

  test("an MCP client lists it, finds it and calls it, where the key names the permission", async () => {
    const clientOf = async (of: string, tools = "connected") => {
      const client = new Client({ name: "test", version: "1" });
      const requestInit = { headers: { authorization: `Bearer ${of}` } };
      const url = new URL(`${gateway.url}/mcp?tools=${tools}`);
      await client.connect(new StreamableHTTPClientTransport(url, { requestInit }));
      return client;
    };
    const [named, other, searching] = [await clientOf(key), await clientOf(plain), await clientOf(key, "search")];
    const listed = (await named.listTools()).tools.find(({ name }) => name === TOOL);
    expect(listed?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect((await other.listTools()).tools.map(({ name }) => name)).not.toContain(TOOL);
    const called = await named.callTool({ name: TOOL, arguments: { path: "/v2/x" } });
    expect(called.structuredContent).toEqual({
      status: 200,
      headers: { "content-type": "application/json" },
      body: { id: 7 },
      encoding: "json",
      is_truncated: false,
    });
    const refused = await other.callTool({ name: TOOL, arguments: { path: "/v2/x" } });
    expect([refused.isError, JSON.stringify(refused.content)]).toEqual([
      true,
      expect.stringContaining("PERMISSION_DENIED"),
    ]);
    const found = await searching.callTool({ name: "search_tools", arguments: { query: "get item" } });
    expect(JSON.stringify(found.structuredContent)).toContain(TOOL);
    const args = { tool: TOOL, arguments: { path: "/v2/y" } };
    expect((await searching.callTool({ name: "change_with_tool", arguments: args })).structuredContent).toMatchObject({
      status: 200,
    });
    expect(api.seen.map(({ url }) => url)).toEqual(["/v2/x", "/v2/y"]);
    await Promise.all([named.close(), other.close(), searching.close()]);
  });

  test("its calls are in the usage log as the proxy's", async () => {
    await execute({ path: "/x" });
    const { entries } = (await gateway.call("GET", "/api/v1/usage?action=proxy.use&limit=1", { key })).json.data;
    expect(entries[0]).toMatchObject({
      endpoint: "/api/v1/proxied/proxy/{path}",
      provider: "proxied",
      status: 200,
      units: 1,
    });
  });
});
