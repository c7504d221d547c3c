// What fixtures cannot show: text stays in its JQL literal, tokens and sites are read, forged inbound webhooks are refused.
import { describe, expect, test } from "bun:test";
import { createHmac } from "node:crypto";
import fc from "fast-check";
import { type InboundWebhook, InvalidInput, type Provider } from "gateway/plugin";
import { checkValue } from "../../src/foundation/schema/check.ts";
import { buildRegistry } from "../../src/providers/registry/registry.ts";
import { checkedTenant } from "../../src/providers/upstream/tenant.ts";
import jira from "./index.ts";
import { inTimeZone, jqlOf, quoted, searchText } from "./jql.ts";
import { identityIn, readTokens, resourceOwnerId } from "./oauth.ts";
import type { Node } from "./spans.ts";
import { toAdf } from "./to-adf.ts";
import { toMarkdown } from "./to-markdown.ts";
import { webhook } from "./webhook.ts";

const SITE = { id: "acme.atlassian.net", name: "Acme", tenant: {} };

const tenants = { provider: jira as unknown as Provider, hosts: [] };

describe("S-69: a caller's text stays in its JQL literal", () => {
  const hostile = fc.string({
    unit: fc.constantFrom('"', "'", "\\", " ", "a", "é", ")", "(", "*", "~", "OR", "🎉", "-"),
  });
  const LITERAL = /^"(?:[^"\\]|\\["\\])*"$/;
  const unescaped = (text: string) => text.replace(/\\(.)/g, "$1");
  const read = (literal: string) => unescaped(literal.slice(1, -1));

  test("as a value, which reads back unchanged", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(quoted(text)).toMatch(LITERAL);
        expect(read(quoted(text))).toBe(text);
      }),
    );
  });
  test("as search words, with no character and no word an operator", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(searchText(text)).toMatch(LITERAL);
        expect(read(searchText(text))).toMatch(/^(?:[^-+&|!(){}[\]^"~*?:\\/]|\\.)*$/u);
        const words = text.replace(/\b(?:AND|OR|NOT)\b/g, (word) => word.toLowerCase());
        expect(unescaped(read(searchText(text)))).toBe(words);
      }),
    );
  });
  test("in every filter", () => {
    const evil = '" OR project = "SECRET\\';
    expect(jqlOf({ status: evil, type: evil })).toBe(
      'status = "\\" OR project = \\"SECRET\\\\" AND issuetype = "\\" OR project = \\"SECRET\\\\" ORDER BY updated DESC',
    );
    expect(() => jqlOf({ status: "a\nb" })).toThrow(InvalidInput);
  });
});

test("a time is searched for in the user's time zone", () => {
  expect(inTimeZone("2026-01-31T23:30:45Z", "Europe/Berlin")).toBe("2026-02-01 00:30");
  expect(inTimeZone("2026-07-01T00:00:00+02:00", "America/New_York")).toBe("2026-06-30 18:00");
  expect(inTimeZone("2026-01-31T23:59:59Z", "UTC")).toBe("2026-01-31 23:59");
  for (const unknown of [null, "", "Nowhere/Else"]) {
    expect(() => inTimeZone("2026-01-31T23:59:59Z", unknown)).toThrow("does not return the user's time zone");
  }
});

test("S-70: a search by POST is safe to retry", async () => {
  const sent: unknown[] = [];
  const page = { limit: 1, position: null };
  const call = { params: {}, query: {}, body: {}, page, identity: SITE, idempotencyKey: "" };
  const request = (upstreamRequest: unknown) => {
    sent.push(upstreamRequest);
    return Promise.resolve({ status: 200, headers: new Headers(), json: {} });
  };
  const never = () => expect.unreachable();
  await jira.endpoints.search_issues.run?.(call, { request, attempt: request, open: never, follow: never });
  expect(sent).toMatchObject([{ method: "POST", safe: true }]);
});

describe("the input of Jira's endpoints", () => {
  const { endpoints } = buildRegistry([jira]);
  const inputOf = (key: string) => endpoints.find((one) => one.key === key)?.input ?? expect.unreachable();
  test.each(["..", "ENG", "ENG-7/../8", "ENG-7?x=1", "-7", ""])("refuses the key %p", (key) => {
    expect(checkValue(inputOf("get_issue").params, { key }, "path")).toHaveProperty("errors");
  });
  test("refuses custom fields that would overwrite Jira's own", () => {
    const body = { project: "ENG", type: "Bug", title: "a" };
    const input = inputOf("create_issue").body ?? expect.unreachable();
    expect(checkValue(input, { ...body, custom: { customfield_1: 1 } }, "body")).toHaveProperty("value");
    for (const custom of [{ project: { key: "OPS" } }, { customfield_1x: 1 }])
      expect(checkValue(input, { ...body, custom }, "body")).toHaveProperty("errors");
  });
  test("refuses an empty change", () => {
    expect(checkValue(inputOf("update_issue").body ?? expect.unreachable(), {}, "body")).toHaveProperty("errors");
  });
});

