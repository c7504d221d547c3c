// A source's own address, public keys of signatures, and secrets that come in a handshake.
import { afterAll, beforeAll, describe, expect, spyOn, test } from "bun:test";
import { INBOUND_WEBHOOKS_PATH, webhookAddress } from "../../../src/events/subscriptions/address.ts";
import { sourceSecretContext } from "../../../src/foundation/vault/sealing-contexts.ts";
import type { InboundWebhook, Provider } from "../../../src/plugin/index.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { integrate, pushingPlugin, sendInbound, WEBHOOK_SECRET } from "../../support/pushing-plugin.ts";

const KEYS_URL = "https://acme.example.com/keys";

/** Inbound webhooks carry a bearer token `<base64 of { kid }>.<kid>`: good where the provider's keys hold that kid. */
function keyedPlugin(): Provider {
  const plugin = pushingPlugin("keyed");
  const kidOf = ({ headers }: InboundWebhook) => headers.get("authorization")?.split(".")[1];
  if (plugin.webhook) {
    plugin.webhook.jwksUrl = KEYS_URL;
    plugin.webhook.verify = (inbound, { keys = [] }) => keys.some(({ kid }) => kid === kidOf(inbound));
  }
  return plugin;
}

for (const lane of laneOf(import.meta.file)) {
  describe(`addresses, ${lane}`, () => {
    let gateway: TestGateway;
    let keyIds = ["a"];
    let keyFetches = 0;
    let answer = () => new Response("", { status: 500 });
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [pushingPlugin(), keyedPlugin(), pushingPlugin("quiet")],
        settings: { acme: { webhookSecret: WEBHOOK_SECRET } },
        fetch: async () => {
          keyFetches++;
          return keyIds.length === 0 ? answer() : Response.json({ keys: keyIds.map((kid) => ({ kid, kty: "RSA" })) });
        },
      });
    });
    afterAll(() => gateway.close());

    const { query } = {
      query: <Row>(text: string, values: string[] = []) => gateway.database.database.query<Row>(text, values),
    };
    const work = () => gateway.app.deps.inboundWebhooks.drain();

    async function source(userId: string, integrationId: string, secret: string): Promise<string> {
      const id = crypto.randomUUID();
      const sealed = gateway.app.deps.vault.seal(secret, sourceSecretContext(id));
      await query(
        `insert into event_sources (id, integration_id, user_id, provider, name, mode, state, secret)
         values ($1::uuid, $2::uuid, $3::uuid, 'acme', $1, 'push', 'active', $4)`,
        [id, integrationId, userId, sealed],
      );
      return id;
    }
    const count = async (userId: string) => {
      const rows = await query("select 1 from inbox_events where user_id = $1::uuid and type = 'items.changed'", [
        userId,
      ]);
      return rows.length;
    };

    test("S-105: a stranger's address costs no query, one without a MAC little, and a source's old one works on", async () => {
      const { deps } = gateway.app;
      const { userId } = await gateway.user();
      const mine = await integrate(gateway, { userId, accountId: null }, { user: crypto.randomUUID() });
      const id = await source(userId, mine, "own-secret");
      const [old, own] = [
        `/acme/${id}`,
        new URL(webhookAddress(deps, "acme", id)).pathname.replace(INBOUND_WEBHOOKS_PATH, ""),
      ];
      expect(own).toMatch(/^\/acme\/[0-9a-f-]{36}\.[\w-]{22}$/);
      const item = (event_id: string) => ({ items: [{ kind: "changed", id: "i", event_id }] });
      const queries = spyOn(deps.database, "query");
      const reads = () => queries.mock.calls.filter(([text]) => text.includes("from event_sources")).length;
      const post = (path: string) =>
        fetch(`${gateway.url}${INBOUND_WEBHOOKS_PATH}${path}`, { method: "POST", body: "{}" });
      try {
        for (const path of [`/acme/${id}.`, "/acme/x", `/acme/${id}.a.b`, `${own}x`]) {
          await post(path).then(({ status }) => expect([path, [401, 404].includes(status)]).toEqual([path, true]));
        }
        queries.mockClear();
        const made = Array.from({ length: 1_000 }, () => post(`/acme/${crypto.randomUUID()}`));
        expect(new Set((await Promise.all(made)).map(({ status }) => status))).toEqual(new Set([404]));
        // Sixty at once, the others together.
        expect(reads()).toBeLessThan(60 + 100);
        queries.mockClear();
        expect((await sendInbound(gateway, item("old"), { path: old, secret: "own-secret" })).status).toBe(200);
        expect((await sendInbound(gateway, item("new"), { path: own, secret: "own-secret" })).status).toBe(200);
        expect((await post(own.replace(id, crypto.randomUUID()))).status).toBe(404);
      } finally {
        queries.mockRestore();
      }
    });

    test("inbound webhooks to a source's address are its integration's, verified with its own secret", async () => {
      const [user, other] = [crypto.randomUUID(), crypto.randomUUID()];
      const [{ userId }, { userId: otherId }] = [await gateway.user(), await gateway.user()];
      const mine = await integrate(gateway, { userId, accountId: null }, { user });
      await integrate(gateway, { userId: otherId, accountId: null }, { user: other });
      const id = await source(userId, mine, "own-secret");
      const item = (event_id: string, more = {}) => ({ items: [{ kind: "changed", id: "i", event_id, ...more }] });
      const path = `/acme/${id}`;
      expect((await sendInbound(gateway, item("1"), { path, secret: "own-secret" })).status).toBe(200);
      expect((await sendInbound(gateway, item("2"), { path })).status).toBe(401);
      expect((await sendInbound(gateway, item("3", { user }), { secret: "own-secret" })).status).toBe(401);
      // A signed subject that is not the integration's: another installation's body.
      expect((await sendInbound(gateway, item("4", { user: other }), { path, secret: "own-secret" })).status).toBe(200);
      await work();
      expect([await count(userId), await count(otherId)]).toEqual([1, 0]);
    });

    test("a secret from a handshake at a source's address is stored once, while the subscription is made", async () => {
      const { userId } = await gateway.user();
      const integrationId = await integrate(gateway, { userId, accountId: null }, { user: crypto.randomUUID() });
      const id = await source(userId, integrationId, "first");
      const path = `/acme/${id}`;
      expect((await sendInbound(gateway, { secret: "late" }, { path })).status).toBe(401);
      await query("update event_sources set state = 'pending' where id = $1::uuid", [id]);
      expect((await sendInbound(gateway, { secret: "chosen" }, { path })).status).toBe(200);
      expect((await sendInbound(gateway, { secret: "another" }, { path })).status).toBe(401);
      const body = { items: [{ kind: "changed", id: "i", event_id: "1" }] };
      expect((await sendInbound(gateway, body, { path, secret: "chosen" })).status).toBe(200);
      expect((await sendInbound(gateway, body, { path, secret: "another" })).status).toBe(401);
    });

    test("a secret from a handshake at the provider's address counts once the operator accepts it, and none replaces it", async () => {
      const body = { items: [{ kind: "changed", id: "i", event_id: "1" }] };
      const path = "/quiet";
      expect((await sendInbound(gateway, { secret: "from-provider" }, { path })).status).toBe(200);
      expect((await sendInbound(gateway, { secret: "from-somebody" }, { path })).status).toBe(401);
      expect((await sendInbound(gateway, body, { path, secret: "from-provider" })).status).toBe(401);
      const shown = await gateway.admin("GET", "/webhooks/quiet/secret");
      expect(shown.json.data).toMatchObject({ provider: "quiet", state: "pending", secret: "from-provider" });
      expect((await gateway.admin("POST", "/webhooks/quiet/secret/accept")).status).toBe(200);
      expect((await sendInbound(gateway, body, { path, secret: "from-provider" })).status).toBe(200);
      expect((await sendInbound(gateway, { secret: "from-somebody" }, { path })).status).toBe(401);
      expect((await sendInbound(gateway, body, { path, secret: "from-somebody" })).status).toBe(401);
      const list = (await gateway.admin("GET", "/webhooks")).json.data.webhooks;
      const quiet = list.find(({ provider }: { provider: string }) => provider === "quiet");
      expect(quiet).toMatchObject({ has_secret: true, handshake_secret: { state: "accepted" } });
      expect(quiet.inbound_webhooks).toMatchObject({ handshake: 3, refused_signature: 2 });
      expect(JSON.stringify(list)).not.toContain("from-provider");
      expect((await gateway.admin("DELETE", "/webhooks/quiet/secret")).status).toBe(200);
      expect((await sendInbound(gateway, body, { path, secret: "from-provider" })).status).toBe(401);
      expect((await gateway.admin("GET", "/webhooks/quiet/secret")).status).toBe(404);
      const stored = await query<{ row: string }>("select webhook_secrets::text as row from webhook_secrets");
      expect(stored).toEqual([]);
      expect(gateway.logLines.join("\n")).not.toContain("from-provider");
    });

    test("public keys are fetched once, again for an unknown key after a minute, and outlast an outage", async () => {
      const bearer = (kid: string) => ({
        authorization: `Bearer ${Buffer.from(JSON.stringify({ kid })).toString("base64url")}.${kid}`,
      });
      const status = async (kid: string) =>
        (await sendInbound(gateway, { items: [] }, { path: "/keyed", headers: bearer(kid) })).status;
      expect(await Promise.all([status("a"), status("a"), status("a")])).toEqual([200, 200, 200]);
      expect(keyFetches).toBe(1);
      keyIds = ["a", "b"];
      expect(await Promise.all(Array.from({ length: 20 }, () => status("b")))).toEqual(Array(20).fill(401));
      expect(keyFetches).toBe(1);
      gateway.clock.move(61_000);
      expect(await status("b")).toBe(200);
      expect(keyFetches).toBe(2);
      keyIds = [];
      gateway.clock.move(2 * 3_600_000);
      expect(await status("a")).toBe(200);
      expect(keyFetches).toBe(3);
    });

    test("R-50: while keys cannot be fetched, what they might prove is neither accepted nor refused: 503, and the provider repeats", async () => {
      const bearer = (kid: string) => ({
        authorization: `Bearer ${Buffer.from(JSON.stringify({ kid })).toString("base64url")}.${kid}`,
      });
      const send = (kid: string) => sendInbound(gateway, { items: [] }, { path: "/keyed", headers: bearer(kid) });
      const status = async (kid: string) => (await send(kid)).status;
      keyIds = [];
      gateway.clock.move(11_000);
      const before = keyFetches;
      const unknown = await Promise.all(Array.from({ length: 20 }, () => send("c")));
      expect(unknown.map((one) => one.status)).toEqual(Array(20).fill(503));
      expect(Number(unknown[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(keyFetches).toBe(before + 1);
      // The last good keys judge what they know, and only for a day.
      expect(await status("a")).toBe(200);
      gateway.clock.move(25 * 3_600_000);
      expect(await status("a")).toBe(503);
      keyIds = ["a", "c"];
      gateway.clock.move(11_000);
      expect([await status("c"), await status("a"), await status("d")]).toEqual([200, 200, 401]);
    });

    test("R-50: an answer without keys is no verdict either", async () => {
      keyIds = [];
      answer = () => Response.json({ keys: [] });
      gateway.clock.move(25 * 3_600_000);
      const headers = { authorization: `Bearer ${Buffer.from('{"kid":"a"}').toString("base64url")}.a` };
      for (const one of [() => Response.json({ keys: [] }), () => Response.json(null), () => new Response("<p>")]) {
        answer = one;
        gateway.clock.move(61_000);
        expect((await sendInbound(gateway, { items: [] }, { path: "/keyed", headers })).status).toBe(503);
      }
    });
  });
}
