// For how long a call waits for a person: the operator says so, and a repeat finds its approval for as long and a day more.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../../support/acme.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";

setDefaultTimeout(TEST_MS);
const DAY = 86_400_000;

for (const lane of LANES) {
  describe(`a wait of seven days on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ id: 7, title: "Seven" }));
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [acme],
        settings: { acme: { clientId: "client", clientSecret: "secret" } },
        env: { GATEWAY_APPROVAL_MINUTES: "10080" },
        fetch: upstream.fetch,
      });
    }, 60_000);
    afterAll(() => gateway.close());

    test("it expires after them, and its Idempotency-Key finds it until a day after its end", async () => {
      gateway.clock.nextMinute();
      const { email, userId } = await gateway.user();
      await insertGrant(gateway, { userId, accountId: null }, "acme");
      const keyOf = async (body: object) =>
        (await gateway.admin("POST", "/keys", { user: email, ...body })).json.data.key as string;
      const key = await keyOf({ confirm_destructive: true });
      const decider = await keyOf({ permissions: ["*", "gateway:approvals.decide"] });
      const headers = { "idempotency-key": "once" };
      const remove = () => gateway.call("DELETE", "/api/v1/acme/items/7", { key, headers });
      const { approval } = (await remove()).json;
      expect(approval.expires_at).toBe(new Date(gateway.clock.now() + 7 * DAY).toISOString());
      gateway.clock.move(3 * DAY);
      expect((await remove()).json.approval.id).toBe(approval.id);
      const decided = await gateway.call("POST", `/api/v1/approvals/${approval.id}/decide`, {
        key: decider,
        body: { decision: "approve" },
      });
      expect(decided.status).toBe(200);
      await gateway.app.deps.approvals.drain();
      gateway.clock.move(DAY - 60_000);
      const repeated = await remove();
      expect([repeated.status, upstream.requests.length]).toEqual([200, 1]);
      gateway.clock.move(60_000);
      const later = await remove();
      expect([later.status, later.json.approval.id === approval.id]).toEqual([202, false]);
      gateway.clock.move(7 * DAY);
      expect(
        (await gateway.call("GET", `/api/v1/approvals/${later.json.approval.id}`, { key: decider })).json.data.status,
      ).toBe("expired");
    });
  });
}
