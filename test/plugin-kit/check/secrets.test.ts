// Secrets in fixtures: each rule finds what its provider issues, and no value that says it is made up.
import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { SECRET_RULES } from "../../../src/foundation/log/secret-rules.ts";
import { secretsIn } from "../../../src/plugin-kit/check/secrets.ts";
import { ROOT } from "../../support/sources.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const DIGITS = "0123456789";
const HEX = "0123456789abcdef";
const WORD = LETTERS + DIGITS;
const URL_SAFE = `${WORD}-_`;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** A part of a secret: text as it is, or so many characters of an alphabet. */
type Part = string | readonly [alphabet: string, length: number];

/** What each provider issues, in the parts that it documents; written in parts, so that no scanner takes this file for a leak. */
const ISSUED: Readonly<Record<string, readonly (readonly Part[])[]>> = {
  "a GitHub token": [
    ["ghp", "_", [WORD, 36]],
    ["gho", "_", [WORD, 36]],
    ["ghr", "_", [WORD, 76]],
    ["github", "_pat_", [WORD, 22], "_", [WORD, 59]],
  ],
  "a Slack token": [
    ["xoxb", "-", [DIGITS, 12], "-", [DIGITS, 13], "-", [WORD, 24]],
    ["xoxe", ".xoxp-1-", [WORD, 146]],
  ],
  "a Slack app token": [["xapp", "-1-A", [BASE32, 10], "-", [DIGITS, 13], "-", [HEX, 64]]],
  "the address of a Slack webhook": [
    ["hooks.slack", ".com/services/T", [BASE32, 8], "/B", [BASE32, 10], "/", [WORD, 24]],
  ],
  "a Google access token": [["ya29", ".", [URL_SAFE, 160]]],
  "a Google refresh token": [["1/", "/0", [URL_SAFE, 100]]],
  "a Google API key": [["AI", "za", [URL_SAFE, 35]]],
  "a Google client secret": [["GOC", "SPX-", [URL_SAFE, 28]]],
  "a Discord token": [["MT", [WORD, 24], ".", [WORD, 6], ".", [URL_SAFE, 38]]],
  "the address of a Discord webhook": [["discord", ".com/api/webhooks/", [DIGITS, 19], "/", [WORD, 68]]],
  "a client secret of Microsoft Entra": [[[WORD, 3], "8Q~", [WORD, 34]]],
  "a refresh token of Microsoft": [["0.A", [URL_SAFE, 300]]],
  "a Notion token": [
    ["ntn", "_", [DIGITS, 11], [WORD, 35]],
    ["secret", "_", [WORD, 43]],
  ],
  "a Linear key": [
    ["lin", "_api_", [WORD, 40]],
    ["lin", "_oauth_", [HEX, 64]],
  ],
  "a HubSpot token": [["pat", "-na1-", [HEX, 8], "-", [HEX, 4], "-", [HEX, 4], "-", [HEX, 4], "-", [HEX, 12]]],
  "an Atlassian token": [["ATA", "TT3x", [URL_SAFE, 170], "=", [HEX, 8]]],
  "a Salesforce access token": [["00", "D", [WORD, 12], "!", [WORD, 80]]],
  "a Salesforce refresh token": [["5Ae", "p861", [WORD, 70]]],
  "a bearer token of X": [["A".repeat(21), [WORD, 90]]],
  "a LinkedIn access token": [["AQ", "X", [URL_SAFE, 340]]],
  "a Stripe key": [
    ["sk", "_live_", [WORD, 24]],
    ["rk", "_live_", [WORD, 99]],
  ],
  "a Stripe test key": [["sk", "_test_", [WORD, 99]]],
  "the secret of a Stripe webhook": [["wh", "sec_", [WORD, 32]]],
  "a Shopify token": [
    ["shp", "at_", [HEX, 32]],
    ["shp", "ss_", [HEX, 32]],
  ],
  "an Asana token": [
    ["1", "/", [DIGITS, 16], ":", [HEX, 32]],
    ["2", "/", [DIGITS, 16], "/", [DIGITS, 16], ":", [HEX, 32]],
  ],
  "an Airtable token": [["pa", "t", [WORD, 14], ".", [HEX, 64]]],
  "a GitLab token": [
    ["glp", "at-", [URL_SAFE, 20]],
    ["glo", "as-", [HEX, 64]],
  ],
  "an AWS access key": [["AK", "IA", [BASE32, 16]]],
  "an OpenAI key": [["sk", "-proj-", [WORD, 74], "T3Blbk", "FJ", [WORD, 74]]],
  "an Anthropic key": [["sk", "-ant-", "api03-", [WORD, 93], "AA"]],
  "an npm token": [["np", "m_", [WORD, 36]]],
  "a PyPI token": [["py", "pi-AgE", [URL_SAFE, 150]]],
  "a SendGrid key": [["S", "G.", [WORD, 22], ".", [WORD, 43]]],
  "a Twilio key": [["S", "K", [HEX, 32]]],
  "a JSON Web Token": [["ey", "J", [WORD, 40], ".", "ey", "J", [WORD, 90], ".", [WORD, 43]]],
  "a private key": [["-----BEGIN RSA", " PRIVATE KEY-----", [WORD, 300]]],
  "a password in a URL": [["https:", "//ada:", [WORD, 16], "@api.acme.io/"]],
};

