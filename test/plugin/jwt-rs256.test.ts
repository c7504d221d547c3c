// JSON Web Tokens signed with RS256: a provider's own token is accepted, and nothing that differs from one.
import { beforeAll, describe, expect, test } from "bun:test";
import { constants, createHmac, createSign, generateKeyPairSync, type KeyObject, sign as signBytes } from "node:crypto";
import {
  bearerToken,
  type InboundWebhook,
  jwtRs256,
  type SigningKey,
  type WebhookSecrets,
} from "../../src/plugin/index.ts";

const URL_OF_OURS = "https://gateway.example.com/api/v1/webhooks/acme";
const AT = 1_767_225_600;
const CLAIMS = {
  iss: "https://accounts.example.com",
  aud: URL_OF_OURS,
  iat: AT,
  exp: AT + 3_600,
  email: "push@example.com",
};

function inbound(token: string | null, scheme = "Bearer"): InboundWebhook {
  const url = new URL(URL_OF_OURS);
  const headers = new Headers(token === null ? {} : { authorization: `${scheme} ${token}` });
  const body = new TextEncoder().encode("{}");
  return { method: "POST", url: url.href, headers, query: url.searchParams, body, text: "{}", json: {} };
}

const verify = jwtRs256({
  read: bearerToken,
  claims: ({ iss, aud, email }, { url }, { webhook }) =>
    iss === "https://accounts.example.com" && aud === url && email === webhook,
});

interface Pair {
  key: KeyObject;
  jwk: SigningKey;
}
function pairOf(kid: string, modulusLength = 2_048): Pair {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength });
  return { key: privateKey, jwk: { ...(publicKey.export({ format: "jwk" }) as JsonWebKey), kid } };
}
let [ours, others]: Pair[] = [];
beforeAll(() => {
  [ours, others] = [pairOf("one"), pairOf("two")];
});

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
function token(
  claims: unknown = CLAIMS,
  header: unknown = { alg: "RS256", kid: "one", typ: "JWT" },
  by = ours as Pair,
) {
  const text = `${part(header)}.${part(claims)}`;
  return `${text}.${createSign("RSA-SHA256").update(text).sign(by.key, "base64url")}`;
}
const check = (text: string | null, secrets: Partial<WebhookSecrets> = {}, at = AT) =>
  verify(
    inbound(text),
    { webhook: "push@example.com", client: null, keys: [(ours as Pair).jwk, (others as Pair).jwk], ...secrets },
    at * 1_000,
  );

