// Upkeep of the inbox on both databases: counts, retention, and the order after a restore into another cluster.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { countEvents, foldInboxCounts } from "../../../src/events/inbox/counts.ts";
import { dropExcess } from "../../../src/events/inbox/retention.ts";
import { publishEvents } from "../../../src/events/log/publish.ts";
import { repairOrder } from "../../../src/foundation/db/commit-order.ts";
import type { Owner } from "../../../src/identity/owner.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { swept } from "../../support/sweeping.ts";
import { testEvent } from "../../support/test-events.ts";

setDefaultTimeout(60_000);
const DAY_MS = 86_400_000;
const STATUSES = ["unread", "read", "archived"] as const;

for (const lane of laneOf(import.meta.file)) {
  describe(`upkeep of the inbox on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    });
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const database = () => gateway.database.database;
    const publish = (owner: Owner, count: number, receivedAt = gateway.clock.now()) =>
      database().transaction((tx) =>
        publishEvents(
          tx,
          Array.from({ length: count }, (_, i) => {
            const event = testEvent(owner, receivedAt);
            return { ...event, view: { ...event.view, title: String(i) } };
          }),
        ),
      );
    const idsOf = async (owner: Owner) => {
      const rows = await database().query<{ id: string; status: string }>(
        "select id, status from inbox_events where owner_id = $1::uuid order by tx, seq",
        [owner.accountId ?? owner.userId],
      );
      return rows;
    };
    const actual = async (owner: Owner) => {
      const counts: Record<string, number> = { unread: 0, read: 0, archived: 0 };
      for (const { status } of await idsOf(owner)) counts[status] = (counts[status] ?? 0) + 1;
      return counts;
    };
    const storedCounts = (ids: readonly string[]) =>
      database().query(
        `select owner_id from inbox_counts where owner_id::text = any (string_to_array($1, ' '))
        union all select owner_id from inbox_increments where owner_id::text = any (string_to_array($1, ' '))`,
        [ids.join(" ")],
      );

    const operation = fc.oneof(
      fc.record({ kind: fc.constant("publish" as const), owner: fc.nat(2), count: fc.integer({ min: 1, max: 5 }) }),
      fc.record({ kind: fc.constant("mark" as const), owner: fc.nat(2), status: fc.constantFrom(...STATUSES) }),
      fc.record({ kind: fc.constant("delete" as const), owner: fc.nat(2), count: fc.integer({ min: 1, max: 3 }) }),
      fc.record({ kind: fc.constant("fold" as const) }),
      fc.record({ kind: fc.constant("undo" as const), owner: fc.nat(2) }),
    );

    test("counts are exact after any operations, folded or not", async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(operation, { maxLength: 15 }), async (operations) => {
          gateway.clock.nextMinute();
          const { key, userId } = await gateway.partner();
          const accountId = await gateway.account(key);
          const other = await gateway.user();
          const owners: Owner[] = [
            { userId, accountId: null },
            { userId, accountId },
            { userId: other.userId, accountId: null },
          ];
          for (const one of operations) {
            if (one.kind === "fold") {
              await foldInboxCounts(database());
              continue;
            }
            const owner = owners[one.owner] as Owner;
            const ownerId = owner.accountId ?? owner.userId;
            if (one.kind === "publish") await publish(owner, one.count);
            else if (one.kind === "mark") {
              await database().query(
                `update inbox_events set status = $2 where id in (
                  select id from inbox_events where owner_id = $1::uuid order by seq limit 3)`,
                [ownerId, one.status],
              );
            } else if (one.kind === "delete") {
              await database().query(
                "delete from inbox_events where id in (select id from inbox_events where owner_id = $1::uuid order by seq limit $2::int)",
                [ownerId, one.count],
              );
            } else {
              await database()
                .transaction(async (tx) => {
                  await publishEvents(tx, [testEvent(owner, 0)]);
                  throw new Error("undone");
                })
                .catch(() => {});
            }
          }
          for (const owner of owners) {
            const counts = await actual(owner);
            expect<Record<string, number>>(await countEvents(database(), owner)).toEqual(counts);
          }
          await foldInboxCounts(database());
          for (const owner of owners) {
            const counts = await actual(owner);
            expect<Record<string, number>>(await countEvents(database(), owner)).toEqual(counts);
          }
        }),
        { numRuns: 12 },
      );
    });

    test("folds at once count each event once", async () => {
      const { userId } = await gateway.user();
      const owner = { userId, accountId: null };
      for (let i = 0; i < 20; i++) await publish(owner, 3);
      await Promise.all(Array.from({ length: 4 }, () => foldInboxCounts(database())));
      expect(await countEvents(database(), owner)).toEqual({ unread: 60, read: 0, archived: 0 });
    });

    test("R-28: an owner that is deleted leaves no events and no counts, folded or not", async () => {
      const { key, userId } = await gateway.partner();
      const [folded, unfolded] = [await gateway.account(key), await gateway.account(key)];
      await publish({ userId, accountId: folded }, 2);
      await publish({ userId, accountId: null }, 2);
      await foldInboxCounts(database());
      await publish({ userId, accountId: unfolded }, 2);
      await publish({ userId, accountId: folded }, 1);
      for (const id of [folded, unfolded]) {
        expect((await gateway.call("DELETE", `/api/v1/accounts/${id}`, { key })).status).toBe(200);
      }
      await foldInboxCounts(database());
      expect(await storedCounts([folded, unfolded])).toEqual([]);
      expect(await countEvents(database(), { userId, accountId: null })).toEqual({ unread: 2, read: 0, archived: 0 });
      await database().query("delete from users where id = $1::uuid", [userId]);
      await foldInboxCounts(database());
      expect(await storedCounts([userId])).toEqual([]);
    });

    test("events past their days are dropped, and the others stay", async () => {
      const { userId } = await gateway.user();
      const owner = { userId, accountId: null };
      const now = gateway.clock.now();
      await publish(owner, 4_100, now - 31 * DAY_MS);
      await publish(owner, 3, now - 29 * DAY_MS);
      expect(await swept(database(), "inbox_events", now)).toBe(4_100);
      expect(await countEvents(database(), owner)).toEqual({ unread: 3, read: 0, archived: 0 });
      expect(await swept(database(), "inbox_events", now)).toBe(0);
    });

    test("an owner past its most events loses the oldest, once, however often and by how many it runs", async () => {
      const { userId } = await gateway.user();
      const owner = { userId, accountId: null };
      const now = gateway.clock.now();
      await publish(owner, 50, now);
      await foldInboxCounts(database());
      const before = (await idsOf(owner)).map(({ id }) => id);
      await Promise.all(Array.from({ length: 3 }, () => dropExcess(database(), 20)));
      await dropExcess(database(), 20);
      expect((await idsOf(owner)).map(({ id }) => id)).toEqual(before.slice(30));
      expect(await countEvents(database(), owner)).toEqual({ unread: 20, read: 0, archived: 0 });
    });

    test("after a restore into a cluster that is not as far on, old events are read in their order, before new ones", async () => {
      const { key, userId } = await gateway.user();
      const owner = { userId, accountId: null };
      await publish(owner, 3);
      const before = (await idsOf(owner)).map(({ id }) => id);
      expect(await repairOrder(database(), "inbox_events")).toBe(0);
      const ids = async () => {
        const page = await gateway.call("GET", "/api/v1/inbox/events", { key });
        return (page.json.data.events as { id: string }[]).map(({ id }) => id).reverse();
      };
      await database().query(
        "update inbox_events set tx = ((tx::text::bigint + 1000000000)::text)::xid8 where owner_id = $1::uuid and id <> $2::uuid",
        [userId, before[0] as string],
      );
      expect(await ids()).toEqual(before.slice(0, 1));
      expect(await repairOrder(database(), "inbox_events")).toBe(2);
      expect(await ids()).toEqual(before);
      await publish(owner, 1);
      const all = (await idsOf(owner)).map(({ id }) => id);
      expect(all.slice(0, 3)).toEqual(before);
      expect(await ids()).toEqual(all);
      const since = new Date(gateway.clock.now() - DAY_MS).toISOString();
      const listed = await gateway.call("GET", `/api/v1/inbox/events?since=${since}`, { key });
      expect(listed.json.data.events).toHaveLength(4);
    });
  });
}
