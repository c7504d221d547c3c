// What fixtures cannot show: subdomains, token responses, searches that stay within their terms, and Zendesk's own signatures.
import { describe, expect, test } from "bun:test";
import { hmacText, type InboundWebhook, InvalidInput } from "gateway/plugin";
import { customFieldsIn } from "./fields.ts";
import zendesk from "./index.ts";
import { basic, readTokens, SUBDOMAIN } from "./oauth.ts";
import { quoted, searchQuery } from "./search-query.ts";
import { webhook } from "./webhook.ts";

describe("S-32: a subdomain", () => {
  test.each(["acme", "acme-2", "7", "d3v-acme", "a".repeat(63), "supporters", "www2"])("may be %p", (name) => {
    expect(SUBDOMAIN.test(name)).toBe(true);
  });

  test.each<string[]>([
    ["", "acme.zendesk.com", "acme.zendesk.com.evil.example", "evil.example/", "evil.example", "acme."],
    ["https://acme", "acme:8443", "ada@acme", "ada:secret@acme", "acme/", "acme\\", "acme?x", "acme#x", "acme%2e"],
    ["ACME", "-acme", "acme-", "acme_x", "acme\n", " acme", "acme ", "аcme", "ácme", "a".repeat(64), "a".repeat(1_000)],
    ["www", "support", "developer", "developers", "status", "api", "static", "accounts"],
  ])("is never %j", (...names) => {
    expect(names.filter((name) => SUBDOMAIN.test(name))).toEqual([]);
  });
});

describe("an API token", () => {
  const fits = (name: string, value: string) => basic.fields[name]?.pattern?.exec(value)?.[0] === value;

  test("has letters and digits, and belongs to an address without a colon, which would end the user name", () => {
    expect(fits("api_token", "6wiIBWbGkBMo1mRDMuVwkw1EPsNkeUj95PIz2akv")).toBe(true);
    expect(fits("email", "ada+help@example.com")).toBe(true);
    expect(
      ["short", "x".repeat(81), "with space 1234567890", `${"x".repeat(40)}\n`].filter((t) => fits("api_token", t)),
    ).toEqual([]);
    expect(
      ["ada", "ada:b@example.com", "ada@example.com/token", "ada @example.com"].filter((e) => fits("email", e)),
    ).toEqual([]);
  });
});

describe("a token response", () => {
  const json = { access_token: "a", refresh_token: "r", token_type: "bearer", scope: "read tickets:write" };

  test("has scopes separated by spaces, and both lives", () => {
    expect(readTokens({ ...json, expires_in: 86_400, refresh_token_expires_in: 7_689_600 })).toEqual({
      accessToken: "a",
      refreshToken: "r",
      expiresIn: 86_400,
      refreshExpiresIn: 7_689_600,
      scopes: ["read", "tickets:write"],
    });
  });

  test("that says no life is of half an hour, and without a refresh token has no end", () => {
    expect(readTokens(json)).toMatchObject({ expiresIn: 1_800, refreshExpiresIn: undefined });
    expect(readTokens({ ...json, expires_in: "soon" }).expiresIn).toBe(1_800);
    expect(readTokens({ access_token: "a" })).toEqual({
      accessToken: "a",
      refreshToken: undefined,
      expiresIn: undefined,
      refreshExpiresIn: undefined,
      scopes: undefined,
    });
    expect(readTokens({ ...json, scope: "" }).scopes).toEqual([]);
  });

  test("of a broad scope includes the narrow ones of its kind", () => {
    const implies = zendesk.auth.oauth2?.implies;
    expect(implies?.read).toContain("tickets:read");
    expect(implies?.read).not.toContain("tickets:write");
    expect(implies?.write).toContain("webhooks:write");
  });
});

describe("S-69: a search", () => {
  test("has its filters as quoted literals, and the caller's own words last", () => {
    const since = { updated: "2026-01-01T01:00:00+01:00", created: undefined };
    const is = { requester: "ada lovelace", tags: undefined };
    expect(searchQuery({ q: 'mill "big sail"', is, since })).toBe(
      'requester:"ada lovelace" updated>=2026-01-01T00:00:00Z mill "big sail"',
    );
    expect(searchQuery({ q: "mill" })).toBe("mill");
  });

  test.each(['"', 'a" status:open "', "a\\", "a\nb", "a\u0000", "\ud800"])("%j is no value", (value) => {
    expect(() => quoted(value)).toThrow(InvalidInput);
  });

  test.each(['"', '"mill', 'a "b" "c', "a\nb", "\udc00"])("%j is no search", (q) => {
    expect(() => searchQuery({ q, is: { status: "open" } })).toThrow(InvalidInput);
  });

  test("needs something to look for, and real times", () => {
    expect(() => searchQuery({})).toThrow(InvalidInput);
    expect(() => searchQuery({ is: { status: undefined } })).toThrow(InvalidInput);
    expect(() => searchQuery({ since: { updated: "2026-02-30T00:00:00Z" } })).toThrow(InvalidInput);
  });
});

test("custom fields are those that are filled in, in the forms that callers can read", () => {
  const values = ["x", 1.5, false, ["a"], "", null, undefined, [], [1], { a: 1 }];
  expect(customFieldsIn(values.map((value, id) => ({ id, value }))).map(({ value }) => value)).toEqual([
    "x",
    1.5,
    false,
    ["a"],
  ]);
  expect(customFieldsIn(null)).toEqual([]);
});

describe("a signature", () => {
  const time = "2026-11-02T09:30:00Z";
  const at = Date.parse(time);
  const secret = "dGhpc19zZWNyZXRfaXNfZm9yX3Rlc3Rpbmdfb25seQ==";
  const text =
    '{"type":"zen:event-type:ticket.created","account_id":12514403,"id":"cbe4028c-7239-495d-b020-f22348516046"}';
  const right = "UJH29wC4OEjDQoN2egWKII7I9OmgaGOh7+0e0H3xPTc=";
  const verify = (signature: string, signedAt = time, now = at, subscription: string | null = secret, body = text) => {
    const headers = new Headers({
      "x-zendesk-webhook-signature": signature,
      "x-zendesk-webhook-signature-timestamp": signedAt,
    });
    const secrets = { webhook: secret, client: secret, subscription };
    return webhook.verify({ headers, body: new TextEncoder().encode(body) } as InboundWebhook, secrets, now);
  };

  test("is over the time and the body, without anything between them", async () => {
    expect(await verify(right)).toBe(true);
    expect(await verify("MTOgFuPPK8xvrq4i0+miv+/xZftVWbakYaeIwpShVio=", time, at, secret, "")).toBe(true);
    expect(await verify(right, time, at + 300_000)).toBe(true);
    expect(await verify(right, time, at, secret, `${text} `)).toBe(false);
  });

  test.each([
    ["empty", "", time],
    ["cut", right.slice(0, -1), time],
    ["of another time", right, "2026-11-02T09:30:01Z"],
    ["of the same time in other words", right, "2026-11-02T09:30:00.000Z"],
    ["without a time", right, ""],
    ["of a time in seconds", hmacText(secret, `1793611800${text}`, "base64"), "1793611800"],
  ])("that is %s is refused", async (_, signature, signedAt) => {
    expect(await verify(signature, signedAt)).toBe(false);
  });

  test("is neither too old, nor from the future, nor of the operator's secret", async () => {
    const results = [
      verify(right, time, at + 301_000),
      verify(right, time, at - 301_000),
      verify(right, time, at, null),
    ];
    expect(await Promise.all(results)).toEqual([false, false, false]);
  });
});
