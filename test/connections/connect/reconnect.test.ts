// Connecting a connected provider again: one integration stays, its grant is replaced, the old one is revoked if possible.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { EmulatedServiceName } from "../../../emulators/emulators.ts";
import {
  GRACE,
  HOOK_MS,
  integrationOf,
  land,
  landAndReplace,
  logged,
  startAndConsent,
  TEST_MS,
  watch,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(TEST_MS);
const REVOCATION = { google: "/oauth2/revoke", github: "/applications/gateway-at-github/token" };

for (const lane of laneOf(import.meta.file)) {
  describe(`connecting again on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github"] });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    const rowsOf = (userId: string) =>
      gateway.database.database.query<{ id: string; epoch: number }>(
        "select id, epoch from integrations where user_id = $1",
        [userId],
      );
    const consentedTimes = (key: string, provider: EmulatedServiceName, times: number) =>
      Promise.all(Array.from({ length: times }, () => startAndConsent(gateway, key, provider)));

    test("subscriptions and polls of a grant are due at once, not when their queue looks next", async () => {
      const { key, userId } = await gateway.user();
      const { sources } = gateway.app.deps;
      const { notify } = sources;
      const found: Promise<unknown[]>[] = [];
      sources.notify = () => void found.push(rowsOf(userId));
      await gateway.connect(key, "google");
      sources.notify = notify;
      expect((await Promise.all(found)).map(({ length }) => length)).toEqual([1]);
    });

    for (const provider of ["google", "github"] as const) {
      test(`as the same person at ${provider} keeps the integration's id, and the new grant works`, async () => {
        const { key } = await gateway.user();
        await gateway.connect(key, provider);
        const before = await integrationOf(gateway, key, provider);
        await gateway.connect(key, provider);
        const after = await integrationOf(gateway, key, provider);
        expect(after).toMatchObject({ id: before.id, status: "active", identity: before.identity });
        const path = provider === "google" ? "/api/v1/google/gmail/messages?limit=1" : "/api/v1/github/repos?limit=1";
        expect((await gateway.call("GET", path, { key })).status).toBe(200);
      });

      test(`S-18: as another person at ${provider} replaces the identity, logs both, and revokes the old grant`, async () => {
        const { key } = await gateway.user();
        // No other integration may share the grant that is to be revoked.
        await gateway.database.database.query("delete from integrations");
        await gateway.connect(key, provider);
        const before = await integrationOf(gateway, key, provider);
        const tokens = (user = before.identity.name) =>
          gateway.providers[provider].issued.filter((issued) => issued.user === user).map(({ token }) => token);
        const old = tokens().at(-1);
        expect(old).toBeString();
        const seen = watch(gateway.providers[provider]);
        await gateway.connect(key, provider, { person: GRACE[provider] });
        const after = await integrationOf(gateway, key, provider);
        expect(after.id).toBe(before.id);
        expect(after.identity.name).toBe(GRACE[provider]);
        expect(after.identity.id).not.toBe(before.identity.id);
        const changes = logged(gateway, "integration_identity_changed").filter((line) => line.provider === provider);
        expect(changes.at(-1)).toMatchObject({ old_identity_id: before.identity.id, identity_id: after.identity.id });
        expect(seen.to(REVOCATION[provider])).toHaveLength(1);
        expect(tokens()).not.toContain(old);
        expect(tokens(GRACE[provider])).not.toEqual([]);
      });
    }

    test("S-18: the old refresh token is never used for another person, even when the new grant has none", async () => {
      const { key, userId } = await gateway.user();
      await gateway.connect(key, "google");
      const started = await startAndConsent(gateway, key, "google", { person: GRACE.google });
      gateway.providers.google.setFailureInjector(async (request) => {
        if (request.path !== "/oauth2/token") return undefined;
        const form = new URLSearchParams(request.body);
        return form.get("code") === null
          ? undefined
          : Response.json({ access_token: await graceToken(), expires_in: 3600 });
      });
      const graceToken = async () => {
        const { key: other } = await gateway.user();
        gateway.providers.google.setFailureInjector();
        await gateway.connect(other, "google", { person: GRACE.google });
        return gateway.providers.google.issued.findLast(({ kind, user }) => kind === "access" && user === GRACE.google)
          ?.token;
      };
      expect((await landAndReplace(started.callback)).outcome?.status).toBe("success");
      const rows = await gateway.database.database.query<{ refresh_token: string | null; name: string }>(
        "select refresh_token, identity ->> 'name' as name from integrations where user_id = $1",
        [userId],
      );
      expect(rows).toEqual([{ refresh_token: null, name: GRACE.google }]);
    });

    test("R-27: parallel first connects of one user leave one integration, and every callback gets a response", async () => {
      const { key, userId } = await gateway.user();
      const started = await consentedTimes(key, "google", 2);
      const landings = await Promise.all(started.map(({ callback }) => land(callback)));
      expect(landings.map((landing) => landing.outcome?.status)).toEqual(["success", "success"]);
      expect(await rowsOf(userId)).toHaveLength(1);
      expect((await integrationOf(gateway, key, "google")).status).toBe("active");
      expect((await gateway.call("GET", "/api/v1/google/gmail/messages?limit=1", { key })).status).toBe(200);
    });

    test("R-27: each of several parallel reconnects replaces the one before it: only the stored token stays valid", async () => {
      const { key, userId } = await gateway.user();
      await gateway.providers.github.reset();
      await gateway.connect(key, "github");
      const started = await consentedTimes(key, "github", 6);
      const landings = await Promise.all(started.map(({ callback }) => land(callback)));
      expect(landings.map((landing) => landing.outcome?.status)).toEqual(Array.from({ length: 6 }, () => "success"));
      expect(await rowsOf(userId)).toMatchObject([{ epoch: 7 }]);
      expect(gateway.providers.github.issued).toHaveLength(1);
      expect((await gateway.call("GET", "/api/v1/github/repos?limit=1", { key })).status).toBe(200);
    });
  });
}
