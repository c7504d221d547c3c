// Naming an account by the partner's own id in paths, filters and bodies: each finds the account that the header finds.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import fc from "fast-check";
import { BY_EXTERNAL_ID } from "../../../src/identity/owner.ts";
import { acme } from "../../support/acme.ts";
import { apiDocument } from "../../support/api-document.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { matrixOf, type Row } from "../../support/isolation-matrix.ts";
import { sendAs } from "../../support/isolation-requests.ts";
import { codeOf } from "../../support/responses.ts";
import { createTestPartner, type TestPartner } from "../../support/test-partners.ts";

setDefaultTimeout(HOOK_MS * 2);
const USAGE = "/api/v1/usage";
const PIECES = ["/", "%", "%2F", "%00", ":", ".", "..", "../..", " ", "+", "?", "#", "&", "=", "é", "☕", "external:"];
const text = fc.oneof(
  fc.string({ unit: "binary", minLength: 1, maxLength: 20 }),
  fc.array(fc.constantFrom(...PIECES, crypto.randomUUID()), { minLength: 1, maxLength: 6 }).map((all) => all.join("")),
);
const externalId = text.filter((id) => id.isWellFormed() && !/\p{Cc}/u.test(id));
const named = (id: string) => `${BY_EXTERNAL_ID}${encodeURIComponent(id)}`;

