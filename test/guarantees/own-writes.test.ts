// Read your own writes: a process's next call sees what it committed, even when the database's notifications never arrive.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS, land, startAndConsent, TEST_MS } from "../support/connecting.ts";
import { LANES, type TestDatabase, testDatabase } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

setDefaultTimeout(TEST_MS);
const REPOS = "/api/v1/github/repos?limit=1";
const MAIL = "/api/v1/google/gmail/messages?limit=1";
const HOUR_MS = 3_600_000;

for (const lane of LANES) {
  describe(`R-45: on ${lane} the next call sees`, () => {
    let opened: TestDatabase;
    let gateway: TestGateway;
    /** Notified changes, and the process's own cache invalidations, as `<table>:<user>`. */
    const notices = new Set<string>();
    const invalidated = new Set<string>();
    beforeAll(async () => {
      opened = await testDatabase(lane);
      const { database } = opened;
      const deaf: typeof database = {
        ...database,
        listen: (channel, _onMessage, onState) => database.listen(channel, (payload) => notices.add(payload), onState),
      };
      gateway = await startTestGateway({
        lane,
        emulate: ["github", "google"],
        database: { ...opened, database: deaf },
      });
      const { changes } = gateway.app.deps;
      const { invalidate } = changes;
      changes.invalidate = (userId, tables) => {
        for (const table of tables) invalidated.add(`${table}:${userId}`);
        invalidate(userId, tables);
      };
    }, HOOK_MS);
    afterAll(async () => {
      // The process had invalidated its caches for every notified change.
      expect(notices.size).toBeGreaterThan(5);
      const ofCaches = [...notices].filter((notice) => !notice.startsWith("inbox_events:"));
      expect(ofCaches.filter((notice) => !invalidated.has(notice))).toEqual([]);
      await gateway.close();
      await opened.close();
    }, HOOK_MS);

    const get = (key: string, path: string, name?: string) =>
      gateway.call("GET", path, { key, ...(name && { headers: { "x-account-id": name } }) });
    const status = async (key: string, path: string, name?: string) => (await get(key, path, name)).status;
    /** A partner's account, connected to GitHub. */
    const connectedAccount = async () => {
      const { key } = await gateway.partner();
      const name: string = crypto.randomUUID();
      const id = await gateway.account(key, name);
      expect(await status(key, REPOS, name)).toBe(403);
      await gateway.connect(key, "github", { accountId: id });
      return { key, name, id };
    };

    test("a connect, a reconnect and a disconnect", async () => {
      const { key } = await gateway.user();
      for (let i = 0; i < 3; i++) {
        expect(await status(key, REPOS)).toBe(403);
        await gateway.connect(key, "github");
        expect(await status(key, REPOS)).toBe(200);
        await gateway.connect(key, "github");
        expect(await status(key, REPOS)).toBe(200);
        expect((await gateway.call("DELETE", "/api/v1/integrations/github", { key })).status).toBe(200);
      }
      expect(await status(key, REPOS)).toBe(403);
    });

    test("a connect of an account, its service switches and its deletion", async () => {
      const { key, name, id } = await connectedAccount();
      expect(await status(key, REPOS, name)).toBe(200);
      const path = `/api/v1/accounts/${id}/integrations/github`;
      for (const isOn of [false, true]) {
        const body = { services: { "repos.read": isOn } };
        expect((await gateway.call("PATCH", path, { key, body })).status).toBe(200);
        expect(await status(key, REPOS, name)).toBe(isOn ? 200 : 403);
      }
      expect((await gateway.call("DELETE", `/api/v1/accounts/${id}`, { key })).status).toBe(200);
      expect((await get(key, REPOS, name)).headers.get("x-error-code")).toBe("ACCOUNT_NOT_FOUND");
    });

    test("a pending grant and its confirmation", async () => {
      const { key } = await gateway.partner();
      const name: string = crypto.randomUUID();
      const accountId = await gateway.account(key, name);
      const connectionOf = async () =>
        (await get(key, "/api/v1/tools/service/repos", name)).json.data.tools[0].metadata.connected;
      expect(await status(key, REPOS, name)).toBe(403);
      const { callback } = await startAndConsent(gateway, key, "github", { accountId, confirm: true });
      const { outcome } = await land(callback);
      expect((await get(key, REPOS, name)).text).toContain("confirm");
      const path = `/api/v1/accounts/${accountId}/integrations/github/confirm`;
      const body = { confirm_token: outcome?.confirm_token };
      expect((await gateway.call("POST", path, { key, body })).status).toBe(200);
      expect([await status(key, REPOS, name), await connectionOf()]).toEqual([200, true]);
    });

    test("a refreshed token and a revoked grant", async () => {
      const { key } = await gateway.user();
      await gateway.connect(key, "google");
      expect(await status(key, MAIL)).toBe(200);
      gateway.clock.move(2 * HOUR_MS);
      const { log } = gateway.providers.google;
      const before = log.filter(({ path }) => path.includes("token")).length;
      for (let i = 0; i < 3; i++) expect(await status(key, MAIL)).toBe(200);
      expect(log.filter(({ path }) => path.includes("token")).length - before).toBe(1);
    });

    test("a revoked key, a user past due, a partner profile and its suspension", async () => {
      const { key, keyId, email } = await gateway.user();
      const accounts = "/api/v1/accounts";
      expect(await status(key, accounts)).toBe(403);
      await gateway.admin("POST", "/partners", { user: email });
      expect(await status(key, accounts)).toBe(200);
      await gateway.admin("PATCH", `/partners/${email}`, { status: "suspended" });
      expect((await get(key, accounts)).headers.get("x-error-code")).toBe("PARTNER_SUSPENDED");
      await gateway.admin("PATCH", `/users/${email}`, { payment_state: "past_due" });
      expect(await status(key, accounts)).toBe(402);
      await gateway.admin("PATCH", `/users/${email}`, { payment_state: "ok", tier: "free" });
      expect((await get(key, "/api/v1/tools")).headers.get("x-ratelimit-limit")).toBe("60");
      await gateway.admin("DELETE", `/keys/${keyId}`);
      expect(await status(key, "/api/v1/tools")).toBe(401);
    });

    test("a partner's own OAuth client and its deletion", async () => {
      const { key } = await gateway.partner();
      const accountId = await gateway.account(key);
      const clientOf = async () => {
        const body = { provider: "github", redirect_url: "http://localhost/done" };
        const started = await gateway.call("POST", `/api/v1/accounts/${accountId}/connect`, { key, body });
        return new URL(started.json.data.connect_url).searchParams.get("client_id");
      };
      const operators = await clientOf();
      const path = "/api/v1/oauth-apps/github";
      for (const clientId of ["own-1", "own-2"]) {
        const body = { client_id: clientId, client_secret: "a-secret" };
        expect((await gateway.call("PUT", path, { key, body })).status).toBe(200);
        expect(await clientOf()).toBe(clientId);
      }
      expect((await gateway.call("DELETE", path, { key })).status).toBe(200);
      expect(await clientOf()).toBe(operators);
      const origins = { origins: ["https://app.example.com"] };
      expect((await gateway.call("PUT", "/api/v1/redirect-origins", { key, body: origins })).status).toBe(200);
    });
  });
}
