// The audit log's entries of keys, providers and the gateway itself: with their change, in an outage, and by whom.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { deny } from "../../../emulators/consent.ts";
import type { RequestDatabase } from "../../../src/foundation/db/database.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { createAudit } from "../../../src/identity/audit/service.ts";
import { insertEntries } from "../../../src/identity/audit/store.ts";
import type { Initiator } from "../../../src/identity/initiator.ts";
import { HOOK_MS, land, start } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(HOOK_MS);
const ANYBODY: Initiator = { actor: { kind: "admin", id: "t", name: "ada" }, address: "192.0.2.9", requestId: "r" };

interface Entry {
  event: string;
  actor: { kind: string; id: string | null; name: string | null };
  account_id: string | null;
  resource: { kind: string; id: string } | null;
  outcome: string;
  code: string | null;
  times: number;
  address: string | null;
  request_id: string | null;
  details: Record<string, unknown>;
}

for (const lane of laneOf(import.meta.file)) {
  describe(`entries of the audit log on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["slack"] });
    });
    afterAll(() => gateway.close());

    const entriesOf = async (key: string, query = ""): Promise<Entry[]> =>
      (await gateway.call("GET", `/api/v1/audit?limit=200&${query}`, { key })).json.data.entries;
    const eventsOf = async (key: string) => (await entriesOf(key)).map(({ event }) => event);

    test("S-75: a connect from its start to its end is told with key, provider and address", async () => {
      const user = await gateway.user();
      const denied = await start(gateway, user.key, "slack");
      await land(deny(denied.connectUrl));
      await gateway.connect(user.key, "slack");
      const removed = await gateway.call("DELETE", "/api/v1/integrations/slack", user);
      expect(removed.status).toBe(200);
      const entries = await entriesOf(user.key);
      const one = (event: string) => entries.find((entry) => entry.event === event);
      const byKey = { kind: "key", id: user.keyId, name: `${user.key.slice(0, 12)}…${user.key.slice(-4)}` };
      expect(one("connect_started")).toMatchObject({
        actor: byKey,
        address: "127.0.0.1",
        details: { provider: "slack" },
      });
      expect(one("connect_failed")).toMatchObject({
        actor: { kind: "provider", id: "slack" },
        outcome: "failed",
        details: { reason: "access_denied" },
      });
      const completed = one("connect_completed");
      expect(completed).toMatchObject({
        actor: { kind: "provider", id: "slack" },
        address: "127.0.0.1",
        outcome: "success" as const,
      });
      expect(one("integration_disconnected")).toMatchObject({
        actor: byKey,
        resource: { kind: "integration", id: completed?.details.integration_id },
        request_id: removed.headers.get("x-request-id"),
      });
      expect(one("grant_revoked")).toMatchObject({ actor: { kind: "system" }, details: { provider: "slack" } });
      const mine = { key_id: user.keyId };
      expect((await entriesOf(user.key, `key_id=${mine.key_id}`)).every(({ actor }) => actor.id === user.keyId)).toBe(
        true,
      );
    });

    test("S-75: accounts, clients, origins and webhook endpoints leave entries, none with a secret", async () => {
      const partner = await gateway.partner();
      const { key } = partner;
      const account = await gateway.account(key);
      await gateway.call("PATCH", `/api/v1/accounts/${account}`, { key, body: { display_name: "renamed" } });
      await gateway.call("PUT", "/api/v1/redirect-origins", { key, body: { origins: ["https://app.example.com"] } });
      const client_secret = `planted-${crypto.randomUUID()}`;
      await gateway.call("PUT", "/api/v1/oauth-apps/slack", { key, body: { client_id: "own", client_secret } });
      await gateway.call("DELETE", "/api/v1/oauth-apps/slack", { key });
      const path = "/api/v1/webhook-endpoints";
      const hook = (await gateway.call("POST", path, { key, body: { url: "https://93.184.215.14/x?token=t" } })).json
        .data;
      await gateway.call("PATCH", `${path}/${hook.id}`, { key, body: { description: "renamed" } });
      const rotated = await gateway.call("POST", `${path}/${hook.id}/secret/rotate`, { key });
      await gateway.call("DELETE", `${path}/${hook.id}`, { key });
      await gateway.call("DELETE", `/api/v1/accounts/${account}`, { key });
      expect((await eventsOf(key)).slice(0, 10)).toEqual([
        "account_deleted",
        "webhook_endpoint_removed",
        "webhook_secret_rotated",
        "webhook_endpoint_changed",
        "webhook_endpoint_created",
        "oauth_app_removed",
        "oauth_app_saved",
        "redirect_origins_changed",
        "account_changed",
        "account_created",
      ]);
      const text = JSON.stringify(await entriesOf(key));
      for (const secret of [client_secret, hook.secret, rotated.json.data.secret, "token=t", "renamed"])
        expect(text).not.toContain(secret);
    });

    test("S-75: refused permissions of a minute are one entry, and a provider call leaves none", async () => {
      const { key } = await gateway.user({ permissions: ["gateway:audit.read"] });
      for (let i = 0; i < 3; i++) await gateway.call("GET", "/api/v1/usage", { key });
      gateway.clock.nextMinute();
      await gateway.app.deps.audit.storeCounted(false);
      const [refused] = await entriesOf(key);
      expect(refused).toMatchObject({
        event: "permission_refused",
        outcome: "refused",
        code: "PERMISSION_DENIED",
        times: 3,
        details: { route: "list_usage" },
      });
      const user = await gateway.user();
      await gateway.connect(user.key, "slack");
      const before = await eventsOf(user.key);
      await gateway.call("GET", "/api/v1/slack/channels", user);
      expect(await eventsOf(user.key)).toEqual(before);
    });

    test("a change that is undone leaves no entry, and an entry that is stored twice is one", async () => {
      const { audit } = gateway.app.deps;
      const { database } = gateway.database;
      const userId = crypto.randomUUID();
      const undone = await database
        .transaction(async (tx) => {
          await audit.recordIn(tx, ANYBODY, { event: "undone", userId });
          throw new Error("rolled back");
        })
        .catch((error: unknown) => String(error));
      expect(undone).toContain("rolled back");
      const at = new Date().toISOString();
      const entry = {
        id: crypto.randomUUID(),
        at,
        event: "twice",
        actorKind: "system",
        actorId: null,
        actorName: null,
      };
      const rest = {
        accountId: null,
        resourceKind: null,
        resourceId: null,
        outcome: "success" as const,
        code: null,
        times: 1,
      };
      const row = { ...entry, ...rest, userId, address: null, requestId: null, details: "{}" };
      for (let i = 0; i < 2; i++) await insertEntries(database.query, [row]);
      const rows = await database.query("select event from audit_entries where user_id = $1::uuid", [userId]);
      expect(rows).toEqual([{ event: "twice" }]);
    });

    test("while the database is gone entries wait, the act counts as done, and what is lost is named", async () => {
      const lines: string[] = [];
      const log = createLog("debug", Date.now, (line) => void lines.push(line));
      const logged = (event: string) => lines.filter((line) => JSON.parse(line).event === event);
      let isGone = true;
      const { requests } = gateway.database.database;
      const query: RequestDatabase["query"] = async (text, parameters) => {
        if (isGone) throw Object.assign(new Error("gone"), { code: "ECONNREFUSED" });
        return requests.query(text, parameters);
      };
      const retries: (() => void)[] = [];
      const database = { ...requests, query } as RequestDatabase;
      const audit = createAudit({ database, clock: gateway.clock, log }, (work) => void retries.push(work));
      const userId = crypto.randomUUID();
      const stored = () =>
        requests.query<{ event: string }>("select event from audit_entries where user_id = $1::uuid order by seq", [
          userId,
        ]);
      await audit.record(ANYBODY, { event: "first", userId });
      await audit.record(ANYBODY, { event: "second", userId });
      expect([logged("first").length, logged("audit_behind").length, await stored()]).toEqual([1, 1, []]);
      isGone = false;
      retries.splice(0).forEach((retry) => void retry());
      await audit.record(ANYBODY, { event: "third", userId });
      isGone = true;
      await audit.close();
      const kept = (await stored()).map(({ event }) => event);
      const lost = logged("audit_entry_lost").map((line) => JSON.parse(line).lost as string);
      expect([...kept, ...lost].sort()).toEqual(["first", "second", "third"]);
    });

    test("acts at one time share statements, and each has its entry", async () => {
      const { requests } = gateway.database.database;
      let statements = 0;
      const query: RequestDatabase["query"] = (text, parameters) => {
        statements++;
        return requests.query(text, parameters);
      };
      const audit = createAudit({ ...gateway.app.deps, database: { ...requests, query } as RequestDatabase });
      const userId = crypto.randomUUID();
      await Promise.all(Array.from({ length: 500 }, () => audit.record(ANYBODY, { event: "together", userId })));
      const [row] = await requests.query<{ count: number }>(
        "select count(*)::int as count from audit_entries where user_id = $1::uuid",
        [userId],
      );
      expect([row?.count, statements]).toEqual([500, 4]);
      await audit.close();
    });

    test("details are bounded and redacted", async () => {
      const userId = crypto.randomUUID();
      const token = `sk_live_${"a".repeat(49)}`;
      const details = { long: "x".repeat(100_000), token, text: `with ${token}, \u0000, \\u0000 and \ud800` };
      await gateway.app.deps.audit.record(ANYBODY, { event: "redacted", userId, details });
      const [row] = await gateway.database.database.query<{ details: object }>(
        "select details from audit_entries where user_id = $1::uuid",
        [userId],
      );
      expect(JSON.stringify(row?.details).length).toBeLessThan(4_100);
      expect(JSON.stringify(row?.details)).not.toContain("aaaa");
      const many = Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`field_${i}`, "y".repeat(50)]));
      await gateway.app.deps.audit.record(ANYBODY, { event: "cut", userId, details: many });
      const [cut] = await gateway.database.database.query<{ details: { is_cut?: boolean } }>(
        "select details from audit_entries where user_id = $1::uuid and event = 'cut'",
        [userId],
      );
      expect(cut?.details.is_cut).toBe(true);
    });
  });
}
