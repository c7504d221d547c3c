// Tests every plugin's OAuth, from authorize URL to revocation, against a strict server that enforces the provider's documented rules.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { startGate } from "../../emulators/gate.ts";
import type { IntegrationRow } from "../../src/connections/integrations/model.ts";
import { findIntegration } from "../../src/connections/integrations/store.ts";
import { openTokens } from "../../src/connections/tokens/sealed-tokens.ts";
import type { Provider } from "../../src/plugin/index.ts";
import { missingScopes, permissionsOf, scopesOf } from "../../src/providers/registry/scopes.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { testClock } from "../support/clock.ts";
import { callbackUrl, HOOK_MS, integrationOf, land, logged, start, TEST_MS } from "../support/connecting.ts";
import { laneOf } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { codeOf } from "../support/responses.ts";
import { consentStrictly } from "../support/strict-server.ts";
import type { ProviderFacts } from "./provider-oauth/facts.ts";
import { BUSINESS_FACTS } from "./provider-oauth/facts-business.ts";
import { ISSUE_FACTS } from "./provider-oauth/facts-issues.ts";
import { WORK_FACTS } from "./provider-oauth/facts-work.ts";
import { readFixture } from "./provider-oauth/fixtures.ts";
import { type StrictProviders, serveStrictly, strictProvidersAt } from "./provider-oauth/strict-providers.ts";
import { tokenResponse } from "./provider-oauth/token-wire.ts";

setDefaultTimeout(TEST_MS);
const FACTS: Readonly<Record<string, ProviderFacts>> = { ...WORK_FACTS, ...ISSUE_FACTS, ...BUSINESS_FACTS };
const BUILT_IN = await builtInPlugins();
const PLUGINS = BUILT_IN.filter(({ id }) => id in FACTS);
const IDS = PLUGINS.map(({ id }) => id);
/** Run on Postgres too: one without rotation, one with rotation and a tenant, and one with two access tokens. */
const ON_BOTH = ["google", "jira", "slack"];

/** Invalid values of `access_token`. */
const NO_TOKENS: unknown[] = [7, {}, ["token"], null, ""];

test("the table of OAuth facts has exactly the plugins of the folder that sign in by OAuth", () => {
  const withOAuth = BUILT_IN.filter(({ auth }) => auth.oauth2 !== undefined);
  expect(Object.keys(FACTS).sort()).toEqual(withOAuth.map(({ id }) => id).sort());
  expect(Object.values(FACTS).filter(({ docs }) => !docs.startsWith("https://"))).toEqual([]);
});

for (const lane of laneOf(import.meta.file)) {
  describe(`on ${lane}`, () => {
    const clock = testClock();
    let gateway: TestGateway;
    let strict: StrictProviders;
    beforeAll(async () => {
      const gate = await startGate(() => clock.now());
      const providers = strictProvidersAt(gate, PLUGINS, FACTS);
      const settings = Object.fromEntries([...providers].map(([id, each]) => [id, each.settings]));
      gateway = await startTestGateway({ lane, plugins: PLUGINS, settings, clock });
      strict = await serveStrictly(gate, providers, `${gateway.url}/api/v1/connect/callback`);
    }, HOOK_MS);
    afterAll(async () => {
      await gateway.close();
      await strict.close();
    }, HOOK_MS);

    for (const id of lane === "postgres" ? ON_BOTH : IDS) describe(id, () => suite(id, () => ({ gateway, strict })));
  });
}