for (const lane of laneOf(import.meta.file)) {
  describe(`accounts by the partner's own id on ${lane}`, () => {
    let gateway: TestGateway;
    let partner: TestPartner;
    let rows: Row[];
    beforeAll(async () => {
      gateway = await startTestGateway({
        lane,
        plugins: [acme],
        settings: { acme: { clientId: "client", clientSecret: "secret" } },
      });
      partner = await createTestPartner(gateway, { account: ["acme"], other: [], own: [] });
      const api = apiDocument((await gateway.call("GET", "/openapi.json")).json);
      rows = matrixOf(api, new Set(["acme"]));
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    beforeEach(() => void gateway.clock.nextMinute());

    const get = (path: string, headers = {}) => gateway.call("GET", path, { key: partner.key, headers });
    const loggedAccount = async (requestId: string) => {
      const [row] = await gateway.database.database.query<{ account_id: string | null }>(
        "select account_id from usage_entries where request_id = $1",
        [requestId],
      );
      return row?.account_id ?? null;
    };
    /** Every route that names an account in its path, the one that deletes it last. */
    const pathRows = () =>
      rows
        .filter(({ operation }) => operation.path.startsWith("/api/v1/accounts/{id}"))
        .sort(
          (a, b) =>
            Number(a.operation.operationId === "delete_account") - Number(b.operation.operationId === "delete_account"),
        );

    /** Sends every route of a path with this name, and returns those that did not reach the account. */
    const missedBy = async (id: string, name: string): Promise<string[]> => {
      const missed: string[] = [];
      for (const row of pathRows()) {
        const requestId = `named-${crypto.randomUUID()}`;
        const position = row.positions.find(({ kind }) => kind === "account");
        if (!position) throw new Error(`${row.operation.operationId} has no account.`);
        const response = await sendAs(gateway, row, partner, [{ position, value: name }], {
          "x-request-id": requestId,
        });
        const account = await loggedAccount(requestId);
        if (account !== id) missed.push(`${row.operation.operationId} ${codeOf(response)} ${response.text}`);
      }
      return missed;
    };

    test("every route finds by path, filter and header the same account, whatever its external_id", async () => {
      expect(pathRows().length).toBeGreaterThan(10);
      const seen = new Set<string>();
      const check = async (own: string) => {
        if (seen.has(own)) return;
        seen.add(own);
        gateway.clock.nextMinute();
        const made = await gateway.call("POST", "/api/v1/accounts", { key: partner.key, body: { external_id: own } });
        expect([own, codeOf(made)]).toEqual([own, "200 null"]);
        const id = made.json.data.id as string;
        const requestId = `named-${crypto.randomUUID()}`;
        const ext = encodeURIComponent(own).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
        await get("/api/v1/tools/provider/acme", { "x-account-id*": `UTF-8''${ext}`, "x-request-id": requestId });
        expect([own, await loggedAccount(requestId)]).toEqual([own, id]);
        const listed = await get(`${USAGE}?account_id=${named(own)}&request_id=${requestId}`);
        const found = listed.json.data.entries.map((entry: { account_id: string }) => entry.account_id);
        expect([own, found]).toEqual([own, [id]]);
        // A path with a backslash is one that a proxy in front may read differently.
        if (own.includes("\\")) {
          expect([own, codeOf(await get(`/api/v1/accounts/${named(own)}`))]).toEqual([own, "400 VALIDATION_ERROR"]);
          return;
        }
        expect([own, await missedBy(id, `${BY_EXTERNAL_ID}${own}`)]).toEqual([own, []]);
        expect(codeOf(await get(`/api/v1/accounts/${id}`))).toBe("404 ACCOUNT_NOT_FOUND");
      };
      for (const own of [crypto.randomUUID(), "..", "a/../b%2F", "\\", "external:a", "😀".repeat(255)])
        await check(own);
      await fc.assert(fc.asyncProperty(externalId, check), { numRuns: 6 });
    });

    test("every filter of the usage log takes it, with the pages behind a cursor", async () => {
      const own = "filter / 100 %";
      const id = await gateway.account(partner.key, own);
      for (let i = 0; i < 3; i++) await get(`/api/v1/accounts/${named(own)}`);
      const other = await get(`${USAGE}/summary`);
      const counts = async (name: string) => {
        const read = async (path: string) => (await get(`${USAGE}${path}account_id=${name}`)).json.data;
        const { groups } = await read("/groups?by=account&");
        return [(await read("/summary?")).calls, (await read("/durations?")).calls, groups[0]?.id, groups[0]?.calls];
      };
      expect(await counts(named(own))).toEqual(await counts(id));
      expect(await counts(named(own))).toEqual([4, 4, id, 4]);
      expect(other.json.data.calls).toBeGreaterThan(4);
      const first = await get(`${USAGE}?account_id=${named(own)}&limit=2`);
      const cursor = encodeURIComponent(first.json.data.next_cursor);
      const second = await get(`${USAGE}?account_id=${named(own)}&limit=2&cursor=${cursor}`);
      expect([first, second].map(({ json }) => json.data.entries.length)).toEqual([2, 2]);
    });

    test("a webhook endpoint takes it among its accounts, and stores the id", async () => {
      const own = "webhook/1";
      const id = await gateway.account(partner.key, own);
      const path = "/api/v1/webhook-endpoints";
      const send = (names: string[], to = path, method = "POST") =>
        gateway.call(method, to, {
          key: partner.key,
          body: { ...(method === "POST" && { url: "https://93.184.215.14/hook" }), account_ids: names },
        });
      const made = await send([`${BY_EXTERNAL_ID}${own}`, id.toUpperCase()]);
      expect(made.json.data?.account_ids).toEqual([id]);
      const other = await gateway.account(partner.key, "webhook/2");
      const changed = await send([`${BY_EXTERNAL_ID}webhook/2`], `${path}/${made.json.data.id}`, "PATCH");
      expect(changed.json.data?.account_ids).toEqual([other]);
      for (const name of [`${BY_EXTERNAL_ID}nobody`, "webhook/1"])
        expect(codeOf(await send([name]))).toBe("404 ACCOUNT_NOT_FOUND");
    });

    test("an unknown one is 404 with a sentence that says which kind of id was looked up", async () => {
      const unknown = crypto.randomUUID();
      const sentences: [string, string][] = [
        [
          "external:nobody",
          'Connected account "external:nobody" not found: none of yours has the external_id "nobody".',
        ],
        [
          "nobody",
          'Connected account "nobody" not found: an id is a UUID. For your own external_id send external:nobody, percent-encoded in a URL.',
        ],
      ];
      for (const [name, sentence] of sentences) {
        for (const path of [`/api/v1/accounts/${name}`, `${USAGE}/summary?account_id=${name}`]) {
          const response = await get(path);
          expect([path, codeOf(response), response.json.error]).toEqual([path, "404 ACCOUNT_NOT_FOUND", sentence]);
        }
      }
      const { json } = await get(`/api/v1/accounts/${unknown}`);
      expect(json.error).toBe(`Connected account "${unknown}" not found: none of yours has this id.`);
    });
  });
}
