// Webhook verifiers: each accepts the provider's documented examples, and refuses whatever differs from them.
import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import {
  basicAuth,
  ed25519,
  hmac,
  hmacSha256,
  hmacText,
  type InboundWebhook,
  jwtHs256,
  sharedToken,
  timingSafeEqual,
  type Verifier,
  type WebhookSecrets,
} from "../../src/plugin/index.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
function inbound(body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}): InboundWebhook {
  const bytes = typeof body === "string" ? bytesOf(body) : body;
  const url = new URL("https://www.example.com/webhook_uri");
  const text = new TextDecoder().decode(bytes);
  return {
    method: "POST",
    url: url.href,
    headers: new Headers(headers),
    query: url.searchParams,
    body: bytes,
    text,
    json: null,
  };
}
/** Bytes that are no text, as some senders put into JSON; decoded, they would be other bytes. */
const NO_TEXT = new Uint8Array([0x7b, 0x22, 0xff, 0xc3, 0x28, 0xed, 0xa0, 0x80, 0x22, 0x7d]);

test("what was signed is the body's bytes, also between other parts and where they are no text", () => {
  const verify = hmac({
    read: ({ headers }) => ({ signature: headers.get("x-signature") ?? "" }),
    message: ({ body }) => ["v0:", body, ":end"],
  });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), fc.constant(NO_TEXT)), (bytes) => {
      const body = new Uint8Array(bytes);
      const signature = createHmac("sha256", "secret").update("v0:").update(body).update(":end").digest("hex");
      const secrets = { webhook: "secret", client: null };
      expect(verify(inbound(body, { "x-signature": signature }), secrets, 0)).toBe(true);
      expect(verify(inbound(new Uint8Array([...body, 0]), { "x-signature": signature }), secrets, 0)).toBe(false);
    }),
  );
});

test("Slack's signature over bytes that are no text is verified", async () => {
  const { default: slack } = await import("../../plugins/slack/index.ts");
  const time = "1531420618";
  const mac = createHmac("sha256", "secret").update(`v0:${time}:`).update(NO_TEXT).digest("hex");
  const headers = { "x-slack-request-timestamp": time, "x-slack-signature": `v0=${mac}` };
  const secrets = { webhook: "secret", client: null };
  expect(await slack.webhook?.verify(inbound(NO_TEXT, headers), secrets, Number(time) * 1_000)).toBe(true);
});

const SECOND = 1_000;
/** Claims of `t=<seconds>,v1=<hex>`. */
const listed =
  (header: string) =>
  ({ headers }: InboundWebhook) => {
    const parts = new Map((headers.get(header) ?? "").split(",").map((part) => part.split("=") as [string, string]));
    const [time, signature] = [parts.get("t"), parts.get("v1")];
    return time && signature ? { signature, time: Number(time) } : null;
  };

