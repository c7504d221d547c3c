// Partners with OAuth clients of their own, against a server that refuses a grant to every client but the one that made it.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type Gate, startGate } from "../../../emulators/gate.ts";
import { defaultScopes } from "../../../src/providers/registry/scopes.ts";
import { dump, HOOK_MS, land, logged, REDIRECT_URL, secretsIn, TEST_MS } from "../../support/connecting.ts";
import { laneOf, type TestDatabase, testDatabase } from "../../support/database.ts";
import { type EchoProvider, echoPlugin, echoProvider } from "../../support/echo-provider.ts";
import {
  type ApiResponse,
  BUILT_IN,
  type GatewayOptions,
  startTestGateway,
  type TestGateway,
} from "../../support/gateway.ts";
import { rejection } from "../../support/rejection.ts";
import { STRICT_CLIENTS, type StrictOAuth, startStrictOAuth, strictSettings } from "../../support/strict-oauth.ts";
import { consentStrictly } from "../../support/strict-server.ts";
import { swept } from "../../support/sweeping.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const APPS = "/api/v1/oauth-apps";
const READ = "/api/v1/google/calendar/events?limit=1";
const OPERATORS = "strict-client";
type Client = (typeof STRICT_CLIENTS)[number];
const [ONE, TWO] = STRICT_CLIENTS as [Client, Client];
const google = BUILT_IN.find(({ id }) => id === "google") as (typeof BUILT_IN)[number];

