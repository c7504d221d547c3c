// The person's yes before a tool destroys something, asked for by a key, by a person's consent, or by the address.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { signedIn } from "../../dashboard/browser.ts";
import { acme } from "../../support/acme.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { BUILT_IN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { granted } from "../oauth-server/mcp-client.ts";
import { mcpSender } from "./message.ts";

setDefaultTimeout(TEST_MS);

const FORMS = { elicitation: { form: {}, url: {} } };
const REMOVE = { name: "acme_delete_item", arguments: { id: "7" } };
const READ = { name: "acme_get_item", arguments: { id: "7" } };
/** With the object as the provider has it, which is read for that. */
const QUESTION = "Delete item (Acme) is destructive. Run it?\nCurrently at Acme:\ntitle: Seven\nThe call:\nid: 7";
const YES = { confirm: { action: "accept", content: { confirm: true } } };

for (const lane of laneOf(import.meta.file)) {
  describe(`confirmation on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ id: 7, title: "Seven" }));
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [...BUILT_IN, acme],
        settings: { acme: { clientId: "client", clientSecret: "secret" } },
        fetch: upstream.fetch,
      });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const owner = async () => {
      const user = await gateway.user();
      await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
      return user;
    };
    const keyOf = async (user: string, body: object = { confirm_destructive: true }) =>
      (await gateway.admin("POST", "/keys", { user, ...body })).json.data as { id: string; key: string };
    const calls = () => upstream.requests.filter(({ method }) => method !== "GET").length;
    const call = async (key: string, params: object, { query = "", capabilities = FORMS as object } = {}) =>
      (await mcpSender(gateway, { key, query })("tools/call", params, capabilities)).json.result;
    const confirmed = async (key: string, query = "") => {
      const asked = await call(key, REMOVE, { query });
      expect(asked.resultType).toBe("input_required");
      expect(asked.inputRequests.confirm.params.message).toBe(QUESTION);
      return call(key, { ...REMOVE, requestState: asked.requestState, inputResponses: YES }, { query });
    };

    test("a key that asks for it runs what destroys after a yes alone, and what does not at once", async () => {
      const { email } = await owner();
      const { key } = await keyOf(email);
      const before = calls();
      expect((await call(key, READ)).isError ?? false).toBe(false);
      expect((await confirmed(key)).structuredContent).toEqual({ deleted: true });
      expect(calls()).toBe(before + 1);
      const byName = { name: "change_with_tool", arguments: { tool: REMOVE.name, arguments: REMOVE.arguments } };
      expect((await call(key, byName)).resultType).toBe("input_required");
      expect(calls()).toBe(before + 1);
    });

    test("nobody is asked about a call whose arguments are wrong, and what is asked holds no hidden marks", async () => {
      const { email } = await owner();
      const { key } = await keyOf(email);
      for (const args of [{}, { id: "7", titel: "x" }, { id: 7.5 }]) {
        const wrong = await call(key, { ...REMOVE, arguments: args });
        expect([wrong.resultType === "input_required", wrong.isError]).toEqual([false, true]);
        expect(wrong.content[0].text).toStartWith("VALIDATION_ERROR");
      }
      const asked = await call(key, { ...REMOVE, arguments: { id: `7\u202e\u200b${"x".repeat(400)}` } });
      const { message } = asked.inputRequests.confirm.params;
      expect(message).not.toMatch(/[\u202e\u200b]/);
      expect(message.length).toBeLessThan(1_000);
    });

    test("for a client that shows no forms the call becomes an approval, with its link", async () => {
      const { email } = await owner();
      const { key } = await keyOf(email);
      const before = calls();
      const waits = await call(key, REMOVE, { capabilities: {} });
      expect(waits.isError).toBe(true);
      expect(waits.content[0].text).toStartWith(
        "APPROVAL_REQUIRED: Delete item (Acme) waits for a person's approval, and nothing was sent yet.",
      );
      const opens = await call(key, REMOVE, { capabilities: { elicitation: { url: {} } } });
      expect(opens.inputRequests.approve.params.url).toStartWith(`${gateway.url}/approvals/`);
      expect(calls()).toBe(before);
    });

    test("over HTTP the call becomes an approval, by path and by name", async () => {
      const { email } = await owner();
      const { key } = await keyOf(email);
      const before = calls();
      const waiting = [
        await gateway.call("DELETE", "/api/v1/acme/items/7", { key }),
        await gateway.call("POST", `/api/v1/tools/${REMOVE.name}/execute`, {
          key,
          body: { arguments: REMOVE.arguments },
        }),
      ];
      for (const { status, headers } of waiting)
        expect([status, headers.get("x-error-code")]).toEqual([202, "APPROVAL_REQUIRED"]);
      expect(calls()).toBe(before);
      expect((await gateway.call("GET", "/api/v1/acme/items/7", { key })).status).toBe(200);
    });

    test("it is changed while the key is in use, and the address adds to it but takes nothing away", async () => {
      const { email } = await owner();
      const { key, id } = await keyOf(email, {});
      expect((await call(key, REMOVE)).structuredContent).toEqual({ deleted: true });
      expect((await confirmed(key, "?confirm=destructive")).structuredContent).toEqual({ deleted: true });
      const on = await gateway.admin("PATCH", `/keys/${id}`, { confirm_destructive: true });
      expect([on.status, on.json.data.confirm_destructive]).toEqual([200, true]);
      await gateway.heard();
      for (const query of ["", "?confirm=destructive"])
        expect((await call(key, REMOVE, { query })).resultType).toBe("input_required");
      expect((await mcpSender(gateway, { key, query: "?confirm=none" })("tools/call", REMOVE, FORMS)).status).toBe(400);
      await gateway.admin("PATCH", `/keys/${id}`, { confirm_destructive: false });
      await gateway.heard();
      expect((await call(key, REMOVE)).structuredContent).toEqual({ deleted: true });
      const { entries } = (await gateway.admin("GET", "/audit?event=key_changed&limit=2")).json.data;
      expect(entries.map((entry: { details: object }) => entry.details)).toMatchObject([
        { confirm_destructive: false },
        { confirm_destructive: true },
      ]);
    });

    test("a change of a revoked or unknown key, or to no boolean, is refused", async () => {
      const { email } = await gateway.user();
      const { id } = await keyOf(email);
      await gateway.admin("DELETE", `/keys/${id}`);
      const change = async (key: string, body: object) => (await gateway.admin("PATCH", `/keys/${key}`, body)).status;
      expect(await change(id, { confirm_destructive: false })).toBe(404);
      expect(await change(crypto.randomUUID(), { confirm_destructive: false })).toBe(404);
      for (const body of [{}, { confirm_destructive: "false" }, { confirm_destructive: true, name: "x" }])
        expect(await change(id, body)).toBe(400);
    });

    test("a person asks for it of an AI client as they let it in", async () => {
      const person = await signedIn(gateway);
      await insertGrant(gateway, { userId: person.userId, accountId: null }, "acme");
      const { access } = await granted(gateway, person, { fields: { confirm_destructive: "true" } });
      expect((await call(access, REMOVE, { capabilities: {} })).content[0].text).toStartWith("APPROVAL_REQUIRED");
      expect((await confirmed(access)).structuredContent).toEqual({ deleted: true });
      expect((await person.get("/settings/clients")).text).toContain("asks before destructive calls");
      const { access: other } = await granted(gateway, person);
      expect((await call(other, REMOVE, { capabilities: {} })).structuredContent).toEqual({ deleted: true });
    });
  });
}
