// What fixtures cannot show: no token goes to a foreign host, and no text breaks out of a query.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { InvalidInput, type Provider } from "gateway/plugin";
import { checkedTenant } from "../../src/providers/upstream/tenant.ts";
import salesforce from "./index.ts";
import { readTokens, tokenError } from "./oauth.ts";
import { containsPattern, literal, searchWords, utcTime } from "./soql.ts";

/** The host of a token response, checked as connect checks it. */
function hostOf(instanceUrl: unknown): string | undefined {
  const { tenant } = readTokens({ access_token: "opaque", instance_url: instanceUrl });
  return checkedTenant({ provider: salesforce as unknown as Provider, hosts: [] }, tenant).instance;
}

describe("S-32: the org's host in a token response", () => {
  test.each([
    "acme.my.salesforce.com",
    "acme-2.my.salesforce.com",
    "acme--uat.sandbox.my.salesforce.com",
    "acme-dev-ed.develop.my.salesforce.com",
    "acme.trailblaze.my.salesforce.com",
    "acme.my.salesforce.mil",
    "acme--uat.sandbox.my.salesforce.mil",
  ])("may be %p", (host) => {
    expect(hostOf(`https://${host}`)).toBe(host);
  });

  test.each([
    "http://acme.my.salesforce.com",
    "HTTPS://acme.my.salesforce.com",
    "acme.my.salesforce.com",
    "//acme.my.salesforce.com",
    "ftp://https://acme.my.salesforce.com",
    "xhttps://acme.my.salesforce.com",
    " https://acme.my.salesforce.com",
    "https://acme.my.salesforce.com\n",
    "https://acme.my.salesforce.com\nother.example",
    "https://other.example\nacme.my.salesforce.com",
    "https://acme.my.salesforce.com/",
    "https://acme.my.salesforce.com/services",
    "https://acme.my.salesforce.com?x",
    "https://acme.my.salesforce.com#x",
    "https://acme.my.salesforce.com\\@other.example",
    "https://other.example/.my.salesforce.com",
    "https://acme.my.salesforce.mil.other.example",
    "https://acme.my.salesforce.org",
    "https://other.example?.my.salesforce.com",
    "https://other.example#.my.salesforce.com",
    "https://acme.my.salesforce.com:443",
    "https://acme.my.salesforce.com:8443",
    "https://ada@acme.my.salesforce.com",
    "https://ada:pass@acme.my.salesforce.com",
    "https://acme.my.salesforce.com@other.example",
    "https://ACME.my.salesforce.com",
    "https://acme.my.Salesforce.com",
    "https://acme.my.salesforce.com.",
    "https://acme..my.salesforce.com",
    "https://.my.salesforce.com",
    "https://my.salesforce.com",
    "https://-acme.my.salesforce.com",
    "https://acme-.my.salesforce.com",
    "https://acme.other.my.salesforce.com",
    "https://a.b.sandbox.my.salesforce.com",
    "https://acme.my.salesforce.com.other.example",
    "https://acme.my.salesforce.comx",
    "https://acme.my-salesforce.com",
    "https://acme.mysalesforce.com",
    "https://acmemy.salesforce.com",
    "https://acme.my.salesforce.co",
    "https://acme.my.sa1esforce.com",
    "https://acme.mÿ.salesforce.com",
    "https://acmé.my.salesforce.com",
    "https://аcme.my.salesforce.com",
    "https://acme.my.ſalesforce.com",
    "https://acme。my.salesforce.com",
    "https://acme%2emy.salesforce.com",
    "https://acme_x.my.salesforce.com",
    "https://acme\u0000.my.salesforce.com",
    "https://acme.my.salesforce.com\u200b",
    "https://acme.lightning.force.com",
    "https://login.salesforce.com",
    "https://169.254.169.254",
    "https://[::1]",
    "https://localhost",
    "https://other.example",
    "https://",
    "javascript:alert(1)",
    "",
    null,
    7,
    { toString: () => "https://acme.my.salesforce.com" },
    undefined,
  ])("is never %p", (instanceUrl) => {
    expect(() => hostOf(instanceUrl)).toThrow("tenant");
  });
});