/** The tests of one provider. */
function suite(id: string, of: () => { gateway: TestGateway; strict: StrictProviders }): void {
  const facts = FACTS[id] as ProviderFacts;
  const plugin = PLUGINS.find((each) => each.id === id) as Provider;
  const { refresh, revocation, plain, decline, tenant } = facts;
  const [path] = facts.read;
  const AUTHS: string[] = facts.auth === "either" ? ["basic", "body"] : [facts.auth];
  const it = () => of().strict.of(id);
  const query = (text: string, values: string[]) => of().gateway.database.database.query(text, values);
  /** A user with a pending connect session. */
  const begun = async (user?: { key: string; userId: string }) => {
    const { key, userId } = user ?? (await of().gateway.user());
    return { key, userId, ...(await start(of().gateway, key, id, facts.fields && { fields: facts.fields })) };
  };
  const signed = (callback: URL) => facts.signCallback?.(callback, it().client.secret) ?? callback;
  const consented = async () => {
    const session = await begun();
    const redirectUri = session.connectUrl.searchParams.get("redirect_uri") ?? "";
    return { ...session, callback: signed(await consentStrictly(session.connectUrl.href, redirectUri)) };
  };
  /** A user with an integration and its stored tokens. */
  const connected = async () => {
    const { callback, key, userId } = await consented();
    expect((await land(callback)).outcome).toMatchObject({ status: "success", provider: id });
    await of().gateway.heard();
    return { key, userId, ...(await stored(userId)) };
  };
  const stored = async (userId: string) => {
    const { database, app } = of().gateway;
    const row = (await findIntegration(
      database.database.orm,
      { userId, accountId: null },
      { provider: id },
    )) as IntegrationRow;
    return { row, ...openTokens(app.deps, row) };
  };
  const rowsOf = (userId: string) =>
    query("select id from integrations where user_id = $1 union all select id from pending_grants where user_id = $1", [
      userId,
    ]);
  const read = (key: string) => of().gateway.call("GET", `/api/v1${path}`, { key });
  const integration = (key: string) => integrationOf(of().gateway, key, id);
  const enabled = async (key: string): Promise<string[]> =>
    (await integration(key)).enabled_services
      .filter((service: { is_enabled: boolean }) => service.is_enabled)
      .map((service: { service_name: string }) => service.service_name);
  /** Ends the access token at the provider and moves the clock past its expiry, if known. */
  const expire = async (userId: string) => {
    const { row, access } = await stored(userId);
    await of().strict.server.endAccess(of().strict.opaque(access));
    if (row.accessExpiresAt) of().gateway.clock.move(row.accessExpiresAt.getTime() - of().gateway.clock.now() + 1);
  };
  const tokenJson = (access: unknown, isRefresh: boolean) =>
    tokenResponse(facts, { access, refresh: "r".repeat(43), scopes: facts.scopes.split(" "), isRefresh });
  /** Invalid responses of a token endpoint. */
  const hostileResponses = (isRefresh: boolean): (() => Response)[] => {
    const good = tokenJson("x".repeat(43), isRefresh);
    return [
      ...NO_TOKENS.map((access) => () => Response.json(tokenJson(access, isRefresh))),
      () => new Response("<html>Sign in</html>", { headers: { "content-type": "text/html" } }),
      () => Response.json({ ok: true, token_type: "Bearer" }),
      () => Response.json({ ...good, ok: false, error: "some_error" }),
      () => Response.json({ ...good, scope: { all: true } }),
    ];
  };
  /** Completes a session whose code exchange gets `response`. */
  const landWith = async (state: string, response: () => Response) => {
    it().tokenOverride = response;
    const { outcome } = await land(signed(new URL(callbackUrl(of().gateway, { state, code: "a-code" }))));
    it().tokenOverride = undefined;
    return outcome;
  };

  afterEach(() => {
    const usual = { tokenOverride: undefined, reshape: undefined, identity: undefined };
    Object.assign(it(), { givesRefreshTokens: true, declined: [], ...usual });
  });

  const pkce = facts.pkce === "none" ? "without PKCE" : "with PKCE by S256";
  test(`the authorize URL is the provider's, ${pkce}`, async () => {
    const { connectUrl } = await begun();
    const authorizeParameters = connectUrl.searchParams;
    expect<string>(plugin.auth.oauth2?.authorizationUrl).toBe(facts.authorizationUrl);
    expect<string>(plugin.auth.oauth2?.tokenUrl).toBe(facts.tokenUrl);
    for (const [name, wanted] of Object.entries(facts.parameters)) {
      const value = typeof wanted === "string" ? wanted : expect.stringMatching(wanted);
      expect([name, authorizeParameters.get(name)]).toEqual([name, value]);
    }
    expect(authorizeParameters.get("response_type")).toBe("code");
    expect(authorizeParameters.get("client_id")).toBe(`strict-${id}`);
    expect(authorizeParameters.getAll("state")).toEqual([expect.stringMatching(/^[\w-]{43,}$/)]);
    const isSent = facts.pkce !== "none";
    expect(authorizeParameters.get("code_challenge_method")).toBe(isSent ? "S256" : null);
    expect(authorizeParameters.get("code_challenge")).toEqual(isSent ? expect.stringMatching(/^[\w-]{43}$/) : null);
  });

  test("a code is exchanged only with the client authentication that the provider requires", async () => {
    // Permissions follow from scopes, which GitHub App tokens lack.
    it().givesRefreshTokens = plain?.life !== null;
    const { callback, key, userId } = await consented();
    const code = callback.searchParams.get("code") ?? "";
    const form = { grant_type: "authorization_code", code, redirect_uri: `${callback.origin}${callback.pathname}` };
    for (const auth of ["basic", "body"] as const) {
      const secret = AUTHS.includes(auth) ? "a wrong secret" : undefined;
      const tried = await of().strict.ask(id, form, auth, secret);
      expect([tried.error, tried.json?.access_token]).toEqual(["invalid_client", undefined]);
      // Code and client without the verifier are not enough.
      if (secret === undefined || facts.pkce === "none") continue;
      expect((await of().strict.ask(id, form, auth)).error).toBe("invalid_grant");
    }
    expect((await land(callback)).outcome).toMatchObject({ status: "success", provider: id });
    const exchange = it().tokenRequests.at(-1);
    expect(exchange).toMatchObject({ grantType: "authorization_code", status: 200, error: null });
    expect(AUTHS).toContain(exchange?.auth as string);
    await of().gateway.heard();
    const { row, access } = await stored(userId);
    expect<unknown>(row.identity.name).toBe(readFixture(id, "identity").result.name);
    const response = await read(key);
    expect([response.status, response.text]).toEqual([200, expect.anything()]);
    expect(it().calls.at(-1)).toBe(access);
    if (decline) expect(await enabled(key)).toContain(decline[1]);
  });

  if (decline) {
    /** The scopes of each permission that needs more than the sign-in does. */
    const identity = plugin.auth.oauth2?.identityScopes ?? [];
    const needs = permissionsOf(plugin)
      .map((one) => scopesOf(plugin, one))
      .filter((scopes) => scopes.some((one) => !identity.includes(one)));
    const expectNothingGranted = async ({ callback, key }: { callback: URL; key: string }) => {
      expect((await land(callback)).outcome).toMatchObject({ error: "nothing_granted", provider: id });
      expect(await integrationOf(of().gateway, key, id)).toBeNull();
    };
    const [scope, permission, call = `GET ${path}`] = decline;
    test("granted scopes come from the token response: a permission without its scope is refused", async () => {
      Object.assign(it(), { givesRefreshTokens: plain?.life !== null, declined: [scope] });
      if (needs.every((scopes) => scopes.includes(scope))) return expectNothingGranted(await consented());
      const { key } = await connected();
      expect(await enabled(key)).not.toContain(permission);
      const calls = it().calls.length;
      const [method = "", where] = call.split(" ");
      const response = await of().gateway.call(method, `/api/v1${where}`, { key });
      expect(codeOf(response)).toBe("403 PERMISSION_DENIED");
      expect(response.json.details.missing_scopes).toContain(scope);
      expect(it().calls.length).toBe(calls);
      if (!("scope" in tokenJson("x", false))) return;
      it().reshape = (json) => ({ ...json, scope: "" });
      const none = await consented();
      // Slack grants the person's own scopes in another field.
      if (id !== "slack") return expectNothingGranted(none);
      await land(none.callback);
      expect(await enabled(none.key)).not.toContain(permission);
    });
  }

  if (refresh) {
    const { rotates, refusals } = refresh;
    const errorOf = (status: string) => `401 INTEGRATION_${status.toUpperCase()}`;

    test("I-3: concurrent calls share one refresh, until the grant is revoked", async () => {
      const { key, userId, ...first } = await connected();
      const used = [first.refresh ?? ""];
      for (let round = 1; round <= 2; round++) {
        await expire(userId);
        const before = it().tokenRequests.length;
        const responses = await Promise.all([read(key), read(key)]);
        expect(responses.map(({ status }) => status)).toEqual([200, 200]);
        const [refreshRequest, ...more] = it().tokenRequests.slice(before);
        expect(refreshRequest).toMatchObject({
          grantType: "refresh_token",
          refreshToken: used.at(-1),
          status: 200,
        });
        expect(AUTHS).toContain(refreshRequest?.auth as string);
        expect(more).toEqual([]);
        await of().gateway.heard();
        const now = await stored(userId);
        expect(it().calls.at(-1)).toBe(now.access);
        used.push(now.refresh ?? "");
      }
      expect(new Set(used).size).toBe(rotates ? 3 : 1);
      const { server, ask, opaque } = of().strict;
      const grants = server.endedGrants();
      const token = used[0] as string;
      // With rotation a used refresh token is replayed; without, the user revokes the grant.
      if (rotates) await ask(id, { grant_type: "refresh_token", refresh_token: token }, AUTHS[0] as "basic" | "body");
      else await of().strict.withdraw(id, opaque(token));
      expect(server.endedGrants()).toBe(grants + 1);
      await expire(userId);
      const { status } = refusals[0];
      expect(codeOf(await read(key))).toBe(errorOf(status));
      expect((await integration(key)).status).toBe(status);
      const tokenRequestCount = it().tokenRequests.length;
      await of().gateway.heard();
      expect(codeOf(await read(key))).toBe(errorOf(status));
      expect(it().tokenRequests.length).toBe(tokenRequestCount);
    });

    for (const { said, response, status } of refusals.slice(1).filter((each) => each.status !== "active")) {
      test(`a refresh refused because ${said} leaves the integration ${status}`, async () => {
        const { key, userId } = await connected();
        await expire(userId);
        it().tokenOverride = response;
        expect(codeOf(await read(key))).toBe(errorOf(status));
        expect((await integration(key)).status).toBe(status);
      });
    }

    test("S-32: an invalid or transient refresh response changes nothing that is stored", async () => {
      const { key, userId } = await connected();
      await expire(userId);
      const before = (await stored(userId)).row;
      const transient = refusals.filter(({ status }) => status === "active");
      const responses = [...hostileResponses(true), ...transient.map(({ response }) => response)];
      const tokenRequestCount = it().tokenRequests.length;
      const seen: number[] = [];
      for (const response of responses) {
        it().tokenOverride = response;
        seen.push((await read(key)).status);
      }
      // Each response was served.
      expect(it().tokenRequests.length - tokenRequestCount).toBe(responses.length);
      expect(seen.map((status) => [502, 503].includes(status))).toEqual(responses.map(() => true));
      it().tokenOverride = undefined;
      const { accessToken, refreshToken, status, epoch } = (await stored(userId)).row;
      expect({ ...before, accessToken, refreshToken, status, epoch }).toEqual(before);
      // A lifetime beyond the range of dates must not prevent storing the new token set.
      it().reshape = (json) => ({ ...json, expires_in: 1e300, refresh_token_expires_in: 1e300 });
      expect((await read(key)).status).toBe(200);
      expect((await stored(userId)).row.epoch).toBe(epoch + 1);
    });
  }

  if (refresh && decline && "scope" in tokenJson("x", true)) {
    const [lost, permission, call = `GET ${path}`] = decline;
    test("S-13: a refresh with less scope takes that away, and nothing else; one without scope takes nothing", async () => {
      const { key, userId, row } = await connected();
      const before = await enabled(key);
      const renew = async (reshape: (json: Record<string, unknown>) => Record<string, unknown>) => {
        it().reshape = reshape;
        await expire(userId);
        await read(key);
        await of().gateway.heard();
        return enabled(key);
      };
      expect(await renew(({ scope: _, ...json }) => json)).toEqual(before);
      const without = (scope: unknown) =>
        String(scope)
          .split(/[ ,]+/)
          .filter((one) => one !== lost && !one.endsWith(`/${lost}`))
          .join(facts.separator ?? " ");
      const after = await renew((json) => ({ ...json, scope: without(json.scope) }));
      // Slack's response is about one of two tokens, and the scope of a GitHub App's says nothing.
      if (["slack", "github"].includes(id)) return expect(after).toEqual(before);
      // A broader scope that stays can cover the one that is gone.
      const rest = row.scopes.filter((one) => one !== lost);
      expect(after).toEqual(before.filter((one) => missingScopes(plugin, one, rest).length === 0));
      expect(after).not.toContain(permission);
      const [method = "", where] = call.split(" ");
      const refused = await of().gateway.call(method, `/api/v1${where}`, { key });
      expect(codeOf(refused)).toBe("403 PERMISSION_DENIED");
      expect(refused.json.details.missing_scopes).toContain(lost);
      const noted = logged(of().gateway, "integration_scopes_narrowed").filter(({ provider }) => provider === id);
      expect(noted.map(({ lost_scopes }) => lost_scopes)).toEqual([expect.arrayContaining([lost])]);
    });
  }

  if (plain) {
    const { status } = plain;
    test(`without a refresh token a dead access token leaves the integration ${status}, without a token request`, async () => {
      it().givesRefreshTokens = false;
      const { key, userId, ...first } = await connected();
      expect(first.refresh).toBeNull();
      await expire(userId);
      const tokenRequestCount = it().tokenRequests.length;
      expect(codeOf(await read(key))).toBe(`401 INTEGRATION_${status.toUpperCase()}`);
      expect((await integration(key)).status).toBe(status);
      expect(it().tokenRequests.length).toBe(tokenRequestCount);
    });
  }

  const how = revocation ? "revokes the grant in the provider's documented way" : "sends the provider no request";
  test(`a disconnect ${how}`, async () => {
    await query("delete from integrations where provider = $1", [id]);
    const all = [await connected(), await connected()];
    const calls = it().calls.length;
    for (const { key, access, refresh: refreshToken, others } of all) {
      it().revoked.length = 0;
      expect((await of().gateway.call("DELETE", `/api/v1/integrations/${id}`, { key })).status).toBe(200);
      const token = revocation?.takes === "access" ? access : (refreshToken ?? access);
      const wanted = revocation?.credentials === "bearer" ? [access, ...Object.values(others)] : [token];
      // A revocation that would end another integration of the same person is not sent.
      const isLast = key === all.at(-1)?.key;
      if (!isLast && revocation && revocation.endsOthers === undefined) continue;
      const isRevoked = revocation !== null && (isLast || !revocation.endsOthers);
      expect(it().revoked).toEqual(isRevoked ? wanted : []);
      if (isRevoked) expect(await of().strict.server.isLive(of().strict.opaque(access))).toBe(false);
    }
    expect(it().calls.length).toBe(calls);
  });

  if (facts.signCallback) {
    test("a callback whose signature is missing, forged or of other values ends the session, and no code is exchanged", async () => {
      const { callback: good, userId } = await consented();
      const requests = it().tokenRequests.length;
      for (const change of [
        (url: URL) => url.searchParams.delete("hmac"),
        (url: URL) => url.searchParams.set("hmac", "0".repeat(64)),
        (url: URL) => url.searchParams.set("code", "another"),
        (url: URL) => url.searchParams.set("shop", "evil.myshopify.com"),
      ]) {
        const session = await begun();
        const url = new URL(good);
        url.searchParams.set("state", session.state);
        const forged = facts.signCallback?.(url, it().client.secret) ?? url;
        change(forged);
        expect((await land(forged)).outcome?.error).toBe("invalid_callback");
      }
      expect(it().tokenRequests.length).toBe(requests);
      expect(await rowsOf(userId)).toEqual([]);
    });
  }

  test("S-32: an invalid token response fails the session and stores nothing", async () => {
    const user = await of().gateway.user();
    const calls = it().calls.length;
    for (const response of [...hostileResponses(false), () => Response.json({ ok: false, error: "invalid_grant" })]) {
      const { state } = await begun(user);
      const outcome = await landWith(state, response);
      expect(outcome?.error).toMatch(/^(invalid_token_answer|temporarily_unavailable|invalid_grant|some_error)$/);
    }
    const sessions = await query("select distinct status from connect_sessions where user_id = $1", [user.userId]);
    expect(sessions).toEqual([{ status: "failed" }]);
    expect(await rowsOf(user.userId)).toEqual([]);
    expect(it().calls.length).toBe(calls);
  });

  if (tenant) {
    const { member, good, hostile } = tenant;
    test("S-32: a foreign tenant host or site fails the session, and no token is sent there", async () => {
      const { access } = await connected();
      const user = await of().gateway.user();
      const token = tokenJson(of().strict.opaque(access), false);
      for (const value of hostile) {
        const { state } = await begun(user);
        const calls = it().calls.length;
        if (member === null) it().identity = sitesOf(id, value);
        const outcome = await landWith(state, () =>
          Response.json(member === null ? token : { ...token, [member]: value }),
        );
        const refused = expect.stringMatching(/^(invalid_tenant|identity_unavailable)$/);
        expect([value, outcome?.error]).toEqual([value, refused]);
        // The provider lists its sites; a host is checked before any request to it.
        expect(it().calls.length - calls).toBe(member === null ? 1 : 0);
      }
      expect(await rowsOf(user.userId)).toEqual([]);
    });

    test("S-32: a refresh that names a foreign host redirects no call to it", async () => {
      const { key, userId } = await connected();
      // The test above tries the full list against the same pattern.
      for (const value of member === null ? [good] : hostile.slice(0, 8)) {
        await expire(userId);
        it().reshape = (json) => (member === null ? json : { ...json, [member]: value });
        expect([value, (await read(key)).status]).toEqual([value, 200]);
        await of().gateway.heard();
      }
      expect(Object.values((await stored(userId)).row.tenant)).toContain(good);
    });
  }
}

/** The identity's list of sites with another id. */
function sitesOf(id: string, value: unknown): unknown {
  const sites = readFixture(id, "identity").upstream[0]?.response.json as object[];
  return sites.map((site) => ({ ...site, id: value }));
}
