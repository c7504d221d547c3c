// MCP clients in a browser: pages may call /mcp and the OAuth endpoints without cookies. And batches, which one revision has.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { acme } from "../../support/acme.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

describe("/mcp for pages, and in batches", () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", plugins: [acme] });
    ({ key } = await gateway.user());
  }, 60_000);
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());

  const PAGE = "http://localhost:6274";
  const preflight = (path: string, method: string) =>
    fetch(gateway.url + path, {
      method: "OPTIONS",
      headers: {
        origin: PAGE,
        "access-control-request-method": method,
        "access-control-request-headers": "authorization, mcp-protocol-version, mcp-session-id",
      },
    });
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${gateway.url}/mcp`, {
      method: "POST",
      headers: {
        ...{ authorization: `Bearer ${key}`, "content-type": "application/json" },
        ...{ accept: "application/json, text/event-stream", ...headers },
      },
      body: JSON.stringify(body),
    });
  const ping = (id: number) => ({ jsonrpc: "2.0", id, method: "ping" });

  test("a page may ask with the headers that clients send, and read the response, without cookies", async () => {
    for (const [path, method] of [
      ["/mcp", "POST"],
      ["/oauth/token", "POST"],
      ["/oauth/register", "POST"],
      ["/.well-known/oauth-protected-resource/mcp", "GET"],
      ["/.well-known/oauth-authorization-server", "GET"],
    ] as const) {
      const { status, headers } = await preflight(path, method);
      expect([path, status, headers.get("access-control-allow-origin")]).toEqual([path, 204, "*"]);
      expect(headers.get("access-control-allow-methods")).toContain(method);
      for (const name of ["authorization", "mcp-protocol-version", "mcp-session-id"])
        expect(headers.get("access-control-allow-headers")).toContain(name);
      expect(headers.has("access-control-allow-credentials")).toBe(false);
    }
    const asked = await send(ping(1), { origin: PAGE });
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
    expect(asked.headers.get("access-control-expose-headers")).toContain("mcp-session-id");
    const refused = await send(ping(1), { origin: PAGE, authorization: "Bearer no" });
    expect([refused.status, refused.headers.get("access-control-allow-origin")]).toEqual([401, "*"]);
  });

  test("no other route is open to pages", async () => {
    for (const path of ["/api/v1/integrations", "/sign-in", "/admin/v1/users"])
      expect((await preflight(path, "GET")).headers.has("access-control-allow-origin")).toBe(false);
  });

  test("a batch of 2025-03-26 gets a list of responses, and none where nothing responds", async () => {
    const note = { jsonrpc: "2.0", method: "notifications/initialized" };
    for (const headers of [{}, { "mcp-protocol-version": "2025-03-26" }] as Record<string, string>[]) {
      const response = await send([ping(1), note, { ...ping(2), method: "tools/list" }], headers);
      expect(response.status).toBe(200);
      const list = (await response.json()) as { id: number; result: object }[];
      expect(list.map(({ id }) => id)).toEqual([1, 2]);
      expect(list[1]?.result).toHaveProperty("tools");
    }
    expect((await send([note])).status).toBe(202);
  });

  test("a batch of another revision, of nothing, of too much or of no messages is refused", async () => {
    const wrong: [unknown, Record<string, string>][] = [
      [[ping(1)], { "mcp-protocol-version": "2025-06-18" }],
      [[], {}],
      [Array.from({ length: 21 }, (_, i) => ping(i)), {}],
      [[ping(1), 2], {}],
      [[{ ...ping(1), method: "initialize" }], {}],
    ];
    for (const [body, headers] of wrong) expect((await send(body, headers)).status).toBe(400);
  });
});
