// Bad entries of an import: each is refused alone, by a code and a sentence that repeat nothing of what was sent.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { dump, HOOK_MS, secretsIn, TEST_MS } from "../../support/connecting.ts";
import { type CredentialStandIn, startCredentialStandIn, TYPED_PROVIDERS } from "../../support/credential-providers.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type RotorStandIn, rotor, startRotor } from "../../support/rotating-provider.ts";

setDefaultTimeout(TEST_MS);
/** Stands wherever a secret could have been pasted. */
const LOST = "sk_live_PastedIntoTheWrongField";
const TOKEN = "rotor-access-of-nobody";
const HOSTS = [
  "evil-myshop.example",
  "shop.myshop.example.evil.example",
  "xn--acme-6na.myshop.example",
  "acme.myshop.example:8443",
  "ada@acme.myshop.example",
  "acme.myshop.example.",
  "https://acme.myshop.example",
  "evil.example/acme.myshop.example",
  "acme.myshop.example\n",
  "169.254.169.254",
  "{shop}.myshop.example",
];

type Case = [what: string, entry: unknown, code: string, says: string];
const rotorWith = (more: object) => ({ provider: "rotor", access_token: TOKEN, ...more });
const keyedWith = (more: object) => ({ provider: "keyed", ...more });
const CASES: Case[] = [
  ["a text", LOST, "INVALID_ENTRY", "must be a JSON object"],
  ["null", null, "INVALID_ENTRY", "must be a JSON object"],
  ["a list", [LOST], "INVALID_ENTRY", "must be a JSON object"],
  ["nothing in it", {}, "INVALID_ENTRY", "has no provider"],
  ["a secret as a name", rotorWith({ [LOST]: "x" }), "INVALID_ENTRY", "a field other than user, account"],
  ["a secret as the provider", { provider: LOST, access_token: TOKEN }, "PROVIDER_NOT_FOUND", "one of bearing, desk"],
  ["a prototype's name as the provider", { provider: "__proto__" }, "PROVIDER_NOT_FOUND", "No plugin"],
  ["a secret as the user", rotorWith({ user: LOST }), "USER_NOT_FOUND", "no user with this e-mail address"],
  ["a secret as the account", rotorWith({ account: LOST }), "ACCOUNT_NOT_FOUND", "Set create_accounts to create it"],
  ["a secret as the kind", rotorWith({ auth: LOST }), "INVALID_ENTRY", "auth must be oauth2, api_key"],
  [
    "a kind that the provider has not",
    rotorWith({ auth: "basic" }),
    "INVALID_ENTRY",
    "auth must be one of oauth2 for rotor",
  ],
  ["a line break in a token", rotorWith({ access_token: `a\n${LOST}` }), "INVALID_ENTRY", "access_token must be text"],
  [
    "a header in a refresh token",
    rotorWith({ refresh_token: `a\r\nX: ${LOST}` }),
    "INVALID_ENTRY",
    "refresh_token must be",
  ],
  [
    "a token of 100 KB",
    rotorWith({ access_token: LOST.repeat(3_300) }),
    "INVALID_ENTRY",
    "1 to 16,384 visible characters",
  ],
  ["an empty token", rotorWith({ access_token: "" }), "INVALID_ENTRY", "access_token must be text"],
  ["a number as the token", rotorWith({ access_token: 7 }), "INVALID_ENTRY", "access_token must be text"],
  ["an object as the token", rotorWith({ access_token: { LOST } }), "INVALID_ENTRY", "access_token must be text"],
  ["no token", { provider: "rotor" }, "INVALID_ENTRY", "No tokens were found"],
  ["a secret as the time", rotorWith({ expires_at: LOST }), "INVALID_ENTRY", "expires_at must be a time"],
  ["a number as the time", rotorWith({ expires_at: 1_700_000_000 }), "INVALID_ENTRY", "expires_at must be a time"],
  ["a secret with a space as a scope", rotorWith({ scopes: [`a ${LOST}`] }), "INVALID_ENTRY", "scopes must be a list"],
  ["a text as the scopes", rotorWith({ scopes: LOST }), "INVALID_ENTRY", "scopes must be a list"],
  ["another client", rotorWith({ client_id: LOST }), "CLIENT_NOT_FOUND", "Another OAuth client"],
  [
    "a list as the token response",
    { provider: "rotor", token_response: [LOST] },
    "INVALID_ENTRY",
    "token_response must be",
  ],
  [
    "a token response without one",
    { provider: "rotor", token_response: { error: LOST } },
    "INVALID_ENTRY",
    "No tokens",
  ],
  [
    "a line break in a token response",
    { provider: "rotor", token_response: { access_token: `${LOST}\n` } },
    "INVALID_ENTRY",
    "No tokens",
  ],
  [
    "fields of a provider without any",
    rotorWith({ fields: { [LOST]: LOST } }),
    "INVALID_ENTRY",
    "fields must be left out",
  ],
  [
    "a key beside tokens",
    rotorWith({ auth: "oauth2", credentials: { api_key: LOST } }),
    "INVALID_ENTRY",
    "not for oauth2",
  ],
  ["tokens for a provider of keys", keyedWith({ access_token: LOST }), "INVALID_ENTRY", "auth must be one of api_key"],
  [
    "tokens beside a key",
    keyedWith({ access_token: TOKEN, credentials: { api_key: "sk_test_a" } }),
    "INVALID_ENTRY",
    "access_token are only for oauth2",
  ],
  [
    "a key of another form",
    keyedWith({ credentials: { api_key: LOST } }),
    "INVALID_ENTRY",
    "of the form that the provider gives",
  ],
  [
    "a line break in a key",
    keyedWith({ credentials: { api_key: `sk_test_a\n${LOST}` } }),
    "INVALID_ENTRY",
    "without line breaks",
  ],
  [
    "a key of 100 KB",
    keyedWith({ credentials: { api_key: `sk_test_${"a".repeat(100_000)}` } }),
    "INVALID_ENTRY",
    "at most 4096 characters",
  ],
  [
    "a secret as a credential's name",
    keyedWith({ credentials: { [LOST]: "x" } }),
    "INVALID_ENTRY",
    "may have only api_key",
  ],
  [
    "a number as a key",
    keyedWith({ credentials: { api_key: 7 } }),
    "INVALID_ENTRY",
    "credentials must be an object whose values are text",
  ],
  [
    "a key that nobody knows",
    keyedWith({ credentials: { api_key: "sk_test_nobodysimportedkey" } }),
    "CREDENTIALS_REFUSED",
    "does not accept",
  ],
  [
    "a secret as the subdomain",
    { provider: "desk", fields: { subdomain: LOST }, credentials: { email: "a@b.example", api_token: "Passw0rd" } },
    "INVALID_ENTRY",
    "subdomain must be of the form",
  ],
  [
    "no subdomain",
    { provider: "desk", credentials: { email: "a@b.example", api_token: LOST } },
    "INVALID_ENTRY",
    "subdomain is required",
  ],
  ...HOSTS.map(
    (host): Case => [
      `the host ${JSON.stringify(host)}`,
      { provider: "shop", fields: { shop: host }, access_token: TOKEN },
      "INVALID_ENTRY",
      "shop must be of the form",
    ],
  ),
];

