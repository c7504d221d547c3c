// What fixtures cannot show: the shape of keys, forms with brackets, amounts, and Stripe's own vector of a signature.
import { describe, expect, test } from "bun:test";
import { type InboundWebhook, InvalidInput, path } from "gateway/plugin";
import { apiKey } from "./account.ts";
import { STRIPE_TYPES } from "./event.ts";
import { formOf, money, write } from "./fields.ts";
import { webhook } from "./webhook.ts";

const KEY = apiKey.fields.api_key?.pattern ?? expect.unreachable();
const isKey = (text: string) => KEY.test(text);

describe("a key", () => {
  const rest = "51".padEnd(32, "Ab");
  test.each(["sk_live_", "sk_test_", "rk_live_", "rk_test_"])("may begin with %p", (prefix) => {
    expect([rest, rest.padEnd(107, "x")].map((text) => isKey(prefix + text))).toEqual([true, true]);
  });

  test.each(["pk_live_", "sk_org_", "whsec_", "acct_", "ca_", "sk_prod_", " sk_test_", ""])(
    "never with %p",
    (prefix) => {
      expect(isKey(prefix + rest)).toBe(false);
    },
  );

  test.each(["", "short", "x".repeat(248), "with space 1234567", "line\nbreak1234567890", "hyphen-1234567890"])(
    "never goes on with %j",
    (text) => {
      expect(isKey(`sk_test_${text}`)).toBe(false);
    },
  );
});

describe("a form", () => {
  test("has brackets, numbered lists, and nothing for what is left out", () => {
    const values = { a: 1, b: undefined, c: { d: true, e: undefined }, f: [{ g: "x" }, { g: "y", h: ["z"] }], i: "" };
    expect(formOf(values)).toEqual({ a: 1, "c[d]": true, "f[0][g]": "x", "f[1][g]": "y", "f[1][h][0]": "z", i: "" });
  });

  test("keeps each name of metadata in its brackets", () => {
    expect(formOf({ metadata: { "order no.": "7" } })).toEqual({ "metadata[order no.]": "7" });
    const many = Object.fromEntries(Array.from({ length: 51 }, (_, n) => [`k${n}`, "v"]));
    for (const metadata of [{ "a][b": "x" }, { "": "x" }, { a: "x".repeat(501) }, { ["a".repeat(41)]: "x" }, many])
      expect(() => formOf({ metadata })).toThrow(InvalidInput);
    expect(() => formOf({ metadata: { a: 7 } })).toThrow(InvalidInput);
  });

  test("goes out with the call's idempotency key", () => {
    const request = write({ idempotencyKey: "key-1" }, path`/refunds`, { charge: "ch_1" });
    expect(request).toMatchObject({
      method: "POST",
      headers: { "idempotency-key": "key-1" },
      form: { charge: "ch_1" },
    });
  });
});

test.each([
  [1_099, "eur", "10.99 EUR"],
  [-500, "usd", "-5.00 USD"],
  [500, "jpy", "500 JPY"],
  [1_500, "kwd", "1.500 KWD"],
])("%d %s is %s", (amount, currency, text) => {
  expect(money(amount, currency)).toBe(text);
});

describe("a signature", () => {
  const text =
    '{"id":"evt_1AbCdEfGhIjKlMnO","object":"event","type":"invoice.paid","created":1790000000,"livemode":false}';
  const right = "fee24393c38680823428934c2fbe9a76332579a9fe576675e3d2da1fc0f18d2f";
  const secret = "whsec_test_signing_secret";
  const at = 1_790_000_000_000;
  const verify = (header: string, now = at, subscription: string | null = secret) => {
    const inbound = {
      headers: new Headers({ "stripe-signature": header }),
      body: new TextEncoder().encode(text),
    } as InboundWebhook;
    return webhook.verify(inbound, { webhook: null, client: null, subscription }, now);
  };

  test("is that of the official libraries", async () => {
    expect(await verify(`t=1790000000,v1=${right}`)).toBe(true);
    expect(await verify(`t=1790000000,v1=${right}`, at + 300_000)).toBe(true);
    expect(await verify(`t=1790000000,v1=${"0".repeat(64)},v1=${right},v0=x`)).toBe(true);
  });

  test.each([
    "",
    `v1=${right}`,
    "t=1790000000",
    `t=1790000001,v1=${right}`,
    `t=1790000000,v0=${right}`,
    `t=1790000000,v1=${right.slice(0, -1)}`,
    `t=x,v1=${right}`,
    `t=1790000000,${`v1=${"0".repeat(64)},`.repeat(10)}v1=${right}`,
  ])("is never %p", async (header) => {
    expect(await verify(header)).toBe(false);
  });

  test("is neither too old, nor from the future, nor without a secret", async () => {
    const header = `t=1790000000,v1=${right}`;
    const results = [verify(header, at + 301_000), verify(header, at - 301_000), verify(header, at, null)];
    expect(await Promise.all(results)).toEqual([false, false, false]);
  });
});

test("Stripe lists the events of twenty types at most", () => {
  expect(STRIPE_TYPES.length).toBeLessThanOrEqual(20);
});