const CLOUD = "a0000000-0000-4000-8000-000000000001";
const part = (json: object) => Buffer.from(JSON.stringify(json)).toString("base64url");

describe("Jira's token responses", () => {
  const token = `${part({ alg: "RS256" })}.${part({ sub: "557058:ada-é?~" })}.x`;
  const response = { access_token: "a", refresh_token: "r", expires_in: 3600, scope: "read:jira-work offline_access" };
  test("hold the granted scopes and a refresh token that lives 90 days", () => {
    expect(readTokens(response)).toEqual({
      accessToken: "a",
      refreshToken: "r",
      expiresIn: 3600,
      refreshExpiresIn: 7_776_000,
      scopes: ["read:jira-work", "offline_access"],
      tenant: { account: "unknown" },
    });
    expect(readTokens({ error: "x" }).accessToken).toBe("");
  });
  test("name the account where the token does, as a valid tenant value", () => {
    const named = `${part({ alg: "RS256" })}.${part({ sub: "557058:a-1" })}.x`;
    expect(readTokens({ ...response, access_token: named }).tenant).toEqual({ account: "557058.a-1" });
    expect(readTokens({ ...response, access_token: token }).tenant).toEqual({ account: "unknown" });
  });
});

describe("S-32: the site of a Jira grant", () => {
  const site = { id: CLOUD, url: "https://Acme.atlassian.net", name: "Acme", scopes: ["read:jira-work"] };
  const callOf = (account: string) => ({ identity: { id: "", name: "", tenant: { account } } });
  test("is the only site with Jira, and the resource owner is the person on it", () => {
    const wiki = { ...site, id: "other", scopes: ["read:confluence-content.all"] };
    expect(identityIn([wiki, site], callOf("557058.ada"))).toEqual({
      id: "acme.atlassian.net/557058.ada",
      name: "Acme",
      workspace: { id: "acme.atlassian.net", name: "Acme" },
      tenant: { cloud: CLOUD, site: "acme.atlassian.net" },
    });
    expect(resourceOwnerId("ACME.atlassian.net", "557058:ada")).toBe("acme.atlassian.net/557058.ada");
  });
  test("is undefined with no or several sites, so that nobody gets another site's data", () => {
    for (const sites of [[], [site, { ...site, id: CLOUD.replace("1", "2") }]]) {
      const { tenant } = identityIn(sites, callOf("a"));
      expect(() => checkedTenant(tenants, { account: "a" }, tenant)).toThrow("tenant");
    }
  });
  const hostile = ["..", "x", `${CLOUD}/..`, `${CLOUD}\n`, "169.254.169.254", `${CLOUD}@evil.example`, "%2e%2e", ""];
  test.each(hostile)("is never %j", (cloud) => {
    expect(() => checkedTenant(tenants, { cloud, site: "acme.atlassian.net", account: "a" })).toThrow("tenant");
  });
  test.each(["169.254.169.254", "acme.atlassian.net/x", "a@b.example", "localhost", "a.example:8080"])(
    "never links to the host %j",
    (host) => {
      expect(() => checkedTenant(tenants, { cloud: CLOUD, site: host, account: "a" })).toThrow("tenant");
    },
  );
});

