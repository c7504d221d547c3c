// Migrations 0057 and 0058 on a database that the version before has filled, and statements of that version beside this one.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { inboundWebhookOf, packInboundWebhook } from "../../../src/events/ingest/inbound-webhook.ts";
import { hashOf, partitionOf } from "../../../src/events/ingest/receive.ts";
import { NO_SOURCE } from "../../../src/events/ingest/store.ts";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { migrate, readMigrations } from "../../../src/foundation/db/migrate.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { findErasure, insertErasure } from "../../../src/identity/personal-data/erasure-store.ts";
import { type FeedGateway, PUBLIC, startFeedGateway } from "../../events/subscriptions/feed-gateway.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { startTestGateway, TEST_KEY_RING, type TestGateway } from "../../support/gateway.ts";
import { statementsOf } from "../../support/migration-statements.ts";
import { integrate, pushingPlugin, sendInbound, WEBHOOK_SECRET } from "../../support/pushing-plugin.ts";
import { OLD_SOURCES, OLD_WEBHOOKS } from "./statements-before-0057.ts";

const vault = createVault(parseKeyRing(TEST_KEY_RING) as KeyRing);
const migrations = readMigrations();
const isBefore = ({ name }: { name: string }) => name < "0057";
const renaming = migrations.filter(({ name }) => name.startsWith("0057") || name.startsWith("0058"));
const HOOK_MS = 60_000;
const FAR = "2099-01-01T00:00:00.000Z";
/** Long enough that the daily check comes before the renewal. */
const LIFE_MS = 400_000_000;
const iso = (time: number) => new Date(time).toISOString();

/** Undoes both renames, for a database as the version before leaves it. */
async function undo({ script }: OpenDatabase): Promise<void> {
  const forward = renaming.flatMap(({ sql }) => statementsOf(sql)).filter((one) => one.startsWith("alter "));
  const RENAME = /^alter (table|index|sequence) (\w+) rename (column |constraint )?(?:(\w+) )?to (\w+)$/;
  const back = forward.toReversed().map((statement) => {
    const [, kind, of, part = "", from, to] = RENAME.exec(statement) ?? [];
    return part ? `alter ${kind} ${of} rename ${part}${to} to ${from}` : `alter ${kind} ${to} rename to ${of}`;
  });
  await script(`drop view deliveries; drop view sources; ${back.join("; ")};
    delete from migrations where name in (${renaming.map(({ name }) => `'${name}'`).join(", ")});`);
}

const bodyOf = (event: string) =>
  JSON.stringify({ items: [{ kind: "changed", id: event, event_id: event, user: "person-before" }] });

/** An inbound webhook as the version before seals and stores it. */
function storedRow(key: string, at: number): string {
  const body = bodyOf(key);
  const headers = new Headers({ "content-type": "application/json" });
  const url = new URL("https://gateway.example.com/api/v1/webhooks/acme");
  const bytes = new TextEncoder().encode(body) as Uint8Array<ArrayBuffer>;
  const hash = hashOf(body);
  const content = vault.seal(
    packInboundWebhook(inboundWebhookOf("POST", url, headers, bytes, null)),
    `deliveries/acme/${NO_SOURCE}/${hash}/content`,
  );
  return JSON.stringify([
    { p: "acme", s: NO_SOURCE, k: hash, l: partitionOf("acme", "person-before"), c: content, t: iso(at) },
  ]);
}

