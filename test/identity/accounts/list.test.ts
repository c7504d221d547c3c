// Listing accounts: pages by limit and offset, newest first, with a total that creations and deletions keep exact.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, partnerError, withoutErrors } from "../../support/responses.ts";

setDefaultTimeout(TEST_MS);
const ACCOUNTS = "/api/v1/accounts";
const COUNT = 500;

for (const lane of laneOf(import.meta.file)) {
  describe(`listing accounts on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let userId: string;
    /** external_ids as the list must give them. */
    let newestFirst: string[];
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      ({ key, userId } = await gateway.partner({ tier: "enterprise" }));
      // Over four days and some hours of each, several at the same moment, written in no order.
      const { database } = gateway.database;
      await database.script(`
        insert into accounts (id, user_id, external_id, created_at)
        select md5(i::text)::uuid, '${userId}', 'customer-' || i, timestamptz '2026-03-28 22:00+00' + (i / 3) * interval '31 minutes'
        from generate_series(0, ${COUNT - 1}) i order by md5('a' || i)`);
      const rows = await database.query<{ name: string }>(
        "select external_id as name from accounts where user_id = $1 order by created_at desc, id desc",
        [userId],
      );
      newestFirst = rows.map((row) => row.name);
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    beforeEach(() => void gateway.clock.nextMinute());
    const list = (query = "", as = key) => gateway.call("GET", `${ACCOUNTS}${query}`, { key: as });
    const names = async (limit: number, offset: number) => {
      const { data } = (await list(`?limit=${limit}&offset=${offset}`)).json;
      expect([data.total, data.limit, data.offset]).toEqual([newestFirst.length, limit, offset]);
      return data.accounts.map((account: { external_id: string }) => account.external_id);
    };

    test("returns accounts without integrations, newest first, 50 by default", async () => {
      const partner = await gateway.partner();
      const ids = [await gateway.account(partner.key, "first"), await gateway.account(partner.key, "second")];
      const response = await list("", partner.key);
      const account = { display_name: null, metadata: {}, created_at: expect.any(String) };
      expect([response.status, response.json]).toEqual([
        200,
        {
          ok: true,
          data: {
            accounts: [
              { id: ids[1], external_id: "second", ...account },
              { id: ids[0], external_id: "first", ...account },
            ],
            total: 2,
            limit: 50,
            offset: 0,
            next_cursor: null,
          },
        },
      ]);
      expect((await list()).json.data.accounts).toHaveLength(50);
    });

    test("a partner without accounts has an empty list", async () => {
      const { key: own } = await gateway.partner();
      expect((await list("?offset=3", own)).json.data).toEqual({
        accounts: [],
        total: 0,
        limit: 50,
        offset: 3,
        next_cursor: null,
      });
    });

    test("pages of any size hold every account once, in order, with the same total", async () => {
      for (const limit of [37, 200]) {
        const seen: string[] = [];
        for (let offset = 0; offset < COUNT; offset += limit) seen.push(...(await names(limit, offset)));
        expect(seen).toEqual(newestFirst);
      }
    });

    test("an offset into any day and hour starts exactly there; past the end the page is empty", async () => {
      for (const offset of [0, 1, 2, 5, 6, 123, 333, COUNT - 2, COUNT - 1]) {
        expect([offset, await names(4, offset)]).toEqual([offset, newestFirst.slice(offset, offset + 4)]);
      }
      for (const offset of [COUNT, COUNT + 1, 2 ** 31, Number.MAX_SAFE_INTEGER])
        expect(await names(4, offset)).toEqual([]);
    });

    test("the total is exact right after creations and deletions, also concurrent ones", async () => {
      const { key: own } = await gateway.partner({ tier: "enterprise" });
      const total = async () => (await list("?limit=1", own)).json.data.total;
      const ids = await Promise.all(Array.from({ length: 40 }, () => gateway.account(own)));
      expect(await total()).toBe(40);
      const remove = (id: string) => gateway.call("DELETE", `${ACCOUNTS}/${id}`, { key: own });
      await Promise.all([...ids.slice(0, 25).map(remove), ...Array.from({ length: 10 }, () => gateway.account(own))]);
      expect(await total()).toBe(25);
      await Promise.all(ids.slice(0, 25).map(remove));
      expect(await total()).toBe(25);
    });

    test("order and total are right after deletions from the middle", async () => {
      const { database } = gateway.database;
      const gone = newestFirst.splice(200, 150);
      await database.query("delete from accounts where user_id = $1 and external_id = any (string_to_array($2, ','))", [
        userId,
        gone.join(","),
      ]);
      for (const offset of [0, 190, 199, 200, 201, 349]) {
        expect([offset, await names(20, offset)]).toEqual([offset, newestFirst.slice(offset, offset + 20)]);
      }
    });

    test("deleting a partner's profile deletes its accounts and their counts", async () => {
      const partner = await gateway.partner();
      for (const name of ["a", "b"]) await gateway.account(partner.key, name);
      const { database } = gateway.database;
      await database.query("delete from users where id = $1", [partner.userId]);
      const left =
        "select user_id from accounts where user_id = $1 union all select user_id from account_counts where user_id = $1";
      expect(await database.query(left, [partner.userId])).toEqual([]);
    });

    test("S-46: a partner sees only its own accounts", async () => {
      const other = await gateway.partner();
      await gateway.account(other.key, "only");
      const { data } = (await list("", other.key)).json;
      expect([data.total, data.accounts.length, data.accounts[0].external_id]).toEqual([1, 1, "only"]);
    });

    test("limit is 1 to 200 and offset 0 or more; anything else is 400", async () => {
      const cases: [string, string][] = [
        ["?limit=0", '"limit" must be a whole number from 1 to 200.'],
        ["?limit=201", '"limit" must be a whole number from 1 to 200.'],
        ["?offset=-1", '"offset" must be a whole number of at least 0.'],
        ["?offset=1.5", '"offset" must be a whole number of at least 0.'],
        ["?offset=9007199254740993", '"offset" must be a whole number of at least 0.'],
        ["?limit=", '"limit" must be a whole number from 1 to 200.'],
        ["?limit=5&limit=6", '"limit" must not be repeated.'],
        ["?cursor=abc", "cursor is not from this list. Leave it out to start again."],
      ];
      for (const [query, text] of cases) {
        const response = await list(query);
        expect([query, codeOf(response), withoutErrors(response.json)]).toEqual([
          query,
          "400 VALIDATION_ERROR",
          partnerError(text, "VALIDATION_ERROR"),
        ]);
      }
    });
  });
}
