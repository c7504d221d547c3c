// The user surface's limits and headers: per user, over fixed UTC windows, exact on both databases.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { laneOf } from "../../support/database.ts";
import { type ApiResponse, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, generalError, rateOf } from "../../support/responses.ts";
import { until } from "../../support/until.ts";

const PATH = "/api/v1/tools/service/gmail";
const MINUTE = 60;
const DAY = 86_400;
/** Noon UTC, so that no window ends during a test. */
const NOON = Date.UTC(2030, 0, 15, 12) / 1000;

for (const lane of laneOf(import.meta.file)) {
  describe(`limits on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => gateway.clock.set(NOON * 1000));

    const call = (key: string, path = PATH) => gateway.call("GET", path, { key });
    const consume = async (key: string, count: number): Promise<ApiResponse[]> => {
      const responses: ApiResponse[] = [];
      for (let i = 0; i < count; i++) responses.push(await call(key));
      return responses;
    };
    /** Starts a new user with some of the day's calls used. */
    const useDay = (userId: string, used: number) =>
      gateway.database.database.query(
        "insert into limit_windows (key, kind, starts_at, used) values ($1, 'day', $2::timestamptz, $3)",
        [`user:${userId}`, new Date((NOON - DAY / 2) * 1000).toISOString(), used],
      );

    test("remaining counts down to 0, Reset is the minute's end, and only then a call is refused", async () => {
      const { key } = await gateway.user({ tier: "free" });
      gateway.clock.move(12_300);
      const responses = await consume(key, 60);
      expect(responses.map(({ status }) => status)).toEqual(Array(60).fill(200));
      expect(responses.map(rateOf)).toEqual(
        Array.from({ length: 60 }, (_, i) => ({ limit: 60, remaining: 59 - i, reset: NOON + MINUTE })),
      );
      const refused = await call(key);
      expect(refused.json).toEqual({ error: "Too many requests.", code: "RATE_LIMITED", retry_after: 48 });
      expect(codeOf(refused)).toBe("429 RATE_LIMITED");
      expect(refused.headers.get("retry-after")).toBe("48");
      expect(rateOf(refused)).toEqual({ limit: 60, remaining: 0, reset: NOON + MINUTE });
    });

    test("retry_after is rounded up and at least 1, and then the call succeeds", async () => {
      const { key } = await gateway.user({ tier: "free" });
      await consume(key, 60);
      gateway.clock.set((NOON + MINUTE) * 1000 - 1);
      expect((await call(key)).json.retry_after).toBe(1);
      gateway.clock.move(1);
      expect(rateOf(await call(key))).toEqual({ limit: 60, remaining: 59, reset: NOON + 2 * MINUTE });
    });

    test("the window with fewer calls remaining is reported, and calls refused by the minute do not use up the day", async () => {
      const { key, userId } = await gateway.user({ tier: "free" });
      await useDay(userId, 930);
      expect(rateOf(await call(key))).toEqual({ limit: 60, remaining: 59, reset: NOON + MINUTE });
      await consume(key, 59);
      for (const response of await consume(key, 5)) expect(response.status).toBe(429);
      gateway.clock.move(MINUTE * 1000);
      // 930 + 60 of 1,000: ten are left in the day, sixty in the minute.
      const reset = NOON + DAY / 2;
      const last = await consume(key, 10);
      expect(last.map(rateOf)).toEqual(
        Array.from({ length: 10 }, (_, i) => ({ limit: 1000, remaining: 9 - i, reset })),
      );
      for (const minutes of [0, 1, 100]) {
        gateway.clock.set((NOON + MINUTE + minutes * MINUTE) * 1000);
        const refused = await call(key);
        expect(refused.json.retry_after).toBe(DAY / 2 - MINUTE - minutes * MINUTE);
        expect(rateOf(refused)).toEqual({ limit: 1000, remaining: 0, reset });
      }
      gateway.clock.set(reset * 1000);
      expect(rateOf(await call(key))).toEqual({ limit: 60, remaining: 59, reset: reset + MINUTE });
    });

    test("Retry-After is the later end when minute and day are exhausted", async () => {
      const { key, userId } = await gateway.user({ tier: "free" });
      await useDay(userId, 940);
      await consume(key, 60);
      const refused = await call(key);
      expect(refused.json.retry_after).toBe(DAY / 2);
      expect(rateOf(refused)).toEqual({ limit: 1000, remaining: 0, reset: NOON + DAY / 2 });
    });

    test("all keys of a user count together, and users separately", async () => {
      const { key, email } = await gateway.user({ tier: "free" });
      const second = (await gateway.admin("POST", "/keys", { user: email })).json.data.key;
      const other = await gateway.user({ tier: "free" });
      await consume(key, 30);
      expect(rateOf(await call(second)).remaining).toBe(29);
      await consume(second, 29);
      expect((await call(key)).status).toBe(429);
      expect((await call(second)).status).toBe(429);
      expect(rateOf(await call(other.key)).remaining).toBe(59);
    });

    test("every outcome counts: 200, 204, 400, 403, 404, 405, 413 and 415", async () => {
      const { key } = await gateway.user({ tier: "free" });
      const post = (body: string, type: string) =>
        gateway.call("POST", "/api/v1/integrations/connect", { key, body, headers: { "content-type": type } });
      const outcomes: [number, () => Promise<ApiResponse>][] = [
        [200, () => call(key)],
        [204, () => gateway.call("OPTIONS", PATH, { key })],
        [400, () => call(key, `${PATH}?nothing=1`)],
        [400, () => call(key, "/api/v1/github/repos/%zz/x")],
        [403, () => call(key, "/api/v1/github/repos")],
        [403, () => gateway.call("GET", PATH, { key, headers: { "x-account-id": "a" } })],
        [404, () => call(key, "/api/v1/nothing-here")],
        [404, () => call(key, "/api/v1/tools/provider/nobody")],
        [405, () => gateway.call("DELETE", PATH, { key })],
        [413, () => post(`{"provider":"${"a".repeat(1024 * 1024)}"}`, "application/json")],
        [415, () => post("{}", "text/plain")],
      ];
      for (const [i, [status, request]] of outcomes.entries()) {
        const response = await request();
        expect(response.status).toBe(status);
        expect(rateOf(response)).toEqual({ limit: 60, remaining: 59 - i, reset: NOON + MINUTE });
      }
    });

    test("S-90: of a hundred concurrent calls exactly the limit is admitted", async () => {
      const { key } = await gateway.user({ tier: "free" });
      const responses = await Promise.all(Array.from({ length: 100 }, () => call(key)));
      const passed = responses.filter(({ status }) => status === 200);
      expect(passed).toHaveLength(60);
      expect(responses.filter(({ status }) => status === 429)).toHaveLength(40);
      const remaining = passed.map((response) => rateOf(response).remaining).sort((a, b) => a - b);
      expect(remaining).toEqual(Array.from({ length: 60 }, (_, i) => i));
    });

    test.each([
      ["free", 60],
      ["pro", 300],
      ["team", 1_000],
    ])("the tier %s has %d calls a minute", async (tier, limit) => {
      const { key } = await gateway.user({ tier });
      expect(rateOf(await call(key))).toEqual({ limit, remaining: limit - 1, reset: NOON + MINUTE });
    });

    test("R-33: a tier change applies within a second, and earlier calls still count", async () => {
      const { key, email } = await gateway.user({ tier: "free" });
      await consume(key, 60);
      await gateway.admin("PATCH", `/users/${email}`, { tier: "pro" });
      await until(async () => (await call(key)).status === 200);
      const rate = rateOf(await call(key));
      expect(rate).toEqual({ limit: 300, remaining: 300 - 62, reset: NOON + MINUTE });
    });

    test("past due blocks every request with 402 until it is paid, and blocked requests do not count", async () => {
      const { key, email } = await gateway.user({ tier: "free" });
      await consume(key, 2);
      await gateway.admin("PATCH", `/users/${email}`, { payment_state: "past_due" });
      await until(async () => (await call(key)).status === 402);
      const blocked = await call(key);
      expect(blocked.json).toEqual(
        generalError("Payment is past due. Update the payment method to continue.", "PAYMENT_REQUIRED"),
      );
      expect(codeOf(blocked)).toBe("402 PAYMENT_REQUIRED");
      const { remaining } = rateOf(blocked);
      expect(rateOf(await call(key, "/api/v1/nothing-here"))).toEqual({ limit: 60, remaining, reset: NOON + MINUTE });
      await gateway.admin("PATCH", `/users/${email}`, { payment_state: "ok" });
      await until(async () => (await call(key)).status === 200);
      // One call observed the change.
      expect(rateOf(await call(key)).remaining).toBe(remaining - 2);
    });
  });
}
