// The tool search: names, typos, synonyms, sentences, scores, and arbitrary input.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { buildToolIndex, type Hit } from "../../../src/agents/tools/search.ts";
import { catalogue } from "./catalogue.ts";
import { queries } from "./queries.ts";

const index = buildToolIndex(catalogue);

function nameOf(hit: Hit | undefined): string | undefined {
  return hit && catalogue[hit.index]?.name;
}

function quality(kind: string): { first: number; reciprocal: number; count: number } {
  const set = queries.filter((query) => query.kind === kind);
  const ranks = set.map(({ text, right }) => {
    return index.search(text).findIndex((hit) => right.includes(nameOf(hit) ?? "")) + 1;
  });
  return {
    first: ranks.filter((rank) => rank === 1).length / set.length,
    reciprocal: ranks.reduce((sum, rank) => sum + (rank > 0 ? 1 / rank : 0), 0) / set.length,
    count: set.length,
  };
}

function expectWellFormed(hits: readonly Hit[]): void {
  expect(hits.every(({ score }) => score >= 0 && score <= 1)).toBe(true);
  expect(new Set(hits.map((hit) => hit.index)).size).toBe(hits.length);
  const ordered = [...hits].sort((a, b) => b.score - a.score || ((nameOf(a) ?? "") < (nameOf(b) ?? "") ? -1 : 1));
  expect(hits).toEqual(ordered);
  for (const hit of hits) expect(catalogue[hit.index]).toBeDefined();
}

describe("the labelled queries", () => {
  test.each([
    ["names", 0.97, 0.98],
    ["order", 0.95, 0.97],
    ["prefixes", 0.93, 0.95],
    ["typos", 0.95, 0.96],
    ["synonyms", 0.95, 0.97],
    ["sentences", 0.95, 0.96],
    ["languages", 0.95, 0.97],
  ])(
    "by %s find a right tool first in at least %d of cases, at a mean reciprocal rank of %d",
    (kind, first, reciprocal) => {
      const measured = quality(kind);
      expect(measured.count).toBeGreaterThan(10);
      expect(measured.first).toBeGreaterThanOrEqual(first);
      expect(measured.reciprocal).toBeGreaterThanOrEqual(reciprocal);
    },
  );

  test.each(["far", "near"])("without a tool (%s) find nothing in nine of ten cases", (kind) => {
    const set = queries.filter((query) => query.kind === kind);
    expect(set.filter(({ text }) => index.search(text).length === 0).length / set.length).toBeGreaterThanOrEqual(0.9);
  });

  test("name only tools of the catalogue", () => {
    const names = new Set(catalogue.map(({ name }) => name));
    for (const { right } of queries) for (const name of right) expect(names).toContain(name);
  });
});

