// The end of a grant at its provider is noted with its deletion here, tried again for a day, and then forgotten.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { EmulatedServiceName, InjectedFailure, LoggedRequest } from "../../../emulators/emulators.ts";
import { retryRevocations } from "../../../src/connections/connect/revoke.ts";
import { GRACE, HOOK_MS, logged, pathOf, TEST_MS, watch } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

setDefaultTimeout(TEST_MS);
const PROVIDERS = ["google", "github"] as const;
const REVOCATION = { google: "/oauth2/revoke", github: "/applications/gateway-at-github/token" };
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const isRevocation = (request: LoggedRequest) => Object.values(REVOCATION).includes(pathOf(request));
const OUTAGE = () => new Response("oops", { status: 503 });

for (const lane of laneOf(import.meta.file)) {
  describe(`revocations on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: PROVIDERS });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    // Integrations of other tests would count as siblings.
    beforeEach(() => gateway.database.database.script("delete from integrations; delete from revocations"));
    afterEach(() => {
      for (const provider of PROVIDERS) gateway.providers[provider].setFailureInjector();
    });

    const query = <Row>(text: string) => gateway.database.database.query<Row>(text);
    const connected = async (provider: EmulatedServiceName, person?: string) => {
      const user = await gateway.user();
      await gateway.connect(user.key, provider, { person });
      return user;
    };
    const disconnect = async (key: string, provider: string) => {
      expect((await gateway.call("DELETE", `/api/v1/integrations/${provider}`, { key })).status).toBe(200);
    };
    const failWith = (provider: "google" | "github", failure: () => InjectedFailure) =>
      gateway.providers[provider].setFailureInjector((request) => (isRevocation(request) ? failure() : undefined));
    const retry = () => retryRevocations(gateway.app.deps, new AbortController().signal);
    const rows = () => query<{ attempts: number; wait: number }>("select attempts from revocations");

    for (const provider of PROVIDERS) {
      test(`S-23: a grant that ${provider} revokes or refuses for good leaves no row; a sealed one is left by an outage alone`, async () => {
        await disconnect((await connected(provider)).key, provider);
        expect(await rows()).toEqual([]);
        failWith(provider, () => Response.json({ error: "invalid_token" }, { status: 400 }));
        await disconnect((await connected(provider)).key, provider);
        expect(await rows()).toEqual([]);
        failWith(provider, () => "reset");
        await disconnect((await connected(provider)).key, provider);
        const [row] = await query<{ text: string }>("select r::text as text from revocations r");
        expect(gateway.providers[provider].issued.length).toBeGreaterThan(0);
        for (const { token } of gateway.providers[provider].issued) expect(row?.text).not.toContain(token);
      });

      test(`S-23: after an outage at ${provider} the grant is revoked when its time has come, once, and its row goes`, async () => {
        const tokens = () => gateway.providers[provider].issued.map(({ token }) => token);
        const before = tokens();
        const { key } = await connected(provider);
        failWith(provider, OUTAGE);
        await disconnect(key, provider);
        gateway.providers[provider].setFailureInjector();
        const seen = watch(gateway.providers[provider]);
        await retry();
        expect(seen.all().filter(isRevocation)).toEqual([]);
        gateway.clock.move(MINUTE_MS);
        await retry();
        await retry();
        expect(seen.all().filter(isRevocation)).toHaveLength(1);
        expect(tokens().filter((token) => !before.includes(token))).toEqual([]);
        expect(await rows()).toEqual([]);
      });
    }

    test("S-23: the attempts grow rarer up to an hour; after a day the row goes with its tokens, and the log says so", async () => {
      const { key } = await connected("google");
      failWith("google", OUTAGE);
      const seen = watch(gateway.providers.google);
      await disconnect(key, "google");
      const start = gateway.clock.now();
      const attemptedAt: number[] = [];
      let attempts = seen.all().length;
      for (let minute = 1; minute <= DAY_MS / MINUTE_MS + 1; minute++) {
        gateway.clock.move(MINUTE_MS);
        if (minute < 130 || minute > 1_380) await retry();
        if (seen.all().length > attempts) attemptedAt.push(Math.round((gateway.clock.now() - start) / MINUTE_MS));
        attempts = seen.all().length;
      }
      expect(attemptedAt.slice(0, 7)).toEqual([1, 3, 7, 15, 31, 63, 123]);
      expect(attemptedAt.at(-1)).toBeGreaterThanOrEqual(1_439);
      expect(await rows()).toEqual([]);
      expect(logged(gateway, "revocation_abandoned")).toMatchObject([{ provider: "google", level: "warn" }]);
    });

    test("S-23: a person who connects again meanwhile keeps the new grant, which a revocation would end too", async () => {
      const { key } = await connected("google");
      failWith("google", OUTAGE);
      await disconnect(key, "google");
      gateway.providers.google.setFailureInjector();
      await gateway.connect(key, "google");
      const seen = watch(gateway.providers.google);
      gateway.clock.move(MINUTE_MS);
      await retry();
      expect(seen.all().filter(isRevocation)).toEqual([]);
      expect(await rows()).toEqual([]);
      const read = await gateway.call("GET", "/api/v1/google/gmail/messages?limit=1", { key });
      expect(read.status).toBe(200);
    });

    test("S-18: a replaced grant of another person is tried again too", async () => {
      const { key } = await connected("google", GRACE.google);
      failWith("google", OUTAGE);
      await gateway.connect(key, "google");
      expect(await rows()).toHaveLength(1);
      gateway.providers.google.setFailureInjector();
      const seen = watch(gateway.providers.google);
      gateway.clock.move(MINUTE_MS);
      await retry();
      expect(seen.all().filter(isRevocation)).toHaveLength(1);
    });

    test("S-23: replicas that retry at once make one attempt, and a deleted account's grant is retried after it is gone", async () => {
      const partner = await gateway.partner();
      const accountId = await gateway.account(partner.key);
      await gateway.connect(partner.key, "google", { accountId });
      failWith("google", OUTAGE);
      await gateway.call("DELETE", `/api/v1/accounts/${accountId}`, { key: partner.key });
      gateway.providers.google.setFailureInjector();
      const seen = watch(gateway.providers.google);
      gateway.clock.move(MINUTE_MS);
      await Promise.all([retry(), retry(), retry()]);
      expect(seen.all().filter(isRevocation)).toHaveLength(1);
      expect(await rows()).toEqual([]);
    });

    test("subscriptions end before their grant, with its tokens; two failed attempts at one hold the grant's end up, a third does not", async () => {
      const { key, userId } = await connected("google");
      const set = "mode = 'push', subscription_id = 'watch-1', data = '{\"topic\":\"t\"}'";
      await query(`update event_sources set ${set} where user_id = '${userId}' and name = 'gmail'`);
      const issued = gateway.providers.google.issued.map(({ token }) => `Bearer ${token}`);
      const steps: string[] = [];
      const bearers: string[] = [];
      gateway.providers.google.setFailureInjector((request) => {
        if (isRevocation(request)) steps.push("revoke");
        if (!pathOf(request).endsWith("/users/me/stop")) return undefined;
        steps.push("unsubscribe");
        bearers.push(request.headers.authorization ?? "");
        return OUTAGE();
      });
      await disconnect(key, "google");
      for (const minutes of [1, 2]) {
        gateway.clock.move(minutes * MINUTE_MS);
        await retry();
      }
      expect(steps).toEqual(["unsubscribe", "unsubscribe", "unsubscribe", "revoke"]);
      expect(issued).toContain(String(bearers[0]));
      expect(await query("select id from event_sources")).toEqual([]);
      expect(await rows()).toEqual([]);
    });
  });
}
