// Tests what Linear's fixtures cannot: values stay out of documents, refused inputs, scopes.
import { describe, expect, test } from "bun:test";
import { checkValue } from "../../src/foundation/schema/check.ts";
import type { AnyCall } from "../../src/plugin/index.ts";
import { buildRegistry } from "../../src/providers/registry/registry.ts";
import { missingScopes } from "../../src/providers/registry/scopes.ts";
import { buildRequest } from "../../src/providers/upstream/execute.ts";
import linear from "./index.ts";

const endpoints = buildRegistry([linear]).endpoints;
const endpointOf = (key: string) => {
  const endpoint = endpoints.find((candidate) => candidate.key === key);
  if (!endpoint) throw new Error(`There is no endpoint ${key}.`);
  return endpoint;
};
const ID = "b0000000-0000-4000-8000-000000000001";
const HOSTILE = '"\\"\\\\ } } mutation { issueDelete(id: "x") { success } } # $filter ${x} """';

function requestOf(key: string, overrides: Partial<AnyCall> = {}) {
  const identity = { id: `${ID}:${ID}`, name: "ada", tenant: {} };
  const input = { params: { id: ID }, query: {}, body: {}, page: { limit: 25, position: null } };
  const call = { ...input, identity, idempotencyKey: "", ...overrides };
  return buildRequest(endpointOf(key), call);
}
const sent = (key: string, overrides: Partial<AnyCall>) =>
  requestOf(key, overrides).json as { query: string; variables: object };

describe("GraphQL documents", () => {
  const CASES: [string, Partial<AnyCall>, Partial<AnyCall>][] = [
    ["list_issues", { query: { state: HOSTILE, label: HOSTILE, assignee: HOSTILE, team: HOSTILE } }, {}],
    ["search_issues", { query: { q: HOSTILE, state: HOSTILE } }, { query: { q: "mill" } }],
    ["get_issue", { params: { id: HOSTILE } }, {}],
    ["create_issue", { body: { title: HOSTILE, body: HOSTILE } }, { body: { title: "mill" } }],
    ["update_issue", { body: { title: HOSTILE } }, { body: { title: "mill" } }],
    ["archive_issue", { params: { id: HOSTILE } }, {}],
    ["list_comments", { params: { id: HOSTILE } }, {}],
    ["create_comment", { body: { body: HOSTILE } }, { body: { body: "mill" } }],
    ["list_teams", { query: { q: HOSTILE } }, {}],
    ["list_labels", { query: { q: HOSTILE, team: HOSTILE } }, {}],
    ["list_projects", { query: { q: HOSTILE, team: HOSTILE } }, {}],
    ["list_users", { query: { q: HOSTILE } }, {}],
  ];

  test.each(CASES)(
    "S-69: %s has a fixed document, whatever quotes and backslashes the input contains",
    (key, hostile, benign) => {
      expect(sent(key, hostile).query).toBe(sent(key, benign).query);
      expect(JSON.stringify(sent(key, hostile).variables)).toContain(JSON.stringify(HOSTILE));
    },
  );

  test.each(endpoints.map(({ key, method }) => [key, method === "GET"] as const))(
    "%s is safe to retry: %p",
    (key, isRead) => {
      expect(requestOf(key).safe).toBe(isRead ? true : undefined);
      expect((requestOf(key).json as { query: string }).query).toStartWith(isRead ? "query " : "mutation ");
    },
  );

  test("every endpoint that takes an input is tested here", () => {
    const tested = [...CASES.map(([key]) => key), "get_me"];
    expect(tested.sort()).toEqual(endpoints.map(({ key }) => key).sort());
    expect(endpointOf("get_me").input.query.properties).toEqual({});
  });
});

describe("inputs", () => {
  test.each(["ENG-12", "eng-1", ID])("%p names an issue", (id) => {
    expect(checkValue(endpointOf("get_issue").input.params, { id }, "path")).not.toHaveProperty("errors");
  });
  test.each(["", "ENG", "12", "ENG-", `${ID}/x`, 'ENG-1"', "ENG-1\n", "..", "ENG-1 OR 1"])("%p names none", (id) => {
    expect(checkValue(endpointOf("get_issue").input.params, { id }, "path")).toHaveProperty("errors");
  });
  test("an empty change is refused", () => {
    const { body } = endpointOf("update_issue").input;
    expect(body && checkValue(body, {}, "body")).toHaveProperty("errors");
  });
});

describe("Linear's scopes", () => {
  test("write covers the two narrower scopes, and they do not cover write", () => {
    expect(missingScopes(linear, "issues.create", ["read", "write"])).toEqual([]);
    expect(missingScopes(linear, "comments.write", ["read", "write"])).toEqual([]);
    expect(missingScopes(linear, "issues.write", ["read", "issues:create", "comments:create"])).toEqual(["write"]);
    expect(missingScopes(linear, "issues.read", ["read"])).toEqual([]);
  });
});
