// Predicates are checked when they are set: operators, operands, and arguments of the built-in tools.
import { describe, expect, test } from "bun:test";
import { knownArgument } from "../../../src/agents/policies/argument-schemas.ts";
import { predicateErrors } from "../../../src/agents/policies/predicate-errors.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { builtInPlugins } from "../../support/built-in.ts";

const registry = buildRegistry(await builtInPlugins());
const inputsOf = (...tools: string[]) => tools.map((name) => registry.tool(name)?.input ?? expect.unreachable(name));
const messages = (given: unknown, ...tools: string[]) =>
  predicateErrors(given, tools.length > 0 ? inputsOf(...tools) : null).map(({ path, message }) => `${path} ${message}`);

describe("operators and operands", () => {
  test("an unknown operator is an error with the near one", () => {
    expect(messages({ to: { matchs: "*" } })).toEqual([
      '/to/matchs "matchs" is not an operator for "to"; perhaps you mean "matches". There are matches, not_matches, equals, not_equals, in, not_in, at_most, at_least, above, below, before, after, count_at_most, count_at_least, absent.',
    ]);
    expect(messages({ to: { at_moast: 5 } })[0]).toContain('perhaps you mean "at_most"');
    expect(messages({ to: { constructor: "*" } })[0]).toContain("is not an operator");
  });

  test("every value is bounded and of its operator's form", () => {
    const wrong: unknown[] = [
      null,
      [],
      {},
      { to: "x" },
      { to: {} },
      { "": { equals: "x" } },
      { "a..b": { equals: "x" } },
      { "a\0": { equals: "x" } },
      { to: { equals: "a\0" } },
      { to: { in: ["a", "\ud800"] } },
      { ["a".repeat(201)]: { equals: "x" } },
      { "a.a.a.a.a.a.a.a.a": { equals: "x" } },
      { to: { matches: "" } },
      { to: { matches: [] } },
      { to: { matches: "a".repeat(201) } },
      { to: { matches: "a\\" } },
      { to: { matches: "*@büch*.example" } },
      { to: { equals: null } },
      { to: { equals: "a".repeat(1001) } },
      { to: { in: "x" } },
      { to: { in: Array.from({ length: 101 }, () => "x") } },
      { to: { at_most: "5" } },
      { to: { at_most: Number.NaN } },
      { to: { before: "tomorrow" } },
      { to: { before: "2026-02-30" } },
      { to: { count_at_most: -1 } },
      { to: { absent: "true" } },
      Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`a${i}`, { equals: 1 }])),
    ];
    expect(wrong.filter((given) => messages(given).length === 0)).toEqual([]);
    const right = {
      to: { matches: ["*@acme.example", "*@bücher.example"], count_at_most: 5, absent: true },
      amount: { at_most: 5000, above: 0 },
      day: { before: "2026-12-31" },
      kind: { in: ["a", 5, true] },
    };
    expect(messages(right)).toEqual([]);
  });
});

describe("arguments of tools", () => {
  test("an unknown argument is an error with the near one", () => {
    expect(messages({ tos: { matches: "*@acme.example" } }, "google_gmail_send_message")).toEqual([
      '/tos "tos" is not an argument of these tools; perhaps you mean "to".',
    ]);
    expect(messages({ "attachments.nam": { equals: "x" } }, "google_gmail_send_message")[0]).toContain(
      '"attachments.nam": "nam" is not an argument of these tools; perhaps you mean "name".',
    );
  });

  test("arguments of path, query and body, and within lists, are known", () => {
    expect(messages({ owner: { equals: "acme" }, repo: { matches: "*" } }, "github_get_repo")).toEqual([]);
    expect(messages({ "attachments.name": { not_matches: "*.exe" } }, "google_gmail_send_message")).toEqual([]);
    expect(
      messages(
        { to: { matches: "*@acme.example" }, owner: { equals: "a" } },
        "google_gmail_send_message",
        "github_get_repo",
      ),
    ).toEqual([]);
  });

  test("an operator or operand that no value of the argument can meet is an error", () => {
    expect(messages({ to: { at_most: 5 } }, "google_gmail_send_message")[0]).toContain("cannot be about");
    expect(messages({ to: { equals: 5 } }, "google_gmail_send_message")[0]).toContain("compares with 5");
    expect(messages({ limit: { equals: "5" } }, "google_gmail_list_messages")[0]).toContain("but it is a number");
    expect(messages({ attachments: { equals: "x" } }, "google_gmail_send_message")[0]).toContain("which is an object");
    expect(messages({ attachments: { count_at_most: 0 } }, "google_gmail_send_message")).toEqual([]);
  });

  test("an address is compared as a whole: a glob over its text would take the display name for it", () => {
    expect(messages({ to: { matches: "*acme.example*" } }, "google_gmail_send_message")[0]).toContain(
      "whole addresses",
    );
    expect(messages({ to: { in: ["acme.example"] } }, "google_gmail_send_message")[0]).toContain("whole addresses");
    expect(messages({ to: { matches: "*" } }, "google_gmail_send_message")).toEqual([]);
  });

  test("every argument of every built-in tool has a kind", () => {
    const unknown = registry.endpoints.flatMap(({ tool, input }) =>
      [input.params, input.query, input.body]
        .flatMap((part) => Object.keys(part?.properties ?? {}))
        .filter((name) => !knownArgument([input], name).kinds?.size)
        .map((name) => `${tool} ${name}`),
    );
    expect(registry.endpoints.length).toBeGreaterThan(300);
    expect(unknown).toEqual([]);
  });
});
