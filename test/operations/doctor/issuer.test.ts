// What doctor says of the issuer by which people sign in: nothing without one, and why nobody can use it.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { readConfig } from "../../../src/foundation/config/config.ts";
import { checkIssuers } from "../../../src/operations/doctor/issuer-check.ts";
import { DISCOVERY_PATH, type ForgingIssuer, startForgingIssuer } from "../../support/forging-issuer.ts";

let issuer: ForgingIssuer;
beforeAll(async () => {
  issuer = await startForgingIssuer({ now: Date.now });
});
afterAll(() => issuer.close());

const lineOf = async (env: Record<string, string> = issuer.env) => {
  const [line, ...others] = await checkIssuers(readConfig(env));
  expect(others).toEqual([]);
  return line && `${line.warning ? "warning" : line.ok ? "ok" : "FAIL"} ${line.message}`;
};

test("doctor reads the issuer's metadata", async () => {
  expect(await lineOf({})).toBeUndefined();
  expect(await lineOf()).toBe(`ok Example Login at ${issuer.url} describes itself`);
});

test.each<[string, () => Response, string]>([
  ["is not there", () => new Response("", { status: 404 }), "there is no /.well-known/openid-configuration below it"],
  ["is down", () => new Response("", { status: 503 }), "status_503"],
  [
    "is no JSON",
    () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    "its /.well-known/openid-configuration is not JSON",
  ],
  [
    "is another issuer's",
    () => Response.json({ issuer: "https://other.example" }),
    "it calls itself otherwise: set OIDC_ISSUER to the `issuer` of its metadata",
  ],
])("doctor says what to do where the metadata %s", async (_, respond, why) => {
  issuer.setResponse(DISCOVERY_PATH, respond);
  expect(await lineOf()).toBe(`FAIL nobody can sign in with Example Login at ${issuer.url}: ${why}`);
  issuer.setResponse(DISCOVERY_PATH);
});

test("doctor names what the metadata lacks, and warns where PKCE is not listed", async () => {
  issuer.setResponse(DISCOVERY_PATH, () =>
    Response.json({ issuer: issuer.url, token_endpoint: `${issuer.url}/token` }),
  );
  expect(await lineOf()).toBe(`FAIL Example Login at ${issuer.url} names no authorization_endpoint and no jwks_uri`);
  const all = { authorization_endpoint: "https://a/", token_endpoint: "https://a/", jwks_uri: "https://a/" };
  issuer.setResponse(DISCOVERY_PATH, () =>
    Response.json({ issuer: issuer.url, ...all, code_challenge_methods_supported: ["plain"] }),
  );
  expect(await lineOf()).toStartWith("warning Example Login");
  issuer.setResponse(DISCOVERY_PATH);
});
