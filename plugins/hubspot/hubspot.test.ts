// Guarantees of the HubSpot plugin beyond its fixtures: token answers, scopes, texts that stay data, and times.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { htmlToText } from "gateway/plugin";
import { buildRegistry } from "../../src/registry/registry.ts";
import { defaultScopes, missingScopes } from "../../src/registry/scopes.ts";
import { checkValue } from "../../src/schema/check.ts";
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

describe("HubSpot's token answers", () => {
  const response = { access_token: "a", refresh_token: "r", expires_in: 1800, token_type: "bearer", hub_id: 62515 };
  test("the grantor is the user within the account, and the list of scopes is what was granted", () => {
    expect(readTokens({ ...response, user_id: 7, scopes: ["oauth", "tickets"] })).toEqual({
      accessToken: "a",
      refreshToken: "r",
      expiresIn: 1800,
      scopes: ["oauth", "tickets"],
      grantorId: "62515:7",
    });
  });
  test("an answer without a user, a refresh token or scopes claims none of them", () => {
    expect(readTokens({ access_token: "a", hub_id: 62515 })).toEqual({ accessToken: "a" });
    expect(readTokens({}).accessToken).toBe("");
  });
});

describe("HubSpot's refusals of a token", () => {
  const codeOf = (json: Record<string, unknown>) => oauth.tokenError?.(json);
  test("are named by the status, with and without an error beside it", () => {
    expect(codeOf({ status: "BAD_REFRESH_TOKEN", message: "missing or invalid refresh token" })).toBe(
      "BAD_REFRESH_TOKEN",
    );
    expect(codeOf({ status: "BAD_AUTH_CODE", error: "invalid_grant" })).toBe("BAD_AUTH_CODE");
    expect(oauth.deadGrantErrors).toContain("BAD_REFRESH_TOKEN");
    expect(oauth.clientErrors).toContain("BAD_CLIENT_SECRET");
  });
  test("are none where HubSpot only says that something failed, so a limit ends no grant", () => {
    expect(codeOf({ status: "error", errorType: "RATE_LIMIT", message: "Too many requests." })).toBeUndefined();
    expect(codeOf({ access_token: "a" })).toBeUndefined();
  });
});

describe("HubSpot's scopes", () => {
  test("only oauth is required, so that an account without a product can connect; the rest is optional", () => {
    expect(oauth.authorize?.(["oauth", "tickets", "crm.objects.deals.read"])).toEqual({
      scope: "oauth",
      optional_scope: "tickets crm.objects.deals.read",
    });
    expect(oauth.authorize?.(["oauth"])).toEqual({ scope: "oauth" });
    expect(defaultScopes(hubspot)).toContain("oauth");
  });
  test("a scope that HubSpot silently left out turns its service off, and no other", () => {
    const granted = ["oauth", "crm.objects.contacts.read"];
    expect(missingScopes(hubspot, "contacts.read", granted)).toEqual([]);
    expect(missingScopes(hubspot, "tickets.read", granted)).toEqual(["tickets"]);
    expect(missingScopes(hubspot, "contacts.write", granted)).toEqual(["crm.objects.contacts.write"]);
  });
});

describe("S-69: a caller's text is data", () => {
  const hostile = fc.string({ unit: fc.constantFrom('"', "'", "\\", "]", "}", ",", "*", " ", "&", "a", "é", "\n") });
  test("in a search, whatever quotes and backslashes it holds", () => {
    fc.assert(
      fc.property(hostile, hostile, (q, stage) => {
        const { json } = requestForList(contacts, { q, lifecycle_stage: stage });
        const filters = [{ propertyName: "lifecyclestage", operator: "EQ", value: stage }];
        expect(json).toMatchObject({ query: q, filterGroups: [{ filters }] });
      }),
    );
  });
  test("in a record's path, which an email address cannot leave", () => {
    for (const id of ["a/../b@example.com", "a\\b@example.com", "..", "1/2", "1?a=b", "ada"]) {
      expect(checkValue(inputOf("get_contact").params, { id }, "path")).toHaveProperty("faults");
    }
    const { path, query } = requestForGet(contacts, "ada?b&c#d@example.com");
    expect(path).toBe("/crm/v3/objects/contacts/ada%3Fb%26c%23d%40example.com" as never);
    expect(query).toHaveProperty("idProperty", "email");
  });
  test("in a note, which shows it as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom("<", ">", "&", '"', "'", "b", "/", ";") }), (text) => {
        expect(toHtml(text)).not.toMatch(/[<>"']/);
        expect(htmlToText(toHtml(text))).toBe(text);
      }),
    );
    expect(toHtml("a\r\nb\nc")).toBe("a<br>b<br>c");
  });
  test("in the list of properties, which takes names alone", () => {
    const check = (properties: string) => checkValue(inputOf("list_contacts").query, { properties }, "query");
    expect(check("favourite_mill,hs_email_domain")).toHaveProperty("value");
    for (const bad of ["", ",a", "a&limit=1", "a b", "A"]) expect(check(bad)).toHaveProperty("faults");
  });
});

describe("a record's properties", () => {
  test("a field of ours wins over the same property by its name, null clears, and nothing is set unasked", () => {
    const body = { phone: "1", properties: { phone: "2", mobilephone: null, mills: 3, keen: false } };
    expect(propertiesToSet(contacts.fields, body)).toEqual({ phone: "1", mobilephone: "", mills: "3", keen: "false" });
  });
  test("times are ISO 8601, whether HubSpot gives text or milliseconds, and null where it gives neither", () => {
    const timeIn = (value: string | null) =>
      timeOf({ id: "1", properties: { closedate: value } } as RawRecord, "closedate");
    expect(timeIn("2026-01-02")).toBe("2026-01-02T00:00:00.000Z");
    expect(timeIn("1767225600000")).toBe("2026-01-01T00:00:00.000Z");
    for (const none of ["", null, "soon", "9".repeat(20)]) expect(timeIn(none)).toBeNull();
  });
});

test("S-70: a search by POST may be repeated like a GET, what writes may not", () => {
  expect(requestForList(contacts, { q: "ada" })).toMatchObject({ method: "POST", safe: true });
  expect(requestForCreate(contacts, {}, { email: "ada@example.com" })).not.toHaveProperty("safe");
});

test("a change needs at least one field", () => {
  for (const key of ["create_contact", "update_contact", "update_company", "update_deal"]) {
    expect(checkValue(inputOf(key).body as never, {}, "body")).toHaveProperty("faults");
  }
});

test("an answer that only looks like a list of faults keeps HubSpot's words", () => {
  const failure = (message: string) =>
    readFailure({ status: 400, headers: new Headers(), json: { category: "VALIDATION_ERROR", message } })?.message;
  expect(failure("Bad: [{oops")).toBe("Bad: [{oops");
  expect(failure('Bad: [{"a":1}]')).toBe('Bad: [{"a":1}]');
  expect(failure('Bad: [{"message":"no"}]')).toBe("no");
});
