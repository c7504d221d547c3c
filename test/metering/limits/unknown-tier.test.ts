// A tier that only a newer version knows: after a step back to this one its callers have the lowest limits, and no error.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { rateOf } from "../../support/responses.ts";

for (const lane of LANES) {
  describe(`a tier of a newer version on ${lane}`, () => {
    let gateway: TestGateway;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
    }, 60_000);
    afterAll(() => gateway.close());

    test("users and partners of it count as free, also in the summary", async () => {
      const { key, userId } = await gateway.partner();
      for (const table of ["users", "partners"]) {
        const column = table === "users" ? "id" : "user_id";
        await gateway.database.database.query(`update ${table} set tier = 'constructor' where ${column} = $1`, [
          userId,
        ]);
      }
      await gateway.heard();
      const own = await gateway.call("GET", "/api/v1/tools", { key });
      expect([own.status, rateOf(own).limit]).toEqual([200, 60]);
      const accounts = await gateway.call("GET", "/api/v1/accounts", { key });
      const limits = ["limit", "minute-limit"].map((name) => accounts.headers.get(`x-ratelimit-${name}`));
      expect([accounts.status, limits]).toEqual([200, ["1000", "30"]]);
      const { data } = (await gateway.call("GET", "/api/v1/usage/summary", { key })).json;
      expect(data.limits).toMatchObject({ per_minute: 60, per_day: 1_000 });
      expect(data.partner).toMatchObject({ quota: 1_000, overage_calls: 0 });
    });
  });
}
