// Redaction: what a rule hides is gone from the result of every tool, and what is left still fits the tool's schema.
import { describe, expect, test } from "bun:test";
import { Value } from "@sinclair/typebox/value";
import { policyErrors } from "../../../src/agents/policies/policy-errors.ts";
import { endpoint, one, resource, t } from "../../../src/plugin/index.ts";
import { fieldError, REDACTED, redactedFields, withoutFields } from "../../../src/providers/registry/redactions.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../../src/providers/registry/registry.ts";
import { dataSchema } from "../../../src/providers/registry/response-data.ts";
import { builtInPlugins } from "../../support/built-in.ts";
import { callOf, dataOf, endpointFixtures, exchangesOf, replay } from "../../support/fixture-replay.ts";

const registry = buildRegistry(await builtInPlugins());
const toolOf = (name: string) => registry.tool(name) as RegisteredEndpoint;
const hide = (name: string, fields: string[] | undefined, data: unknown) =>
  withoutFields(data, redactedFields(toolOf(name), fields));

/** Every value at a path, found with no regard to how redaction walks. */
function valuesAt(value: unknown, [step, ...rest]: string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, step === undefined ? [] : [step, ...rest]));
  if (step === undefined) return value === undefined || value === null || value === "" ? [] : [value];
  if (typeof value !== "object" || value === null) return [];
  const within = step === "*" ? Object.values(value) : [(value as Record<string, unknown>)[step]];
  return within.flatMap((item) => valuesAt(item, rest));
}

describe("redaction", () => {
  test("hides each text of every tool's recorded results, changes nothing else, and leaves what fits the schema", async () => {
    let hidden = 0;
    const wrong: string[] = [];
    for (const { endpoint: tool, fixtures } of await endpointFixtures())
      for (const fixture of fixtures) {
        const { outcome } = await replay(tool, callOf(fixture), exchangesOf(fixture));
        if (outcome instanceof Error) continue;
        const data = await dataOf(outcome);
        const before = JSON.stringify(data);
        if (!Value.Check(dataSchema(tool), data)) continue;
        for (const fields of [undefined, redactedFields(tool, undefined).map(({ path }) => path)]) {
          const result = withoutFields(data, redactedFields(tool, fields));
          if (JSON.stringify(data) !== before) wrong.push(`${tool.tool} changes the given value`);
          if (!Value.Check(dataSchema(tool), result.data)) wrong.push(`${tool.tool} no longer fits its schema`);
          for (const { path } of redactedFields(tool, fields)) {
            const left = valuesAt(result.data, path.replaceAll("[]", "").split("."));
            const shows = left.filter((text) => text !== REDACTED && JSON.stringify(text) !== "{}");
            if (shows.length > 0) wrong.push(`${tool.tool} shows ${path}`);
            hidden += left.length;
          }
          const others = (value: unknown) => Object.keys(value as object).length;
          if (others(result.data) !== others(data)) wrong.push(`${tool.tool} lacks a field`);
        }
      }
    expect([...new Set(wrong)]).toEqual([]);
    expect(hidden).toBeGreaterThan(2000);
  }, 60_000);

  test("hides by name at any depth, by path, and in lists", () => {
    const data = {
      messages: [
        { id: "1", subject: "Plan", from: { name: "Ada", email: "ada@acme.example" }, snippet: "" },
        { id: "2", subject: null, from: null, snippet: "Hello" },
      ],
      next_cursor: null,
    };
    expect(hide("google_gmail_list_messages", ["subject", "messages[].from.name", "snippet"], data)).toEqual({
      data: {
        messages: [
          { id: "1", subject: REDACTED, from: { name: REDACTED, email: "ada@acme.example" }, snippet: "" },
          { id: "2", subject: null, from: null, snippet: REDACTED },
        ],
        next_cursor: null,
      },
      redacted: ["messages[].subject", "messages[].from.name", "messages[].snippet"],
    });
  });

  test("names no field that had nothing to hide", () => {
    const data = { messages: [], next_cursor: null };
    expect(hide("google_gmail_list_messages", undefined, data)).toEqual({ data, redacted: [] });
  });

  test("puts an address or a link in place of one, so that the result fits its schema", () => {
    const shape = t.Object({
      id: t.String(),
      mail: t.String({ format: "email" }),
      page: t.String({ format: "uri" }),
      more: t.String(),
    });
    const def = endpoint({
      ...{ method: "GET", path: "/x", permission: "x.read", description: "Get the example.", upstream: "/x" },
      returns: one(resource({ raw: shape, shape, map: (raw) => raw })),
    });
    const data = { id: "1", mail: "ada@acme.example", page: "https://acme.example/", more: "More" };
    const result = withoutFields(data, redactedFields({ def }, ["mail", "page"])).data;
    expect(result).toMatchObject({ id: "1", more: "More" });
    expect(JSON.stringify(result)).not.toContain("acme");
    expect(Value.Check(shape, result)).toBe(true);
  });
});

describe("a rule that redacts", () => {
  const errorsOf = (rule: object) =>
    policyErrors({ rules: [{ reason: "Hidden.", when: {}, ...rule } as never] }, registry);

  test("names fields that a result of its tools has", () => {
    const when = { service: "gmail" };
    expect(errorsOf({ outcome: "redact", when, fields: ["snippet", "messages[].subject"] })).toEqual([]);
    expect(errorsOf({ outcome: "redact", when })).toEqual([]);
    expect(errorsOf({ outcome: "redact", when, fields: ["subjet"] })).toEqual([
      {
        path: "/rules/0/fields/0",
        message: 'No result of this rule\'s tools has a text, address or link "subjet"; perhaps you mean "subject".',
      },
    ]);
    expect(errorsOf({ outcome: "redact", when, fields: ["from"] })[0]?.message).toStartWith(
      '"from" has fields of its own. Name those that are hidden, such as "',
    );
    // A time is no text that another could stand for.
    expect(fieldError("sent_at", [toolOf("google_gmail_list_messages")])).not.toBeNull();
  });

  test("is an error where it could hide nothing", () => {
    expect(errorsOf({ outcome: "deny", fields: ["subject"] })[0]?.message).toBe("Only a rule that redacts has fields.");
    expect(errorsOf({ outcome: "redact", when: { tool: "github_request" } })[0]?.message).toContain("raw request");
  });
});
