// The inbox over HTTP on both databases: each filter, cursors, counts and marks.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { NewEvent } from "../../../src/events/log/event.ts";
import { publishEvents } from "../../../src/events/log/publish.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";
import { testEvent } from "../../support/test-events.ts";

setDefaultTimeout(60_000);
const HOUR_MS = 3_600_000;
interface Wire {
  id: string;
  title: string;
  status: string;
}

for (const lane of laneOf(import.meta.file)) {
  describe(`the inbox on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    });
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const publish = (events: NewEvent[]) => gateway.database.database.transaction((tx) => publishEvents(tx, events));
    /** Events titled `0`, `1` … by index, published in that order. */
    const fill = async (userId: string, count: number, of: (i: number) => Partial<NewEvent> = () => ({})) => {
      const owner = { userId, accountId: null };
      const base = testEvent(owner, gateway.clock.now());
      await publish(
        Array.from({ length: count }, (_, i) => {
          const { view, ...more } = of(i);
          return { ...base, key: String(i), ...more, view: { ...base.view, title: String(i), ...view } };
        }),
      );
    };
    const list = async (key: string, query = "") => {
      const response = await gateway.call("GET", `/api/v1/inbox/events${query}`, { key });
      if (response.status !== 200) throw new Error(`${query}: ${response.text} ${gateway.logLines.at(-1)}`);
      return response.json.data as { events: Wire[]; next_cursor: string | null; counts: Record<string, number> };
    };
    /** The titles of every page, each once in its order. */
    const all = async (key: string, query: string, limits: readonly number[] = [200]) => {
      const titles: string[] = [];
      let cursor: string | null = null;
      for (let i = 0; i === 0 || cursor !== null; i++) {
        const limit = limits[i % limits.length] as number;
        const more: string = cursor === null ? "" : `&cursor=${encodeURIComponent(cursor)}`;
        const page = await list(key, `?limit=${limit}${query}${more}`);
        expect(page.events.length).toBeLessThanOrEqual(limit);
        titles.push(...page.events.map(({ title }) => title));
        cursor = page.next_cursor;
        expect(i).toBeLessThan(500);
      }
      return titles;
    };
    const mark = (key: string, body: object) => gateway.call("POST", "/api/v1/inbox/events/mark", { key, body });

    test("an event has the documented shape, on both surfaces", async () => {
      const { key, userId } = await gateway.partner();
      const accountId = await gateway.account(key, "customer");
      const view = { title: "Mail", summary: "Hello", actor: "Ada", url: "https://a.example.com", occurredAt: null };
      const receivedAt = Date.parse("2026-02-03T04:05:06.789Z");
      for (const owner of [
        { userId, accountId: null },
        { userId, accountId },
      ]) {
        await publish([testEvent(owner, receivedAt, { type: "gmail.message_received", view, payload: { a: [1] } })]);
        const headers: Record<string, string> = owner.accountId ? { "x-account-id": "customer" } : {};
        const listed = await gateway.call("GET", "/api/v1/inbox/events", { key, headers });
        expect(listed.json.ok).toBe(owner.accountId ? true : undefined);
        expect(listed.json.data.counts).toEqual({ unread: 1, read: 0, archived: 0 });
        const [event] = listed.json.data.events;
        expect(event).toEqual({
          id: expect.any(String),
          provider: "acme",
          service: "gmail",
          type: "gmail.message_received",
          title: "Mail",
          summary: "Hello",
          actor: "Ada",
          url: "https://a.example.com",
          account_id: owner.accountId,
          external_id: owner.accountId && "customer",
          connection: null,
          status: "unread",
          occurred_at: "2026-02-03T04:05:06.789Z",
          received_at: "2026-02-03T04:05:06.789Z",
          payload: { a: [1] },
        });
        const one = await gateway.call("GET", `/api/v1/inbox/events/${event.id}`, { key, headers });
        expect(one.json.data).toEqual(event);
        const patched = await gateway.call("PATCH", `/api/v1/inbox/events/${event.id}`, {
          key,
          headers,
          body: { status: "read" },
        });
        expect(patched.json.data).toEqual({ ...event, status: "read" });
        const other: Record<string, string> = owner.accountId ? {} : { "x-account-id": "customer" };
        for (const method of ["GET", "PATCH"]) {
          const foreign = await gateway.call(method, `/api/v1/inbox/events/${event.id}`, {
            key,
            headers: other,
            ...(method === "PATCH" && { body: { status: "archived" } }),
          });
          expect(codeOf(foreign)).toBe("404 NOT_FOUND");
        }
      }
    });

    test("every filter finds what fits it, newest first, alone and together", async () => {
      const { key, userId } = await gateway.user();
      const now = gateway.clock.now();
      const providers = ["acme", "beta", "gamma"];
      const types = ["issues.opened", "issues.closed", "calendar.event_created", "gmail.message_received"];
      const statuses = ["unread", "read", "archived"];
      const made = Array.from({ length: 240 }, (_, i) => ({
        title: String(i),
        provider: providers[i % 3] as string,
        type: types[i % 4] as string,
        status: statuses[Math.floor(i / 2) % 3] as string,
        receivedAt: now - (240 - i) * HOUR_MS,
        summary: i % 7 === 0 ? `50%_Off \\ ${i}` : null,
        actor: i % 11 === 0 ? "Grace Hopper" : "Ada",
      }));
      await fill(userId, made.length, (i) => {
        const { provider, type, receivedAt, summary, actor, title } = made[i] as (typeof made)[number];
        return { provider, type, receivedAt, view: { title, summary, actor, url: null, occurredAt: null } };
      });
      for (const status of ["read", "archived"]) {
        const { events } = await list(key, "?status=all&limit=200");
        const rest = await list(
          key,
          `?status=all&limit=200&cursor=${(await list(key, "?status=all&limit=200")).next_cursor}`,
        );
        const ids = [...events, ...rest.events]
          .filter(({ title }) => made[Number(title)]?.status === status)
          .map(({ id }) => id);
        expect((await mark(key, { status, ids })).json.data).toEqual({
          marked: 80,
          remaining: false,
          next_cursor: null,
        });
      }
      type Made = (typeof made)[number];
      const filters: Record<string, [string, (event: Made) => boolean]> = {
        current: ["", ({ status }) => status !== "archived"],
        unread: ["&status=unread", ({ status }) => status === "unread"],
        read: ["&status=read", ({ status }) => status === "read"],
        archived: ["&status=archived", ({ status }) => status === "archived"],
        all: ["&status=all", () => true],
        provider: ["&provider=beta", ({ provider }) => provider === "beta"],
        service: ["&service=issues", ({ type }) => type.startsWith("issues.")],
        type: ["&type=issues.closed", ({ type }) => type === "issues.closed"],
        since: [
          `&since=${new Date(now - 100 * HOUR_MS).toISOString()}`,
          (one) => one.receivedAt >= now - 100 * HOUR_MS,
        ],
        q: ["&q=hopper", ({ actor }) => actor === "Grace Hopper"],
        escaped: [`&q=${encodeURIComponent("50%_oFF \\")}`, ({ summary }) => summary !== null],
        nobody: ["&q=50%25%25", () => false],
        nothing: ["&type=issues", () => false],
      };
      const groups = [
        [["current", "unread", "read", "archived", "all"], [null]],
        [
          ["current", "unread", "archived", "all"],
          ["provider", "service", "type", "since", "q", "escaped", "nobody", "nothing"],
        ],
      ] as const;
      for (const [ofStatus, others] of groups)
        for (const status of ofStatus)
          for (const other of others) {
            const names = other === null ? [status] : [status, other, ...(other === "type" ? ["since"] : [])];
            const used = names.map((name) => filters[name] as [string, (event: Made) => boolean]);
            const expected = made.filter((one) => used.every(([, fits]) => fits(one))).map(({ title }) => title);
            gateway.clock.nextMinute();
            expect([names, await all(key, used.map(([text]) => text).join(""))]).toEqual([names, expected.reverse()]);
          }
      expect((await list(key, "?type=issues.closed")).counts).toEqual({ unread: 80, read: 80, archived: 80 });
    });

    test("pages with changing limits hold each event once, also when many events stand between two that fit", async () => {
      const { key, userId } = await gateway.user();
      await fill(userId, 5_300, (i) => ({
        view: { title: String(i), summary: i % 900 === 0 ? "rare" : null } as never,
      }));
      const titles = Array.from({ length: 5_300 }, (_, i) => String(5_299 - i));
      expect(await all(key, "&status=all", [200, 199])).toEqual(titles);
      expect(await all(key, "", [200, 7, 150])).toEqual(titles);
      gateway.clock.nextMinute();
      const rare = ["4500", "3600", "2700", "1800", "900", "0"];
      expect(await all(key, "&q=rare", [1, 2])).toEqual(rare);
      expect(await all(key, "&q=rare&status=all", [2, 1])).toEqual(rare);
    });

    test("a page is short before its payloads are too large, and the next goes on", async () => {
      const { key, userId } = await gateway.user();
      const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64");
      const large = Array.from({ length: 12 }, noise).join("");
      await fill(userId, 9, () => ({ payload: { large } }));
      const first = await list(key, "?limit=200");
      expect(first.events.length).toBeGreaterThan(3);
      expect(first.events.length).toBeLessThan(9);
      expect(await all(key, "")).toEqual(["8", "7", "6", "5", "4", "3", "2", "1", "0"]);
    });

    test("without payloads a page is as long as it may be, and its cursor goes on with them", async () => {
      const { userId, key } = await gateway.user();
      const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString("base64");
      const text = Array.from({ length: 12 }, noise).join("");
      await fill(userId, 8, () => ({ payload: { text } }));
      const light = (await list(key, "?limit=7&payload=false")) as unknown as {
        events: { title: string; payload: unknown }[];
        next_cursor: string;
      };
      expect(light.events.map(({ title, payload }) => [title, payload])).toEqual(
        Array.from({ length: 7 }, (_, i) => [String(7 - i), null]),
      );
      const rest = await list(key, `?limit=7&cursor=${encodeURIComponent(light.next_cursor)}`);
      expect(rest.events).toMatchObject([{ title: "0", payload: { text: expect.any(String) } }]);
    });

    test("a cursor opens for its owner and filters alone", async () => {
      const { key, userId } = await gateway.user();
      await fill(userId, 3);
      const { next_cursor: cursor } = await list(key, "?limit=1&status=all");
      const other = await gateway.user();
      for (const [who, query] of [
        [other.key, "status=all"],
        [key, "status=unread"],
        [key, "status=all&q=a"],
      ]) {
        const response = await gateway.call("GET", `/api/v1/inbox/events?${query}&cursor=${cursor}`, { key: who });
        expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
      }
    });

    test("marking by a filter changes what fits and nothing else, in calls of at most 10,000", async () => {
      // Statistics that know another owner alone: Postgres expects no event of this one.
      await fill((await gateway.user()).userId, 3_000);
      await gateway.database.database.query("analyze inbox_events");
      const { key, userId } = await gateway.user();
      const now = gateway.clock.now();
      await fill(userId, 10_500, (i) => ({
        type: i % 2 === 0 ? "issues.opened" : "issues.closed",
        receivedAt: now - (10_500 - i) * 1_000,
      }));
      const until = new Date(now - 10_400 * 1_000).toISOString();
      const archived = await mark(key, { status: "archived", filter: { type: "issues.closed", until } });
      expect(archived.json.data).toEqual({ marked: 50, remaining: false, next_cursor: null });
      const read = await mark(key, { status: "read", filter: {} });
      expect(read.json.data).toEqual({ marked: 10_000, remaining: true, next_cursor: expect.any(String) });
      const rest = await mark(key, { status: "read", filter: {}, cursor: read.json.data.next_cursor });
      expect(rest.json.data).toEqual({ marked: 450, remaining: false, next_cursor: null });
      expect((await mark(key, { status: "read", filter: {} })).json.data.marked).toBe(0);
      expect((await list(key)).counts).toEqual({ unread: 0, read: 10_450, archived: 50 });
      expect((await mark(key, { status: "read", filter: { status: "archived" } })).json.data.marked).toBe(50);
    });

    test("a mark names its events in one way, and every error of it is told", async () => {
      const { key } = await gateway.user();
      const id = crypto.randomUUID();
      for (const body of [
        { status: "read" },
        { status: "read", ids: [id], filter: {} },
        { status: "read", ids: [id], cursor: "x" },
        { status: "read", filter: {}, cursor: "x" },
        { status: "read", ids: ["no"] },
        { status: "read", ids: Array.from({ length: 501 }, () => id) },
        { status: "lost", ids: [id] },
        { status: "read", filter: { nothing: 1 } },
        { status: "read", filter: { since: "2026-01-02T00:00:00Z", until: "2026-01-01T00:00:00Z" } },
      ]) {
        expect([body, codeOf(await mark(key, body))]).toEqual([body, "400 VALIDATION_ERROR"]);
      }
      expect((await mark(key, { status: "read", ids: [id] })).json.data.marked).toBe(0);
    });
  });
}
