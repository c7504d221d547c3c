// What fixtures cannot show: signed callbacks, hosts of shops, token responses, and searches that stay within their terms.
import { describe, expect, test } from "bun:test";
import { hmacText, type InboundWebhook, InvalidInput } from "gateway/plugin";
import { searchOf, sinceTerm } from "./graphql.ts";
import shopify from "./index.ts";
import { checkCallback, readTokens, SHOP, tokenError } from "./oauth.ts";
import { webhook } from "./webhook.ts";

const SECRET = "shpss_test_secret";
const client = { clientSecret: SECRET, tenant: { shop: "gateway-test.myshopify.com" } };
const GOOD = {
  code: "0907a61c0c8d55e99db179b68161bc00",
  host: "YWRtaW4uc2hvcGlmeS5jb20vc3RvcmUvZ2F0ZXdheS10ZXN0",
  shop: "gateway-test.myshopify.com",
  state: "st_4f1c9a7be2",
  timestamp: "1767225600",
  hmac: "46417894e518cf53cc07d2e0ace3df05eb40b68a97facc5dd51270a22ac6d3f6",
};
const check = (parameters: Record<string, string>, more: [string, string][] = []) =>
  checkCallback([...Object.entries(parameters), ...more], client);

describe("a callback", () => {
  test("has the hmac of Shopify's libraries, in any order", () => {
    expect(check(GOOD)).toBe(true);
    expect(checkCallback(Object.entries(GOOD).toReversed(), client)).toBe(true);
    const hmac = "5610dfd72193fe6d9688a648fa6b5037a681d9fe2531a1b53071b8980e5bab7e";
    expect(check({ ...GOOD, state: "a b/c+d", hmac })).toBe(true);
  });

  test.each<[string, Record<string, string>]>([
    ["another code", { ...GOOD, code: "x" }],
    ["another shop", { ...GOOD, shop: "evil.myshopify.com" }],
    ["another time", { ...GOOD, timestamp: "1767225601" }],
    ["no time", { ...GOOD, timestamp: "soon" }],
    ["an unsigned parameter", { ...GOOD, extra: "1" }],
    ["another hmac", { ...GOOD, hmac: GOOD.hmac.replace("4", "5") }],
    ["an empty hmac", { ...GOOD, hmac: "" }],
    ["an hmac in capitals", { ...GOOD, hmac: GOOD.hmac.toUpperCase() }],
  ])("with %s is refused", (_, parameters) => {
    expect(check(parameters)).toBe(false);
  });

  test("without an hmac, or with a name twice, is refused", () => {
    const { hmac: _hmac, ...rest } = GOOD;
    expect(check(rest)).toBe(false);
    expect(check(GOOD, [["shop", "gateway-test.myshopify.com"]])).toBe(false);
  });

  test("signed for another shop than the typed one is refused", () => {
    const parameters = { code: "x", shop: "evil.myshopify.com", state: "s", timestamp: "1767225600" };
    const hmac = hmacText(SECRET, new URLSearchParams(parameters).toString(), "hex");
    expect(check({ ...parameters, hmac })).toBe(false);
    expect(
      checkCallback(Object.entries({ ...parameters, hmac }), { ...client, tenant: { shop: parameters.shop } }),
    ).toBe(true);
  });
});

describe("S-32: a shop's host", () => {
  test.each(["acme.myshopify.com", "acme-2.myshopify.com", "7.myshopify.com"])("may be %p", (host) => {
    expect(SHOP.test(host)).toBe(true);
  });

  test.each([
    "",
    "myshopify.com",
    ".myshopify.com",
    "-acme.myshopify.com",
    "acme-.myshopify.com",
    "ACME.myshopify.com",
    "acme_x.myshopify.com",
    "a.b.myshopify.com",
    "evil-myshopify.com",
    "acme.myshopify.com.evil.example",
    "acme.myshopify.comx",
    "acme.myshopify.com:443",
    "acme.myshopify.com/admin",
    "https://acme.myshopify.com",
    "ada@acme.myshopify.com",
    "acme.myshopify.com\n",
    "acme.myshopify.com.",
    "аcme.myshopify.com",
    "shop.example.com",
    "169.254.169.254",
  ])("is never %j", (host) => {
    expect(SHOP.test(host)).toBe(false);
  });
});

describe("a token response", () => {
  test("has scopes separated by commas, and both lives", () => {
    const json = { access_token: "a", scope: "read_products,write_orders", expires_in: 3600 };
    expect(readTokens({ ...json, refresh_token: "r", refresh_token_expires_in: 7_776_000 })).toEqual({
      accessToken: "a",
      refreshToken: "r",
      expiresIn: 3_600,
      refreshExpiresIn: 7_776_000,
      scopes: ["read_products", "write_orders"],
    });
    expect(readTokens({ access_token: "a", refresh_token: "r", scope: "" })).toMatchObject({
      expiresIn: 3_600,
      scopes: [],
    });
    expect(readTokens({ access_token: "a", scope: "x" }).expiresIn).toBeUndefined();
  });

  test.each([
    [{ error: "invalid_request", error_description: "This request requires an active refresh_token" }, "invalid_grant"],
    [
      { error: "invalid_request", error_description: "Could not find Shopify API application with api_key x" },
      "invalid_client",
    ],
    [{ error: "invalid_request", error_description: "The authorization code was not found" }, undefined],
  ])("%j is %p", (json, code) => {
    expect(tokenError(json)).toBe(code as string);
  });

  test("writing includes reading", () => {
    expect(shopify.auth.oauth2?.implies?.write_products).toEqual(["read_products"]);
  });
});

describe("a search", () => {
  test("joins its terms, with the caller's own in brackets", () => {
    expect(searchOf(undefined, {})).toBeUndefined();
    expect(searchOf("a OR b", {})).toBe("a OR b");
    const terms = { status: ":open", updated_at: sinceTerm("2026-01-01T01:00:00+01:00"), tag: undefined };
    expect(searchOf("a OR b", terms)).toBe(
      "(a OR b) AND status::open AND updated_at:>='2026-01-01T00:00:00.000Z'".replace("::", ":"),
    );
  });

  test.each(["a) OR (b", "a)", "(a", '"a', "'a", "a\\", '"a\\"', ")("])("%j cannot leave its brackets", (q) => {
    expect(() => searchOf(q, { status: ":open" })).toThrow(InvalidInput);
  });

  test.each(["(a OR b)", '"a) b"', "a\\)", "name:'x ('"])("%j may stay", (q) => {
    expect(searchOf(q, { status: ":open" })).toBe(`(${q}) AND status:open`);
  });
});

test.each([
  [
    '{"id":1001,"admin_graphql_api_id":"gid://shopify/Order/1001","name":"#1001","total_price":"10.00"}',
    "o/dECXfJMGecxLiziFF96RLPvtPDllJivxVRrUyiwvo=",
  ],
  ['{"shop_id":954889,"shop_domain":"gateway-test.myshopify.com"}', "lbTCInxt4TywxAZDdRNbs0SOWRJ+tmIOrtZZNKUw/j0="],
])("a delivery of %j is signed with the app's secret", async (text, signature) => {
  const body = new TextEncoder().encode(text);
  const verify = (hmac: string, secret = SECRET) => {
    const inbound = {
      headers: new Headers({ "x-shopify-hmac-sha256": hmac }),
      text,
      body,
    } as unknown as InboundWebhook;
    return webhook.verify(inbound, { webhook: secret, client: secret }, 0);
  };
  expect([await verify(signature), await verify(signature, "other"), await verify("")]).toEqual([true, false, false]);
});