/** A random secret of these parts that says nowhere by chance that it is made up. */
const secretOf = (parts: readonly Part[]): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...parts.map((part) =>
        typeof part === "string"
          ? fc.constant(part)
          : fc.string({ unit: fc.constantFrom(...part[0]), minLength: part[1], maxLength: part[1] }),
      ),
    )
    .map((texts) => texts.join(""))
    .filter((secret) => !/(.)\1{5}|fake|dummy/i.test(secret.replace(/^A{21}/, "")));

const asFixture = (value: string) => JSON.stringify({ upstream: [], result: { note: `see ${value} there` } });

describe("the rules", () => {
  test("each has a name, a page that documents it, and an example here", () => {
    for (const { name, pattern, source } of SECRET_RULES) {
      expect(pattern.flags).toContain("g");
      expect(source).toStartWith("https://");
      expect(Object.keys(ISSUED)).toContain(name);
    }
  });

  for (const [name, forms] of Object.entries(ISSUED)) {
    test(`find ${name}, and not where it says that it is made up`, () => {
      for (const parts of forms) {
        fc.assert(
          fc.property(secretOf(parts), (secret) => {
            expect(secretsIn(asFixture(secret))).toContain(name);
            expect(secretsIn(asFixture(secret).replaceAll("/", "\\/"))).toContain(name);
          }),
          { numRuns: 30 },
        );
        const marked = parts.map((part) =>
          typeof part === "string" ? part : (part[0].at(-1) as string).repeat(part[1]),
        );
        expect(secretsIn(asFixture(marked.join("")))).toEqual([]);
      }
    });
  }
});

test("a key or a signature in base64url is no LinkedIn token, whatever letters it has", () => {
  const key = [URL_SAFE, 300] as const;
  for (const parts of [
    [key, "-AQX", key],
    ["eyJ.", "AQX", key],
  ] as const) {
    fc.assert(
      // One that begins with AQ does have the form.
      fc.property(
        secretOf(parts).filter((text) => !text.startsWith("AQ")),
        (text) => {
          expect(secretsIn(asFixture(text))).not.toContain("a LinkedIn access token");
        },
      ),
      { numRuns: 30 },
    );
  }
});

describe("secrets without a form of their own", () => {
  const random = fc
    .string({ unit: fc.constantFrom(...WORD), minLength: 40, maxLength: 40 })
    .filter(
      (text) =>
        /[A-Za-z]/.test(text) && /\d/.test(text) && new Set(text).size >= 12 && !/(.)\1{5}|fake|dummy/i.test(text),
    );

  test.each([
    "access_token",
    "refreshToken",
    "client_secret",
    "api_key",
    "apiKey",
    "api_token",
    "password",
    "Authorization",
  ])("are found in the field %s", (field) => {
    fc.assert(
      fc.property(random, (secret) => {
        expect(secretsIn(JSON.stringify({ response: { json: { [field]: secret } } }))).toEqual([
          `a secret in \`${field}\``,
        ]);
      }),
      { numRuns: 30 },
    );
  });

  test.each([
    "secret-of-the-fixture-1234567890",
    "another-secret-of-43-url-safe-characters-aaa",
    "access-token-example-12345",
    "x000000abcdefghijkl1234",
    "page-2",
    "next page of the list 12345678",
    "aaaabbbbaaaabbbb1111aaaabbbb",
  ])("are not found in %p", (value) => {
    expect(secretsIn(JSON.stringify({ access_token: value, Authorization: `Bearer ${value}` }))).toEqual([]);
  });

  test("are no values of other fields, such as ids and cursors", () => {
    fc.assert(
      fc.property(random, fc.constantFrom("id", "cursor", "next", "etag", "token_type"), (value, field) => {
        expect(secretsIn(JSON.stringify({ [field]: value }))).toEqual([]);
      }),
    );
  });
});

test("no fixture, source or page of a plugin of today holds one", () => {
  const found: string[] = [];
  for (const folder of ["plugins", "docs/examples"]) {
    for (const file of readdirSync(join(ROOT, folder), { recursive: true }).map(String)) {
      if (!/\.(json|ts|md)$/.test(file)) continue;
      found.push(...secretsIn(readFileSync(join(ROOT, folder, file), "utf8")).map((what) => `${file}: ${what}`));
    }
  }
  expect(found).toEqual([]);
});
