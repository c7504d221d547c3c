// Agent sessions by the client: made, used for calls, tools and MCP, extended, narrowed and ended, on both surfaces.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  AuthenticationError,
  createClient,
  type GatewayClient,
  PermissionDeniedError,
  ValidationError,
} from "../../client/src/index.ts";
import { HOOK_MS } from "../support/connecting.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { rejection } from "../support/rejection.ts";

setDefaultTimeout(HOOK_MS);
const ID = "café ☕/9";
const MINUTE = 60;

describe("an agent session by the client", () => {
  let gateway: TestGateway;
  const sent: Request[] = [];
  const clientOf = (apiKey: string): GatewayClient =>
    createClient({
      ...{ baseUrl: gateway.url, apiKey },
      fetch: (request) => {
        sent.push(request.clone());
        return fetch(request);
      },
    });
  let client: GatewayClient;
  let partner: GatewayClient;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded", emulate: ["github", "google"] });
    const { key } = await gateway.user();
    for (const provider of ["github", "google"] as const) await gateway.connect(key, provider);
    client = clientOf(key);
    const { key: partnerKey } = await gateway.partner();
    partner = clientOf(partnerKey);
    const { account_id } = await partner.customer(ID).connect("github", { redirect_url: `${gateway.url}/done` });
    await gateway.connect(partnerKey, "github", { accountId: account_id });
  });
  afterAll(() => gateway.close());
  beforeEach(() => {
    gateway.clock.nextMinute();
    sent.length = 0;
  });
  const tokensSent = () => sent.map(({ headers }) => headers.get("authorization")?.slice(0, 14));

  test("calls with its own token, what it was given and nothing else", async () => {
    const session = await client.agentSession({ name: "ticket 4711", allow: ["github"], read_only: true });
    expect([session.session.name, session.session.status, "token" in session.session]).toEqual([
      ...["ticket 4711", "active", false],
    ]);
    expect(session.sessionId).toBe(session.session.id);
    sent.length = 0;
    expect((await session.github.users.getUser()).login).toBe("ada");
    expect((await session.call("github_get_user")) as object).toMatchObject({ login: "ada" });
    expect(tokensSent()).toEqual(["Bearer as_live", "Bearer as_live"]);
    for (const refused of [
      () => session.google.gmail.listMessages(),
      () => session.call("github_create_issue", { owner: "ada", repo: "notes", title: "x" }),
      () => session.get("/api/v1/keys"),
    ])
      expect(await rejection(refused())).toBeInstanceOf(PermissionDeniedError);
    expect(await rejection(session.call("github_get_user", { colour: 1 }))).toBeInstanceOf(ValidationError);
    // @ts-expect-error A token serves one owner.
    expect(session.customer).toBeUndefined();
  });

  test("lists the tools that it can call, finds some by words, and gives them for a vendor's model", async () => {
    const session = await client.agentSession({ allow: ["github:issues.*"] });
    const { tools } = await session.tools();
    const names = tools.map((one) => (one as { function: { name: string } }).function.name);
    expect(names).toContain("github_create_issue");
    expect(names.filter((name) => !name.startsWith("github_"))).toEqual([]);
    expect(names).not.toContain("github_get_user");
    const found = await session.tools({ query: "open an issue", limit: 2, format: "anthropic" });
    expect(found.tools.length).toBeLessThanOrEqual(2);
    expect(found.tools[0]).toMatchObject({ name: "github_create_issue", input_schema: {} });
  });

  test("gives an MCP client its address and token", async () => {
    const { mcp } = await client.agentSession({ allow: ["github"], pinned: ["github_get_user"] });
    expect(mcp.url).toBe(`${gateway.url}/mcp`);
    const response = await fetch(mcp.url, {
      method: "POST",
      headers: { ...mcp.headers, "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "github_get_user", arguments: {} },
      }),
    });
    expect(await response.text()).toContain('"login":"ada"');
    expect(mcp.headers).toEqual({ Authorization: `Bearer ${mcp.token}` });
  });

  test("is extended, narrowed and ended with the key that made it, and ends those below it", async () => {
    const session = await client.agentSession({ expires_in: 5 * MINUTE, allow: ["github"] });
    const before = Date.parse(session.session.expires_at);
    const extended = await session.extend(60 * MINUTE);
    expect(Date.parse(extended.expires_at)).toBeGreaterThan(before + 50 * MINUTE * 1_000);
    expect(session.session).toEqual(extended);
    const below = await session.agentSession({ agent: "helper" });
    expect(below.session.parent_id).toBe(session.sessionId);
    expect((await below.github.users.getUser()).login).toBe("ada");
    await session.narrow({ deny: ["github:users.*"] });
    await gateway.heard();
    for (const one of [session, below])
      expect(await rejection(one.github.users.getUser())).toBeInstanceOf(PermissionDeniedError);
    expect(await rejection(session.narrow({ allow: ["github", "google"] }))).toBeInstanceOf(ValidationError);
    await below.extend(2 * MINUTE);
    await session.end();
    await gateway.heard();
    for (const one of [session, below])
      expect(await rejection(one.github.repos.listRepos())).toBeInstanceOf(AuthenticationError);
  });

  test("of a customer is bound to its account, without a header that names it", async () => {
    const session = await partner.customer(ID).agentSession({ read_only: true });
    expect(session.session.account).toBe(ID);
    sent.length = 0;
    expect((await session.github.users.getUser()).login).toBe("ada");
    expect(sent.map(({ headers }) => [headers.has("x-account-id"), headers.has("x-account-id*")])).toEqual([
      [false, false],
    ]);
    await session.end();
    await gateway.heard();
    expect(await rejection(session.github.users.getUser())).toBeInstanceOf(AuthenticationError);
    const unknown = await rejection(partner.customer("nobody").agentSession());
    expect((unknown as { code: string }).code).toBe("ACCOUNT_NOT_FOUND");
  });
});