describe("search", () => {
  test.each(["zzqx blorf", "", "   ", "?!", "🙂", "qqqqqqqq", "42"])("finds nothing for %j", (query) => {
    expect(index.search(query)).toEqual([]);
    expect(index.searchNames(query)).toEqual([]);
  });

  test("scores an exact name 1 and every other tool less, whatever its boost", () => {
    for (const [at, { name }] of catalogue.entries()) {
      const [first, ...rest] = index.search(name, { boost: (other) => (other === at ? 1 : 1.5) });
      expect(nameOf(first)).toBe(name);
      expect(first?.score).toBe(1);
      expect(rest.every(({ score }) => score < 1)).toBe(true);
    }
  });

  test("gives the same hits to the same query, whatever was searched in between", () => {
    const before = queries.map(({ text }) => index.search(text));
    const after = [...queries].reverse().map(({ text }) => index.search(text));
    expect(after.reverse()).toEqual(before);
  });

  test("ignores capitals, accents, separators and surrounding space", () => {
    const plain = index.search("list events");
    for (const query of ["LIST EVENTS", "  list   events ", "list_events", "list-events", "líst évents"]) {
      expect(index.search(query)).toEqual(plain);
    }
  });

  test("prefers the named provider, also by a product's name or misspelt", () => {
    const cases = {
      "slack messages": "slack",
      "discord messages": "discord",
      "outlook emails": "microsoft",
      "dicsord messages": "discord",
    };
    for (const [query, provider] of Object.entries(cases)) {
      expect(catalogue[index.search(query)[0]?.index ?? -1]?.provider).toBe(provider);
    }
  });

  test("finds nothing for a service without a plugin, and its tools once it has one", () => {
    expect(index.search("create a jira issue")).toEqual([]);
    const jira = {
      ...catalogue[0]!,
      name: "jira_create_issue",
      provider: "jira",
      providerName: "Jira",
      service: "issues",
      method: "POST",
      path: "/api/v1/jira/issues",
      description: "Create a Jira issue.",
      parameters: [],
      keywords: [],
    };
    const wider = [...catalogue, jira];
    expect(wider[buildToolIndex(wider).search("create a jira issue")[0]?.index ?? -1]?.name).toBe("jira_create_issue");
  });

  test("searches the keywords of tools", () => {
    expect(index.search("zeppelin")).toEqual([]);
    const lettered = catalogue.map((tool) =>
      tool.name === "slack_pin_message" ? { ...tool, keywords: ["zeppelin"] } : tool,
    );
    expect(lettered[buildToolIndex(lettered).search("zeppelin")[0]?.index ?? -1]?.name).toBe("slack_pin_message");
  });

  test("weights a tool's own keyword above one of its service", () => {
    const ofService = { serviceKeywords: ["zeppelin"] };
    const lettered = catalogue.map((tool) => {
      if (tool.name === "slack_join_channel") return { ...tool, ...ofService, keywords: ["zeppelin"] };
      return tool.service === "channels" && tool.provider === "slack" ? { ...tool, ...ofService } : tool;
    });
    const [first, ...rest] = buildToolIndex(lettered).search("zeppelin");
    expect(nameOf(first)).toBe("slack_join_channel");
    expect(rest.length).toBeGreaterThan(3);
    expect(rest.every(({ score }) => score < (first?.score ?? 0))).toBe(true);
  });

  test.each([
    ["a misspelt plural as one", "github isseus", "github_list_issues"],
    ['"like" at the beginning as a reaction', "like the last slack message", "slack_add_reaction"],
    ['"likes" as reactions', "slack likes", "slack_add_reaction"],
  ])("reads %s", (_, query, name) => {
    expect(nameOf(index.search(query)[0])).toBe(name);
  });

  test('does not read "news" as "new"', () => {
    const query = (what: string) => index.search(`post the ${what} in the slack channel`);
    expect(query("news")).toEqual(query("things"));
  });

  test("reads a misspelt plural as a plural", () => {
    const wider = catalogue.map((tool) =>
      tool.name === "github_list_issues" ? { ...tool, name: "github_search_issues" } : tool,
    );
    const searched = buildToolIndex(wider);
    for (const query of ["github tickets", "github tickts"]) {
      expect(wider[searched.search(query)[0]?.index ?? -1]?.name).toBe("github_search_issues");
    }
  });

  test("finds a search over all of a provider by the objects that it searches", () => {
    const wider = catalogue.map((tool) =>
      tool.name === "notion_search" ? { ...tool, name: "notion_search_workspace", keywords: ["pages"] } : tool,
    );
    expect(wider[buildToolIndex(wider).search("search notion pages")[0]?.index ?? -1]?.name).toBe(
      "notion_search_workspace",
    );
  });

  test("finds the tools of every step of a query that names several", () => {
    const found = index
      .search("list my github issues, then send an email and create a notion page")
      .slice(0, 10)
      .map(nameOf);
    for (const name of ["github_list_issues", "notion_create_page"]) expect(found).toContain(name);
    expect(found.some((name) => name === "google_send_message" || name === "microsoft_send_email")).toBe(true);
  });

  test("scores lower the more of the query it cannot explain", () => {
    const score = (query: string) =>
      index.search(query).find((hit) => nameOf(hit) === "slack_list_channels")?.score ?? 0;
    expect(score("slack channels")).toBeGreaterThan(score("slack channels blorf"));
    expect(score("slack channels blorf")).toBeGreaterThan(score("slack channels blorf zzqx"));
  });

  test("returns the best hits up to the limit", () => {
    const all = index.search("message");
    expect(all.length).toBeGreaterThan(3);
    expect(index.search("message", { limit: 3 })).toEqual(all.slice(0, 3));
  });

  test("works over an empty catalogue and over a single tool", () => {
    expect(buildToolIndex([]).search("list events")).toEqual([]);
    const [only] = catalogue;
    expect(
      buildToolIndex([only!])
        .search("gmail emails")
        .map((hit) => hit.index),
    ).toEqual([0]);
  });
});

