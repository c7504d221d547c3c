// Every tool in every vendor's form: what the vendor's documents allow, what calls take, and what responses hold.
import { describe, expect, test } from "bun:test";
import { isDeepStrictEqual } from "node:util";
import type { TObject } from "@sinclair/typebox";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { TOOL_FORMS, toolDefinition, toolDefinitionText } from "../../../src/agents/tools/forms/definition.ts";
import { titleOf } from "../../../src/agents/tools/forms/title.ts";
import { withoutNulls } from "../../../src/agents/tools/without-nulls.ts";
import { checkValue } from "../../../src/foundation/schema/check.ts";
import { endpoint, one, resource, t } from "../../../src/plugin/index.ts";
import { buildRegistry, type RegisteredEndpoint } from "../../../src/providers/registry/registry.ts";
import type { Json } from "../../../src/web/http/openapi-shapes.ts";
import { acmePlugin } from "../../support/acme-plugin.ts";
import { PLUGIN_IDS } from "../../support/built-in.ts";
import { callOf, dataOf, endpointFixtures, exchangesOf, replay } from "../../support/fixture-replay.ts";
import { anthropicViolations, geminiViolations, mcpViolations, openAiViolations } from "../../support/tool-dialects.ts";

const recorded = await endpointFixtures();
const endpoints = recorded.map(({ endpoint }) => endpoint);

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true });
addFormats.default(ajv);

type Strictable = { parameters: Json; strict: boolean };
const strictForm = (endpoint: RegisteredEndpoint) =>
  toolDefinition(endpoint, "openai", { strict: true }).function as unknown as Strictable;

/** A tool with an argument `id` and those of the body. */
function endpointOf({ body }: { body: TObject }): RegisteredEndpoint {
  const thing = resource({ raw: t.Object({}), shape: t.Object({}), map: () => ({}) });
  const make_thing = endpoint({
    method: "POST",
    path: "/things/{id}",
    permission: "items.write",
    description: "Make a thing in Acme.",
    params: { id: "Its id." },
    body,
    upstream: "/things/{id}",
    returns: one(thing),
  });
  return buildRegistry([{ ...acmePlugin(), endpoints: { make_thing } }]).endpoints[0] as RegisteredEndpoint;
}

/** The violations of all tools, each with the tool's name. */
function violationsOf(check: (endpoint: RegisteredEndpoint) => string[]): string[] {
  return endpoints.flatMap((endpoint) => check(endpoint).map((violation) => `${endpoint.tool}: ${violation}`));
}

