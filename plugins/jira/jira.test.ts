// Proves what recorded exchanges cannot: no text leaves its JQL literal, tokens and sites are read, no forger is believed.
import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { type Delivery, InvalidInput } from "gateway/plugin";
import { buildRegistry } from "../../src/registry/registry.ts";
import { checkValue } from "../../src/schema/check.ts";
import { checkedTenant } from "../../src/upstream/target.ts";
import jira from "./index.ts";
import { inTimeZone, jqlOf, quoted, searchText } from "./jql.ts";
import { grantorId, identityIn, readTokens } from "./oauth.ts";
import type { Node } from "./spans.ts";
import { toAdf } from "./to-adf.ts";
import { toMarkdown } from "./to-markdown.ts";
import { webhook } from "./webhook.ts";

const SITE = { id: "acme.atlassian.net", name: "Acme", tenant: {} };

describe("S-69: a caller's text stays within its JQL literal", () => {
  const hostile = fc.string({
    unit: fc.constantFrom('"', "'", "\\", " ", "a", "é", ")", "(", "*", "~", "OR", "🎉", "-"),
  });
  const LITERAL = /^"(?:[^"\\]|\\["\\])*"$/;
  const unescaped = (text: string) => text.replace(/\\(.)/g, "$1");
  const read = (literal: string) => unescaped(literal.slice(1, -1));

  test("as a value, which reads back as it was", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(quoted(text)).toMatch(LITERAL);
        expect(read(quoted(text))).toBe(text);
      }),
    );
  });
  test("as words to search for, in which no sign is an operator, nor a word in capitals", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(searchText(text)).toMatch(LITERAL);
        expect(read(searchText(text))).toMatch(/^(?:[^-+&|!(){}[\]^"~*?:\\/]|\\.)*$/u);
        const words = text.replace(/\b(?:AND|OR|NOT)\b/g, (word) => word.toLowerCase());
        expect(unescaped(read(searchText(text)))).toBe(words);
      }),
    );
  });
  test("in every filter, whatever it holds", () => {
    const evil = '" OR project = "SECRET\\';
    expect(jqlOf({ status: evil, type: evil })).toBe(
      'status = "\\" OR project = \\"SECRET\\\\" AND issuetype = "\\" OR project = \\"SECRET\\\\" ORDER BY updated DESC',
    );
    expect(() => jqlOf({ status: "a\nb" })).toThrow(InvalidInput);
  });
});

test("a time is searched for as the user's own clock shows it", () => {
  expect(inTimeZone("2026-01-31T23:30:45Z", "Europe/Berlin")).toBe("2026-02-01 00:30");
  expect(inTimeZone("2026-07-01T00:00:00+02:00", "America/New_York")).toBe("2026-06-30 18:00");
  expect(inTimeZone("2026-01-31T23:59:59Z", "UTC")).toBe("2026-01-31 23:59");
  for (const untold of [null, "", "Nowhere/Else"]) {
    expect(() => inTimeZone("2026-01-31T23:59:59Z", untold)).toThrow("does not tell the user's time zone");
  }
});

test("S-70: a search by POST may be repeated like a GET", async () => {
  const sent: unknown[] = [];
  const call = { params: {}, query: {}, body: {}, page: { limit: 1, position: null }, identity: SITE };
  const request = (asked: unknown) => {
    sent.push(asked);
    return Promise.resolve({ status: 200, headers: new Headers(), json: {} });
  };
  await jira.endpoints.search_issues.run?.(call, { request, attempt: request, open: () => expect.unreachable() });
  expect(sent).toMatchObject([{ method: "POST", safe: true }]);
});

describe("Inputs of Jira's endpoints", () => {
  const { endpoints } = buildRegistry([jira]);
  const inputOf = (key: string) => endpoints.find((one) => one.key === key)?.input ?? expect.unreachable();
  test.each(["..", "ENG", "ENG-7/../8", "ENG-7?x=1", "-7", ""])("the key %p is refused", (key) => {
    expect(checkValue(inputOf("get_issue").params, { key }, "path")).toHaveProperty("faults");
  });
  test("a custom field cannot take the place of a field of Jira's own", () => {
    const body = { project: "ENG", type: "Bug", title: "a" };
    const input = inputOf("create_issue").body ?? expect.unreachable();
    expect(checkValue(input, { ...body, custom: { customfield_1: 1 } }, "body")).toHaveProperty("value");
    for (const custom of [{ project: { key: "OPS" } }, { customfield_1x: 1 }])
      expect(checkValue(input, { ...body, custom }, "body")).toHaveProperty("faults");
  });
  test("an empty change is refused", () => {
    expect(checkValue(inputOf("update_issue").body ?? expect.unreachable(), {}, "body")).toHaveProperty("faults");
  });
});

