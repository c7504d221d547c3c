// Agent sessions: made by a key, called with over REST and MCP, narrowed, and over with whatever they hang on.

import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { isSessionText } from "../../../src/identity/keys/key-text.ts";
import { acme } from "../../support/acme.ts";
import { LANES } from "../../support/database.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";
import { insertGrant, recordingProvider, tokenOf } from "../../support/test-partners.ts";
import { UNGUARDED } from "../../support/unguarded.ts";
import { mcpSender } from "../mcp/message.ts";

setDefaultTimeout(60_000);
const SESSIONS = "/api/v1/agent-sessions";
const MINUTE = 60_000;

/** The status, and the code of an error. */
const outcomeOf = (response: ApiResponse) => (response.status === 200 ? "200" : codeOf(response));

interface ListPage {
  agent_sessions: { id: string }[];
  next_cursor: string | null;
}

for (const lane of LANES) {
  describe(`agent sessions on ${lane}`, () => {
    const upstream = recordingProvider(({ method }) =>
      Response.json(
        method === "GET" ? { items: [{ id: 1, title: "one" }], id: 1, title: "one" } : { id: 2, title: "two" },
      ),
    );
    let gateway: TestGateway;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
    });
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const call = (method: string, path: string, key: string, body?: unknown, headers?: Record<string, string>) =>
      gateway.call(method, path, { key, body, headers });
    const made = async (key: string, body: object = {}) => {
      const response = await call("POST", SESSIONS, key, { ...UNGUARDED, ...body });
      if (response.status !== 200) throw new Error(response.text);
      return response.json.data as { id: string; token: string; expires_at: string; [name: string]: unknown };
    };
    const list = (key: string, headers?: Record<string, string>) =>
      call("GET", "/api/v1/acme/items", key, undefined, headers);
    const write = (key: string) => call("POST", "/api/v1/acme/items", key, { title: "two" });
    const connected = async (options: { permissions?: string[] } = {}) => {
      const user = await gateway.user(options);
      const id = await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
      return { ...user, integrationId: id };
    };

    test("a session calls with its own token, which only its creation returns", async () => {
      const { key, keyId, userId } = await connected();
      const session = await made(key, { name: "triage", agent: "support", expires_in: 600 });
      expect(isSessionText(session.token)).toBe(true);
      expect(session.mcp_url).toBe(`${gateway.url}/mcp`);
      expect(new Date(session.expires_at).getTime()).toBe(gateway.clock.now() + 600_000);
      expect(outcomeOf(await list(session.token))).toBe("200");
      expect(upstream.requests.at(-1)?.token).toBe(tokenOf({ userId, accountId: null }, "acme"));
      const found = await call("GET", `${SESSIONS}/${session.id}`, key);
      expect(found.json.data).toMatchObject({
        name: "triage",
        agent: "support",
        key_id: keyId,
        status: "active",
        account: null,
      });
      const listed = await call("GET", SESSIONS, key);
      expect(listed.json.data.agent_sessions.map(({ id }: { id: string }) => id)).toEqual([session.id]);
      for (const { text } of [found, listed]) expect(text).not.toContain("as_live_");
      const rows = await gateway.database.database.query("select * from agent_sessions");
      expect(JSON.stringify(rows)).not.toContain(session.token.slice(8, 40));
      expect(gateway.logLines.join("\n")).not.toContain(session.token.slice(8, 40));
    });

    test("its lists and read_only bound it, deny wins, and it never has more than its key", async () => {
      const { key } = await connected({ permissions: ["acme:items.read", "gateway:agent_sessions.write"] });
      const full = await connected();
      const outcomes = async (token: string) => [outcomeOf(await list(token)), outcomeOf(await write(token))];
      const denied = "403 PERMISSION_DENIED";
      const cases: [object, string[]][] = [
        [{}, ["200", "200"]],
        [{ allow: ["*"] }, ["200", "200"]],
        [{ allow: ["acme"] }, ["200", "200"]],
        [{ allow: ["acme:items.read"] }, ["200", denied]],
        [{ allow: ["acme_list_items"] }, ["200", denied]],
        [{ allow: [] }, [denied, denied]],
        [{ allow: ["acme"], deny: ["acme:items.write"] }, ["200", denied]],
        [{ deny: ["acme_list_items"] }, [denied, "200"]],
        [{ deny: ["acme"] }, [denied, denied]],
        [{ read_only: true }, ["200", denied]],
      ];
      for (const [body, expected] of cases)
        expect([body, await outcomes((await made(full.key, body)).token)]).toEqual([body, expected]);
      expect(await outcomes((await made(key, { allow: ["*"] })).token)).toEqual(["200", denied]);
      const refused = await write((await made(full.key, { read_only: true })).token);
      expect(refused.headers.get("x-error-reason")).toBe("session_bounds");
      expect(refused.json.error).toContain("acme_create_item");
    });

    test("unknown fields and names are 400 with a near name", async () => {
      const { key } = await connected();
      const wrong: [object, string][] = [
        [{ allowed: [] }, "allowed"],
        [{ allow: ["acmee"] }, "did you mean acme?"],
        [{ deny: ["acme:items.raed"] }, "did you mean acme:items.read?"],
        [{ allow: ["acme_list_itms"] }, "did you mean acme_list_items?"],
        [{ pinned: ["acme_nothing_here"] }, "There is no tool"],
        [{ allow: ["acme:proxy.use"] }, "raw requests"],
        [{ allow: ["gateway:usage.read"] }, "There is no provider"],
        [{ connections: ["acme:defalt"] }, "did you mean acme:default?"],
        [{ expires_in: 59 }, "expires_in"],
        [{ expires_in: 7 * 86_400 + 1 }, "expires_in"],
        [{ limits: { requests: 5 } }, "requests"],
      ];
      for (const [body, message] of wrong) {
        const response = await call("POST", SESSIONS, key, body);
        expect([body, outcomeOf(response)]).toEqual([body, "400 VALIDATION_ERROR"]);
        expect(response.text).toContain(message);
      }
    });

    test("it uses only the connections that it names, the one of several without being told which", async () => {
      const { key, userId } = await gateway.user();
      const owner = { userId, accountId: null };
      const work = await insertGrant(gateway, owner, "acme", { name: "work" });
      await insertGrant(gateway, owner, "acme", { name: "private" });
      expect(outcomeOf(await list(key))).toBe("400 CONNECTION_AMBIGUOUS");
      const { token } = await made(key, { connections: ["acme:work"] });
      expect(outcomeOf(await list(token))).toBe("200");
      expect(upstream.requests.at(-1)?.token).toBe(`${tokenOf(owner, "acme")}.${work}`);
      const before = upstream.requests.length;
      expect(outcomeOf(await list(token, { "x-connection": "private" }))).toBe("403 PERMISSION_DENIED");
      expect(upstream.requests.length).toBe(before);
      const shown = await call("GET", "/api/v1/integrations", token);
      expect(shown.json.data.integrations.map(({ id }: { id: string }) => id)).toEqual([work]);
      const { token: none } = await made(key, { connections: [] });
      expect(outcomeOf(await list(none))).toBe("403 PERMISSION_DENIED");
    });

    test("one for an account serves that account alone, with and without the header", async () => {
      const { key, userId } = await gateway.partner();
      const [one, other] = [crypto.randomUUID(), crypto.randomUUID()];
      const accountId = await gateway.account(key, one);
      await gateway.account(key, other);
      await insertGrant(gateway, { userId, accountId }, "acme");
      await insertGrant(gateway, { userId, accountId: null }, "acme");
      const session = await made(key, { account: one });
      expect(session).toMatchObject({ account: one, account_id: accountId });
      for (const headers of [undefined, { "x-account-id": one }]) {
        expect(outcomeOf(await list(session.token, headers))).toBe("200");
        expect(upstream.requests.at(-1)?.token).toBe(tokenOf({ userId, accountId }, "acme"));
      }
      expect(outcomeOf(await list(session.token, { "x-account-id": other }))).toBe("404 ACCOUNT_NOT_FOUND");
      expect(outcomeOf(await call("GET", "/api/v1/integrations", session.token))).toBe("403 PERMISSION_DENIED");
      for (const named of [accountId, `external:${one}`]) {
        const shown = await call("GET", `/api/v1/accounts/${named}/integrations`, session.token);
        expect([outcomeOf(shown), shown.json.data?.integrations.length]).toEqual(["200", 1]);
      }
      const foreign = await call("GET", `/api/v1/accounts/external:${other}/integrations`, session.token);
      expect(outcomeOf(foreign)).toBe("403 PERMISSION_DENIED");
      const child = await call("POST", `${SESSIONS}/${session.id}/sessions`, session.token, {});
      expect(child.json.data).toMatchObject({ account: one, account_id: accountId });
      const own = await made(key);
      expect(outcomeOf(await list(own.token, { "x-account-id": one }))).toBe("404 ACCOUNT_NOT_FOUND");
      expect(outcomeOf(await call("POST", SESSIONS, key, { account: "nobody" }))).toBe("404 ACCOUNT_NOT_FOUND");
    });

    test("a partner_only key makes sessions for accounts alone", async () => {
      const { key } = await gateway.partner({ partnerOnly: true });
      expect(outcomeOf(await call("POST", SESSIONS, key, {}))).toBe("400 VALIDATION_ERROR");
      await gateway.account(key, "customer-1");
      expect(outcomeOf(await call("POST", SESSIONS, key, { account: "customer-1" }))).toBe("200");
    });

    test("it ends with its time, its revocation, its key, its account and its user", async () => {
      const ends: [
        string,
        (of: {
          session: { id: string };
          key: string;
          keyId: string;
          accountId: string;
          email: string;
        }) => Promise<unknown>,
      ][] = [
        ["time", async () => gateway.clock.move(60 * MINUTE)],
        ["revocation", ({ key, session }) => call("DELETE", `${SESSIONS}/${session.id}`, key)],
        ["key", ({ keyId }) => gateway.admin("DELETE", `/keys/${keyId}`)],
        ["account", ({ key, accountId }) => call("DELETE", `/api/v1/accounts/${accountId}`, key)],
        ["user", ({ email }) => gateway.admin("DELETE", `/users/${email}`)],
      ];
      for (const [what, end] of ends) {
        const { key, keyId, userId, email } = await gateway.partner();
        const externalId = crypto.randomUUID();
        const accountId = await gateway.account(key, externalId);
        await insertGrant(gateway, { userId, accountId }, "acme");
        const session = await made(key, { account: externalId });
        expect([what, outcomeOf(await list(session.token))]).toEqual([what, "200"]);
        const ended = (await end({ session, key, keyId, accountId, email })) as { status?: number } | undefined;
        expect([what, ended?.status ?? 200]).toEqual([what, 200]);
        await gateway.heard();
        expect([what, outcomeOf(await list(session.token))]).toEqual([what, "401 AUTH_REQUIRED"]);
      }
    });

    test("a row that another replica changes is seen at once", async () => {
      const { key } = await connected();
      const { id, token } = await made(key);
      expect(outcomeOf(await write(token))).toBe("200");
      const { database } = gateway.database;
      await database.query("update agent_sessions set read_only = true where id = $1::uuid", [id]);
      await gateway.heard();
      expect(outcomeOf(await write(token))).toBe("403 PERMISSION_DENIED");
      await database.query("update agent_sessions set revoked_at = now() where id = $1::uuid", [id]);
      await gateway.heard();
      expect(outcomeOf(await list(token))).toBe("401 AUTH_REQUIRED");
    });

    test("without a call it ends, and with calls it stays", async () => {
      const { key } = await connected();
      const { token } = await made(key, { idle_in: 120 });
      for (let i = 0; i < 4; i++) {
        gateway.clock.move(100_000);
        expect(outcomeOf(await list(token))).toBe("200");
      }
      gateway.clock.move(136_000);
      expect(outcomeOf(await list(token))).toBe("401 AUTH_REQUIRED");
    });

    test("use at another replica keeps it alive here", async () => {
      const { key } = await connected();
      const { id, token } = await made(key, { idle_in: 120 });
      expect(outcomeOf(await list(token))).toBe("200");
      gateway.clock.move(130_000);
      const usedAt = new Date(gateway.clock.now() - 10_000).toISOString();
      await gateway.database.database.query(
        "update agent_sessions set last_used_at = $2::timestamptz where id = $1::uuid",
        [id, usedAt],
      );
      gateway.clock.move(10_000);
      expect(outcomeOf(await list(token))).toBe("200");
    });

    test("it changes nothing but narrower, and is extended by the key within seven days", async () => {
      const { key } = await connected();
      const session = await made(key, { allow: ["acme:items.read"], limits: { calls: 100 }, expires_in: 60 });
      const change = (body: object) => call("PATCH", `${SESSIONS}/${session.id}`, key, body);
      const wider = [{ allow: ["acme"] }, { allow: ["*"] }, { limits: { calls: 101 } }];
      for (const body of wider) expect([body, outcomeOf(await change(body))]).toEqual([body, "400 VALIDATION_ERROR"]);
      expect(outcomeOf(await list(session.token))).toBe("200");
      const narrower = await change({
        deny: ["acme_list_items"],
        read_only: true,
        limits: { calls: 50 },
        expires_in: 7_200,
      });
      expect(narrower.json.data).toMatchObject({ deny: ["acme_list_items"], read_only: true, limits: { calls: 50 } });
      expect(outcomeOf(await list(session.token))).toBe("403 PERMISSION_DENIED");
      for (const body of [{ read_only: false }, { deny: [] }])
        expect([body, outcomeOf(await change(body))]).toEqual([body, "400 VALIDATION_ERROR"]);
      gateway.clock.move(90 * MINUTE);
      expect(outcomeOf(await call("GET", "/api/v1/acme/items/1", session.token))).toBe("200");
      gateway.clock.move(31 * MINUTE);
      expect(outcomeOf(await change({ expires_in: 600 }))).toBe("409 CONFLICT");
      expect(outcomeOf(await call("PATCH", `${SESSIONS}/${session.id}`, session.token, { expires_in: 600 }))).toBe(
        "401 AUTH_REQUIRED",
      );
    });

    test("children have no more than their parent, also after it is narrowed, and end with it", async () => {
      const { key } = await connected();
      const parent = await made(key, { allow: ["acme:items.read", "acme:items.write"], expires_in: 600 });
      const below = async (token: string, id: string, body: object = {}) =>
        call("POST", `${SESSIONS}/${id}/sessions`, token, body);
      const child = (await below(parent.token, parent.id, { allow: ["*"], expires_in: 86_400 })).json.data;
      expect(child).toMatchObject({ parent_id: parent.id, expires_at: parent.expires_at });
      expect(outcomeOf(await write(child.token))).toBe("200");
      await call("PATCH", `${SESSIONS}/${parent.id}`, key, { deny: ["acme:items.write"] });
      expect(outcomeOf(await write(child.token))).toBe("403 PERMISSION_DENIED");
      expect(outcomeOf(await list(child.token))).toBe("200");
      const grandchild = (await below(key, child.id)).json.data;
      const last = (await below(key, grandchild.id)).json.data;
      expect(outcomeOf(await below(key, last.id))).toBe("409 CONFLICT");
      expect(outcomeOf(await below(child.token, parent.id))).toBe("404 NOT_FOUND");
      expect(outcomeOf(await list(last.token))).toBe("200");
      await call("DELETE", `${SESSIONS}/${parent.id}`, key);
      for (const { token } of [child, grandchild, last]) expect(outcomeOf(await list(token))).toBe("401 AUTH_REQUIRED");
      expect(outcomeOf(await below(key, child.id))).toBe("409 CONFLICT");
    });

    test("constraints hold the arguments of every way to call, and the refusal says the predicate", async () => {
      const { key } = await connected();
      const constraints = {
        acme_create_item: { title: { matches: "draft: *" } },
        acme_get_item: { id: { in: ["1", "2"] } },
      };
      const session = await made(key, { constraints });
      const create = (as: string, title: string) => call("POST", "/api/v1/acme/items", as, { title });
      const byName = (title: string) =>
        call("POST", "/api/v1/tools/acme_create_item/execute", session.token, { arguments: { title } });
      const overMcp = async (title: string) =>
        (
          await mcpSender(gateway, { key: session.token })("tools/call", {
            name: "acme_create_item",
            arguments: { title },
          })
        ).json.result.isError === true;
      const from = upstream.requests.length;
      for (const response of [await create(session.token, "final: one"), await byName("final: one")]) {
        expect(outcomeOf(response)).toBe("403 PERMISSION_DENIED");
        expect(response.headers.get("x-error-reason")).toBe("session_bounds");
        expect(response.json.error).toContain('title must satisfy {"matches":"draft: *"}');
      }
      expect(await overMcp("final: one")).toBe(true);
      expect(outcomeOf(await call("GET", "/api/v1/acme/items/3", session.token))).toBe("403 PERMISSION_DENIED");
      expect(upstream.requests.length).toBe(from);
      expect(outcomeOf(await create(session.token, "draft: one"))).toBe("200");
      expect(outcomeOf(await byName("draft: one"))).toBe("200");
      expect(await overMcp("draft: one")).toBe(false);
      expect(outcomeOf(await call("GET", "/api/v1/acme/items/2", session.token))).toBe("200");
      expect(outcomeOf(await list(session.token))).toBe("200");
      const child = (await call("POST", `${SESSIONS}/${session.id}/sessions`, session.token, {})).json.data;
      expect(outcomeOf(await create(child.token, "final: two"))).toBe("403 PERMISSION_DENIED");
      const whole = await made(key, { constraints: { acme: { title: { matches: "*" } } } });
      expect(outcomeOf(await list(whole.token))).toBe("403 PERMISSION_DENIED");
      const change = (body: object) => call("PATCH", `${SESSIONS}/${session.id}`, key, body);
      expect(outcomeOf(await change({ constraints: {} }))).toBe("400 VALIDATION_ERROR");
      expect(
        outcomeOf(await change({ constraints: { ...constraints, acme_delete_item: { id: { equals: "1" } } } })),
      ).toBe("200");
      expect(outcomeOf(await call("DELETE", "/api/v1/acme/items/2", session.token))).toBe("403 PERMISSION_DENIED");
      const wrong: [object, string][] = [
        [{ acme_crate_item: { title: { matches: "*" } } }, "did you mean acme_create_item?"],
        [{ acme_create_item: { titel: { matches: "*" } } }, "title"],
        [{ acme_create_item: { title: { like: "*" } } }, "operator"],
        [{ acme_create_item: { title: { at_most: 5 } } }, "at_most"],
        [{ acme_create_item: {} }, "1 to 20"],
      ];
      for (const [given, message] of wrong) {
        const response = await call("POST", SESSIONS, key, { constraints: given });
        expect([given, outcomeOf(response)]).toEqual([given, "400 VALIDATION_ERROR"]);
        expect(response.text).toContain(message);
      }
    });

    test("its calls and those of its children count together, in all and in a minute, within the owner's", async () => {
      const { key } = await connected();
      const session = await made(key, { limits: { calls: 5, calls_per_minute: 3 } });
      const child = (await call("POST", `${SESSIONS}/${session.id}/sessions`, session.token, {})).json.data;
      // Making the child was a call.
      expect(outcomeOf(await list(child.token))).toBe("200");
      expect(outcomeOf(await list(session.token))).toBe("200");
      const over = await list(child.token);
      expect([outcomeOf(over), over.headers.get("x-error-reason")]).toEqual(["429 RATE_LIMITED", "limited"]);
      expect(outcomeOf(await list(key))).toBe("200");
      gateway.clock.nextMinute();
      expect(outcomeOf(await list(child.token))).toBe("200");
      expect(outcomeOf(await list(session.token))).toBe("200");
      for (const { token } of [session, child]) {
        const used = await list(token);
        expect([outcomeOf(used), used.headers.get("x-error-reason")]).toEqual(["429 RATE_LIMITED", "session_used_up"]);
      }
    });

    test("other users' sessions are as unknown ones", async () => {
      const [one, other] = [await connected(), await connected()];
      const { id } = await made(one.key);
      for (const [method, body, path] of [
        ["GET", undefined, ""],
        ["PATCH", { read_only: true }, ""],
        ["DELETE", undefined, ""],
        ["POST", {}, "/sessions"],
      ] as const) {
        const foreign = await call(method, `${SESSIONS}/${id}${path}`, other.key, body);
        const unknown = await call(method, `${SESSIONS}/${crypto.randomUUID()}${path}`, other.key, body);
        expect([method, outcomeOf(foreign), foreign.json.error]).toEqual([method, "404 NOT_FOUND", unknown.json.error]);
      }
      expect((await call("GET", SESSIONS, other.key)).json.data.agent_sessions).toEqual([]);
    });

    test("pages of the list go on, and those that have ended are there on request", async () => {
      const { key } = await connected();
      const ids: string[] = [];
      for (let i = 0; i < 5; i++) {
        ids.unshift((await made(key, { name: `s${i}` })).id);
        gateway.clock.move(1_000);
      }
      await call("DELETE", `${SESSIONS}/${ids[2]}`, key);
      const walked = async (query: string) => {
        const found: string[] = [];
        for (let cursor: string | null = ""; cursor !== null; ) {
          const page: ListPage = (await call("GET", `${SESSIONS}?limit=2${query}${cursor && `&cursor=${cursor}`}`, key))
            .json.data;
          found.push(...page.agent_sessions.map(({ id }) => id));
          cursor = page.next_cursor;
        }
        return found;
      };
      expect(await walked("")).toEqual(ids.filter((_, i) => i !== 2));
      expect(await walked("&include_ended=true")).toEqual(ids);
    });

    test("an idempotent response of the key's is not the session's, which has only some connections", async () => {
      const { key, userId } = await gateway.user();
      const owner = { userId, accountId: null };
      const work = await insertGrant(gateway, owner, "acme", { name: "work" });
      const first = await insertGrant(gateway, owner, "acme", { name: "private" });
      await gateway.call("PUT", `/api/v1/integrations/${first}`, { key, body: { is_default: true } });
      const { token } = await made(key, { connections: ["acme:work"] });
      const send = (as: string) =>
        call("POST", "/api/v1/acme/items", as, { title: "x" }, { "idempotency-key": "once" });
      expect(outcomeOf(await send(key))).toBe("200");
      const own = await send(token);
      expect([outcomeOf(own), own.headers.get("idempotency-replayed")]).toEqual(["200", null]);
      expect(upstream.requests.at(-1)?.token).toBe(`${tokenOf(owner, "acme")}.${work}`);
      expect((await send(token)).headers.get("idempotency-replayed")).toBe("true");
    });

    test("tool lists and MCP have what it may call, its pinned tools whole, and no way to connect", async () => {
      const { key } = await connected();
      const { token } = await made(key, { allow: ["acme:items.read"], pinned: ["acme_get_item"] });
      const names = async (path: string) =>
        (await call("GET", path, token)).json.data.tools
          .map((tool: { function: { name: string } }) => tool.function.name)
          .sort();
      expect(await names("/api/v1/tools?all=true")).not.toContain("acme_create_item");
      expect(await names("/api/v1/tools")).toContain("acme_list_items");
      expect(await names("/api/v1/tools/search/item")).not.toContain("acme_create_item");
      expect(await names("/api/v1/tools/names/create")).toEqual([]);
      expect(await names("/api/v1/tools/provider/acme")).not.toContain("acme_delete_item");
      const send = mcpSender(gateway, { key: token });
      const listed = await send("tools/list");
      const tools = listed.json.result.tools.map(({ name }: { name: string }) => name);
      expect(tools).toEqual(["acme_get_item", "search_tools", "read_with_tool", "change_with_tool", "read_result"]);
      const called = await send("tools/call", { name: "acme_list_items", arguments: {} });
      expect(called.json.result.isError).not.toBe(true);
      const refused = await send("tools/call", { name: "acme_create_item", arguments: { title: "x" } });
      expect(refused.json.result.isError).toBe(true);
      const connect = await send("tools/call", { name: "connect", arguments: { provider: "acme" } });
      expect(connect.json.result.isError).toBe(true);
    });

    test("the audit log names the session as the actor, and what was made, changed and ended", async () => {
      const { key, userId } = await connected();
      const session = await made(key, { name: "triage" });
      await call("PATCH", `${SESSIONS}/${session.id}`, key, { read_only: true });
      await write(session.token);
      await call("DELETE", `${SESSIONS}/${session.id}`, key);
      const rows = await gateway.database.database.query<{ event: string; actor_kind: string; actor_id: string }>(
        "select event, actor_kind, actor_id from audit_entries where user_id = $1::uuid and event like 'agent_session%' order by at",
        [userId],
      );
      expect(rows.map(({ event }) => event)).toEqual([
        "agent_session_created",
        "agent_session_changed",
        "agent_session_revoked",
      ]);
    });
  });
}