describe("boost", () => {
  test("puts connected tools before equal ones and keeps scores within bounds and in order", () => {
    const connected = (at: number) => catalogue[at]?.provider === "microsoft";
    const boost = (at: number) => (connected(at) ? 1.12 : 1);
    expect(nameOf(index.search("list calendar events", { boost })[0])).toBe("microsoft_list_events");
    for (const { text } of queries) expectWellFormed(index.search(text, { boost }));
  });

  test("adds and removes no hit, and ignores invalid factors", () => {
    for (const factor of [1.12, 0.5, 1000, 0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const hits = index.search("send a message", { boost: () => factor });
      expectWellFormed(hits);
      expect(hits.map((hit) => hit.index).sort()).toEqual(
        index
          .search("send a message")
          .map((hit) => hit.index)
          .sort(),
      );
    }
  });
});

describe("searchNames", () => {
  test("scores an exact name 1, and its beginning and a misspelling of it lower", () => {
    for (const { name } of catalogue) {
      const score = (query: string) => index.searchNames(query).find((hit) => nameOf(hit) === name)?.score ?? 0;
      expect(score(name)).toBe(1);
      expect(nameOf(index.searchNames(name)[0])).toBe(name);
      expect(score(name.slice(0, -2))).toBeLessThan(1);
    }
    const [typo] = index.searchNames("slack_list_chanels");
    expect(nameOf(typo)).toBe("slack_list_channels");
    expect(typo?.score).toBeLessThan(1);
    const [prefix] = index.searchNames("github_create_iss");
    expect(nameOf(prefix)).toBe("github_create_issue");
    expect(prefix?.score).toBeLessThan(1);
  });

  test("looks at names only: no descriptions, no synonyms", () => {
    expect(index.searchNames("mailbox")).toEqual([]);
    expect(index.searchNames("appointment")).toEqual([]);
    expect(index.searchNames("repos").length).toBeGreaterThan(0);
    expect(index.searchNames("repos").every((hit) => nameOf(hit)?.includes("repo"))).toBe(true);
  });
});

describe("any input", () => {
  test.each([
    ["one letter 200 times", "a".repeat(200)],
    ["combining marks", "e\u0301\u0302".repeat(66)],
    ["control characters and half a surrogate pair", "\u0000\uffff\ud800"],
    ["quotation marks that never close", '"'.repeat(199)],
    ["many beginnings of one phrase", "let a b ".repeat(25)],
    ["many beginnings of one word", "pull-".repeat(40)],
    ["200 letters without a space", "メール送信".repeat(40)],
    ["names of an object's own members", "constructor __proto__ toString"],
    ["one word again and again", "list ".repeat(40)],
    ["nothing but ends of steps", ", and then ".repeat(18)],
  ])("gives a valid list for %s", (_, query) => {
    expectWellFormed(index.search(query));
    expectWellFormed(index.searchNames(query));
  });

  test("gives a valid list for any string, with pieces of real queries too", () => {
    const piece = fc.oneof(
      fc.constantFrom(...queries.flatMap(({ text }) => text.split(" "))),
      fc.string({ unit: "binary", maxLength: 20 }),
    );
    const text = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 200 }),
      fc.array(piece, { maxLength: 12 }).map((all) => all.join(" ")),
    );
    fc.assert(
      fc.property(text, fc.double({ min: 0.5, max: 2, noNaN: true }), (query, factor) => {
        expectWellFormed(index.search(query, { boost: (at) => (at % 2 === 0 ? factor : 1) }));
        expectWellFormed(index.searchNames(query));
      }),
      { numRuns: 300 },
    );
  });
});
