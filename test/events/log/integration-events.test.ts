// What happens to an integration is an event in its owner's inbox, once, with what to do about it.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { endIntegration } from "../../../src/connections/integrations/service.ts";
import { findIntegration } from "../../../src/connections/integrations/store.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

interface Stored {
  type: string;
  provider: string;
  account_id: string | null;
  payload: { integration_id: string; reason: string | null; action: string | null; identity: { name: string } };
}

for (const lane of LANES) {
  describe(`events about integrations, ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["github"] });
    });
    afterAll(() => gateway.close());

    const eventsOf = (userId: string) =>
      gateway.app.deps.database.query<Stored>(
        "select type, provider, account_id, payload from inbox_events where user_id = $1::uuid order by tx, seq",
        [userId],
      );
    const types = async (userId: string) => (await eventsOf(userId)).map(({ type }) => type);

    test("connected, revoked once however often it is found, connected again, disconnected", async () => {
      const { userId, key } = await gateway.user();
      await gateway.connect(key, "github");
      const { deps } = gateway.app;
      const row = await findIntegration(deps.database.orm, { userId, accountId: null }, { provider: "github" });
      if (!row) throw new Error("The integration was not stored.");
      await Promise.all([
        endIntegration(deps, row, "revoked", "refused_by_provider"),
        endIntegration(deps, row, "revoked", "refused_by_provider"),
      ]);
      await gateway.connect(key, "github");
      expect((await gateway.call("DELETE", "/api/v1/integrations/github", { key })).status).toBe(200);
      expect(await types(userId)).toEqual([
        "integration.connected",
        "integration.revoked",
        "integration.connected",
        "integration.disconnected",
      ]);
      const [, revoked] = await eventsOf(userId);
      expect(revoked).toMatchObject({ provider: "github", account_id: null });
      expect(revoked?.payload).toMatchObject({ integration_id: row.id, reason: "refused_by_provider" });
      expect(revoked?.payload.action).toContain("Connect it again");
      // The API document, to which every response is held, has the payload of the gateway's own events exactly.
      const inbox = await gateway.call("GET", "/api/v1/inbox/events?service=integration", { key });
      expect(inbox.json.data.events).toHaveLength(4);
    });

    test("those of a connected account are the account's, and go with it", async () => {
      const { userId, key } = await gateway.partner();
      const accountId = await gateway.account(key);
      await gateway.connect(key, "github", { accountId });
      expect(await eventsOf(userId)).toEqual([
        expect.objectContaining({ type: "integration.connected", account_id: accountId }),
      ]);
      await gateway.call("DELETE", `/api/v1/accounts/${accountId}`, { key });
      expect(await types(userId)).toEqual([]);
    });
  });
}
