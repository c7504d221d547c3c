// Zendesk over real HTTP against a strict account: connecting by OAuth and API token, hosts that almost match, a ticket's life, events.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import zendesk from "../../../plugins/zendesk/index.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { testClock } from "../../support/clock.ts";
import {
  connectPath,
  dump,
  HOOK_MS,
  integrationOf,
  land,
  REDIRECT_URL,
  secretsIn,
  start,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { API_TOKEN, CLIENT, EMAIL, zendeskStandIn } from "../../support/zendesk.ts";

const FOREIGN: [what: string, value: string][] = [
  ["a full host", "acme.zendesk.com"],
  ["a stranger's host with a path", "evil.example/"],
  ["a stranger's host behind it", "acme.zendesk.com.evil.example"],
  ["punycode", "xn--acme-6na"],
  ["a letter of another alphabet", "аcme"],
  ["a port", "acme:8443"],
  ["user information", "ada@acme"],
  ["a password", "ada:secret@acme"],
  ["a URL", "https://acme"],
  ["a backslash", "evil.example\\acme"],
  ["a fragment", "evil.example#"],
  ["a query", "evil.example?"],
  ["an encoded slash", "evil.example%2f"],
  ["upper case", "ACME"],
  ["a trailing dot", "acme."],
  ["a line break", "acme\n"],
  ["a place-holder", "{subdomain}"],
  ["an address of the machine's network", "169.254.169.254"],
  ["a name of Zendesk's own", "www"],
  ["1,000 characters", "a".repeat(1_000)],
];

for (const lane of laneOf(import.meta.file)) {
  describe(`Zendesk on ${lane}`, () => {
    const clock = testClock();
    clock.set(clock.now());
    const account = zendeskStandIn(() => clock.now());
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        clock,
        plugins: [zendesk as unknown as Provider],
        settings: { zendesk: CLIENT },
        env: { GATEWAY_PUBLIC_WEBHOOKS: "on" },
        fetch: account.fetch,
      });
    }, HOOK_MS);
    // Another minute, for the limits of calls.
    beforeEach(() => {
      clock.move(60_000);
      account.state.role = "admin";
    });
    afterAll(() => gateway.close(), HOOK_MS);

    const byOAuth = async () => {
      const { key, userId } = await gateway.user();
      const { connectUrl } = await start(gateway, key, "zendesk", { fields: { subdomain: "acme" } });
      const { outcome } = await land(account.consent(connectUrl));
      return { key, userId, connectUrl, outcome };
    };
    const byToken = async (credentials = { email: EMAIL, api_token: API_TOKEN }, subdomain = "acme") => {
      const { key, userId } = await gateway.user();
      const body = { provider: "zendesk", auth: "basic", fields: { subdomain }, credentials };
      return { key, userId, response: await gateway.call("POST", connectPath(), { key, body }) };
    };
    const drain = async () => {
      await gateway.app.deps.sources.reconcile();
      await gateway.app.deps.sources.drain();
      await gateway.app.deps.inboundWebhooks.drain();
    };
    const events = async (userId: string) => {
      const rows = await gateway.database.database.query<{ type: string; title: string }>(
        "select type, title from inbox_events where user_id = $1::uuid and type not like 'integration.%' order by seq",
        [userId],
      );
      return rows.map(({ type, title }) => `${type}: ${title}`);
    };
    const disconnect = (key: string) => gateway.call("DELETE", "/api/v1/integrations/zendesk", { key });

    test("OAuth goes to the typed account's host, from the authorize page to the first call", async () => {
      account.seen.length = 0;
      const { key, connectUrl, outcome } = await byOAuth();
      expect([connectUrl.origin, connectUrl.pathname]).toEqual([
        "https://acme.zendesk.com",
        "/oauth/authorizations/new",
      ]);
      expect(connectUrl.searchParams.get("code_challenge_method")).toBe("S256");
      expect(outcome).toMatchObject({ status: "success", provider: "zendesk" });
      const integration = await integrationOf(gateway, key, "zendesk");
      expect([integration.status, integration.identity.id, integration.identity.name]).toEqual([
        "active",
        "acme:11",
        EMAIL,
      ]);
      const me = await gateway.call("GET", "/api/v1/zendesk/me", { key });
      expect([me.status, me.json.data.email]).toEqual([200, EMAIL]);
      expect(me.text).not.toContain("of-the-session");
      expect(new Set(account.seen.map(({ host }) => host))).toEqual(new Set(["acme.zendesk.com"]));
    });

    test("an API token goes out as the name that Zendesk wants, and is kept nowhere but sealed", async () => {
      account.seen.length = 0;
      const { key, response } = await byToken();
      expect([response.status, response.json.data.status]).toEqual([200, "active"]);
      expect(account.seen[0]).toEqual({
        host: "acme.zendesk.com",
        method: "GET",
        path: "/api/v2/users/me",
        authorization: `Basic ${Buffer.from(`${EMAIL}/token:${API_TOKEN}`).toString("base64")}`,
      });
      expect((await gateway.call("GET", "/api/v1/zendesk/me", { key })).status).toBe(200);
      const texts = [response.text, await dump(gateway), gateway.logLines.join("\n")].join("\n");
      expect(secretsIn(texts, [API_TOKEN])).toEqual([]);
    });

    test("a client of one's own gets a token, and another one when that has ended", async () => {
      const { key } = await gateway.user();
      const connect = (client_secret: string) => {
        const credentials = { client_id: CLIENT.clientId, client_secret };
        const body = { provider: "zendesk", auth: "client_credentials", fields: { subdomain: "acme" }, credentials };
        return gateway.call("POST", connectPath(), { key, body });
      };
      expect((await connect("another-secret")).status).toBeGreaterThanOrEqual(400);
      const connected = await connect(CLIENT.clientSecret);
      expect([connected.status, connected.json.data.identity.id]).toEqual([200, "acme:11"]);
      account.live.clear();
      expect((await gateway.call("GET", "/api/v1/zendesk/me", { key })).status).toBe(200);
      const requests = account.seen.filter(({ path }) => path === "/oauth/tokens").length;
      clock.move(86_400_000);
      expect((await gateway.call("GET", "/api/v1/zendesk/me", { key })).status).toBe(200);
      expect(account.seen.filter(({ path }) => path === "/oauth/tokens").length).toBe(requests + 1);
    });

    test.each<[string, { email: string; api_token: string }, string]>([
      ["another token", { email: EMAIL, api_token: "x".repeat(40) }, "acme"],
      ["another address", { email: "eve@example.com", api_token: API_TOKEN }, "acme"],
      ["an account that does not exist", { email: EMAIL, api_token: API_TOKEN }, "nobody"],
    ])("with %s nobody connects", async (_, credentials, subdomain) => {
      const { key, response } = await byToken(credentials, subdomain);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(response.text).not.toContain(credentials.api_token);
      expect((await integrationOf(gateway, key, "zendesk"))?.status).not.toBe("active");
    });

    test("a customer of the help desk does not connect, in either way", async () => {
      account.state.role = "end-user";
      const { outcome } = await byOAuth();
      expect(outcome?.error).toBe("identity_unavailable");
      expect((await byToken()).response.status).toBeGreaterThanOrEqual(400);
    });

    test.each(FOREIGN)("S-32: %s is no subdomain, and nothing is sent", async (_, subdomain) => {
      account.seen.length = 0;
      const { key } = await gateway.user();
      const bodies = [
        { provider: "zendesk", redirect_url: REDIRECT_URL, fields: { subdomain } },
        {
          provider: "zendesk",
          auth: "basic",
          fields: { subdomain },
          credentials: { email: EMAIL, api_token: API_TOKEN },
        },
      ];
      for (const body of bodies) {
        const response = await gateway.call("POST", connectPath(), { key, body });
        expect([response.status, response.json.code]).toEqual([400, "VALIDATION_ERROR"]);
        expect(response.json.details.errors).toMatchObject([{ in: "body", path: "/fields/subdomain" }]);
      }
      expect(account.seen).toEqual([]);
    });

    test("a ticket is created once, answered, noted, solved, and closed to changes", async () => {
      const { key } = await byOAuth();
      const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
        gateway.call(method, `/api/v1/zendesk${path}`, { key, headers, ...(body && { body }) });
      const before = account.tickets.size;
      const input = { subject: "The mill stands still", body: "Since this morning.", priority: "high" };
      const first = await call("POST", "/tickets", input, { "idempotency-key": "order-7" });
      const again = await call("POST", "/tickets", input, { "idempotency-key": "order-7" });
      expect([first.status, first.json.data.state, again.json.data.id]).toEqual([200, "new", first.json.data.id]);
      expect(account.tickets.size - before).toBe(1);
      const { id, url } = first.json.data;
      expect(url).toBe(`https://acme.zendesk.com/agent/tickets/${id}`);
      const answer = await call("POST", `/tickets/${id}/comments`, {
        body: "On our way.",
        is_public: true,
        status: "pending",
      });
      expect(answer.json.data).toMatchObject({ ticket_id: id, is_public: true, ticket_status: "pending" });
      const note = await call("POST", `/tickets/${id}/comments`, { body: "He calls often.", is_public: false });
      expect(note.json.data).toMatchObject({ is_public: false, ticket_status: "pending" });
      const silent = await call("POST", `/tickets/${id}/comments`, { body: "Who sees this?" });
      expect([silent.status, silent.json.code]).toEqual([400, "VALIDATION_ERROR"]);
      const solved = await call("PATCH", `/tickets/${id}`, { status: "solved" });
      expect([solved.json.data.state, solved.json.data.is_closed]).toEqual(["solved", true]);
      const said = await call("GET", `/tickets/${id}/comments`);
      expect(
        said.json.data.comments.map((one: { body: string; is_public: boolean }) => [one.body, one.is_public]),
      ).toEqual([
        ["On our way.", true],
        ["He calls often.", false],
      ]);
      Object.assign(account.tickets.get(Number(id)) ?? {}, { status: "closed" });
      const late = await call("PATCH", `/tickets/${id}`, { status: "open" });
      expect([late.status, late.json.code]).toEqual([400, "VALIDATION_ERROR"]);
      const missing = await call("GET", "/tickets/999");
      expect([missing.status, missing.json.code]).toEqual([404, "NOT_FOUND"]);
    });

    test("a signed delivery is an event once, a forged one none, and the export finds what was lost", async () => {
      await gateway.database.database.script("delete from integrations");
      account.webhooks.clear();
      const { key, userId } = await byOAuth();
      await drain();
      const [id = ""] = account.webhooks.keys();
      expect(account.webhooks.get(id)?.endpoint).toStartWith(`${gateway.url}/api/v1/webhooks/zendesk/`);
      const made = await gateway.call("POST", "/api/v1/zendesk/tickets", {
        key,
        body: { subject: "Torn sail", body: "x" },
      });
      const detail = {
        id: made.json.data.id,
        subject: "Torn sail",
        status: "NEW",
        updated_at: made.json.data.updated_at,
      };
      const deliver = async (delivery: ReturnType<typeof account.delivery>, changed = delivery.init.body) =>
        (await fetch(delivery.url, { ...delivery.init, body: changed })).status;
      const created = account.delivery(id, "ticket.created", detail);
      expect([await deliver(created), await deliver(created)]).toEqual([200, 200]);
      const comment = {
        id: "5",
        body: "It turns.",
        is_public: true,
        author: { id: "21", name: "Cy", is_staff: false },
      };
      expect(await deliver(account.delivery(id, "ticket.comment_added", detail, { comment }))).toBe(200);
      const solved = account.delivery(
        id,
        "ticket.status_changed",
        { ...detail, status: "SOLVED" },
        { current: "SOLVED" },
      );
      expect(await deliver(solved, solved.init.body.replace("SOLVED", "CLOSED"))).toBe(401);
      const published = "dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==";
      expect(await deliver(account.delivery(id, "ticket.status_changed", detail, {}, published))).toBe(401);
      expect(await deliver(solved)).toBe(200);
      await drain();
      const pushed = [
        "tickets.created: New Zendesk ticket: Torn sail",
        "tickets.commented: Reply in a Zendesk ticket: Torn sail",
        "tickets.status_changed: A Zendesk ticket is solved: Torn sail",
      ];
      expect((await events(userId)).toSorted()).toEqual(pushed.toSorted());
      // What no delivery told of.
      await gateway.call("POST", "/api/v1/zendesk/tickets", { key, body: { subject: "Lost", body: "x" } });
      clock.move(1_200_000);
      await drain();
      expect((await events(userId)).filter((event) => !pushed.includes(event))).toEqual([
        "tickets.created: New Zendesk ticket: Lost",
      ]);
      expect((await events(userId)).length).toBe(pushed.length + 1);
      expect((await disconnect(key)).status).toBe(200);
      expect([...account.webhooks]).toEqual([]);
      expect(await deliver(created)).toBe(404);
    });
  });
}
