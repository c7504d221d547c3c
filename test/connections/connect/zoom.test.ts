// Zoom over real HTTP against a strict stand-in: both ways to sign in, meetings, a recording from another host, and events.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHmac } from "node:crypto";
import zoom from "../../../plugins/zoom/index.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { testClock } from "../../support/clock.ts";
import { connectPath, HOOK_MS, land, start } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";
import { ACCOUNT, ADA, CLIENT, FILM, HELD, startZoom, WEBHOOK_SECRET } from "./zoom-stand-in.ts";

setDefaultTimeout(HOOK_MS);
const HOOK = "/api/v1/webhooks/zoom";
const SERVER_APP = { ...ACCOUNT, user: "ada@example.com" };

for (const lane of laneOf(import.meta.file)) {
  describe(`Zoom on ${lane}`, () => {
    const clock = testClock();
    clock.set(clock.now());
    const provider = startZoom(() => clock.now());
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        clock,
        plugins: [zoom as unknown as Provider],
        settings: { zoom: { clientId: CLIENT.id, clientSecret: CLIENT.secret, webhookSecret: WEBHOOK_SECRET } },
        env: { GATEWAY_PUBLIC_WEBHOOKS: "on" },
        fetch: provider.fetch,
      });
    }, HOOK_MS);
    // Another minute, for the limits of calls.
    beforeEach(() => clock.move(60_000));
    afterAll(() => gateway.close(), HOOK_MS);

    async function asPerson(): Promise<string> {
      const { key } = await gateway.user();
      const { connectUrl } = await start(gateway, key, "zoom");
      expect(connectUrl.searchParams.has("scope")).toBe(false);
      expect((await land(provider.consent(connectUrl))).outcome?.status).toBe("success");
      return key;
    }
    async function asServer(credentials: Record<string, string> = SERVER_APP) {
      const { key } = await gateway.user();
      const body = { provider: "zoom", auth: "client_credentials", credentials };
      return { key, response: await gateway.call("POST", connectPath(), { key, body }) };
    }
    const call = (key: string, method: string, path: string, body?: object) =>
      gateway.call(method, `/api/v1/zoom${path}`, { key, body });
    const statusOf = async (key: string) => {
      const { json } = await gateway.call("GET", "/api/v1/integrations", { key });
      return json.data.integrations.find((one: { provider: string }) => one.provider === "zoom").status;
    };
    const inbox = async (key: string) => {
      const { json } = await gateway.call("GET", "/api/v1/inbox/events?provider=zoom", { key });
      const events = json.data.events as { type: string; title: string; payload: Record<string, unknown> }[];
      return events.filter(({ type }) => !type.startsWith("integration."));
    };
    const work = async () => {
      await gateway.app.deps.inboundWebhooks.drain();
      await gateway.app.deps.sources.drain();
    };
    async function deliver(body: object, secret = WEBHOOK_SECRET): Promise<Response> {
      const text = JSON.stringify(body);
      const time = String(Math.floor(clock.now() / 1_000));
      const signature = `v0=${createHmac("sha256", secret).update(`v0:${time}:${text}`).digest("hex")}`;
      const headers = { "x-zm-request-timestamp": time, "x-zm-signature": signature };
      return fetch(gateway.url + HOOK, { method: "POST", body: text, headers });
    }
    const eventOf = (event: string, object: object) => ({
      event,
      event_ts: clock.now(),
      payload: { account_id: ACCOUNT.account_id, object },
    });

    test.each([
      ["a person", asPerson, "api-eu.zoom.us/v2/users/me"],
      ["a server-to-server app", async () => (await asServer()).key, "api-us.zoom.us/v2/users/ada%40example.com"],
    ])("%s: a meeting is scheduled, found on the second page, and cancelled", async (_, connect, user) => {
      const key = await connect();
      expect((await call(key, "GET", "/me")).json.data).toMatchObject({ id: ADA, email: "ada@example.com" });
      expect(provider.seen).toContain(`GET ${user}`);
      provider.addMeeting("Of somebody before");
      const made = await call(key, "POST", "/meetings", { topic: "Mill", start_time: "2026-05-01T10:00:00+02:00" });
      expect([made.status, made.json.data?.start_time]).toEqual([200, "2026-05-01T08:00:00Z"]);
      const found: string[] = [];
      for (let cursor = ""; ; ) {
        const { json } = await call(
          key,
          "GET",
          `/meetings?limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
        );
        found.push(...json.data.meetings.map(({ id }: { id: string }) => id));
        if (json.data.next_cursor === null) break;
        cursor = json.data.next_cursor;
      }
      expect(found.length).toBeGreaterThan(1);
      expect(found).toEqual([...provider.meetings.keys()].map(String));
      const path = `/meetings/${made.json.data.id}`;
      expect((await call(key, "DELETE", path)).json.data).toEqual({ deleted: true });
      expect(codeOf(await call(key, "GET", path))).toBe("404 NOT_FOUND");
      provider.meetings.clear();
    });

    test("a person's tokens rotate once for calls at the same time, a server-to-server app's are requested anew", async () => {
      const [person, server] = [await asPerson(), (await asServer()).key];
      clock.move(3_700_000);
      provider.seen.length = 0;
      const responses = await Promise.all([person, person, server, server].map((key) => call(key, "GET", "/me")));
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      const tokens = provider.seen.filter((line) => line.startsWith("token")).sort();
      expect(tokens).toEqual(["token account_credentials", "token refresh_token"]);
    });

    test.each([
      ["another account", { account_id: "SomebodyElse" }],
      ["another secret", { client_secret: "AnotherSecret" }],
      ["no such user", { user: "nobody@example.com" }],
      ["the word that only a person's token takes", { user: "me" }],
      ["a user who would leave the path", { user: "../accounts/x@example.com" }],
    ])("%s is refused, and nothing is stored", async (_, change) => {
      const { key, response } = await asServer({ ...SERVER_APP, ...change });
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.text).not.toContain("AnotherSecret");
      expect((await gateway.call("GET", "/api/v1/integrations", { key })).text).not.toContain('"active"');
    });

    test("secrets are in no log line, and in no table", async () => {
      await asServer();
      const { database } = gateway.database;
      const rows = JSON.stringify(await database.query("select * from integrations"));
      for (const text of [rows, gateway.logLines.join("\n")]) {
        expect(text).not.toContain(ACCOUNT.client_secret);
        expect(text).not.toContain("eyJ-");
      }
    });

    test("a recording is streamed from Zoom's other hosts, and its signed place gets no token", async () => {
      const key = await asPerson();
      const path = `/api/v1/zoom/meetings/${encodeURIComponent(HELD)}/recordings/file-1/content`;
      const headers = { accept: "application/octet-stream", authorization: `Bearer ${key}` };
      const response = await fetch(gateway.url + path, { headers });
      expect(response.status).toBe(200);
      expect((await response.text()) === FILM).toBe(true);
      expect(provider.seen.slice(-2)).toEqual([
        "GET us02web.zoom.us/rec/download/film_1.A-b",
        "GET ssrweb.zoom.us/replay/film",
      ]);
    });

    test("Zoom's validation of the address is answered, and signs nothing that could be a delivery", async () => {
      const challenge = (plainToken: string) => deliver({ event: "endpoint.url_validation", payload: { plainToken } });
      const encryptedToken = createHmac("sha256", WEBHOOK_SECRET).update("qgg8vlvZRS6UYooatFL8Aw").digest("hex");
      const answered = await challenge("qgg8vlvZRS6UYooatFL8Aw");
      expect([answered.status, await answered.json()]).toEqual([
        200,
        { plainToken: "qgg8vlvZRS6UYooatFL8Aw", encryptedToken },
      ]);
      const forged = await challenge(`v0:1:${JSON.stringify(eventOf("meeting.started", { host_id: ADA }))}`);
      expect(await forged.text()).not.toContain("encryptedToken");
    });

    test("an event comes to its host's inbox once, and one that another secret signed never", async () => {
      const key = await asPerson();
      const started = eventOf("meeting.started", { id: "82119364001", host_id: ADA, topic: "Mill" });
      const statuses = [await deliver(started), await deliver(started), await deliver(started, "another")];
      expect(statuses.map(({ status }) => status)).toEqual([200, 200, 401]);
      await deliver(eventOf("meeting.started", { id: "1", host_id: "SomebodyElse", topic: "Not Ada's" }));
      await work();
      expect(await inbox(key)).toMatchObject([{ type: "meetings.started", title: "Meeting began: Mill" }]);
    });

    test("a server-to-server app's events are polled, and those that the webhook brings too come once", async () => {
      const { key } = await asServer();
      await work();
      const meeting = provider.addMeeting("Polled", { created_at: new Date(clock.now() + 1_000).toISOString() });
      const told = { ...meeting, host_id: ADA };
      clock.move(301_000);
      await work();
      expect(await inbox(key)).toMatchObject([{ type: "meetings.created", payload: { topic: "Polled" } }]);
      expect((await deliver(eventOf("meeting.created", told))).status).toBe(200);
      clock.move(301_000);
      await work();
      expect((await inbox(key)).length).toBe(1);
    });

    test("who removes the app at Zoom ends the grant, but no server-to-server app of the same user", async () => {
      const [person, server] = [await asPerson(), (await asServer()).key];
      clock.move(1_000);
      const payload = { account_id: ACCOUNT.account_id, user_id: ADA, client_id: CLIENT.id };
      const at = { deauthorization_time: new Date(clock.now()).toISOString() };
      const removed = { event: "app_deauthorized", event_ts: clock.now(), payload: { ...payload, ...at } };
      expect((await deliver(removed)).status).toBe(200);
      await work();
      expect([await statusOf(person), await statusOf(server)]).toEqual(["revoked", "active"]);
      expect(codeOf(await call(person, "GET", "/me"))).toBe("401 INTEGRATION_REVOKED");
      expect((await call(server, "GET", "/me")).status).toBe(200);
    });
  });
}
