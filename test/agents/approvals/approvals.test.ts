// Calls that wait for a person's yes: 202 with an approval, the decision, and the one call after it.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../../support/acme.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { BUILT_IN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";

setDefaultTimeout(TEST_MS);

for (const lane of laneOf(import.meta.file)) {
  describe(`approvals on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ id: 7, title: "Seven" }));
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [...BUILT_IN, acme],
        settings: { acme: { clientId: "client", clientSecret: "secret" } },
        fetch: upstream.fetch,
      });
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    test("thin path", async () => {
      const user = await gateway.user();
      await insertGrant(gateway, { userId: user.userId, accountId: null }, "acme");
      const asker = (await gateway.admin("POST", "/keys", { user: user.email, confirm_destructive: true })).json.data;
      const decider = (await gateway.admin("POST", "/keys", { user: user.email, permissions: ["*", "gateway:approvals.decide"] })).json.data;
      const asked = await gateway.call("DELETE", "/api/v1/acme/items/7", { key: asker.key });
      console.log(asked.status, asked.text, [...asked.headers]);
      const { id } = asked.json.approval;
      const read = await gateway.call("GET", `/api/v1/approvals/${id}`, { key: asker.key });
      console.log(read.status, read.text);
      expect(upstream.requests.length).toBe(0);
      const denied = await gateway.call("POST", `/api/v1/approvals/${id}/decide`, { key: asker.key, body: { decision: "approve" } });
      console.log(denied.status, denied.text);
      const decided = await gateway.call("POST", `/api/v1/approvals/${id}/decide`, { key: decider.key, body: { decision: "approve", note: "fine" } });
      console.log(decided.status, decided.text);
      await gateway.app.deps.approvals.drain();
      const done = await gateway.call("GET", `/api/v1/approvals/${id}`, { key: asker.key });
      console.log(done.status, done.text);
      console.log((await gateway.call("GET", `/api/v1/approvals?status=done`, { key: asker.key })).text);
      console.log(gateway.logLines.slice(-12).join("\n"));
      expect(upstream.requests.length).toBe(1);
      console.log((await gateway.call("GET", `/api/v1/inbox`, { key: asker.key })).text);
    });
  });
}
