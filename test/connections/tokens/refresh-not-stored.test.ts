// A refresh whose tokens the database refuses: the provider has rotated them, so they are queued until they can be stored.
import { afterAll, afterEach, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { startGate } from "../../../emulators/gate.ts";
import type { IntegrationRow } from "../../../src/connections/integrations/model.ts";
import { findIntegration } from "../../../src/connections/integrations/store.ts";
import { openTokens } from "../../../src/connections/tokens/sealed-tokens.ts";
import { databaseUnavailable } from "../../../src/foundation/db/timeouts.ts";
import { defaultScopes } from "../../../src/providers/registry/scopes.ts";
import { testClock } from "../../support/clock.ts";
import { HOOK_MS, logged, start, TEST_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { BUILT_IN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type StrictOAuth, startStrictOAuth, strictSettings } from "../../support/strict-oauth.ts";
import { consentStrictly } from "../../support/strict-server.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const READ = "/api/v1/google/calendar/events?limit=1";
const HOUR_MS = 3_600_000;
/** The error of Postgres when it cannot extend a file (SQLSTATE 53100, disk_full), for new tokens or for any update. */
const REFUSE = `create or replace function refuse() returns trigger language plpgsql as
  $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`;
const NEW_TOKENS = "create trigger full_disk before update of access_token on connections for each row";
const CHANGES = "create trigger full_disk before update on connections for each row";

for (const lane of LANES) {
  describe(`a refreshed token set that cannot be stored on ${lane}`, () => {
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
    const clear = () => script("drop trigger if exists full_disk on connections");
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
      (await findIntegration(
        gateway.database.database.orm,
        { userId, accountId: null },
        { provider: "google" },
      )) as IntegrationRow;
    /** A user whose refresh the provider has answered with rotated tokens, while the database fails. */
    const rotatedUnstored = async (fail: () => Promise<unknown>) => {
      const user = await connected();
      clock.move(HOUR_MS + 1_000);
      const before = { requests: strict.asked(), ended: strict.endedGrants() };
      strict.setTokenFault({ before: async () => void (await fail()) });
      const response = await read(user.key);
      expect([response.status, response.json.code]).toEqual([503, "SERVICE_UNAVAILABLE"]);
      strict.setTokenFault();
      const requestsAndEnds = () => [strict.asked() - before.requests, strict.endedGrants() - before.ended];
      expect(requestsAndEnds()).toEqual([1, 0]);
      return { ...user, requestsAndEnds };
    };
    const expectCurrent = async (userId: string) => {
      const row = await rowOf(userId);
      expect([row.status, row.statusReason, row.leaseOwner, row.epoch]).toEqual(["active", null, null, 2]);
      const { refresh } = openTokens(gateway.app.deps, row);
      expect(await strict.isCurrent(refresh as string)).toBe(true);
    };

    test("R-08: R-22: is stored without a call once the database has room; until then no call uses the old refresh token", async () => {
      const { key, userId, requestsAndEnds } = await rotatedUnstored(() => fill(NEW_TOKENS));
      // The lease has expired: only the queued tokens keep these calls from using the old refresh token.
      await script(`update integrations set lease_until = now() - interval '1 minute' where user_id = '${userId}'`);
      const responses = await Promise.all(Array.from({ length: 10 }, () => read(key)));
      expect(responses.map(({ status, json }) => `${status} ${json.code}`)).toEqual(
        responses.map(() => "503 SERVICE_UNAVAILABLE"),
      );
      expect(requestsAndEnds()).toEqual([1, 0]);
      await clear();
      await until(async () => (await rowOf(userId)).epoch === 2, TEST_MS);
      await expectCurrent(userId);
      expect((await read(key)).status).toBe(200);
      expect(requestsAndEnds()).toEqual([1, 0]);
    });

    test("R-06: R-22: is stored before the first call after the database is back", async () => {
      const { database } = gateway.app.deps;
      const { orm } = database;
      const { key, userId, requestsAndEnds } = await rotatedUnstored(async () => {
        database.orm = new Proxy(orm, {
          get() {
            throw databaseUnavailable(Object.assign(new Error("The connection broke."), { code: "ECONNRESET" }));
          },
        });
      });
      database.orm = orm;
      expect((await read(key)).status).toBe(200);
      await expectCurrent(userId);
      expect(requestsAndEnds()).toEqual([1, 0]);
    });

    test("R-22: one that the database refuses each time keeps no other from being stored", async () => {
      const stuck = await rotatedUnstored(() => fill(NEW_TOKENS));
      const other = await rotatedUnstored(async () => {});
      await clear();
      await fill(`${NEW_TOKENS} when (old.user_id = '${stuck.userId}')`);
      await until(async () => (await rowOf(other.userId)).epoch === 2, TEST_MS);
      expect([(await read(other.key)).status, (await read(stuck.key)).status]).toEqual([200, 503]);
      await clear();
      await until(async () => (await rowOf(stuck.userId)).epoch === 2, TEST_MS);
      await expectCurrent(stuck.userId);
    });

    test("R-08: R-21: keeps its lease renewed if the database accepts that, so that no other replica uses the old refresh token", async () => {
      const { userId } = await rotatedUnstored(() => fill(NEW_TOKENS));
      const lease = async () => (await rowOf(userId)).leaseUntil as Date;
      const first = await lease();
      await until(async () => (await lease()) > first, TEST_MS);
    });

    test("R-22: is logged once, and stored by the last attempt of a stopping replica", async () => {
      const before = logged(gateway, "token_sets_behind").length;
      const { userId } = await rotatedUnstored(() => fill(CHANGES));
      expect(logged(gateway, "token_sets_behind").slice(before)).toMatchObject([{ error: { code: "53100" } }]);
      await clear();
      await gateway.app.close();
      await expectCurrent(userId);
    });

    test("R-22: is logged as lost when a replica stops before there is room", async () => {
      const { userId } = await rotatedUnstored(() => fill(CHANGES));
      const { id } = await rowOf(userId);
      await gateway.app.close();
      expect(logged(gateway, "token_set_lost")).toMatchObject([{ integration_id: id, provider: "google" }]);
      // The lost tokens cannot be recovered; the next test starts clean.
      await clear();
      gateway.logLines.length = 0;
    });

    test("R-22: makes an integration active again that another replica has ended meanwhile", async () => {
      const { userId } = await rotatedUnstored(() => fill(NEW_TOKENS));
      await script(
        `update integrations set status = 'expired', status_reason = 'refresh_outcome_unknown' where user_id = '${userId}'`,
      );
      await clear();
      await until(async () => (await rowOf(userId)).epoch === 2, TEST_MS);
      await expectCurrent(userId);
    });

    test("R-22: does not replace the tokens of a reconnect meanwhile", async () => {
      const { userId } = await rotatedUnstored(() => fill(NEW_TOKENS));
      const caughtUp = logged(gateway, "token_sets_caught_up").length;
      await script(`update integrations set epoch = 7 where user_id = '${userId}'`);
      const { accessToken } = await rowOf(userId);
      await until(() => logged(gateway, "token_sets_caught_up").length > caughtUp, TEST_MS);
      const row = await rowOf(userId);
      expect([row.epoch, row.accessToken]).toEqual([7, accessToken]);
    });
  });
}