interface Example {
  verify: Verifier;
  body: string;
  headers: Record<string, string>;
  secrets: Partial<WebhookSecrets>;
  /** Unix seconds. */
  at?: number;
  /** The header that holds the signature, and the one that holds the time. */
  signature: string;
  time?: string;
  /** Seconds that the signed time may lie from now. */
  toleranceS?: number;
}
/** The providers' own examples, or examples made by their documented rules. */
const EXAMPLES: Record<string, Example> = {
  github: {
    verify: hmacSha256({ header: "x-hub-signature-256", prefix: "sha256=" }),
    body: "Hello, World!",
    headers: { "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17" },
    secrets: { webhook: "It's a Secret to Everybody" },
    signature: "x-hub-signature-256",
  },
  "jira, set up by an administrator": {
    verify: hmacSha256({ header: "x-hub-signature", prefix: "sha256=" }),
    body: "Hello World!",
    headers: { "x-hub-signature": "sha256=a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9" },
    secrets: { webhook: "It's a Secret to Everybody" },
    signature: "x-hub-signature",
  },
  slack: {
    verify: hmac({
      read: ({ headers }) => {
        const [signature, time] = [headers.get("x-slack-signature"), headers.get("x-slack-request-timestamp")];
        return signature?.startsWith("v0=") && time ? { signature: signature.slice(3), time: Number(time) } : null;
      },
      message: ({ text }, { time }) => `v0:${time}:${text}`,
    }),
    body: '{"type":"url_verification","challenge":"abc123"}',
    headers: {
      "x-slack-signature": "v0=189b9b0382e6ef440496e2127fffa24ffe225b15e386d6196adb12495443938e",
      "x-slack-request-timestamp": "1767225600",
    },
    secrets: { webhook: "8f742231b10e8888abcd99baac85a5e1" },
    at: 1_767_225_600,
    signature: "x-slack-signature",
    time: "x-slack-request-timestamp",
    toleranceS: 300,
  },
  calendly: {
    verify: hmac({
      read: listed("calendly-webhook-signature"),
      message: ({ text }, { time }) => `${time}.${text}`,
      toleranceS: 180,
    }),
    body: '{"event":"invitee.created","payload":{}}',
    headers: {
      "calendly-webhook-signature": "t=1790000000,v1=546f57f510d3a379542497af62fdbb6b132ce50618505e80a3c1890ab65f24c8",
    },
    secrets: { webhook: "test_signing_key" },
    at: 1_790_000_000,
    signature: "calendly-webhook-signature",
    toleranceS: 180,
  },
  hubspot: {
    verify: hmac({
      secret: "client",
      encoding: "base64",
      read: ({ headers }) => {
        const [signature, time] = [headers.get("x-hubspot-signature-v3"), headers.get("x-hubspot-request-timestamp")];
        return signature && /^\d+$/.test(time ?? "") ? { signature, time: Number(time) / 1_000 } : null;
      },
      message: ({ method, url, text }, { time = 0 }) => `${method}${url}${text}${time * 1_000}`,
    }),
    body: '[{"eventId":1,"subscriptionId":12345,"portalId":62515,"occurredAt":1564113600000,"subscriptionType":"contact.creation","attemptNumber":0,"objectId":123,"changeSource":"CRM","changeFlag":"NEW","appId":54321}]',
    headers: {
      "x-hubspot-signature-v3": "M3ap3vTQdZPYQI9USNY2lLWmU2o8Rorx6F1Sq2g+23k=",
      "x-hubspot-request-timestamp": "1790000001000",
    },
    secrets: { client: "yyyyyyyy-yyyy-yyyy-yyyy-yyyyyyyyyyyy" },
    at: 1_790_000_001,
    signature: "x-hubspot-signature-v3",
    time: "x-hubspot-request-timestamp",
    toleranceS: 300,
  },
  linkedin: {
    verify: hmac({
      secret: "client",
      read: ({ headers }) => {
        const signature = headers.get("x-li-signature");
        return signature ? { signature } : null;
      },
      message: ({ text }) => `hmacsha256=${text}`,
    }),
    body: '{"type":"LEAD_ACTION"}',
    headers: { "x-li-signature": "e28813bde9f960c9db0da210bc07df54b1aafe7386e5f89c3692fc3df063cb2e" },
    secrets: { client: "test_client_secret" },
    signature: "x-li-signature",
  },
  airtable: {
    verify: hmacSha256({
      header: "x-airtable-content-mac",
      prefix: "hmac-sha256=",
      secret: "subscription",
      keyEncoding: "base64",
    }),
    body: '{"base":{"id":"app00000000000000"},"webhook":{"id":"ach00000000000000"},"timestamp":"2026-11-01T09:00:00.000Z"}',
    headers: {
      "x-airtable-content-mac": "hmac-sha256=f8401c472424c756806cc666dd506151180d2fc82dc8176cf6ffb44f6ab69789",
    },
    secrets: { subscription: "YWlydGFibGUtbWFjLXNlY3JldC1mb3ItdGVzdHMtMDE=" },
    signature: "x-airtable-content-mac",
  },
  discord: {
    verify: ed25519({ signature: "x-signature-ed25519", time: "x-signature-timestamp" }),
    body: '{"version":1,"application_id":"1234560123453231555","type":0}',
    headers: {
      "x-signature-ed25519":
        "2dfb9dc8242e8f6591e669954ef42ec97e384674ebbc81dcf53af02883ce5ec60efd10f784d1b9ac666d89b09b9e57f110d74091ff535e8df04723e8f3c12c05",
      "x-signature-timestamp": "1767225600",
    },
    secrets: { webhook: "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c" },
    at: 1_767_225_600,
    signature: "x-signature-ed25519",
    time: "x-signature-timestamp",
    toleranceS: 300,
  },
};

const NONE: WebhookSecrets = { webhook: null, client: null };

