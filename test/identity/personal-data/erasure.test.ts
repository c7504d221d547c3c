// Erasing users and accounts: out of use at once, then nothing personal is left in any table, and nobody else notices.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { retryRevocations } from "../../../src/connections/connect/revoke.ts";
import { publishEvents } from "../../../src/events/log/publish.ts";
import { TABLES } from "../../../src/server/tables.ts";
import { callbackUrl, HOOK_MS, land, logged, pathOf, start, watch } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { testEvent } from "../../support/test-events.ts";
import { allRows, type Planted, plantOwner, tablesWith } from "./canaries.ts";

setDefaultTimeout(HOOK_MS);
const MINUTE_MS = 60_000;
const REVOKE = "/oauth2/revoke";
const own = (name: string) => name.replace(/_(default|past|\d{4}_\d\d)$/, "");

for (const lane of LANES) {
  describe(`erasure on ${lane}`, () => {
    let gateway: TestGateway;
    let other: Planted;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google"] });
      other = await plantOwner(gateway, {});
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);

    const drain = async () => {
      gateway.clock.move(2 * MINUTE_MS);
      await gateway.app.deps.erasures.drain();
    };
    const erasures = async (userId: string) =>
      (await gateway.admin("GET", `/erasures?user=${userId}`)).json.data.erasures;
    const rowsOf = async (texts: readonly string[]) =>
      (await allRows(gateway)).filter((row) => texts.some((text) => row.includes(text)));
    const ofOther = () => rowsOf([other.userId, other.accountId, other.canary]);

    test("every table with rows of owners is said to be erased, and each of its columns to be exported or not", async () => {
      const columns = await gateway.database.database.query<{ table: string; column: string }>(
        `select c.relname as table, a.attname as column from pg_class c join pg_attribute a on a.attrelid = c.oid
         where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
           and a.attnum > 0 and not a.attisdropped`,
      );
      const tables = Map.groupBy(columns, ({ table }) => table);
      expect(TABLES.map(({ table }) => table).sort()).toEqual([...tables.keys()].sort());
      for (const { table, personal } of TABLES) {
        const { erasure, why, exported } = personal;
        const said = [exported?.columns, exported?.sealed, exported?.omitted].flatMap(
          (list) => list?.split(/\s+/) ?? [],
        );
        const existing = (tables.get(table) ?? []).map(({ column }) => column);
        if (exported) expect([table, said.sort()]).toEqual([table, existing.sort()]);
        if (!exported || erasure !== "deleted") expect([table, why ?? ""]).not.toEqual([table, ""]);
      }
    });

    test("R-46: S-23: of a deleted user no table holds anything, its grants have ended, and another's rows are the same", async () => {
      const owner = await plantOwner(gateway);
      const planted = tablesWith(await allRows(gateway), owner.canary, owner.userId, owner.accountId).map(own);
      const expected = TABLES.filter(
        ({ personal: { erasure }, table }) => erasure !== "none" && table !== "revocations",
      );
      const derived = ["usage_totals", "inbox_counts", "webhook_drops"];
      const left = expected
        .map(({ table }) => table)
        .filter((table) => !planted.includes(table) && !derived.includes(table));
      expect(left).toEqual([]);
      const before = await ofOther();
      const calls = await gateway.database.database.query(
        "select sum(call_count)::int as calls from usage_entries where user_id = $1",
        [owner.userId],
      );
      const seen = watch(gateway.providers.google);
      const response = await gateway.admin("DELETE", `/users/${owner.email}`);
      expect([response.status, response.json.data]).toMatchObject([200, { user_id: owner.userId, state: "running" }]);
      await drain();
      expect(await erasures(owner.userId)).toMatchObject([
        { state: "done", abandoned_grants: 0, error: null, step: null },
      ]);
      const rows = await allRows(gateway);
      expect(rows.filter((row) => row.includes(owner.canary))).toEqual([]);
      expect(tablesWith(rows, owner.userId, owner.accountId).sort()).toEqual(["audit_entries", "erasures"]);
      expect(await ofOther()).toEqual(before);
      expect(seen.all().filter((request) => pathOf(request) === REVOKE)).toHaveLength(2);
      expect(gateway.providers.google.issued).toEqual([]);
      const nobodys = await gateway.database.database.query(
        "select sum(call_count)::int as calls from usage_entries where user_id = '00000000-0000-0000-0000-000000000000'",
      );
      expect(nobodys).toEqual(calls);
    });

    test("R-46: of an account that its partner deletes nothing is left; counts, partner and other accounts stay", async () => {
      const owner = await plantOwner(gateway);
      const sibling = await gateway.account(owner.key, `${owner.canary}-sibling`);
      const summary = async () =>
        (await gateway.call("GET", "/api/v1/usage/summary", { key: owner.key })).json.data.partner.calls as number;
      const calls = await summary();
      const before = await rowsOf([sibling]);
      const deleted = await gateway.call("DELETE", `/api/v1/accounts/${owner.accountId}`, { key: owner.key });
      expect(deleted.json).toEqual({ ok: true, data: { deleted: true } });
      const list = await gateway.call("GET", "/api/v1/accounts", { key: owner.key });
      expect(list.json.data).toMatchObject({ total: 1, accounts: [{ id: sibling }] });
      await drain();
      const rows = await allRows(gateway);
      expect(rows.filter((row) => row.includes(owner.accountCanary))).toEqual([]);
      // The log has who made which request: the account's id is random, and in the path of the deletion.
      expect(tablesWith(rows, owner.accountId).sort()).toEqual(
        ["audit_entries", "erasures"].filter((table) => tablesWith(rows, owner.accountId).includes(table)),
      );
      expect(await rowsOf([sibling])).toEqual(before);
      expect(await summary()).toBeGreaterThan(calls);
      const whole = await gateway.call("GET", "/api/v1/google/gmail/messages?limit=1", { key: owner.key });
      expect(whole.status).toBe(200);
      await gateway.admin("DELETE", `/users/${owner.userId}`);
      await drain();
    });

    test("an owner is out at once: keys, callbacks, events, look-ups; its address and external_id are free again", async () => {
      const owner = await plantOwner(gateway, { account: "ada@example.com" });
      const sessions = [
        await start(gateway, owner.key, "google"),
        await start(gateway, owner.key, "google", { accountId: owner.accountId }),
      ];
      await gateway.admin("DELETE", `/users/${owner.userId}/accounts/${owner.accountCanary}`);
      expect(await gateway.account(owner.key, owner.accountCanary)).not.toBe(owner.accountId);
      await gateway.database.database.query("update erasures set next_at = now() + interval '1 day'");
      await gateway.admin("DELETE", `/users/${owner.email}`);
      expect((await gateway.call("GET", "/api/v1/tools", { key: owner.key })).status).toBe(401);
      for (const { state } of sessions) {
        const landing = await land(callbackUrl(gateway, { state, code: "code" }));
        expect([landing.status, landing.outcome]).toEqual([400, null]);
      }
      const { database } = gateway.app.deps;
      for (const accountId of [null, owner.accountId]) {
        const event = testEvent({ userId: owner.userId, accountId }, gateway.clock.now());
        expect([...(await database.transaction((tx) => publishEvents(tx, [event])))]).toEqual([]);
      }
      for (const path of [owner.email, owner.userId]) {
        expect((await gateway.admin("GET", `/users/${path}/keys`)).status).toBe(404);
        expect((await gateway.admin("POST", "/keys", { user: path })).status).toBe(404);
      }
      expect((await gateway.admin("GET", "/users")).text).not.toContain(owner.userId);
      expect((await gateway.admin("GET", "/partners")).text).not.toContain(owner.userId);
      expect((await gateway.admin("POST", "/users", { email: owner.email })).status).toBe(200);
      expect((await gateway.admin("DELETE", `/users/${owner.userId}`)).json.data.user_id).toBe(owner.userId);
      expect((await gateway.admin("DELETE", `/users/${crypto.randomUUID()}`)).status).toBe(404);
      gateway.clock.move(24 * 60 * MINUTE_MS);
      await drain();
    });

    test("an account is deleted while its integrations end, and neither waits for the other", async () => {
      const { key } = await gateway.partner({ tier: "enterprise" });
      for (let round = 0; round < 6; round++) {
        gateway.clock.nextMinute();
        const id = await gateway.account(key, `beside-${round}`);
        await gateway.connect(key, "google", { accountId: id, person: "grace@example.com" });
        const disconnect = () => gateway.call("DELETE", `/api/v1/accounts/${id}/integrations/google`, { key });
        const all = await Promise.all([
          disconnect(),
          gateway.call("DELETE", `/api/v1/accounts/${id}`, { key }),
          disconnect(),
        ]);
        expect(all[1]?.status).toBe(200);
        expect([200, 404]).toContain(all[0]?.status as number);
        expect([200, 404]).toContain(all[2]?.status as number);
      }
    });

    test("S-23: a grant that its provider never ends holds ids and sealed tokens for a day, then the erasure says so", async () => {
      const owner = await plantOwner(gateway, { own: "grace@example.com" });
      gateway.providers.google.setFailureInjector((request) =>
        pathOf(request) === REVOKE ? new Response("oops", { status: 503 }) : undefined,
      );
      await gateway.admin("DELETE", `/users/${owner.email}`);
      await drain();
      expect(await erasures(owner.userId)).toMatchObject([{ state: "running", step: "revocations" }]);
      expect(tablesWith(await allRows(gateway), owner.canary).sort()).toEqual(["oauth_apps", "revocations"]);
      const names = await gateway.database.database.query("select identity ->> 'name' as name from revocations");
      expect(names).toEqual([{ name: "" }]);
      for (const _ of [1, 2]) {
        gateway.clock.move(24 * 60 * MINUTE_MS);
        await retryRevocations(gateway.app.deps, new AbortController().signal);
      }
      await drain();
      gateway.providers.google.setFailureInjector();
      expect(await erasures(owner.userId)).toMatchObject([{ state: "done", abandoned_grants: 1 }]);
      expect(tablesWith(await allRows(gateway), owner.userId).sort()).toEqual(["audit_entries", "erasures"]);
      expect(logged(gateway, "revocation_abandoned").length).toBeGreaterThan(0);
    });

    test("R-46: workers that take turns and die between any two steps erase everything once", async () => {
      const owner = await plantOwner(gateway, {});
      const { erasures: worker } = gateway.app.deps;
      const query = (text: string) => gateway.database.database.query(text);
      await query(`create function die() returns trigger language plpgsql as $$
        begin if random() < 0.5 then raise exception 'died'; end if; return new; end $$`);
      await query("create trigger die before update of step on erasures for each row execute function die()");
      await gateway.admin("DELETE", `/users/${owner.userId}`);
      for (let round = 0; round < 200; round++) {
        gateway.clock.move(11 * MINUTE_MS);
        await worker.drain();
        if ((await erasures(owner.userId))[0].state === "done") break;
      }
      await query("drop trigger die on erasures");
      await query("drop function die()");
      expect(await erasures(owner.userId)).toMatchObject([{ state: "done", steps_done: 25 }]);
      expect((await allRows(gateway)).filter((row) => row.includes(owner.canary))).toEqual([]);
    });
  });
}
