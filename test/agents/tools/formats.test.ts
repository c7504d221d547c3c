// `format`, `strict`, `limit` and `detail` of the tool endpoints, over HTTP.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { TOOL_FORMS, type ToolForm, toolDefinition } from "../../../src/agents/tools/forms/definition.ts";
import { buildRegistry } from "../../../src/providers/registry/registry.ts";
import type { Json } from "../../../src/web/http/openapi-shapes.ts";
import { builtInPlugins } from "../../support/built-in.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { codeOf } from "../../support/responses.ts";

const PROVIDERS = ["github", "slack"] as const;
const registry = buildRegistry(await builtInPlugins());
const PATHS = ["", "?all=true", "/search/create%20issue", "/names/send", "/provider/slack", "/service/issues"];

/** The definitions of a response, without the entry that holds Gemini's. */
function definitionsOf({ format, tools }: { format: string; tools: Json[] }): Json[] {
  return format === "gemini" ? tools.flatMap((entry) => entry.functionDeclarations as Json[]) : tools;
}

function nameOf(definition: Json): string {
  return (definition.name ?? (definition.function as Json).name) as string;
}

for (const lane of laneOf(import.meta.file)) {
  describe(`the form of definitions, ${lane}`, () => {
    let gateway: TestGateway;
    /** Connected to GitHub, and to nothing. */
    const keys = { one: "", none: "" };
    beforeAll(async () => {
      gateway = await startTestGateway({ lane, emulate: PROVIDERS });
      for (const name of ["one", "none"] as const) keys[name] = (await gateway.user()).key;
      await gateway.connect(keys.one, "github");
    }, 60_000);
    afterAll(() => gateway.close());
    beforeEach(() => void gateway.clock.nextMinute());

    const get = (path: string, key = keys.one) => gateway.call("GET", `/api/v1/tools${path}`, { key });
    const withQuery = (path: string, query: string) => `${path}${path.includes("?") ? "&" : "?"}${query}`;

    test.each(PATHS)(
      "GET /tools%s has each vendor's bare definitions, connections and scores beside them",
      async (path) => {
        const own = (await get(path)).json.data.tools as (Json & { metadata: Json })[];
        expect(own.length).toBeGreaterThan(0);
        for (const format of TOOL_FORMS) {
          const { data } = (await get(withQuery(path, `format=${format}`))).json;
          const definitions = definitionsOf(data);
          expect(definitions.map(nameOf)).toEqual(own.map(nameOf));
          for (const definition of definitions) {
            const endpoint = registry.tools.get(nameOf(definition));
            expect(definition).toEqual(toolDefinition(endpoint as never, format));
          }
          expect(data).toEqual({
            format,
            tools: data.tools,
            connected: own.map(({ metadata }) => metadata.connected),
            ...(/search|names/.test(path) && { scores: own.map(({ score }) => score) }),
            total: own.length,
          });
        }
      },
    );

    test("an empty list is empty in every form", async () => {
      for (const format of TOOL_FORMS)
        expect((await get(`?format=${format}`, keys.none)).json.data).toEqual({
          format,
          tools: [],
          connected: [],
          total: 0,
        });
    });

    test("strict=true gives OpenAI's strict form, false the other", async () => {
      for (const form of ["openai", "openai-responses"] as const) {
        const strict = (await get(`/provider/slack?format=${form}&strict=true`)).json.data.tools as Json[];
        const plain = (await get(`/provider/slack?format=${form}&strict=false`)).json.data.tools as Json[];
        const expected = (options: object) =>
          registry.endpointsOf("slack").map((endpoint) => toolDefinition(endpoint, form, options));
        expect(strict).toEqual(expected({ strict: true }));
        expect(plain).toEqual(expected({}));
      }
    });

    test("the full list is compressed in every form, with the same content, and never that of another form", async () => {
      const ask = async (format: ToolForm, coding: string) => {
        const headers = { authorization: `Bearer ${keys.one}`, "accept-encoding": coding };
        return (await fetch(`${gateway.url}/api/v1/tools?all=true&format=${format}`, { headers })).text();
      };
      const texts = new Set<string>();
      for (const format of TOOL_FORMS) {
        const plain = await ask(format, "identity");
        expect(await ask(format, "br")).toBe(plain);
        texts.add(plain);
      }
      expect(texts.size).toBe(TOOL_FORMS.length);
    });

    test.each(["search", "names"])("/tools/%s gives the best `limit` tools", async (kind) => {
      const all = (await get(`/${kind}/issue`)).json.data.tools as Json[];
      for (const limit of [1, 3, 50]) {
        const { data } = (await get(`/${kind}/issue?limit=${limit}`)).json;
        expect(data).toEqual({ tools: all.slice(0, limit), total: Math.min(limit, all.length) });
      }
    });

    test.each(["search", "names"])("/tools/%s?detail=names has a name and a line each", async (kind) => {
      const all = (await get(`/${kind}/issue`)).json.data.tools as (Json & { metadata: Json; function: Json })[];
      const { data } = (await get(`/${kind}/issue?detail=names&limit=4`)).json;
      expect(data.total).toBe(4);
      for (const [i, line] of (data.tools as Json[]).entries()) {
        const { function: definition, metadata, score } = all[i] as (typeof all)[number];
        expect(line).toEqual({
          name: nameOf(definition),
          description: line.description,
          connected: metadata.connected,
          score,
        });
        expect(String(definition.description).startsWith(String(line.description))).toBe(true);
        expect(line.description).toMatch(/^[^\n]+[.]$/);
      }
      expect((await get(`/${kind}/issue?detail=full`)).json.data.tools).toEqual(all);
    });

    test.each([
      ["?format=opanai", "/format"],
      ["?format=", "/format"],
      ["?format=OpenAI", "/format"],
      ["?format=__proto__", "/format"],
      ["?format=openai&format=mcp", "/format"],
      ["?all=true&format=anthropic&strict=true", "/strict"],
      ["/provider/slack?format=gemini&strict=true", "/strict"],
      ["/service/issues?format=mcp&strict=true", "/strict"],
      ["?strict=true", "/strict"],
      ["?strict=yes&format=openai", "/strict"],
      ["/search/issue?limit=0", "/limit"],
      ["/search/issue?limit=51", "/limit"],
      ["/search/issue?limit=many", "/limit"],
      ["/search/issue?limit=1.5", "/limit"],
      ["/names/issue?limit=-1", "/limit"],
      ["/search/issue?detail=all", "/detail"],
      ["/search/issue?detail=names&format=openai", "/detail"],
      ["?limit=5", "/limit"],
      ["/provider/slack?detail=names", "/detail"],
    ])("GET /tools%s is 400 and names %s", async (path, field) => {
      const response = await get(path);
      expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
      const errors = response.json.details.errors as { in: string; path: string; message: string }[];
      expect(errors.map((error) => `${error.in} ${error.path}`)).toEqual([`query ${field}`]);
      expect(errors[0]?.message).toContain(field.slice(1));
    });
  });
}