describe("Jira's inbound webhooks", () => {
  const inboundWith = (headers: Record<string, string>, text = "{}"): InboundWebhook => ({
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
  const isAccepted = (token: string, now = AT) =>
    webhook.verify(inboundWith({ authorization: `Bearer ${token}` }), secrets, now);
  const signed = (header: object, claims: object) => {
    const head = `${part(header)}.${part(claims)}`;
    return `${head}.${createHmac("sha256", "test-secret").update(head).digest("base64url")}`;
  };
  const claims = { iss: "test-client", iat: 1767225600, exp: 1767225780 };
  const vector = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}.MCB5f9m4nYEO4d-BW3gvPGF-xwROtz_jcNrlLkR_FJg`;

  test("of the app are accepted with an unexpired token signed with the client secret", async () => {
    expect(await isAccepted(vector)).toBe(true);
    expect(await isAccepted(vector, (claims.exp + 61) * 1000)).toBe(false);
    expect(await isAccepted(vector, (claims.iat - 61) * 1000)).toBe(false);
    expect(await isAccepted(`${vector.slice(0, -2)}AA`)).toBe(false);
  });
  test("with another algorithm, no expiry or no token are refused", async () => {
    expect(await isAccepted(signed({ alg: "HS256" }, claims))).toBe(true);
    expect(await isAccepted(signed({ alg: "RS256" }, claims))).toBe(false);
    expect(await isAccepted(signed({ alg: "none" }, claims))).toBe(false);
    expect(await isAccepted(`${part({ alg: "none" })}.${part(claims)}.`)).toBe(false);
    expect(await isAccepted(signed({ alg: "HS256" }, { iat: claims.iat }))).toBe(false);
    expect(await webhook.verify(inboundWith({}), secrets, AT)).toBe(false);
  });
  test("of an administrator are accepted with a signature of the body, if a secret is set", async () => {
    const adminSecrets = { client: null, webhook: "It's a Secret to Everybody" };
    const hex = "a4771c39fbe90f317c7824e83ddef3caae9cb3d976c214ace1f2937e133263c9";
    const header = { "x-hub-signature": `sha256=${hex}` };
    expect(await webhook.verify(inboundWith(header, "Hello World!"), adminSecrets, AT)).toBe(true);
    expect(await webhook.verify(inboundWith(header, "Hello World?"), adminSecrets, AT)).toBe(false);
    expect(
      await webhook.verify(inboundWith({ "x-hub-signature": `sha1=${hex}` }, "Hello World!"), adminSecrets, AT),
    ).toBe(false);
    expect(await webhook.verify(inboundWith(header, "Hello World!"), secrets, AT)).toBe(false);
  });
});

describe("Jira's documents as Markdown", () => {
  const markdownOf = (...content: Node[]) => toMarkdown({ type: "doc", version: 1, content });
  const paragraph = (...content: Node[]) => ({ type: "paragraph", content });
  const text = (words: string, ...marks: string[]) => ({
    type: "text",
    text: words,
    marks: marks.map((type) => ({ type })),
  });
  test("the test vector survives a round trip", () => {
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
  test("nodes without a Markdown form keep their text", () => {
    expect(
      markdownOf(
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
  test("each table cell is one line, with its bars escaped", () => {
    const cell = (type: string, ...content: Node[]) => ({ type, content });
    const row = (...content: Node[]) => ({ type: "tableRow", content });
    const items = { type: "bulletList", content: ["x", "y"].map((one) => cell("listItem", paragraph(text(one)))) };
    expect(
      markdownOf({
        type: "table",
        content: [
          row(cell("tableHeader", paragraph(text("a|b"))), cell("tableHeader", paragraph())),
          row(cell("tableCell", paragraph(text("c|d", "code"))), cell("tableCell", paragraph(text("e")), items)),
        ],
      }),
    ).toBe("| a\\|b |  |\n| --- | --- |\n| `c\\|d` | e<br>x<br>y |");
  });
  test("a table is as wide as its widest row, and no row is filled up but the first", () => {
    const row = (...texts: string[]) => ({
      type: "tableRow",
      content: texts.map((one) => ({ type: "tableCell", content: [paragraph(text(one))] })),
    });
    const markdown = markdownOf({ type: "table", content: [row("a"), row("b", "c", "d"), row("e")] });
    expect(markdown).toBe("| a |  |  |\n| --- | --- | --- |\n| b | c | d |\n| e |");
    expect(toMarkdown(toAdf(markdown ?? ""))).toBe("| a |  |  |\n| --- | --- | --- |\n| b | c | d |\n| e |  |  |");
  });
  test("adjacent lists stay separate", () => {
    const list = { type: "bulletList", content: [{ type: "listItem", content: [paragraph(text("a"))] }] };
    expect(toAdf(markdownOf(list, list) ?? "").content).toHaveLength(2);
  });
  test("a task among plain items keeps its checkbox as text", () => {
    expect(toMarkdown(toAdf("- [x] a\n- b"))).toBe("- \\[x\\] a\n- b");
  });
  test("a javascript: link loses its URL, and a single line break is kept", () => {
    expect(toAdf("[x](javascript:alert(1))\ny").content).toEqual([
      paragraph({ type: "text", text: "x" }, { type: "hardBreak" }, { type: "text", text: "y" }),
    ]);
  });
  test("a value that is no document gives null", () => {
    expect(toMarkdown("plain")).toBeNull();
    expect(toMarkdown(null)).toBeNull();
  });
});
