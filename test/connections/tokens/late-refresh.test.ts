// A refresh whose response comes after its lease has expired: its tokens are stored, never dropped.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS, isTokenRequest, TEST_MS, watch } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

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
  });
}
