// The code exchange with a hostile or broken provider, and with an owner that is deleted meanwhile.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { EmulatedServiceName } from "../../../emulators/emulators.ts";
import type { Fetch } from "../../../src/providers/upstream/send.ts";
import {
  answerTokens,
  callbackUrl,
  HOOK_MS,
  integrationOf,
  isTokenRequest,
  land,
  logged,
  pathOf,
  sessionOf,
  start,
  startAndConsent,
  TEST_MS,
  watch,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(TEST_MS);
const HTML = { "content-type": "text/html" };
const good = { access_token: "token-of-nobody", token_type: "Bearer", expires_in: 3600 };
/** A response of the token endpoint, and the error of the session. */
const RESPONSES: [string, () => Response | "reset", string][] = [
  ["an HTML page with 200", () => new Response("<html>Sign in</html>", { headers: HTML }), "temporarily_unavailable"],
  [
    "an HTML page with 500",
    () => new Response("<html>Oops</html>", { status: 500, headers: HTML }),
    "temporarily_unavailable",
  ],
  ["nothing with 200", () => new Response(null), "temporarily_unavailable"],
  ["a list instead of an object", () => Response.json([good]), "temporarily_unavailable"],
  ["a text instead of an object", () => Response.json("access_token"), "temporarily_unavailable"],
  ["null", () => Response.json(null), "temporarily_unavailable"],
  ["an object without access_token", () => Response.json({ token_type: "Bearer" }), "invalid_token_answer"],
  ["an access_token that is a number", () => Response.json({ ...good, access_token: 7 }), "invalid_token_answer"],
  ["an access_token that is empty", () => Response.json({ ...good, access_token: "" }), "invalid_token_answer"],
  [
    "an access_token that no header can hold",
    () => Response.json({ ...good, access_token: "a\u0000ë\ud800" }),
    "invalid_token_answer",
  ],
  ["more than 64 KB", () => Response.json({ ...good, padding: "x".repeat(65 * 1024) }), "invalid_token_answer"],
  ["a dead code", () => Response.json({ error: "invalid_grant" }, { status: 400 }), "invalid_grant"],
  ["a refused client", () => Response.json({ error: "invalid_client" }, { status: 401 }), "invalid_client"],
  ["an error that is no code", () => Response.json({ error: "<b>\r\nx</b>" }, { status: 400 }), "exchange_failed"],
  ["503", () => new Response("down", { status: 503 }), "temporarily_unavailable"],
  ["a cut connection", () => "reset", "temporarily_unavailable"],
];

for (const lane of laneOf(import.meta.file)) {
  describe(`the code exchange on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let userId: string;
    /** Replaces the network in a test. */
    let interceptor: ((input: string) => Error | undefined) | undefined;
    const fetchOrFail: Fetch = (input, init) => {
      const error = interceptor?.(input);
      return error ? Promise.reject(error) : fetch(input, init);
    };
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github", "slack"], fetch: fetchOrFail });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    afterEach(() => {
      interceptor = undefined;
      for (const provider of Object.values(gateway.providers)) provider.setFailureInjector();
    });
    const consented = async (provider: EmulatedServiceName, more = {}) => {
      ({ key, userId } = await gateway.user());
      return startAndConsent(gateway, key, provider, more);
    };

    for (const [title, respond, error] of RESPONSES) {
      test(`S-20: ${title} fails the session as ${error}, and the redirect carries it`, async () => {
        const { callback, sessionId } = await consented("google");
        const seen = watch(gateway.providers.google);
        answerTokens(gateway.providers.google, respond);
        const landing = await land(callback);
        expect(landing.status).toBe(303);
        expect(landing.outcome).toMatchObject({ from: "test", error, provider: "google", session_id: sessionId });
        expect(landing.outcome?.status).toBeUndefined();
        expect(await sessionOf(gateway, key, sessionId)).toMatchObject({ status: "failed", error });
        expect(await integrationOf(gateway, key, "google")).toBeNull();
        expect(seen.tokenForms()).toHaveLength(1);
      });
    }

    test("S-20: a token request that times out fails the session, and the browser is redirected", async () => {
      const { callback, sessionId } = await consented("google");
      const { tokenUrl } = gateway.providers.google.settings;
      interceptor = (input) =>
        input === tokenUrl ? new DOMException("The operation timed out.", "TimeoutError") : undefined;
      expect((await land(callback)).outcome).toMatchObject({ error: "temporarily_unavailable" });
      expect((await sessionOf(gateway, key, sessionId)).status).toBe("failed");
    });

    test("S-20: S-34: a redirect of the token endpoint is not followed: code and secret go nowhere else", async () => {
      const { callback } = await consented("google");
      const sink = watch(gateway.providers.github);
      const location = `${gateway.providers.github.url}/steal`;
      for (const status of [302, 307]) {
        const { callback: next } = status === 302 ? { callback } : await consented("google");
        answerTokens(gateway.providers.google, () => new Response(null, { status, headers: { location } }));
        expect((await land(next)).outcome).toMatchObject({ error: "temporarily_unavailable" });
      }
      expect(sink.all()).toEqual([]);
    });

    test("S-34: a redirect of the identity request to another origin is not followed, and the grant is not stored", async () => {
      const { callback, sessionId } = await consented("github");
      const sink = watch(gateway.providers.slack);
      const location = `${gateway.providers.slack.url}/steal`;
      gateway.providers.github.setFailureInjector((request) =>
        pathOf(request) === "/user" ? new Response(null, { status: 302, headers: { location } }) : undefined,
      );
      expect((await land(callback)).outcome).toMatchObject({ error: "identity_unavailable" });
      expect(sink.all()).toEqual([]);
      expect(await integrationOf(gateway, key, "github")).toBeNull();
      expect(await sessionOf(gateway, key, sessionId)).toMatchObject({
        status: "failed",
        error: "identity_unavailable",
      });
      expect(gateway.providers.github.issued).toEqual([]);
    });

    test("S-31: the callback's code is sent as one form field, to the plugin's own token endpoint", async () => {
      ({ key } = await gateway.user());
      const { state } = await start(gateway, key, "google");
      const code = "x&grant_type=refresh_token&redirect_uri=https://evil.example#\r\nHost: evil.example";
      const seen = watch(gateway.providers.google);
      await land(callbackUrl(gateway, { state, code }));
      const [form] = seen.tokenForms();
      expect(seen.all()).toHaveLength(1);
      expect(form?.getAll("code")).toEqual([code]);
      expect(form?.getAll("grant_type")).toEqual(["authorization_code"]);
      expect(form?.getAll("redirect_uri")).toEqual([`${gateway.url}/api/v1/connect/callback`]);
    });

    test("a response without its token from a provider with its own response shape is refused like any other", async () => {
      const { callback, sessionId } = await consented("slack");
      answerTokens(gateway.providers.slack, () => Response.json({ ok: true, team: { id: "T1" } }));
      expect((await land(callback)).outcome).toMatchObject({ error: "invalid_token_answer" });
      expect(await sessionOf(gateway, key, sessionId)).toMatchObject({
        status: "failed",
        error: "invalid_token_answer",
      });
    });

    test("a client that the provider refuses is logged as an error", async () => {
      const { callback } = await consented("google");
      const before = logged(gateway, "oauth_client_refused").length;
      answerTokens(gateway.providers.google, () => Response.json({ error: "invalid_client" }, { status: 401 }));
      await land(callback);
      expect(logged(gateway, "oauth_client_refused").slice(before)).toMatchObject([
        { level: "error", provider: "google", reason: "invalid_client" },
      ]);
    });

    /** Runs `work` during the code exchange: the session is claimed, nothing is stored. */
    const whileExchanging = (provider: EmulatedServiceName, work: () => Promise<unknown>) => {
      const emulated = gateway.providers[provider];
      emulated.setFailureInjector(async (request) => {
        if (isTokenRequest(emulated, request)) await work();
        return undefined;
      });
    };
    const revocations = { google: "/oauth2/revoke", github: "/applications/gateway-at-github/token" };

    for (const provider of ["google", "github"] as const) {
      test(`S-21: R-31: a user who is deleted meanwhile leaves no token here, and the grant is revoked at ${provider}`, async () => {
        const { callback } = await consented(provider);
        const seen = watch(gateway.providers[provider]);
        const { database } = gateway.database;
        whileExchanging(provider, () => database.query("delete from users where id = $1", [userId]));
        const landing = await land(callback);
        expect(landing.status).toBe(303);
        expect(landing.outcome?.error).toBe("session_ended");
        expect(await database.query("select id from integrations where user_id = $1", [userId])).toEqual([]);
        expect(seen.to(revocations[provider])).toHaveLength(1);
        expect(gateway.providers[provider].issued).toEqual([]);
      });
    }

    test("S-21: a session that is deleted meanwhile stores nothing, and the grant is revoked at the provider", async () => {
      const { callback, sessionId } = await consented("github");
      const { database } = gateway.database;
      whileExchanging("github", () => database.query("delete from connect_sessions where id = $1", [sessionId]));
      expect((await land(callback)).outcome).toMatchObject({ error: "session_ended" });
      expect(await integrationOf(gateway, key, "github")).toBeNull();
      expect(gateway.providers.github.issued).toEqual([]);
    });

    test("S-23: a failed connect does not revoke a grant that another integration of the same person shares", async () => {
      const { key: other } = await gateway.user();
      await gateway.connect(other, "google");
      for (const fail of ["identity", "user"] as const) {
        const { callback } = await consented("google");
        if (fail === "user") {
          whileExchanging("google", () => gateway.database.database.query("delete from users where id = $1", [userId]));
        } else {
          gateway.providers.google.setFailureInjector((request) =>
            pathOf(request) === "/oauth2/v2/userinfo" ? new Response("down", { status: 503 }) : undefined,
          );
        }
        expect((await land(callback)).outcome?.error).toBe(fail === "user" ? "session_ended" : "identity_unavailable");
        gateway.providers.google.setFailureInjector();
        expect((await gateway.call("GET", "/api/v1/google/gmail/messages?limit=1", { key: other })).status).toBe(200);
      }
    });
  });
}