for (const lane of laneOf(import.meta.file)) {
  describe(`bad entries of an import on ${lane}`, () => {
    let standIn: RotorStandIn;
    let typed: CredentialStandIn;
    let gateway: TestGateway;
    let email: string;
    beforeAll(async () => {
      standIn = await startRotor();
      typed = await startCredentialStandIn();
      gateway = await startTestGateway({
        lane,
        plugins: [rotor, ...TYPED_PROVIDERS],
        settings: { ...typed.settings, rotor: standIn.settings },
      });
      email = (await gateway.partner()).email;
    }, HOOK_MS);
    afterAll(async () => {
      await gateway.close();
      await standIn.close();
      await typed.close();
    }, HOOK_MS);

    const run = (entries: unknown[]) => gateway.admin("POST", "/integrations", { user: email, entries });

    test.each(CASES)("%s", async (_, entry, code, says) => {
      const response = await run([entry]);
      expect(response.status).toBe(200);
      const [result] = response.json.data.results;
      expect([result.outcome, result.code]).toEqual(["refused", code]);
      expect(result.message).toContain(says);
      for (const secret of [LOST, TOKEN, "nobodysimportedkey"]) expect(response.text).not.toContain(secret);
      expect(response.text.length).toBeLessThan(600);
    });

    test("all of them in one request refuse each other nothing, and none reaches the database or the log", async () => {
      const good = standIn.issue("ada");
      const other = (await gateway.user()).email;
      const entries = [...CASES.map(([, entry]) => entry), rotorWith({ user: other, access_token: good.access })];
      const { data } = (await run(entries)).json;
      expect(data.results.map(({ code = "" }: { code?: string }) => code)).toEqual([
        ...CASES.map(([, , code]) => code),
        "",
      ]);
      expect([data.imported, data.refused]).toEqual([1, CASES.length]);
      const text = (await dump(gateway)) + gateway.logLines.join("\n");
      expect(secretsIn(text, [LOST, TOKEN, "nobodysimportedkey", good.access])).toEqual([]);
    });

    test("the same owner and provider twice in one request: the second is refused", async () => {
      const user = (await gateway.user()).email;
      const entry = () => rotorWith({ user, access_token: standIn.issue("ada").access });
      const { results } = (await run([entry(), entry()])).json.data;
      expect(results.map(({ code }: { code?: string }) => code)).toEqual([undefined, "DUPLICATE"]);
    });

    test("no entries, more than a hundred, and more bytes than a request may have are refused as a whole", async () => {
      expect((await run([])).status).toBe(400);
      expect((await run(Array(101).fill({}))).status).toBe(400);
      const large = await run([rotorWith({ refresh_token: "x".repeat(5 * 1024 * 1024) })]);
      expect([large.status, large.json.code]).toEqual([413, "PAYLOAD_TOO_LARGE"]);
      const deep = JSON.parse(`${'{"a":'.repeat(40)}1${"}".repeat(40)}`);
      expect((await run([rotorWith({ token_response: deep })])).text).toContain("nested deeper");
    });
  });
}
