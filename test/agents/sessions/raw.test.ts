// Raw requests of agent sessions: only those that its patterns name, by the proxy and by the tool, and never more than the parent's.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../../support/acme.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { UNGUARDED } from "../../support/unguarded.ts";
import { mcpSender } from "../mcp/message.ts";

setDefaultTimeout(60_000);
const SESSIONS = "/api/v1/agent-sessions";

for (const lane of laneOf(import.meta.file)) {
  describe(`raw requests of agent sessions on ${lane}`, () => {
    const upstream = recordingProvider(({ url }) =>
      Response.json(url.pathname === "/number" ? 1 : { secret: "of the provider" }),
    );
    let gateway: TestGateway;
    let key: string;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
      const user = await gateway.user({ tier: "team", permissions: ["*", "proxy.use"] });
      await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
      key = user.key;
    });
    afterAll(() => gateway.close());
    beforeEach(() => {
      gateway.clock.nextMinute();
      upstream.requests.length = 0;
    });

    const post = (body: object, as = key, path = SESSIONS) => gateway.call("POST", path, { key: as, body });
    const make = async (body: object, as = key, path = SESSIONS) => {
      const response = await post(body, as, path);
      if (response.status !== 200) throw new Error(response.text);
      return response.json.data as { id: string; token: string; raw: string[] };
    };
    const reasonOf = (response: { status: number; headers: Headers }) =>
      response.status < 300 ? response.status : `${response.status} ${response.headers.get("x-error-reason")}`;
    const raw = async (token: string, method: string, path: string, headers?: Record<string, string>) =>
      reasonOf(await gateway.call(method, `/api/v1/acme/proxy${path}`, { key: token, headers }));
    const tool = async (token: string, args: object) =>
      reasonOf(
        await gateway.call("POST", "/api/v1/tools/acme_request/execute", { key: token, body: { arguments: args } }),
      );
    const sent = () => upstream.requests.map(({ method, url }) => `${method} ${url.pathname}`);
    const REFUSED = "403 session_bounds";

    test("only what a pattern names is sent, by the proxy, by the tool and over MCP, and the rest reaches nobody", async () => {
      const { token } = await make({ ...UNGUARDED, raw: ["acme:GET /items/*", "acme:POST /notes"] });
      expect(await raw(token, "GET", "/items/1?fields=title")).toBe(200);
      expect(await raw(token, "POST", "/notes")).toBe(200);
      expect(await tool(token, { path: "/items/2" })).toBe(200);
      const overMcp = async (path: string) =>
        (await mcpSender(gateway, { key: token })("tools/call", { name: "acme_request", arguments: { path } })).json
          .result;
      expect((await overMcp("/items/3")).isError).not.toBe(true);
      const all = ["GET /items/1", "POST /notes", "GET /items/2", "GET /items/3"];
      expect(sent()).toEqual(all);
      for (const [method, path] of [
        ["GET", "/items"],
        ["GET", "/items/1/parts"],
        ["DELETE", "/items/1"],
        ["GET", "/notes"],
        ["GET", "/items/a%2Fb"],
        ["GET", "/items/1/"],
      ] as const) {
        expect([method, path, await raw(token, method, path)]).toEqual([method, path, REFUSED]);
        expect([method, path, await tool(token, { method, path })]).toEqual([method, path, REFUSED]);
      }
      expect(await raw(token, "GET", "/items/1", { "x-upstream-host": "api.acme.example" })).toBe(REFUSED);
      expect(await tool(token, { path: "/items/1", host: "api.acme.example" })).toBe(REFUSED);
      for (const path of ["/items/../users", "/items/%2e%2e", "/items//1", "/items\\1", "/items/1?x"])
        expect([path, (await tool(token, { path })) === 200]).toEqual([path, false]);
      for (const path of ["/items/..%2fusers", "/items/%2e%2e/users", "/items/%252e%252e/users"])
        expect([path, (await raw(token, "GET", path)) === 200]).toEqual([path, false]);
      expect((await overMcp("/users")).isError).toBe(true);
      expect(sent()).toEqual(all);
    });

    test("lists of providers, read_only, the key and constraints hold as well", async () => {
      const patterns = { ...UNGUARDED, raw: ["acme:* /**"] };
      const readOnly = await make({ ...patterns, read_only: true });
      expect([await raw(readOnly.token, "GET", "/x"), await raw(readOnly.token, "POST", "/x")]).toEqual([200, REFUSED]);
      for (const deny of [["acme"], ["acme:*"], ["acme_request"]]) {
        const { token } = await make({ ...patterns, deny });
        expect([deny, await raw(token, "GET", "/x")]).toEqual([deny, REFUSED]);
      }
      const left = await post({ ...patterns, allow: ["acme:items.read"] });
      expect([left.status, left.json.details.errors[0].message]).toEqual([
        400,
        "allow leaves out raw requests to acme: add acme_request to it.",
      ]);
      const allowed = await make({ ...patterns, allow: ["acme:items.read", "acme_request"] });
      expect(await raw(allowed.token, "GET", "/x")).toBe(200);
      const constrained = await make({ ...patterns, constraints: { acme: { title: { equals: "acme" } } } });
      expect(await raw(constrained.token, "GET", "/x?title=acme")).toBe(REFUSED);
      const plain = await gateway.user();
      await insertGrant(gateway, { userId: plain.userId, accountId: null }, "acme");
      const weak = await make(patterns, plain.key);
      expect(await raw(weak.token, "GET", "/x")).toBe("403 key_permission");
      const none = await make(UNGUARDED);
      expect([await raw(none.token, "GET", "/x"), await tool(none.token, { path: "/x" })]).toEqual([REFUSED, REFUSED]);
    });

    test("what a raw response holds is private text of others, and what must be confirmed is refused", async () => {
      const session = await make({ raw: ["acme:* /**"], safeguards: { destroys: "allow", spends: "allow" } });
      expect(await raw(session.token, "POST", "/x")).toBe(200);
      const { facts } = (await gateway.call("GET", `${SESSIONS}/${session.id}`, { key })).json.data;
      for (const name of ["has_read_private", "has_read_untrusted"])
        expect(facts[name]).toMatchObject({ tool: "acme_request", session_id: session.id });
      expect(await raw(session.token, "GET", "/x")).toBe(200);
      expect(await raw(session.token, "POST", "/x")).toBe("403 confirmation_required");
      // Whatever it holds: even a number can be somebody's.
      const byTool = await make({ raw: ["acme:* /**"] });
      expect(await tool(byTool.token, { path: "/number" })).toBe(200);
      const read = (await gateway.call("GET", `${SESSIONS}/${byTool.id}`, { key })).json.data.facts;
      expect([read.has_read_private, read.has_read_untrusted]).not.toContain(null);
      const guarded = await make({ raw: ["acme:* /**"] });
      expect(await raw(guarded.token, "DELETE", "/x")).toBe("403 confirmation_required");
      expect(sent()).toEqual(["POST /x", "GET /x", "GET /number"]);
    });

    test("it only becomes narrower, by a change and below it, and what is not surely narrower is 400", async () => {
      const parent = await make({ ...UNGUARDED, raw: ["acme:GET /items/**", "acme:POST /notes"] });
      const below = `${SESSIONS}/${parent.id}/sessions`;
      const beyond = ["acme:GET /**", "acme:DELETE /items/1", "acme:* /items/1", "acme:POST /note*"];
      for (const one of beyond) {
        const made = await post({ raw: [one] }, parent.token, below);
        const changed = await gateway.call("PATCH", `${SESSIONS}/${parent.id}`, { key, body: { raw: [one] } });
        expect([one, made.status, changed.status]).toEqual([one, 400, 400]);
        expect(made.json.details.errors[0]).toMatchObject({ path: "/raw/0" });
      }
      const child = await make({ ...UNGUARDED, raw: ["acme:GET /items/*/parts"] }, parent.token, below);
      const silent = await make(UNGUARDED, parent.token, below);
      expect(await raw(child.token, "GET", "/items/1/parts")).toBe(200);
      expect(await raw(silent.token, "GET", "/items/1/parts")).toBe(REFUSED);
      await gateway.call("PATCH", `${SESSIONS}/${parent.id}`, { key, body: { raw: ["acme:GET /items/2/**"] } });
      expect(await raw(child.token, "GET", "/items/1/parts")).toBe(REFUSED);
      expect(await raw(child.token, "GET", "/items/2/parts")).toBe(200);
    });

    test("wrong patterns are 400 with a sentence", async () => {
      const wrong: [string, string][] = [
        ["acme", "A raw request is a provider"],
        ["acme:GET /a?b=1", "A raw request is a provider"],
        ["acme:GET /a/**/b", "A raw request is a provider"],
        ["acne:GET /a", "did you mean acme?"],
        ["acme:GET /a/../b", 'cannot contain ".", ".."'],
        [`acme:GET ${"/a".repeat(29)}`, "more than 28 segments"],
      ];
      for (const [pattern, message] of wrong) {
        const response = await post({ raw: [pattern] });
        expect([pattern, response.status]).toEqual([pattern, 400]);
        expect(response.text.replaceAll('\\"', '"')).toContain(message);
      }
      const many = Array.from({ length: 51 }, (_, i) => `acme:GET /a/${i}`);
      expect((await post({ raw: many })).status).toBe(400);
    });
  });
}
