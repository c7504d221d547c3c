// What operators see and end of the MCP clients that people have let in: by the admin API, and on a user's page.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { signedIn } from "../../dashboard/browser.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { mcpSender } from "../mcp/message.ts";
import { granted, newClient, REDIRECT } from "./mcp-client.ts";

setDefaultTimeout(TEST_MS);

for (const lane of laneOf(import.meta.file)) {
  describe(`grants of MCP clients for operators on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const listed = async (user: string) =>
      (await gateway.admin("GET", `/users/${user}/mcp-clients`)).json.data.mcp_clients as { id: string }[];
    const works = async (access: string) => (await mcpSender(gateway, { key: access })("tools/list")).status === 200;

    test("they are listed with what they may do, and neither code nor token", async () => {
      const person = await signedIn(gateway, { partner: true });
      const key = (await gateway.admin("POST", "/keys", { user: person.userId })).json.data.key;
      const accountId = await gateway.account(key, "customer-7");
      const clientId = await newClient(gateway, "Editor");
      const fields = { access: "some", provider: "google", external_id: "customer-7", confirm_destructive: "true" };
      const { access, refresh, form } = await granted(gateway, person, { clientId, fields });
      const response = await gateway.admin("GET", `/users/${person.userId}/mcp-clients`);
      expect(response.json.data.mcp_clients).toEqual([
        {
          id: expect.any(String),
          user_id: person.userId,
          person: person.email,
          client_id: clientId,
          client_name: "Editor",
          redirect_uri: REDIRECT,
          account_id: accountId,
          external_id: "customer-7",
          providers: ["google"],
          read_only: false,
          confirm_destructive: true,
          created_at: expect.stringMatching(/^\d{4}-.*Z$/),
          expires_at: expect.stringMatching(/^\d{4}-.*Z$/),
          last_used_at: null,
        },
      ]);
      for (const secret of [access, refresh, form.code ?? ""]) expect(response.text).not.toContain(secret.slice(7));
    });

    test("revoked by an operator it is refused at once, once, and the audit log says by whom", async () => {
      const person = await signedIn(gateway);
      const [one, other] = [await granted(gateway, person), await granted(gateway, person)];
      expect([await works(one.access), await works(other.access)]).toEqual([true, true]);
      const id = (await listed(person.userId)).find(
        (grant) => "client_id" in grant && grant.client_id === one.clientId,
      )?.id;
      const path = `/users/${person.userId}/mcp-clients/${id}`;
      expect((await gateway.admin("DELETE", path)).json.data).toMatchObject({ id, client_id: one.clientId });
      await gateway.heard();
      expect([await works(one.access), await works(other.access)]).toEqual([false, true]);
      expect((await gateway.admin("DELETE", path)).status).toBe(404);
      expect(await listed(person.userId)).toHaveLength(1);
      const { entries } = (await gateway.admin("GET", `/audit?event=mcp_client_revoked&user=${person.userId}`)).json
        .data;
      expect(entries).toMatchObject([
        { outcome: "refused", code: "NOT_FOUND", actor: { kind: "admin" } },
        {
          ...{ outcome: "success", actor: { kind: "admin", name: "bootstrap" }, user_id: person.userId },
          resource: { kind: "mcp_grant", id },
          details: { client_id: one.clientId, client_name: "Test client", reason: "operator" },
        },
      ]);
    });

    test("another user's is not found under this one, and an unknown user has none", async () => {
      const [person, stranger] = [await signedIn(gateway), await signedIn(gateway)];
      const { access } = await granted(gateway, person);
      const [{ id = "" } = {}] = await listed(person.userId);
      expect(await listed(stranger.userId)).toEqual([]);
      expect((await gateway.admin("DELETE", `/users/${stranger.userId}/mcp-clients/${id}`)).status).toBe(404);
      expect((await gateway.admin("DELETE", `/users/${crypto.randomUUID()}/mcp-clients/${id}`)).status).toBe(404);
      expect((await gateway.admin("GET", "/users/nobody@example.com/mcp-clients")).status).toBe(404);
      expect((await gateway.admin("DELETE", `/users/${person.userId}/mcp-clients/7`)).status).toBe(400);
      expect(await works(access)).toBe(true);
    });

    test("a viewer sees them and ends none, by token and on the user's page; an operator's press ends one", async () => {
      const person = await signedIn(gateway);
      const { access } = await granted(gateway, person);
      const [{ id = "" } = {}] = await listed(person.userId);
      const name = `viewer-${crypto.randomUUID().slice(0, 8)}`;
      const { token } = (await gateway.admin("POST", "/admin-tokens", { name, role: "viewer" })).json.data;
      const headers = { authorization: `Bearer ${token}` };
      const api = `/admin/v1/users/${person.userId}/mcp-clients`;
      expect((await gateway.call("GET", api, { headers })).status).toBe(200);
      expect((await gateway.call("DELETE", `${api}/${id}`, { headers })).status).toBe(403);
      const page = `/operator/users/${person.userId}`;
      const path = `${page}/mcp-clients/${id}/revoke`;
      const viewer = await signedIn(gateway, { role: "viewer" });
      const seen = (await viewer.get(page)).text;
      expect(seen).toContain("Test client");
      expect(seen).not.toContain(path);
      expect((await viewer.get(path)).status).toBe(403);
      const operator = await signedIn(gateway, { role: "operator" });
      expect((await operator.get(page)).text).toContain(path);
      expect(await works(access)).toBe(true);
      expect((await operator.submit(path, {})).headers.get("location")).toBe(page);
      await gateway.heard();
      expect(await works(access)).toBe(false);
      expect((await operator.get(path)).status).toBe(404);
    });
  });
}
