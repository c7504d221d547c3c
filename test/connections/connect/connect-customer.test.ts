// Connecting a customer by the partner's own id in one call, which creates the account where it is missing.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS, logged, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";

setDefaultTimeout(TEST_MS);
const CONNECT = "/api/v1/connect";
const SESSION = { provider: "google", redirect_url: "https://partner.example.com/done" };

for (const lane of laneOf(import.meta.file)) {
  describe(`connecting a customer on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let email: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google"] });
      ({ key, email } = await gateway.partner({ tier: "enterprise" }));
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    beforeEach(() => void gateway.clock.nextMinute());
    const connect = (body: object, as = key) =>
      gateway.call("POST", CONNECT, { key: as, body: { ...SESSION, ...body } });
    const read = async (externalId: string) =>
      (await gateway.call("GET", `/api/v1/accounts/external:${encodeURIComponent(externalId)}`, { key })).json.data;

    test("creates the account, and starts a session of it that is pending", async () => {
      const started = await connect({ external_id: "new/1", display_name: "New", metadata: { plan: "pro" } });
      expect([started.status, Object.keys(started.json.data).sort()]).toEqual([
        200,
        ["account_id", "connect_url", "expires_at", "session_id", "status"],
      ]);
      const { account_id, session_id, status } = started.json.data;
      expect(status).toBe("pending");
      expect(await read("new/1")).toMatchObject({ id: account_id, display_name: "New", metadata: { plan: "pro" } });
      const session = await gateway.call("GET", `/api/v1/accounts/${account_id}/connect/${session_id}`, { key });
      expect(session.json.data).toMatchObject({ session_id, status: "pending" });
    });

    test("takes the account that there is, and changes the fields that are sent", async () => {
      const id = await gateway.account(key, "there");
      const changes = () => logged(gateway, "account_changed").filter((line) => line.account_id === id).length;
      expect((await connect({ external_id: "there" })).json.data.account_id).toBe(id);
      expect(changes()).toBe(0);
      await connect({ external_id: "there", display_name: "Named" });
      await connect({ external_id: "there", metadata: { a: 1 }, display_name: "Named" });
      expect((await connect({ external_id: "there", metadata: { a: 1 } })).json.data.account_id).toBe(id);
      expect(await read("there")).toMatchObject({ id, display_name: "Named", metadata: { a: 1 } });
      expect(changes()).toBe(2);
    });

    test("of several at once one creates the account, and all are for it", async () => {
      const all = await Promise.all(Array.from({ length: 6 }, () => connect({ external_id: "at once" })));
      expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
      expect(new Set(all.map(({ json }) => json.data.account_id)).size).toBe(1);
      expect(new Set(all.map(({ json }) => json.data.session_id)).size).toBe(6);
    });

    test("refuses what either of the two routes refuses, and then creates no account", async () => {
      const bad = await connect({ external_id: "a\tb", provider: "nothing", redirect_url: "http://example.com" });
      expect(bad.json.error_code).toBe("VALIDATION_ERROR");
      expect(codeOf(await connect({ external_id: "bad", provider: "nothing" }))).toBe("400 VALIDATION_ERROR");
      expect(await read("bad")).toBeUndefined();
    });

    test("needs the permissions of both routes", async () => {
      for (const permissions of [["gateway:accounts.write"], ["gateway:integrations.write"]]) {
        const made = await gateway.admin("POST", "/keys", { user: email, name: "one", permissions });
        const refused = await connect({ external_id: "narrow" }, made.json.data.key);
        expect([permissions, codeOf(refused)]).toEqual([permissions, "403 PERMISSION_DENIED"]);
      }
      expect(await read("narrow")).toBeUndefined();
      const permissions = ["gateway:accounts.write", "gateway:integrations.write"];
      const both = await gateway.admin("POST", "/keys", { user: email, name: "both", permissions });
      expect((await connect({ external_id: "narrow" }, both.json.data.key)).status).toBe(200);
    });
  });
}
