// A pending grant: no call can use it until the partner's back end presents the one-time token of the redirect.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { EmulatedServiceName } from "../../../emulators/emulators.ts";
import { dropUnconfirmed } from "../../../src/connections/connect/confirm.ts";
import {
  areConnected,
  CONNECT,
  dump,
  GRACE,
  HOOK_MS,
  integrationOf,
  isTokenRequest,
  land,
  landAndReplace,
  logged,
  REDIRECT_URL,
  secretsIn,
  sessionOf,
  startAndConsent,
  TEST_MS,
  watch,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, TEST_KEY_RING, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const READ = {
  google: "/api/v1/google/gmail/messages?limit=1",
  github: "/api/v1/github/repos?limit=1",
  slack: "/api/v1/slack/channels?limit=1",
};
const REVOCATION = {
  google: "/oauth2/revoke",
  github: "/applications/gateway-at-github/token",
  slack: "/api/auth.revoke",
};

for (const lane of laneOf(import.meta.file)) {
  describe(`confirming on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let externalId: string;
    let accountId: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github", "slack"] });
      key = (await gateway.partner({ tier: "enterprise" })).key;
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    beforeEach(async () => {
      // Integrations of other tests would count as siblings.
      await gateway.database.database.script("delete from accounts");
      gateway.clock.move(60_000);
      externalId = crypto.randomUUID();
      accountId = await gateway.account(key, externalId);
    });
    afterEach(() => {
      for (const provider of ["google", "github", "slack"] as const) gateway.providers[provider].setFailureInjector();
    });
    const query = <Row>(text: string, values: string[] = []) => gateway.database.database.query<Row>(text, values);
    /** Connects with `confirm` through the consent page; returns the confirm_token. */
    const connect = async (provider: EmulatedServiceName, person?: string) => {
      const started = await startAndConsent(gateway, key, provider, { accountId, confirm: true, person });
      const { outcome } = await landAndReplace(started.callback);
      if (outcome?.status !== "success") throw new Error(`The connect ended with ${JSON.stringify(outcome)}`);
      return { ...started, outcome, token: outcome.confirm_token ?? "" };
    };
    const confirm = (provider: string, token: unknown, account = accountId) =>
      gateway.call("POST", `/api/v1/accounts/${account}/integrations/${provider}/confirm`, {
        key,
        body: { confirm_token: token },
      });
    const read = (provider: EmulatedServiceName) =>
      gateway.call("GET", READ[provider], { key, headers: { "x-account-id": externalId } });
    /** A notification invalidates a replica's cache within a second. */
    const reads = (provider: EmulatedServiceName) => until(async () => (await read(provider)).status === 200);
    const visible = (provider: EmulatedServiceName) => integrationOf(gateway, key, provider, accountId);
    const endTime = () => query("update pending_grants set expires_at = now() - interval '1 second'");
    const sweep = () => dropUnconfirmed(gateway.app.deps);
    const revocations = (provider: EmulatedServiceName) => {
      const seen = watch(gateway.providers[provider]);
      return () => seen.to(REVOCATION[provider]).length;
    };

    test("S-14: until it is confirmed the integration is pending and unusable, with its identity; then it is active", async () => {
      const { outcome, token, sessionId } = await connect("github");
      expect(Object.keys(outcome).sort()).toEqual(
        ["account_id", "confirm_token", "external_id", "from", "provider", "session_id", "status"].sort(),
      );
      const pending = await visible("github");
      expect(pending).toMatchObject({ provider: "github", status: "pending", identity: { name: "ada" } });
      const session = await sessionOf(gateway, key, sessionId, accountId);
      expect(session).toMatchObject({ status: "completed", identity: pending.identity });
      const account = await gateway.call("GET", `/api/v1/accounts/${accountId}`, { key });
      expect(account.json.data.integrations).toMatchObject([{ id: pending.id, status: "pending" }]);
      const seen = watch(gateway.providers.github);
      const refused = await read("github");
      expect(codeOf(refused)).toBe("403 PERMISSION_DENIED");
      expect(refused.json.error).toContain("confirm");
      expect(seen.all()).toEqual([]);

      const confirmed = await confirm("github", token);
      expect(confirmed.json).toEqual({ ok: true, data: { ...pending, status: "active", sources: expect.any(Array) } });
      expect(await visible("github")).toEqual(confirmed.json.data);
      await reads("github");
      expect(await query("select id from pending_grants")).toEqual([]);
      expect(logged(gateway, "connect_confirmed")).toMatchObject([
        { account_id: accountId, provider: "github", integration_id: pending.id, identity_id: pending.identity.id },
      ]);
    });

    test("S-14: a call that was refused while pending succeeds as soon as the grant is confirmed, in spite of the cache", async () => {
      const { token } = await connect("google");
      for (const _ of [1, 2]) expect((await read("google")).status).toBe(403);
      expect((await confirm("google", token)).status).toBe(200);
      await reads("google");
      gateway.clock.move(3_601_000);
      // The refresh token was moved too.
      await reads("google");
    });

    test("S-14: the token has 256 random bits, never repeats, and is in no table, log line or other response", async () => {
      const [one, two] = [await connect("google"), await connect("google")];
      expect(one.token).toMatch(/^[\w-]{43}$/);
      expect(two.token).not.toBe(one.token);
      const session = await gateway.call("GET", `/api/v1/accounts/${accountId}/connect/${two.sessionId}`, { key });
      const list = await gateway.call("GET", `/api/v1/accounts/${accountId}/integrations`, { key });
      const texts = [await dump(gateway), gateway.logLines.join("\n"), session.text, list.text];
      for (const text of texts) expect(secretsIn(text, [one.token, two.token])).toEqual([]);
    });

    test("S-14: a wrong, foreign or used token is 400 and changes nothing; without any integration it is 404", async () => {
      expect(codeOf(await confirm("google", "x"))).toBe("404 INTEGRATION_NOT_FOUND");
      expect(codeOf(await confirm("myspace", "x"))).toBe("404 INTEGRATION_NOT_FOUND");
      const { token } = await connect("google");
      const { token: ofGithub } = await connect("github");
      const first = accountId;
      accountId = await gateway.account(key);
      const { token: ofOther } = await connect("google");
      expect(codeOf(await confirm("github", ofGithub))).toBe("404 INTEGRATION_NOT_FOUND");
      accountId = first;
      const altered = `${token[0] === "A" ? "B" : "A"}${token.slice(1)}`;
      for (const wrong of ["x", altered, token.slice(1), `${token} `, ofGithub, ofOther, "", 7, null, undefined]) {
        expect(codeOf(await confirm("google", wrong))).toBe("400 VALIDATION_ERROR");
      }
      expect((await visible("google")).status).toBe("pending");
      expect((await confirm("google", token)).status).toBe(200);
      expect(codeOf(await confirm("google", token))).toBe("400 VALIDATION_ERROR");
      expect((await visible("google")).status).toBe("active");
    });

    test("S-14: of twenty parallel confirmations one succeeds", async () => {
      const { token } = await connect("github");
      const responses = await Promise.all(Array.from({ length: 20 }, () => confirm("github", token)));
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
      expect(await query("select id from integrations")).toHaveLength(1);
    });

    test("S-14: only the account's own partner can confirm", async () => {
      const { token } = await connect("google");
      const other = await gateway.partner();
      const path = `/api/v1/accounts/${accountId}/integrations/google/confirm`;
      const body = { confirm_token: token };
      expect(codeOf(await gateway.call("POST", path, { key: other.key, body }))).toBe("404 ACCOUNT_NOT_FOUND");
      expect((await gateway.call("POST", path, { key: (await gateway.user()).key, body })).status).toBe(403);
      expect((await visible("google")).status).toBe("pending");
    });

    test("S-14: beside an active integration the old grant stays in use until the new one is confirmed, then it is revoked", async () => {
      await gateway.connect(key, "github", { accountId });
      const before = await visible("github");
      const ended = revocations("github");
      const { token, sessionId } = await connect("github", GRACE.github);
      expect(await visible("github")).toEqual(before);
      expect((await sessionOf(gateway, key, sessionId, accountId)).identity.name).toBe(GRACE.github);
      expect((await read("github")).status).toBe(200);
      expect(codeOf(await confirm("github", "wrong"))).toBe("400 VALIDATION_ERROR");
      expect(ended()).toBe(0);
      const { json } = await confirm("github", token);
      expect(json.data).toMatchObject({ id: before.id, status: "active", identity: { name: GRACE.github } });
      expect(ended()).toBe(1);
      await reads("github");
      // S-18: the event is logged with the change, not before it.
      expect(logged(gateway, "integration_identity_changed").at(-1)).toMatchObject({
        account_id: accountId,
        old_identity_id: before.identity.id,
        identity_id: json.data.identity.id,
      });
    });

    test("S-14: beside a revoked integration it is pending under the same id, and calls are 403", async () => {
      await gateway.connect(key, "github", { accountId });
      const { id } = await visible("github");
      await query("update integrations set status = 'revoked'");
      await until(async () => codeOf(await read("github")) === "401 INTEGRATION_REVOKED");
      const { token } = await connect("github");
      expect(await visible("github")).toMatchObject({ id, status: "pending" });
      await until(async () => codeOf(await read("github")) === "403 PERMISSION_DENIED");
      expect((await confirm("github", token)).json.data).toMatchObject({ id, status: "active" });
    });

    for (const before of ["active", "pending"] as const) {
      test(`S-14: a second grant of the same person without a refresh token keeps that of the ${before} one`, async () => {
        if (before === "active") await gateway.connect(key, "google", { accountId });
        else await connect("google");
        const { google } = gateway.providers;
        const started = await startAndConsent(gateway, key, "google", { accountId, confirm: true });
        const living = google.issued.findLast(({ kind }) => kind === "access");
        google.setFailureInjector((request) =>
          isTokenRequest(google, request)
            ? Response.json({
                access_token: living?.token,
                expires_in: 3600,
                scope: started.connectUrl.searchParams.get("scope"),
              })
            : undefined,
        );
        const { outcome } = await land(started.callback);
        google.setFailureInjector();
        expect((await confirm("google", outcome?.confirm_token)).status).toBe(200);
        gateway.clock.move(3_601_000);
        const seen = watch(google);
        await reads("google");
        expect(seen.tokenForms().map((form) => form.get("grant_type"))).toEqual(["refresh_token"]);
      });
    }

    test("S-14: after 30 minutes by the database's clock it cannot be confirmed, listed or used", async () => {
      const { token } = await connect("github");
      const minutes = "select round(extract(epoch from expires_at - now()) / 60)::int as minutes from pending_grants";
      expect(await query(minutes)).toEqual([{ minutes: 30 }]);
      gateway.clock.move(31 * 60_000);
      expect((await visible("github")).status).toBe("pending");
      await endTime();
      expect(codeOf(await confirm("github", token))).toBe("404 INTEGRATION_NOT_FOUND");
      expect(await visible("github")).toBeNull();
      expect(codeOf(await read("github"))).toBe("403 PERMISSION_DENIED");
    });

    for (const [provider, times] of [
      ["google", 1],
      ["github", 1],
      ["slack", 2],
    ] as const) {
      test(`S-14: S-23: housekeeping deletes an expired grant and revokes it at ${provider}; one in time stays`, async () => {
        const ended = revocations(provider);
        const { token } = await connect(provider);
        await sweep();
        expect(ended()).toBe(0);
        await endTime();
        expect(await sweep()).toBe(1);
        expect(ended()).toBe(times);
        expect(await query("select id from pending_grants")).toEqual([]);
        expect(await sweep()).toBe(0);
        expect(codeOf(await confirm(provider, token))).toBe("404 INTEGRATION_NOT_FOUND");
        expect(logged(gateway, "connect_unconfirmed").at(-1)).toMatchObject({ account_id: accountId, provider });
      });
    }

    test("S-14: a grant that expires beside an active integration leaves that in use, whoever granted it", async () => {
      for (const [provider, person] of [
        ["github", GRACE.github],
        ["google", undefined],
      ] as const) {
        await gateway.connect(key, provider, { accountId });
        const ended = revocations(provider);
        const { token } = await connect(provider, person);
        await endTime();
        expect(await sweep()).toBe(1);
        // A revocation at google ends all grants of the person, so it is left out while one is active.
        expect(ended()).toBe(provider === "github" ? 1 : 0);
        expect(codeOf(await confirm(provider, token))).toBe("400 VALIDATION_ERROR");
        expect((await read(provider)).status).toBe(200);
      }
    });

    test("S-14: a second connect replaces the pending grant: only its own token confirms, and the first grant is revoked", async () => {
      const ended = revocations("github");
      const first = await connect("github", GRACE.github);
      const second = await connect("github");
      expect(ended()).toBe(1);
      expect(await query("select id from pending_grants")).toHaveLength(1);
      expect(codeOf(await confirm("github", first.token))).toBe("400 VALIDATION_ERROR");
      expect((await confirm("github", second.token)).json.data.identity.name).toBe("ada");
      await reads("github");
    });

    test("S-14: a second connect of the same person at google does not revoke the grant that both share", async () => {
      const ended = revocations("google");
      const first = await connect("google");
      const second = await connect("google");
      expect(ended()).toBe(0);
      expect(codeOf(await confirm("google", first.token))).toBe("400 VALIDATION_ERROR");
      expect((await confirm("google", second.token)).status).toBe(200);
      await reads("google");
    });

    test("S-14: a connect without confirm is active at once and deletes the pending grant", async () => {
      const ended = revocations("github");
      const { token } = await connect("github", GRACE.github);
      expect((await gateway.connect(key, "github", { accountId })).searchParams.has("confirm_token")).toBe(false);
      expect(ended()).toBe(1);
      expect(await visible("github")).toMatchObject({ status: "active", identity: { name: "ada" } });
      expect(codeOf(await confirm("github", token))).toBe("400 VALIDATION_ERROR");
      expect(await query("select id from pending_grants")).toEqual([]);
    });

    test("S-14: parallel connects with confirm leave one pending grant, and every callback gets a response", async () => {
      const options = { accountId, confirm: true };
      const started = await Promise.all(
        Array.from({ length: 6 }, () => startAndConsent(gateway, key, "github", options)),
      );
      const landings = await Promise.all(started.map(({ callback }) => land(callback)));
      expect(landings.map(({ outcome }) => outcome?.status)).toEqual(Array.from({ length: 6 }, () => "success"));
      expect(await query("select id from pending_grants")).toHaveLength(1);
      const responses: number[] = [];
      for (const { outcome } of landings) responses.push((await confirm("github", outcome?.confirm_token)).status);
      expect(responses.sort()).toEqual([200, 400, 400, 400, 400, 400]);
      await reads("github");
    });

    for (const how of ["disconnect", "delete"] as const) {
      test(`S-23: to ${how} deletes the pending grant too, and revokes both grants`, async () => {
        await gateway.connect(key, "github", { accountId });
        const { token } = await connect("github", GRACE.github);
        const ended = revocations("github");
        const path = how === "disconnect" ? "/integrations/github" : "";
        expect((await gateway.call("DELETE", `/api/v1/accounts/${accountId}${path}`, { key })).status).toBe(200);
        expect(ended()).toBe(2);
        expect(await query("select id from pending_grants")).toEqual([]);
        expect(await query("select id from integrations")).toEqual([]);
        expect((await confirm("github", token)).status).toBe(404);
      });
    }

    test("S-23: a pending grant alone can be disconnected; it is deleted even when the provider fails", async () => {
      await connect("github");
      gateway.providers.github.setFailureInjector(() => new Response("down", { status: 503 }));
      const path = `/api/v1/accounts/${accountId}/integrations/github`;
      expect((await gateway.call("DELETE", path, { key })).status).toBe(200);
      expect(await query("select id from pending_grants")).toEqual([]);
      expect(codeOf(await gateway.call("DELETE", path, { key }))).toBe("404 INTEGRATION_NOT_FOUND");
      expect(logged(gateway, "revocation_failed").length).toBeGreaterThan(0);
    });

    test("S-23: another account's disconnect does not revoke a pending grant at google", async () => {
      const { token } = await connect("google");
      const [pendingAccount, pendingName] = [accountId, externalId];
      externalId = crypto.randomUUID();
      accountId = await gateway.account(key, externalId);
      await gateway.connect(key, "google", { accountId });
      const ended = revocations("google");
      await gateway.call("DELETE", `/api/v1/accounts/${accountId}/integrations/google`, { key });
      expect(ended()).toBe(0);
      [accountId, externalId] = [pendingAccount, pendingName];
      expect((await confirm("google", token)).status).toBe(200);
      await reads("google");
    });

    test("S-14: tools of a pending integration are not connected", async () => {
      await connect("google");
      const { tools } = (
        await gateway.call("GET", "/api/v1/tools?all=true", { key, headers: { "x-account-id": externalId } })
      ).json.data;
      const flags = tools.map(({ metadata }: { metadata: { connected: boolean } }) => metadata.connected);
      expect(flags.length).toBeGreaterThan(10);
      expect(new Set(flags)).toEqual(new Set([false]));
    });

    test("S-50: a pending grant's ciphertext moved into an integration's row cannot be opened", async () => {
      await gateway.connect(key, "github", { accountId });
      await connect("github");
      await query("update integrations set access_token = (select access_token from pending_grants)");
      await until(async () => codeOf(await read("github")) === "401 INTEGRATION_EXPIRED");
    });

    test("S-52: a rotation of the key ring seals a pending grant again, and it can still be confirmed", async () => {
      const own = await gateway.partner();
      const account = await gateway.account(own.key);
      const options = { accountId: account, confirm: true };
      const { outcome } = await land((await startAndConsent(gateway, own.key, "slack", options)).callback);
      const sealed = () =>
        query<{ keys: string }>(
          `select concat_ws(' ', split_part(access_token, '.', 1), split_part(refresh_token, '.', 1),
             split_part(other_tokens, '.', 1)) as keys from pending_grants`,
        );
      const [before] = await sealed();
      expect(before?.keys).toMatch(/^k1( k1)+$/);
      const rotated = await startTestGateway({
        lane,
        database: gateway.database,
        keyRing: `k2:${Buffer.alloc(32, 8).toString("base64")},${TEST_KEY_RING}`,
        settings: { slack: gateway.providers.slack.settings },
      });
      expect((await rotated.admin("POST", "/secrets/rotate")).json.data).toMatchObject({ unreadable: 0, remaining: 0 });
      expect(await sealed()).toEqual([{ keys: before?.keys.replaceAll("k1", "k2") ?? "" }]);
      const response = await rotated.call("POST", `/api/v1/accounts/${account}/integrations/slack/confirm`, {
        key: own.key,
        body: { confirm_token: outcome?.confirm_token },
      });
      await rotated.close();
      expect(response.json.data).toMatchObject({ provider: "slack", status: "active" });
    });

    test("confirm is for partners only: the user's own connect refuses it", async () => {
      const { key: own } = await gateway.user();
      const body = { provider: "github", redirect_url: REDIRECT_URL, confirm: true };
      const response = await gateway.call("POST", CONNECT, { key: own, body });
      expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
      expect(response.json.details.errors).toMatchObject([{ in: "body", path: "/confirm" }]);
      expect(new Set(await areConnected(gateway, own, "repos.read"))).toEqual(new Set([false]));
    });
  });
}
