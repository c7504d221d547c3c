// The client verifies what the gateway's own signing code produces, and says why it does not verify something else.
import { describe, expect, test } from "bun:test";
import {
  type ReceivedWebhook,
  verifyWebhook,
  type WebhookBody,
  type WebhookHeaders,
  type WebhookSecret,
  type WebhookVerificationCode,
  WebhookVerificationError,
} from "../../client/src/index.ts";
import { newSecret, signedHeaders } from "../../src/events/webhooks/signature.ts";

const event = { type: "later.type_of_event", timestamp: "2026-01-01T00:00:00Z", data: { title: "Grüße" } };
const body = JSON.stringify(event);
const secret = newSecret();
const headers = signedHeaders([secret], "msg-1", Date.now(), body);
const bytes = new TextEncoder().encode(body);
const requestOf = (more: RequestInit = {}) =>
  new Request("https://example.com/", { method: "POST", headers, body, ...more });
/** Node's, which has lower-case names, undefined and lists. */
const nodeHeaders = { host: "example.com", "set-cookie": ["a", "b"], te: undefined, ...headers };
const upperCase = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));

describe("a signed message is verified", () => {
  test.each<[string, WebhookBody, WebhookHeaders]>([
    ["text and plain headers", body, headers],
    ["text and Headers", body, new Headers(headers)],
    ["bytes and Node's headers", bytes, nodeHeaders],
    ["a Buffer", Buffer.from(body), upperCase],
    ["a part of a larger buffer", Buffer.concat([Buffer.from("..."), bytes]).subarray(3), headers],
    ["an ArrayBuffer", bytes.buffer as ArrayBuffer, headers],
    [
      "each header as a list",
      body,
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value]])),
    ],
  ])("from %s", async (_, body, headers) => {
    expect(verifyWebhook(body, headers, secret)).toEqual(event as never);
    expect(await verifyWebhook({ body, headers }, secret)).toEqual(event as never);
  });

  test("from a request, whose type the client does not know", async () => {
    expect((await verifyWebhook(requestOf(), secret)) as unknown).toEqual(event);
  });

  test("with either secret of a rotation, and with one of them alone", async () => {
    const former = newSecret();
    for (const secrets of [
      [secret, former],
      [former, secret],
      [secret, undefined],
      ["", secret],
    ])
      expect((await verifyWebhook(requestOf(), secrets)) as unknown).toEqual(event);
    const both = signedHeaders([former, secret], "msg-1", Date.now(), body);
    expect((await verifyWebhook({ body, headers: both }, secret)) as unknown).toEqual(event);
  });

  test("whatever is sent, if it is what was signed", () => {
    for (const text of ["null", "[]", '"\\ud800"', `{"a":"${"ü".repeat(1_000)}"}`, "\ufeff1"].map(String)) {
      const signed = signedHeaders([secret], "msg-2", Date.now(), text);
      const verified = () => verifyWebhook(Buffer.from(text), signed, secret) as unknown;
      if (text.startsWith("\ufeff")) expect(verified).toThrow(expect.objectContaining({ code: "body_not_json" }));
      else expect(verified()).toEqual(JSON.parse(text));
    }
  });
});

const at = (ms: number) => signedHeaders([secret], "msg-1", Date.now() + ms, body);
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
const used = requestOf();
await used.text();
const notJson = signedHeaders([secret], "msg-1", Date.now(), "no JSON");

interface Bad {
  body?: unknown;
  headers?: unknown;
  secret?: WebhookSecret;
}
const BAD: [what: string, Bad, WebhookVerificationCode, RegExp][] = [
  ["no secret", { secret: undefined }, "secret_missing", /environment variable/],
  ["an empty secret", { secret: "" }, "secret_missing", /no secret/],
  ["a secret's prefix alone", { secret: "whsec_" }, "secret_missing", /no secret/],
  ["no secret in a list", { secret: [] }, "secret_missing", /no secret/],
  ["only empty secrets in a list", { secret: ["", undefined] }, "secret_missing", /no secret/],
  ["an API key", { secret: "sk_live_abcdefgh" }, "secret_malformed", /API key/],
  ["a secret in quotes", { secret: `"${secret}"` }, "secret_malformed", /without quotes/],
  ["a secret with a line break", { secret: `${secret}\n` }, "secret_malformed", /Copy it whole/],
  ["half of a secret", { secret: secret.slice(0, -3) }, "secret_malformed", /Copy it whole/],
  ["no header", { headers: {} }, "headers_missing", /no webhook-id and no webhook-timestamp and no webhook-signature/],
  ["one header less", { headers: without("webhook-signature") }, "headers_missing", /no webhook-signature\. .*proxy/],
  ["an empty header", { headers: { ...headers, "webhook-id": "" } }, "headers_missing", /no webhook-id\./],
  ["Headers without them", { headers: new Headers() }, "headers_missing", /proxy/],
  ["a time that is none", { headers: { ...headers, "webhook-timestamp": "now" } }, "timestamp_malformed", /Unix time/],
  ["a clock that is ahead", { headers: at(-600_000) }, "timestamp_off", /webhook-timestamp is 60\d seconds behind/],
  [
    "a clock that is behind",
    { headers: at(600_000) },
    "timestamp_off",
    /is (599|600) seconds ahead of .*; 300 are allowed/,
  ],
  ["a parsed body", { body: event }, "body_parsed", /express\.raw/],
  ["no body", { body: undefined }, "body_parsed", /express\.raw/],
  ["another secret", { secret: newSecret() }, "signature_mismatch", /this endpoint/],
  ["an altered body", { body: `${body} ` }, "signature_mismatch", /middleware/],
  ["another id", { headers: { ...headers, "webhook-id": "msg-2" } }, "signature_mismatch", /signature/],
  [
    "a signature of another version",
    { headers: { ...headers, "webhook-signature": "v2,AAAA" } },
    "signature_mismatch",
    /fit/,
  ],
  [
    "a signature without a version",
    { headers: { ...headers, "webhook-signature": "AAAA" } },
    "signature_mismatch",
    /fit/,
  ],
  ["a signed text that is not JSON", { body: "no JSON", headers: notJson }, "body_not_json", /not JSON/],
];

describe("a message is refused, with what to do", () => {
  const check = (error: unknown, code: WebhookVerificationCode, message: RegExp, given: WebhookSecret) => {
    expect(error).toBeInstanceOf(WebhookVerificationError);
    const { name, code: found, message: text, nextStep } = error as WebhookVerificationError;
    expect([name, found]).toEqual(["WebhookVerificationError", code]);
    expect(text).toMatch(message);
    expect(text.endsWith(` ${nextStep}`)).toBe(true);
    for (const one of [given].flat()) if (one !== undefined && one.length > 6) expect(text).not.toContain(one.slice(6));
  };
  test.each(BAD)("with %s", async (_, bad, code, message) => {
    const all = { body, headers, secret, ...bad };
    const rejected = await verifyWebhook(all as ReceivedWebhook, all.secret).catch((error: unknown) => error);
    check(rejected, code, message, all.secret);
    let thrown: unknown = null;
    try {
      verifyWebhook(all.body as WebhookBody, all.headers as WebhookHeaders, all.secret);
    } catch (error) {
      thrown = error;
    }
    check(thrown, code, message, all.secret);
  });

  test("with a request whose body was read", async () => {
    const rejected = await verifyWebhook(used, secret).catch((error: unknown) => error);
    check(rejected, "body_used", /raw body/, secret);
  });
});
