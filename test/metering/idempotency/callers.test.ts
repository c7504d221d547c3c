// Who gets the stored response of an Idempotency-Key: a key that may make the call, for the same account; and what frees one.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { acme } from "../../support/acme.ts";
import { LANES } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";
import { insertGrant, recordingProvider, tokenOf } from "../../support/test-partners.ts";

const ITEMS = "/api/v1/acme/items";
const ACCOUNTS = "/api/v1/accounts";

for (const lane of LANES) {
  describe(`who gets a stored response on ${lane}`, () => {
    const upstream = recordingProvider(({ body }) =>
      Response.json({ id: 1, title: JSON.parse(body || '{"title":""}').title }),
    );
    let gateway: TestGateway;
    let partner: Awaited<ReturnType<TestGateway["partner"]>>;
    beforeAll(async () => {
      const settings = { acme: { clientId: "client", clientSecret: "secret" } };
      gateway = await startTestGateway({ lane, plugins: [acme], settings, fetch: upstream.fetch });
      partner = await gateway.partner({ tier: "enterprise" });
      await insertGrant(gateway, { userId: partner.userId, accountId: null }, "acme");
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const keyWith = async (more: object) =>
      (await gateway.admin("POST", "/keys", { user: partner.userId, ...more })).json.data.key as string;
    const connectedAccount = async (externalId: string) => {
      const accountId = await gateway.account(partner.key, externalId);
      await insertGrant(gateway, { userId: partner.userId, accountId }, "acme");
      return accountId;
    };
    let count = 0;
    /** Repeats a request, with any API key and for any account. */
    const repeating = (path = ITEMS, body: object = { title: "one" }) => {
      const idempotencyKey = `key-${++count}`;
      const from = upstream.requests.length;
      return {
        send: (change: { key?: string; headers?: Record<string, string>; body?: object } = {}) =>
          gateway.call("POST", path, {
            key: change.key ?? partner.key,
            body: change.body ?? body,
            headers: { "idempotency-key": idempotencyKey, ...change.headers },
          }),
        tokens: () => upstream.requests.slice(from).map(({ token }) => token),
      };
    };
    const isReplay = (response: { headers: Headers }) => response.headers.get("idempotency-replayed") === "true";

    test("S-104: an API key without the permission gets 403; another one with it gets the stored response", async () => {
      const lesser = await keyWith({ permissions: ["items.read", "gateway:accounts.read"] });
      const other = await keyWith({ permissions: ["items.write"] });
      const item = repeating();
      const first = await item.send();
      expect(codeOf(first)).toBe("200 null");
      const refused = await item.send({ key: lesser });
      expect([codeOf(refused), refused.json, isReplay(refused)]).toEqual([
        "403 PERMISSION_DENIED",
        { error: "Permission denied" },
        false,
      ]);
      const again = await item.send({ key: other });
      expect([again.text, isReplay(again)]).toEqual([first.text, true]);
      expect(item.tokens()).toHaveLength(1);

      const account = repeating(ACCOUNTS, { external_id: `kept-${lane}` });
      expect(codeOf(await account.send())).toBe("200 null");
      expect(codeOf(await account.send({ key: lesser }))).toBe("403 PERMISSION_DENIED");
      expect(isReplay(await account.send())).toBe(true);
    });

    test("S-104: a forbidden or invalid request claims no Idempotency-Key", async () => {
      const lesser = await keyWith({ permissions: ["items.read"] });
      const item = repeating();
      expect(codeOf(await item.send({ key: lesser, body: { title: "another" } }))).toBe("403 PERMISSION_DENIED");
      expect(codeOf(await item.send({ body: { title: 7 } }))).toBe("400 VALIDATION_ERROR");
      expect(codeOf(await item.send())).toBe("200 null");
    });

    test("S-104: two accounts are two requests, however their headers spell them; one account in two spellings is one", async () => {
      const [plain, extended] = [await connectedAccount("UTF-8''x"), await connectedAccount("x")];
      const ofPlain = repeating();
      const first = await ofPlain.send({ headers: { "x-account-id": "UTF-8''x" } });
      const foreign = await ofPlain.send({ headers: { "x-account-id*": "UTF-8''x" } });
      expect([first, foreign].map((response) => [codeOf(response), isReplay(response)])).toEqual([
        ["200 null", false],
        ["200 null", false],
      ]);
      expect(isReplay(await ofPlain.send({ headers: { "x-account-id*": "UTF-8''UTF-8%27%27x" } }))).toBe(true);
      const both = [plain, extended].map((accountId) => tokenOf({ userId: partner.userId, accountId }, "acme"));
      expect(ofPlain.tokens()).toEqual(both);

      const ofExtended = repeating();
      expect(codeOf(await ofExtended.send({ headers: { "x-account-id*": "UTF-8''x" } }))).toBe("200 null");
      for (const [name, value] of [
        ["x-account-id", "x"],
        ["x-account-id*", "utf-8'en'%78"],
      ] as const) {
        expect(isReplay(await ofExtended.send({ headers: { [name]: value } }))).toBe(true);
      }
      expect(ofExtended.tokens()).toEqual([tokenOf({ userId: partner.userId, accountId: extended }, "acme")]);
    });

    test("S-104: a partner-only key gets an account's stored response, and never the user's own", async () => {
      await connectedAccount("shared");
      const narrow = await keyWith({ partner_only: true });
      const headers = { "x-account-id": "shared" };
      const ofAccount = repeating();
      expect(codeOf(await ofAccount.send({ headers }))).toBe("200 null");
      expect(isReplay(await ofAccount.send({ key: narrow, headers }))).toBe(true);
      const ofUser = await ofAccount.send();
      expect([codeOf(ofUser), isReplay(ofUser)]).toEqual(["200 null", false]);
      const own = repeating();
      expect(codeOf(await own.send())).toBe("200 null");
      expect(codeOf(await own.send({ key: narrow }))).toBe("400 VALIDATION_ERROR");
      expect(isReplay(await own.send({ key: narrow, headers }))).toBe(false);
    });

    test("a refusal releases the key for the same request, and for no other body", async () => {
      const taken = `taken-${lane}`;
      const accountId = await gateway.account(partner.key, taken);
      const create = repeating(ACCOUNTS, { external_id: taken });
      const other = { external_id: `free-${lane}` };
      for (let i = 0; i < 2; i++) {
        expect(codeOf(await create.send())).toBe("409 ACCOUNT_EXISTS");
        const mismatch = await create.send({ body: other });
        expect([codeOf(mismatch), mismatch.json.error_code]).toEqual([
          "422 IDEMPOTENCY_CONFLICT",
          "IDEMPOTENCY_CONFLICT",
        ]);
      }
      expect((await gateway.call("DELETE", `${ACCOUNTS}/${accountId}`, { key: partner.key })).status).toBe(200);
      const made = await create.send();
      expect([codeOf(made), isReplay(made)]).toEqual(["200 null", false]);
      const again = await create.send();
      expect([again.text, isReplay(again)]).toEqual([made.text, true]);
      expect(codeOf(await create.send({ body: other }))).toBe("422 IDEMPOTENCY_CONFLICT");
    });
  });
}
