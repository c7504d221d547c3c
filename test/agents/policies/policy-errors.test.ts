// Rule sets are checked when they are set: names of the registry, predicates of their tools, bounds; and rules without effect.
import { describe, expect, test } from "bun:test";
import { MAX_RULES, PolicyBody, type PolicyData, type Rule } from "../../../src/agents/policies/model.ts";
import { MAX_POLICY_BYTES, policyErrors } from "../../../src/agents/policies/policy-errors.ts";
import { policyWarnings } from "../../../src/agents/policies/policy-warnings.ts";
import { checkValue } from "../../../src/foundation/schema/check.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import { builtInPlugins } from "../../support/built-in.ts";

const registry = buildRegistry(await builtInPlugins());
const rule = (outcome: Rule["outcome"], when: unknown, more: Partial<Rule> = {}): Rule => ({
  when: when as Rule["when"],
  outcome,
  reason: "Because.",
  ...more,
});
const errorsOf = (when: unknown) =>
  policyErrors({ rules: [rule("deny", when)] }, registry).map(({ path, message }) => `${path} ${message}`);
const warningsOf = (...rules: Rule[]) => policyWarnings({ rules }, registry);

describe("errors", () => {
  test("unknown providers, services and tools are named with the near ones", () => {
    expect(errorsOf({ provider: "gogle" })).toEqual([
      '/rules/0/when/provider There is no provider "gogle"; perhaps you mean "google".',
    ]);
    expect(errorsOf({ service: ["gmial"] })[0]).toContain('perhaps you mean "gmail"');
    expect(errorsOf({ tool: "github_get_rep" })[0]).toContain('perhaps you mean "github_get_repo"');
    expect(errorsOf({ tool: ["github_zzz*"] })[0]).toContain('There is no tool "github_zzz*"');
    expect(errorsOf({ tool: "github_\\" })[0]).toContain("backslash");
    expect(
      errorsOf({ provider: "google", service: "google:gmail", tool: ["google_gmail_*", "github_request"] }),
    ).toEqual([]);
  });

  test("conditions that no tool meets at once are an error", () => {
    expect(errorsOf({ provider: "github", service: "gmail" })[0]).toContain("never apply");
  });

  test("arguments are those of the rule's tools, with a pointer to each error", () => {
    expect(errorsOf({ tool: "google_gmail_send_message", arguments: { tos: { matches: "*@acme.example" } } })).toEqual([
      '/rules/0/when/arguments/tos "tos" is not an argument of these tools; perhaps you mean "to".',
    ]);
    expect(errorsOf({ provider: "github", arguments: { to: { equals: "x" } } })[0]).toContain("is not an argument");
    expect(errorsOf({ arguments: { to: { equals: "ada@acme.example" }, owner: { equals: "acme" } } })).toEqual([]);
  });

  test("a time zone that the platform does not know, and an empty span", () => {
    expect(errorsOf({ time: { zone: "Europe/Berlyn" } })[0]).toContain("is not a time zone");
    expect(errorsOf({ time: { zone: "UTC", from: "09:00", to: "09:00" } })[0]).toContain("/time/to");
    expect(errorsOf({ time: { zone: "UTC", from: "22:00", to: "06:00", days: ["sat"] } })).toEqual([]);
  });

  test("names are unique, errors and sizes bounded", () => {
    const two = { rules: [rule("deny", {}, { name: "a" }), rule("ask", {}, { name: "a" })] };
    expect(policyErrors(two, registry)).toEqual([{ path: "/rules/1/name", message: 'There are two rules named "a".' }]);
    const many = { rules: Array.from({ length: 50 }, () => rule("deny", { provider: ["a", "b", "c"] })) };
    expect(policyErrors(many, registry)).toHaveLength(20);
    const long = { matches: Array.from({ length: 100 }, () => "a".repeat(200)) };
    const large: PolicyData = { rules: Array.from({ length: 30 }, () => rule("deny", { arguments: { owner: long } })) };
    expect(JSON.stringify(large).length).toBeGreaterThan(MAX_POLICY_BYTES);
    expect(policyErrors(large, registry)[0]?.message).toContain("larger than");
  });

  test("the schema refuses what is no rule", () => {
    const isRefused = (body: unknown) => "errors" in checkValue(PolicyBody, body, "body");
    const one = { when: {}, outcome: "deny", reason: "Because." };
    expect(isRefused({ rules: [one], default: "ask" })).toBe(false);
    const wrong = [
      { rules: [{ ...one, outcome: "redact", fields: [] }] },
      { rules: [{ ...one, outcome: "redact", fields: ["a\u0000"] }] },
      { rules: [{ ...one, when: { effect: "spending" } }] },
      { rules: [{ ...one, when: { session: {} } }] },
      { rules: [{ ...one, when: { tools: "x" } }] },
      { rules: [{ ...one, reason: "" }] },
      { rules: [{ ...one, reason: "a\nb" }] },
      { rules: Array.from({ length: MAX_RULES + 1 }, () => one) },
      { rules: [one], default: "redact" },
    ];
    expect(wrong.filter((body) => !isRefused(body))).toEqual([]);
  });
});

describe("warnings", () => {
  test("an exception to a stricter rule does nothing", () => {
    const [warning, ...others] = warningsOf(
      rule("deny", { provider: "github" }, { name: "no GitHub" }),
      rule("ask", { tool: "github_create_issue" }),
    );
    expect(warning).toBe(
      'Rule "2" (ask) never decides: rule "no GitHub" (deny) applies to the same calls, and the most restrictive rule wins.',
    );
    expect(others).toEqual([]);
  });

  test("a rule that redacts is idle only where one denies, and makes none idle", () => {
    const of = (outcome: "ask" | "deny" | "redact" | "allow") => ({ when: {}, outcome, reason: "Because." });
    const idle = (...outcomes: Parameters<typeof of>[0][]) =>
      policyWarnings({ default: "deny", rules: outcomes.map(of) }, registry).length;
    expect([idle("ask", "redact"), idle("redact", "allow"), idle("deny", "redact")]).toEqual([0, 0, 1]);
  });

  test("a rule that allows what is allowed already", () => {
    expect(warningsOf(rule("allow", { provider: "github" }))[0]).toContain("allows already");
    expect(policyWarnings({ default: "deny", rules: [rule("allow", { provider: "github" })] }, registry)).toEqual([]);
  });

  test("rules that differ in a condition are no contradiction", () => {
    const wide = { tool: "github_*", effect: "destroys", arguments: { owner: { equals: "acme" } } };
    expect(
      warningsOf(
        rule("deny", wide),
        rule("ask", { ...wide, effect: ["destroys", "writes"] }),
        rule("ask", { ...wide, arguments: { owner: { equals: "other" } } }),
        rule("ask", { ...wide, tool: ["github_*", "google_*"] }),
        rule("ask", { ...wide, time: { zone: "UTC" }, arguments: undefined }),
      ),
    ).toEqual([]);
    expect(
      warningsOf(rule("deny", wide), rule("ask", { ...wide, tool: "github_merge_*", time: { zone: "UTC" } })),
    ).toHaveLength(1);
  });
});
