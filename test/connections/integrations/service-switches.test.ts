// A partner switches services of an account's integration off and on; calls, tools and the list agree on every replica.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { type GatewayOptions, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const READ = "/api/v1/google/calendar/events?limit=1";
const SEND = "/api/v1/google/gmail/send";
const MAIL = { to: ["grace@example.com"], subject: "Hello", text: "Hello" };
const HOUR_MS = 3_600_000;

for (const lane of LANES) {
  describe(`service switches on ${lane}`, () => {
    let opened: TestDatabase;
    let first: TestGateway;
    let second: TestGateway;
    beforeAll(async () => {
      opened = await testDatabase(lane);
      const options: GatewayOptions = { lane, database: opened };
      first = await startTestGateway({ ...options, emulate: ["google"] });
      const settings = { google: first.providers.google.settings };
      second = await startTestGateway({ ...options, settings, clock: first.clock });
    }, HOOK_MS);
    afterAll(async () => {
      await second.close();
      await first.close();
      await opened.close();
    }, HOOK_MS);

    const connected = async (scopes?: string[]) => {
      const { key } = await first.partner();
      const externalId: string = crypto.randomUUID();
      const id = await first.account(key, externalId);
      const landed = await first.connect(key, "google", { accountId: id, scopes });
      expect(landed.searchParams.get("status")).toBe("success");
      return { key, externalId, id };
    };
    type Account = Awaited<ReturnType<typeof connected>>;
    const flip = ({ key, id }: Pick<Account, "key" | "id">, services: unknown, provider = "google") =>
      first.call("PATCH", `/api/v1/accounts/${id}/integrations/${provider}`, { key, body: { services } });
    const as = ({ key, externalId }: Account) => ({ key, headers: { "x-account-id": externalId } });
    const read = (who: Account, at = first) => at.call("GET", READ, as(who));
    const send = (who: Account, at = first) => at.call("POST", SEND, { ...as(who), body: MAIL });
    const listed = async ({ key, id }: Account) =>
      (await first.call("GET", `/api/v1/accounts/${id}/integrations`, { key })).json.data.integrations[0];
    /** Services that are not enabled. */
    const off = (integration: { enabled_services: { service_name: string; is_enabled: boolean }[] }) =>
      integration.enabled_services.filter((one) => !one.is_enabled).map((one) => one.service_name);
    /** Permissions whose tools are not connected. */
    const unconnected = async (who: Account, at = first) => {
      const { tools } = (await at.call("GET", "/api/v1/tools/provider/google", as(who))).json.data;
      const found = tools.filter((tool: { metadata: { connected: boolean } }) => !tool.metadata.connected);
      return [...new Set(found.map((tool: { metadata: { permission: string } }) => tool.metadata.permission))];
    };
    const refusedIn = (work: () => Promise<{ status: number }>) => until(async () => (await work()).status === 403);
    const allowedIn = (work: () => Promise<{ status: number }>) => until(async () => (await work()).status === 200);

    test("a service that is switched off is refused, not connected and not enabled on every replica, until it is switched on", async () => {
      const who = await connected();
      for (const at of [first, second]) expect((await send(who, at)).status).toBe(200);
      const switched = await flip(who, { "gmail.send": false });
      expect(switched.status).toBe(200);
      expect(switched.json).toEqual({ ok: true, data: await listed(who) });
      expect(off(switched.json.data)).toEqual(["gmail.send"]);
      for (const at of [second, first]) {
        await refusedIn(() => send(who, at));
        const refused = await send(who, at);
        expect(refused.json).toMatchObject({
          ok: false,
          error: expect.stringContaining("gmail.send is turned off"),
          error_code: "PERMISSION_DENIED",
          details: { provider: "google", permission: "gmail.send", reason: "service_off" },
        });
        expect(await unconnected(who, at)).toEqual(["gmail.send"]);
        // The other services still work.
        expect((await read(who, at)).status).toBe(200);
      }
      expect(off((await flip(who, { "gmail.send": true })).json.data)).toEqual([]);
      for (const at of [second, first]) {
        await allowedIn(() => send(who, at));
        expect(await unconnected(who, at)).toEqual([]);
      }
    });

    test("a switch changes only the services that it names, for one account only", async () => {
      const [who, other] = [await connected(), await connected()];
      await flip(who, { "gmail.send": false, "calendar.read": false });
      const response = await flip(who, { "gmail.send": true, "drive.read": false });
      expect(off(response.json.data).sort()).toEqual(["calendar.read", "drive.read"]);
      expect(off(await listed(other))).toEqual([]);
      const twin = { ...who, externalId: "twin", id: await first.account(who.key, "twin") };
      await first.connect(who.key, "google", { accountId: twin.id });
      expect(off(await listed(twin))).toEqual([]);
      // In parallel: none undoes another.
      const names: string[] = (await listed(other)).enabled_services.map(
        (one: { service_name: string }) => one.service_name,
      );
      await Promise.all(names.map((name) => flip(other, { [name]: false })));
      expect(off(await listed(other))).toEqual(names);
    });

    test("a switch survives a refresh and a reconnect, and ends with the integration", async () => {
      const who = await connected();
      await flip(who, { "calendar.read": false });
      await refusedIn(() => read(who));
      first.clock.move(HOUR_MS + 1_000);
      expect((await send(who)).status).toBe(200);
      expect((await read(who)).status).toBe(403);
      await first.connect(who.key, "google", { accountId: who.id });
      expect(off(await listed(who))).toEqual(["calendar.read"]);
      await until(async () => (await send(who)).status === 200);
      expect((await read(who)).status).toBe(403);
      await first.call("DELETE", `/api/v1/accounts/${who.id}/integrations/google`, { key: who.key });
      await first.connect(who.key, "google", { accountId: who.id });
      expect(off(await listed(who))).toEqual([]);
      await allowedIn(() => read(who));
    });

    test("switching on does not replace a scope: the response shows the service as not enabled", async () => {
      const scopes = ["openid", "email", "https://www.googleapis.com/auth/calendar.events"];
      const who = await connected(scopes);
      const lacking = off(await listed(who));
      expect(lacking).toContain("gmail.send");
      const response = await flip(who, { "gmail.send": true });
      expect(response.status).toBe(200);
      expect(off(response.json.data)).toEqual(lacking);
      const refused = await send(who);
      expect([refused.status, refused.json.error]).toEqual([403, expect.stringContaining("without the scopes")]);
    });

    test("unknown services are 400 and each is named; nothing changes", async () => {
      const who = await connected();
      const services = { "gmail.fly": false, "gmail.send": false, gmail: true, "a/b~c": true, constructor: false };
      const refused = await flip(who, services);
      expect([refused.status, refused.json.error_code]).toEqual([400, "VALIDATION_ERROR"]);
      expect(refused.json.error).toBe('google has no service "gmail.fly", "gmail", "a/b~c", "constructor".');
      expect(off(await listed(who))).toEqual([]);
      for (const wrong of [{}, { "gmail.send": "no" }, { "gmail.send": null }, [], undefined]) {
        const response = await flip(who, wrong);
        expect([response.status, response.json.error_code]).toEqual([400, "VALIDATION_ERROR"]);
      }
    });

    test("an account or an integration that is missing, or another partner's, is 404", async () => {
      const who = await connected();
      const stranger = await first.partner();
      const empty = await first.account(who.key);
      for (const [target, provider, code] of [
        [{ key: stranger.key, id: who.id }, "google", "ACCOUNT_NOT_FOUND"],
        [{ key: who.key, id: crypto.randomUUID() }, "google", "ACCOUNT_NOT_FOUND"],
        [{ key: who.key, id: empty }, "google", "INTEGRATION_NOT_FOUND"],
        [{ key: who.key, id: who.id }, "slack", "INTEGRATION_NOT_FOUND"],
        [{ key: who.key, id: who.id }, "nowhere", "INTEGRATION_NOT_FOUND"],
      ] as const) {
        const refused = await flip(target, { "gmail.send": false }, provider);
        expect([refused.status, refused.json.error_code]).toEqual([404, code]);
      }
      expect(off(await listed(who))).toEqual([]);
    });
  });
}
