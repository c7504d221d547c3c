// Refreshing an expired access token: once for all waiting calls, and without ending the integration on a transient error.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { REFRESH_TIMES } from "../../../src/connections/tokens/refresh.ts";
import {
  answerTokens,
  GRACE,
  HOOK_MS,
  integrationOf,
  isTokenRequest,
  logged,
  TEST_MS,
  watch,
} from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
/** One request to the provider. */
const READ = "/api/v1/google/calendar/events?limit=1";
const HOUR_MS = 3_600_000;
/** No wait before the retry of a token request without a response. */
const AT_ONCE = { ...REFRESH_TIMES, retryMs: 0 };
const HTML = { "content-type": "text/html" };
const TRANSIENT: [string, () => Response | "reset"][] = [
  ["500", () => new Response("oops", { status: 500 })],
  ["503", () => new Response("down", { status: 503 })],
  ["429", () => Response.json({ error: "slow_down" }, { status: 429, headers: { "retry-after": "30" } })],
  ["500 with an error code", () => Response.json({ error: "server_error" }, { status: 500 })],
  ["an HTML page with 200", () => new Response("<html>Sign in</html>", { headers: HTML })],
  ["a list instead of an object", () => Response.json([])],
  ["a cut connection", () => "reset"],
];

for (const lane of LANES) {
  describe(`refreshing on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google"], refreshTimes: AT_ONCE });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    afterEach(() => gateway.providers.google.setFailureInjector());
    const google = () => gateway.providers.google;
    const connected = async (person?: string) => {
      const user = await gateway.user();
      await gateway.connect(user.key, "google", { person });
      return user;
    };
    const read = (key: string) => gateway.call("GET", READ, { key });
    const statusOf = async (key: string) => (await integrationOf(gateway, key, "google")).status;
    const past = () => gateway.clock.move(HOUR_MS + 1_000);
    const nearly = () => gateway.clock.move(HOUR_MS - 30_000);
    const query = (text: string, userId: string) => gateway.database.database.query(text, [userId]);
    /** An access token that the provider accepts: of a user who has just connected. */
    const liveToken = async () => {
      await connected();
      return google().issued.findLast(({ kind }) => kind === "access")?.token;
    };

    test("R-20: a hundred calls with an expired token wait for one refresh, and all succeed", async () => {
      const { key } = await connected();
      past();
      const seen = watch(google());
      const responses = await Promise.all(Array.from({ length: 100 }, () => read(key)));
      expect(responses.filter((response) => response.status !== 200).map((response) => response.text)).toEqual([]);
      expect(seen.tokenForms().map((form) => form.get("grant_type"))).toEqual(["refresh_token"]);
      expect((await read(key)).status).toBe(200);
      expect(seen.tokenForms()).toHaveLength(1);
    });

    test("R-22: a response without a refresh token keeps the stored one for the next refresh", async () => {
      const { key } = await connected();
      const seen = watch(google());
      for (let round = 0; round < 2; round++) {
        past();
        expect((await read(key)).status).toBe(200);
        // The clock moves before the notification of the new tokens arrives.
        await gateway.heard();
      }
      const [first, second] = seen.tokenForms().map((form) => form.get("refresh_token"));
      expect(first).toBeString();
      expect(second).toBe(first as string);
    });

    test("I-3: a response with another refresh token replaces the stored one", async () => {
      const { key } = await connected();
      past();
      const access_token = await liveToken();
      answerTokens(google(), () => Response.json({ access_token, refresh_token: "rotated", expires_in: 3600 }));
      expect((await read(key)).status).toBe(200);
      google().setFailureInjector();
      await gateway.heard();
      past();
      const seen = watch(google());
      await read(key);
      expect(seen.tokenForms().map((form) => form.get("refresh_token"))).toEqual(["rotated"]);
    });

    test("R-22: a token without expires_in is used until it is refused", async () => {
      const { key } = await connected();
      past();
      const access_token = await liveToken();
      answerTokens(google(), () => Response.json({ access_token }));
      expect((await read(key)).status).toBe(200);
      await gateway.heard();
      past();
      google().setFailureInjector();
      const seen = watch(google());
      expect((await read(key)).status).toBe(200);
      // Refused first, then refreshed.
      expect(seen.all().map((request) => (isTokenRequest(google(), request) ? "token" : request.status))).toEqual([
        401,
        "token",
        200,
      ]);
    });

    test("R-22: invalid_grant is 401 INTEGRATION_REVOKED and ends the integration; the provider gets no further request", async () => {
      const { key } = await connected(GRACE.google);
      const token = google().issued.findLast(({ user }) => user === GRACE.google)?.token ?? "";
      expect(google().revoke(token)).toBe(true);
      past();
      const refused = await read(key);
      expect(refused.status).toBe(401);
      expect(refused.json).toMatchObject({ code: "INTEGRATION_REVOKED", details: { provider: "google" } });
      expect(await statusOf(key)).toBe("revoked");
      await until(async () => (await read(key)).json.details.service === "calendar");
      const seen = watch(google());
      const again = await read(key);
      expect(`${again.status} ${again.json.code}`).toBe("401 INTEGRATION_REVOKED");
      expect(seen.all()).toEqual([]);
      // A reconnect makes it active again.
      await gateway.connect(key, "google", { person: GRACE.google });
      expect(await statusOf(key)).toBe("active");
      await until(async () => (await read(key)).status === 200);
    });

    for (const [title, respond] of TRANSIENT) {
      test(`R-22: ${title} from the token endpoint leaves the old token in use until it expires, then 503`, async () => {
        const { key } = await connected();
        nearly();
        const seen = watch(google());
        answerTokens(google(), respond);
        expect((await read(key)).status).toBe(200);
        // Without a response, the request is sent once more.
        expect(seen.tokenForms()).toHaveLength(respond() === "reset" ? 2 : 1);
        gateway.clock.move(31_000);
        const refused = await read(key);
        expect(refused.status).toBe(503);
        expect(refused.json).toMatchObject({
          code: "PROVIDER_UNAVAILABLE",
          details: { provider: "google", reason: "connect" },
        });
        expect(await statusOf(key)).toBe("active");
        google().setFailureInjector();
        expect((await read(key)).status).toBe(200);
      });
    }

    test("R-04: a refresh whose response was lost is retried; a provider that accepts the old token again makes up for the loss", async () => {
      const { key } = await connected();
      past();
      const seen = watch(google());
      const before = logged(gateway, "token_refresh_no_response").length;
      google().setFailureInjector((request) =>
        isTokenRequest(google(), request) && seen.tokenForms().length === 1 ? "lose-response" : undefined,
      );
      expect((await read(key)).status).toBe(200);
      expect(seen.tokenForms()).toHaveLength(2);
      expect(logged(gateway, "token_refresh_no_response").slice(before)).toMatchObject([{ level: "warn" }]);
      expect(await statusOf(key)).toBe("active");
    });

    test("R-04: an outage after a lost response does not hide it: invalid_grant is then expired, not revoked", async () => {
      const { key, userId } = await connected();
      past();
      const lost = async () =>
        (await query("select status, status_reason as reason from integrations where user_id = $1", userId))[0];
      answerTokens(google(), () => "reset");
      expect((await read(key)).status).toBe(503);
      answerTokens(google(), () => new Response("down", { status: 503 }));
      expect((await read(key)).status).toBe(503);
      expect(await lost()).toEqual({ status: "active", reason: "refresh_outcome_unknown" });
      answerTokens(google(), () => Response.json({ error: "invalid_grant" }, { status: 400 }));
      expect((await read(key)).json.code).toBe("INTEGRATION_EXPIRED");
      expect(await lost()).toEqual({ status: "expired", reason: "refresh_outcome_unknown" });
    });

    test("R-22: invalid_client is 502 PROVIDER_ERROR and logged as an error; the integration stays active", async () => {
      const { key } = await connected();
      past();
      const before = logged(gateway, "token_refresh_refused").length;
      answerTokens(google(), () =>
        Response.json({ error: "invalid_client", error_description: "No." }, { status: 401 }),
      );
      const refused = await read(key);
      expect(refused.status).toBe(502);
      expect(refused.json).toMatchObject({
        code: "PROVIDER_ERROR",
        details: { provider: "google", code: "invalid_client", reason: "not_set_up" },
      });
      expect(logged(gateway, "token_refresh_refused").slice(before)).toMatchObject([
        { level: "error", reason: "invalid_client" },
      ]);
      expect(await statusOf(key)).toBe("active");
      google().setFailureInjector();
      expect((await read(key)).status).toBe(200);
    });

    test("an expired token without a refresh token is expired, and the provider gets no request", async () => {
      const { key, userId } = await connected();
      await query("update integrations set refresh_token = null where user_id = $1", userId);
      expect((await read(key)).status).toBe(200);
      past();
      const seen = watch(google());
      const refused = await read(key);
      expect(refused.status).toBe(401);
      expect(refused.json).toMatchObject({ code: "INTEGRATION_EXPIRED", details: { provider: "google" } });
      expect(await statusOf(key)).toBe("expired");
      expect(seen.all()).toEqual([]);
      await gateway.connect(key, "google");
      expect(await statusOf(key)).toBe("active");
    });

    test("a refresh token that is refused after its own expiry is expired, not revoked", async () => {
      const { key, userId } = await connected();
      await query("update integrations set refresh_expires_at = to_timestamp(1) where user_id = $1", userId);
      past();
      answerTokens(google(), () => Response.json({ error: "invalid_grant" }, { status: 400 }));
      expect((await read(key)).json.code).toBe("INTEGRATION_EXPIRED");
      expect(await statusOf(key)).toBe("expired");
    });

    test.each([
      ["a minute before the end of an hour", 3_600, 60],
      ["a tenth of its lifetime before the end of a short one", 100, 10],
    ])("R-24: a token is refreshed ahead of time: %s", async (_title, life, margin) => {
      const { key, userId } = await connected();
      gateway.clock.set(gateway.clock.now());
      const now = gateway.clock.now() / 1000;
      const set = `connected_at = to_timestamp(${now}), access_expires_at = to_timestamp(${now + life})`;
      await query(`update integrations set ${set} where user_id = $1`, userId);
      const seen = watch(google());
      gateway.clock.move((life - margin - 1) * 1000);
      expect((await read(key)).status).toBe(200);
      expect(seen.tokenForms()).toEqual([]);
      gateway.clock.move(2_000);
      expect((await read(key)).status).toBe(200);
      expect(seen.tokenForms()).toHaveLength(1);
    });

    /** Runs `work` while the provider handles a refresh. */
    const whileRefreshing = (work: () => Promise<unknown>) =>
      google().setFailureInjector(async (request) => {
        if (isTokenRequest(google(), request)) await work();
        return undefined;
      });

    test("R-31: a disconnect during a refresh leaves no token, fails the call, and does not revoke a sibling's grant", async () => {
      const [{ key, userId }, sibling] = [await connected(), await connected()];
      past();
      expect((await read(sibling.key)).status).toBe(200);
      const seen = watch(google());
      whileRefreshing(() => gateway.call("DELETE", "/api/v1/integrations/google", { key }));
      const refused = await read(key);
      expect(refused.status).toBe(403);
      expect(refused.json.error).toBe('Integration "google" is not connected');
      expect(await query("select id from integrations where user_id = $1", userId)).toEqual([]);
      expect(seen.to("/oauth2/revoke")).toEqual([]);
      expect((await read(sibling.key)).status).toBe(200);
    });

    test("R-31: a user who is deleted during a refresh leaves no token here, and the grant is revoked at the provider", async () => {
      await gateway.database.database.script("delete from integrations");
      const { key, userId } = await connected(GRACE.google);
      past();
      const seen = watch(google());
      whileRefreshing(() => query("delete from users where id = $1", userId));
      expect((await read(key)).status).toBe(403);
      expect(await query("select id from integrations where user_id = $1", userId)).toEqual([]);
      expect(seen.to("/oauth2/revoke")).toHaveLength(1);
      expect(google().issued.filter(({ user }) => user === GRACE.google)).toEqual([]);
    });

    test("a reconnect during a refresh wins: the call continues with the new grant", async () => {
      const { key } = await connected();
      past();
      let isFirst = true;
      whileRefreshing(async () => {
        if (!isFirst) return;
        isFirst = false;
        await gateway.connect(key, "google", { person: GRACE.google });
      });
      expect((await read(key)).status).toBe(200);
      expect((await integrationOf(gateway, key, "google")).identity.name).toBe(GRACE.google);
      expect((await read(key)).status).toBe(200);
    });
  });
}
