// Disconnecting: tokens are deleted here in any case, and revoked at the provider unless another integration shares the grant.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { EmulatedServiceName, InjectedFailure, LoggedRequest } from "../../../emulators/emulators.ts";
import type { Fetch } from "../../../src/providers/upstream/send.ts";
import {
  GRACE,
  HOOK_MS,
  isTokenRequest,
  land,
  logged,
  pathOf,
  startAndConsent,
  TEST_MS,
  watch,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const PROVIDERS = ["google", "github", "slack"] as const;
const REVOCATION = {
  google: "/oauth2/revoke",
  github: "/applications/gateway-at-github/token",
  slack: "/api/auth.revoke",
};
const READ = {
  google: "/api/v1/google/gmail/messages?limit=1",
  github: "/api/v1/github/repos?limit=1",
  slack: "/api/v1/slack/channels?limit=1",
};
const isRevocation = (request: LoggedRequest) => Object.values(REVOCATION).includes(pathOf(request));

for (const lane of laneOf(import.meta.file)) {
  describe(`disconnecting on ${lane}`, () => {
    let gateway: TestGateway;
    let hangsAt: string | undefined;
    const fetchOrHang: Fetch = (input, init) =>
      hangsAt !== undefined && input.includes(hangsAt)
        ? Promise.reject(new DOMException("The operation timed out.", "TimeoutError"))
        : fetch(input, init);
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: PROVIDERS, fetch: fetchOrHang });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    // Integrations of other tests would count as siblings.
    beforeEach(() => gateway.database.database.script("delete from integrations"));
    afterEach(() => {
      hangsAt = undefined;
      for (const provider of PROVIDERS) gateway.providers[provider].setFailureInjector();
    });
    const connected = async (provider: EmulatedServiceName, person?: string) => {
      const user = await gateway.user();
      const ended = await gateway.connect(user.key, provider, { person });
      expect(ended.searchParams.get("status")).toBe("success");
      return user;
    };
    const disconnect = (key: string, provider: string) =>
      gateway.call("DELETE", `/api/v1/integrations/${provider}`, { key });
    const rows = () => gateway.database.database.query("select id from integrations");
    const expectGone = async (key: string, provider: EmulatedServiceName) => {
      expect(await rows()).toEqual([]);
      await gateway.heard();
      const seen = watch(gateway.providers[provider]);
      const refused = await gateway.call("GET", READ[provider], { key });
      expect(refused.json.error).toBe(`Integration "${provider}" is not connected`);
      expect(seen.all()).toEqual([]);
    };

    for (const provider of PROVIDERS) {
      // Slack issues a bot's and a person's token, and each is revoked separately.
      const times = { google: 1, github: 1, slack: 2 }[provider];
      test(`S-23: ${provider} gets ${times === 1 ? "one revocation" : "one revocation per token"}; row and ciphertext are gone, and calls are refused`, async () => {
        const { key } = await connected(provider);
        expect((await gateway.call("GET", READ[provider], { key })).status).toBe(200);
        const [row] = await gateway.database.database.query<{ access_token: string }>(
          "select access_token from integrations",
        );
        const seen = watch(gateway.providers[provider]);
        const response = await disconnect(key, provider);
        expect(response.status).toBe(200);
        expect(response.json).toEqual({ data: { deleted: true, provider } });
        expect(seen.all().filter(isRevocation)).toHaveLength(times);
        expect(gateway.providers[provider].issued).toEqual([]);
        await expectGone(key, provider);
        const left = await gateway.database.database.query("select id from integrations where access_token = $1", [
          row?.access_token ?? "",
        ]);
        expect(left).toEqual([]);
      });

      const errors: [string, InjectedFailure][] = [
        ["returns 500", new Response("oops", { status: 500 })],
        ["says that the token is dead", Response.json({ error: "invalid_token" }, { status: 400 })],
        ["cuts the connection", "reset"],
      ];
      for (const [title, error] of errors) {
        test(`S-23: the row is gone even when ${provider} ${title}, and the error is logged`, async () => {
          const { key } = await connected(provider);
          gateway.providers[provider].setFailureInjector((request) => (isRevocation(request) ? error : undefined));
          const before = logged(gateway, "revocation_failed").length;
          expect((await disconnect(key, provider)).status).toBe(200);
          await expectGone(key, provider);
          expect(logged(gateway, "revocation_failed").slice(before)).toMatchObject([{ provider, level: "warn" }]);
        });
      }

      test(`S-23: the row is gone even when ${provider} does not respond in time`, async () => {
        const { key } = await connected(provider);
        hangsAt = REVOCATION[provider];
        const before = logged(gateway, "revocation_failed").length;
        expect((await disconnect(key, provider)).status).toBe(200);
        expect(logged(gateway, "revocation_failed").slice(before)).toMatchObject([{ provider }]);
        hangsAt = undefined;
        await expectGone(key, provider);
      });
    }

    test("S-23: google gets the refresh token by RFC 7009, github a DELETE with Basic, slack its bearer token", async () => {
      const revocations: Record<string, LoggedRequest | undefined> = {};
      const issued: Record<string, string[]> = {};
      for (const provider of PROVIDERS) {
        const { key } = await connected(provider);
        const of = (kind: string) => gateway.providers[provider].issued.filter((token) => token.kind === kind);
        issued[provider] = of(provider === "google" ? "refresh" : "access").map(({ token }) => token);
        const seen = watch(gateway.providers[provider]);
        await disconnect(key, provider);
        revocations[provider] = seen.all().find(isRevocation);
      }
      const { google, github, slack } = revocations;
      expect(google?.method).toBe("POST");
      expect(issued.google).toContain(new URLSearchParams(google?.body).get("token") ?? "");
      expect(google?.path).toBe(REVOCATION.google);
      const { clientId, clientSecret } = gateway.providers.github.settings;
      expect(github?.method).toBe("DELETE");
      expect(github?.headers.authorization).toBe(`Basic ${btoa(`${clientId}:${clientSecret}`)}`);
      expect(issued.github).toContain(JSON.parse(github?.body ?? "{}").access_token);
      expect(slack?.method).toBe("POST");
      expect(issued.slack).toContain(slack?.headers.authorization?.replace("Bearer ", "") ?? "");
    });

    for (const provider of ["google", "slack"] as const) {
      test(`S-23: a grant at ${provider} that two users share is revoked with the second disconnect, not the first`, async () => {
        const [first, second] = [await connected(provider), await connected(provider)];
        const seen = watch(gateway.providers[provider]);
        await disconnect(first.key, provider);
        expect(seen.all()).toEqual([]);
        expect((await gateway.call("GET", READ[provider], { key: second.key })).status).toBe(200);
        await disconnect(second.key, provider);
        expect(seen.to(REVOCATION[provider]).length).toBeGreaterThan(0);
      });
    }

    test("S-23: another person's integration is no sibling: google revokes the one grant and keeps the other", async () => {
      const [ada, grace] = [await connected("google"), await connected("google", GRACE.google)];
      const seen = watch(gateway.providers.google);
      await disconnect(ada.key, "google");
      expect(seen.to(REVOCATION.google)).toHaveLength(1);
      expect((await gateway.call("GET", READ.google, { key: grace.key })).status).toBe(200);
    });

    test("S-23: github revokes each token separately, so a sibling's still works", async () => {
      const [first, second] = [await connected("github"), await connected("github")];
      const seen = watch(gateway.providers.github);
      await disconnect(first.key, "github");
      expect(seen.to(REVOCATION.github)).toHaveLength(1);
      expect((await gateway.call("GET", READ.github, { key: second.key })).status).toBe(200);
    });

    test("a provider that is not connected or unknown is 404, and another user's integration stays", async () => {
      const [{ key: other }, { key }] = [await connected("github"), await gateway.user()];
      for (const provider of ["github", "google", "nobody", "__proto__"]) {
        const response = await disconnect(key, provider);
        expect(`${response.status} ${response.json.code}`).toBe("404 NOT_FOUND");
      }
      expect((await gateway.call("GET", READ.github, { key: other })).status).toBe(200);
      expect((await disconnect(other, "github")).status).toBe(200);
      expect((await disconnect(other, "github")).status).toBe(404);
    });

    test("connecting again after a disconnect makes a new integration that works", async () => {
      const { key } = await connected("google");
      const idOf = async () =>
        (await gateway.call("GET", "/api/v1/integrations", { key })).json.data.integrations[0].id;
      const before = await idOf();
      await disconnect(key, "google");
      await gateway.connect(key, "google");
      expect(await idOf()).not.toBe(before);
      await until(async () => (await gateway.call("GET", READ.google, { key })).status === 200);
    });

    test("R-31: a disconnect during a code exchange does not prevent the new grant", async () => {
      const { key } = await connected("github");
      const { callback } = await startAndConsent(gateway, key, "github");
      gateway.providers.github.setFailureInjector(async (request) => {
        if (isTokenRequest(gateway.providers.github, request)) await disconnect(key, "github");
        return undefined;
      });
      expect((await land(callback)).outcome?.status).toBe("success");
      expect(await rows()).toHaveLength(1);
      await until(async () => (await gateway.call("GET", READ.github, { key })).status === 200);
    });
  });
}