describe("a definition", () => {
  test.each([false, true])("for OpenAI holds what its documents allow, strict: %p", (strict) => {
    for (const form of ["openai", "openai-responses"] as const)
      expect(violationsOf((one) => openAiViolations(toolDefinition(one, form, { strict }), form))).toEqual([]);
  });

  test("for Anthropic, Gemini and MCP holds what their documents allow", () => {
    expect(violationsOf((one) => anthropicViolations(toolDefinition(one, "anthropic")))).toEqual([]);
    expect(violationsOf((one) => geminiViolations(toolDefinition(one, "gemini")))).toEqual([]);
    expect(violationsOf((one) => mcpViolations(toolDefinition(one, "mcp")))).toEqual([]);
    const { rawTools } = buildRegistry([...new Set(endpoints.map(({ provider }) => provider))]);
    expect(rawTools.size).toBe(PLUGIN_IDS.length);
    expect([...rawTools.values()].flatMap((one) => mcpViolations(toolDefinition(one, "mcp")))).toEqual([]);
  });

  test("control: the documents' rules are checked", () => {
    const parameters = (field: Json) => ({ type: "object", properties: { field }, additionalProperties: false });
    const tool = { name: "sample", description: "A sample." };
    const inStrict = (field: Json) =>
      openAiViolations({ type: "function", ...tool, parameters: parameters(field), strict: true }, "openai-responses");
    expect(inStrict({ type: "string", maxLength: 3 })).toHaveLength(2);
    expect(inStrict({ type: "object", properties: {}, required: [] })).toHaveLength(2);
    expect(anthropicViolations({ ...tool, input_schema: { anyOf: [] } })).not.toEqual([]);
    expect(geminiViolations({ ...tool, parametersJsonSchema: parameters({ const: "a" }) })).toHaveLength(1);
    expect(geminiViolations({ ...tool, strict: false })).toHaveLength(1);
    expect(mcpViolations({ ...tool, inputSchema: {}, outputSchema: {}, annotations: {} })).toHaveLength(7);
    for (const field of [
      { type: ["string", "null"] },
      { type: "string", format: "email" },
      { type: "boolean", enum: [true] },
      { description: "Of no type." },
    ]) {
      const hinted = { ...toolDefinition(endpoints[0] as RegisteredEndpoint, "mcp"), inputSchema: parameters(field) };
      expect(mcpViolations(hinted)).toHaveLength(1);
    }
  });

  test("is JSON Schema 2020-12 that Ajv compiles in its strict mode", () => {
    const wrong = violationsOf((one) => {
      const { inputSchema, outputSchema } = toolDefinition(one, "mcp");
      const schemas = [inputSchema, outputSchema, strictForm(one).parameters] as Json[];
      return schemas.flatMap((schema) => {
        try {
          ajv.compile(schema);
          return [];
        } catch (error) {
          return [String(error)];
        }
      });
    });
    expect(wrong).toEqual([]);
  });

  test("has no pattern, no raw parameter, and no empty list in any form", () => {
    for (const form of TOOL_FORMS) {
      const text = endpoints.map((one) => toolDefinitionText(one, form)).join("\n");
      expect(text).not.toMatch(/"(pattern|patternProperties|const|uniqueItems)":/);
      expect(text).not.toMatch(/":\[\]/);
      if (form !== "mcp") expect(text).not.toContain('"raw":');
    }
  });

  test("is the same text at every call, and the same value", () => {
    for (const endpoint of endpoints.slice(0, 20))
      for (const form of TOOL_FORMS)
        expect(JSON.parse(toolDefinitionText(endpoint, form))).toEqual(toolDefinition(endpoint, form));
  });

  test("says a limit in words where a form has no keyword for it", () => {
    const sample = endpointOf({
      body: t.Object({
        title: t.String({ maxLength: 80, description: "Its title." }),
        mail: t.Optional(t.String({ format: "email", description: "Whom." })),
        size: t.Optional(t.Union([t.Literal("s"), t.Literal("m")], { default: "m", description: "How large." })),
        zone: t.Optional(t.String({ pattern: "^[A-Z]{3}$", description: "Currency." })),
      }),
    });
    const { parametersJsonSchema } = toolDefinition(sample, "gemini") as { parametersJsonSchema: Json };
    expect(parametersJsonSchema.properties).toEqual({
      id: { type: "string", description: "Its id." },
      title: { type: "string", description: "Its title. At most 80 characters." },
      mail: { type: "string", description: "Whom. An email address." },
      size: { type: "string", enum: ["s", "m"], description: "How large. Default: m." },
      zone: { type: "string", description: "Currency. Such as EUR." },
    });
  });

  test("has one type for each value, and only what every model takes, for MCP clients", () => {
    const sample = endpointOf({
      body: t.Object({
        due: t.Union([t.String({ format: "date" }), t.Null()], { description: "Its day." }),
        size: t.Union([t.Literal(1), t.Literal(2)], { description: "How large." }),
        whole: t.Literal(true, { description: "All of it." }),
        open: t.Optional(t.Boolean({ description: "Whether anybody sees it." })),
        at: t.String({ format: "date-time", description: "When." }),
        level: t.Union([t.Integer({ maximum: 3 }), t.Null()]),
      }),
    });
    const { inputSchema } = toolDefinition(sample, "mcp") as { inputSchema: Json };
    expect(inputSchema.properties).toEqual({
      id: { type: "string", description: "Its id." },
      due: { description: "Its day. As YYYY-MM-DD.", anyOf: [{ type: "string" }, { type: "null" }] },
      size: { type: "number", description: "How large. One of 1, 2." },
      whole: { type: "boolean", description: "All of it. Always true." },
      open: { type: "boolean", description: "Whether anybody sees it." },
      at: { type: "string", format: "date-time", description: "When." },
      level: { anyOf: [{ type: "integer", maximum: 3 }, { type: "null" }] },
    });
    expect(mcpViolations(toolDefinition(sample, "mcp"))).toEqual([]);
  });

  test("costs a model 200 tokens or less on average, and a sixth more in strict mode", () => {
    const tokens = (strict: boolean) =>
      encode(endpoints.map((one) => toolDefinitionText(one, "openai", { strict })).join(",")).length / endpoints.length;
    expect(tokens(false)).toBeLessThan(200);
    expect(tokens(true)).toBeLessThan(235);
  });

  test("has a title for people", () => {
    const titles = ["google_gmail_send_message", "github_list_issues", "slack_open_dm"].map((name) =>
      titleOf(endpoints.find(({ tool }) => tool === name) as RegisteredEndpoint),
    );
    expect(titles).toEqual(["Send message (Google Gmail)", "List issues (GitHub)", "Open DM (Slack)"]);
    expect(new Set(endpoints.map(titleOf)).size).toBe(endpoints.length);
  });
});

describe("strict mode", () => {
  test("is off for a free-form object, and where null of an optional argument has a meaning", () => {
    const open = endpointOf({ body: t.Object({ values: t.Object({}, { additionalProperties: true }) }) });
    const clears = endpointOf({ body: t.Object({ due: t.Optional(t.Union([t.String(), t.Null()])) }) });
    const nested = endpointOf({
      body: t.Object({ to: t.Array(t.Object({ due: t.Optional(t.Union([t.String(), t.Null()])) })) }),
    });
    const required = endpointOf({ body: t.Object({ due: t.Union([t.String(), t.Null()]) }) });
    expect([open, clears, nested, required].map((one) => strictForm(one).strict)).toEqual([false, false, false, true]);
    expect(strictForm(open).parameters).toEqual(
      (toolDefinition(open, "openai").function as unknown as Strictable).parameters,
    );
  });

  test("is on for nine tools in ten", () => {
    const strict = endpoints.filter((one) => strictForm(one).strict);
    expect(strict.length / endpoints.length).toBeGreaterThan(0.9);
  });
});

/** The argument object of a recorded call, as a client would send it. */
function argumentsOf(fixture: Parameters<typeof callOf>[0]): Json {
  const { params, query, body } = callOf(fixture);
  return { ...params, ...query, ...body };
}

function isFormer({ def: { query, body } }: RegisteredEndpoint, name: string): boolean {
  return [query, body].some((part) => part?.properties[name]?.deprecated === true);
}

/** Fills in null for every field that is left out, as a strict client does. */
function withNulls(schema: Json, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withNulls((schema.items ?? {}) as Json, item));
  if (typeof value !== "object" || value === null) return value;
  const inner = schema.properties ? schema : alternativeFor(schema, value);
  const fields = Object.entries((inner?.properties ?? {}) as Record<string, Json>);
  const given = value as Json;
  return Object.fromEntries(
    fields.map(([name, field]) => [name, given[name] === undefined ? null : withNullsIn(field, given[name])]),
  );
}

