// A call that waits at one replica for a person to connect hears of it, also where the callback came to another.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../../support/acme.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import type { TestGateway } from "../../support/gateway.ts";
import { insertGrant, recordingProvider } from "../../support/test-partners.ts";
import { startTwoGateways, type TwoGateways } from "../../support/two-gateways.ts";
import { mcpSender } from "./message.ts";

setDefaultTimeout(TEST_MS);
const CALL = { name: "acme_get_item", arguments: { id: "7" } };
const CAPABILITIES = { elicitation: { url: {} } };

for (const lane of laneOf(import.meta.file)) {
  describe(`rounds at two replicas on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ id: 7, title: "Seven" }));
    let both: TwoGateways;
    let one: TestGateway;
    let two: TestGateway;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      both = await startTwoGateways({ lane, plugins: [acme], settings, fetch: upstream.fetch });
      ({ one, two } = both);
    }, 60_000);
    afterAll(() => both.close());

    test("a call goes on when the integration is connected at the other one, whichever of them asked first", async () => {
      const { key, userId } = await one.user();
      const asked = (await mcpSender(two, { key })("tools/call", CALL, CAPABILITIES)).json.result;
      expect(asked.resultType).toBe("input_required");
      const params = { ...CALL, requestState: asked.requestState, inputResponses: { connect: { action: "accept" } } };
      let isOver = false;
      const waiting = mcpSender(one, { key })("tools/call", params, CAPABILITIES).finally(() => {
        isOver = true;
      });
      // A whole request later the call waits.
      expect((await one.call("GET", "/api/v1/integrations", { key })).json.data).toMatchObject({ integrations: [] });
      expect(isOver).toBe(false);
      await insertGrant(two, { userId, accountId: null }, "acme");
      const { result } = (await waiting).json;
      expect([result.isError ?? false, upstream.requests.length]).toEqual([false, 1]);
      expect(result.structuredContent).toEqual({ id: "7", title: "Seven" });
    });
  });
}
