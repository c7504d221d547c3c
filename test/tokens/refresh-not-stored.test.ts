// A refresh whose pair the database does not take: the provider has rotated, so the pair is kept until it can be stored.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { databaseUnavailable } from "../../src/db/timeouts.ts";
import { startGate } from "../../src/demo/gate.ts";
import type { IntegrationRow } from "../../src/integrations/model.ts";
import { findIntegration } from "../../src/integrations/store.ts";
import { defaultScopes } from "../../src/registry/scopes.ts";
import { openTokens } from "../../src/tokens/sealed-tokens.ts";
import { testClock } from "../support/clock.ts";
import { HOOK_MS, logged, start, TEST_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { BUILT_IN, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type StrictOAuth, startStrictOAuth, strictSettings } from "../support/strict-oauth.ts";
import { consentStrictly } from "../support/strict-server.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(TEST_MS);
const READ = "/api/v1/google/calendar/events?limit=1";
const HOUR_MS = 3_600_000;
/** What Postgres says when it cannot extend a file (SQLSTATE 53100, disk_full); for every new pair, or for every change. */
const REFUSE = `create or replace function refuse() returns trigger language plpgsql as
  $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`;
const NEW_PAIRS = "create trigger full_disk before update of access_token on integrations for each row";
const CHANGES = "create trigger full_disk before update on integrations for each row";

for (const lane of LANES) {
  describe(`a refreshed pair that cannot be stored on ${lane}`, () => {
    const clock = testClock();
    let strict: StrictOAuth;
    let gateway: TestGateway;
    beforeAll(async () => {
      const gate = await startGate(() => clock.now());
      gateway = await startTestGateway({ lane, settings: { google: strictSettings(gate) }, clock });
      const google = BUILT_IN.find(({ id }) => id === "google");
      const redirectUri = `${gateway.url}/api/v1/connect/callback`;
      strict = await startStrictOAuth(gate, { scopes: google ? defaultScopes(google) : [], redirectUri });
      await gateway.database.database.script(REFUSE);
    }, HOOK_MS);
    afterAll(async () => {
      await gateway.close();
      await strict.close();
    }, HOOK_MS);
    afterEach(async () => {
      strict.setTokenFault();
      await clear();
      await until(() => logged(gateway, "token_sets_behind").length === logged(gateway, "token_sets_caught_up").length);
    });

    const script = (text: string) => gateway.database.database.script(text);
    const clear = () => script("drop trigger if exists full_disk on integrations");
    const fill = (trigger: string) => script(`${trigger} execute function refuse()`);
    const read = (key: string) => gateway.call("GET", READ, { key });
    const connected = async () => {
      const user = await gateway.user();
      const { connectUrl } = await start(gateway, user.key, "google");
      const callback = await consentStrictly(connectUrl.href, connectUrl.searchParams.get("redirect_uri") ?? "");
      const landed = await fetch(callback, { redirect: "manual" });
      expect(landed.headers.get("location")).toContain("status=success");
      return user;
    };
    const rowOf = async (userId: string) =>
      (await findIntegration(gateway.database.database.orm, { userId, accountId: null }, "google")) as IntegrationRow;
    /** A user whose refresh has reached the provider, which has rotated; the database fails before its answer comes back. */
    const rotatedInVain = async (fail: () => Promise<unknown>) => {
      const user = await connected();
      clock.move(HOUR_MS + 1_000);
      const before = { asked: strict.asked(), ended: strict.endedGrants() };
      strict.setTokenFault({ before: async () => void (await fail()) });
      const answer = await read(user.key);
      expect([answer.status, answer.json.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
      strict.setTokenFault();
      const asked = () => [strict.asked() - before.asked, strict.endedGrants() - before.ended];
      expect(asked()).toEqual([1, 0]);
      return { ...user, asked };
    };
    const expectCurrent = async (userId: string) => {
      const row = await rowOf(userId);
      expect([row.status, row.statusReason, row.leaseOwner, row.epoch]).toEqual(["active", null, null, 2]);
      const { refresh } = openTokens(gateway.app.deps, row);
      expect(await strict.isCurrent(refresh as string)).toBe(true);
    };

    test("R-08: R-22: is stored by itself once the database has room, and no call spends the old token meanwhile", async () => {
      const { key, userId, asked } = await rotatedInVain(() => fill(NEW_PAIRS));
      // Past the lease: nothing but the pair in memory keeps these calls from the old token.
      await script(`update integrations set lease_until = now() - interval '1 minute' where user_id = '${userId}'`);
      const answers = await Promise.all(Array.from({ length: 10 }, () => read(key)));
      expect(answers.map(({ status, json }) => `${status} ${json.code}`)).toEqual(
        answers.map(() => "503 SERVICE_UNAVAILABLE"),
      );
      expect(asked()).toEqual([1, 0]);
      await clear();
      await until(async () => (await rowOf(userId)).epoch === 2, TEST_MS);
      await expectCurrent(userId);
      expect((await read(key)).status).toBe(200);
      expect(asked()).toEqual([1, 0]);
    });

    test("R-06: R-22: is stored before the first call that comes once a database that was gone is back", async () => {
      const { database } = gateway.app.deps;
      const { orm } = database;
      const { key, userId, asked } = await rotatedInVain(async () => {
        database.orm = new Proxy(orm, {
          get() {
            throw databaseUnavailable(Object.assign(new Error("The connection broke."), { code: "ECONNRESET" }));
          },
        });
      });
      database.orm = orm;
      expect((await read(key)).status).toBe(200);
      await expectCurrent(userId);
      expect(asked()).toEqual([1, 0]);
    });

    test("R-08: R-21: keeps its lease where the database takes that much, so that no other replica spends the old token", async () => {
      const { userId } = await rotatedInVain(() => fill(NEW_PAIRS));
      const lease = async () => (await rowOf(userId)).leaseUntil as Date;
      const first = await lease();
      await until(async () => (await lease()) > first, TEST_MS);
    });

    test("R-22: is told once, and in the row when a replica that stops tries for the last time", async () => {
      const before = logged(gateway, "token_sets_behind").length;
      const { userId } = await rotatedInVain(() => fill(CHANGES));
      expect(logged(gateway, "token_sets_behind").slice(before)).toMatchObject([{ error: { code: "53100" } }]);
      await clear();
      await gateway.app.close();
      await expectCurrent(userId);
    });

    test("R-22: is told as lost where a replica stops before there is room", async () => {
      const { userId } = await rotatedInVain(() => fill(CHANGES));
      const { id } = await rowOf(userId);
      await gateway.app.close();
      expect(logged(gateway, "token_set_lost")).toMatchObject([{ integration_id: id, provider: "google" }]);
      // It belongs to nobody any more: what follows is the old token's way.
      await clear();
      gateway.logLines.length = 0;
    });

    test("R-22: revives an integration that another replica gave up meanwhile, since nobody knew of the pair", async () => {
      const { userId } = await rotatedInVain(() => fill(NEW_PAIRS));
      await script(
        `update integrations set status = 'expired', status_reason = 'refresh_outcome_unknown' where user_id = '${userId}'`,
      );
      await clear();
      await until(async () => (await rowOf(userId)).epoch === 2, TEST_MS);
      await expectCurrent(userId);
    });

    test("R-22: gives way to tokens that the user has connected anew meanwhile", async () => {
      const { userId } = await rotatedInVain(() => fill(NEW_PAIRS));
      const caughtUp = logged(gateway, "token_sets_caught_up").length;
      await script(`update integrations set epoch = 7 where user_id = '${userId}'`);
      const { accessToken } = await rowOf(userId);
      await until(() => logged(gateway, "token_sets_caught_up").length > caughtUp, TEST_MS);
      const row = await rowOf(userId);
      expect([row.epoch, row.accessToken]).toEqual([7, accessToken]);
    });
  });
}
