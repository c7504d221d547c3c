// The safeguards and rules of agent sessions: what is asked before it is sent, on every replica, and what its maker may change.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../../support/acme.ts";
import { LANES } from "../../support/database.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { mcpSender } from "../mcp/message.ts";

setDefaultTimeout(60_000);
const SESSIONS = "/api/v1/agent-sessions";
const DENY = { when: { tool: "acme_create_item" }, outcome: "deny", reason: "Not today." };

/** What became of a call: its status, else the reason and the rule. */
const outcomeOf = ({ status, json }: ApiResponse): string =>
  status === 200
    ? "200"
    : status === 202
      ? "asked"
      : `${json.details?.reason ?? json.code} ${json.details?.rule ?? ""}`.trim();

for (const lane of LANES) {
  describe(`safeguards on ${lane}`, () => {
    const upstream = recordingProvider(({ method }) =>
      Response.json(
        method === "GET" ? { items: [{ id: 1, title: "one" }], id: 1, title: "one" } : { id: 2, title: "two" },
      ),
    );
    const settings = { acme: { clientId: "client", clientSecret: "secret" } };
    let gateway: TestGateway;
    let replica: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
      const { database, clock } = gateway;
      replica = await startTestGateway({ lane, database, clock, plugins: [acme], settings, fetch: upstream.fetch });
    }, 60_000);
    afterAll(async () => {
      await replica.close();
      await gateway.close();
    });
    beforeEach(() => void gateway.clock.nextMinute());

    const call = (method: string, path: string, key: string, body?: unknown) =>
      gateway.call(method, path, { key, body });
    const made = async (key: string, body: object = {}) => {
      const response = await call("POST", SESSIONS, key, body);
      if (response.status !== 200) throw new Error(response.text);
      return response.json.data as { id: string; token: string; [name: string]: unknown };
    };
    const connected = async () => {
      const user = await gateway.user({ permissions: ["*", "gateway:policies.*"] });
      await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
      return user;
    };
    const read = (token: string, at = gateway) => at.call("GET", "/api/v1/acme/items/1", { key: token });
    const send = (token: string, at = gateway) =>
      at.call("POST", "/api/v1/acme/items", { key: token, body: { title: "two" } });
    const remove = (token: string) => call("DELETE", "/api/v1/acme/items/1", token);
    const changes = () => upstream.requests.filter(({ method }) => method !== "GET").length;

    test("a call that destroys is asked about, denied or made as the session says, and nothing is sent before a yes", async () => {
      const { key } = await connected();
      const outcomes: [object, string][] = [
        [{}, "asked"],
        [{ safeguards: { spends: "allow" } }, "asked"],
        [{ safeguards: { destroys: "deny" } }, "policy_denied safeguard destroys"],
        [{ safeguards: { destroys: "allow" } }, "200"],
      ];
      for (const [body, outcome] of outcomes) {
        const before = changes();
        expect([body, outcomeOf(await remove((await made(key, body)).token))]).toEqual([body, outcome]);
        expect(changes() - before).toBe(outcome === "200" ? 1 : 0);
      }
      expect(outcomeOf(await remove(key))).toBe("200");
    });

    test("the agent cannot answer for the person: at /mcp it gets no form, and a yes that it sends itself makes no call", async () => {
      const { key } = await connected();
      const { token } = await made(key);
      const params = { name: "acme_delete_item", arguments: { id: "1" } };
      const forms = { elicitation: { form: {} } };
      const asked = await mcpSender(gateway, { key: token })("tools/call", params, forms);
      expect(asked.json.result.isError).toBe(true);
      expect(asked.json.result.content[0].text).toStartWith("APPROVAL_REQUIRED");
      // The key's own client has the form, whose state is no session's.
      const own = await mcpSender(gateway, { key, query: "?confirm=destructive" })("tools/call", params, forms);
      expect(own.json.result.resultType).toBe("input_required");
      const yes = { confirm: { action: "accept", content: { confirm: true } } };
      const before = changes();
      for (const requestState of [own.json.result.requestState, "made up"]) {
        const answered = { ...params, requestState, inputResponses: yes };
        const { json } = await mcpSender(gateway, { key: token })("tools/call", answered, forms);
        expect(json.result?.isError ?? json.error !== undefined).toBe(true);
      }
      expect(changes()).toBe(before);
    });

    test("what has been read at one replica is known at the other with the next call, before a notice of it comes", async () => {
      const { key } = await connected();
      const notices = (are: "enable" | "disable") =>
        gateway.database.database.query(`alter table agent_sessions ${are} trigger agent_sessions_changed`);
      await notices("disable");
      for (const [first, second] of [
        [gateway, replica],
        [replica, gateway],
      ] as const) {
        const { token } = await made(key);
        expect(outcomeOf(await send(token, second))).toBe("200");
        expect(outcomeOf(await read(token, first))).toBe("200");
        const before = changes();
        for (const at of [second, first, second]) expect(outcomeOf(await send(token, at))).toBe("asked");
        expect(changes()).toBe(before);
      }
      await notices("enable");
    });

    test("its own call's response is no stranger's text, a fact says where it comes from, and an owner's key reads on", async () => {
      const { key } = await connected();
      const { id, token } = await made(key);
      const nothing = { has_read_private: null, has_read_untrusted: null };
      expect(outcomeOf(await send(token))).toBe("200");
      expect((await call("GET", `${SESSIONS}/${id}`, key)).json.data.facts).toEqual(nothing);
      const response = await read(token);
      const source = {
        tool: "acme_get_item",
        path: "title",
        request_id: response.headers.get("x-request-id"),
        session_id: id,
        at: new Date(gateway.clock.now()).toISOString(),
      };
      const facts = { has_read_private: source, has_read_untrusted: source };
      expect((await call("GET", `${SESSIONS}/${id}`, key)).json.data.facts).toEqual(facts);
      await read(token);
      const child = (await call("POST", `${SESSIONS}/${id}/sessions`, token, {})).json.data;
      expect(child.facts).toEqual(facts);
      expect(outcomeOf(await send(child.token))).toBe("asked");
      expect(outcomeOf(await send(key))).toBe("200");
    });

    test("rules of the session count beside those of its key and its user, and the most restrictive wins", async () => {
      const { key, keyId } = await connected();
      const allowed = { safeguards: { destroys: "allow", flow: "allow" } };
      const { token } = await made(key, { ...allowed, policy: { rules: [DENY] } });
      expect(outcomeOf(await send(token))).toBe("policy_denied 1");
      const plain = await made(key, { ...allowed, policy: { rules: [{ ...DENY, outcome: "allow" }] } });
      expect(outcomeOf(await send(plain.token))).toBe("200");
      const put = await call("PUT", `/api/v1/policies/key?id=${keyId}`, key, {
        version: 0,
        rules: [{ when: { effect: "destroys" }, outcome: "deny", reason: "Never by this key.", name: "never" }],
      });
      expect(put.status).toBe(200);
      expect(outcomeOf(await remove(plain.token))).toBe("policy_denied never");
    });

    test("unknown names in its rules are errors with near ones, and too many rules are refused", async () => {
      const { key } = await connected();
      const errorOf = async (body: object) => {
        const { status, json } = await call("POST", SESSIONS, key, body);
        return [status, json.details.errors[0].path, json.details.errors[0].message];
      };
      expect(await errorOf({ policy: { rules: [{ ...DENY, when: { tool: "acme_create_itm" } }] } })).toEqual([
        ...[400, "/policy/rules/0/when/tool"],
        'There is no tool "acme_create_itm"; perhaps you mean "acme_create_item".',
      ]);
      expect((await errorOf({ safeguards: { destroy: "allow" } }))[1]).toBe("/safeguards/destroy");
      expect((await errorOf({ safeguards: { destroys: "perhaps" } }))[1]).toBe("/safeguards/destroys");
      const many = Array.from({ length: 1_001 }, () => DENY);
      expect((await errorOf({ policy: { rules: many } }))[0]).toBe(400);
      const large = Array.from({ length: 900 }, () => ({ ...DENY, reason: "x".repeat(200) }));
      expect((await errorOf({ policy: { rules: large } }))[2]).toBe("The rules are larger than 64 KiB as JSON.");
    });

    test("a change only makes it stricter", async () => {
      const { key } = await connected();
      const policy = { default: "allow", rules: [DENY], known_recipients: ["*@acme.example"] };
      const { id, token } = await made(key, { safeguards: { flow: "allow" }, policy });
      const change = async (body: object) => {
        const { status, json } = await call("PATCH", `${SESSIONS}/${id}`, key, body);
        return status === 200 ? "200" : json.details.errors[0].path;
      };
      const more = { when: { effect: "writes" }, outcome: "ask", reason: "Ask." };
      expect(await change({ safeguards: { destroys: "allow" } })).toBe("/safeguards/destroys");
      expect(await change({ policy: { rules: [] } })).toBe("/policy/rules");
      expect(await change({ policy: { ...policy, rules: [{ ...DENY, reason: "Another." }] } })).toBe("/policy/rules");
      expect(await change({ policy: { ...policy, known_recipients: ["*"] } })).toBe("/policy/known_recipients");
      expect(await change({ policy: { ...policy, rules: [more, DENY], default: "deny" } })).toBe("200");
      expect(await change({ policy: { rules: [more, DENY] } })).toBe("/policy/default");
      expect(await change({ policy: { rules: [more, DENY, { ...more, outcome: "allow" }], default: "deny" } })).toBe(
        "/policy/rules/2",
      );
      expect(await change({ safeguards: { flow: "deny" } })).toBe("200");
      expect(await change({ safeguards: { flow: "ask" } })).toBe("/safeguards/flow");
      expect(outcomeOf(await read(token))).toBe("policy_denied");
    });

    test("explain says what would happen to a session's call with what it has read", async () => {
      const { key } = await connected();
      const { id, token } = await made(key);
      const explain = async (body: object = {}, as = key) => {
        const asked = { session: id, tool: "acme_create_item", arguments: { title: "x" }, ...body };
        const { status, json } = await call("POST", "/api/v1/policies/explain", as, asked);
        facts = json.data?.facts;
        return status === 200 ? `${json.data.outcome} ${json.data.rule}` : `${status}`;
      };
      let facts: unknown;
      expect(await explain()).toBe("allow null");
      expect(facts).toEqual({ has_read_private: null, has_read_untrusted: null });
      await read(token);
      expect(await explain()).toBe("ask safeguard flow");
      const source = { tool: "acme_get_item", path: "title", session_id: id };
      expect(facts).toMatchObject({ has_read_private: source, has_read_untrusted: source });
      expect(await explain({ session: undefined })).toBe("allow null");
      expect(facts).toBeNull();
      expect(await explain({ tool: "acme_delete_item", arguments: { id: "1" } })).toBe("ask safeguard destroys");
      expect(await explain({ session: crypto.randomUUID() })).toBe("404");
      expect(await explain({ key: "any" })).toBe("400");
      expect(await explain({}, (await connected()).key)).toBe("404");
    });
  });
}
