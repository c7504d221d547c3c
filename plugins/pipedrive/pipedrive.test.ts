// What fixtures cannot show: no token goes to a foreign host, token responses are read, notes contain text only.
import { describe, expect, test } from "bun:test";
import type { Provider } from "gateway/plugin";
import { checkedTenant } from "../../src/providers/upstream/tenant.ts";
import { fromHtml, toHtml } from "./html.ts";
import pipedrive from "./index.ts";
import { readTokens, tokenError } from "./oauth.ts";

/** The host of a token response, checked as connect checks it. */
function hostOf(apiDomain: unknown): string | undefined {
  const { tenant } = readTokens({ access_token: "opaque", api_domain: apiDomain });
  return checkedTenant({ provider: pipedrive as unknown as Provider, hosts: [] }, tenant).domain;
}

describe("S-32: the company's host in a token response", () => {
  test.each(["acme.pipedrive.com", "acme-sandbox2.pipedrive.com", "7.pipedrive.com"])("may be %p", (host) => {
    expect(hostOf(`https://${host}`)).toBe(host);
  });

  test.each([
    "http://acme.pipedrive.com",
    "HTTPS://acme.pipedrive.com",
    "acme.pipedrive.com",
    "//acme.pipedrive.com",
    "ftp://https://acme.pipedrive.com",
    "xhttps://acme.pipedrive.com",
    " https://acme.pipedrive.com",
    "https://acme.pipedrive.com\n",
    "https://acme.pipedrive.com\nother.example",
    "https://other.example\nacme.pipedrive.com",
    "https://acme.pipedrive.com/",
    "https://acme.pipedrive.com/api",
    "https://acme.pipedrive.com?x",
    "https://acme.pipedrive.com#x",
    "https://acme.pipedrive.com\\@other.example",
    "https://other.example/.pipedrive.com",
    "https://other.example?.pipedrive.com",
    "https://other.example#.pipedrive.com",
    "https://acme.pipedrive.com:443",
    "https://acme.pipedrive.com:8443",
    "https://ada@acme.pipedrive.com",
    "https://ada:pass@acme.pipedrive.com",
    "https://acme.pipedrive.com@other.example",
    "https://ACME.pipedrive.com",
    "https://acme.PipeDrive.com",
    "https://acme.pipedrive.com.",
    "https://acme..pipedrive.com",
    "https://.pipedrive.com",
    "https://pipedrive.com",
    "https://-acme.pipedrive.com",
    "https://acme-.pipedrive.com",
    "https://a.b.pipedrive.com",
    "https://acme.pipedrive.com.other.example",
    "https://acme.pipedrive.comx",
    "https://acme.pipedrive.co",
    "https://acmepipedrive.com",
    "https://acme-pipedrive.com",
    "https://acme.xpipedrive.com",
    "https://acme.pipedr1ve.com",
    "https://acme.pıpedrive.com",
    "https://acmé.pipedrive.com",
    "https://аcme.pipedrive.com",
    "https://acme。pipedrive.com",
    "https://acme%2epipedrive.com",
    "https://acme_x.pipedrive.com",
    "https://acme\u0000.pipedrive.com",
    "https://acme.pipedrive.com\u200b",
    "https://169.254.169.254",
    "https://[::1]",
    "https://localhost",
    "https://other.example",
    "https://",
    "javascript:alert(1)",
    "",
    null,
    7,
    { toString: () => "https://acme.pipedrive.com" },
    undefined,
  ])("is never %p", (apiDomain) => {
    expect(() => hostOf(apiDomain)).toThrow("tenant");
  });
});

describe("a token response", () => {
  test("has scopes separated by commas and a refresh token that lives 60 days", () => {
    const response = {
      access_token: "a",
      refresh_token: "b",
      expires_in: 3599,
      scope: "deals:full,contacts:read, base",
    };
    expect(readTokens({ ...response, api_domain: "https://acme.pipedrive.com" })).toEqual({
      accessToken: "a",
      refreshToken: "b",
      expiresIn: 3599,
      refreshExpiresIn: 5_184_000,
      scopes: ["deals:full", "contacts:read", "base"],
      tenant: { domain: "acme.pipedrive.com" },
    });
    expect(readTokens({ success: false, message: "x" }).accessToken).toBe("");
  });

  test("follows an authorize URL without scopes and code challenge", () => {
    expect(pipedrive.auth.oauth2?.authorize?.(["deals:read"])).toEqual({});
    expect(pipedrive.auth.oauth2?.pkce).toBe(false);
  });
});

describe("a token error", () => {
  test.each([
    [{ success: false, message: "Invalid grant: refresh token is invalid", error: "Bad request" }, "invalid_grant"],
    [{ success: false, message: "refresh_token is invalid" }, "invalid_grant"],
    [{ error: "invalid_grant" }, "invalid_grant"],
    [{ success: false, error: "Invalid client" }, "invalid_client"],
    [{ success: false, message: "Something else" }, undefined],
    [{ access_token: "a", message: "invalid grant" }, undefined],
  ])("%j is %p", (response, code) => {
    expect(tokenError(response)).toBe(code as string);
  });
});

describe("S-69: a note's text stays text", () => {
  test.each(["<img src=x onerror=alert(1)>", 'a & b < c > d "e"', "&lt;b&gt;", "one\ntwo\n\nthree"])("%p", (text) => {
    expect(toHtml(text).replaceAll("<br>", "")).not.toMatch(/[<>"]|&(?!(?:amp|lt|gt|quot);)/);
    expect(fromHtml(toHtml(text))).toBe(text);
  });
});
