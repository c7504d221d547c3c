// Three senders over one database: each message once, and no endpoint more than five at a time.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { createWebhooks } from "../../../src/events/webhooks/service.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { testReplicas } from "../../support/replicas.ts";
import { createEndpoint, eventOf, publish, startHooksGateway } from "./hooks.ts";
import { startReceiver } from "./receiver.ts";

setDefaultTimeout(HOOK_MS);
const MESSAGES = 150;

for (const lane of LANES) {
  describe(`senders on three replicas, ${lane}`, () => {
    test("every message arrives once, and five at most are in flight to one endpoint", async () => {
      const { databases, close } = await testReplicas(lane, 3);
      const [first, ...others] = databases;
      if (!first) throw new Error("no database");
      const database = { database: first, url: null, close: async () => {} };
      const gateway = await startHooksGateway(lane, { database });
      const receiver = await startReceiver();
      let inFlight = 0;
      let most = 0;
      receiver.respondWith((_, response) => {
        most = Math.max(most, ++inFlight);
        // Long enough for the other replicas' claims.
        setTimeout(() => {
          inFlight--;
          response.writeHead(200).end();
        }, 5);
      });
      const { key, userId } = await gateway.partner();
      await createEndpoint(gateway, key, { url: receiver.url });
      const ids = await publish(
        gateway,
        Array.from({ length: MESSAGES }, () => eventOf(gateway, userId)),
      );
      const { deps } = gateway.app;
      const senders = [deps.webhooks, ...others.map(({ requests }) => createWebhooks({ ...deps, database: requests }))];
      await Promise.all(senders.map((sender) => sender.drain()));
      expect(receiver.received.map(({ headers }) => headers["webhook-id"]).sort()).toEqual(ids.sort());
      expect(most).toBeLessThanOrEqual(5);
      expect(most).toBeGreaterThan(1);
      await receiver.close();
      await gateway.close();
      await close();
    });
  });
}
