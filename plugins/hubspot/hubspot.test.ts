// What fixtures cannot show: token responses, scopes, text that stays data, times.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { htmlToText } from "gateway/plugin";
import { checkValue } from "../../src/foundation/schema/check.ts";
import { buildRegistry } from "../../src/providers/registry/registry.ts";
import { defaultScopes, missingScopes } from "../../src/providers/registry/scopes.ts";
import { toHtml } from "./activities.ts";
import { contacts } from "./contacts.ts";
import { readFailure } from "./failure.ts";
import hubspot from "./index.ts";
import { oauth, readTokens } from "./oauth.ts";
import { type RawRecord, timeOf } from "./record.ts";
import { propertiesToSet, requestForCreate, requestForGet, requestForList } from "./requests.ts";

const { endpoints } = buildRegistry([hubspot]);
const inputOf = (key: string) => {
  const endpoint = endpoints.find((candidate) => candidate.key === key);
  if (!endpoint) throw new Error(`There is no endpoint ${key}.`);
  return endpoint.input;
};

describe("HubSpot's token responses", () => {
  const response = { access_token: "a", refresh_token: "r", expires_in: 1800, token_type: "bearer", hub_id: 62515 };
  test("name the user in the account as resource owner, and the granted scopes", () => {
    expect(readTokens({ ...response, user_id: 7, scopes: ["oauth", "tickets"] })).toEqual({
      accessToken: "a",
      refreshToken: "r",
      expiresIn: 1800,
      scopes: ["oauth", "tickets"],
      resourceOwnerId: "62515:7",
    });
  });
  test("may lack user, refresh token and scopes", () => {
    expect(readTokens({ access_token: "a", hub_id: 62515 })).toEqual({ accessToken: "a" });
    expect(readTokens({}).accessToken).toBe("");
  });
});

describe("HubSpot's token errors", () => {
  const codeOf = (json: Record<string, unknown>) => oauth.tokenError?.(json);
  test("are named by `status`, with or without `error`", () => {
    expect(codeOf({ status: "BAD_REFRESH_TOKEN", message: "missing or invalid refresh token" })).toBe(
      "BAD_REFRESH_TOKEN",
    );
    expect(codeOf({ status: "BAD_AUTH_CODE", error: "invalid_grant" })).toBe("BAD_AUTH_CODE");
    expect(oauth.deadGrantErrors).toContain("BAD_REFRESH_TOKEN");
    expect(oauth.clientErrors).toContain("BAD_CLIENT_SECRET");
  });
  test("stay unnamed on a general failure, so that a rate limit ends no grant", () => {
    expect(codeOf({ status: "error", errorType: "RATE_LIMIT", message: "Too many requests." })).toBeUndefined();
    expect(codeOf({ access_token: "a" })).toBeUndefined();
  });
});

describe("HubSpot's scopes", () => {
  test("are all optional but oauth, so that an account without a product can connect", () => {
    expect(oauth.authorize?.(["oauth", "tickets", "crm.objects.deals.read"])).toEqual({
      scope: "oauth",
      optional_scope: "tickets crm.objects.deals.read",
    });
    expect(oauth.authorize?.(["oauth"])).toEqual({ scope: "oauth" });
    expect(defaultScopes(hubspot)).toContain("oauth");
  });
  test("turn off only their own service when HubSpot silently drops one", () => {
    const granted = ["oauth", "crm.objects.contacts.read"];
    expect(missingScopes(hubspot, "contacts.read", granted)).toEqual([]);
    expect(missingScopes(hubspot, "tickets.read", granted)).toEqual(["tickets"]);
    expect(missingScopes(hubspot, "contacts.write", granted)).toEqual(["crm.objects.contacts.write"]);
  });
});

describe("S-69: a caller's text is data", () => {
  const hostile = fc.string({ unit: fc.constantFrom('"', "'", "\\", "]", "}", ",", "*", " ", "&", "a", "é", "\n") });
  test("in a search, with any quotes and backslashes", () => {
    fc.assert(
      fc.property(hostile, hostile, (q, stage) => {
        const { json } = requestForList(contacts, { q, lifecycle_stage: stage });
        const filters = [{ propertyName: "lifecyclestage", operator: "EQ", value: stage }];
        expect(json).toMatchObject({ query: q, filterGroups: [{ filters }] });
      }),
    );
  });
  test("in a record's path, which an email address cannot break out of", () => {
    for (const id of ["a/../b@example.com", "a\\b@example.com", "..", "1/2", "1?a=b", "ada"]) {
      expect(checkValue(inputOf("get_contact").params, { id }, "path")).toHaveProperty("errors");
    }
    const { path, query } = requestForGet(contacts, "ada?b&c#d@example.com");
    expect(path).toBe("/crm/v3/objects/contacts/ada%3Fb%26c%23d%40example.com" as never);
    expect(query).toHaveProperty("idProperty", "email");
  });
  test("in a note, which shows it unchanged", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("<", ">", "&", '"', "'", "b", "/", ";") }), (text) => {
        expect(toHtml(text)).not.toMatch(/[<>"']/);
        expect(htmlToText(toHtml(text))).toBe(text);
      }),
    );
    expect(toHtml("a\r\nb\nc")).toBe("a<br>b<br>c");
  });
  test("in the list of properties, which accepts only names", () => {
    const check = (properties: string) => checkValue(inputOf("list_contacts").query, { properties }, "query");
    expect(check("favourite_mill,hs_email_domain")).toHaveProperty("value");
    for (const bad of ["", ",a", "a&limit=1", "a b", "A"]) expect(check(bad)).toHaveProperty("errors");
  });
});

describe("a record's properties", () => {
  test("a field wins over the property of the same name, null clears, and nothing else is set", () => {
    const body = { phone: "1", properties: { phone: "2", mobilephone: null, mills: 3, keen: false } };
    expect(propertiesToSet(contacts.fields, body)).toEqual({ phone: "1", mobilephone: "", mills: "3", keen: "false" });
  });
  test("times as text or milliseconds become ISO 8601, anything else null", () => {
    const timeIn = (value: string | null) =>
      timeOf({ id: "1", properties: { closedate: value } } as RawRecord, "closedate");
    expect(timeIn("2026-01-02")).toBe("2026-01-02T00:00:00.000Z");
    expect(timeIn("1767225600000")).toBe("2026-01-01T00:00:00.000Z");
    for (const none of ["", null, "soon", "9".repeat(20)]) expect(timeIn(none)).toBeNull();
  });
});

test("S-70: a search by POST is safe to retry, a write is not", () => {
  expect(requestForList(contacts, { q: "ada" })).toMatchObject({ method: "POST", safe: true });
  expect(requestForCreate(contacts, {}, { email: "ada@example.com" })).not.toHaveProperty("safe");
});

test("a change needs at least one field", () => {
  for (const key of ["create_contact", "update_contact", "update_company", "update_deal"]) {
    expect(checkValue(inputOf(key).body as never, {}, "body")).toHaveProperty("errors");
  }
});

test("a message that only looks like a list of errors stays unchanged", () => {
  const failure = (message: string) =>
    readFailure({ status: 400, headers: new Headers(), json: { category: "VALIDATION_ERROR", message } })?.message;
  expect(failure("Bad: [{oops")).toBe("Bad: [{oops");
  expect(failure('Bad: [{"a":1}]')).toBe('Bad: [{"a":1}]');
  expect(failure('Bad: [{"message":"no"}]')).toBe("no");
});
