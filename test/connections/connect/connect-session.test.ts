// A connect session: its states, its owner, and what a grant of fewer scopes allows.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { deny } from "../../../emulators/consent.ts";
import {
  areConnected,
  CONNECT,
  HOOK_MS,
  integrationOf,
  land,
  sessionOf,
  start,
  startAndConsent,
  TEST_MS,
  watch,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(TEST_MS);

for (const lane of laneOf(import.meta.file)) {
  describe(`a connect session on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github", "slack"] });
      key = (await gateway.user()).key;
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    const change = (set: string, id: string) =>
      gateway.database.database.query(`update connect_sessions set ${set} where id = $1`, [id]);

    test("is pending until the callback, with created_at and expires_at", async () => {
      const { sessionId } = await start(gateway, key, "google");
      const session = await sessionOf(gateway, key, sessionId);
      expect(Object.keys(session).sort()).toEqual(["created_at", "expires_at", "provider", "session_id", "status"]);
      expect(session).toMatchObject({ session_id: sessionId, provider: "google", status: "pending" });
      expect(Date.parse(session.expires_at) - Date.parse(session.created_at)).toBe(30 * 60_000);
    });

    test("is expired once its 30 minutes are over", async () => {
      const { sessionId } = await start(gateway, key, "google");
      await change("expires_at = now() - interval '1 second'", sessionId);
      const session = await sessionOf(gateway, key, sessionId);
      expect(session.status).toBe("expired");
      expect(session).not.toHaveProperty("error");
    });

    test("is failed with the provider's code after a denial; only then it has error", async () => {
      const { sessionId, connectUrl } = await start(gateway, key, "google");
      await land(deny(connectUrl));
      expect(await sessionOf(gateway, key, sessionId)).toMatchObject({ status: "failed", error: "access_denied" });
      // A failed session does not expire.
      await change("expires_at = now() - interval '1 second'", sessionId);
      expect((await sessionOf(gateway, key, sessionId)).status).toBe("failed");
    });

    test("R-03: whose callback died after the claim is failed a minute later, and its state is refused", async () => {
      const { sessionId, callback } = await startAndConsent(gateway, key, "google");
      await change("claimed_at = now() - interval '50 seconds'", sessionId);
      expect((await sessionOf(gateway, key, sessionId)).status).toBe("pending");
      await change("claimed_at = now() - interval '61 seconds'", sessionId);
      expect(await sessionOf(gateway, key, sessionId)).toMatchObject({ status: "failed", error: "interrupted" });
      const seen = watch(gateway.providers.google);
      expect((await land(callback)).status).toBe(400);
      expect(seen.all()).toEqual([]);
    });

    test("S-15: has the identity of the integration once it is completed", async () => {
      // Slack's main token is the bot's and names bot and workspace; the id is still the person's.
      const expected = { google: "ada@example.com", github: "ada", slack: "gateway" };
      for (const provider of ["google", "github", "slack"] as const) {
        const { sessionId, callback } = await startAndConsent(gateway, key, provider);
        expect(await sessionOf(gateway, key, sessionId)).not.toHaveProperty("identity");
        await land(callback);
        const session = await sessionOf(gateway, key, sessionId);
        expect(session).toMatchObject({
          status: "completed",
          identity: { name: expected[provider], id: expect.any(String) },
        });
        expect(session.identity.id).not.toBe("");
        expect((await integrationOf(gateway, key, provider)).identity).toEqual(session.identity);
      }
      const slack = (await integrationOf(gateway, key, "slack")).identity;
      expect(slack.workspace).toMatchObject({ name: "Acme" });
      const users = await gateway.call("GET", "/api/v1/slack/users?limit=100", { key });
      const ada = users.json.data.users.find(({ name }: { name: string }) => name === "ada");
      expect(slack.id).toBe(`${slack.workspace.id}:${ada.id}`);
    });

    test("S-22: of another user is 404 with the same body as an unknown one", async () => {
      const { sessionId } = await start(gateway, key, "google");
      const { key: other } = await gateway.user();
      const ids = [sessionId, sessionId.toUpperCase(), crypto.randomUUID(), "not-a-uuid", "' or 1=1 --"];
      const responses = await Promise.all(
        ids.map((id) => gateway.call("GET", `${CONNECT}/${encodeURIComponent(id)}`, { key: other })),
      );
      for (const response of responses)
        expect(`${response.status} ${response.headers.get("x-error-code")}`).toBe("404 NOT_FOUND");
      expect(new Set(responses.map((response) => response.text)).size).toBe(1);
      expect((await gateway.call("GET", `${CONNECT}/${sessionId}`)).status).toBe(401);
      expect((await sessionOf(gateway, key, sessionId)).status).toBe("pending");
    });

    test("S-04: no response of the API holds a verifier, and only connect_url holds a state", async () => {
      const { sessionId, callback, state } = await startAndConsent(gateway, key, "google");
      const seen = watch(gateway.providers.google);
      const landing = await land(callback);
      const verifier = seen.tokenForms()[0]?.get("code_verifier") ?? "";
      expect(verifier).not.toBe("");
      const responses = await Promise.all(
        [`${CONNECT}/${sessionId}`, "/api/v1/integrations"].map((path) => gateway.call("GET", path, { key })),
      );
      for (const text of [landing.headers.get("location") ?? "", ...responses.map((response) => response.text)]) {
        expect(text).not.toContain(verifier);
        expect(text).not.toContain(state);
      }
    });

    test("S-13: with fewer scopes than requested enables what was granted; the rest is 403 with the missing scopes", async () => {
      const { key: own } = await gateway.user();
      const granted = "https://www.googleapis.com/auth/gmail.readonly";
      const { callback } = await startAndConsent(gateway, own, "google", { fields: { scope: `openid ${granted}` } });
      expect((await land(callback)).outcome?.status).toBe("success");
      const { enabled_services } = await integrationOf(gateway, own, "google");
      const enabled = (name: string) =>
        enabled_services.find((service: { service_name: string }) => service.service_name === name)?.is_enabled;
      expect([enabled("gmail.read"), enabled("gmail.send"), enabled("calendar.read"), enabled("drive.read")]).toEqual([
        true,
        false,
        false,
        false,
      ]);
      expect((await gateway.call("GET", "/api/v1/google/gmail/messages?limit=1", { key: own })).status).toBe(200);
      const seen = watch(gateway.providers.google);
      const refused = await gateway.call("GET", "/api/v1/google/calendar/events", { key: own });
      expect(refused.status).toBe(403);
      expect(refused.json).toMatchObject({
        code: "PERMISSION_DENIED",
        details: {
          provider: "google",
          service: "calendar",
          permission: "calendar.read",
          missing_scopes: ["https://www.googleapis.com/auth/calendar.readonly"],
        },
      });
      expect(seen.all()).toEqual([]);
      for (const [permission, isConnected] of [
        ["gmail.read", true],
        ["gmail.send", false],
        ["calendar.read", false],
      ] as const) {
        const flags = await areConnected(gateway, own, permission);
        expect(flags.length).toBeGreaterThan(0);
        expect(new Set(flags)).toEqual(new Set([isConnected]));
      }
    });

    test("S-13: custom scopes replace the default set", async () => {
      const { key: own } = await gateway.user();
      const { connectUrl, callback } = await startAndConsent(gateway, own, "slack", { scopes: ["channels:read"] });
      expect(connectUrl.searchParams.get("scope")).toBe("channels:read");
      await land(callback);
      const { enabled_services } = await integrationOf(gateway, own, "slack");
      expect(enabled_services.filter((service: { is_enabled: boolean }) => service.is_enabled)).toEqual([
        { service_name: "channels.read", is_enabled: true },
      ]);
    });
  });
}
