// Creating connected accounts: the response's exact shape, valid external_ids, and their uniqueness for each partner.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { DISTINCT_NAMES } from "../../support/account-names.ts";
import { HOOK_MS, logged, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, partnerError, withoutErrors } from "../../support/responses.ts";

setDefaultTimeout(TEST_MS);
const ACCOUNTS = "/api/v1/accounts";
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const LENGTH = "external_id must have 1 to 255 characters.";
const CONTROL = "external_id contains a control character.";
const nested = (levels: number): object => (levels === 1 ? {} : { inner: nested(levels - 1) });

for (const lane of laneOf(import.meta.file)) {
  describe(`creating accounts on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    let userId: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane });
      ({ key, userId } = await gateway.partner({ tier: "enterprise" }));
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    beforeEach(() => void gateway.clock.nextMinute());
    const create = (body: unknown, as = key) => gateway.call("POST", ACCOUNTS, { key: as, body });
    const total = async () => (await gateway.call("GET", ACCOUNTS, { key })).json.data.total;
    const isRefused = async (body: unknown, error: string) => {
      const response = await create(body);
      expect([body, codeOf(response), withoutErrors(response.json)]).toEqual([
        body,
        "400 VALIDATION_ERROR",
        partnerError(error, "VALIDATION_ERROR"),
      ]);
    };

    test("returns the account with status 200 and its defaults, in the documented shape", async () => {
      const account = { id: expect.stringMatching(UUID), created_at: expect.stringMatching(TIME) };
      const full = { external_id: "full", display_name: "Acme Inc.", metadata: { plan: "pro", seats: 3 } };
      const response = await create(full);
      expect([response.status, response.json]).toEqual([200, { ok: true, data: { ...account, ...full } }]);
      expect(Object.keys(response.json.data)).toEqual(["id", "external_id", "display_name", "metadata", "created_at"]);
      const bare = await create({ external_id: "bare" });
      expect(bare.json.data).toEqual({ ...account, external_id: "bare", display_name: null, metadata: {} });
      const nothing = await create({ external_id: "none", display_name: null });
      expect(nothing.json.data.display_name).toBeNull();
      const empty = await create({ external_id: "empty", display_name: "" });
      expect(empty.json.data.display_name).toBe("");
      expect(logged(gateway, "account_created")).toContainEqual(
        expect.objectContaining({ account_id: response.json.data.id, user_id: userId }),
      );
    });

    test("S-47: an external_id is 1 to 255 Unicode characters, however many bytes they take", async () => {
      for (const external_id of ["x", "y".repeat(255), "é".repeat(255), "👩".repeat(255)]) {
        expect((await create({ external_id })).json.data.external_id).toBe(external_id);
      }
      const before = await total();
      for (const external_id of ["", "y".repeat(256), "👩".repeat(256)]) await isRefused({ external_id }, LENGTH);
      expect(await total()).toBe(before);
    });

    test("S-47: control characters, NUL and half a surrogate pair are refused at any place of an external_id", async () => {
      const before = await total();
      for (const control of ["\u0000", "\t", "\n", "\r", "\u001f", "\u007f", "\u0080", "\u009f"]) {
        for (const external_id of [control, `${control}a`, `a${control}`]) await isRefused({ external_id }, CONTROL);
      }
      for (const half of ["\\ud800", "a\\udfff", "\\udfff\\ud800"]) {
        await isRefused(`{"external_id":"${half}"}`, "external_id contains half a surrogate pair.");
      }
      expect(await total()).toBe(before);
    });

    test("S-47: look-alike names, and names like patterns, are separate accounts, and are returned unchanged", async () => {
      const { key: own } = await gateway.partner({ tier: "enterprise" });
      const responses = await Promise.all(DISTINCT_NAMES.map((external_id) => create({ external_id }, own)));
      // The embedded database's driver drops a byte order mark on reading; storage and comparison have it.
      const expected = DISTINCT_NAMES.map((name) => (lane === "embedded" ? name.replace(/^\ufeff/, "") : name));
      expect(responses.map((response) => response.json.data?.external_id ?? response.text)).toEqual(expected);
      expect(new Set(responses.map((response) => response.json.data.id)).size).toBe(DISTINCT_NAMES.length);
      const again = await Promise.all(DISTINCT_NAMES.map((external_id) => create({ external_id }, own)));
      expect(again.map(codeOf)).toEqual(DISTINCT_NAMES.map(() => "409 ACCOUNT_EXISTS"));
    });

    test("an external_id that is taken is 409; another partner may use it", async () => {
      expect((await create({ external_id: "taken" })).status).toBe(200);
      const again = await create({ external_id: "taken", display_name: "Another" });
      const text = 'An account with the external_id "taken" already exists.';
      expect([again.status, again.json]).toEqual([409, partnerError(text, "ACCOUNT_EXISTS")]);
      const other = await gateway.partner();
      expect((await create({ external_id: "taken" }, other.key)).status).toBe(200);
    });

    test("of 50 concurrent requests for one external_id one creates the account, and 49 are 409", async () => {
      const responses = await Promise.all(Array.from({ length: 50 }, () => create({ external_id: "wanted" })));
      const statuses = responses.map((response) => response.status).sort();
      expect(statuses).toEqual([200, ...Array<number>(49).fill(409)]);
      const rows = await gateway.database.database.query("select id from accounts where external_id = $1", ["wanted"]);
      expect(rows).toHaveLength(1);
    });

    test("the external_id of a deleted account can be used for a new one", async () => {
      const first = (await create({ external_id: "phoenix" })).json.data.id;
      expect((await gateway.call("DELETE", `${ACCOUNTS}/${first}`, { key })).status).toBe(200);
      const second = await create({ external_id: "phoenix" });
      expect(second.status).toBe(200);
      expect(second.json.data.id).not.toBe(first);
    });

    test("metadata is returned unchanged: order, Unicode, NUL, odd keys, nested null, numbers", async () => {
      const texts = [
        '{"z":1,"a":{"y":null,"b":[null,[],{}]},"":"","A":true}',
        '{"__proto__":{"admin":true},"constructor":{"prototype":1},"toString":"x"}',
        '{"name":"Ada \\u0000 \\ud83d\\ude80 e\\u0301","half":"\\ud800"}',
        '{"n":[0.1,-1.5e-7,1e21,9007199254740991]}',
      ];
      for (const [i, text] of texts.entries()) {
        const made = await create(`{"external_id":"metadata-${i}","metadata":${text}}`);
        expect([text, made.status]).toEqual([text, 200]);
        const read = await gateway.call("GET", `${ACCOUNTS}/${made.json.data.id}`, { key });
        for (const response of [made, read]) {
          // As text: an equal object could have lost its order, or what its prototype hides.
          expect(JSON.stringify(response.json.data.metadata)).toBe(JSON.stringify(JSON.parse(text)));
        }
      }
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    });

    test("S-92: metadata has 16 KB and 8 levels at most, and is an object", async () => {
      const sized = (bytes: number) => ({ text: "é".repeat((bytes - 11) / 2) + "x".repeat((bytes - 11) % 2) });
      expect((await create({ external_id: "large", metadata: sized(16_384) })).status).toBe(200);
      await isRefused(
        { external_id: "larger", metadata: sized(16_385) },
        "metadata has 16385 bytes; at most 16384 are allowed.",
      );
      expect((await create({ external_id: "deep", metadata: nested(8) })).status).toBe(200);
      await isRefused({ external_id: "deeper", metadata: nested(9) }, "metadata is nested deeper than 8 levels.");
      await isRefused(
        '{"external_id":"huge","metadata":{"n":[1e400]}}',
        '"metadata.n.0" is a number that is too large.',
      );
      for (const metadata of [null, [], "text", 7]) {
        expect([metadata, codeOf(await create({ external_id: "other", metadata }))]).toEqual([
          metadata,
          "400 VALIDATION_ERROR",
        ]);
      }
    });

    test("a display_name has 255 Unicode characters at most, and nothing that the database cannot hold", async () => {
      const display_name = "👩".repeat(255);
      const made = await create({ external_id: "named", display_name });
      expect(made.json.data.display_name).toBe(display_name);
      await isRefused(
        { external_id: "other", display_name: "n".repeat(256) },
        "display_name has 256 characters; at most 255 are allowed.",
      );
      await isRefused({ external_id: "other", display_name: "a\u0000b" }, "display_name contains a NUL character.");
      await isRefused(
        '{"external_id":"other","display_name":"\\ud800"}',
        "display_name contains half a surrogate pair.",
      );
    });

    test("S-67: what is no field of an account is refused, and so is a body without external_id", async () => {
      await isRefused({ external_id: "other", id: crypto.randomUUID() }, '"id" is not a known field.');
      await isRefused({ external_id: "other", user_id: userId }, '"user_id" is not a known field.');
      await isRefused('{"external_id":"other","__proto__":{"a":1}}', '"__proto__" is not a known field.');
      await isRefused({}, '"external_id" is required.');
      for (const external_id of [7, null, ["a"], { a: 1 }]) {
        expect(codeOf(await create({ external_id }))).toBe("400 VALIDATION_ERROR");
      }
    });

    test("a creation under an Idempotency-Key happens once, and its response is replayed", async () => {
      const headers = { "idempotency-key": crypto.randomUUID() };
      const body = { external_id: "once" };
      const first = await gateway.call("POST", ACCOUNTS, { key, body, headers });
      const second = await gateway.call("POST", ACCOUNTS, { key, body, headers });
      expect([first.status, second.status, second.text]).toEqual([200, 200, first.text]);
      expect(second.headers.get("idempotency-replayed")).toBe("true");
    });
  });
}
