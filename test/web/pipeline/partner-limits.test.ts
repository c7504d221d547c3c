// The partner surface's limits and four headers: per partner, by month and minute, separate from the user surface.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { laneOf } from "../../support/database.ts";
import { type ApiResponse, type CallOptions, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, generalError, partnerError, partnerRateOf, rateOf } from "../../support/responses.ts";
import { until } from "../../support/until.ts";

const ACCOUNTS = "/api/v1/accounts";
const TOOLS = "/api/v1/tools/service/gmail";
const REPOS = "/api/v1/github/repos?limit=1";
/** Noon UTC on the 15th, so that no window ends during a test. */
const NOON = Date.UTC(2030, 0, 15, 12);
const MONTH_END = Date.UTC(2030, 1);
const MINUTE_MS = 60_000;
const PAST_DUE = "Payment is past due. Update the payment method to continue.";

for (const lane of laneOf(import.meta.file)) {
  describe(`limits of the partner surface on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["github"] });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => gateway.clock.set(NOON));

    const get = (key: string, path = ACCOUNTS, headers?: Record<string, string>) =>
      gateway.call("GET", path, { key, headers });
    const consume = async (key: string, count: number): Promise<ApiResponse[]> => {
      const responses: ApiResponse[] = [];
      for (let i = 0; i < count; i++) responses.push(await get(key));
      return responses;
    };
    /** Starts a new partner with some of a window's calls used. */
    const use = (userId: string, kind: "minute" | "month", used: number) =>
      gateway.database.database.query(
        "insert into limit_windows (key, kind, starts_at, used) values ($1, $2, $3::timestamptz, $4)",
        [`partner:${userId}`, kind, new Date(kind === "month" ? Date.UTC(2030, 0) : NOON).toISOString(), used],
      );
    const change = async (email: string, body: object, isThere: () => Promise<boolean>) => {
      await gateway.admin("PATCH", `/partners/${email}`, body);
      await until(isThere);
    };

    test("every response has the four headers and counts one call: 200, 204, 400, 403, 404, 405, 409, 413 and 415", async () => {
      const { key } = await gateway.partner();
      const named = { "x-account-id": "acme" };
      const once = { body: { external_id: "once" }, headers: { "idempotency-key": "once" } };
      const post = (body: string, type = "application/json") =>
        gateway.call("POST", ACCOUNTS, { key, body, headers: { "content-type": type } });
      const at = (method: string, path: string, options?: CallOptions) =>
        gateway.call(method, path, { key, ...options });
      const outcomes: [string, () => Promise<ApiResponse>][] = [
        ["200 null", () => post('{"external_id":"acme"}')],
        ["200 null", () => at("POST", ACCOUNTS, once)],
        ["200 null", () => at("POST", ACCOUNTS, once)],
        ["200 null", () => get(key)],
        ["200 null", () => at("HEAD", ACCOUNTS)],
        ["200 null", () => get(key, TOOLS, named)],
        ["200 null", () => get(key, TOOLS, { "x-account-id*": "UTF-8''acme" })],
        ["204 null", () => at("OPTIONS", ACCOUNTS)],
        ["204 null", () => at("OPTIONS", REPOS, { headers: named })],
        ["400 VALIDATION_ERROR", () => post("{}")],
        ["400 VALIDATION_ERROR", () => get(key, `${ACCOUNTS}?nothing=1`)],
        ["400 VALIDATION_ERROR", () => get(key, `${ACCOUNTS}/%zz`)],
        ["400 VALIDATION_ERROR", () => get(key, TOOLS, { ...named, "x-account-id*": "UTF-8''acme" })],
        ["403 PERMISSION_DENIED", () => get(key, REPOS, named)],
        ["404 ACCOUNT_NOT_FOUND", () => get(key, `${ACCOUNTS}/${crypto.randomUUID()}`)],
        ["404 ACCOUNT_NOT_FOUND", () => get(key, REPOS, { "x-account-id": "nobody" })],
        ["404 NOT_FOUND", () => get(key, `${ACCOUNTS}/x/nothing/here`)],
        ["405 METHOD_NOT_ALLOWED", () => at("DELETE", ACCOUNTS)],
        ["405 METHOD_NOT_ALLOWED", () => at("DELETE", REPOS, { headers: named })],
        ["409 ACCOUNT_EXISTS", () => post('{"external_id":"acme"}')],
        ["413 PAYLOAD_TOO_LARGE", () => post(`{"external_id":"${"a".repeat(1024 * 1024)}"}`)],
        ["415 UNSUPPORTED_MEDIA_TYPE", () => post("{}", "text/plain")],
      ];
      for (const [i, [expected, request]] of outcomes.entries()) {
        const response = await request();
        expect(codeOf(response)).toBe(expected);
        expect([i, partnerRateOf(response)]).toEqual([
          i,
          { limit: 100_000, remaining: 99_999 - i, minuteLimit: 300, minuteRemaining: 299 - i },
        ]);
        expect(response.headers.get("retry-after")).toBeNull();
        if (response.json) expect(response.json.ok).toBe(response.status === 200);
      }
    });

    test.each([
      ["free", { limit: 1_000, remaining: 999, minuteLimit: 30, minuteRemaining: 29 }],
      ["pro", { limit: 100_000, remaining: 99_999, minuteLimit: 300, minuteRemaining: 299 }],
      ["enterprise", { limit: "unlimited", remaining: "unlimited", minuteLimit: 1_000, minuteRemaining: 999 }],
    ] as const)("the tier %s has its month and its minute", async (tier, rate) => {
      const { key } = await gateway.partner({ tier });
      expect(partnerRateOf(await get(key))).toEqual(rate);
    });

    test("past the minute's limit calls are RATE_LIMITED until it ends, and do not count for the month", async () => {
      const { key } = await gateway.partner({ tier: "free" });
      gateway.clock.move(12_300);
      const responses = await consume(key, 30);
      expect(responses.map(partnerRateOf)).toEqual(
        Array.from({ length: 30 }, (_, i) => ({
          limit: 1_000,
          remaining: 999 - i,
          minuteLimit: 30,
          minuteRemaining: 29 - i,
        })),
      );
      for (const refused of await consume(key, 3)) {
        expect(codeOf(refused)).toBe("429 RATE_LIMITED");
        expect(refused.json).toEqual(partnerError("Too many requests.", "RATE_LIMITED"));
        expect(refused.headers.get("retry-after")).toBe("48");
        expect(partnerRateOf(refused)).toEqual({ limit: 1_000, remaining: 970, minuteLimit: 30, minuteRemaining: 0 });
      }
      gateway.clock.set(NOON + MINUTE_MS);
      const [next] = await consume(key, 1);
      expect(next?.headers.get("retry-after")).toBeNull();
      expect(partnerRateOf(next as ApiResponse)).toMatchObject({ remaining: 969, minuteRemaining: 29 });
    });

    test("free: past the month's quota calls are QUOTA_EXCEEDED until the month ends, also when the minute is used up", async () => {
      const { key, userId } = await gateway.partner({ tier: "free" });
      await use(userId, "month", 970);
      await consume(key, 30);
      const refusals = [NOON, NOON + MINUTE_MS, MONTH_END - 1];
      for (const at of refusals) {
        gateway.clock.set(at);
        const refused = (await consume(key, 1))[0] as ApiResponse;
        expect(codeOf(refused)).toBe("429 QUOTA_EXCEEDED");
        expect(refused.json).toEqual(partnerError("The month's quota is used up.", "QUOTA_EXCEEDED"));
        expect(refused.headers.get("retry-after")).toBe(String(Math.ceil((MONTH_END - at) / 1_000)));
        const minuteRemaining = at === NOON ? 0 : 30;
        expect(partnerRateOf(refused)).toEqual({ limit: 1_000, remaining: 0, minuteLimit: 30, minuteRemaining });
      }
      gateway.clock.set(MONTH_END);
      const rate = { limit: 1_000, remaining: 999, minuteLimit: 30, minuteRemaining: 29 };
      expect(partnerRateOf((await consume(key, 1))[0] as ApiResponse)).toEqual(rate);
    });

    test("pro: calls past the quota go through and Remaining stays 0; the minute's limit still holds", async () => {
      const { key, userId } = await gateway.partner({ tier: "pro" });
      await use(userId, "month", 99_997);
      await use(userId, "minute", 293);
      const responses = await consume(key, 7);
      expect(responses.map(({ status }) => status)).toEqual(Array(7).fill(200));
      expect(responses.map((response) => partnerRateOf(response).remaining)).toEqual([2, 1, 0, 0, 0, 0, 0]);
      expect(responses.map(({ headers }) => headers.get("retry-after"))).toEqual(Array(7).fill(null));
      const refused = (await consume(key, 1))[0] as ApiResponse;
      expect(codeOf(refused)).toBe("429 RATE_LIMITED");
      expect(refused.headers.get("retry-after")).toBe("60");
      expect(partnerRateOf(refused)).toEqual({ limit: 100_000, remaining: 0, minuteLimit: 300, minuteRemaining: 0 });
    });

    test("enterprise: there is no monthly quota, and the minute's limit holds", async () => {
      const { key, userId } = await gateway.partner({ tier: "enterprise" });
      await use(userId, "month", 5_000_000_000);
      await use(userId, "minute", 998);
      expect((await consume(key, 4)).map(codeOf)).toEqual([
        "200 null",
        "200 null",
        "429 RATE_LIMITED",
        "429 RATE_LIMITED",
      ]);
    });

    test("past due is 402 on both surfaces with their headers, before profile and limits, and is not counted", async () => {
      const { key, email } = await gateway.partner({ tier: "free" });
      await consume(key, 2);
      await gateway.admin("PATCH", `/users/${email}`, { payment_state: "past_due" });
      await until(async () => (await get(key)).status === 402);
      const { remaining, minuteRemaining } = partnerRateOf(await get(key));
      const calls: [string, string, CallOptions][] = [
        ["GET", ACCOUNTS, {}],
        ["POST", ACCOUNTS, { body: { external_id: "late" } }],
        ["GET", `${ACCOUNTS}/nothing/here/at/all`, {}],
        ["GET", REPOS, { headers: { "x-account-id": "acme" } }],
      ];
      for (const [method, path, options] of calls) {
        const blocked = await gateway.call(method, path, { key, ...options });
        expect(codeOf(blocked)).toBe("402 PAYMENT_REQUIRED");
        expect(blocked.json).toEqual(partnerError(PAST_DUE, "PAYMENT_REQUIRED"));
        expect(partnerRateOf(blocked)).toEqual({ limit: 1_000, remaining, minuteLimit: 30, minuteRemaining });
        expect(blocked.headers.get("retry-after")).toBeNull();
      }
      const own = await get(key, TOOLS);
      expect(own.json).toEqual(generalError(PAST_DUE, "PAYMENT_REQUIRED"));
      expect(rateOf(own)).toMatchObject({ limit: 60, remaining: 60 });
      await gateway.admin("PATCH", `/partners/${email}`, { status: "suspended" });
      expect(codeOf(await get(key))).toBe("402 PAYMENT_REQUIRED");
    });

    test("a suspended profile is 403 before the limits: counted up to them, and never 429", async () => {
      const { key, email } = await gateway.partner({ tier: "free" });
      await change(email, { status: "suspended" }, async () => (await get(key)).status === 403);
      const { minuteRemaining, remaining } = partnerRateOf(await get(key));
      const responses = await consume(key, 32);
      expect(new Set(responses.map(codeOf))).toEqual(new Set(["403 PARTNER_SUSPENDED"]));
      expect(responses.map((response) => partnerRateOf(response).minuteRemaining)).toEqual(
        responses.map((_, i) => Math.max(0, minuteRemaining - 1 - i)),
      );
      expect(partnerRateOf(responses.at(-1) as ApiResponse).remaining).toBe((remaining as number) - minuteRemaining);
      expect(responses.at(-1)?.headers.get("retry-after")).toBeNull();
    });

    test("S-44: without a profile the partner surface is PARTNER_REQUIRED, counted as a user call with user headers", async () => {
      const { key } = await gateway.user({ tier: "free" });
      await get(key, TOOLS);
      const calls = [
        () => get(key),
        () => get(key, `${ACCOUNTS}/nothing/here`),
        () => get(key, REPOS, { "x-account-id": "acme" }),
      ];
      for (const [i, call] of calls.entries()) {
        const response = await call();
        expect(codeOf(response)).toBe("403 PARTNER_REQUIRED");
        expect(response.json).toMatchObject({ ok: false, error_code: "PARTNER_REQUIRED" });
        expect(rateOf(response)).toEqual({ limit: 60, remaining: 58 - i, reset: NOON / 1_000 + 60 });
        expect(response.headers.has("x-ratelimit-minute-limit")).toBe(false);
      }
      const rest = await consume(key, 58);
      expect(new Set(rest.map(codeOf))).toEqual(new Set(["403 PARTNER_REQUIRED"]));
      expect(rateOf(rest.at(-1) as ApiResponse).remaining).toBe(0);
      expect(codeOf(await get(key, TOOLS))).toBe("429 RATE_LIMITED");
    });

    test("one user's surfaces are counted separately, and each call on only one", async () => {
      const { key, userId } = await gateway.partner({ tier: "free" });
      await gateway.account(key, "acme");
      expect(rateOf(await get(key, TOOLS)).remaining).toBe(59);
      expect(partnerRateOf(await get(key, TOOLS, { "x-account-id": "acme" })).minuteRemaining).toBe(28);
      expect(rateOf(await get(key, TOOLS)).remaining).toBe(58);
      await consume(key, 28);
      expect((await get(key)).status).toBe(429);
      expect((await get(key, TOOLS, { "x-account-id": "acme" })).status).toBe(429);
      expect(rateOf(await get(key, TOOLS)).remaining).toBe(57);
      const rows = await gateway.database.database.query<{ surface: string; count: number }>(
        `select surface, count(*)::int as count from usage_entries
         where user_id = $1 and status = 200 group by surface order by surface`,
        [userId],
      );
      expect(rows).toEqual([
        { surface: "partner", count: 30 },
        { surface: "user", count: 3 },
      ]);
    });

    test("R-33: free, pro and free again in one month: every call counts, and the quota is exact", async () => {
      const { key, email, userId } = await gateway.partner({ tier: "free" });
      await use(userId, "month", 998);
      expect((await consume(key, 3)).map(codeOf)).toEqual(["200 null", "200 null", "429 QUOTA_EXCEEDED"]);
      const limitNow = async () => partnerRateOf(await get(key)).limit;
      await change(email, { tier: "pro" }, async () => (await limitNow()) === 100_000);
      const rate = partnerRateOf(await get(key));
      expect(rate).toMatchObject({ remaining: 100_000 - 1_002, minuteRemaining: 300 - 4 });
      await change(email, { tier: "free" }, async () => (await limitNow()) === 1_000);
      for (const refused of await consume(key, 2)) {
        expect(codeOf(refused)).toBe("429 QUOTA_EXCEEDED");
        expect(partnerRateOf(refused).remaining).toBe(0);
      }
    });

    test("S-90: forwarded addresses, other keys, methods, paths or spellings do not bypass an exhausted minute", async () => {
      const { key, email } = await gateway.partner({ tier: "free" });
      await gateway.account(key, "acme");
      const second = (await gateway.admin("POST", "/keys", { user: email })).json.data.key;
      await consume(second, 14);
      await consume(key, 15);
      const seen = gateway.providers.github.log.length;
      const ways: (() => Promise<ApiResponse>)[] = [
        () => get(key),
        () => get(second),
        () => get(key, ACCOUNTS, { "x-forwarded-for": "198.51.100.7", forwarded: "for=198.51.100.8" }),
        () => get(key, ACCOUNTS, { "x-real-ip": "198.51.100.9", "x-client-ip": "198.51.100.10" }),
        () => gateway.call("HEAD", ACCOUNTS, { key }),
        () => gateway.call("OPTIONS", ACCOUNTS, { key }),
        () => gateway.call("DELETE", ACCOUNTS, { key }),
        () => get(key, `${ACCOUNTS}/`),
        () => get(key, `${ACCOUNTS}/no/such/path`),
        () => get(key, `${ACCOUNTS}/%zz`),
        () => get(key, REPOS, { "x-account-id": "acme" }),
        () => get(key, REPOS, { "X-ACCOUNT-ID": "nobody" }),
        () => get(key, REPOS, { "x-account-id*": "UTF-8''acme" }),
        () => gateway.call("OPTIONS", REPOS, { key, headers: { "x-account-id": "acme" } }),
        () => gateway.call("POST", ACCOUNTS, { key, body: "not json" }),
      ];
      for (const [i, way] of ways.entries()) expect([i, codeOf(await way())]).toEqual([i, "429 RATE_LIMITED"]);
      expect(gateway.providers.github.log.length).toBe(seen);
      // Other spellings are other paths: below /api/v1 they count as user calls, elsewhere nothing exists.
      const other = await get(key, "/api/v1/ACCOUNTS");
      expect([codeOf(other), rateOf(other).remaining]).toEqual(["404 NOT_FOUND", 59]);
      expect(codeOf(await get(key, "/API/V1/ACCOUNTS"))).toBe("404 NOT_FOUND");
    });

    test("S-90, I-2: of sixty concurrent calls with two keys exactly thirty are admitted", async () => {
      const { key, email } = await gateway.partner({ tier: "free" });
      const second = (await gateway.admin("POST", "/keys", { user: email })).json.data.key;
      const responses = await Promise.all(Array.from({ length: 60 }, (_, i) => get(i % 2 ? key : second)));
      const passed = responses.filter(({ status }) => status === 200);
      expect(passed.map((response) => partnerRateOf(response).minuteRemaining).sort((a, b) => a - b)).toEqual(
        Array.from({ length: 30 }, (_, i) => i),
      );
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(30);
    });

    test("a restart releases unused calls, and a killed replica loses at most one lease", async () => {
      const { key } = await gateway.partner();
      const start = () => startTestGateway({ lane, database: gateway.database, clock: gateway.clock });
      const on = async (replica: TestGateway) =>
        partnerRateOf(await replica.call("GET", ACCOUNTS, { key })).remaining as number;
      const first = await start();
      expect(await on(first)).toBe(99_999);
      await first.close();
      const second = await start();
      const third = await start();
      expect(await on(second)).toBe(99_998);
      // The second replica still has its lease when the third asks, like a killed one.
      const left = await on(third);
      expect(left).toBeLessThanOrEqual(99_997);
      expect(left).toBeGreaterThanOrEqual(99_997 - 100);
      await second.close();
      await third.close();
      expect(partnerRateOf(await get(key)).remaining).toBe(99_996);
    });
  });
}
