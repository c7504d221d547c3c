// A refresh whose response comes after its lease has expired: its tokens are stored, never dropped.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { databaseUnavailable } from "../../../src/foundation/db/timeouts.ts";
import { GRACE, HOOK_MS, isTokenRequest, logged, pathOf, TEST_MS, watch } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const READ = "/api/v1/google/calendar/events?limit=1";
const HOUR_MS = 3_600_000;

for (const lane of LANES) {
  describe(`a late refresh on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google"] });
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);

    test("I-3: the tokens are stored and used although another replica has acquired the lease", async () => {
      const { key, userId } = await gateway.user();
      await gateway.connect(key, "google");
      gateway.clock.move(HOUR_MS + 1_000);
      const seen = watch(gateway.providers.google);
      gateway.providers.google.setFailureInjector(async (request) => {
        if (isTokenRequest(gateway.providers.google, request)) {
          const taken = "update integrations set lease_owner = 'another replica' where user_id = $1";
          await gateway.database.database.query(taken, [userId]);
        }
        return undefined;
      });
      expect((await gateway.call("GET", READ, { key })).status).toBe(200);
      gateway.providers.google.setFailureInjector();
      const [row] = await gateway.database.database.query<{ epoch: number; lease_owner: string | null }>(
        "select epoch, lease_owner from integrations where user_id = $1",
        [userId],
      );
      expect(row).toEqual({ epoch: 2, lease_owner: null });
      expect((await gateway.call("GET", READ, { key })).status).toBe(200);
      expect(seen.tokenForms()).toHaveLength(1);
    });

    test("R-31: the tokens of a user who was deleted meanwhile are revoked although the database fails then", async () => {
      const { key, userId } = await gateway.user();
      await gateway.connect(key, "google", { person: GRACE.google });
      gateway.clock.move(HOUR_MS + 1_000);
      const { google } = gateway.providers;
      const { oauthClients } = gateway.app.deps;
      const { clientOfGrant } = oauthClients;
      const seen = watch(google);
      let failures = 0;
      google.setFailureInjector(async (request) => {
        if (!isTokenRequest(google, request)) return undefined;
        await gateway.database.database.query("delete from users where id = $1", [userId]);
        oauthClients.clientOfGrant = async (made) => {
          if (++failures > 3) return clientOfGrant(made);
          throw databaseUnavailable(Object.assign(new Error("The connection broke."), { code: "ECONNRESET" }));
        };
        return undefined;
      });
      expect((await gateway.call("GET", READ, { key })).status).toBe(503);
      google.setFailureInjector();
      expect(seen.to("/oauth2/revoke")).toEqual([]);
      await until(() => seen.to("/oauth2/revoke").length > 0, TEST_MS);
      await until(() => logged(gateway, "token_sets_caught_up").length === 1, TEST_MS);
      expect(seen.to("/oauth2/revoke")).toHaveLength(1);
      expect(google.issued.filter(({ user }) => user === GRACE.google)).toEqual([]);
      oauthClients.clientOfGrant = clientOfGrant;
    });

    test("a provider that refuses such a revocation is logged", async () => {
      const { key, userId } = await gateway.user();
      await gateway.connect(key, "google", { person: GRACE.google });
      gateway.clock.move(HOUR_MS + 1_000);
      const { google } = gateway.providers;
      google.setFailureInjector(async (request) => {
        if (pathOf(request) === "/oauth2/revoke") return new Response(null, { status: 503 });
        if (isTokenRequest(google, request)) {
          await gateway.database.database.query("delete from users where id = $1", [userId]);
        }
        return undefined;
      });
      expect((await gateway.call("GET", READ, { key })).status).toBe(403);
      google.setFailureInjector();
      expect(logged(gateway, "revocation_failed")).toMatchObject([{ provider: "google" }]);
    });
  });
}
