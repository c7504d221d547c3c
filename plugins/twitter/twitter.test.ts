// What fixtures cannot show: input patterns, challenges that must not be signed, error responses.
import { describe, expect, test } from "bun:test";
import { type InboundWebhook, InvalidInput, type UpstreamResponse } from "gateway/plugin";
import { checkValue } from "../../src/foundation/schema/check.ts";
import { buildRegistry } from "../../src/providers/registry/registry.ts";
import { defaultScopes } from "../../src/providers/registry/scopes.ts";
import { readFailure } from "./failure.ts";
import { plainText, utcTime } from "./fields.ts";
import twitter from "./index.ts";
import { tokenError } from "./oauth.ts";
import { webhook } from "./webhook.ts";

const registry = buildRegistry([twitter]);
const endpointOf = (key: string) => registry.endpoints.find((endpoint) => endpoint.key === key);

const response = (status: number, json: unknown, headers?: Record<string, string>): UpstreamResponse => ({
  status,
  headers: new Headers(headers),
  json,
});

describe("a caller's input", () => {
  test("is a valid id or refused", () => {
    const params = endpointOf("get_post")?.input.params;
    const refused = (id: string) => params && "errors" in checkValue(params, { id }, "path");
    for (const id of ["1", "1900000000000000001"]) expect(refused(id)).toBe(false);
    for (const id of ["", "../users/me", "1/2", "1?x=y", "1#", "1\n", "-1", "12345678901234567890"])
      expect(refused(id)).toBe(true);
  });

  test("is a valid username or refused", () => {
    const params = endpointOf("get_user")?.input.params;
    const refused = (username: string) => params && "errors" in checkValue(params, { username }, "path");
    for (const username of ["ada", "@Ada_1"]) expect(refused(username)).toBe(false);
    for (const username of ["@@ada", "ada/..", "..", "ada lovelace", "a".repeat(16), "ada\n"])
      expect(refused(username)).toBe(true);
  });

  test("is a valid time, sent in UTC and whole seconds, or refused", () => {
    expect(utcTime("2026-01-01T01:00:00.999+01:00")).toBe("2026-01-01T00:00:00Z");
    expect(utcTime(undefined)).toBeUndefined();
    expect(() => utcTime("2026-01-01T23:59:60Z")).toThrow(InvalidInput);
  });
});

describe("plain text", () => {
  test("has X's escapes removed once, and its short links expanded unchanged", () => {
    const urls = [{ url: "https://t.co/a1", expanded_url: "https://example.com/?a=1&lt;=2" }];
    expect(plainText("1 &lt; 2 &amp;lt; https://t.co/a1 https://t.co/other", urls)).toBe(
      "1 < 2 &lt; https://example.com/?a=1&lt;=2 https://t.co/other",
    );
  });
});

describe("X's challenge", () => {
  const secrets = { webhook: "test_consumer_secret", client: "other" };
  const handshakeFor = (token: string, method: "GET" | "POST" = "GET") =>
    webhook.handshake?.({ method, query: new URLSearchParams({ crc_token: token }) } as InboundWebhook, secrets);

  test("S-88: signs tokens only, nothing that could be an inbound webhook's body", () => {
    for (const token of ["challenge_string", "9b4507b3-9040-4669", "MTc2NzI2MTYwMA=="])
      expect(handshakeFor(token)).toBeTruthy();
    const forged = JSON.stringify({ data: { event_type: "dm.received", filter: { user_id: "1" } } });
    for (const token of [forged, "{}", '"a"', "", "a".repeat(257), "a\n"]) expect(handshakeFor(token)).toBeNull();
    expect(handshakeFor("challenge_string", "POST")).toBeNull();
  });

  test("gets no response without a secret", () => {
    const inbound = { method: "GET", query: new URLSearchParams({ crc_token: "a" }) } as InboundWebhook;
    expect(webhook.handshake?.(inbound, { webhook: null, client: "other" })).toBeNull();
  });
});

describe("X's grants", () => {
  test("end when X calls the token invalid, not when it refuses the request or the client", () => {
    const codeOf = (error: string, error_description?: string) => tokenError({ error, error_description });
    expect(codeOf("invalid_request", "Value passed for the token was invalid.")).toBe("invalid_grant");
    expect(codeOf("invalid_request", "Missing required parameter [refresh_token].")).toBeUndefined();
    expect(codeOf("invalid_request", "Value passed for the authorization code was invalid.")).toBeUndefined();
    expect(codeOf("unauthorized_client", "Value passed for the token was invalid.")).toBeUndefined();
    expect(codeOf("invalid_request")).toBeUndefined();
  });

  test("can be refreshed, whatever scopes are requested", () => {
    expect(defaultScopes(twitter)).toContain("offline.access");
    expect(twitter.auth.oauth2?.identityScopes).toContain("offline.access");
  });
});

describe("an error response", () => {
  const legacy = (code: number) => response(403, { errors: [{ code, message: "Said by X." }] });

  test("in the older format is classified by its code", () => {
    const meanings = { 64: "error", 88: "rate_limited", 130: "busy", 187: "conflict", 326: "error" };
    for (const [code, failure] of Object.entries(meanings))
      expect(readFailure(legacy(Number(code)))).toMatchObject({ failure, code, message: "Said by X." });
    expect(readFailure(legacy(349))?.failure).toBeUndefined();
  });

  test("on parts is a success; 403 without JSON is the edge; an unknown type has no meaning", () => {
    const errors = [{ type: "https://api.x.com/2/problems/resource-not-found", detail: "No." }];
    expect(readFailure(response(200, { data: [], errors }))).toBeUndefined();
    expect(readFailure(response(200, { meta: { result_count: 0 }, errors }))).toBeUndefined();
    expect(readFailure(response(200, { errors }))).toMatchObject({ failure: "not_found" });
    expect(readFailure(response(200, { errors: [{ detail: "Odd." }] }))).toMatchObject({ failure: "error" });
    expect(readFailure(response(403, null))).toMatchObject({ failure: "busy" });
    const odd = response(403, { type: "https://api.x.com/2/problems/constructor" });
    expect(readFailure(odd)?.failure).toBeUndefined();
  });
});
