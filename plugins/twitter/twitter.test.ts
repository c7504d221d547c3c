// Proves what recorded exchanges cannot: values that stay values, what a challenge may hold, refusals.
import { describe, expect, test } from "bun:test";
import { type Delivery, InvalidInput, type UpstreamResponse } from "gateway/plugin";
import { buildRegistry } from "../../src/registry/registry.ts";
import { defaultScopes } from "../../src/registry/scopes.ts";
import { checkValue } from "../../src/schema/check.ts";
import { readFailure } from "./failure.ts";
import twitter from "./index.ts";
import { tokenError } from "./oauth.ts";
import { plainText, utcTime } from "./fields.ts";
import { webhook } from "./webhook.ts";

const registry = buildRegistry([twitter]);
const endpointOf = (key: string) => registry.endpoints.find((endpoint) => endpoint.key === key);

const response = (status: number, json: unknown, headers?: Record<string, string>): UpstreamResponse => ({
  status,
  headers: new Headers(headers),
  json,
});

describe("a caller's value", () => {
  test("is an id, or is refused", () => {
    const params = endpointOf("get_post")?.input.params;
    const refused = (id: string) => params && "faults" in checkValue(params, { id }, "path");
    for (const id of ["1", "1900000000000000001"]) expect(refused(id)).toBe(false);
    for (const id of ["", "../users/me", "1/2", "1?x=y", "1#", "1\n", "-1", "12345678901234567890"])
      expect(refused(id)).toBe(true);
  });

  test("is a username, or is refused", () => {
    const params = endpointOf("get_user")?.input.params;
    const refused = (username: string) => params && "faults" in checkValue(params, { username }, "path");
    for (const username of ["ada", "@Ada_1"]) expect(refused(username)).toBe(false);
    for (const username of ["@@ada", "ada/..", "..", "ada lovelace", "a".repeat(16), "ada\n"])
      expect(refused(username)).toBe(true);
  });

  test("is a time in UTC and whole seconds, or is refused", () => {
    expect(utcTime("2026-01-01T01:00:00.999+01:00")).toBe("2026-01-01T00:00:00Z");
    expect(utcTime(undefined)).toBeUndefined();
    expect(() => utcTime("2026-01-01T23:59:60Z")).toThrow(InvalidInput);
  });
});

describe("a text for people", () => {
  test("has X's escapes undone once, and its short links written out as they are", () => {
    const urls = [{ url: "https://t.co/a1", expanded_url: "https://example.com/?a=1&lt;=2" }];
    expect(plainText("1 &lt; 2 &amp;lt; https://t.co/a1 https://t.co/other", urls)).toBe(
      "1 < 2 &lt; https://example.com/?a=1&lt;=2 https://t.co/other",
    );
  });
});

describe("X's challenge", () => {
  const secrets = { webhook: "test_consumer_secret", client: "other" };
  const handshakeFor = (token: string, method: "GET" | "POST" = "GET") =>
    webhook.handshake?.({ method, query: new URLSearchParams({ crc_token: token }) } as Delivery, secrets);

  test("S-88: is answered for tokens alone: what could be a delivery's body is not signed", () => {
    for (const token of ["challenge_string", "9b4507b3-9040-4669", "MTc2NzI2MTYwMA=="])
      expect(handshakeFor(token)).toBeTruthy();
    const forged = JSON.stringify({ data: { event_type: "dm.received", filter: { user_id: "1" } } });
    for (const token of [forged, "{}", '"a"', "", "a".repeat(257), "a\n"]) expect(handshakeFor(token)).toBeNull();
    expect(handshakeFor("challenge_string", "POST")).toBeNull();
  });

  test("is not answered without a secret", () => {
    const delivery = { method: "GET", query: new URLSearchParams({ crc_token: "a" }) } as Delivery;
    expect(webhook.handshake?.(delivery, { webhook: null, client: "other" })).toBeNull();
  });
});

describe("X's grants", () => {
  test("end where X says that the token is invalid, not where a request is malformed or the client refused", () => {
    const said = (error: string, error_description?: string) => tokenError({ error, error_description });
    expect(said("invalid_request", "Value passed for the token was invalid.")).toBe("invalid_grant");
    expect(said("invalid_request", "Missing required parameter [refresh_token].")).toBeUndefined();
    expect(said("invalid_request", "Value passed for the authorization code was invalid.")).toBeUndefined();
    expect(said("unauthorized_client", "Value passed for the token was invalid.")).toBeUndefined();
    expect(said("invalid_request")).toBeUndefined();
  });

  test("can be refreshed, whatever services are asked for", () => {
    expect(defaultScopes(twitter)).toContain("offline.access");
    expect(twitter.oauth.identityScopes).toContain("offline.access");
  });
});

describe("a refusal", () => {
  const legacy = (code: number) => response(403, { errors: [{ code, message: "Said by X." }] });

  test("in the older form is known by its code", () => {
    const meanings = { 64: "error", 88: "rate_limited", 130: "unavailable", 187: "invalid", 326: "error" };
    for (const [code, failure] of Object.entries(meanings))
      expect(readFailure(legacy(Number(code)))).toMatchObject({ failure, code, message: "Said by X." });
    expect(readFailure(legacy(349))?.failure).toBeUndefined();
  });

  test("of a part is a success; a page at 403 is the edge; names of objects mean nothing", () => {
    const errors = [{ type: "https://api.x.com/2/problems/resource-not-found", detail: "No." }];
    expect(readFailure(response(200, { data: [], errors }))).toBeUndefined();
    expect(readFailure(response(200, { meta: { result_count: 0 }, errors }))).toBeUndefined();
    expect(readFailure(response(200, { errors }))).toMatchObject({ failure: "not_found" });
    expect(readFailure(response(200, { errors: [{ detail: "Odd." }] }))).toMatchObject({ failure: "error" });
    expect(readFailure(response(403, null))).toMatchObject({ failure: "unavailable" });
    const odd = response(403, { type: "https://api.x.com/2/problems/constructor" });
    expect(readFailure(odd)?.failure).toBeUndefined();
  });
});