for (const lane of LANES) {
  describe(`the upgrade to migration 0057 on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    let gateway: TestGateway;
    const query = (text: string, params: readonly unknown[] = []) =>
      database.query<Record<string, unknown>>(text, params as string[]);
    const titles = async () =>
      (await query("select title from inbox_events where title like '%: pushed' order by 1")).map(({ title }) => title);
    const now = Date.now();
    const erasureId = crypto.randomUUID();
    beforeAll(async () => {
      opened = await testDatabase(lane);
      database = opened.database;
      await database.script("drop schema public cascade; create schema public;");
      await migrate(database, migrations.filter(isBefore));
      for (const key of ["waiting", "leased", "failed", "done"])
        await query(OLD_WEBHOOKS.insert, [storedRow(key, now)]);
      const set = (key: string, changes: string) =>
        query(`update deliveries set ${changes} where delivery_key = $1`, [hashOf(bodyOf(key))]);
      await set("leased", `attempts = 1, next_at = '${iso(now + 3_600_000)}'`);
      await set("failed", "attempts = 8, state = 'failed', error = 'no_owner'");
      await set("done", "attempts = 1, state = 'done', content = null");
      // An erasure that has begun: of a grant that is gone, whose failed webhook names another person.
      await query(
        `insert into deliveries (provider, source_id, delivery_key, lane, content, state, next_at, received_at)
         values ('acme', $1, 'erased', 'acme:erased', 'sealed', 'failed', $2, $2)`,
        [NO_SOURCE, iso(now)],
      );
      await query(
        `insert into erasures (id, user_id, step, delivered, next_at, requested_at)
         values ($1::uuid, gen_random_uuid(), 'grants', $2::text::jsonb, $3::timestamptz, $3::timestamptz)`,
        [erasureId, JSON.stringify([{ provider: "acme", lane: "acme:erased" }]), iso(now - 600_000)],
      );
      const later = migrations.filter((one) => !isBefore(one));
      expect(await migrate(database, migrations)).toEqual(later.map(({ name }) => name));
      const settings = { acme: { webhookSecret: WEBHOOK_SECRET } };
      gateway = await startTestGateway({ lane, database: opened, plugins: [pushingPlugin()], settings });
      const { userId } = await gateway.user();
      await integrate(gateway, { userId, accountId: null }, { user: "person-before" });
    }, HOOK_MS);
    afterAll(async () => {
      await gateway?.close();
      await opened.close();
    }, HOOK_MS);
    const process = () => gateway.app.deps.inboundWebhooks.drain();

    test("a waiting inbound webhook is processed once, one under a lease after its lease, and no other", async () => {
      await process();
      expect(await titles()).toEqual(["waiting: pushed"]);
      gateway.clock.move(3_600_001);
      await process();
      expect(await titles()).toEqual(["leased: pushed", "waiting: pushed"]);
      const states = await query(
        "select state, count(*)::int as n from inbound_webhooks where webhook_key <> 'erased' group by 1 order by 1",
      );
      expect(states).toEqual([
        { state: "done", n: 3 },
        { state: "failed", n: 1 },
      ]);
    });

    test("what was stored before is a duplicate when the provider sends it again", async () => {
      for (const key of ["waiting", "done"]) expect((await sendInbound(gateway, bodyOf(key))).status).toBe(200);
      await process();
      expect(gateway.app.deps.inboundWebhooks.counts.totals()).toMatchObject({ acme: { duplicate: 2 } });
      expect(await titles()).toEqual(["leased: pushed", "waiting: pushed"]);
    });

    test("a failed inbound webhook is retried, under the queue's name before as well", async () => {
      const { failed } = (await gateway.admin("GET", "/jobs/deliveries/failed")).json.data;
      const job = failed.find(({ error }: { error: string }) => error === "no_owner");
      expect((await gateway.admin("POST", "/jobs/deliveries/retry", { job: job.id })).json.data).toEqual({
        retried: 1,
      });
      await process();
      expect(await titles()).toEqual(["failed: pushed", "leased: pushed", "waiting: pushed"]);
    });

    test("R-46: an erasure that the version before began finds the inbound webhooks that it noted", async () => {
      gateway.clock.move(600_000);
      await gateway.app.deps.erasures.drain();
      expect(await query("select 1 from inbound_webhooks where webhook_key = 'erased'")).toEqual([]);
      expect(await query("select state, error from erasures where id = $1::uuid", [erasureId])).toEqual([
        { state: "done", error: null },
      ]);
    });

    test("R-46: an erasure notes its inbound webhooks as the version before reads them", async () => {
      const erasure = {
        id: crypto.randomUUID(),
        userId: crypto.randomUUID(),
        accountId: null,
        step: "grants",
        counts: {},
        now,
      };
      const inbound = [
        { provider: "acme", partition: "p" },
        { provider: "acme", source: NO_SOURCE },
      ];
      await database.transaction((tx) => insertErasure(tx, { ...erasure, inbound }));
      const [row] = await query("select delivered from erasures where id = $1::uuid", [erasure.id]);
      expect(row?.delivered).toEqual([
        { provider: "acme", lane: "p" },
        { provider: "acme", source: NO_SOURCE },
      ]);
      expect((await findErasure(database, erasure))?.inbound).toEqual(inbound);
      await query("delete from erasures where id = $1::uuid", [erasure.id]);
    });

    test("R-39: every statement of the version before on inbound webhooks works beside this version", async () => {
      await query("delete from inbound_webhooks");
      const row = JSON.stringify([{ p: "acme", s: NO_SOURCE, k: "a", l: "acme:a", c: "sealed", t: iso(now) }]);
      expect(await query(OLD_WEBHOOKS.insert, [row])).toEqual([{ provider: "acme" }]);
      expect(await query(OLD_WEBHOOKS.insert, [row])).toEqual([]);
      expect(await query(OLD_WEBHOOKS.due, [10])).toEqual([{ count: 1 }]);
      const [claimed] = await query(OLD_WEBHOOKS.claim, ["", iso(now), iso(now + 10_000), 10, 50]);
      expect(claimed).toMatchObject({ key: "a", partition: "acme:a", attempts: 1, content: "sealed" });
      const ids = JSON.stringify([claimed?.id]);
      expect(await query(OLD_WEBHOOKS.renew, [ids, FAR])).toHaveLength(1);
      const sealed = [{ k0: "acme", k1: NO_SOURCE, k2: "a", sealed: "sealed", fresh: "fresh" }];
      expect(await query(OLD_WEBHOOKS.reseal, [JSON.stringify(sealed)])).toHaveLength(1);
      expect(await query("select content, webhook_key, partition_key from inbound_webhooks")).toEqual([
        { content: "fresh", webhook_key: "a", partition_key: "acme:a" },
      ]);
      expect(await query(OLD_WEBHOOKS.postpone, [claimed?.id, null, "no_owner"])).toHaveLength(1);
      expect(await query(OLD_WEBHOOKS.retry, [iso(now), null])).toHaveLength(1);
      expect(await query(OLD_WEBHOOKS.end, [ids])).toHaveLength(1);
      expect(await query(OLD_WEBHOOKS.sweep, [FAR])).toEqual([{ gone: 1 }]);
      await query(OLD_WEBHOOKS.insert, [row]);
      expect(await query(OLD_WEBHOOKS.erase, [JSON.stringify([{ provider: "acme", lane: "acme:a" }]), null])).toEqual([
        { rows: 1 },
      ]);
      expect(await query("select 1 from inbound_webhooks")).toEqual([]);
    });

    test("a claim through either name leaves alone what the other has locked", async () => {
      const rows = ["a", "b"].map((key) => ({ p: "acme", s: NO_SOURCE, k: key, l: key, c: "sealed", t: iso(now) }));
      await query(OLD_WEBHOOKS.insert, [JSON.stringify(rows)]);
      if (opened.url === null) return;
      const claimed = await database.transaction(async (tx) => {
        await tx.execute("select id from inbound_webhooks where webhook_key = 'a' for update");
        return query(OLD_WEBHOOKS.claim, ["", iso(now), iso(now + 10_000), 10, 50]);
      });
      expect(claimed.map(({ key }) => key)).toEqual(["b"]);
    });

    test("only the views have a name of before", async () => {
      const named = await query(
        `select relname as name from pg_class where relname ~ '^(deliveries|sources)' and relkind <> 'v'
           and relnamespace = 'public'::regnamespace
         union all select conname from pg_constraint where conname ~ '^(deliveries|sources)' and contype <> 'n'`,
      );
      expect(named).toEqual([]);
    });
  });

  describe(`the upgrade to migration 0058 on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    let world: FeedGateway;
    const query = (text: string, params: readonly unknown[] = []) =>
      database.query<Record<string, unknown>>(text, params as string[]);
    let integrationId: string;
    const patches = () => world.feed.requests("PATCH", /^\/subscriptions/);
    beforeAll(async () => {
      opened = await testDatabase(lane);
      database = opened.database;
      const before = await startFeedGateway({ lane, database: opened, ...PUBLIC });
      before.feed.lifeMs = LIFE_MS;
      integrationId = (await before.integration()).integrationId;
      await before.drain();
      await before.close();
      await undo(database);
      const [row] = await query("select renew_at < prolong_at as crossed, wakes from sources where name = 'chats'");
      expect(row).toEqual({ crossed: true, wakes: 0 });
      expect(await migrate(database, migrations)).toEqual(renaming.map(({ name }) => name));
      world = await startFeedGateway({ lane, database: opened, clock: before.clock, ...PUBLIC });
      world.feed.lifeMs = LIFE_MS;
      for (const [id, subscription] of before.feed.subscriptions) world.feed.subscriptions.set(id, subscription);
    }, HOOK_MS);
    afterAll(async () => {
      await world?.close();
      await opened.close();
    }, HOOK_MS);

    test("renew_at is when a subscription is renewed, and next_check_at when its job looks", async () => {
      const [row] = await query(
        `select expires_at - renew_at between interval '99000 s' and interval '131000 s' as renewed_at_three_quarters,
           next_check_at < renew_at as checked_before
         from event_sources where integration_id = $1::uuid and name = 'chats'`,
        [integrationId],
      );
      expect(row).toEqual({ renewed_at_three_quarters: true, checked_before: true });
    });

    test("a subscription of the version before is renewed once, at its time", async () => {
      world.clock.move(LIFE_MS * 0.66);
      await world.drain();
      expect(patches()).toEqual([]);
      world.clock.move(LIFE_MS * 0.1);
      await world.drain();
      expect(patches()).toHaveLength(2);
      await world.drain();
      expect(patches()).toHaveLength(2);
      const { renewAt } = await world.source(integrationId, "chats");
      expect(renewAt?.getTime()).toBeGreaterThan(world.clock.now() + LIFE_MS / 2);
    });

    test("R-39: every statement of the version before on sources works beside this version", async () => {
      const at = world.clock.now();
      const id = crypto.randomUUID();
      const [owner] = await query("select user_id from sources where integration_id = $1::uuid limit 1", [
        integrationId,
      ]);
      const user = owner?.user_id;
      const inserted = [id, integrationId, user, "feed", "repos", "a/b", "poll", iso(at), iso(at)];
      expect(await query(OLD_SOURCES.insert, inserted)).toMatchObject([{ id, wakes: 0, renew_attempts: 0, data: {} }]);
      expect(await query(OLD_SOURCES.insert, [crypto.randomUUID(), ...inserted.slice(1)])).toEqual([]);
      const claim = (kind: "poll" | "renew") =>
        query(OLD_SOURCES[kind], [
          ...["00000000-0000-0000-0000-000000000000", 500, iso(at), 9, 9, 9, "{}", iso(at + 60_000)],
        ]);
      for (const kind of ["poll", "renew"] as const) expect((await claim(kind)).map((row) => row.id)).toContain(id);
      const names = JSON.stringify([{ integration_id: integrationId, name: "repos" }]);
      await query(OLD_SOURCES.trigger, [names, iso(at)]);
      expect(await query(OLD_SOURCES.lock, [id, iso(at + 60_000)])).toEqual([{ id }]);
      expect(await query(OLD_SOURCES.check, [id, iso(at + 60_000), iso(at + 1), iso(at + 2)])).toEqual([{ id }]);
      const stored =
        "select renew_at, next_check_at, check_lease_until, check_attempts, poll_triggers from event_sources where id = $1::uuid";
      const [row] = await query(stored, [id]);
      expect(row).toMatchObject({ check_lease_until: null, check_attempts: 0, poll_triggers: 1 });
      expect([row?.next_check_at, row?.renew_at].map((time) => iso(new Date(time as string).getTime()))).toEqual([
        iso(at + 1),
        iso(at + 2),
      ]);
      await query("update sources set state = 'failed' where id = $1::uuid", [id]);
      expect(await query(OLD_SOURCES.retry, [iso(at), id])).toHaveLength(1);
      const fields = JSON.stringify([{ k0: id, sealed: "sealed", fresh: "fresh" }]);
      await query("update sources set secret = 'sealed' where id = $1::uuid", [id]);
      expect(await query(OLD_SOURCES.reseal, [fields])).toHaveLength(1);
      expect(await query(OLD_SOURCES.loaded, [id])).toMatchObject([{ secret: "fresh", status: "active" }]);
      expect(await query("delete from sources where id = $1::uuid returning id", [id])).toEqual([{ id }]);
      expect(await query("select 1 from event_sources where id = $1::uuid", [id])).toEqual([]);
    });
  });
}
