// The API document: clean for the linter, usable by a type generator, and complete against the routes that are served.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import openapiTS, { astToString } from "openapi-typescript";
import { startTestGateway, type TestGateway } from "./support/gateway.ts";

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
  responses: Record<string, unknown>;
  requestBody?: unknown;
}

describe("the OpenAPI document", () => {
  let gateway: TestGateway;
  let source: string;
  let paths: Record<string, Record<string, Operation>>;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres" });
    const answer = await gateway.call("GET", "/openapi.json");
    expect(answer.status).toBe(200);
    source = answer.text;
    paths = answer.json.paths;
  });
  afterAll(() => gateway.close());

  test("has nothing that redocly's recommended rules find", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source, config, absoluteRef: "/openapi.json" });
    expect(problems.map(({ ruleId, message }) => `${ruleId}: ${message}`)).toEqual([]);
  });

  test("becomes TypeScript types with every operation in them", async () => {
    const types = astToString(await openapiTS(source));
    for (const route of gateway.app.routes) expect(types).toContain(`${route.id}: {`);
  });

  test("holds every route that is served, and no other", () => {
    const documented = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const served = gateway.app.routes.map((route) => `${route.method} ${route.path}`);
    expect(documented.sort()).toEqual(served.sort());
  });

  test("tells of Idempotency-Key with 409 and 422 where it works, and nowhere else; codes are those that are sent", () => {
    for (const route of gateway.app.routes.filter(({ access }) => access === "key")) {
      const { parameters = [], responses } = paths[route.path]?.[route.method.toLowerCase()] ?? { responses: {} };
      const isWrite = route.method !== "GET";
      expect(
        parameters.some(({ name }) => name === "Idempotency-Key"),
        route.id,
      ).toBe(isWrite);
      expect(Object.keys(responses).includes("422"), route.id).toBe(isWrite);
      expect(Object.keys(responses).includes("409"), route.id).toBe(isWrite);
    }
    expect(source).not.toContain("IDEMPOTENCY_MISMATCH");
  });

  test("names for every route with a key the answers that any such route can give", () => {
    for (const route of gateway.app.routes.filter(({ access }) => access === "key")) {
      const responses = paths[route.path]?.[route.method.toLowerCase()]?.responses ?? {};
      const needed = ["200", "400", "401", "402", "429", "500", "503", ...(route.body ? ["413", "415"] : [])];
      expect(Object.keys(responses), route.id).toEqual(expect.arrayContaining(needed));
    }
  });
});