for (const [provider, example] of Object.entries(EXAMPLES)) {
  const { verify, body, headers, secrets, at = 0, signature, time, toleranceS } = example;
  const check = (signed: InboundWebhook, by: Partial<WebhookSecrets> = secrets, now = at) =>
    Promise.resolve(verify(signed, { ...NONE, ...by }, now * SECOND));

  describe(`S-85: an inbound webhook signed as by ${provider}`, () => {
    test("is accepted", async () => {
      expect(await check(inbound(body, headers))).toBe(true);
    });

    test("is refused with any byte of its body changed", async () => {
      for (let i = 0; i < body.length; i++) {
        const bytes = bytesOf(body);
        bytes[i] = (bytes[i] as number) ^ 1;
        expect(await check(inbound(bytes, headers)), `byte ${i}`).toBe(false);
      }
      for (const longer of [`${body} `, `${body}\n`, ` ${body}`, body.slice(0, -1), ""]) {
        expect(await check(inbound(longer, headers))).toBe(false);
      }
    });

    test("is refused with a signature that is changed, shorter, longer, empty or missing", async () => {
      const good = headers[signature] as string;
      const last = good.endsWith("=") ? good.length - 2 : good.length - 1;
      const flipped = `${good.slice(0, last)}${good[last] === "0" ? "1" : "0"}${good.slice(last + 1)}`;
      for (const bad of [flipped, good.slice(0, -2), `${good}00`, "", good.slice(0, 7), `x${good}`]) {
        expect(await check(inbound(body, { ...headers, [signature]: bad })), bad).toBe(false);
      }
      const { [signature]: _gone, ...without } = headers;
      expect(await check(inbound(body, without))).toBe(false);
    });

    test("is refused with another secret, an empty one and none", async () => {
      const [name, secret] = Object.entries(secrets)[0] as [keyof WebhookSecrets, string];
      const other = `${secret[0] === "0" ? "1" : "0"}${secret.slice(1)}`;
      const wrong = name === "webhook" ? "client" : "webhook";
      for (const by of [{ [name]: other }, { [name]: "" }, { [name]: `${secret} ` }, NONE, { [wrong]: secret }]) {
        expect(await check(inbound(body, headers), { ...NONE, ...by }), JSON.stringify(by)).toBe(false);
      }
    });

    if (toleranceS !== undefined) {
      test(`S-86: is refused more than ${toleranceS} seconds before or after its time`, async () => {
        for (const late of [0, toleranceS, -toleranceS]) {
          expect(await check(inbound(body, headers), secrets, at + late), `${late} s`).toBe(true);
        }
        for (const late of [toleranceS + 1, -toleranceS - 1, 86_400, -86_400]) {
          expect(await check(inbound(body, headers), secrets, at + late), `${late} s`).toBe(false);
        }
      });
    }
    if (time !== undefined) {
      test("S-86: is refused with another time than the signed one, with a text as time, and without a time", async () => {
        const later = String(Number(headers[time]) + 1);
        for (const bad of [later, "soon", "", "NaN", "Infinity", "-1"]) {
          expect(await check(inbound(body, { ...headers, [time]: bad })), bad).toBe(false);
        }
        const { [time]: _gone, ...without } = headers;
        expect(await check(inbound(body, without))).toBe(false);
      });
    }
  });
}

describe("HMAC-SHA-256", () => {
  // RFC 4231, sections 4.2, 4.3 and 4.5; the keys of the other cases are not text.
  const range = String.fromCharCode(...Array.from({ length: 25 }, (_, i) => i + 1));
  for (const [key, data, expected] of [
    ["\u000b".repeat(20), bytesOf("Hi There"), "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"],
    [
      "Jefe",
      bytesOf("what do ya want for nothing?"),
      "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
    ],
    [range, new Uint8Array(50).fill(0xcd), "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"],
  ] as const) {
    test(`over raw bytes equals RFC 4231: ${expected.slice(0, 8)}…`, () => {
      const verify = hmacSha256({ header: "x-signature" });
      const secrets = { ...NONE, webhook: key };
      expect(verify(inbound(data, { "x-signature": expected }), secrets, 0)).toBe(true);
      expect(verify(inbound(data, { "x-signature": expected.toUpperCase() }), secrets, 0)).toBe(false);
    });
  }

  test("of a challenge equals LinkedIn's, in hex and base64", () => {
    const [secret, challenge] = ["test_client_secret", "890e4665-4dfe-4ab1-b689-ed553bceeed0"];
    const hex = "2f02d4233a0396d6b4632fc7be62fd3ab68183421f688efcda0c1fcb2615273e";
    expect(hmacText(secret, challenge, "hex")).toBe(hex);
    expect(hmacText(secret, challenge, "base64")).toBe(Buffer.from(hex, "hex").toString("base64"));
  });
});

