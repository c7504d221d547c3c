// What a connect begins: its sources at once where it has any, and no look for work that nobody has.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { saveDirect } from "../../../src/connections/connect/save-direct.ts";
import { afterCommit } from "../../../src/connections/connect/save-grant.ts";
import { SYSTEM_INITIATOR } from "../../../src/identity/audit/entry.ts";
import { defaultScopes } from "../../../src/providers/registry/scopes.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startFeedGateway } from "./feed-gateway.ts";

setDefaultTimeout(TEST_MS);
const CLIENT = { clientId: "acme-client", clientSecret: "acme-secret" };

for (const lane of laneOf(import.meta.file)) {
  describe(`a connect on ${lane}`, () => {
    test.each([
      ["with sources claims their jobs at once, the first time and again", {}, 2],
      ["whose events are off claims none", { events: "off" as const }, 0],
    ])("%s", async (_, settings, notified) => {
      const world = await startFeedGateway({ lane, settings: { feed: { ...CLIENT, ...settings } } });
      const { deps, gateway, plugin, clock } = world;
      const { userId } = await gateway.user();
      let times = 0;
      const sources = { ...deps.sources, notify: () => void times++ };
      const connect = async () => {
        const grant = {
          tokens: { accessToken: crypto.randomUUID() },
          identity: { id: "1", name: "ada" },
          ...{ tenant: {}, auth: "oauth2" as const, clientId: CLIENT.clientId, scopes: defaultScopes(plugin) },
          ...{ accessExpiresAt: null, refreshExpiresAt: null, grantedAt: new Date(clock.now()) },
        };
        const owner = { userId, accountId: null };
        const saved = await saveDirect(deps, owner, plugin.id, grant, SYSTEM_INITIATOR, { event: "connect_completed" });
        await afterCommit({ ...deps, sources }, userId, saved);
      };
      await connect();
      await connect();
      expect(times).toBe(notified);
      await world.close();
    });
  });
}
