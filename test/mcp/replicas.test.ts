// A call that waits at one replica for a person to connect hears of it, also where the callback came to another.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { acme } from "../support/acme.ts";
import { TEST_MS } from "../support/connecting.ts";
import { LANES } from "../support/database.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";
import { type Replicas, testReplicas } from "../support/replicas.ts";
import { insertGrant, recordingProvider } from "../support/test-partners.ts";
import { mcpSender } from "./message.ts";

setDefaultTimeout(TEST_MS);
const CALL = { name: "acme_get_item", arguments: { id: "7" } };
const CAPABILITIES = { elicitation: { url: {} } };

for (const lane of LANES) {
  describe(`rounds at two replicas on ${lane}`, () => {
    const upstream = recordingProvider(() => Response.json({ id: 7, title: "Seven" }));
    let replicas: Replicas;
    let one: TestGateway;
    let two: TestGateway;
    beforeAll(async () => {
      replicas = await testReplicas(lane, 2);
      const [first, second] = replicas.databases.map((database) => ({ database, url: null, close: async () => {} }));
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      const options = { lane, plugins: [acme], settings, fetch: upstream.fetch };
      one = await startTestGateway({ ...options, database: first as never });
      two = await startTestGateway({ ...options, database: second as never, baseUrl: one.app.deps.baseUrl });
    }, 60_000);
    afterAll(async () => {
      await two.close();
      await one.close();
      await replicas.close();
    });

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
