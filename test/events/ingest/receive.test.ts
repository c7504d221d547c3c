// Inbound webhooks from a provider, from request to inbox: verified, claimed, stored before they are accepted, and given to their owners alone.
import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { connect } from "node:net";
import { insertInboundWebhooks, NO_SOURCE } from "../../../src/events/ingest/store.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { logged } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import {
  integrate,
  pushingPlugin,
  type SendOptions,
  sendInbound,
  WEBHOOK_SECRET,
} from "../../support/pushing-plugin.ts";
import { swept } from "../../support/sweeping.ts";

interface Stored {
  type: string;
  event_key: string;
  integration_id: string;
  payload: { name?: string };
}

for (const lane of laneOf(import.meta.file)) {
  describe(`inbound webhooks, ${lane}`, () => {
    let gateway: TestGateway;
    /** What the provider responds with, by path. */
    const things = new Map<string, () => Response>();
    const fetched: { path: string; authorization: string }[] = [];
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [pushingPlugin() as Provider],
        settings: { acme: { webhookSecret: WEBHOOK_SECRET, clientId: "client", clientSecret: "secret" } },
        fetch: async (input, init) => {
          const path = new URL(input).pathname;
          const headers = new Headers(init.headers);
          fetched.push({ path, authorization: headers.get("authorization") ?? "" });
          return things.get(path)?.() ?? Response.json({}, { status: 404 });
        },
      });
    });
    afterAll(() => gateway.close());

    const send = (body: unknown, options?: SendOptions) => sendInbound(gateway, body, options);
    const work = () => gateway.app.deps.inboundWebhooks.drain();
    const inbox = (userId: string) =>
      gateway.database.database.query<Stored>(
        `select type, event_key, integration_id, payload from inbox_events
         where user_id = $1::uuid and type not like 'integration.%' order by tx, seq`,
        [userId],
      );
    const rows = async () => {
      const [row] = await gateway.database.database.query<{ count: number }>(
        "select count(*)::int as count from inbound_webhooks",
      );
      return row?.count;
    };
    const owner = async (identity: { user?: string; team?: string | null; scopes?: string[] }) => {
      const { userId, key } = await gateway.user();
      return { userId, key, integrationId: await integrate(gateway, { userId, accountId: null }, identity) };
    };

    test("S-87, R-28: an inbound webhook that comes ten times at once is accepted each time, stored once, one event", async () => {
      const user = crypto.randomUUID();
      const { userId, integrationId } = await owner({ user });
      const before = (await rows()) ?? 0;
      const body = { items: [{ kind: "changed", id: "i1", event_id: "d1", user }] };
      const responses = await Promise.all(Array.from({ length: 10 }, () => send(body)));
      expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(await rows()).toBe(before + 1);
      await work();
      expect(await inbox(userId)).toEqual([
        {
          type: "items.changed",
          event_key: "items.changed:d1",
          integration_id: integrationId,
          payload: { id: "i1", name: "pushed" } as never,
        },
      ]);
    });

    test("an event's id counts once, also where it comes in another inbound webhook, out of order and again after its work", async () => {
      const user = crypto.randomUUID();
      const { userId } = await owner({ user });
      const item = (event_id: string) => ({ kind: "changed", id: "i", event_id: `${user}-${event_id}`, user });
      await send({ items: [item("2"), item("1")] });
      await work();
      await send({ items: [item("1"), item("3")] });
      await send({ items: [item("2"), item("1")] });
      await work();
      expect((await inbox(userId)).map(({ event_key }) => event_key.at(-1))).toEqual(["2", "1", "3"]);
    });

    test.each([
      ["with a flipped byte", { forge: (body: string) => body.replace("changed", "changeb") }],
      ["serialised anew", { forge: (body: string) => JSON.stringify(JSON.parse(body), null, 1) }],
      ["signed with another secret", { secret: "another" }],
      ["of an old time", { at: -301_000 }],
      ["of a far future time", { at: 301_000 }],
      ["with a foreign signature", { headers: { "x-signature": "0".repeat(64) } }],
    ])("S-85, S-86: a delivery %s is 401 and leaves nothing behind", async (_, { at, ...options }: SendOptions) => {
      const user = crypto.randomUUID();
      await owner({ user });
      const before = await rows();
      const body = { items: [{ kind: "changed", id: "i", user }] };
      const response = await send(body, { ...options, ...(at !== undefined && { at: gateway.clock.now() + at }) });
      expect([response.status, response.headers.get("x-error-code")]).toEqual([401, "AUTH_REQUIRED"]);
      expect(await rows()).toBe(before);
    });

    test("an inbound webhook without its headers is 401, an unknown provider 404, however many: no address is throttled", async () => {
      const bare = (path: string) => fetch(`${gateway.url}/api/v1/webhooks${path}`, { method: "POST", body: "{}" });
      const refused = await Promise.all(Array.from({ length: 150 }, () => bare("/acme")));
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([401]));
      expect((await bare("/nobody")).status).toBe(404);
      expect((await bare("/acme/00000000-0000-4000-8000-000000000000")).status).toBe(404);
      expect((await bare("/acme/not-an-id")).status).toBe(404);
      const user = crypto.randomUUID();
      expect((await send({ items: [{ kind: "changed", id: "i", user }] })).status).toBe(200);
    });

    test("unknown events and events of nobody are accepted, and counted", async () => {
      const { counts } = gateway.app.deps.inboundWebhooks;
      const of = (name: "unknown_event" | "no_owner") => counts.totals().acme?.[name] ?? 0;
      await work();
      const before = [of("unknown_event"), of("no_owner")];
      const stored = await rows();
      expect((await send({ items: [{ kind: "unheard of" }] })).status).toBe(200);
      expect((await send("")).status).toBe(200);
      expect(await rows()).toBe(stored);
      expect((await send({ items: [{ kind: "changed", id: "i", user: "stranger" }] })).status).toBe(200);
      await work();
      expect([of("unknown_event"), of("no_owner")]).toEqual([(before[0] ?? 0) + 2, (before[1] ?? 0) + 1]);
    });

    test("a body that nobody can read is 400, logged and counted: accepted, its events would be lost unseen", async () => {
      const of = () => gateway.app.deps.inboundWebhooks.counts.totals().acme?.unreadable ?? 0;
      const before = of();
      const bodies: [string, string][] = [
        ["not json", "application/json"],
        ["{", "application/json"],
        ["event=push", "application/x-www-form-urlencoded"],
        ["<event/>", "text/xml"],
      ];
      for (const [body, type] of bodies) {
        const response = await send(body, { headers: { "content-type": type } });
        expect([body, response.status, response.headers.get("x-error-code")]).toEqual([body, 400, "VALIDATION_ERROR"]);
      }
      expect(of()).toBe(before + bodies.length);
      const lines = logged(gateway, "inbound_webhook_unreadable").slice(-bodies.length);
      expect(lines).toMatchObject(
        bodies.map(([, content_type]) => ({ level: "warn", provider: "acme", content_type })),
      );
    });

    test("JSON in the field payload of a form is read like a body of JSON", async () => {
      const user = crypto.randomUUID();
      const { userId } = await owner({ user });
      const payload = JSON.stringify({ items: [{ kind: "changed", id: "ä&=+", event_id: user, user }] });
      const form = new URLSearchParams({ payload }).toString();
      const type = "application/x-www-form-urlencoded; charset=utf-8";
      expect((await send(form, { headers: { "content-type": type } })).status).toBe(200);
      await work();
      expect(await inbox(userId)).toMatchObject([{ payload: { id: "ä&=+" } }]);
    });

    test("a notification that only triggers a poll counts each time, though it says the same: it has no event to come twice", async () => {
      const before = (await rows()) ?? 0;
      const body = { items: [{ kind: "wake", user: crypto.randomUUID() }] };
      await send(body);
      gateway.clock.move(1_000);
      await send(body);
      expect(await rows()).toBe(before + 2);
      await work();
    });

    test("S-88: a challenge is echoed with its headers, and nothing is stored", async () => {
      const before = await rows();
      const response = await fetch(`${gateway.url}/api/v1/webhooks/acme?challenge=c-1`);
      expect([response.status, await response.text()]).toEqual([200, "c-1"]);
      expect(response.headers.get("content-type")).toBe("text/plain");
      expect(response.headers.get("x-echo")).toBe("c-1");
      expect(await rows()).toBe(before);
    });

    test("S-89: an event goes to every active integration of its workspace or identity, users' and accounts', to no other", async () => {
      const [team, other] = [crypto.randomUUID(), crypto.randomUUID()];
      const first = await owner({ user: crypto.randomUUID(), team });
      const second = await owner({ user: crypto.randomUUID(), team });
      const stranger = await owner({ user: crypto.randomUUID(), team: other });
      const partner = await gateway.partner();
      const accountId = await gateway.account(partner.key);
      await integrate(gateway, { userId: partner.userId, accountId }, { user: crypto.randomUUID(), team });
      await send({ items: [{ kind: "changed", id: "i", event_id: team, team }] });
      await work();
      const counts = await Promise.all(
        [first, second, partner, stranger].map(async ({ userId }) => (await inbox(userId)).length),
      );
      expect(counts).toEqual([1, 1, 1, 0]);
      const [row] = await gateway.database.database.query<{ account_id: string }>(
        "select account_id from inbox_events where user_id = $1::uuid and type = 'items.changed'",
        [partner.userId],
      );
      expect(row?.account_id).toBe(accountId);
    });

    test("not to an integration that has ended, whose service is off, or that lacks the scopes", async () => {
      const team = crypto.randomUUID();
      const ended = await owner({ team });
      const off = await owner({ team });
      const narrow = await owner({ team, scopes: ["people"] });
      const { database } = gateway.database;
      await database.query("update integrations set status = 'expired' where id = $1::uuid", [ended.integrationId]);
      await database.query(
        "update integrations set disabled_services = array['items.read', 'items.write'] where id = $1::uuid",
        [off.integrationId],
      );
      await send({ items: [{ kind: "changed", id: "i", event_id: team, team }] });
      await work();
      for (const { userId } of [ended, off, narrow]) expect(await inbox(userId)).toEqual([]);
    });

    test("what an inbound webhook leaves out is fetched with each owner's own token; who may not see it gets nothing", async () => {
      const team = crypto.randomUUID();
      const [a, b] = [await owner({ user: `a-${team}`, team }), await owner({ user: `b-${team}`, team })];
      const path = `/items/${team}`;
      things.set(path, () =>
        fetched.at(-1)?.authorization === `Bearer token-a-${team}`
          ? Response.json({ name: "seen" })
          : Response.json({}, { status: 404 }),
      );
      await send({ items: [{ kind: "thin", id: team, event_id: team, team }] });
      await work();
      expect((await inbox(a.userId)).map(({ payload }) => payload.name)).toEqual(["seen"]);
      expect(await inbox(b.userId)).toEqual([]);
    });

    test("a provider that is down is asked again later; what did work is in the inbox already, once", async () => {
      const team = crypto.randomUUID();
      const { userId } = await owner({ user: team, team });
      let isDown = true;
      things.set(`/items/${team}`, () => (isDown ? new Response("", { status: 503 }) : Response.json({ name: "up" })));
      const both = [
        { kind: "thin", id: team, event_id: `${team}-1`, team },
        { kind: "changed", id: "i", event_id: `${team}-2`, team },
      ];
      await send({ items: both });
      await work();
      expect((await inbox(userId)).map(({ type }) => type)).toEqual(["items.changed"]);
      isDown = false;
      gateway.clock.move(31_000);
      await work();
      expect((await inbox(userId)).map(({ type }) => type)).toEqual(["items.changed", "items.fetched"]);
    });

    test("an inbound webhook that the plugin's code fails on delays no other, and is given up at last with its content", async () => {
      const user = crypto.randomUUID();
      const { userId } = await owner({ user });
      await send({ items: [{ kind: "broken", user, event_id: user }] });
      await send({ items: [{ kind: "changed", id: "i", event_id: `${user}-2`, user }] });
      await work();
      expect(await inbox(userId)).toHaveLength(1);
      for (let attempt = 0; attempt < 8; attempt++) {
        gateway.clock.move(2 * 3_600_000 + 1_000);
        await work();
      }
      const failed = await gateway.database.database.query<{ attempts: number; has_content: boolean }>(
        "select attempts, content is not null as has_content from inbound_webhooks where state = 'failed'",
      );
      expect(failed).toEqual([{ attempts: 8, has_content: true }]);
    });

    test("the content of an inbound webhook is sealed, and gone once it is worked", async () => {
      const user = crypto.randomUUID();
      await send({ items: [{ kind: "changed", id: "planted-text", event_id: user, user }] });
      const contents = async () => {
        const all = await gateway.database.database.query<{ row: string }>(
          "select inbound_webhooks::text as row from inbound_webhooks",
        );
        return all.map(({ row }) => row).join("\n");
      };
      expect(await contents()).not.toContain("planted-text");
      await work();
      const [left] = await gateway.database.database.query<{ count: number }>(
        "select count(*)::int as count from inbound_webhooks where state = 'done' and content is not null",
      );
      expect(left?.count).toBe(0);
    });

    test("an event that says that the grant is gone ends the integrations that it is about", async () => {
      const user = crypto.randomUUID();
      const { userId, key } = await owner({ user });
      const { key: other } = await owner({ user: crypto.randomUUID() });
      await send({ items: [{ kind: "left", event_id: user, user }] });
      await work();
      const statusOf = async (of: string) =>
        (await gateway.call("GET", "/api/v1/integrations", { key: of })).json.data.integrations[0].status;
      expect([await statusOf(key), await statusOf(other)]).toEqual(["revoked", "active"]);
      expect((await inbox(userId)).map(({ type }) => type)).toEqual(["people.left"]);
    });

    test("a grant whose end cannot be stored is ended by the next attempt", async () => {
      const user = crypto.randomUUID();
      const { userId, key } = await owner({ user });
      const { database } = gateway.database;
      const status = async () =>
        (await gateway.call("GET", "/api/v1/integrations", { key })).json.data.integrations[0].status;
      await database.query(
        "create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$",
      );
      await database.query("create trigger refuse before update on connections for each row execute function refuse()");
      try {
        await send({ items: [{ kind: "left", event_id: user, user }] });
        await work();
        expect(await status()).toBe("active");
      } finally {
        await database.query("drop function refuse cascade");
      }
      gateway.clock.move(11_000);
      await work();
      expect(await status()).toBe("revoked");
      expect((await inbox(userId)).map(({ type }) => type)).toEqual(["people.left"]);
    });

    test("a challenge at which the plugin throws is refused like an inbound webhook that proves nothing", async () => {
      expect((await fetch(`${gateway.url}/api/v1/webhooks/acme?challenge=broken`)).status).toBe(401);
      expect((await sendInbound(gateway, {}, { path: "/acme?challenge=broken", secret: "wrong" })).status).toBe(401);
    });

    test("S-85: a large body is not parsed before it is proven, not even for a challenge", async () => {
      const parse = spyOn(JSON, "parse");
      try {
        const body = { secret: "large", padding: "x".repeat(100_000) };
        expect((await send(body, { secret: "wrong" })).status).toBe(401);
        expect(parse.mock.calls.filter(([text]) => text.length > 100_000)).toEqual([]);
        expect((await send(body)).status).toBe(200);
        expect(parse.mock.calls.filter(([text]) => text.length > 100_000)).toHaveLength(1);
      } finally {
        parse.mockRestore();
      }
    });

    test("R-29: what was accepted and is still due outlives its days, and what is done does not", async () => {
      const [user, late] = [crypto.randomUUID(), crypto.randomUUID()];
      const { userId } = await owner({ user });
      await send({ items: [{ kind: "changed", id: "done", event_id: user, user }] });
      await work();
      const accepted = gateway.clock.now();
      // Stored as by a process that died at once.
      await insertInboundWebhooks(gateway.database.database, [
        {
          provider: "acme",
          sourceId: NO_SOURCE,
          key: late,
          partition: late,
          content: "",
          receivedAt: new Date(accepted).toISOString(),
        },
      ]);
      await swept(gateway.database.database, "inbound_webhooks", accepted + 1, { inboundWebhookDays: 0 });
      const left = await gateway.database.database.query<{ webhook_key: string }>(
        "delete from inbound_webhooks where webhook_key = $1 returning webhook_key",
        [late],
      );
      expect(left).toHaveLength(1);
      const done = await gateway.database.database.query("select 1 from inbound_webhooks where state = 'done'");
      expect(done).toHaveLength(0);
      expect(await inbox(userId)).toHaveLength(1);
    });

    test("large bodies that never end do not keep others out", async () => {
      const { port } = new URL(gateway.url);
      const head = "POST /api/v1/webhooks/acme HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000\r\n\r\n";
      const sockets = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const socket = connect(Number(port), "127.0.0.1");
          socket.on("error", () => {});
          await new Promise((resolve) => socket.write(head + "x".repeat(6_500_000), resolve));
          return socket;
        }),
      );
      try {
        const user = crypto.randomUUID();
        const padded = { padding: "x".repeat(3_000_000), items: [{ kind: "changed", id: "i", event_id: user, user }] };
        for (let i = 0; i < 10; i++) expect((await send(padded)).status).toBe(200);
      } finally {
        for (const socket of sockets) socket.destroy();
      }
    });

    test.each([
      ["larger than 10 MiB", "x".repeat(10 * 1024 * 1024 + 1), {}, 413],
      ["compressed", Bun.gzipSync(Buffer.from("{}")), { "content-encoding": "gzip" }, 415],
    ])("a delivery that is %s is refused unread", async (_, body, headers, status) => {
      const response = await fetch(`${gateway.url}/api/v1/webhooks/acme`, {
        method: "POST",
        body,
        headers: headers as Record<string, string>,
      });
      expect(response.status).toBe(status);
    });
  });
}
