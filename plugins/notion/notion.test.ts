// Tests what Notion's fixtures cannot: token responses, revocation, ids, and property values.
import { describe, expect, test } from "bun:test";
import { checkValue } from "../../src/foundation/schema/check.ts";
import { buildRegistry } from "../../src/providers/registry/registry.ts";
import { defaultScopes, missingScopes } from "../../src/providers/registry/scopes.ts";
import notion from "./index.ts";
import { oauth, readTokens } from "./oauth.ts";
import { plainValue, toProperties } from "./values.ts";

const { endpoints } = buildRegistry([notion]);
const inputOf = (key: string) => {
  const endpoint = endpoints.find((candidate) => candidate.key === key);
  if (!endpoint) throw new Error(`There is no endpoint ${key}.`);
  return endpoint.input;
};

describe("Notion's token responses", () => {
  const response = {
    access_token: "a",
    token_type: "bearer",
    bot_id: "b1",
    workspace_id: "w1",
    workspace_name: "Acme",
  };
  const owner = { type: "user", user: { id: "u1", name: "Ada" } };
  test("the resource owner is the person within the workspace", () => {
    expect(readTokens({ ...response, refresh_token: "r", owner })).toEqual({
      accessToken: "a",
      refreshToken: "r",
      resourceOwnerId: "w1:u1",
    });
  });
  test("an older connection's token has no refresh token and never expires", () => {
    expect(readTokens({ ...response, refresh_token: null, owner })).toEqual({
      accessToken: "a",
      refreshToken: undefined,
      resourceOwnerId: "w1:u1",
    });
  });
  test("a connection that the workspace owns is identified by its bot", () => {
    expect(readTokens({ ...response, owner: { type: "workspace", workspace: true } }).resourceOwnerId).toBe("w1:b1");
  });
  test("a response without a token yields an empty one, which the core refuses", () => {
    expect(readTokens({ owner }).accessToken).toBe("");
  });
});

describe("errors of Notion's token endpoint", () => {
  test("have their code in Notion's own form too", () => {
    const response = { object: "error", status: 400, code: "invalid_grant", message: "A sentence." };
    expect(oauth.tokenError?.(response)).toBe("invalid_grant");
    expect(oauth.tokenError?.({ error: "invalid_grant" })).toBeUndefined();
    expect(oauth.tokenError?.({ access_token: "a", code: "invalid_grant" })).toBeUndefined();
  });
  test("name a wrong client unauthorized", () => {
    const code = oauth.tokenError?.({ object: "error", status: 401, code: "unauthorized", message: "A sentence." });
    expect(oauth.clientErrors).toContain(code as string);
  });
});

describe("Notion's grants", () => {
  test("connecting requests no scope and names the owner", () => {
    expect(defaultScopes(notion)).toEqual([]);
    expect(oauth.authorize?.(["anything"])).toEqual({});
    expect(oauth.authorizationParams).toEqual({ owner: "user" });
  });
  test("a grant without scopes enables every permission", () => {
    for (const { permission } of endpoints) expect(missingScopes(notion, permission, [])).toEqual([]);
  });
  test("a grant is revoked by its access token, with the client's credentials", () => {
    const grant = { accessToken: "a", refreshToken: "r", others: {}, clientId: "c", tenant: {} };
    expect(oauth.revoke?.(grant)).toEqual({
      method: "POST",
      path: "/oauth/revoke" as never,
      auth: "client",
      json: { token: "a" },
    });
  });
});

describe("Ids of Notion", () => {
  const good = ["a0000000-0000-4000-8000-000000000001", "a0000000000040008000000000000001"];
  test.each(good)("%p is accepted", (id) => {
    expect(checkValue(inputOf("get_page").params, { id }, "path")).toHaveProperty("value");
  });
  test.each(["..", "me", "", `${good[1]}/x`, `${good[1]}?v=1`, `%2e%2e`, `x${good[1]}`])("%p is refused", (id) => {
    expect(checkValue(inputOf("get_page").params, { id }, "path")).toHaveProperty("errors");
  });
});

describe("Values of Notion's properties", () => {
  const known = Object.fromEntries(
    "title rich_text number select status multi_select date people files checkbox url relation"
      .split(" ")
      .map((type) => [type.toUpperCase(), { id: `id-${type}`, type }]),
  );
  const written = (name: string, value: unknown) => Object.values(toProperties({ [name]: value }, known))[0];
  test("a text with quotes and backslashes stays data", () => {
    const text = `"}, {"filter": \\ 'x' --`;
    expect(written("RICH_TEXT", text)).toEqual({ rich_text: [{ type: "text", text: { content: text } }] });
    expect(written("SELECT", text)).toEqual({ select: { name: text } });
  });
  test("a long text is cut into pieces of 2,000 characters", () => {
    const { rich_text } = written("RICH_TEXT", "x".repeat(4_001)) as { rich_text: { text: { content: string } }[] };
    expect(rich_text.map(({ text }) => text.content.length)).toEqual([2_000, 2_000, 1]);
  });
  test("a property is found by its id too, and Notion's own form is unchanged", () => {
    expect(toProperties({ "id-number": 3 }, known)).toEqual({ "id-number": { number: 3 } });
    expect(written("DATE", { date: { start: "2026-01-01" } })).toEqual({ date: { start: "2026-01-01" } });
  });
  test("null empties a property in the way of its type", () => {
    expect(written("NUMBER", null)).toEqual({ number: null });
    for (const type of ["multi_select", "people", "relation", "files", "rich_text", "title"])
      expect(written(type.toUpperCase(), null)).toEqual({ [type]: [] });
  });
  test("false and 0 are values", () => {
    expect(written("CHECKBOX", false)).toEqual({ checkbox: false });
    expect(written("NUMBER", 0)).toEqual({ number: 0 });
  });
  test("files are written by their URL", () => {
    const file = { name: "a.pdf", external: { url: "https://example.com/a.pdf" } };
    expect(written("FILES", [{ name: "a.pdf", url: "https://example.com/a.pdf" }])).toEqual({ files: [file] });
  });
  test("a rollup and a formula are read by their value", () => {
    expect(plainValue({ type: "formula", formula: { type: "string", string: "x" } })).toBe("x");
    expect(plainValue({ type: "rollup", rollup: { type: "incomplete", incomplete: {} } })).toEqual({});
  });
});
