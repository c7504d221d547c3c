// Starting a connect session: the authorization URL, the stored row, and the refused requests.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createHash } from "node:crypto";
import {
  CONNECT,
  HOOK_MS,
  land,
  REDIRECT_URL,
  start,
  startAndConsent,
  TEST_MS,
  watch,
} from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { ownDetails } from "../../support/responses.ts";

setDefaultTimeout(TEST_MS);
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const challengeOf = (verifier: string) => createHash("sha256").update(verifier).digest("base64url");

for (const lane of laneOf(import.meta.file)) {
  describe(`starting a connect session on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github", "slack"] });
      key = (await gateway.user()).key;
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    const post = (body: unknown, headers?: Record<string, string>) =>
      gateway.call("POST", CONNECT, { key, body, headers });

    test("a session is returned as connect_url, session_id, expires_at in 30 minutes and a status, and nothing else", async () => {
      const response = await post({ provider: "google", redirect_url: REDIRECT_URL });
      expect(response.status).toBe(200);
      expect(Object.keys(response.json.data).sort()).toEqual(["connect_url", "expires_at", "session_id", "status"]);
      expect(response.json.data.session_id).toMatch(UUID);
      const left = Date.parse(response.json.data.expires_at) - Date.now();
      expect(left).toBeGreaterThan(29 * 60_000);
      expect(left).toBeLessThanOrEqual(31 * 60_000);
    });

    test("S-01: the state has at least 32 URL-safe characters and no part of the session's id", async () => {
      const { state, sessionId } = await start(gateway, key, "google");
      expect(state).toMatch(/^[A-Za-z0-9_-]{32,}$/);
      expect(state).not.toMatch(UUID);
      for (const part of sessionId.split("-")) if (part.length > 4) expect(state.toLowerCase()).not.toContain(part);
      const digests = ["sha256", "sha1", "md5"].map((name) => createHash(name).update(sessionId).digest());
      for (const digest of digests) {
        expect(Buffer.from(state, "base64url").equals(digest)).toBe(false);
        expect(state).not.toBe(digest.toString("hex"));
      }
    });

    test("S-02: no row of a session holds its state or a plain hash of it", async () => {
      const { state, sessionId } = await start(gateway, key, "google");
      const rows = await gateway.database.database.query<{ text: string }>(
        "select c::text as text from connect_sessions c",
      );
      const dump = rows.map((row) => row.text).join("\n");
      expect(dump).toContain(sessionId);
      expect(dump).not.toContain(state);
      for (const form of ["hex", "base64", "base64url"] as const) {
        expect(dump).not.toContain(createHash("sha256").update(state).digest(form));
      }
    });

    for (const provider of ["google", "github"] as const) {
      test(`S-03: ${provider} gets an S256 challenge, and its token request the matching verifier`, async () => {
        const { connectUrl, callback } = await startAndConsent(gateway, key, provider);
        const challenge = connectUrl.searchParams.get("code_challenge") ?? "";
        expect(challenge).toMatch(/^[A-Za-z0-9_-]{43}$/);
        expect(connectUrl.searchParams.getAll("code_challenge_method")).toEqual(["S256"]);
        const seen = watch(gateway.providers[provider]);
        expect((await land(callback)).outcome?.status).toBe("success");
        const verifier = seen.tokenForms()[0]?.get("code_verifier") ?? "";
        expect(verifier).toMatch(/^[A-Za-z0-9._~-]{43,128}$/);
        expect(challengeOf(verifier)).toBe(challenge);
        expect(connectUrl.href).not.toContain(verifier);
      });
    }

    test("S-03: slack, which refuses PKCE from an app with a secret, gets neither challenge nor verifier", async () => {
      const { connectUrl, callback } = await startAndConsent(gateway, key, "slack");
      expect([...connectUrl.searchParams.keys()].filter((name) => name.startsWith("code_challenge"))).toEqual([]);
      const seen = watch(gateway.providers.slack);
      expect((await land(callback)).outcome?.status).toBe("success");
      expect(seen.tokenForms()).toHaveLength(1);
      expect(seen.tokenForms()[0]?.has("code_verifier")).toBe(false);
    });

    test("S-04: a hundred sessions have a hundred states and a hundred challenges", async () => {
      const sessions = await Promise.all(Array.from({ length: 100 }, () => start(gateway, key, "google")));
      expect(new Set(sessions.map(({ state }) => state)).size).toBe(100);
      const challenges = sessions.map(({ connectUrl }) => connectUrl.searchParams.get("code_challenge"));
      expect(new Set(challenges).size).toBe(100);
    });

    test("S-11: neither Host nor a forwarding header changes the redirect_uri, which is the same in both requests", async () => {
      const poison = {
        host: "evil.example",
        "x-forwarded-host": "evil.example",
        "x-forwarded-proto": "gopher",
        "x-forwarded-prefix": "/evil",
        forwarded: "host=evil.example;proto=gopher",
      };
      const expected = `${gateway.url}/api/v1/connect/callback`;
      const response = await post({ provider: "google", redirect_url: REDIRECT_URL }, poison);
      expect(new URL(response.json.data.connect_url).searchParams.getAll("redirect_uri")).toEqual([expected]);
      const { connectUrl, callback } = await startAndConsent(gateway, key, "google");
      expect(connectUrl.searchParams.getAll("redirect_uri")).toEqual([expected]);
      const seen = watch(gateway.providers.google);
      const landing = await land(callback, { headers: poison });
      expect(landing.outcome?.status).toBe("success");
      expect(landing.headers.get("location")).toStartWith("http://localhost/done?");
      expect(seen.tokenForms()[0]?.getAll("redirect_uri")).toEqual([expected]);
    });

    test.each([
      ["repo admin:org"],
      ["repo\nadmin:org"],
      ["repo\tx"],
      ['re"po'],
      ["re\\po"],
      [""],
      ["répo"],
      ["a\u0000"],
      ["a\u007f"],
      [7],
      [null],
    ])("S-12: the scope %j is refused before a session exists", async (scope) => {
      const response = await post({ provider: "github", redirect_url: REDIRECT_URL, scopes: ["repo", scope] });
      expect(response.status).toBe(400);
      expect(response.json.code).toBe("VALIDATION_ERROR");
      expect(response.json.details.errors[0].path).toStartWith("/scopes");
    });

    test("S-12: a well-formed scope is sent encoded once, and adds no parameter", async () => {
      const scopes = ["read:org", "x&prompt=none&state=mine", "100%25", "a+b", "https://scope.example/a?b=c#d"];
      const { connectUrl, state } = await start(gateway, key, "github", { scopes });
      expect(connectUrl.searchParams.getAll("scope")).toEqual([scopes.join(" ")]);
      expect(connectUrl.searchParams.has("prompt")).toBe(false);
      expect(connectUrl.searchParams.getAll("state")).toEqual([state]);
      expect(connectUrl.hash).toBe("");
    });

    test("S-24: more scopes need a new consent at the provider, and the grant stays unchanged until then", async () => {
      const { key: own } = await gateway.user();
      await gateway.connect(own, "github", { scopes: ["read:org"] });
      const enabled = async () => {
        const [integration] = (await gateway.call("GET", "/api/v1/integrations", { key: own })).json.data.integrations;
        return integration.enabled_services.filter((service: { is_enabled: boolean }) => service.is_enabled);
      };
      const before = await enabled();
      const { connectUrl, sessionId } = await start(gateway, own, "github", { scopes: ["read:org", "repo"] });
      expect(connectUrl.searchParams.get("scope")).toBe("read:org repo");
      expect(connectUrl.origin).toBe(gateway.providers.github.url);
      const session = await gateway.call("GET", `${CONNECT}/${sessionId}`, { key: own });
      expect(session.json.data.status).toBe("pending");
      expect(await enabled()).toEqual(before);
    });

    test.each([
      ["discord"],
      ["nobody"],
      ["Google"],
      ["__proto__"],
      ["constructor"],
      ["google/../github"],
      ["../google"],
      ["https://evil.example"],
    ])("S-31: %j is no provider, and 400 names those that there are", async (provider) => {
      const response = await post({ provider, redirect_url: REDIRECT_URL });
      expect(response.status).toBe(400);
      expect(response.json.code).toBe("VALIDATION_ERROR");
      expect(response.json.details.errors).toEqual([
        { in: "body", path: "/provider", message: "provider must be one of github, google, slack." },
      ]);
    });

    test("S-31: S-35: no field of the body sets an endpoint or a host: unknown fields are refused", async () => {
      for (const field of [
        "token_url",
        "authorization_url",
        "base_url",
        "tokenUrl",
        "host",
        "issuer",
        "client_id",
        "state",
      ]) {
        const response = await post({
          provider: "google",
          redirect_url: REDIRECT_URL,
          [field]: "https://evil.example",
        });
        expect(`${field} ${response.status} ${response.json.code}`).toBe(`${field} 400 VALIDATION_ERROR`);
      }
    });
  });
}

describe("a provider without an OAuth client", () => {
  test("is 502 PROVIDER_ERROR with the variables to set, and stores no session", async () => {
    const gateway = await startTestGateway({ lane: "postgres" });
    const { key } = await gateway.user();
    const response = await gateway.call("POST", CONNECT, {
      key,
      body: { provider: "slack", redirect_url: REDIRECT_URL },
    });
    expect(response.status).toBe(502);
    expect(response.headers.get("x-error-code")).toBe("PROVIDER_ERROR");
    expect(response.json.error).toContain("SLACK_CLIENT_ID");
    expect(ownDetails(response.json)).toEqual({
      provider: "slack",
      reason: "not_set_up",
      status: null,
      message: "OAuth app not configured",
      code: "not_configured",
    });
    expect(await gateway.database.database.query("select id from connect_sessions")).toEqual([]);
    await gateway.close();
  });
});