describe("a token response", () => {
  test("expires within the hour, and has scopes and a new refresh token", () => {
    const response = { access_token: "00D!x", refresh_token: "next", scope: "api  refresh_token id", issued_at: "1" };
    expect(readTokens({ ...response, instance_url: "https://acme.my.salesforce.com" })).toEqual({
      accessToken: "00D!x",
      refreshToken: "next",
      expiresIn: 3600,
      scopes: ["api", "refresh_token", "id"],
      tenant: { instance: "acme.my.salesforce.com" },
    });
    expect(readTokens({ access_token: "a" })).toMatchObject({ refreshToken: undefined, scopes: undefined });
    expect(readTokens({ error: "invalid_grant" }).accessToken).toBe("");
  });
});

describe("a token error", () => {
  test("about the gateway's IP address does not end the grant", () => {
    const response = { error: "invalid_grant", error_description: "ip restricted" };
    expect(salesforce.auth.oauth2?.clientErrors).toContain(tokenError(response) ?? "");
    expect(tokenError({ ...response, error_description: "expired access/refresh token" })).toBeUndefined();
    expect(tokenError({ error: "invalid_grant" })).toBeUndefined();
  });
});

/** Text with the characters that end literals and groups. */
const SIGNS = ["'", '"', "\\", "%", "_", "{", "}", "(", ")", "*", "?", "-", " ", "\n", "\t", "\u0000", "a", "é", "🎉"];
const hostile = fc.string({ unit: fc.constantFrom(...SIGNS) });
const PLAIN: Record<string, string> = { "\\n": "\n", "\\r": "\r", "\\t": "\t" };
const readBack = (inner: string) => inner.replace(/\\./g, (pair) => PLAIN[pair] ?? pair.slice(1));
const withoutControls = (text: string) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, " ");

describe("S-69: a caller's text stays data", () => {
  test("in a literal, which reads back unchanged", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(literal(text)).toMatch(/^'(?:[^'"\\\u0000-\u001f]|\\['"\\nrt])*'$/);
        expect(readBack(literal(text).slice(1, -1))).toBe(withoutControls(text));
      }),
    );
    expect(literal("\\' OR Name != '")).toBe("'\\\\\\' OR Name != \\''");
  });

  test("in a LIKE pattern, with its wildcards escaped", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(containsPattern(text)).toMatch(/^'%(?:[^'"\\%_\u0000-\u001f]|\\['"\\%_nrt])*%'$/);
        expect(readBack(containsPattern(text).slice(2, -2))).toBe(withoutControls(text));
      }),
    );
  });

  test("in a search, with no character and no word an operator", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const reserved = "?&|!{}[\\]()^~*:\\\\\"'+-";
        const word = `(?:[^${reserved}\\s]|\\\\[${reserved}])+`;
        let words: string;
        try {
          words = searchWords(text);
        } catch (error) {
          return void expect(error).toBeInstanceOf(InvalidInput);
        }
        expect(words).toMatch(new RegExp(`^${word}(?: ${word})*$`));
      }),
    );
    expect(searchWords("mill AND NOT x or y")).toBe('mill "AND" "NOT" x "or" y');
    expect(searchWords("x} RETURNING User(Id)")).toBe("x\\} RETURNING User\\(Id\\)");
    expect(() => searchWords(" a ")).toThrow(InvalidInput);
  });

  test("as a time, which cannot contain more", () => {
    expect(utcTime("2026-08-01T12:00:00+02:00")).toBe("2026-08-01T10:00:00.000Z");
    expect(() => utcTime("2026-08-01T10:00:00Z OR Id != null")).toThrow(InvalidInput);
  });
});
