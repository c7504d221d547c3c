// A provider that refuses a token early: one refresh and one retry of a read, never a second one, never a retry of a write.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { EmulatedServiceName } from "../../../emulators/emulators.ts";
import { REFRESH_TIMES } from "../../../src/connections/tokens/refresh.ts";
import {
  answerTokens,
  HOOK_MS,
  integrationOf,
  isTokenRequest,
  logged,
  pathOf,
  TEST_MS,
  watch,
} from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const READ = {
  google: "/api/v1/google/calendar/events?limit=1",
  github: "/api/v1/github/repos?limit=1",
  slack: "/api/v1/slack/channels?limit=1",
};
const EVENT = {
  title: "Once",
  start: { date_time: "2030-01-02T10:00:00Z" },
  end: { date_time: "2030-01-02T11:00:00Z" },
};

for (const lane of LANES) {
  describe(`a refused token on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      const refreshTimes = { ...REFRESH_TIMES, retryMs: 0 };
      gateway = await startTestGateway({ lane, emulate: ["google", "github", "slack"], refreshTimes });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    afterEach(() => {
      for (const provider of Object.values(gateway.providers)) provider.setFailureInjector();
    });
    const google = () => gateway.providers.google;
    const connected = async (provider: EmulatedServiceName) => {
      const user = await gateway.user();
      await gateway.connect(user.key, provider);
      const token = gateway.providers[provider].issued.findLast(({ kind }) => kind === "access")?.token ?? "";
      return { ...user, token };
    };
    const read = (key: string, provider: EmulatedServiceName = "google") =>
      gateway.call("GET", READ[provider], { key });
    /** Requests at the provider, in order: `token`, or the method with the status of the response. */
    const steps = (seen: ReturnType<typeof watch>) =>
      seen
        .all()
        .map((request) => (isTokenRequest(google(), request) ? "token" : `${request.method} ${request.status}`));
    const expectEnded = async (key: string, provider: EmulatedServiceName) => {
      expect((await integrationOf(gateway, key, provider)).status).toBe("revoked");
      let seen = watch(gateway.providers[provider]);
      await until(async () => {
        seen = watch(gateway.providers[provider]);
        const response = await read(key, provider);
        expect(`${response.status} ${response.json.code}`).toBe("401 INTEGRATION_REVOKED");
        return seen.all().length === 0;
      });
    };

    test("R-23: a read succeeds by one refresh and one retry", async () => {
      const { key } = await connected("google");
      google().expireAll();
      const seen = watch(google());
      expect((await read(key)).status).toBe(200);
      expect(steps(seen)).toEqual(["GET 401", "token", "GET 200"]);
    });

    test("R-20: twenty reads that are refused at once share one refresh", async () => {
      const { key } = await connected("google");
      google().expireAll();
      const seen = watch(google());
      const responses = await Promise.all(Array.from({ length: 20 }, () => read(key)));
      expect(new Set(responses.map((response) => response.status))).toEqual(new Set([200]));
      expect(seen.tokenForms()).toHaveLength(1);
    });

    test("S-70: a refused write is not sent again; the token is refreshed for the next call", async () => {
      const { key } = await connected("google");
      google().expireAll();
      const seen = watch(google());
      const write = () => gateway.call("POST", "/api/v1/google/calendar/events", { key, body: EVENT });
      const refused = await write();
      expect(refused.status).toBe(502);
      expect(refused.json).toMatchObject({ code: "PROVIDER_ERROR", details: { provider: "google", status: 401 } });
      expect(steps(seen)).toEqual(["POST 401", "token"]);
      expect((await write()).status).toBe(200);
      expect(steps(seen)).toEqual(["POST 401", "token", "POST 200"]);
    });

    /** The provider's API refuses every token; the token endpoint goes on. */
    const refuseAll = () =>
      google().setFailureInjector((request) =>
        isTokenRequest(google(), request) ? undefined : Response.json({ error: { code: 401 } }, { status: 401 }),
      );

    test("R-23: a fresh token that the identity request refuses too ends the integration as revoked, without a loop", async () => {
      const { key } = await connected("google");
      refuseAll();
      const seen = watch(google());
      const refused = await read(key);
      expect(`${refused.status} ${refused.json.code}`).toBe("401 INTEGRATION_REVOKED");
      expect(refused.json.details).toMatchObject({
        provider: "google",
        service: "calendar",
        permission: "calendar.read",
      });
      expect(steps(seen)).toEqual(["GET 401", "token", "GET 401", "GET 401"]);
      await expectEnded(key, "google");
    });

    test("R-47: one service that refuses every token ends nothing, and costs one refresh and one identity request a minute", async () => {
      const { key } = await connected("google");
      google().setFailureInjector((request) =>
        pathOf(request).startsWith("/calendar") ? Response.json({ error: { code: 401 } }, { status: 401 }) : undefined,
      );
      const seen = watch(google());
      const refused = await read(key);
      expect(`${refused.status} ${refused.json.code}`).toBe("502 PROVIDER_ERROR");
      expect(refused.json.details).toMatchObject({ provider: "google", status: 401 });
      expect(steps(seen)).toEqual(["GET 401", "token", "GET 401", "GET 200"]);
      for (let i = 0; i < 3; i++) expect((await read(key)).status).toBe(502);
      expect(steps(seen).slice(4)).toEqual(["GET 401", "GET 401", "GET 401"]);
      const labels = await gateway.call("GET", "/api/v1/google/gmail/labels", { key });
      expect(labels.status).toBe(200);
      expect((await integrationOf(gateway, key, "google")).status).toBe("active");
    });

    test("R-23: a replica with an outdated cache still ends the integration that was refused", async () => {
      const { database } = gateway.database;
      const deaf = await startTestGateway({
        lane,
        database: {
          ...gateway.database,
          database: {
            ...database,
            listen: (channel, _onMessage, onState) => database.listen(channel, () => {}, onState),
          },
        },
        settings: { google: google().settings },
        clock: gateway.clock,
      });
      try {
        const { key } = await connected("google");
        expect((await deaf.call("GET", READ.google, { key })).status).toBe(200);
        refuseAll();
        expect((await deaf.call("GET", READ.google, { key })).json.code).toBe("INTEGRATION_REVOKED");
        expect((await integrationOf(gateway, key, "google")).status).toBe("revoked");
      } finally {
        await deaf.close();
      }
    });

    test("R-23: one refresh shows that a person has withdrawn the grant: INTEGRATION_REVOKED", async () => {
      const { key, token } = await connected("google");
      expect(google().revoke(token)).toBe(true);
      const seen = watch(google());
      const refused = await read(key);
      expect(`${refused.status} ${refused.json.code}`).toBe("401 INTEGRATION_REVOKED");
      expect(steps(seen)).toEqual(["GET 401", "token"]);
      await expectEnded(key, "google");
      await gateway.connect(key, "google");
      expect((await integrationOf(gateway, key, "google")).status).toBe("active");
      await until(async () => (await read(key)).status === 200);
    });

    test.each([
      ["503", () => new Response("down", { status: 503 }), 1],
      ["a cut connection, twice", () => "reset" as const, 2],
    ])(
      "R-22: a refused token whose refresh has a transient error (%s) is 503, and the integration stays active",
      async (_title, respond, requests) => {
        const { key } = await connected("google");
        google().expireAll();
        answerTokens(google(), respond);
        const seen = watch(google());
        const refused = await read(key);
        expect(`${refused.status} ${refused.json.code}`).toBe("503 PROVIDER_UNAVAILABLE");
        expect(seen.tokenForms()).toHaveLength(requests);
        expect((await integrationOf(gateway, key, "google")).status).toBe("active");
        google().setFailureInjector();
        expect((await read(key)).status).toBe(200);
      },
    );

    test("R-23: a github token without a refresh token is revoked once the identity request is refused too", async () => {
      const { key, token } = await connected("github");
      expect(gateway.providers.github.revoke(token)).toBe(true);
      const seen = watch(gateway.providers.github);
      const refused = await read(key, "github");
      expect(`${refused.status} ${refused.json.code}`).toBe("401 INTEGRATION_REVOKED");
      expect(seen.to("/user")).toHaveLength(1);
      expect(seen.all()).toHaveLength(2);
      expect(seen.tokenForms()).toEqual([]);
      await expectEnded(key, "github");
      await gateway.connect(key, "github");
      await until(async () => (await read(key, "github")).status === 200);
    });

    test("R-23: a github token that one endpoint refuses and the identity request accepts stays active: 502", async () => {
      const { key } = await connected("github");
      const github = gateway.providers.github;
      github.setFailureInjector((request) =>
        pathOf(request) === "/user" ? undefined : Response.json({ message: "Bad credentials" }, { status: 401 }),
      );
      const refused = await read(key, "github");
      expect(`${refused.status} ${refused.json.code}`).toBe("502 PROVIDER_ERROR");
      expect((await integrationOf(gateway, key, "github")).status).toBe("active");
      github.setFailureInjector();
      expect((await read(key, "github")).status).toBe(200);
    });

    test("R-23: slack's own error for a revoked token ends the integration once the identity request is refused too", async () => {
      const { key } = await connected("slack");
      for (const { token } of gateway.providers.slack.issued) gateway.providers.slack.revoke(token);
      const seen = watch(gateway.providers.slack);
      const refused = await read(key, "slack");
      expect(`${refused.status} ${refused.json.code}`).toBe("401 INTEGRATION_REVOKED");
      expect(seen.all().map(pathOf)).toEqual(["/api/conversations.list", "/api/auth.test"]);
      await expectEnded(key, "slack");
    });

    test("S-50: ciphertexts swapped between two rows cannot be opened: both integrations end as expired, with a log line", async () => {
      const [first, second] = [await connected("google"), await connected("google")];
      await gateway.database.database.script(`
        update integrations i set access_token = o.access_token, refresh_token = o.refresh_token
        from integrations o
        where i.user_id in ('${first.userId}', '${second.userId}') and o.user_id in ('${first.userId}', '${second.userId}')
          and o.id <> i.id`);
      const before = logged(gateway, "token_cannot_be_opened").length;
      const seen = watch(google());
      for (const { key } of [first, second]) {
        const refused = await read(key);
        expect(`${refused.status} ${refused.json.code}`).toBe("401 INTEGRATION_EXPIRED");
        expect((await integrationOf(gateway, key, "google")).status).toBe("expired");
      }
      expect(seen.all()).toEqual([]);
      expect(logged(gateway, "token_cannot_be_opened").slice(before)).toMatchObject([
        { level: "error" },
        { level: "error" },
      ]);
      await gateway.connect(first.key, "google");
      await until(async () => (await read(first.key)).status === 200);
    });

    test("S-50: a ciphertext moved between two fields of one row cannot be opened either", async () => {
      const { key, userId } = await connected("google");
      const move = "update integrations set access_token = refresh_token where user_id = $1";
      await gateway.database.database.query(move, [userId]);
      expect((await read(key)).json.code).toBe("INTEGRATION_EXPIRED");
    });
  });
}