describe("a shared token", () => {
  const verify = sharedToken(({ headers }) => headers.get("x-token"));
  const check = (token: string | null, webhook: string | null = "shared-token-of-ours") =>
    verify(inbound("", token === null ? {} : { "x-token": token }), { ...NONE, webhook }, 0);

  test("is accepted when it is the secret", () => {
    expect(check("shared-token-of-ours")).toBe(true);
  });

  test("is refused when it differs, is missing, or when none is set", () => {
    for (const token of ["shared-token-of-our5", "shared-token-of-ours1", "SHARED-TOKEN-OF-OURS", "", null]) {
      expect(check(token), String(token)).toBe(false);
    }
    expect(check("shared-token-of-ours", null)).toBe(false);
    expect(check("", "")).toBe(false);
    expect(check(null, null)).toBe(false);
  });

  test("can be the OAuth client's secret", () => {
    const byClient = sharedToken(({ headers }) => headers.get("x-token"), { secret: "client" });
    const signed = inbound("", { "x-token": "client-secret" });
    expect(byClient(signed, { webhook: null, client: "client-secret" }, 0)).toBe(true);
    expect(byClient(signed, { webhook: "client-secret", client: null }, 0)).toBe(false);
  });
});

describe("a subscription's secret", () => {
  const own: WebhookSecrets = { webhook: "operator's", client: "client's", subscription: "subscription's" };
  const verifiers: Record<string, [Verifier, Record<string, string>]> = {
    hmac: [
      hmac({ secret: "subscription", read: ({ headers }) => ({ signature: headers.get("x-signature") ?? "" }) }),
      { "x-signature": hmacText("subscription's", "{}", "hex") },
    ],
    hmacSha256: [
      hmacSha256({ header: "x-signature", secret: "subscription" }),
      { "x-signature": hmacText("subscription's", "{}", "hex") },
    ],
    sharedToken: [
      sharedToken(({ headers }) => headers.get("x-token"), { secret: "subscription" }),
      { "x-token": "subscription's" },
    ],
  };
  for (const [name, [verify, headers]] of Object.entries(verifiers)) {
    test(`proves a request to its address alone, by ${name}`, async () => {
      const check = (secrets: WebhookSecrets) => verify(inbound("{}", headers), secrets, 0);
      expect(await check(own)).toBe(true);
      // At the provider's address, where there is none; at another subscription's; and with the secrets exchanged.
      for (const subscription of [null, undefined, "", "other's"])
        expect(await check({ ...own, subscription })).toBe(false);
      expect(await check({ webhook: "subscription's", client: "subscription's", subscription: null })).toBe(false);
    });
  }
});

describe("HTTP Basic", () => {
  const read = (authorization: string) => basicAuth(inbound("", { authorization }), /^[a-z]+$/);
  const encoded = (text: string) => `Basic ${btoa(text)}`;

  test("gives user and password; a password can have colons, or be empty", () => {
    expect(read(encoded("ada:engine"))).toEqual({ user: "ada", password: "engine" });
    expect(read(encoded("ada:a:b:\n"))).toEqual({ user: "ada", password: "a:b:\n" });
    expect(read(encoded("ada:"))).toEqual({ user: "ada", password: "" });
  });

  test.each([
    ["no header", ""],
    ["another scheme", `Bearer ${btoa("ada:engine")}`],
    ["another letter case of it", `basic ${btoa("ada:engine")}`],
    ["nothing behind it", "Basic "],
    ["no colon", encoded("ada")],
    ["a user of another form", encoded("ada1:engine")],
    ["a user with a line before its own", encoded("\nada:engine")],
    ["no user", encoded(":engine")],
    ["characters outside base64", "Basic YWRh!mVuZ2luZQ=="],
    ["base64 that is cut short", "Basic YWRhOmVuZ2luZQ="],
    ["base64 in the form for URLs", "Basic YWRhOn-_"],
    ["something behind the base64", `${encoded("ada:engine")} x`],
  ])("gives null where there is %s", (_, authorization) => {
    expect(read(authorization)).toBeNull();
  });
});

