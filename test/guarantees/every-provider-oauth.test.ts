// Every plugin's OAuth from the authorize URL to the revocation, against a strict server that wants what its provider wants.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { startGate } from "../../src/demo/gate.ts";
import type { IntegrationRow } from "../../src/integrations/model.ts";
import { findIntegration } from "../../src/integrations/store.ts";
import type { Provider } from "../../src/plugin/index.ts";
import { openTokens } from "../../src/tokens/sealed-tokens.ts";
import { codeOf } from "../support/answers.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { testClock } from "../support/clock.ts";
import { callbackUrl, HOOK_MS, integrationOf, land, start, TEST_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import type { ProviderFacts } from "../support/oauth-facts.ts";
import { BUSINESS_FACTS } from "../support/oauth-facts-business.ts";
import { ISSUE_FACTS } from "../support/oauth-facts-issues.ts";
import { WORK_FACTS } from "../support/oauth-facts-work.ts";
import { fixtureOf } from "../support/recorded.ts";
import { type StrictProviders, serveStrictly, strictProvidersAt } from "../support/strict-providers.ts";
import { consentStrictly } from "../support/strict-server.ts";
import { tokenAnswer } from "../support/token-wire.ts";

setDefaultTimeout(TEST_MS);
const FACTS: Readonly<Record<string, ProviderFacts>> = { ...WORK_FACTS, ...ISSUE_FACTS, ...BUSINESS_FACTS };
const BUILT_IN = await builtInPlugins();
const PLUGINS = BUILT_IN.filter(({ id }) => id in FACTS);
const IDS = PLUGINS.map(({ id }) => id);
/** On Postgres: one whose refresh token stays, one that rotates and has a site of its own, and a grant of two tokens. */
const ON_BOTH = ["google", "jira", "slack"];

/** Token answers whose token is none, and the values in its place. */
const NO_TOKENS: unknown[] = [7, {}, ["token"], null, ""];

test("every plugin in the folder stands in the table of its provider's facts, and no other", () => {
  expect(Object.keys(FACTS).sort()).toEqual(BUILT_IN.map(({ id }) => id).sort());
  expect(Object.values(FACTS).filter(({ docs }) => !docs.startsWith("https://"))).toEqual([]);
});

for (const lane of LANES) {
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

/** What is proven of one provider. */
function suite(id: string, of: () => { gateway: TestGateway; strict: StrictProviders }): void {
  const facts = FACTS[id] as ProviderFacts;
  const plugin = PLUGINS.find((each) => each.id === id) as Provider;
  const { refresh, revocation, plain, decline, tenant } = facts;
  const [path] = facts.read;
  const AUTHS: string[] = facts.auth === "either" ? ["basic", "body"] : [facts.auth];
  const it = () => of().strict.of(id);
  const query = (text: string, values: string[]) => of().gateway.database.database.query(text, values);
  /** A user with a session that waits for its callback. */
  const begun = async (user?: { key: string; userId: string }) => {
    const { key, userId } = user ?? (await of().gateway.user());
    return { key, userId, ...(await start(of().gateway, key, id)) };
  };
  const consented = async () => {
    const session = await begun();
    const redirectUri = session.connectUrl.searchParams.get("redirect_uri") ?? "";
    return { ...session, callback: await consentStrictly(session.connectUrl.href, redirectUri) };
  };
  /** A user who has connected, with the tokens that are stored. */
  const connected = async () => {
    const { callback, key, userId } = await consented();
    expect((await land(callback)).outcome).toMatchObject({ status: "success", provider: id });
    await of().gateway.heard();
    return { key, userId, ...(await stored(userId)) };
  };
  const stored = async (userId: string) => {
    const { database, app } = of().gateway;
    const row = (await findIntegration(database.database.orm, { userId, accountId: null }, id)) as IntegrationRow;
    return { row, ...openTokens(app.deps, row) };
  };
  const rowsOf = (userId: string) =>
    query("select id from integrations where user_id = $1 union all select id from pending_grants where user_id = $1", [
      userId,
    ]);
  const read = (key: string) => of().gateway.call("GET", `/api/v1${path}`, { key });
  const shown = (key: string) => integrationOf(of().gateway, key, id);
  const enabled = async (key: string): Promise<string[]> =>
    (await shown(key)).enabled_services
      .filter((service: { is_enabled: boolean }) => service.is_enabled)
      .map((service: { service_name: string }) => service.service_name);
  /** The access token dies at its provider, and its time is past where that is known. */
  const expire = async (userId: string) => {
    const { row, access } = await stored(userId);
    await of().strict.server.endAccess(of().strict.opaque(access));
    if (row.accessExpiresAt) of().gateway.clock.move(row.accessExpiresAt.getTime() - of().gateway.clock.now() + 1);
  };
  const answerWith = (access: unknown, isRefresh: boolean) =>
    tokenAnswer(facts, { access, refresh: "r".repeat(43), scopes: facts.scopes.split(" "), isRefresh });
  /** What no token endpoint should answer. */
  const hostileAnswers = (isRefresh: boolean): (() => Response)[] => {
    const good = answerWith("x".repeat(43), isRefresh);
    return [
      ...NO_TOKENS.map((access) => () => Response.json(answerWith(access, isRefresh))),
      () => new Response("<html>Sign in</html>", { headers: { "content-type": "text/html" } }),
      () => Response.json({ ok: true, token_type: "Bearer" }),
      () => Response.json({ ...good, ok: false, error: "some_error" }),
      () => Response.json({ ...good, scope: { all: true } }),
    ];
  };
  /** Ends a session with a code that is exchanged for `answer`. */
  const landWith = async (state: string, answer: () => Response) => {
    it().tokenFault = answer;
    const { outcome } = await land(callbackUrl(of().gateway, { state, code: "a-code" }));
    it().tokenFault = undefined;
    return outcome;
  };

  afterEach(() => {
    const usual = { tokenFault: undefined, reshape: undefined, identity: undefined };
    Object.assign(it(), { givesRefreshTokens: true, declined: [], ...usual });
  });

  const pkce = facts.pkce === "none" ? "without PKCE" : "with PKCE by S256";
  test(`the authorize URL is the provider's, ${pkce}`, async () => {
    const { connectUrl } = await begun();
    const asked = connectUrl.searchParams;
    expect<string>(plugin.oauth.authorizationUrl).toBe(facts.authorizationUrl);
    expect<string>(plugin.oauth.tokenUrl).toBe(facts.tokenUrl);
    for (const [name, wanted] of Object.entries(facts.parameters)) {
      const value = typeof wanted === "string" ? wanted : expect.stringMatching(wanted);
      expect([name, asked.get(name)]).toEqual([name, value]);
    }
    expect(asked.get("response_type")).toBe("code");
    expect(asked.get("client_id")).toBe(`strict-${id}`);
    expect(asked.getAll("state")).toEqual([expect.stringMatching(/^[\w-]{43,}$/)]);
    const isSent = facts.pkce !== "none";
    expect(asked.get("code_challenge_method")).toBe(isSent ? "S256" : null);
    expect(asked.get("code_challenge")).toEqual(isSent ? expect.stringMatching(/^[\w-]{43}$/) : null);
  });

  test("a code is exchanged with the client shown as the provider wants it, and in no other way", async () => {
    // Permissions are told by scopes, which the tokens of a GitHub App have not.
    it().givesRefreshTokens = plain?.life !== null;
    const { callback, key, userId } = await consented();
    const code = callback.searchParams.get("code") ?? "";
    const form = { grant_type: "authorization_code", code, redirect_uri: `${callback.origin}${callback.pathname}` };
    for (const auth of ["basic", "body"] as const) {
      const secret = AUTHS.includes(auth) ? "a wrong secret" : undefined;
      const tried = await of().strict.ask(id, form, auth, secret);
      expect([tried.fault, tried.json?.access_token]).toEqual(["invalid_client", undefined]);
      // Whoever has the code and the client, yet not the verifier, gets nothing.
      if (secret === undefined || facts.pkce === "none") continue;
      expect((await of().strict.ask(id, form, auth)).fault).toBe("invalid_grant");
    }
    expect((await land(callback)).outcome).toMatchObject({ status: "success", provider: id });
    const exchange = it().tokenRequests.at(-1);
    expect(exchange).toMatchObject({ grantType: "authorization_code", status: 200, fault: null });
    expect(AUTHS).toContain(exchange?.auth as string);
    await of().gateway.heard();
    const { row, access } = await stored(userId);
    expect<unknown>(row.identity.name).toBe(fixtureOf(id, "identity").result.name);
    const answer = await read(key);
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    expect(it().calls.at(-1)).toBe(access);
    if (decline) expect(await enabled(key)).toContain(decline[1]);
  });

  if (decline) {
    const [scope, permission, call = `GET ${path}`] = decline;
    test("what was granted is read from the answer: a scope that is missing there is not used", async () => {
      Object.assign(it(), { givesRefreshTokens: plain?.life !== null, declined: [scope] });
      const { key } = await connected();
      expect(await enabled(key)).not.toContain(permission);
      const calls = it().calls.length;
      const [method = "", where] = call.split(" ");
      const answer = await of().gateway.call(method, `/api/v1${where}`, { key });
      expect(codeOf(answer)).toBe("403 PERMISSION_DENIED");
      expect(answer.json.details.missing_scopes).toContain(scope);
      expect(it().calls.length).toBe(calls);
      if (!("scope" in answerWith("x", false))) return;
      it().reshape = (json) => ({ ...json, scope: "" });
      expect(await enabled((await connected()).key)).not.toContain(permission);
    });
  }

  if (refresh) {
    const { rotates, refusals } = refresh;
    const errorOf = (status: string) => `401 INTEGRATION_${status.toUpperCase()}`;

    test("I-3: tokens are refreshed again and again, once for all who wait, until the grant is gone", async () => {
      const { key, userId, ...first } = await connected();
      const spent = [first.refresh ?? ""];
      for (let round = 1; round <= 2; round++) {
        await expire(userId);
        const before = it().tokenRequests.length;
        const answers = await Promise.all([read(key), read(key)]);
        expect(answers.map(({ status }) => status)).toEqual([200, 200]);
        const [asked, ...more] = it().tokenRequests.slice(before);
        expect(asked).toMatchObject({ grantType: "refresh_token", refreshToken: spent.at(-1), status: 200 });
        expect(AUTHS).toContain(asked?.auth as string);
        expect(more).toEqual([]);
        await of().gateway.heard();
        const now = await stored(userId);
        expect(it().calls.at(-1)).toBe(now.access);
        spent.push(now.refresh ?? "");
      }
      expect(new Set(spent).size).toBe(rotates ? 3 : 1);
      const { server, ask, opaque } = of().strict;
      const grants = server.endedGrants();
      const token = spent[0] as string;
      // Somebody has copied the first refresh token and spends it once more; or the person takes the grant back.
      if (rotates) await ask(id, { grant_type: "refresh_token", refresh_token: token }, AUTHS[0] as "basic" | "body");
      else await of().strict.withdraw(id, opaque(token));
      expect(server.endedGrants()).toBe(grants + 1);
      await expire(userId);
      const { status } = refusals[0];
      expect(codeOf(await read(key))).toBe(errorOf(status));
      expect((await shown(key)).status).toBe(status);
      const asked = it().tokenRequests.length;
      await of().gateway.heard();
      expect(codeOf(await read(key))).toBe(errorOf(status));
      expect(it().tokenRequests.length).toBe(asked);
    });

    for (const { said, answer, status } of refusals.slice(1).filter((each) => each.status !== "active")) {
      test(`a refresh that is refused since ${said} leaves the integration ${status}`, async () => {
        const { key, userId } = await connected();
        await expire(userId);
        it().tokenFault = answer;
        expect(codeOf(await read(key))).toBe(errorOf(status));
        expect((await shown(key)).status).toBe(status);
      });
    }

    test("S-32: no hostile answer to a refresh, nor one that is not the grant's fault, changes what is stored", async () => {
      const { key, userId } = await connected();
      await expire(userId);
      const before = (await stored(userId)).row;
      const faults = refusals.filter(({ status }) => status === "active");
      const answers = [...hostileAnswers(true), ...faults.map((fault) => fault.answer)];
      const asked = it().tokenRequests.length;
      const seen: number[] = [];
      for (const answer of answers) {
        it().tokenFault = answer;
        seen.push((await read(key)).status);
      }
      // Each has really been given.
      expect(it().tokenRequests.length - asked).toBe(answers.length);
      expect(seen.map((status) => [502, 503].includes(status))).toEqual(answers.map(() => true));
      it().tokenFault = undefined;
      const { accessToken, refreshToken, status, epoch } = (await stored(userId)).row;
      expect({ ...before, accessToken, refreshToken, status, epoch }).toEqual(before);
      // A life that no date can hold must not keep the new pair from being stored.
      it().reshape = (json) => ({ ...json, expires_in: 1e300, refresh_token_expires_in: 1e300 });
      expect((await read(key)).status).toBe(200);
      expect((await stored(userId)).row.epoch).toBe(epoch + 1);
    });
  }

  if (plain) {
    const { status } = plain;
    test(`without a refresh token a dead access token leaves the integration ${status}, and none is tried`, async () => {
      it().givesRefreshTokens = false;
      const { key, userId, ...first } = await connected();
      expect(first.refresh).toBeNull();
      await expire(userId);
      const asked = it().tokenRequests.length;
      expect(codeOf(await read(key))).toBe(`401 INTEGRATION_${status.toUpperCase()}`);
      expect((await shown(key)).status).toBe(status);
      expect(it().tokenRequests.length).toBe(asked);
    });
  }

  const how = revocation ? "revokes the grant as the provider wants it asked" : "asks nothing of the provider";
  test(`a disconnect ${how}`, async () => {
    await query("delete from integrations where provider = $1", [id]);
    const all = [await connected(), await connected()];
    const calls = it().calls.length;
    for (const { key, access, refresh: refreshToken, others } of all) {
      it().revoked.length = 0;
      expect((await of().gateway.call("DELETE", `/api/v1/integrations/${id}`, { key })).status).toBe(200);
      const token = revocation?.takes === "access" ? access : (refreshToken ?? access);
      const wanted = revocation?.credentials === "bearer" ? [access, ...Object.values(others)] : [token];
      // While another integration lives on the same person's grants, what would end it too is not asked.
      const isLast = key === all.at(-1)?.key;
      if (!isLast && revocation && revocation.endsOthers === undefined) continue;
      const isAsked = revocation !== null && (isLast || !revocation.endsOthers);
      expect(it().revoked).toEqual(isAsked ? wanted : []);
      if (isAsked) expect(await of().strict.server.isLive(of().strict.opaque(access))).toBe(false);
    }
    expect(it().calls.length).toBe(calls);
  });

  test("S-32: a hostile token answer fails the session and stores nothing", async () => {
    const user = await of().gateway.user();
    const calls = it().calls.length;
    for (const answer of [...hostileAnswers(false), () => Response.json({ ok: false, error: "invalid_grant" })]) {
      const { state } = await begun(user);
      const outcome = await landWith(state, answer);
      expect(outcome?.error).toMatch(/^(invalid_token_answer|temporarily_unavailable|invalid_grant|some_error)$/);
    }
    const sessions = await query("select distinct status from connect_sessions where user_id = $1", [user.userId]);
    expect(sessions).toEqual([{ status: "failed" }]);
    expect(await rowsOf(user.userId)).toEqual([]);
    expect(it().calls.length).toBe(calls);
  });

  if (tenant) {
    const { member, good, hostile } = tenant;
    test("S-32: a host or a site that is not the provider's fails the session, and no token goes there", async () => {
      const { access } = await connected();
      const user = await of().gateway.user();
      const token = answerWith(of().strict.opaque(access), false);
      for (const value of hostile) {
        const { state } = await begun(user);
        const calls = it().calls.length;
        if (member === null) it().identity = sitesOf(id, value);
        const outcome = await landWith(state, () =>
          Response.json(member === null ? token : { ...token, [member]: value }),
        );
        const refused = expect.stringMatching(/^(invalid_tenant|identity_unavailable)$/);
        expect([value, outcome?.error]).toEqual([value, refused]);
        // A site is told by the provider itself; a host is told before anything is asked there.
        expect(it().calls.length - calls).toBe(member === null ? 1 : 0);
      }
      expect(await rowsOf(user.userId)).toEqual([]);
    });

    test("S-32: a refresh that names a host that is not the provider's leads no call there", async () => {
      const { key, userId } = await connected();
      // The list in full is tried at the connect, against the same pattern.
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

/** The identity's list of sites, with another id in place of the one that is taken. */
function sitesOf(id: string, value: unknown): unknown {
  const sites = fixtureOf(id, "identity").upstream[0]?.response.json as object[];
  return sites.map((site) => ({ ...site, id: value }));
}