const CLOUD = "a0000000-0000-4000-8000-000000000001";
const part = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url");

describe("Jira's token answers", () => {
  const token = `${part({ alg: "RS256" })}.${part({ sub: "557058:ada-é?~" })}.x`;
  const answer = { access_token: "a", refresh_token: "r", expires_in: 3600, scope: "read:jira-work offline_access" };
  test("hold the granted scopes, and a refresh token that lives 90 days", () => {
    expect(readTokens(answer)).toEqual({
      accessToken: "a",
      refreshToken: "r",
      expiresIn: 3600,
      refreshExpiresIn: 7_776_000,
      scopes: ["read:jira-work", "offline_access"],
      tenant: { account: "unknown" },
    });
    expect(readTokens({ error: "x" }).accessToken).toBe("");
  });
  test("name the account where the token does, in a form that a tenant's value may have", () => {
    const named = `${part({ alg: "RS256" })}.${part({ sub: "557058:a-1" })}.x`;
    expect(readTokens({ ...answer, access_token: named }).tenant).toEqual({ account: "557058.a-1" });
    expect(readTokens({ ...answer, access_token: token }).tenant).toEqual({ account: "unknown" });
  });
});

describe("S-32: the site of a Jira grant", () => {
  const site = { id: CLOUD, url: "https://Acme.atlassian.net", name: "Acme", scopes: ["read:jira-work"] };
  const asked = (account: string) => ({ identity: { id: "", name: "", tenant: { account } } });
  test("is the only one with Jira in it, and the grantor is the person within it", () => {
    const wiki = { ...site, id: "other", scopes: ["read:confluence-content.all"] };
    expect(identityIn([wiki, site], asked("557058.ada"))).toEqual({
      id: "acme.atlassian.net/557058.ada",
      name: "Acme",
      workspace: { id: "acme.atlassian.net", name: "Acme" },
      tenant: { cloud: CLOUD, site: "acme.atlassian.net" },
    });
    expect(grantorId("ACME.atlassian.net", "557058:ada")).toBe("acme.atlassian.net/557058.ada");
  });
  test("is none where there are several or there is none, so that nobody gets another site's data", () => {
    for (const sites of [[], [site, { ...site, id: CLOUD.replace("1", "2") }]]) {
      const { tenant } = identityIn(sites, asked("a"));
      expect(() => checkedTenant(jira, { account: "a" }, tenant)).toThrow("tenant");
    }
  });
  const hostile = ["..", "x", `${CLOUD}/..`, `${CLOUD}\n`, "169.254.169.254", `${CLOUD}@evil.example`, "%2e%2e", ""];
  test.each(hostile)("%j is no site", (cloud) => {
    expect(() => checkedTenant(jira, { cloud, site: "acme.atlassian.net", account: "a" })).toThrow("tenant");
  });
  test.each(["169.254.169.254", "acme.atlassian.net/x", "a@b.example", "localhost", "a.example:8080"])(
    "%j is no host to link to",
    (host) => {
      expect(() => checkedTenant(jira, { cloud: CLOUD, site: host, account: "a" })).toThrow("tenant");
    },
  );
});