for (const lane of laneOf(import.meta.file)) {
  describe(`partners' own OAuth clients on ${lane}`, () => {
    let opened: TestDatabase;
    let gate: Gate;
    let strict: StrictOAuth;
    let echo: EchoProvider;
    let first: TestGateway;
    let second: TestGateway;
    beforeAll(async () => {
      opened = await testDatabase(lane);
      gate = await startGate(() => Date.now());
      echo = echoProvider();
      const options: GatewayOptions = {
        lane,
        database: opened,
        plugins: [google, echoPlugin],
        settings: { google: strictSettings(gate) },
        fetch: (input, init) => (input.includes("planted.example") ? echo.fetch(input, init) : fetch(input, init)),
      };
      first = await startTestGateway(options);
      second = await startTestGateway({ ...options, clock: first.clock });
      strict = await startStrictOAuth(gate, {
        scopes: defaultScopes(google),
        redirectUri: `${first.url}/api/v1/connect/callback`,
      });
    }, HOOK_MS);
    afterAll(async () => {
      await second.close();
      await first.close();
      await strict.close();
      await opened.close();
    }, HOOK_MS);
    afterEach(() => {
      strict.setTokenFault();
      echo.respondWith(() => undefined);
    });

    const put = async (key: string, body: object, provider = "google") => {
      const response = await first.call("PUT", `${APPS}/${provider}`, { key, body });
      if (response.status !== 200) throw new Error(`PUT answered ${response.status}: ${response.text}`);
      return response.json.data;
    };
    const remove = (key: string) => first.call("DELETE", `${APPS}/google`, { key });
    const apps = async (key: string) => (await first.call("GET", APPS, { key })).json.data.oauth_apps;
    /** A partner with an account, and with a client where one is given. */
    const partner = async (client?: object) => {
      const { key, userId } = await first.partner();
      if (client) await put(key, client);
      const externalId: string = crypto.randomUUID();
      return { key, userId, externalId, id: await first.account(key, externalId) };
    };
    type Partner = Awaited<ReturnType<typeof partner>>;
    const start = async ({ key, id }: Pick<Partner, "key" | "id">, provider = "google", at = first) => {
      const body = { provider, redirect_url: REDIRECT_URL };
      const response = await at.call("POST", `/api/v1/accounts/${id}/connect`, { key, body });
      if (response.status !== 200) throw new Error(`connect answered ${response.status}: ${response.text}`);
      return new URL(response.json.data.connect_url);
    };
    /** New sessions of this replica use the client. */
    const inForce = (who: Pick<Partner, "key" | "id">, clientId: string, provider = "google") =>
      until(async () => (await start(who, provider)).searchParams.get("client_id") === clientId);
    const change = async (who: Partner, client: Client) => {
      await put(who.key, client);
      await inForce(who, client.client_id);
    };
    const consented = async (who: Pick<Partner, "key" | "id">) =>
      consentStrictly((await start(who)).href, `${first.url}/api/v1/connect/callback`);
    const connect = async (who: Pick<Partner, "key" | "id">) => (await land(await consented(who))).outcome;
    const connected = async (client?: object) => {
      const who = await partner(client);
      expect(await connect(who)).toMatchObject({ status: "success" });
      return who;
    };
    const read = ({ key, externalId }: Partner, at = first): Promise<ApiResponse> =>
      at.call("GET", READ, { key, headers: { "x-account-id": externalId } });
    const integrations = async ({ key, id }: Partner) =>
      (await first.call("GET", `/api/v1/accounts/${id}/integrations`, { key })).json.data.integrations;
    const disconnect = ({ key, id }: Partner) =>
      first.call("DELETE", `/api/v1/accounts/${id}/integrations/google`, { key });
    /** Calls after the token's time is up. */
    const readLater = (who: Partner, at = first) => {
      first.clock.move(3_601_000);
      return read(who, at);
    };
    /** The clients that have exchanged something from now on, with how it ended. */
    const exchanges = () => {
      const before = strict.exchanges.length;
      return () =>
        strict.exchanges.slice(before).map(({ grantType, clientId, status }) => [grantType, clientId, status] as const);
    };
    const revocations = () => {
      const before = gate.log.filter(({ path }) => path.endsWith("/revocation")).length;
      return () =>
        gate.log
          .filter(({ path }) => path.endsWith("/revocation"))
          .slice(before)
          .map(({ body, status }) => [new URLSearchParams(body).get("client_id"), status] as const);
    };
    const codes = (clientId: string, status = 200) => ["authorization_code", clientId, status] as const;
    const refreshes = (clientId: string, status = 200) => ["refresh_token", clientId, status] as const;
    const storedClients = (userId: string) =>
      opened.database.query<{ client_id: string }>(
        "select client_id from oauth_apps where user_id = $1 order by client_id",
        [userId],
      );

    test("a client is set, listed and removed; its secret is in no response, no log line and no row", async () => {
      const { key } = await partner();
      expect(await apps(key)).toEqual([]);
      const view = await put(key, ONE);
      expect(view).toEqual({
        provider: "google",
        client_id: ONE.client_id,
        created_at: expect.any(String),
        updated_at: view.created_at,
      });
      const again = await put(key, { ...ONE, client_secret: TWO.client_secret });
      expect([again.created_at, again.updated_at > view.updated_at]).toEqual([view.created_at, true]);
      const listed = await first.call("GET", APPS, { key });
      expect(listed.json).toEqual({ ok: true, data: { oauth_apps: [again] } });
      const removed = await remove(key);
      expect([removed.status, removed.json]).toEqual([200, { ok: true, data: { deleted: true, provider: "google" } }]);
      expect(await apps(key)).toEqual([]);
      await put(key, ONE);
      const secrets = [ONE.client_secret, TWO.client_secret];
      const text = await dump(first);
      expect(text).toContain(ONE.client_id);
      expect(secretsIn([text, listed.text, ...first.logLines].join("\n"), secrets)).toEqual([]);
      expect(logged(first, "oauth_app_saved").length).toBeGreaterThan(1);
      await opened.database.query("delete from oauth_apps");
    });

    test("what is no provider is 404, what is no client 400 without the secret in the response, a user without a profile 403", async () => {
      const { key } = await partner();
      const unknown = await first.call("PUT", `${APPS}/nowhere`, { key, body: ONE });
      expect([unknown.status, unknown.json.error_code]).toEqual([404, "NOT_FOUND"]);
      const missing = await remove(key);
      expect([missing.status, missing.json.error_code]).toEqual([404, "NOT_FOUND"]);
      for (const body of [
        {},
        { client_id: "a" },
        { client_id: "a", client_secret: "" },
        { client_id: "a b", client_secret: "secret-to-hide" },
        { client_id: "a", client_secret: "secret-to-hide\n" },
        { client_id: "a", client_secret: "secret-to-hide", more: 1 },
        { client_id: "a", client_secret: "x".repeat(513) },
      ]) {
        const refused = await first.call("PUT", `${APPS}/google`, { key, body });
        expect([refused.status, refused.json.error_code]).toEqual([400, "VALIDATION_ERROR"]);
        expect(refused.text).not.toContain("secret-to-hide");
      }
      const user = await first.user();
      for (const [method, path] of [
        ["GET", APPS],
        ["PUT", `${APPS}/google`],
        ["DELETE", `${APPS}/google`],
      ] as const) {
        const refused = await first.call(method, path, { key: user.key, ...(method === "PUT" && { body: ONE }) });
        expect([refused.status, refused.json.error_code]).toEqual([403, "PARTNER_REQUIRED"]);
      }
    });

    test("authorization, code exchange and refresh use the partner's own client, and no other partner's", async () => {
      const seen = exchanges();
      const [p1, p2, p3] = [await partner(ONE), await partner(TWO), await partner()];
      const expected: [Partner, string][] = [
        [p1, ONE.client_id],
        [p2, TWO.client_id],
        [p3, OPERATORS],
      ];
      for (const [who, clientId] of expected) {
        expect((await start(who)).searchParams.get("client_id")).toBe(clientId);
        expect(await connect(who)).toMatchObject({ status: "success" });
        expect((await readLater(who)).status).toBe(200);
        expect((await readLater(who, second)).status).toBe(200);
      }
      expect(seen()).toEqual(expected.flatMap(([, id]) => [codes(id), refreshes(id), refreshes(id)]));
      // The partner's own integrations are the user's, not an account's.
      const own = { provider: "google", redirect_url: REDIRECT_URL };
      const response = await first.call("POST", "/api/v1/integrations/connect", { key: p1.key, body: own });
      expect(new URL(response.json.data.connect_url).searchParams.get("client_id")).toBe(OPERATORS);
      // Nobody sees another's.
      expect((await apps(p2.key)).map((app: { client_id: string }) => app.client_id)).toEqual([TWO.client_id]);
      expect(await apps(p3.key)).toEqual([]);
      expect((await remove(p3.key)).status).toBe(404);
    });

    test("a grant is renewed by the client that it was made with, whichever came after", async () => {
      const who = await connected();
      await change(who, ONE);
      const seen = exchanges();
      expect((await readLater(who)).status).toBe(200);
      expect((await readLater(who, second)).status).toBe(200);
      expect(seen()).toEqual([refreshes(OPERATORS), refreshes(OPERATORS)]);
      expect(await connect(who)).toMatchObject({ status: "success" });
      await change(who, TWO);
      expect((await readLater(who)).status).toBe(200);
      expect((await readLater(who, second)).status).toBe(200);
      expect(seen().slice(2)).toEqual([codes(ONE.client_id), refreshes(ONE.client_id), refreshes(ONE.client_id)]);
      const other = { ...who, externalId: "other", id: await first.account(who.key, "other") };
      expect(await connect(other)).toMatchObject({ status: "success" });
      expect((await readLater(other)).status).toBe(200);
      expect((await readLater(who)).status).toBe(200);
      expect(seen().slice(5)).toEqual([codes(TWO.client_id), refreshes(TWO.client_id), refreshes(ONE.client_id)]);
    });

    test("another secret of the same client is in force for old grants on every replica within a second", async () => {
      const who = await connected(ONE);
      for (const at of [first, second]) expect((await readLater(who, at)).status).toBe(200);
      await put(who.key, { ...ONE, client_secret: "not-the-secret" });
      let refused: ApiResponse | undefined;
      for (const at of [second, first]) {
        // A replica that has not heard yet renews with the old secret, and succeeds.
        await until(async () => {
          refused = await readLater(who, at);
          return refused.status !== 200;
        });
        expect([refused?.status, refused?.json.error_code]).toEqual([502, "PROVIDER_ERROR"]);
      }
      expect((await integrations(who))[0].status).toBe("active");
      await put(who.key, ONE);
      for (const at of [second, first]) await until(async () => (await readLater(who, at)).status === 200);
    });

    test("a session ends with the client that it was started with, though another came meanwhile", async () => {
      const who = await partner(ONE);
      const seen = exchanges();
      const callback = await consented(who);
      await change(who, TWO);
      expect((await land(callback)).outcome).toMatchObject({ status: "success" });
      expect((await readLater(who)).status).toBe(200);
      expect(seen()).toEqual([codes(ONE.client_id), refreshes(ONE.client_id)]);
    });

    test("a session whose client was removed meanwhile fails, and no other client takes its place", async () => {
      const who = await partner(ONE);
      const seen = exchanges();
      const callback = await consented(who);
      expect((await remove(who.key)).status).toBe(200);
      await inForce(who, OPERATORS);
      expect((await land(callback)).outcome).toMatchObject({ error: "not_configured", provider: "google" });
      expect(seen()).toEqual([]);
      expect(await integrations(who)).toEqual([]);
    });

    test("a client that is removed while a callback exchanges its code leaves no grant behind, here or at the provider", async () => {
      await opened.database.query("delete from integrations");
      const who = await partner(ONE);
      const revoked = revocations();
      const callback = await consented(who);
      strict.setTokenFault({
        after: async () => {
          expect((await remove(who.key)).status).toBe(200);
        },
      });
      expect((await land(callback)).outcome).toMatchObject({ error: "session_ended" });
      expect(await integrations(who)).toEqual([]);
      expect(revoked()).toEqual([[ONE.client_id, 200]]);
    });

    test("a client is not removed while grants hang on it; a disconnect revokes with it and frees it", async () => {
      await opened.database.query("delete from integrations");
      const who = await connected(ONE);
      const refused = await remove(who.key);
      expect([refused.status, refused.json.error_code]).toEqual([409, "CONFLICT"]);
      expect(refused.json.error).toContain("Disconnect them first");
      await put(who.key, TWO);
      // The one that was replaced counts too.
      expect((await remove(who.key)).status).toBe(409);
      const revoked = revocations();
      expect((await disconnect(who)).status).toBe(200);
      expect(revoked()).toEqual([[ONE.client_id, 200]]);
      expect((await remove(who.key)).status).toBe(200);
      expect(await storedClients(who.userId)).toEqual([]);
      await inForce(who, OPERATORS);
    });

    test("a grant of the same person with another client is no sibling: it neither keeps a revocation back nor is ended", async () => {
      await opened.database.query("delete from integrations");
      const [p1, p2] = [await connected(ONE), await connected(TWO)];
      const twin = { ...p1, externalId: "twin", id: await first.account(p1.key, "twin") };
      expect(await connect(twin)).toMatchObject({ status: "success" });
      const revoked = revocations();
      await disconnect(p1);
      expect(revoked()).toEqual([]);
      await disconnect(twin);
      expect(revoked()).toEqual([[ONE.client_id, 200]]);
      expect((await readLater(p2)).status).toBe(200);
    });

    test("a new connect with another client revokes the old grant with the old client", async () => {
      await opened.database.query("delete from integrations");
      const who = await connected(ONE);
      await change(who, TWO);
      const revoked = revocations();
      expect(await connect(who)).toMatchObject({ status: "success" });
      expect(revoked()).toEqual([[ONE.client_id, 200]]);
      expect((await readLater(who)).status).toBe(200);
    });

    test("a replaced client stays while a grant or a pending session uses it, and is deleted then", async () => {
      const who = await connected(ONE);
      await put(who.key, TWO);
      const tidy = async () => {
        await swept(opened.database, "oauth_apps", Date.now());
        return (await storedClients(who.userId)).map((row) => row.client_id);
      };
      const both = [ONE.client_id, TWO.client_id];
      expect(await tidy()).toEqual(both);
      expect((await readLater(who)).status).toBe(200);
      await start({ key: who.key, id: await first.account(who.key) });
      await put(who.key, ONE);
      await disconnect(who);
      // A pending session uses TWO, and ONE is the client of new ones.
      expect(await tidy()).toEqual(both);
      await opened.database.query("update connect_sessions set expires_at = now() - interval '1 hour'");
      expect(await tidy()).toEqual([ONE.client_id]);
      expect((await apps(who.key)).map((app: { client_id: string }) => app.client_id)).toEqual([ONE.client_id]);
    });

    test("a new client is used by new sessions on every replica within a second", async () => {
      const who = await partner();
      const clientOf = async (at: TestGateway) => (await start(who, "google", at)).searchParams.get("client_id");
      for (const clientId of [ONE.client_id, TWO.client_id, OPERATORS]) {
        const before = await clientOf(second);
        expect(await clientOf(first)).toBe(before);
        if (clientId === OPERATORS) await remove(who.key);
        else await put(who.key, clientId === ONE.client_id ? ONE : TWO);
        for (const at of [second, first]) await until(async () => (await clientOf(at)) === clientId);
      }
    });

    test("writes of one partner at the same moment leave one client in use", async () => {
      const { key } = await partner();
      await Promise.all([ONE, TWO, ONE, TWO].map((client) => put(key, client)));
      expect(await apps(key)).toHaveLength(1);
    });

    test("a provider without an operator's client serves the partner who brings one, and nobody else", async () => {
      const [who, other] = [await partner(), await partner()];
      for (const { key, id } of [who, other]) {
        const body = { provider: "planted", redirect_url: REDIRECT_URL };
        const refused = await first.call("POST", `/api/v1/accounts/${id}/connect`, { key, body });
        expect([refused.status, refused.json.error_code]).toEqual([502, "PROVIDER_ERROR"]);
        expect(refused.json.error).toContain("PUT /api/v1/oauth-apps/planted");
      }
      await put(who.key, { client_id: "planted:one", client_secret: "planted-secret" }, "planted");
      const authorize = await eventually(() => start(who, "planted"));
      expect(authorize.searchParams.get("client_id")).toBe("planted:one");
      const state = authorize.searchParams.get("state") as string;
      const callback = `${first.url}/api/v1/connect/callback?${new URLSearchParams({ state, code: "a-code" })}`;
      expect((await land(callback)).outcome).toMatchObject({ status: "success" });
      expect([...echo.seen.basic]).toEqual([btoa("planted%3Aone:planted-secret")]);
      expect(String(await rejection(start(other, "planted")))).toMatch(/502/);
    });

    test("a refresh token of one client is not kept for a grant of another", async () => {
      const who = await partner();
      await put(who.key, { client_id: "first", client_secret: "first-secret" }, "planted");
      const again = async () => {
        const state = (await eventually(() => start(who, "planted"))).searchParams.get("state") as string;
        const query = new URLSearchParams({ state, code: "a-code" });
        return (await land(`${first.url}/api/v1/connect/callback?${query}`)).outcome;
      };
      const refreshToken = async () =>
        (
          await opened.database.query<{ is_stored: boolean }>(
            "select refresh_token is not null as is_stored from integrations where account_id = $1",
            [who.id],
          )
        )[0]?.is_stored;
      expect(await again()).toMatchObject({ status: "success" });
      // The provider gives no second refresh token to somebody who has granted before.
      echo.respondWith((path) =>
        path === "/token" ? Response.json({ access_token: "second", expires_in: 3600 }) : undefined,
      );
      expect(await again()).toMatchObject({ status: "success" });
      expect(await refreshToken()).toBe(true);
      await put(who.key, { client_id: "second", client_secret: "second-secret" }, "planted");
      await inForce(who, "second", "planted");
      expect(await again()).toMatchObject({ status: "success" });
      expect(await refreshToken()).toBe(false);
    });

    test("a client whose sealed secret was altered or moved serves nothing, and none takes its place", async () => {
      const [who, other] = [await connected(ONE), await partner(ONE)];
      const seen = exchanges();
      await opened.database.query(
        `update oauth_apps a set client_secret = b.client_secret from oauth_apps b
         where a.user_id = $1 and b.user_id = $2 and a.provider = 'google' and b.provider = 'google'`,
        [who.userId, other.userId],
      );
      await until(async () => (await start(who).catch(() => null)) === null);
      await until(async () => (await readLater(who)).status === 502);
      expect(logged(first, "oauth_app_cannot_be_opened").at(-1)).toMatchObject({
        user_id: who.userId,
        client_id: ONE.client_id,
      });
      expect(seen().filter(([, clientId]) => clientId !== ONE.client_id)).toEqual([]);
      expect((await integrations(who))[0].status).toBe("active");
    });

    test("where the client cannot be looked up a refresh is 503, and leaves no lease and no doubt behind", async () => {
      const who = await connected(ONE);
      // The second replica has not read this partner's clients yet.
      await opened.database.query("alter table oauth_apps rename to out_of_reach");
      const refused = await readLater(who, second);
      await opened.database.query("alter table out_of_reach rename to oauth_apps");
      expect([refused.status, refused.json.error_code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
      const rows = await opened.database.query(
        "select lease_owner, lease_until, status, status_reason from integrations where account_id = $1",
        [who.id],
      );
      expect(rows).toEqual([{ lease_owner: null, lease_until: null, status: "active", status_reason: null }]);
      expect((await readLater(who, second)).status).toBe(200);
    });

    test("a session from before clients were noted ends with the operator's", async () => {
      const who = await partner();
      const callback = await consented(who);
      await opened.database.query("update connect_sessions set client_id = null where account_id = $1", [who.id]);
      await change(who, ONE);
      const seen = exchanges();
      expect((await land(callback)).outcome).toMatchObject({ status: "success" });
      expect((await readLater(who)).status).toBe(200);
      expect(seen()).toEqual([codes(OPERATORS), refreshes(OPERATORS)]);
    });

    test("a grant whose client is known nowhere any more stays, and the call says so", async () => {
      const who = await connected();
      await opened.database.query("update integrations set client_id = 'of-old' where account_id = $1", [who.id]);
      const seen = exchanges();
      await until(async () => (await readLater(who)).status !== 200);
      const refused = await readLater(who);
      expect([refused.status, refused.json.error_code]).toEqual([502, "PROVIDER_ERROR"]);
      expect(logged(first, "token_refresh_refused").at(-1)).toMatchObject({
        reason: "client_unknown",
        client_id: "of-old",
      });
      expect(seen()).toEqual([]);
      expect((await integrations(who))[0].status).toBe("active");
    });
  });
}

/** The result of `work` once it does not throw: a replica learns of a change within a second. */
async function eventually<T>(work: () => Promise<T>): Promise<T> {
  let outcome: { value: T } | undefined;
  await until(async () => {
    outcome = await work().then(
      (value) => ({ value }),
      () => undefined,
    );
    return outcome !== undefined;
  });
  return (outcome as { value: T }).value;
}
