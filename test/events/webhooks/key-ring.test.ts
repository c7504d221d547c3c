// The secrets of webhook endpoints when the key ring rotates: resealed, and the signatures stay the same.
import { describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS } from "../../support/connecting.ts";
import { LANES, testDatabase } from "../../support/database.ts";
import { createEndpoint, drain, eventOf, PATH, publish, startHooksGateway } from "./hooks.ts";
import { isSignedBy, startReceiver } from "./receiver.ts";

setDefaultTimeout(HOOK_MS);
const OLD = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const NEW = `k2:${Buffer.alloc(32, 2).toString("base64")}`;

for (const lane of LANES) {
  describe(`webhook secrets and the key ring on ${lane}`, () => {
    test("S-52: both secrets of a rotated endpoint are sealed again, and sign as before", async () => {
      const database = await testDatabase(lane);
      const receiver = await startReceiver();
      const old = await startHooksGateway(lane, { database, keyRing: OLD });
      const { key, userId } = await old.partner();
      const { id, secret } = await createEndpoint(old, key, { url: receiver.url });
      const fresh = (await old.call("POST", `${PATH}/${id}/secret/rotate`, { key })).json.data.secret;
      const both = await startHooksGateway(lane, { database, keyRing: `${NEW},${OLD}` });
      await old.close();
      expect((await both.admin("POST", "/secrets/rotate")).json.data).toMatchObject({ sealed: 2, unreadable: 0 });
      const rows = await database.database.query<{ secret: string; previous_secret: string }>(
        "select secret, previous_secret from webhook_endpoints",
      );
      expect(
        rows.flatMap(({ secret: one, previous_secret }) => [one, previous_secret].map((text) => text.slice(0, 3))),
      ).toEqual(["k2.", "k2."]);
      await publish(both, [eventOf(both, userId)]);
      await drain(both);
      const [received] = receiver.received;
      if (!received) throw new Error("not received");
      expect([isSignedBy(received, secret), isSignedBy(received, fresh)]).toEqual([true, true]);
      await both.close();
      await receiver.close();
      await database.close();
    });
  });
}