function withNullsIn(field: Json, value: unknown): unknown {
  return withNulls(
    typeof value === "object" && value !== null ? (alternativeFor(field, value) ?? field) : field,
    value,
  );
}

function alternativeFor(schema: Json, value: object): Json | undefined {
  const type = Array.isArray(value) ? "array" : "object";
  return [schema, ...((schema.anyOf ?? []) as Json[])].find((one) => one.type === type);
}

describe("recorded calls and responses", () => {
  const calls = recorded.flatMap(({ endpoint, fixtures }) =>
    fixtures
      // A tool's arguments hold no file that is sent as it is.
      .filter(({ call }) => !("raw" in (call?.query ?? {})) && !call?.upload)
      .map((fixture) => ({ endpoint, fixture, args: argumentsOf(fixture) }))
      // Definitions leave former names out, which calls may still use.
      .filter(({ args }) => !Object.keys(args).some((name) => isFormer(endpoint, name))),
  );

  /** Compiled once for each endpoint. */
  const compiled = (part: (endpoint: RegisteredEndpoint) => Json) => {
    const checks = new Map(endpoints.map((endpoint) => [endpoint, ajv.compile(part(endpoint))]));
    return (endpoint: RegisteredEndpoint) => checks.get(endpoint) as ReturnType<typeof ajv.compile>;
  };

  test("the arguments of each fit the definition", () => {
    const checkOf = compiled((endpoint) => toolDefinition(endpoint, "mcp").inputSchema as Json);
    const wrong = calls.flatMap(({ endpoint, args }) => {
      const check = checkOf(endpoint);
      return check(args) ? [] : [`${endpoint.tool}: ${ajv.errorsText(check.errors)}`];
    });
    expect(wrong).toEqual([]);
    expect(calls.length).toBeGreaterThan(endpoints.length);
  });

  test("with null for all that is left out they fit the strict form, and are read as the same call", () => {
    const wrong: string[] = [];
    const checkOf = compiled((endpoint) => strictForm(endpoint).parameters);
    for (const { endpoint, args } of calls) {
      const { parameters, strict } = strictForm(endpoint);
      if (!strict) continue;
      const filled = withNulls(parameters, args) as Json;
      const check = checkOf(endpoint);
      if (!check(filled)) wrong.push(`${endpoint.tool}: ${ajv.errorsText(check.errors)}`);
      if (!isDeepStrictEqual(withoutNulls(endpoint, filled), args)) wrong.push(`${endpoint.tool}: another call`);
    }
    expect(wrong).toEqual([]);
  });

  test("each response fits the definition's outputSchema", async () => {
    const wrong: string[] = [];
    const checkOf = compiled((endpoint) => toolDefinition(endpoint, "mcp").outputSchema as Json);
    let checkedCount = 0;
    for (const { endpoint, fixture } of calls.filter(({ fixture: { result } }) => result !== undefined)) {
      const { outcome } = await replay(endpoint, callOf(fixture), exchangesOf(fixture));
      const data: unknown = JSON.parse(JSON.stringify(await dataOf(outcome)));
      const check = checkOf(endpoint);
      if (!check(data)) wrong.push(`${endpoint.tool}: ${ajv.errorsText(check.errors)}`);
      checkedCount++;
    }
    expect(wrong).toEqual([]);
    expect(checkedCount).toBeGreaterThan(endpoints.length);
  });

  test("every endpoint has a response that is checked", () => {
    const covered = new Set(
      recorded
        .filter(({ fixtures }) => fixtures.some(({ result }) => result !== undefined))
        .map(({ endpoint }) => endpoint),
    );
    expect(endpoints.filter((endpoint) => !covered.has(endpoint)).map(({ tool }) => tool)).toEqual([]);
  });
});

