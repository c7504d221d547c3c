// The operator deletes a connected account by its id or by its partner's own id for it, and no other partner's.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

for (const lane of laneOf(import.meta.file)) {
  describe(`deleting an account as operator on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    }, 60_000);
    afterAll(() => gateway.close());

    test("each of its ids names it, one that is a UUID of the partner's too", async () => {
      const { key, userId } = await gateway.partner();
      const external = crypto.randomUUID();
      const byId = await gateway.account(key, "customer-1");
      for (const name of ["customer-2", "customer-3"]) await gateway.account(key, name);
      await gateway.account(key, external);
      for (const name of [byId, "customer-2", "external:customer-3", external])
        expect([name, (await gateway.admin("DELETE", `/users/${userId}/accounts/${name}`)).status]).toEqual([
          name,
          200,
        ]);
      const { json } = await gateway.call("GET", "/api/v1/accounts", { key });
      expect(json.data.accounts).toEqual([]);
    });

    test("another partner's account is not found", async () => {
      const [{ userId }, { key }] = [await gateway.partner(), await gateway.partner()];
      const foreign = await gateway.account(key, "customer-1");
      for (const name of [foreign, "customer-1"])
        expect((await gateway.admin("DELETE", `/users/${userId}/accounts/${name}`)).status).toBe(404);
    });
  });
}
