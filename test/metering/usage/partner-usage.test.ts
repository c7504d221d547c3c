// The partner surface in the usage log: whose account a call was for, one row for what was refused, and the month that is priced.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { PARTNER_LIMITS } from "../../../src/metering/limits/windows.ts";
import { partnerMonth } from "../../../src/metering/usage/partner-month.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { watched } from "../../support/replicas.ts";
import { codeOf, partnerRateOf, rateOf } from "../../support/responses.ts";
import { until } from "../../support/until.ts";

const ACCOUNTS = "/api/v1/accounts";
const TOOLS = "/api/v1/tools/service/gmail";
const USAGE = "/api/v1/usage";
const SUMMARY = "/api/v1/usage/summary";
/** Noon UTC on the 15th, so that no window ends by itself. */
const NOON = Date.UTC(2030, 0, 15, 12);
const MONTH_END = Date.UTC(2030, 1);
const MINUTE_MS = 60_000;
const iso = (time: number) => new Date(time).toISOString();

describe("a partner's month", () => {
  test.each([
    ["free", 1_207, { quota: 1_000, overage_calls: 0, overage_usd: 0 }],
    ["pro", 0, { quota: 100_000, overage_calls: 0, overage_usd: 0 }],
    ["pro", 100_000, { quota: 100_000, overage_calls: 0, overage_usd: 0 }],
    ["pro", 100_001, { quota: 100_000, overage_calls: 1, overage_usd: 0.0005 }],
    ["pro", 101_000, { quota: 100_000, overage_calls: 1_000, overage_usd: 0.5 }],
    ["enterprise", 5_000_000, { quota: null, overage_calls: 0, overage_usd: 0 }],
  ] as const)("the tier %s with %d calls", (tier, calls, expected) => {
    expect(partnerMonth({ tier, limits: PARTNER_LIMITS[tier] }, calls, NOON)).toEqual({
      tier,
      month: "2030-01",
      calls,
      ...expected,
    });
  });

  test("a price has four decimals at most, without the noise of binary fractions", () => {
    for (let overage = 1; overage <= 100_000; overage++) {
      const { overage_usd: price } = partnerMonth({ tier: "pro", limits: PARTNER_LIMITS.pro }, 100_000 + overage, NOON);
      const tenThousandths = overage * 5;
      const whole = Math.floor(tenThousandths / 10_000);
      const decimals = String(tenThousandths % 10_000)
        .padStart(4, "0")
        .replace(/0+$/, "");
      if (JSON.stringify(price) !== (decimals ? `${whole}.${decimals}` : `${whole}`)) throw new Error(`${price}`);
    }
  });
});

