// Publishing events on both databases: each once, storable whatever the provider sends, none of an owner that is gone.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { SQL } from "drizzle-orm";
import type { NewEvent } from "../../../src/events/log/event.ts";
import { publishEvents } from "../../../src/events/log/publish.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

const INTEGRATION = "00000000-0000-4000-8000-000000000001";

for (const lane of LANES) {
  describe(`publishing events, ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    });
    afterAll(() => gateway.close());

    const eventOf = (userId: string, key: string, more: Partial<NewEvent> = {}): NewEvent => ({
      owner: { userId, accountId: null },
      integrationId: INTEGRATION,
      provider: "github",
      type: "issues.opened",
      key,
      view: { title: "Issue opened", summary: null, actor: "octocat", url: null, occurredAt: "2026-01-01T00:00:00Z" },
      payload: { number: 1 },
      receivedAt: gateway.clock.now(),
      ...more,
    });
    const publish = (events: NewEvent[]) => gateway.app.deps.database.transaction((tx) => publishEvents(tx, events));
    const stored = (userId: string) =>
      gateway.app.deps.database.query<{ event_key: string; payload: unknown; title: string }>(
        "select event_key, payload, title from inbox_events where user_id = $1::uuid order by seq",
        [userId],
      );

    test("an event with a key that the integration has already is dropped, also within one call", async () => {
      const { userId } = await gateway.user();
      expect([...(await publish([eventOf(userId, "a"), eventOf(userId, "a"), eventOf(userId, "b")]))]).toEqual([
        userId,
      ]);
      expect([...(await publish([eventOf(userId, "a")]))]).toEqual([]);
      expect((await stored(userId)).map(({ event_key }) => event_key)).toEqual(["a", "b"]);
    });

    test("NUL and halves of surrogate pairs are replaced, in names too, and the rest is stored as it came", async () => {
      const { userId } = await gateway.user();
      const payload = { "a\0": ["\ud800", "\\u0000", { deep: "x\0y" }], list: [1, true, null] };
      await publish([eventOf(userId, "c\0", { integrationId: crypto.randomUUID(), payload })]);
      expect((await stored(userId))[0]).toEqual({
        event_key: "c\uFFFD",
        payload: { "a\uFFFD": ["\uFFFD", "\\u0000", { deep: "x\uFFFDy" }], list: [1, true, null] },
        title: "Issue opened",
      });
    });

    test("large payloads are stored in several statements, a few megabytes each", async () => {
      const { userId } = await gateway.user();
      const integrationId = crypto.randomUUID();
      const payload = { text: "x".repeat(1_000_000) };
      const events = Array.from({ length: 10 }, (_, i) => eventOf(userId, `large ${i}`, { integrationId, payload }));
      const sizes: number[] = [];
      await gateway.app.deps.database.transaction((tx) => {
        const measured = new Proxy(tx, {
          get(target, name) {
            if (name !== "execute") return Reflect.get(target, name);
            return (query: SQL) => {
              sizes.push(JSON.stringify(query.queryChunks).length);
              return target.execute(query);
            };
          },
        });
        return publishEvents(measured, events);
      });
      expect(Math.max(...sizes)).toBeLessThan(6_000_000);
      expect(Math.max(...sizes)).toBeGreaterThan(3_000_000);
      const [row] = await gateway.app.deps.database.query<{ count: number }>(
        "select count(*)::int as count from inbox_events where integration_id = $1::uuid",
        [integrationId],
      );
      expect(row?.count).toBe(10);
    });

    test("events of an owner that is gone are dropped, and the others stored", async () => {
      const { userId } = await gateway.user();
      const gone = eventOf(crypto.randomUUID(), "d", { integrationId: crypto.randomUUID() });
      const noAccount = eventOf(userId, "d", {
        integrationId: crypto.randomUUID(),
        owner: { userId, accountId: gone.owner.userId },
      });
      const own = eventOf(userId, "d", { integrationId: crypto.randomUUID() });
      expect([...(await publish([gone, noAccount, own]))]).toEqual([userId]);
      expect(await stored(userId)).toHaveLength(1);
    });
  });
}