describe("a JSON Web Token signed with RS256", () => {
  test("S-86: is accepted with the provider's key, by its id", async () => {
    expect(await check(token())).toBe(true);
    expect(await check(token(CLAIMS, { alg: "RS256", kid: "two" }, others))).toBe(true);
  });

  test("is refused with the key of another id, an unknown id, none, and without keys", async () => {
    expect(await check(token(CLAIMS, { alg: "RS256", kid: "two" }))).toBe(false);
    for (const kid of ["three", "", null, 1, undefined]) {
      expect(await check(token(CLAIMS, { alg: "RS256", kid })), String(kid)).toBe(false);
    }
    for (const keys of [[], undefined]) expect(await check(token(), { keys })).toBe(false);
  });

  test("is refused with the algorithm none", async () => {
    for (const alg of ["none", "None", "NONE", ""]) {
      const text = `${part({ alg, kid: "one" })}.${part(CLAIMS)}`;
      for (const bad of [text, `${text}.`, `${text}.x`]) expect(await check(bad), bad).toBe(false);
      expect(await check(token(CLAIMS, { alg, kid: "one" })), alg).toBe(false);
    }
  });

  test("is refused as HS256 with the public key for a secret", async () => {
    const { jwk } = ours as Pair;
    for (const secret of [jwk.n as string, JSON.stringify(jwk), Buffer.from(jwk.n as string, "base64url")]) {
      const text = `${part({ alg: "HS256", kid: "one" })}.${part(CLAIMS)}`;
      const mac = createHmac("sha256", secret).update(text).digest("base64url");
      expect(await check(`${text}.${mac}`)).toBe(false);
    }
  });

  test("is refused with any other algorithm, although it is signed with the key", async () => {
    for (const alg of ["RS384", "RS512", "PS256", "ES256", "rs256", null, ["RS256"]]) {
      expect(await check(token(CLAIMS, { alg, kid: "one" })), String(alg)).toBe(false);
    }
    const text = `${part({ alg: "RS256", kid: "one" })}.${part(CLAIMS)}`;
    const padding = { key: (ours as Pair).key, padding: constants.RSA_PKCS1_PSS_PADDING };
    expect(await check(`${text}.${signBytes("sha256", Buffer.from(text), padding).toString("base64url")}`)).toBe(false);
  });

  test("is refused where the header has an extension that must be understood", async () => {
    expect(await check(token(CLAIMS, { alg: "RS256", kid: "one", crit: ["b64"], b64: false }))).toBe(false);
  });

  test("is refused with a key that is short, broken, of another kind or for another use", async () => {
    const short = pairOf("one", 1_024);
    expect(await check(token(CLAIMS, undefined, short), { keys: [short.jwk] })).toBe(false);
    const { jwk } = ours as Pair;
    const odd = [{ n: "!" }, { n: undefined }, { e: "" }, { kty: "EC" }, { alg: "PS256" }, { use: "enc" }];
    for (const changes of odd)
      expect(await check(token(), { keys: [{ ...jwk, ...changes }] }), JSON.stringify(changes)).toBe(false);
    expect(await check(token(), { keys: [{ ...jwk, alg: "RS256", use: "sig" }] })).toBe(true);
  });

  test("is refused with another issuer, audience or account", async () => {
    for (const changes of [
      { iss: "https://accounts.example.net" },
      { aud: "https://other.example.com" },
      { aud: [] },
      { email: "x@example.com" },
    ]) {
      expect(await check(token({ ...CLAIMS, ...changes })), JSON.stringify(changes)).toBe(false);
    }
    expect(await check(token(), { webhook: null })).toBe(false);
  });

  test("is valid from a minute before iat and nbf to a minute after exp", async () => {
    const good = token();
    for (const at of [AT - 60, AT, AT + 3_659]) expect(await check(good, {}, at), `${at - AT} s`).toBe(true);
    for (const at of [AT - 61, AT + 3_660, AT + 86_400]) expect(await check(good, {}, at), `${at - AT} s`).toBe(false);
    expect(await check(token({ ...CLAIMS, nbf: AT + 61 }))).toBe(false);
  });

  test("is refused without exp, or with one that is not a number", async () => {
    for (const exp of [undefined, null, String(AT + 180), true]) {
      expect(await check(token({ ...CLAIMS, exp })), String(exp)).toBe(false);
    }
  });

  test("is refused with any part changed, and, without an exception, when it is not a token", async () => {
    const good = token();
    const dots = [...good.matchAll(/\./g)].map(({ index }) => index);
    for (const index of [0, (dots[0] as number) + 5, (dots[1] as number) + 5]) {
      const other = good[index] === "A" ? "B" : "A";
      expect(await check(good.slice(0, index) + other + good.slice(index + 1)), `character ${index}`).toBe(false);
    }
    const [head, body, signature] = good.split(".");
    const odd = [null, "", ".", "..", "a.b.c", `${good}.x`, `${head}.${body}`, `${head}..${signature}`, "é.é.é"];
    for (const bad of [...odd, token(null), token("exp"), token(CLAIMS, []), `${head}.${body}.!!!`])
      expect(await check(bad), String(bad)).toBe(false);
  });
});

test("the token of a Bearer authorization is read; another scheme has none", () => {
  expect(bearerToken(inbound("a.b-c_d"))).toBe("a.b-c_d");
  expect(bearerToken(inbound("a", "bearer"))).toBe("a");
  for (const [text, scheme] of [
    ["a", "Basic"],
    ["a b", "Bearer"],
    ["", "Bearer"],
    ["a", "x Bearer"],
  ] as const) {
    expect(bearerToken(inbound(text, scheme)), `${scheme} ${text}`).toBeNull();
  }
  expect(bearerToken(inbound(null))).toBeNull();
});
