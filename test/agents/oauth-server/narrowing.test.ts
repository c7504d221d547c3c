// What a person narrows a client to holds at every call, and ends with whoever gave it.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { Type as t } from "@sinclair/typebox";
import { isPartners } from "../../../src/web/http/route.ts";
import type { ApiKeyRoute } from "../../../src/web/pipeline/route.ts";
import { createHandler } from "../../../src/web/pipeline/server.ts";
import { type SignedIn, signedIn } from "../../dashboard/browser.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { callAsClient, exchange, granted, refreshForm } from "./mcp-client.ts";

setDefaultTimeout(TEST_MS);

for (const lane of laneOf(import.meta.file)) {
  describe(`what an MCP client may do on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github"] });
    }, 60_000);
    afterAll(() => gateway.close());
    const call = async (access: string, id: string, input = {}) => {
      const response = await callAsClient(gateway.app, access, id, input);
      return { status: response.status, code: response.headers.get("x-error-code"), text: await response.text() };
    };
    const key = async (userId: string) =>
      (await gateway.admin("POST", "/keys", { user: userId, permissions: ["*", "gateway:partner.manage"] })).json.data
        .key;
    const connected = async () => {
      const person = await signedIn(gateway);
      await gateway.connect(await key(person.userId), "google");
      return person;
    };
    const LIST = "google_calendar_list_events";
    const CREATE = "google_calendar_create_event";
    const EVENT = {
      body: {
        title: "Planning",
        start: { date_time: "2030-01-01T10:00:00Z" },
        end: { date_time: "2030-01-01T11:00:00Z" },
      },
    };

    test("one that may only read is refused every change", async () => {
      const person = await connected();
      const { access } = await granted(gateway, person, { fields: { use: "read" } });
      expect((await call(access, LIST)).status).toBe(200);
      const refused = await call(access, CREATE, EVENT);
      expect([refused.status, refused.code]).toEqual([403, "PERMISSION_DENIED"]);
      const writing = await granted(gateway, person, { fields: { use: "all" } });
      expect((await call(writing.access, CREATE, EVENT)).status).toBe(200);
    });

    test("a client that asks to read alone gets no more, whatever the form says", async () => {
      const person = await connected();
      const { access } = await granted(gateway, person, { more: { scope: "tools:read" }, fields: { use: "all" } });
      expect((await call(access, LIST)).status).toBe(200);
      expect((await call(access, CREATE, EVENT)).code).toBe("PERMISSION_DENIED");
    });

    test("it reaches the chosen providers alone, and of the gateway what it needs", async () => {
      const person = await connected();
      const { access } = await granted(gateway, person, { fields: { access: "some", provider: ["github"] } });
      expect(JSON.parse((await call(access, LIST)).text)).toEqual({ error: "Permission denied" });
      expect((await call(access, "github_list_repos")).text).toContain("is not connected");
      const all = await granted(gateway, person);
      expect((await call(all.access, LIST)).status).toBe(200);
      const allowed = ["gateway:integrations.read", "gateway:integrations.write"];
      const others = gateway.app.routes.filter(
        (route) =>
          route.access === "key" &&
          route.method === "GET" &&
          !route.path.includes("{") &&
          !isPartners(route) &&
          route.permissions.some((one) => one.startsWith("gateway:") && !allowed.includes(one)),
      );
      expect(others.length).toBeGreaterThan(2);
      for (const { id } of others) expect([id, (await call(all.access, id)).code]).toEqual([id, "PERMISSION_DENIED"]);
    });

    test("one for an account serves it without being told, and nobody else", async () => {
      const partner = await signedIn(gateway, { partner: true });
      const partnerKey = await key(partner.userId);
      const [one, other] = ["customer-1", "customer-2"];
      const accountId = await gateway.account(partnerKey, one);
      await gateway.account(partnerKey, other);
      await gateway.connect(partnerKey, "google", { accountId });
      const { access } = await granted(gateway, partner, { fields: { external_id: one } });
      expect((await call(access, LIST)).status).toBe(200);
      expect((await call(access, LIST, { headers: { "x-account-id": one } })).status).toBe(200);
      for (const id of [other, "nobody"]) {
        const refused = await call(access, LIST, { headers: { "x-account-id": id } });
        expect([id, refused.code]).toEqual([id, "ACCOUNT_NOT_FOUND"]);
      }
      // Neither the partner's own integrations nor its accounts.
      expect((await call(access, "list_integrations")).code).toBe("PERMISSION_DENIED");
      expect((await call(access, "list_accounts")).code).toBe("PERMISSION_DENIED");
      const own = await granted(gateway, partner);
      expect((await call(own.access, LIST)).text).toContain("is not connected");
      expect((await call(own.access, LIST, { headers: { "x-account-id": one } })).code).toBe("ACCOUNT_NOT_FOUND");
      const rows = await gateway.database.database.query<{ surface: string }>(
        "select distinct surface from usage_entries where account_id = $1 and endpoint like '%calendar%'",
        [accountId],
      );
      expect(rows).toEqual([{ surface: "partner" }]);
      await gateway.call("DELETE", `/api/v1/accounts/${accountId}`, { key: partnerKey });
      expect((await call(access, LIST)).status).toBe(401);
    });

    test("another partner's account, or an account without a profile, cannot be chosen", async () => {
      const partner = await signedIn(gateway, { partner: true });
      await gateway.account(await key(partner.userId), "mine");
      for (const person of [await signedIn(gateway, { partner: true }), await signedIn(gateway)]) {
        const failed = await granted(gateway, person, { fields: { external_id: "mine" } }).catch(
          (error: Error) => error,
        );
        expect(String(failed)).toContain("The consent gives 400");
      }
    });

    const ENDS: [string, (person: SignedIn) => Promise<unknown>][] = [
      ["the person is disabled", ({ personId }) => gateway.admin("PATCH", `/people/${personId}`, { disabled: true })],
      [
        "the person no longer acts for the user",
        ({ personId, userId }) => gateway.admin("DELETE", `/people/${personId}/users/${userId}`),
      ],
      ["the user is erased", ({ userId }) => gateway.admin("DELETE", `/users/${userId}`)],
    ];
    test.each(ENDS)("a token ends when %s", async (_, end) => {
      const person = await signedIn(gateway);
      const { access, refresh, clientId } = await granted(gateway, person);
      expect((await call(access, "list_integrations")).status).toBe(200);
      await end(person);
      await gateway.heard();
      expect((await call(access, "list_integrations")).status).toBe(401);
      expect((await exchange(gateway, refreshForm(gateway, clientId, refresh))).json.error).toBe("invalid_grant");
    });

    test("only a route that says so takes access tokens, with all of its path's methods", async () => {
      const person = await signedIn(gateway);
      const { access } = await granted(gateway, person, { fields: { use: "read" } });
      const { key: apiKey } = await gateway.user();
      type More = Pick<ApiKeyRoute, "effects"> & { takesAccessTokens?: boolean };
      const route = (path: string, more: More): ApiKeyRoute => ({
        ...{ id: path, method: "POST", path, summary: "", tag: { name: "t", description: "" }, access: "key" },
        ...{
          permissions: [],
          owner: "user-or-account",
          data: t.Object({}),
          handle: async () => ({ data: {} }),
          ...more,
        },
      });
      const handle = createHandler(gateway.app.deps, [
        route("/open", { takesAccessTokens: true, effects: { effect: "reads", reaches: false } }),
        route("/changing", { takesAccessTokens: true }),
        route("/closed", { effects: { effect: "reads", reaches: false } }),
      ]);
      const status = async (method: string, path: string, token: string) => {
        const request = new Request(`http://localhost${path}`, {
          method,
          headers: { authorization: `Bearer ${token}` },
        });
        return (await handle(request, "192.0.2.9")).status;
      };
      expect([await status("POST", "/open", access), await status("GET", "/open", access)]).toEqual([200, 405]);
      expect([await status("POST", "/closed", access), await status("GET", "/closed", access)]).toEqual([401, 401]);
      expect(await status("POST", "/changing", access)).toBe(403);
      for (const path of ["/open", "/changing", "/closed"]) expect(await status("POST", path, apiKey)).toBe(200);
    });

    test("a person who is let in again has to let the client in again as well", async () => {
      const person = await signedIn(gateway);
      const { access } = await granted(gateway, person);
      await gateway.admin("PATCH", `/people/${person.personId}`, { disabled: true });
      await gateway.admin("PATCH", `/people/${person.personId}`, { disabled: false });
      await gateway.heard();
      expect((await call(access, "list_integrations")).status).toBe(401);
    });
  });
}