describe("Jira's deliveries", () => {
  const deliver = (headers: Record<string, string>, text = "{}"): Delivery => ({
    method: "POST",
    url: "https://gateway.example.com/api/v1/webhooks/jira",
    headers: new Headers(headers),
    query: new URLSearchParams(),
    body: new TextEncoder().encode(text),
    text,
    json: null,
  });
  const AT = Date.parse("2026-01-01T00:01:00Z");
  const secrets = { client: "test-secret", webhook: null };
  const isTaken = (token: string, now = AT) =>
    webhook.verify(deliver({ authorization: `Bearer ${token}` }), secrets, now);
  const signed = (header: object, claims: object) => {
    const head = `${part(header)}.${part(claims)}`;
    return `${head}.${createHmac("sha256", "test-secret").update(head).digest("base64url")}`;
  };
  const claims = { iss: "test-client", iat: 1767225600, exp: 1767225780 };
  const vector = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}.MCB5f9m4nYEO4d-BW3gvPGF-xwROtz_jcNrlLkR_FJg`;

  test("of the app are taken with a token that its secret signed, while it lasts", async () => {
    expect(await isTaken(vector)).toBe(true);
    expect(await isTaken(vector, (claims.exp + 61) * 1000)).toBe(false);
    expect(await isTaken(vector, (claims.iat - 61) * 1000)).toBe(false);
    expect(await isTaken(`${vector.slice(0, -2)}AA`)).toBe(false);
  });
  test("with another algorithm, without an end or without a token are refused", async () => {
    expect(await isTaken(signed({ alg: "HS256" }, claims))).toBe(true);
    expect(await isTaken(signed({ alg: "RS256" }, claims))).toBe(false);
    expect(await isTaken(signed({ alg: "none" }, claims))).toBe(false);
    expect(await isTaken(`${part({ alg: "none" })}.${part(claims)}.`)).toBe(false);
    expect(await isTaken(signed({ alg: "HS256" }, { iat: claims.iat }))).toBe(false);
    expect(await webhook.verify(deliver({}), secrets, AT)).toBe(false);
  });
  test("of an administrator are taken with a signature of the body, where a secret is set", async () => {
    const own = { client: null, webhook: "It's a Secret to Everybody" };
    const hex = "a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9";
    const header = { "x-hub-signature": `sha256=${hex}` };
    expect(await webhook.verify(deliver(header, "Hello World!"), own, AT)).toBe(true);
    expect(await webhook.verify(deliver(header, "Hello World?"), own, AT)).toBe(false);
    expect(await webhook.verify(deliver({ "x-hub-signature": `sha1=${hex}` }, "Hello World!"), own, AT)).toBe(false);
    expect(await webhook.verify(deliver(header, "Hello World!"), secrets, AT)).toBe(false);
  });
});

describe("Jira's documents as Markdown", () => {
  const shown = (...content: Node[]) => toMarkdown({ type: "doc", version: 1, content });
  const paragraph = (...content: Node[]) => ({ type: "paragraph", content });
  const text = (words: string, ...marks: string[]) => ({
    type: "text",
    text: words,
    marks: marks.map((type) => ({ type })),
  });
  test("the vector is written and read alike", () => {
    const doc = toAdf("Hello **big** world");
    expect(doc).toEqual({
      type: "doc",
      version: 1,
      content: [
        paragraph(
          { type: "text", text: "Hello " },
          { type: "text", text: "big", marks: [{ type: "strong" }] },
          {
            type: "text",
            text: " world",
          },
        ),
      ],
    });
    expect(toMarkdown(doc)).toBe("Hello **big** world");
  });
  test("what Markdown has no word for keeps its text", () => {
    expect(
      shown(
        { type: "expand", attrs: { title: "More" }, content: [paragraph(text("a"))] },
        { type: "layoutSection", content: [{ type: "layoutColumn", content: [paragraph(text("b"))] }] },
        {
          type: "decisionList",
          content: [{ type: "decisionItem", attrs: { state: "DECIDED" }, content: [text("c")] }],
        },
        { type: "mediaSingle", content: [{ type: "media", attrs: { type: "file", id: "f-1", alt: "plan.pdf" } }] },
        { type: "blockCard", attrs: { url: "https://example.com/x" } },
        {
          type: "somethingNew",
          content: [paragraph(text("d", "textColor"), { type: "emoji", attrs: { shortName: ":ok:" } })],
        },
        paragraph({ type: "date", attrs: { timestamp: "1767225600000" } }, text(" e ", "strong"), text("f", "em")),
      ),
    ).toBe(
      [
        "**More**\n\na",
        "b",
        "- c",
        "\\[attachment: plan.pdf\\]",
        "[https\\://example.com/x](https://example.com/x)",
        "d:ok:",
        "2026-01-01 **e** *f*",
      ].join("\n\n"),
    );
  });
  test("a table's cells stand in one line each, and its bars are no borders", () => {
    const cell = (type: string, ...content: Node[]) => ({ type, content });
    const row = (...content: Node[]) => ({ type: "tableRow", content });
    const items = { type: "bulletList", content: ["x", "y"].map((one) => cell("listItem", paragraph(text(one)))) };
    expect(
      shown({
        type: "table",
        content: [
          row(cell("tableHeader", paragraph(text("a|b"))), cell("tableHeader", paragraph())),
          row(cell("tableCell", paragraph(text("c|d", "code"))), cell("tableCell", paragraph(text("e")), items)),
        ],
      }),
    ).toBe("| a\\|b |  |\n| --- | --- |\n| `c\\|d` | e<br>x<br>y |");
  });
  test("two lists in a row stay two", () => {
    const list = { type: "bulletList", content: [{ type: "listItem", content: [paragraph(text("a"))] }] };
    expect(toAdf(shown(list, list) ?? "").content).toHaveLength(2);
  });
  test("a task among plain items keeps its box as text, in the line of what is to be done", () => {
    expect(toMarkdown(toAdf("- [x] a\n- b"))).toBe("- \\[x\\] a\n- b");
  });
  test("a link that runs code loses its address, and one line break is one", () => {
    expect(toAdf("[x](javascript:alert(1))\ny").content).toEqual([
      paragraph({ type: "text", text: "x" }, { type: "hardBreak" }, { type: "text", text: "y" }),
    ]);
  });
  test("text without a document is none", () => {
    expect(toMarkdown("plain")).toBeNull();
    expect(toMarkdown(null)).toBeNull();
  });
});
