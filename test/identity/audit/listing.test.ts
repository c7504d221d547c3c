// The lists of the audit log: pages, filters, order of commits, the owner's own view, and how long entries stay.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { repairOrder } from "../../../src/foundation/db/commit-order.ts";
import type { Initiator } from "../../../src/identity/initiator.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { swept } from "../../support/sweeping.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(60_000);
const ADA: Initiator = {
  actor: { kind: "admin", id: crypto.randomUUID(), name: "ada" },
  address: "192.0.2.7",
  requestId: "r-1",
};

interface Listed {
  id: string;
  event: string;
  user_id?: string;
  account_id: string | null;
}

for (const lane of laneOf(import.meta.file)) {
  describe(`the audit log's lists on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    });
    afterAll(() => gateway.close());

    const record = (event: string, facts: object = {}) => gateway.app.deps.audit.record(ADA, { event, ...facts });
    const page = async (query: string) => (await gateway.admin("GET", `/audit?${query}`)).json.data;
    /** Every entry of a filter, by pages of varying size. */
    const walk = async (query: string): Promise<Listed[]> => {
      const entries: Listed[] = [];
      for (let cursor: string | null = "", size = 1; cursor !== null; size = (size % 7) + 2) {
        const { entries: found, next_cursor } = await page(`${query}&limit=${size}${cursor && `&cursor=${cursor}`}`);
        expect(found.length).toBeLessThanOrEqual(size);
        entries.push(...found);
        cursor = next_cursor;
      }
      return entries;
    };
    const eventsOf = (entries: readonly Listed[]) => entries.map(({ event }) => event);

    test("R-43: a walk with changing limits meets each entry once, newest first, whatever is filtered", async () => {
      const userId = crypto.randomUUID();
      const accountId = crypto.randomUUID();
      const names = Array.from({ length: 40 }, (_, i) => `walk_${i}`);
      for (const [i, event] of names.entries()) {
        await record(event, { userId, ...(i % 2 && { accountId }), outcome: i % 3 ? "success" : "refused" });
      }
      const newest = names.toReversed();
      const odd = newest.filter((name) => Number(name.slice(5)) % 2 === 1);
      const third = newest.filter((name) => Number(name.slice(5)) % 3 === 0);
      expect(eventsOf(await walk(`user=${userId}`))).toEqual(newest);
      expect(eventsOf(await walk(`account=${accountId}`))).toEqual(odd);
      expect(eventsOf(await walk(`user=${userId}&outcome=refused`))).toEqual(third);
      expect(eventsOf(await walk(`user=${userId}&event=walk_7`))).toEqual(["walk_7"]);
      expect(eventsOf(await walk("actor=ada&event=walk_9"))).toEqual(["walk_9"]);
      expect(await walk(`user=${userId}&actor=nobody`)).toEqual([]);
    });

    test("since and until bound the times, and a user is named by address as well", async () => {
      const { userId, email } = await gateway.user();
      const from = gateway.clock.nextMinute();
      await record("span_first", { userId });
      gateway.clock.move(60_000);
      await record("span_second", { userId });
      gateway.clock.move(60_000);
      await record("span_third", { userId });
      const at = (minutes: number) => new Date(from + minutes * 60_000).toISOString();
      const query = `user=${encodeURIComponent(email)}`;
      expect(eventsOf(await walk(`${query}&since=${at(1)}`))).toEqual(["span_third", "span_second"]);
      expect(eventsOf(await walk(`${query}&since=${at(0)}&until=${at(2)}`))).toEqual(["span_second", "span_first"]);
      const reversed = await gateway.admin("GET", `/audit?since=${at(1)}&until=${at(1)}`);
      expect(reversed.json.details.errors).toEqual([
        { in: "query", path: "/until", message: "until must be later than since." },
      ]);
    });

    if (lane === "postgres") {
      test("an entry that is committed late is not passed over: nothing newer is listed before it", async () => {
        const userId = crypto.randomUUID();
        const { promise: isHeld, resolve: release } = Promise.withResolvers<void>();
        const { promise: isInserted, resolve: inserted } = Promise.withResolvers<void>();
        const open = gateway.database.database.transaction(async (tx) => {
          await gateway.app.deps.audit.recordIn(tx, ADA, { event: "late", userId });
          inserted();
          await isHeld;
        });
        await isInserted;
        await record("later", { userId });
        expect(await walk(`user=${userId}`)).toEqual([]);
        release();
        await open;
        await until(async () => (await walk(`user=${userId}`)).length === 2);
        expect(eventsOf(await walk(`user=${userId}`))).toEqual(["later", "late"]);
      });
    }

    test("an owner sees what concerns it, an account's caller that account alone, and nobody another's", async () => {
      const [partner, other] = [await gateway.partner(), await gateway.partner()];
      const account = await gateway.account(partner.key, "shown-in-audit");
      const second = await gateway.account(partner.key, "not-this-one");
      await record("about_user", { userId: partner.userId });
      await record("about_account", { userId: partner.userId, accountId: account });
      await record("about_second", { userId: partner.userId, accountId: second });
      await record("about_other", { userId: other.userId });
      const own = async (key: string, headers: Record<string, string> = {}) => {
        const response = await gateway.call("GET", "/api/v1/audit", { key, headers });
        expect(response.status).toBe(200);
        return response.json.data.entries.filter(({ event }: Listed) => event.startsWith("about_"));
      };
      expect(eventsOf(await own(partner.key))).toEqual(["about_second", "about_account", "about_user"]);
      expect(eventsOf(await own(partner.key, { "x-account-id": "shown-in-audit" }))).toEqual(["about_account"]);
      expect(eventsOf(await own(other.key))).toEqual(["about_other"]);
      const elsewhere = await gateway.call("GET", "/api/v1/audit", {
        key: other.key,
        headers: { "x-account-id": "shown-in-audit" },
      });
      expect(elsewhere.status).toBe(404);
    });

    test("an owner is told of the operator by role alone, and of a cursor that is not its own that it is none", async () => {
      const [user, other] = [await gateway.user(), await gateway.user()];
      await gateway.admin("PATCH", `/users/${user.email}`, { tier: "pro" });
      const { entries, next_cursor } = (await gateway.call("GET", "/api/v1/audit?limit=1", user)).json.data;
      expect(entries).toMatchObject([
        {
          event: "user_changed",
          actor: { kind: "admin", id: null, name: "operator" },
          address: null,
          request_id: null,
        },
      ]);
      expect(entries[0].details).toEqual({ fields: ["tier"], tier: "pro" });
      expect(JSON.stringify(entries)).not.toContain("bootstrap");
      const path = `/api/v1/audit?cursor=${next_cursor}`;
      expect((await gateway.call("GET", path, user)).status).toBe(200);
      expect((await gateway.call("GET", path, other)).json.details.errors[0].path).toBe("/cursor");
      expect((await gateway.admin("GET", `/audit?cursor=${next_cursor}`)).status).toBe(400);
    });

    test("S-101: a key with a list needs gateway:audit.read", async () => {
      const without = await gateway.user({ permissions: ["gateway:usage.read"] });
      const having = await gateway.user({ permissions: ["gateway:audit.read"] });
      expect((await gateway.call("GET", "/api/v1/audit", without)).status).toBe(403);
      expect((await gateway.call("GET", "/api/v1/audit", having)).status).toBe(200);
    });

    test("R-46: entries past their days are deleted in steps, and those within them stay", async () => {
      const userId = crypto.randomUUID();
      const { database } = gateway.database;
      await database.query(
        `insert into audit_entries (id, at, event, actor_kind, user_id, outcome)
         select gen_random_uuid(), now() - interval '401 days', 'aged', 'system', $1::uuid, 'success'
         from generate_series(1, 4500)`,
        [userId],
      );
      await record("fresh", { userId });
      expect(await swept(database, "audit_entries", Date.now())).toBe(4_500);
      expect(eventsOf(await walk(`user=${userId}`))).toEqual(["fresh"]);
    });

    test("a restore into a cluster whose transactions are fewer leaves every entry readable, in its order", async () => {
      const userId = crypto.randomUUID();
      for (const event of ["restored_first", "restored_second"]) await record(event, { userId });
      const { database } = gateway.database;
      await database.query(
        `update audit_entries set tx = (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000)::text::xid8
         where user_id = $1::uuid`,
        [userId],
      );
      expect(await walk(`user=${userId}`)).toEqual([]);
      expect(await repairOrder(database, "audit_entries")).toBe(2);
      await record("new", { userId });
      expect(eventsOf(await walk(`user=${userId}`))).toEqual(["new", "restored_second", "restored_first"]);
    });
  });
}
