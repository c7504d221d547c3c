// What a connect session says at its end: nothing allowed, some of it, or access that nothing renews; with the next step.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { consent } from "../../../emulators/consent.ts";
import { isNothingGranted, missingPermissions } from "../../../src/connections/connect/granted.ts";
import { permissionsOf, scopesOf } from "../../../src/providers/registry/scopes.ts";
import type { Fetch } from "../../../src/providers/upstream/send.ts";
import { acmePlugin } from "../../support/acme-plugin.ts";
import {
  CONNECT,
  HOOK_MS,
  integrationOf,
  land,
  logged,
  REDIRECT_URL,
  sessionOf,
  startAndConsent,
  TEST_MS,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { pageBrowser } from "../../support/page-browser.ts";

setDefaultTimeout(TEST_MS);
const READ_MAIL = "https://www.googleapis.com/auth/gmail.readonly";

for (const lane of laneOf(import.meta.file)) {
  describe(`the outcome of a session on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    /** Whether Google's token responses come without a refresh token. */
    let isWithoutRefresh = false;
    const fetchTokens: Fetch = async (input, init) => {
      const response = await fetch(input, init);
      if (!isWithoutRefresh || !new URL(input).pathname.endsWith("/token")) return response;
      const { refresh_token: _, ...json } = (await response.json()) as Record<string, unknown>;
      return Response.json(json);
    };
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google"], fetch: fetchTokens });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    afterEach(() => {
      isWithoutRefresh = false;
    });
    const allow = async (scope: string, own?: string) => {
      key = own ?? (await gateway.user()).key;
      const { callback, sessionId } = await startAndConsent(gateway, key, "google", { fields: { scope } });
      return { landing: await land(callback), session: await sessionOf(gateway, key, sessionId) };
    };

    test("S-13: who allows nothing but the sign-in is told so, and nothing becomes active", async () => {
      const { landing, session } = await allow("openid");
      expect(landing.outcome).toMatchObject({ from: "test", error: "nothing_granted", provider: "google" });
      expect(landing.outcome?.error_description).toContain("Connect again");
      expect(session).toMatchObject({ status: "failed", error: "nothing_granted" });
      expect(session.next_step).toBe(landing.outcome?.error_description);
      expect(await integrationOf(gateway, key, "google")).toBeNull();
      expect(logged(gateway, "connect_failed").at(-1)).toMatchObject({ reason: "nothing_granted" });
    });

    test("S-13: a reconnect that allows nothing leaves the former grant in use", async () => {
      await allow(`openid ${READ_MAIL}`);
      const before = await integrationOf(gateway, key, "google");
      const { session } = await allow("openid", key);
      expect(session.error).toBe("nothing_granted");
      expect(await integrationOf(gateway, key, "google")).toEqual(before);
      expect((await gateway.call("GET", "/api/v1/google/gmail/messages?limit=1", { key })).status).toBe(200);
    });

    test("S-13: what was not allowed is named on the session and in the log", async () => {
      const { landing, session } = await allow(`openid ${READ_MAIL}`);
      expect(landing.outcome?.status).toBe("success");
      expect(session.missing_permissions).toContain("calendar.read");
      expect(session.missing_permissions).not.toContain("gmail.read");
      expect(session.next_step).toContain("missing permissions");
      expect(session).not.toHaveProperty("access_expires_at");
      const line = logged(gateway, "connect_completed").at(-1);
      expect(line?.missing_permissions).toEqual(session.missing_permissions);
    });

    test("everything allowed leaves nothing to do", async () => {
      key = (await gateway.user()).key;
      const { callback, sessionId } = await startAndConsent(gateway, key, "google");
      await land(callback);
      const session = await sessionOf(gateway, key, sessionId);
      expect(session).toMatchObject({ status: "completed", missing_permissions: [] });
      expect(session).not.toHaveProperty("next_step");
      expect(await integrationOf(gateway, key, "google")).not.toHaveProperty("access_expires_at");
    });

    test("access that nothing renews says when it ends: session, integration, log and page", async () => {
      isWithoutRefresh = true;
      key = (await gateway.user()).key;
      const body = { provider: "google", redirect_url: REDIRECT_URL, page: true };
      const { connect_url, session_id } = (await gateway.call("POST", CONNECT, { key, body })).json.data;
      const browser = pageBrowser();
      const onward = await browser.send(await browser.open(connect_url), { action: "continue" });
      const landed = await browser.open((await consent(new URL(onward.onTo as string), "ada@example.com")).href);
      expect(landed.title).toBe("Google is connected");
      expect(landed.text).toContain("connect again before then");
      const session = await sessionOf(gateway, key, session_id);
      const integration = await integrationOf(gateway, key, "google");
      expect(session.status).toBe("completed");
      expect(Date.parse(session.access_expires_at) - gateway.clock.now()).toBeGreaterThan(0);
      expect(session.next_step).toContain("access_expires_at");
      expect(integration).toMatchObject({ status: "active", access_expires_at: session.access_expires_at });
      const line = logged(gateway, "connect_completed").at(-1);
      expect(line?.access_expires_at).toBe(session.access_expires_at);
    });

    test("a reconnect without a refresh token keeps the former one, and says nothing of an end", async () => {
      key = (await gateway.user()).key;
      await gateway.connect(key, "google");
      isWithoutRefresh = true;
      const { callback, sessionId } = await startAndConsent(gateway, key, "google");
      await land(callback);
      expect(await sessionOf(gateway, key, sessionId)).not.toHaveProperty("access_expires_at");
      expect(await integrationOf(gateway, key, "google")).not.toHaveProperty("access_expires_at");
    });

    test("a revoked grant's refresh token does not count for the next one", async () => {
      const user = await gateway.user();
      key = user.key;
      await gateway.connect(key, "google");
      await gateway.database.database.query("update integrations set status = 'revoked' where user_id = $1", [
        user.userId,
      ]);
      isWithoutRefresh = true;
      const { callback, sessionId } = await startAndConsent(gateway, key, "google");
      await land(callback);
      expect(await sessionOf(gateway, key, sessionId)).toHaveProperty("access_expires_at");
    });
  });
}

describe("what was granted", () => {
  const acme = acmePlugin();
  const names = [...new Set(permissionsOf(acme).flatMap((permission) => scopesOf(acme, permission)))];
  const scopes = fc.uniqueArray(fc.constantFrom("openid", "items", "all", "reports", ...names));

  test("S-13: is nothing exactly where no permission and no other scope that was asked for is covered", () => {
    fc.assert(
      fc.property(scopes, scopes, (requested, granted) => {
        const missing = missingPermissions(acme, requested, granted);
        const isNothing = isNothingGranted(acme, requested, granted);
        // All that was asked for, and more: never nothing, and nothing is missing.
        expect(isNothingGranted(acme, requested, [...requested, ...granted])).toBe(false);
        expect(missingPermissions(acme, requested, [...requested, ...granted])).toEqual([]);
        // The sign-in alone is nothing, where more was asked for.
        const isMore = requested.some((scope) => scope !== "openid");
        expect(isNothingGranted(acme, requested, ["openid"])).toBe(isMore);
        expect(isNothingGranted(acme, requested, [])).toBe(isMore);
        const allowed = missingPermissions(acme, requested, []).length - missing.length;
        if (isNothing) expect(allowed).toBe(0);
        else if (isMore && !granted.includes("reports")) expect(allowed).toBeGreaterThan(0);
      }),
    );
  });
});
