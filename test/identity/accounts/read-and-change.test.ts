// Reading one account with its integrations, and changing its name and metadata.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { HOOK_MS, logged, TEST_MS } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf, partnerError, withoutErrors } from "../../support/responses.ts";

setDefaultTimeout(TEST_MS);
const ACCOUNTS = "/api/v1/accounts";
const NO_FIELD = "The body must have at least one of the fields display_name, metadata.";

for (const lane of laneOf(import.meta.file)) {
  describe(`one account on ${lane}`, () => {
    let gateway: TestGateway;
    let key: string;
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: ["google", "github"] });
      ({ key } = await gateway.partner({ tier: "enterprise" }));
    }, HOOK_MS);
    afterAll(() => gateway.close(), HOOK_MS);
    beforeEach(() => void gateway.clock.nextMinute());
    const create = async (body: object = {}) => {
      const made = await gateway.call("POST", ACCOUNTS, { key, body: { external_id: crypto.randomUUID(), ...body } });
      return made.json.data;
    };
    const read = (id: string, as = key) => gateway.call("GET", `${ACCOUNTS}/${id}`, { key: as });
    const change = (id: string, body: unknown, as = key) =>
      gateway.call("PATCH", `${ACCOUNTS}/${id}`, { key: as, body });

    test("GET returns the account with its integrations, in the documented shape", async () => {
      const account = await create({ display_name: "Acme", metadata: { plan: "pro" } });
      const before = await read(account.id);
      expect([before.status, before.json]).toEqual([200, { ok: true, data: { ...account, integrations: [] } }]);
      for (const provider of ["google", "github"] as const) {
        await gateway.connect(key, provider, { accountId: account.id });
      }
      const { data } = (await read(account.id)).json;
      const integration = {
        id: expect.any(String),
        name: "default",
        status: "active",
        connected_at: expect.any(String),
      };
      expect(data).toEqual({
        ...account,
        integrations: [
          { ...integration, provider: "github" },
          { ...integration, provider: "google" },
        ],
      });
      expect((await read(account.id.toUpperCase())).json.data.id).toBe(account.id);
    });

    test("PATCH changes the fields it names, and returns the account without integrations", async () => {
      const account = await create({ display_name: "Before", metadata: { a: 1, b: { c: 2 } } });
      const named = await change(account.id, { display_name: "After" });
      expect([named.status, named.json]).toEqual([200, { ok: true, data: { ...account, display_name: "After" } }]);
      const metadata = { z: null, a: "new" };
      const filled = await change(account.id, { metadata });
      expect(filled.json.data).toEqual({ ...account, display_name: "After", metadata });
      expect(filled.text).toContain('"metadata":{"z":null,"a":"new"}');
      const cleared = await change(account.id, { display_name: null, metadata: {} });
      expect(cleared.json.data).toEqual({ ...account, display_name: null, metadata: {} });
      const { integrations, ...others } = (await read(account.id)).json.data;
      expect([others, integrations]).toEqual([cleared.json.data, []]);
      expect(logged(gateway, "account_changed").filter((line) => line.account_id === account.id)).toHaveLength(3);
    });

    test("PATCH without a field is 400 and names the accepted fields", async () => {
      const { id } = await create();
      const response = await change(id, {});
      expect([codeOf(response), withoutErrors(response.json)]).toEqual([
        "400 VALIDATION_ERROR",
        partnerError(NO_FIELD, "VALIDATION_ERROR"),
      ]);
    });

    test("S-67: PATCH with an invalid or read-only field is 400 and changes nothing", async () => {
      const account = await create({ display_name: "Kept", metadata: { kept: true } });
      const cases: [unknown, string][] = [
        [{ display_name: "New", external_id: "other" }, '"external_id" is not a known field.'],
        [{ display_name: "New", id: crypto.randomUUID() }, '"id" is not a known field.'],
        [{ display_name: "n".repeat(256) }, "display_name has 256 characters; at most 255 are allowed."],
        [{ display_name: "a\u0000" }, "display_name contains a NUL character."],
        [
          { display_name: "New", metadata: { text: "x".repeat(16_374) } },
          "metadata has 16385 bytes; at most 16384 are allowed.",
        ],
      ];
      for (const [body, text] of cases) {
        const response = await change(account.id, body);
        expect([codeOf(response), withoutErrors(response.json)]).toEqual([
          "400 VALIDATION_ERROR",
          partnerError(text, "VALIDATION_ERROR"),
        ]);
      }
      for (const body of [{ metadata: null }, { metadata: [] }, { display_name: 7 }, [], "text"]) {
        expect([body, codeOf(await change(account.id, body))]).toEqual([body, "400 VALIDATION_ERROR"]);
      }
      expect((await read(account.id)).json.data).toEqual({ ...account, integrations: [] });
    });

    test("S-45: another partner's account is 404 like a missing one, to read, change and delete", async () => {
      const account = await create();
      const stranger = await gateway.partner();
      for (const id of [account.id, crypto.randomUUID(), account.external_id, "7", "%27"]) {
        const name = decodeURIComponent(id);
        const responses = [
          await read(id, stranger.key),
          await change(id, { display_name: "Mine" }, stranger.key),
          await gateway.call("DELETE", `${ACCOUNTS}/${id}`, { key: stranger.key }),
        ];
        const body = partnerError(
          expect.stringContaining(`Connected account "${name}" not found: `) as unknown as string,
          "ACCOUNT_NOT_FOUND",
        );
        for (const response of responses) expect([id, response.status, response.json]).toEqual([id, 404, body]);
      }
      expect((await read(account.id)).json.data).toEqual({ ...account, integrations: [] });
    });
  });
}
