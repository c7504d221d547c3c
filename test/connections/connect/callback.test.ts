// The provider's callback: one claim per state, no redirect without a session, and no secret in the redirect.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { deny } from "../../../emulators/consent.ts";
import slack from "../../../plugins/slack/index.ts";
import {
  callbackUrl,
  HOOK_MS,
  integrationOf,
  type Landing,
  land,
  logged,
  sessionOf,
  start,
  startAndConsent,
  TEST_MS,
  watch,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(TEST_MS);
/** Headers that differ between any two responses. */
const VARYING = ["x-request-id", "x-ratelimit-remaining", "x-ratelimit-reset", "date"];
const PREFETCHES = [
  ["sec-purpose", "prefetch"],
  ["sec-purpose", "prefetch;prerender"],
  ["purpose", "prefetch"],
] as const;

function expectPage(landing: Landing): void {
  expect(landing.status).toBe(400);
  expect(landing.outcome).toBeNull();
  expect(landing.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(landing.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(landing.text).toContain("This link cannot be used");
}

for (const lane of laneOf(import.meta.file)) {
  describe(`the callback on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github"] });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    const fresh = async () => {
      key = (await gateway.user()).key;
      return key;
    };

    test("S-05: of 50 parallel callbacks one exchanges the code and succeeds, and 49 get the page", async () => {
      const { callback, sessionId } = await startAndConsent(gateway, await fresh(), "google");
      const seen = watch(gateway.providers.google);
      const landings = await Promise.all(Array.from({ length: 50 }, () => land(callback)));
      const won = landings.filter((landing) => landing.status === 303);
      expect(won.map((landing) => landing.outcome?.status)).toEqual(["success"]);
      const lost = landings.filter((landing) => landing.status !== 303);
      expect(lost).toHaveLength(49);
      for (const landing of lost) expectPage(landing);
      expect(seen.tokenForms()).toHaveLength(1);
      expect((await sessionOf(gateway, key, sessionId)).status).toBe("completed");
    });

    test("R-26: a replay after the success is the page, without a second exchange", async () => {
      const { callback } = await startAndConsent(gateway, await fresh(), "google");
      await land(callback);
      const seen = watch(gateway.providers.google);
      expectPage(await land(callback));
      expect(seen.all()).toEqual([]);
      expect((await integrationOf(gateway, key, "google")).status).toBe("active");
    });

    test("a repeat in the same browser leads to how its session ended, with the same outcome and no second exchange", async () => {
      const { callback, sessionId } = await startAndConsent(gateway, await fresh(), "google");
      const first = await land(callback);
      const cookie = first.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      const seen = watch(gateway.providers.google);
      for (const repeat of await Promise.all([1, 2, 3].map(() => land(callback, { headers: { cookie } })))) {
        expect(repeat.status).toBe(303);
        const page = await fetch(repeat.headers.get("location") as string, { headers: { cookie }, redirect: "manual" });
        const onto = (await page.text()).match(/http-equiv="refresh" content="0; url=([^"]+)"/)?.[1] ?? "";
        expect(onto.replaceAll("&amp;", "&")).toBe(first.headers.get("location") as string);
      }
      expect(seen.all()).toEqual([]);
      // Another browser that has the address is told nothing.
      const other = await startAndConsent(gateway, key, "github");
      const foreign = (await land(other.callback)).headers.getSetCookie()[0]?.split(";")[0] ?? "";
      expectPage(await land(callback, { headers: { cookie: foreign } }));
      expect((await sessionOf(gateway, key, sessionId)).status).toBe("completed");
    });

    test("after a denial the same browser sees the denial again, though it allows later", async () => {
      const { callback, connectUrl, sessionId } = await startAndConsent(gateway, await fresh(), "google");
      const denied = await land(deny(connectUrl));
      const cookie = denied.headers.getSetCookie()[0]?.split(";")[0] ?? "";
      const seen = watch(gateway.providers.google);
      const repeat = await land(callback, { headers: { cookie } });
      expect([repeat.status, new URL(repeat.headers.get("location") as string).pathname]).toEqual([
        303,
        `/connect/sessions/${sessionId}`,
      ]);
      expect(seen.all()).toEqual([]);
    });

    test.each([
      "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)",
      "WhatsApp/2.23.20.0",
      "Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5",
      "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)",
      "facebookexternalhit/1.1",
    ])("a link that %s reads first is used up by the person alone", async (agent) => {
      const { callback, sessionId } = await startAndConsent(gateway, await fresh(), "google");
      const seen = watch(gateway.providers.google);
      const read = await land(callback, { headers: { "user-agent": agent } });
      expect([read.status, read.outcome]).toEqual([200, null]);
      const href = read.text.match(/href="([^"]*gateway_finish=1)"/)?.[1]?.replaceAll("&amp;", "&") ?? "";
      expect(seen.all()).toEqual([]);
      expect((await sessionOf(gateway, key, sessionId)).status).toBe("pending");
      const pressed = await land(new URL(href, gateway.url), { headers: { "user-agent": agent } });
      expect(pressed.outcome?.status).toBe("success");
    });

    test("S-06: a callback after the session's expiry is the page, and no code is exchanged", async () => {
      const { callback, sessionId } = await startAndConsent(gateway, await fresh(), "google");
      const past = "update connect_sessions set expires_at = now() - interval '1 second' where id = $1";
      await gateway.database.database.query(past, [sessionId]);
      const seen = watch(gateway.providers.google);
      expectPage(await land(callback));
      expect(seen.all()).toEqual([]);
      expect(await integrationOf(gateway, key, "google")).toBeNull();
      expect((await sessionOf(gateway, key, sessionId)).status).toBe("expired");
    });

    test("S-07: S-30: without the state of a pending session the response is always the same page, never a redirect", async () => {
      const { callback, state, sessionId } = await startAndConsent(gateway, await fresh(), "google");
      const code = callback.searchParams.get("code") ?? "";
      const evil = { redirect_url: "https://evil.example", redirect_uri: "https://evil.example" };
      const forms: Record<string, string>[] = [
        {},
        { code },
        { code, state: "" },
        { code, state: "unknown", ...evil },
        { code, state: sessionId },
        { code, state: `${state}x` },
        { code, state: state.slice(1) },
        { code, state: ` ${state}` },
        { code, state: `${state}\u0000` },
        { code, state: "a".repeat(513) },
        { code, state: "' or 1=1 --" },
        { code, State: state },
        { error: "access_denied", state: "unknown", ...evil },
        { error: "access_denied" },
      ];
      const duplicated = [
        `${callback}&state=${state}`,
        `${callback}&state=other`,
        `${callbackUrl(gateway, { code })}&state=x&state=${state}`,
      ];
      const seen = watch(gateway.providers.google);
      const landings = await Promise.all(
        [...forms.map((form) => callbackUrl(gateway, form)), ...duplicated].map((url) => land(url)),
      );
      const shapes = landings.map((landing) => {
        expectPage(landing);
        for (const name of VARYING) landing.headers.delete(name);
        return JSON.stringify([landing.text, [...landing.headers]]);
      });
      expect(new Set(shapes).size).toBe(1);
      expect(landings[0]?.text).not.toContain("evil");
      expect(seen.all()).toEqual([]);
      // None of them has claimed the session.
      expect((await land(callback)).outcome?.status).toBe("success");
    });

    test("S-08: after a denial the same state accepts no code", async () => {
      const { callback, connectUrl, sessionId } = await startAndConsent(gateway, await fresh(), "google");
      const denied = await land(deny(connectUrl));
      expect(denied.status).toBe(303);
      expect(denied.outcome).toEqual({
        from: "test",
        error: "access_denied",
        error_description: "The user denied the request.",
        provider: "google",
        session_id: sessionId,
      });
      const seen = watch(gateway.providers.google);
      expectPage(await land(callback));
      expect(seen.all()).toEqual([]);
      expect(await sessionOf(gateway, key, sessionId)).toMatchObject({ status: "failed", error: "access_denied" });
      expect(await integrationOf(gateway, key, "google")).toBeNull();
    });

    test("S-08: a denial after the code changes nothing", async () => {
      const { callback, connectUrl, sessionId } = await startAndConsent(gateway, await fresh(), "google");
      await land(callback);
      expectPage(await land(deny(connectUrl)));
      expect((await sessionOf(gateway, key, sessionId)).status).toBe("completed");
      expect((await integrationOf(gateway, key, "google")).status).toBe("active");
    });

    test("S-09: the provider comes from the session, never from the query", async () => {
      const { callback } = await startAndConsent(gateway, await fresh(), "google");
      for (const [name, value] of Object.entries({
        provider: "github",
        account_id: "x",
        token_url: "https://evil.example",
      })) {
        callback.searchParams.set(name, value);
      }
      const [google, github] = [watch(gateway.providers.google), watch(gateway.providers.github)];
      expect((await land(callback)).outcome).toMatchObject({ status: "success", provider: "google" });
      expect(google.tokenForms()).toHaveLength(1);
      expect(github.all()).toEqual([]);
      expect(await integrationOf(gateway, key, "github")).toBeNull();
    });

    test.each(["https://evil.example", "https://accounts.google.com/", ""])(
      "S-10: with the issuer %j the session fails and the code is not sent",
      async (issuer) => {
        const { callback, sessionId } = await startAndConsent(gateway, await fresh(), "google");
        callback.searchParams.set("iss", issuer);
        const seen = watch(gateway.providers.google);
        expect((await land(callback)).outcome).toMatchObject({ error: "invalid_issuer" });
        expect(seen.all()).toEqual([]);
        expect(await sessionOf(gateway, key, sessionId)).toMatchObject({ status: "failed", error: "invalid_issuer" });
      },
    );

    test("S-10: the session succeeds with the plugin's own issuer", async () => {
      const { callback } = await startAndConsent(gateway, await fresh(), "google");
      callback.searchParams.set("iss", "https://accounts.google.com");
      expect((await land(callback)).outcome?.status).toBe("success");
    });

    test("S-17: the success redirect is a 303 with exactly the documented parameters, without cache or referrer", async () => {
      const { callback, sessionId } = await startAndConsent(gateway, await fresh(), "google");
      const landing = await land(callback);
      expect(landing.status).toBe(303);
      expect(landing.outcome).toEqual({ from: "test", status: "success", provider: "google", session_id: sessionId });
      expect(landing.headers.get("referrer-policy")).toBe("no-referrer");
      expect(landing.headers.get("cache-control")).toContain("no-store");
      expect(landing.text).toBe("");
    });

    test("S-19: HEAD, OPTIONS and a browser's prefetch do not claim the session", async () => {
      const { callback, sessionId } = await startAndConsent(gateway, await fresh(), "google");
      const seen = watch(gateway.providers.google);
      for (const method of ["HEAD", "OPTIONS", "POST"]) {
        const { status, outcome } = await land(callback, { method });
        expect(outcome).toBeNull();
        expect([204, 405]).toContain(status);
      }
      for (const [name, value] of PREFETCHES) expectPage(await land(callback, { headers: { [name]: value } }));
      expect(seen.all()).toEqual([]);
      expect((await sessionOf(gateway, key, sessionId)).status).toBe("pending");
      expect((await land(callback)).outcome?.status).toBe("success");
    });

    test.each([[{}], [{ code: "" }], [{ code: "a".repeat(4_097) }]])(
      "a known state with neither code nor error (%j) ends the session as invalid_request",
      async (more: { code?: string }) => {
        const { state, sessionId } = await start(gateway, await fresh(), "google");
        const seen = watch(gateway.providers.google);
        const landing = await land(callbackUrl(gateway, { state, ...more }));
        expect(landing.outcome).toEqual({
          from: "test",
          error: "invalid_request",
          provider: "google",
          session_id: sessionId,
        });
        expect(await sessionOf(gateway, key, sessionId)).toMatchObject({ status: "failed", error: "invalid_request" });
        expect(seen.all()).toEqual([]);
        expectPage(await land(callbackUrl(gateway, { state, ...more })));
      },
    );

    test("two codes in one callback end the session as invalid_request; neither is sent", async () => {
      const { callback } = await startAndConsent(gateway, await fresh(), "google");
      callback.searchParams.append("code", "another");
      const seen = watch(gateway.providers.google);
      expect((await land(callback)).outcome?.error).toBe("invalid_request");
      expect(seen.all()).toEqual([]);
    });

    test("S-29: error and error_description of the provider cannot break out of the Location header", async () => {
      const { state, sessionId } = await start(gateway, await fresh(), "google");
      const evil = "x\r\nSet-Cookie: a=b\r\n\r\n<script>";
      const landing = await land(callbackUrl(gateway, { state, error: evil, error_description: evil }));
      expect(landing.headers.get("location")).toMatch(/^[\x21-\x7e]+$/);
      expect(landing.headers.getSetCookie().filter((cookie) => !cookie.startsWith("connect="))).toEqual([]);
      expect(landing.outcome).toEqual({
        from: "test",
        error: "access_denied",
        provider: "google",
        session_id: sessionId,
      });
      const next = await start(gateway, key, "google");
      const long = await land(
        callbackUrl(gateway, { state: next.state, error: "e".repeat(300), error_description: "a&status=success#x" }),
      );
      expect(long.outcome?.error).toHaveLength(100);
      expect(long.outcome).toMatchObject({ error_description: "a&status=success#x" });
      expect(long.outcome?.status).toBeUndefined();
    });

    test("S-75: start, success and failure of a connect are logged with session, provider and user", async () => {
      const { userId, key: own } = await gateway.user();
      const good = await startAndConsent(gateway, own, "google");
      await land(good.callback);
      const bad = await start(gateway, own, "google");
      await land(deny(bad.connectUrl));
      const of = (event: string, id: string) => logged(gateway, event).filter((line) => line.session_id === id);
      expect(of("connect_started", good.sessionId)).toMatchObject([{ user_id: userId, provider: "google" }]);
      expect(of("connect_completed", good.sessionId)).toMatchObject([{ user_id: userId, provider: "google" }]);
      expect(of("connect_failed", bad.sessionId)).toMatchObject([{ provider: "google", reason: "access_denied" }]);
    });

    test("a callback at a replica that does not load the provider's plugin ends the session with an error", async () => {
      const own = await fresh();
      const { callback, sessionId } = await startAndConsent(gateway, own, "google");
      const { database } = gateway;
      const replica = await startTestGateway({ lane, database, plugins: [slack as never], baseUrl: gateway.url });
      try {
        const landing = await land(new URL(callback.pathname + callback.search, replica.url));
        expect([landing.status, landing.outcome?.error]).toEqual([303, "server_error"]);
        expect(await sessionOf(gateway, own, sessionId)).toMatchObject({ status: "failed", error: "server_error" });
      } finally {
        await replica.close();
      }
    });
  });
}
