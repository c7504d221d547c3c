// Generators of typed clients take every operation of the API document: two of TypeScript, and by its naming rules one of Python.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import openapiTS, { astToString } from "openapi-typescript";
import { type ApiDocument, apiDocument, type Parameter } from "../../support/api-document.ts";
import { builtInPlugins } from "../../support/built-in.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { compile } from "../../support/type-check.ts";

interface Generator {
  createClient(options: object): Promise<unknown>;
}
/** Loaded without its types, whose check would take longer than the rest of this file's. */
const { createClient }: Generator = await import("@hey-api/openapi-ts" as string);

let gateway: TestGateway;
let source: string;
let whole: ApiDocument;
let partner: ApiDocument;
beforeAll(async () => {
  gateway = await startTestGateway({ lane: "embedded", plugins: await builtInPlugins() });
  whole = apiDocument((await gateway.call("GET", "/openapi.json")).json);
  const response = await gateway.call("GET", "/openapi.json?audience=partner");
  source = response.text;
  partner = apiDocument(response.json);
});
afterAll(() => gateway.close());

/**
 * Words as openapi-python-client splits them: what is no letter, digit, space, dot, dash or underscore is dropped first, so that
 * `X-Account-Id*` and `X-Account-Id` would be one name.
 */
function wordsOf(name: string): string[] {
  const clean = name.replace(/[^\w. -]+/g, "");
  const parts = /[A-Z]/.test(clean) ? clean.split(/([A-Z]?[a-z]+)/).join(" ") : clean;
  return parts.split(/[. _-]+/).filter((word) => word !== "");
}
const snakeCase = (name: string) => wordsOf(name).join("_").toLowerCase();
const pascalCase = (name: string) =>
  wordsOf(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join("");
const twice = (names: readonly string[]) => names.filter((name, i) => names.indexOf(name) !== i);
const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*$/;

describe("names that generators make", () => {
  test("no operation has two parameters that become one", () => {
    const clashes = whole.operations.flatMap(({ operationId, parameters }) => {
      const within = (where: Parameter["in"]) => parameters.filter((one) => one.in === where).map(({ name }) => name);
      const places = ["path", "query", "header"] as const;
      return places.flatMap((where) => twice(within(where).map(snakeCase))).map((name) => `${operationId}: ${name}`);
    });
    expect(clashes).toEqual([]);
  });

  test("every operation and every schema has a name of its own, also as a file name without regard to case", () => {
    const { schemas } = JSON.parse(source).components as { schemas: object };
    const ids = whole.operations.map(({ operationId }) => operationId);
    for (const names of [ids, Object.keys(schemas)]) {
      expect(twice(names.map(snakeCase))).toEqual([]);
      expect(twice(names.map((name) => pascalCase(name).toLowerCase()))).toEqual([]);
      expect(names.filter((name) => !IDENTIFIER.test(snakeCase(name)) || !IDENTIFIER.test(pascalCase(name)))).toEqual(
        [],
      );
    }
  });

  test("no schema has the name that a generator gives to an operation's own types", () => {
    const { schemas } = JSON.parse(source).components as { schemas: Record<string, object> };
    const derived = whole.operations.flatMap(({ operationId }) =>
      ["Data", "Error", "Errors", "Response", "Responses"].map((suffix) => pascalCase(operationId) + suffix),
    );
    expect(derived.filter((name) => name in schemas)).toEqual([]);
  });

  test("errors are named, not written out in every operation", () => {
    const { components } = JSON.parse(source) as { components: { responses: object } };
    expect(JSON.stringify(components.responses)).not.toContain('"allOf"');
  });
});

describe("generated TypeScript compiles, with every operation", () => {
  const folder = mkdtempSync(join(tmpdir(), "gateway-generated-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const tsconfig = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: "ES2022",
      module: "ESNext",
      moduleResolution: "Bundler",
      lib: ["ES2023", "DOM", "DOM.Iterable"],
      types: [],
    },
    include: ["."],
  };
  function projectOf(name: string): string {
    const path = join(folder, name);
    mkdirSync(path, { recursive: true });
    writeFileSync(join(path, "tsconfig.json"), JSON.stringify(tsconfig));
    writeFileSync(join(path, "package.json"), '{"type":"module"}');
    return path;
  }

  test("by openapi-typescript", async () => {
    const path = projectOf("openapi-typescript");
    const types = astToString(await openapiTS(source));
    const taken = partner.operations.filter(({ operationId }) => types.includes(`${operationId}: {`));
    expect(taken.length).toBe(partner.operations.length);
    writeFileSync(join(path, "schema.ts"), types);
    expect(await compile(path)).toEqual([]);
  }, 120_000);

  test("by @hey-api/openapi-ts", async () => {
    const path = projectOf("hey-api");
    const output = join(path, "generated");
    const plugins = ["@hey-api/typescript", "@hey-api/client-fetch", "@hey-api/sdk"];
    await createClient({ input: JSON.parse(source), output: { path: output }, plugins, logs: { level: "silent" } });
    const sdk = readFileSync(join(output, "sdk.gen.ts"), "utf8");
    expect(sdk.match(/^export const /gm)?.length).toBe(partner.operations.length);
    expect(await compile(path)).toEqual([]);
  }, 120_000);
});