describe("a JSON Web Token signed with HS256", () => {
  // Jira's dynamic webhooks: iss test-client, iat 1767225600, exp 1767225780.
  const EXAMPLE =
    "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJ0ZXN0LWNsaWVudCIsImlhdCI6MTc2NzIyNTYwMCwiZXhwIjoxNzY3MjI1NzgwfQ.MCB5f9m4nYEO4d-BW3gvPGF-xwROtz_jcNrlLkR_FJg";
  const [SECRET, AT] = ["test-secret", 1_767_225_600];
  const verify = jwtHs256({ read: ({ headers }) => headers.get("authorization")?.replace(/^Bearer /, "") ?? null });
  const check = (token: string | null, client: string | null = SECRET, now = AT) =>
    verify(inbound("", token === null ? {} : { authorization: `Bearer ${token}` }), { ...NONE, client }, now * SECOND);
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const sign = (text: string, secret = SECRET) =>
    `${text}.${createHmac("sha256", secret).update(text).digest("base64url")}`;
  const token = (header: object, claims: unknown) => sign(`${part(header)}.${part(claims)}`);
  const claims = { iat: AT, exp: AT + 180 };

  test("is accepted: Jira's example, and one of ours", async () => {
    expect(await check(EXAMPLE)).toBe(true);
    expect(await check(token({ alg: "HS256" }, claims))).toBe(true);
  });

  test("is refused with any character changed", async () => {
    const end = EXAMPLE.length - 1;
    for (let i = 0; i < end; i++) {
      const other = EXAMPLE[i] === "A" ? "B" : "A";
      expect(await check(EXAMPLE.slice(0, i) + other + EXAMPLE.slice(i + 1)), `character ${i}`).toBe(false);
    }
  });

  test("is refused with another secret and with none", async () => {
    for (const secret of ["test-secret2", "", null]) expect(await check(EXAMPLE, secret)).toBe(false);
  });

  test("is refused with the algorithm none, with and without a signature", async () => {
    for (const alg of ["none", "None", "NONE", "nOnE"]) {
      const unsigned = `${part({ alg, typ: "JWT" })}.${part(claims)}`;
      for (const bad of [unsigned, `${unsigned}.`, `${unsigned}.x`, sign(unsigned)])
        expect(await check(bad), bad).toBe(false);
    }
  });

  test("is refused with any other algorithm, although it is signed with ours", async () => {
    for (const alg of ["RS256", "HS384", "HS512", "ES256", "hs256", "", null, 256, ["HS256"]]) {
      expect(await check(token({ alg }, claims)), String(alg)).toBe(false);
    }
    expect(await check(token({}, claims))).toBe(false);
  });

  test("is valid from a minute before iat to a minute after exp", async () => {
    const good = token({ alg: "HS256" }, claims);
    for (const now of [AT - 60, AT, AT + 180, AT + 239])
      expect(await check(good, SECRET, now), `${now - AT} s`).toBe(true);
    for (const now of [AT - 61, AT + 240, AT + 86_400])
      expect(await check(good, SECRET, now), `${now - AT} s`).toBe(false);
  });

  test("is refused without exp, or with one that is not a number", async () => {
    for (const exp of [undefined, null, String(AT + 180), true, {}]) {
      expect(await check(token({ alg: "HS256" }, { iat: AT, exp })), String(exp)).toBe(false);
    }
  });

  test("is refused, without an exception, when it is not a token", async () => {
    const [head, body, signature] = EXAMPLE.split(".");
    const odd = [
      null,
      "",
      ".",
      "..",
      "...",
      "a.b.c",
      `${EXAMPLE}.x`,
      `${head}.${body}`,
      `${head}..${signature}`,
      "é.é.é",
    ];
    const unread = [sign(`!!!.${part(claims)}`), sign(`${part({ alg: "HS256" })}.!!!`)];
    const others = [token({ alg: "HS256" }, null), token({ alg: "HS256" }, "exp"), token([], claims)];
    for (const bad of [...odd, ...unread, ...others]) expect(await check(bad), String(bad)).toBe(false);
  });
});

test("S-41: timingSafeEqual compares texts of any length", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(timingSafeEqual(a, b)).toBe(a === b);
      expect(timingSafeEqual(a, a)).toBe(true);
    }),
  );
  expect(timingSafeEqual("abc", "abc")).toBe(true);
  for (const [a, b] of [
    ["abc", "abd"],
    ["abc", "ab"],
    ["", "a"],
    ["é", "e\u0301"],
  ] as const) {
    expect(timingSafeEqual(a, b)).toBe(false);
  }
});
