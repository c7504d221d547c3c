// Two replicas over one database: what one has given or ended holds at the other.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { newBrowser, type SignedIn, signedIn } from "../../dashboard/browser.ts";
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

    const ENDS: [string, (person: SignedIn) => Promise<unknown>][] = [
      ["is disabled", ({ personId }) => one.admin("PATCH", `/people/${personId}`, { disabled: true })],
      [
        "no longer acts for the user",
        ({ personId, userId }) => one.admin("DELETE", `/people/${personId}/users/${userId}`),
      ],
      [
        "is lowered to viewer of the team",
        ({ personId, userId }) =>
          one.database.database.query(
            "update people_users set role = 'viewer' where person_id = $1::text::uuid and user_id = $2::text::uuid",
            [personId, userId],
          ),
      ],
      [
        "is reset by a setup link",
        async ({ personId }) => {
          const { database } = one.database;
          await database.query("update people set address_proven = false where id = $1::text::uuid", [personId]);
          const { setup_link: link } = (await one.admin("POST", `/people/${personId}/link`)).json.data;
          const path = new URL(link).pathname;
          expect((await newBrowser(one).submit(path, { password: "yet another password" })).status).toBe(303);
        },
      ],
      [
        "is gone",
        ({ personId }) => one.database.database.query("delete from people where id = $1::text::uuid", [personId]),
      ],
    ];
    test.each(ENDS)("S-39: a token that both know ends at both when its person %s", async (_, end) => {
      const ended = await signedIn(one);
      const { access } = await granted(one, ended);
      expect([await at(one, access), await at(two, access)]).toEqual([200, 200]);
      await end(ended);
      await one.heard();
      await two.heard();
      expect([await at(one, access), await at(two, access)]).toEqual([401, 401]);
    });

    test("a token stays when its person gets another role that may use tools", async () => {
      const raised = await signedIn(one);
      const { access } = await granted(one, raised);
      expect([await at(one, access), await at(two, access)]).toEqual([200, 200]);
      const { database } = one.database;
      for (const role of ["member", "admin"])
        await database.query("update people_users set role = $2 where person_id = $1::text::uuid", [
          raised.personId,
          role,
        ]);
      await one.admin("PATCH", `/people/${raised.personId}`, { role: "viewer" });
      await one.heard();
      await two.heard();
      expect([await at(one, access), await at(two, access)]).toEqual([200, 200]);
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
