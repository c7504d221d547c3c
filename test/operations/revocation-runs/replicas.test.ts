// What a run ends is over on every replica once its notices have arrived, although the replica has it in memory.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { startTwoGateways, type TwoGateways } from "../../support/two-gateways.ts";

setDefaultTimeout(TEST_MS);
const READ = "/api/v1/google/gmail/messages?limit=1";

for (const lane of LANES) {
  describe(`revocation runs and other replicas on ${lane}`, () => {
    let pair: TwoGateways;
    beforeAll(async () => {
      pair = await startTwoGateways({ lane, emulate: ["google"] });
    }, HOOK_MS);
    afterAll(() => pair.close(), HOOK_MS);
    beforeEach(() => pair.one.database.database.script("delete from integrations"));

    test("R-32: a key, a session and a token in the other replica's memory are of no use after the first step", async () => {
      const { one, two } = pair;
      two.providers.google = one.providers.google;
      const user = await one.user();
      await one.connect(user.key, "google");
      const session = await one.call("POST", "/api/v1/agent-sessions", { key: user.key, body: {} });
      const token = session.json.data.token as string;
      for (const key of [user.key, token]) expect((await two.call("GET", "/api/v1/tools", { key })).status).toBe(200);
      await one.admin("POST", "/revocation-runs", { user: user.email, what: ["keys", "sessions"] });
      await two.heard();
      for (const key of [user.key, token]) expect((await two.call("GET", "/api/v1/tools", { key })).status).toBe(401);
    });

    test("S-39: a connection in the other replica's memory serves no call after the run's step", async () => {
      const { one, two } = pair;
      const user = await one.user();
      await one.connect(user.key, "google");
      const view = async () =>
        (await two.call("GET", "/api/v1/integrations", { key: user.key })).json.data.integrations as {
          status: string;
        }[];
      expect(await view()).toMatchObject([{ status: "active" }]);
      await one.admin("POST", "/revocation-runs", { provider: "google" });
      await two.heard();
      expect(await view()).toMatchObject([{ status: "revoked" }]);
      expect((await two.call("GET", READ, { key: user.key })).text).toContain("INTEGRATION_REVOKED");
    });
  });
}