describe("null in a call by name", () => {
  const sample = endpointOf({
    body: t.Object({
      name: t.String(),
      note: t.Optional(t.String()),
      due: t.Optional(t.Union([t.String(), t.Null()])),
      free: t.Optional(t.Object({}, { additionalProperties: true })),
      to: t.Optional(t.Union([t.String(), t.Array(t.Object({ mail: t.String(), label: t.Optional(t.String()) }))])),
    }),
  });

  test("is absent where the argument is optional, at any depth, and stays where the schema takes it", () => {
    const args = { id: "1", name: "a", note: null, due: null, free: { a: null }, to: [{ mail: "m", label: null }] };
    expect(withoutNulls(sample, args)).toEqual({
      id: "1",
      name: "a",
      due: null,
      free: { a: null },
      to: [{ mail: "m" }],
    });
  });

  test("stays where the argument is required or unknown, so that the validation refuses it", () => {
    const args = { id: null, name: null, unknown: null, to: [{ mail: null, label: null }] };
    expect(withoutNulls(sample, args)).toEqual(args);
    const checked = checkValue(sample.input.body as never, { name: null, unknown: null }, "body");
    expect("errors" in checked && checked.errors.map(({ path }) => path).sort()).toEqual(["/name", "/unknown"]);
  });

  test("leaves the given object alone, also with names such as __proto__", () => {
    const args = JSON.parse('{"id":"1","name":"a","note":null,"__proto__":null}') as Json;
    const result = withoutNulls(sample, args);
    expect(Object.keys(args)).toContain("note");
    expect(Object.keys(result)).toEqual(["id", "name", "__proto__"]);
    expect(Object.getPrototypeOf(result)).toBe(Object.prototype);
  });
});
