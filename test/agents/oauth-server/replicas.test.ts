// Two replicas over one database: what one has given or ended holds at the other.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type SignedIn, signedIn } from "../../dashboard/browser.ts";
import { TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import type { TestGateway } from "../../support/gateway.ts";
import { startTwoGateways, type TwoGateways } from "../../support/two-gateways.ts";
import { callAsClient, exchange, granted, post, refreshForm } from "./mcp-client.ts";

setDefaultTimeout(TEST_MS);

for (const lane of laneOf(import.meta.file)) {
  describe(`MCP clients at two replicas on ${lane}`, () => {
    let both: TwoGateways;
    let one: TestGateway;
    let two: TestGateway;
    let person: SignedIn;
    beforeAll(async () => {
      both = await startTwoGateways({ lane });
      ({ one, two } = both);
      person = await signedIn(one);
    }, 60_000);
    afterAll(() => both.close());
    const at = async ({ app }: TestGateway, access: string) =>
      (await callAsClient(app, access, "list_integrations")).status;

    test("refreshes at both at once get one response", async () => {
      const { refresh, clientId } = await granted(one, person);
      const form = refreshForm(one, clientId, refresh);
      const all = await Promise.all(Array.from({ length: 20 }, (_, n) => exchange(n % 2 === 0 ? one : two, form)));
      expect(new Set(all.map(({ json }) => JSON.stringify(json))).size).toBe(1);
      const access = all[0]?.json.access_token;
      expect([await at(one, access), await at(two, access)]).toEqual([200, 200]);
    });

    test("a code that both are asked for at once is exchanged once, and its tokens end at both", async () => {
      const { access, form } = await granted(one, person);
      expect(await at(two, access)).toBe(200);
      expect((await exchange(two, form)).json.error).toBe("invalid_grant");
      await one.heard();
      expect([await at(one, access), await at(two, access)]).toEqual([401, 401]);
    });

    test("S-39: what is revoked at one is refused at the other, whose memory knew it", async () => {
      const { access, clientId } = await granted(one, person);
      expect([await at(one, access), await at(two, access)]).toEqual([200, 200]);
      await post(one, "/oauth/revoke", { token: access, client_id: clientId });
      expect(await at(one, access)).toBe(401);
      await two.heard();
      expect(await at(two, access)).toBe(401);
    });
  });
}
