// An account that is deleted, or a partner that is suspended, during a call or a connect: no token and no grant is left.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { consent } from "../../../emulators/consent.ts";
import type { LoggedRequest } from "../../../emulators/emulators.ts";
import { saveGrant } from "../../../src/connections/connect/save-session-grant.ts";
import { insertSession, type SessionRow } from "../../../src/connections/connect/store.ts";
import { listIntegrations } from "../../../src/connections/integrations/store.ts";
import { acquireLease } from "../../../src/connections/tokens/refresh-lease-store.ts";
import { SYSTEM_INITIATOR } from "../../../src/identity/audit/entry.ts";
import type { Provider } from "../../../src/plugin/index.ts";
import { acme } from "../../support/acme.ts";
import { ADA, HOOK_MS, isTokenRequest, land, logged, REDIRECT_URL, TEST_MS, watch } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { BUILT_IN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const ACCOUNTS = "/api/v1/accounts";
const READ = "/api/v1/google/calendar/events?limit=1";
const REVOKE = "/oauth2/revoke";
/** The embedded database runs one statement at a time, so more rounds would prove nothing more. */
const ROUNDS = { postgres: 48, embedded: 12 };
/** Providers without a revocation endpoint: no request leaves the process. */
const QUIET = ["acme", "acme2", "acme3"].map((id) => ({ ...acme, id })) as unknown as Provider[];
const client = { clientId: "acme-client", clientSecret: "acme-secret" };

for (const lane of laneOf(import.meta.file)) {
  describe(`an account that is deleted meanwhile on ${lane}`, () => {
    let gateway: TestGateway;
    let partner: { key: string; userId: string; email: string };
    beforeAll(async () => {
      const settings = Object.fromEntries(QUIET.map(({ id }) => [id, client]));
      gateway = await startTestGateway({ lane, emulate: ["google"], plugins: [...BUILT_IN, ...QUIET], settings });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    beforeEach(async () => {
      await gateway.database.database.script("delete from integrations");
      await gateway.providers.google.reset();
      partner = await gateway.partner({ tier: "enterprise" });
    });
    afterEach(() => gateway.providers.google.setFailureInjector());

    const google = () => gateway.providers.google;
    const isToken = (request: LoggedRequest) => isTokenRequest(google(), request);
    const remove = async (id: string) => {
      const response = await gateway.call("DELETE", `${ACCOUNTS}/${id}`, { key: partner.key });
      expect(response.json).toEqual({ ok: true, data: { deleted: true } });
    };
    const setStatus = async (status: "active" | "suspended") => {
      const response = await gateway.admin("PATCH", `/partners/${partner.email}`, { status });
      expect(response.json.data.status).toBe(status);
    };
    const use = (name: string) => gateway.call("GET", READ, { key: partner.key, headers: { "x-account-id": name } });
    const connected = async (name: string) => {
      const id = await gateway.account(partner.key, name);
      await gateway.connect(partner.key, "google", { accountId: id });
      expect((await use(name)).status).toBe(200);
      return id;
    };
    /** An account whose customer has consented; the browser has not visited the callback yet. */
    const consented = async (name: string) => {
      const id = await gateway.account(partner.key, name);
      const body = { provider: "google", redirect_url: REDIRECT_URL };
      const { data } = (await gateway.call("POST", `${ACCOUNTS}/${id}/connect`, { key: partner.key, body })).json;
      return { id, sessionId: data.session_id as string, callback: await consent(data.connect_url, ADA.google) };
    };
    const rows = () => gateway.database.database.query("select id from integrations");
    const isWithoutTrace = async () => {
      expect(await rows()).toEqual([]);
      expect(google().issued).toEqual([]);
    };
    const isRefusedFromNowOn = async (name: string) => {
      await until(async () => (await use(name)).status === 404);
      const seen = watch(google());
      expect((await use(name)).json.error_code).toBe("ACCOUNT_NOT_FOUND");
      expect(seen.all()).toEqual([]);
    };
    /** Runs `work` once, while the provider handles the first request that matches. */
    const during = (
      matches: (request: LoggedRequest) => boolean,
      work: () => Promise<unknown>,
      response?: Response,
    ) => {
      let isDone = false;
      google().setFailureInjector(async (request) => {
        if (isDone || !matches(request)) return undefined;
        isDone = true;
        await work();
        return response;
      });
    };

    test("R-31: deleted during a provider call: that call may finish, none succeeds after it", async () => {
      const id = await connected("calling");
      const events = Response.json({ kind: "calendar#events", items: [] });
      during(
        (request) => request.path.includes("/calendar/"),
        () => remove(id),
        events,
      );
      expect((await use("calling")).status).toBe(200);
      await isWithoutTrace();
      await isRefusedFromNowOn("calling");
    });

    test("R-31: deleted during a refresh: the new tokens are not stored, and are revoked at the provider", async () => {
      const id = await connected("refreshing");
      gateway.clock.move(3_601_000);
      const refreshed = {
        access_token: "access-late",
        refresh_token: "refresh-late",
        expires_in: 3600,
        token_type: "Bearer",
      };
      during(isToken, () => remove(id), Response.json(refreshed));
      const seen = watch(google());
      const response = await use("refreshing");
      expect([response.status, response.json.error_code]).toEqual([403, "PERMISSION_DENIED"]);
      const revoked = seen.to(REVOKE).map((request) => new URLSearchParams(request.body).get("token"));
      expect(revoked).toHaveLength(2);
      expect(revoked[1]).toBe("refresh-late");
      await isWithoutTrace();
      await isRefusedFromNowOn("refreshing");
    });

    test("R-31: S-21: deleted before its callback: the page without a redirect, and no code is exchanged", async () => {
      const { id, callback } = await consented("early");
      await remove(id);
      const seen = watch(google());
      const landing = await land(callback);
      expect([landing.status, landing.outcome]).toEqual([400, null]);
      expect(seen.all()).toEqual([]);
      await isWithoutTrace();
    });

    const moments: [string, (request: LoggedRequest) => boolean][] = [
      ["while the code is exchanged", isToken],
      ["while the identity is fetched", (request) => request.path.includes("userinfo")],
    ];
    for (const [moment, fits] of moments) {
      test(`R-31: S-21: deleted ${moment}: a failure redirect, and the new grant is revoked`, async () => {
        const { id, sessionId, callback } = await consented("late");
        during(fits, () => remove(id));
        const seen = watch(google());
        const landing = await land(callback);
        expect([landing.status, landing.outcome]).toEqual([
          303,
          {
            from: "test",
            error: "session_ended",
            provider: "google",
            account_id: id,
            external_id: "late",
            session_id: sessionId,
          },
        ]);
        expect(seen.tokenForms()).toHaveLength(1);
        expect(seen.to(REVOKE)).toHaveLength(1);
        await isWithoutTrace();
        expect((await land(callback)).status).toBe(400);
      });

      test(`S-21: the partner is suspended ${moment}: the same, and the session is failed`, async () => {
        const { id, sessionId, callback } = await consented("suspended");
        during(fits, () => setStatus("suspended"));
        const seen = watch(google());
        expect((await land(callback)).outcome).toMatchObject({ error: "session_ended", account_id: id });
        expect(seen.to(REVOKE)).toHaveLength(1);
        await isWithoutTrace();
        await setStatus("active");
        const path = `${ACCOUNTS}/${id}/connect/${sessionId}`;
        const session = await gateway.call("GET", path, { key: partner.key });
        expect(session.json.data).toMatchObject({ status: "failed", error: "session_ended" });
      });
    }

    test("S-21: the partner is suspended between start and callback: a failure redirect, nothing stored, grant revoked", async () => {
      const { id, callback } = await consented("between");
      await setStatus("suspended");
      const seen = watch(google());
      const landing = await land(callback);
      expect([landing.status, landing.outcome]).toMatchObject([303, { error: "session_ended", account_id: id }]);
      expect(seen.to(REVOKE)).toHaveLength(1);
      await isWithoutTrace();
      await setStatus("active");
      const again = await gateway.connect(partner.key, "google", { accountId: id });
      expect(again.searchParams.get("status")).toBe("success");
    });

    test("an account that is deleted while a connect starts is 404, not an internal error", async () => {
      const id = await gateway.account(partner.key, "fading");
      const body = { provider: "google", redirect_url: REDIRECT_URL };
      const start = () => gateway.call("POST", `${ACCOUNTS}/${id}/connect`, { key: partner.key, body });
      const [, ...responses] = await Promise.all([remove(id), ...Array.from({ length: 20 }, start)]);
      expect(responses.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
      const sessions = await gateway.database.database.query("select id from connect_sessions where account_id = $1", [
        id,
      ]);
      expect(sessions).toEqual([]);
    });

    test("R-31: R-10: parallel deletions, new grants and refreshes, round after round: no row with tokens is left, no call hangs", async () => {
      const { deps } = gateway.app;
      const { database } = gateway.database;
      const before = logged(gateway, "internal_error").length;
      let stored = 0;
      const session = (accountId: string, provider: string) => {
        const id = crypto.randomUUID();
        const row = {
          id,
          userId: partner.userId,
          accountId,
          provider,
          stateHash: id,
          redirectUrl: REDIRECT_URL,
          scopes: [],
        };
        return insertSession(database, row);
      };
      const store = (row: SessionRow, n: number) =>
        saveGrant(
          deps,
          row,
          {
            auth: "oauth2" as const,
            clientId: client.clientId,
            tokens: { accessToken: `access-${row.id}` },
            identity: { id: `person-${n}`, name: "ada" },
            tenant: {},
            scopes: [],
            accessExpiresAt: null,
            refreshExpiresAt: null,
            grantedAt: new Date(gateway.clock.now()),
          },
          SYSTEM_INITIATOR,
          { browserHash: null },
        );
      const round = async (n: number) => {
        const id = await gateway.account(partner.key, `round-${n}`);
        const owner = { userId: partner.userId, accountId: id };
        const first = await Promise.all(QUIET.map((provider) => session(id, provider.id)));
        await Promise.all(first.map((row) => store(row, n)));
        const integrations = (await listIntegrations(database, owner)) ?? [];
        expect(integrations).toHaveLength(QUIET.length);
        const again = await Promise.all(
          QUIET.flatMap((provider) => [session(id, provider.id), session(id, provider.id)]),
        );
        const lease = { now: new Date(gateway.clock.now()), leaseMs: 20_000 };
        const half = again.length / 2;
        const grants = again.slice(0, half).map((row) => store(row, n));
        const leases = integrations.map((row) => acquireLease(database, row, "another", lease));
        const removal = deps.erasures.eraseAccount(partner.userId, id, SYSTEM_INITIATOR);
        grants.push(...again.slice(half).map((row) => store(row, n)));
        const [saved] = await Promise.all([Promise.all(grants), removal, Promise.all(leases)]);
        stored += saved.filter(Boolean).length;
        expect(await listIntegrations(database, owner)).toBeNull();
      };
      for (let n = 0; n < ROUNDS[lane]; n += 6) await Promise.all(Array.from({ length: 6 }, (_, i) => round(n + i)));
      expect(await rows()).toEqual([]);
      expect(logged(gateway, "internal_error").length).toBe(before);
      // Some grants came before the deletion of their account and some after it, or the rounds prove nothing.
      expect(stored).toBeGreaterThan(0);
      expect(stored).toBeLessThan(ROUNDS[lane] * QUIET.length * 2);
      // It is bound by the machine: twenty seconds are too few for all rounds on a busy one.
    }, 120_000);
  });
}
