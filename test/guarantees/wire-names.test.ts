// Every name that a caller sends is lower case with underscores: route parameters, fields of query and body, and tools' arguments.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { builtinTools, connectTool } from "../../src/agents/mcp/builtin-tools.ts";
import { buildRegistry } from "../../src/providers/registry/registry.ts";
import { builtInPlugins } from "../support/built-in.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

const WIRE_NAME = /^[a-z][a-z0-9_]*$/;

/** Names that must stay: given by others, or taken from callers of a version before. */
const GIVEN: Readonly<Record<string, string>> = {
  "gitlab_create_merge_request milestinMergeRequestid": "A deprecated name of milestone_id, for callers of 0.2.0.",
  "gitlab_update_merge_request milestinMergeRequestid": "A deprecated name of milestone_id, for callers of 0.2.0.",
};

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema | Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
}

/** The dotted paths of an input's fields at any depth. */
function fieldsOf(schema: unknown, within = ""): string[] {
  const { properties = {}, items = [], anyOf = [], allOf = [] } = (schema ?? {}) as Schema;
  const own = Object.entries(properties).flatMap(([name, field]) => {
    const path = within === "" ? name : `${within}.${name}`;
    return [path, ...fieldsOf(field, path)];
  });
  return [...own, ...[items, anyOf, allOf].flat().flatMap((inner) => fieldsOf(inner, within))];
}

const wrongNames = (where: string, paths: readonly string[]) =>
  paths.flatMap((path) => {
    const name = path.split(".").at(-1) as string;
    return WIRE_NAME.test(name) || Object.hasOwn(GIVEN, `${where} ${path}`) ? [] : [`${where} ${path}`];
  });

const templateNames = (path: string) => [...path.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name as string);

describe("names on the wire", () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "embedded" });
  }, 60_000);
  afterAll(() => gateway.close());

  test("routes name parameters and fields in lower case with underscores", () => {
    const { routes } = gateway.app;
    const names = routes.flatMap(({ id, path, params, query, body }) =>
      wrongNames(id, [...templateNames(path), ...[params, query, body].flatMap((schema) => fieldsOf(schema))]),
    );
    expect(names).toEqual([]);
    expect(routes.length).toBeGreaterThan(100);
  });

  test("so do the tools of the built-in providers", async () => {
    const { endpoints, rawTools } = buildRegistry(await builtInPlugins());
    const names = [...endpoints, ...rawTools.values()].flatMap(({ tool, path, input: { params, query, body } }) =>
      wrongNames(tool, [tool, ...templateNames(path), ...[params, query, body].flatMap((schema) => fieldsOf(schema))]),
    );
    expect(names).toEqual([]);
    expect(rawTools.size).toBeGreaterThan(15);
  });

  test("so do the gateway's own tools over MCP", () => {
    const tools = [...builtinTools([{ id: "acme", name: "Acme" }]), connectTool([{ id: "acme" }])];
    expect(tools.flatMap(({ name, inputSchema }) => wrongNames(name, [name, ...fieldsOf(inputSchema)]))).toEqual([]);
  });

  test("so are called a provider's credentials, tenant fields, services, permissions and sources", async () => {
    const names = (await builtInPlugins()).flatMap(({ id, auth, tenant = {}, services, sources = {} }) =>
      wrongNames(id, [
        ...Object.values(auth).flatMap((kind) => ("fields" in kind ? Object.keys(kind.fields ?? {}) : [])),
        ...[tenant, services, sources, ...Object.values(services)].flatMap((part) => Object.keys(part)),
      ]),
    );
    expect(names).toEqual([]);
  });

  test("every exception has a reason, and they are few", () => {
    expect(Object.values(GIVEN).every((reason) => reason.length > 20)).toBe(true);
    expect(Object.keys(GIVEN).length).toBeLessThan(10);
  });
});
