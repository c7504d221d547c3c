// The check's rule for inputs of lists: which names it refuses, the word that it says in their place, and what a period takes.
import { describe, expect, test } from "bun:test";
import { deleted, type Endpoint, endpoint, many, pages, record, t } from "../../../src/plugin/index.ts";
import { listInputViolations } from "../../../src/plugin-kit/check/list-inputs.ts";
import type { RegisteredEndpoint } from "../../../src/providers/registry/registry.ts";

const text = (options: object = {}) => t.Optional(t.String({ description: "Which ones.", ...options }));
const time = text({ format: "date-time" });
const list = many("items", record({}), { pagination: pages.whole() });

const checked = (fields: Record<string, ReturnType<typeof text>>, returns: Endpoint["returns"] = list) => {
  const def = endpoint({
    ...{ method: "GET", path: "/items", permission: "items.read", description: "List items." },
    query: t.Object(fields),
    upstream: "/items",
    returns,
  });
  const violations = listInputViolations({ key: "list_items", def } as unknown as RegisteredEndpoint);
  return violations.map(({ where, message }) => `${where.replace("endpoints.list_items.query.", "")} ${message}`);
};
const rename = (name: string, word: string) =>
  `${name} is \`${word}\` in lists; rename it, with \`previousNames: ["${name}"]\` where callers know it.`;

describe("a list has no", () => {
  test.each([
    ...["query", "search", "search_term", "keyword"].map((name) => [name, "q"]),
    ...["after", "oldest", "start_date"].map((name) => [name, "since"]),
    ...["before", "latest", "end_date"].map((name) => [name, "until"]),
    ...["sort", "sorts", "sort_dir", "direction"].map((name) => [name, "order"]),
    ["sort_by", "order_by"],
    ["modified_since", "updated_since"],
    ["changed_until", "updated_until"],
  ])("%s, but %s", (name = "", word = "") => {
    expect(checked({ [name]: text() })).toContain(rename(name, word));
  });

  test.each(["per_page", "page_size", "max_results", "page", "page_token", "offset"])("%s", (name) => {
    expect(checked({ [name]: text() })[0]).toMatch(/is `(limit|cursor)` in lists, which the gateway adds: remove it/);
  });

  test.each([
    ["from", "since"],
    ["to", "until"],
    ["created_after", "created_since"],
    ["due_before", "due_until"],
  ])("%s of a time, but %s", (name, word) => {
    expect(checked({ [name]: time })).toEqual([rename(name, word)]);
    expect(checked({ [name]: text() })).toEqual([]);
  });
});

describe("a period takes", () => {
  test.each(["since", "until", "updated_since"])("in %s no text of any form", (name) => {
    expect(checked({ [name]: text() })[0]).toContain("takes no time");
    expect(checked({ [name]: time })).toEqual([]);
  });

  test("no day without a zone", () => {
    const description = "The first day.";
    expect(checked({ since: text({ format: "date", description }) })[0]).toContain("takes a day: say");
    expect(checked({ since: text({ format: "date", description: "The first day, in UTC." }) })).toEqual([]);
  });
});

test("free are the provider's own language beside q, what is deprecated, and what answers no list", () => {
  expect(checked({ q: text(), query: text() })).toEqual([]);
  expect(checked({ sort: text({ deprecated: true }) })).toEqual([]);
  expect(checked({ sort: text(), from: time }, deleted())).toEqual([]);
});