for (const lane of LANES) {
  describe(`usage of partners on ${lane}`, () => {
    let opened: TestDatabase;
    let gateway: TestGateway;
    /** What a raw query waits for. */
    let beforeQuery: (text: string) => void | Promise<void> = () => {};
    beforeAll(async () => {
      opened = await testDatabase(lane);
      const requests = watched(opened.database.requests, (text) => beforeQuery(text));
      const database = { ...opened.database, requests };
      gateway = await startTestGateway({ lane, emulate: ["github"], database: { ...opened, database } });
    }, 60_000);
    afterAll(async () => {
      await gateway.close();
      await opened.close();
    });
    beforeEach(() => gateway.clock.set(NOON));

    const get = (key: string, path = ACCOUNTS, headers?: Record<string, string>) =>
      gateway.call("GET", path, { key, headers });
    const entries = async (key: string, query = "") => (await get(key, `${USAGE}?limit=200${query}`)).json.data.entries;
    const summary = async (key: string, query = "") => (await get(key, SUMMARY + query)).json.data;
    const partnerOf = async (key: string, query = "") => (await summary(key, query)).partner;
    /** Rows of calls that were made before the test. */
    const madeBefore = (userId: string, count: number, more: { at?: number; state?: string } = {}) =>
      opened.database.query(
        `insert into usage_entries (id, occurred_at, user_id, request_id, method, endpoint, state, units, duration_ms, surface)
         select gen_random_uuid(), $2::timestamptz, $1, 'before', 'GET', '/api/v1/accounts', $3, 0, 0, 'partner'
         from generate_series(1, $4::integer)`,
        [userId, iso(more.at ?? NOON), more.state ?? "done", count],
      );

    test("the summary's partner is null without a profile, and counts the partner surface alone with one", async () => {
      const user = await gateway.user();
      await get(user.key);
      expect(await partnerOf(user.key)).toBeNull();
      const { key } = await gateway.partner({ tier: "free" });
      await get(key, TOOLS);
      const none = { tier: "free", month: "2030-01", calls: 0, quota: 1_000, overage_calls: 0, overage_usd: 0 };
      expect(await partnerOf(key)).toEqual(none);
      await get(key);
      await get(key, `${ACCOUNTS}/nothing/here`);
      expect(await partnerOf(key)).toEqual({ ...none, calls: 2 });
      // The filters narrow the totals; the month is the month.
      expect(await partnerOf(key, "?status=404&since=2030-01-15T13:00:00Z")).toEqual({ ...none, calls: 2 });
    });

    test("calls agree with Remaining at every step: refused ones are in neither, pending and interrupted ones are calls", async () => {
      const { key, userId, email } = await gateway.partner({ tier: "free" });
      const agree = async () => {
        const answer = await get(key);
        const { remaining } = partnerRateOf(answer);
        const { calls, quota } = await partnerOf(key);
        expect(calls).toBe(quota - (remaining as number));
        return answer.status;
      };
      for (let i = 0; i < 33; i++) await agree();
      await gateway.admin("PATCH", `/users/${email}`, { payment_state: "past_due" });
      await until(async () => (await get(key)).status === 402);
      await gateway.admin("PATCH", `/users/${email}`, { payment_state: "ok" });
      await until(async () => (await get(key)).status !== 402);
      expect(await agree()).toBe(429);
      await gateway.admin("PATCH", `/partners/${email}`, { status: "suspended" });
      await until(async () => (await get(key)).status === 403);
      expect(await agree()).toBe(403);
      gateway.clock.set(NOON + MINUTE_MS);
      expect(await agree()).toBe(403);
      const { calls } = await partnerOf(key);
      await madeBefore(userId, 2, { state: "pending" });
      await madeBefore(userId, 3, { state: "interrupted" });
      expect((await partnerOf(key)).calls).toBe(calls + 5);
    });

    test("a call that fails before the limits could count it is logged, and is none of the month's", async () => {
      const { key } = await gateway.partner({ tier: "free" });
      beforeQuery = (text) => {
        if (text.includes("limit_windows")) throw new Error("The connection broke.");
      };
      const failed = await get(key);
      beforeQuery = () => {};
      expect(codeOf(failed)).toBe("503 SERVICE_UNAVAILABLE");
      expect(await entries(key)).toMatchObject([{ endpoint: ACCOUNTS, status: 503, repeated: 1 }]);
      expect((await partnerOf(key)).calls).toBe(0);
      expect(partnerRateOf(await get(key)).remaining).toBe(999);
      expect((await partnerOf(key)).calls).toBe(1);
    });

    test("R-36: a month's calls are those from its first to its last millisecond, as the limits count them", async () => {
      const { key } = await gateway.partner({ tier: "free" });
      gateway.clock.set(MONTH_END - 1);
      await get(key);
      expect(partnerRateOf(await get(key)).remaining).toBe(998);
      expect(await partnerOf(key)).toMatchObject({ month: "2030-01", calls: 2 });
      gateway.clock.set(MONTH_END);
      expect(await partnerOf(key)).toMatchObject({ month: "2030-02", calls: 0 });
      expect(partnerRateOf(await get(key)).remaining).toBe(999);
      expect(await partnerOf(key)).toMatchObject({ month: "2030-02", calls: 1 });
      // A clock that was ahead has left rows of a later month.
      gateway.clock.set(MONTH_END - 1);
      expect(await partnerOf(key)).toMatchObject({ month: "2030-01", calls: 2 });
    });

    test("R-36: a call that waits for its lease past the month's end is logged and counted in the next month alone", async () => {
      const { key } = await gateway.partner({ tier: "free" });
      gateway.clock.set(MONTH_END - 1);
      const waits = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      beforeQuery = async (text) => {
        if (!text.includes("limit_windows")) return;
        waits.resolve();
        await held.promise;
      };
      const call = get(key);
      await waits.promise;
      gateway.clock.set(MONTH_END);
      beforeQuery = () => {};
      held.resolve();
      expect(partnerRateOf(await call)).toMatchObject({ remaining: 999, minuteRemaining: 29 });
      expect(await entries(key)).toMatchObject([{ endpoint: ACCOUNTS, timestamp: iso(MONTH_END) }]);
      expect(await partnerOf(key)).toMatchObject({ month: "2030-02", calls: 1 });
      gateway.clock.set(MONTH_END - 1);
      expect((await partnerOf(key)).calls).toBe(0);
    });

    test("refused calls are one row for each key, minute, status and surface, and `repeated` adds up to them", async () => {
      const { key, keyId, email, userId } = await gateway.partner({ tier: "free" });
      const second = (await gateway.admin("POST", "/keys", { user: email })).json.data;
      const both = async (count: number) => {
        await Promise.all(Array.from({ length: count }, () => get(key)));
        await Promise.all(Array.from({ length: count }, () => get(second.key, `${ACCOUNTS}/nothing/here`)));
      };
      await both(30);
      await both(10);
      await gateway.admin("PATCH", `/users/${email}`, { payment_state: "past_due" });
      gateway.clock.set(NOON + MINUTE_MS);
      let blocked = 0;
      await until(async () => {
        const { status } = await get(key, TOOLS);
        if (status === 402) blocked++;
        return status === 402;
      });
      await Promise.all(Array.from({ length: 5 }, () => get(key)));
      await Promise.all(Array.from({ length: 4 }, () => get(key, TOOLS)));
      const rows = await opened.database.query<object>(
        `select key_id, surface, status, call_count, occurred_at = $2::timestamptz as is_first from usage_entries
         where user_id = $1 and status in (402, 429) order by status desc, key_id = $3 desc, surface`,
        [userId, iso(NOON), keyId],
      );
      // Sixty calls were made in the first waves, of which the minute let thirty of the first key pass.
      expect(rows).toEqual([
        { key_id: keyId, surface: "partner", status: 429, call_count: 10, is_first: true },
        { key_id: second.id, surface: "partner", status: 429, call_count: 40, is_first: true },
        { key_id: keyId, surface: "partner", status: 402, call_count: 5, is_first: false },
        { key_id: keyId, surface: "user", status: 402, call_count: blocked + 4, is_first: false },
      ]);
    });

    test("what is refused over the limit for want of a profile, or with a suspended one, adds up as well", async () => {
      const user = await gateway.user({ tier: "free" });
      for (let i = 0; i < 3; i++) await Promise.all(Array.from({ length: 25 }, () => get(user.key)));
      const partner = await gateway.partner({ tier: "free" });
      await gateway.admin("PATCH", `/partners/${partner.email}`, { status: "suspended" });
      await until(async () => (await get(partner.key)).status === 403);
      for (let i = 0; i < 2; i++) await Promise.all(Array.from({ length: 25 }, () => get(partner.key)));
      const rows = (userId: string) =>
        opened.database.query<object>(
          `select surface, status, call_count, count(*)::int as count from usage_entries
           where user_id = $1 and status = 403 group by 1, 2, 3 order by call_count`,
          [userId],
        );
      expect(await rows(user.userId)).toEqual([
        { surface: "user", status: 403, call_count: 1, count: 60 },
        { surface: "user", status: 403, call_count: 15, count: 1 },
      ]);
      const [counted, added] = (await rows(partner.userId)) as { count: number; call_count: number; surface: string }[];
      expect(counted).toMatchObject({ surface: "partner", call_count: 1 });
      expect(added).toMatchObject({ surface: "partner", count: 1 });
      gateway.clock.set(NOON + MINUTE_MS);
      expect((await partnerOf(partner.key)).calls).toBe(30);
    });

    test("entries of a connected account's calls, and of the account's own routes, name it; account_id filters them", async () => {
      const { key } = await gateway.partner();
      const acme = await gateway.account(key, "acme");
      const other = await gateway.account(key, "köln");
      await gateway.connect(key, "github", { accountId: acme });
      gateway.clock.set(NOON + 1_000);
      const at = (method: string, path: string, body?: object, headers?: Record<string, string>) =>
        gateway.call(method, path, { key, body, headers });
      const named = { "x-account-id": "acme" };
      const calls: (() => Promise<{ status: number }>)[] = [
        () => get(key, "/api/v1/github/repos?limit=1", named),
        () => get(key, TOOLS, named),
        () => get(key, "/api/v1/github/repos?nothing=1", named),
        () => get(key, `${ACCOUNTS}/${acme}`),
        () => at("PATCH", `${ACCOUNTS}/${acme}`, { display_name: "Acme" }),
        () => get(key, `${ACCOUNTS}/${acme}/integrations`),
        () => get(key, `${ACCOUNTS}/${acme}/connect/${crypto.randomUUID()}`),
        () => at("DELETE", `${ACCOUNTS}/${acme}/integrations/slack`),
        () => at("DELETE", `${ACCOUNTS}/${acme}/integrations/github`),
        () => at("DELETE", `${ACCOUNTS}/${acme}`),
      ];
      const statuses: number[] = [];
      for (const call of calls) {
        statuses.push((await call()).status);
        gateway.clock.move(1_000);
      }
      expect(statuses).toEqual([200, 200, 400, 200, 200, 200, 404, 404, 200, 200]);
      const since = `&since=${encodeURIComponent(iso(NOON + 1_000))}`;
      await get(key);
      await get(key, TOOLS);
      await get(key, TOOLS, { "x-account-id": "nobody" });
      await get(key, `${ACCOUNTS}/${other}`);
      const found = await entries(key, `&account_id=${acme}${since}`);
      expect(found.map(({ status }: { status: number }) => status)).toEqual(statuses.toReversed());
      for (const entry of found) expect(entry).toMatchObject({ account_id: acme, external_id: "acme" });
      expect(await entries(key, `&account_id=${other}${since}`)).toMatchObject([
        { account_id: other, external_id: "köln" },
      ]);
      const rest = (await entries(key, since)).filter((entry: { account_id: string | null }) => !entry.account_id);
      expect(rest.map((entry: { endpoint: string; external_id: null }) => [entry.endpoint, entry.external_id])).toEqual(
        expect.arrayContaining([
          [ACCOUNTS, null],
          ["/api/v1/tools/service/{service}", null],
        ]),
      );
      expect((await summary(key, `?account_id=${acme}${since}`)).calls).toBe(statuses.length);
      const stranger = await gateway.partner();
      expect(await entries(stranger.key, `&account_id=${acme}`)).toEqual([]);
    });

    test("the usage log and its summary are the user's own: the user surface counts them", async () => {
      const { key } = await gateway.partner();
      const before = rateOf(await get(key, USAGE)).remaining;
      expect(rateOf(await get(key, SUMMARY)).remaining).toBe(before - 1);
      expect((await partnerOf(key)).calls).toBe(0);
    });
  });
}
