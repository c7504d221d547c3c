// Calls under a rule that redacts: by no way to a tool does its caller get what the rule hides.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { REDACTED } from "../../../src/providers/registry/redactions.ts";
import { acme } from "../../support/acme.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { mcpSender } from "../mcp/message.ts";

setDefaultTimeout(HOOK_MS);

const SECRET = "The secret title";
const HIDE = { outcome: "redact", reason: "Titles are private.", when: { provider: "acme" } };

for (const lane of laneOf(import.meta.file)) {
  describe(`results under a rule that redacts, on ${lane}`, () => {
    const item = { id: 7, title: SECRET };
    const upstream = recordingProvider(({ url }) =>
      url.pathname.endsWith("/file")
        ? new Response(SECRET, { headers: { "content-type": "text/html" } })
        : Response.json(url.pathname.endsWith("/items") ? { items: [item], ...item } : item),
    );
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [acme],
        settings: { acme: { clientId: "client", clientSecret: "secret" } },
        fetch: upstream.fetch,
      });
    }, 60_000);
    afterAll(() => gateway.close());

    /** A user's key without rules, and one whose results lack every text of others. */
    const owner = async (rules: unknown[] = [HIDE]) => {
      const permissions = ["*", "proxy.use", "gateway:policies.*", "gateway:approvals.*"];
      const user = await gateway.user({ tier: "team", permissions });
      await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
      const body = { user: user.email, permissions: ["*", "proxy.use"] };
      const { id, key } = (await gateway.admin("POST", "/keys", body)).json.data as { id: string; key: string };
      const put = await gateway.call("PUT", `/api/v1/policies/key?id=${id}`, {
        ...{ key: user.key, body: { version: 0, rules } },
      });
      expect([put.status, put.text]).toEqual([200, expect.any(String)]);
      return { ...user, redacted: key, redactedId: id };
    };
    const byPath = (key: string, path = "/items/7", headers: Record<string, string> = {}) =>
      gateway.call("GET", `/api/v1/acme${path}`, { key, headers });
    const byName = (key: string, tool: string, args: object) =>
      gateway.call("POST", `/api/v1/tools/${tool}/execute`, { key, body: { arguments: args } });

    test("by path, by name and over MCP the text is not there, and the response says which one", async () => {
      const { key, redacted } = await owner();
      expect((await byPath(key)).json.data.title).toBe(SECRET);
      const mcp = mcpSender(gateway, { key: redacted });
      const ways = [
        await byPath(redacted),
        await byPath(redacted, "/items"),
        await byName(redacted, "acme_get_item", { id: "7" }),
        await byName(redacted, "acme_create_item", { title: "A new one" }),
      ];
      for (const { status, text, headers } of ways) {
        expect([status, text.includes(SECRET), text.includes(REDACTED)]).toEqual([200, false, true]);
        expect(headers.get("x-redacted-fields")).toBe(text.includes("items") ? "items[].title" : "title");
      }
      for (const name of ["acme_get_item", "acme_get_item_file"]) {
        const { text } = await mcp("tools/call", { name, arguments: { id: "7" } });
        expect([text.includes(SECRET), text.includes(REDACTED)]).toEqual([false, true]);
      }
    });

    test("a file is JSON without its content, though its bytes are accepted", async () => {
      const { key, redacted } = await owner();
      const bytes = { accept: "application/octet-stream" };
      expect((await byPath(key, "/items/7/file", bytes)).text).toBe(SECRET);
      const { status, json } = await byPath(redacted, "/items/7/file", bytes);
      expect([status, json.data.content, json.data.name]).toEqual([200, REDACTED, REDACTED]);
    });

    test("the provider's own object and raw requests are refused, and nothing is sent", async () => {
      const { redacted } = await owner();
      const { length } = upstream.requests;
      for (const response of [
        await byPath(redacted, "/items?raw=true"),
        await byPath(redacted, "/proxy/items/7"),
        await byName(redacted, "acme_request", { method: "GET", path: "/items/7" }),
      ])
        expect([response.status, response.json.details?.reason ?? response.headers.get("x-error-reason")]).toEqual([
          403,
          "policy_denied",
        ]);
      expect(upstream.requests).toHaveLength(length);
    });

    test("a response that was stored for another key is redacted too", async () => {
      const { key, redacted } = await owner();
      const create = (by: string) =>
        gateway.call("POST", "/api/v1/acme/items", {
          ...{ key: by, body: { title: "A new one" }, headers: { "idempotency-key": "once" } },
        });
      expect((await create(key)).json.data.title).toBe(SECRET);
      const again = await create(redacted);
      expect([again.status, again.json.data]).toEqual([200, { id: "7", title: REDACTED }]);
      expect(again.headers.get("x-redacted-fields")).toBe("title");
    });

    test("a call that a person approves is redacted as well", async () => {
      const ask = { outcome: "ask", reason: "A person reads first.", when: { tool: "acme_get_item" } };
      const { key, redacted } = await owner([HIDE, ask]);
      const waiting = await byPath(redacted);
      expect(waiting.status).toBe(202);
      const path = `/api/v1/approvals/${waiting.json.approval.id}`;
      expect((await gateway.call("POST", `${path}/decide`, { key, body: { decision: "approve" } })).status).toBe(200);
      await gateway.app.deps.approvals.drain();
      const { response } = (await gateway.call("GET", path, { key })).json.data;
      expect(response).toMatchObject({ status: 200, body: { data: { id: "7", title: REDACTED } } });
    });

    test("a session that got nothing of others' words has not read any", async () => {
      const { redacted } = await owner();
      const made = await gateway.call("POST", "/api/v1/agent-sessions", { key: redacted, body: {} });
      const { id, token } = made.json.data;
      const facts = async () =>
        (await gateway.call("GET", `/api/v1/agent-sessions/${id}`, { key: redacted })).json.data.facts;
      expect((await byPath(token)).json.data.title).toBe(REDACTED);
      expect(await facts()).toEqual({ has_read_private: null, has_read_untrusted: null });
    });

    test("explain names what a call's result would lack", async () => {
      const { key, redactedId } = await owner([{ ...HIDE, fields: ["title"] }]);
      const explained = await gateway.call("POST", "/api/v1/policies/explain", {
        ...{ key, body: { tool: "acme_list_items", key: redactedId } },
      });
      expect(explained.json.data).toMatchObject({ outcome: "redact", redacts: ["items[].title"], scope: "key" });
    });
  });
}
