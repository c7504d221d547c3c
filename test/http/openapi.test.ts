// The API document: clean for the linter, usable by a type generator, and complete against the routes that are served.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import openapiTS, { astToString } from "openapi-typescript";
import type { ApiKeyRoute } from "../../src/pipeline/route.ts";
import { type ApiDocument, apiDocument } from "../support/api-document.ts";
import { startTestGateway, type TestGateway } from "../support/gateway.ts";

interface Linter {
  createConfig(config: { extends: string[] }): Promise<object>;
  lintFromString(options: {
    source: string;
    config: object;
    absoluteRef: string;
  }): Promise<{ ruleId: string; message: string }[]>;
}
/** Loaded without its own types: they alone would take a fifth of the type check's time. */
const { createConfig, lintFromString }: Linter = await import("@redocly/openapi-core" as string);

describe("the OpenAPI document", () => {
  let gateway: TestGateway;
  let source: string;
  let api: ApiDocument;
  let keyed: ApiKeyRoute[];
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres" });
    const answer = await gateway.call("GET", "/openapi.json");
    expect(answer.status).toBe(200);
    source = answer.text;
    api = apiDocument(answer.json);
    keyed = gateway.app.routes.filter((route) => route.access === "key");
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
    const documented = api.operations.map(({ method, path }) => `${method} ${path}`);
    const served = gateway.app.routes.map((route) => `${route.method} ${route.path}`);
    expect(documented.sort()).toEqual(served.sort());
  });

  const operationOf = ({ method, path }: ApiKeyRoute) => api.operation(method, path);
  const statusesOf = (route: ApiKeyRoute) => Object.keys(operationOf(route).responses);
  const takes = (route: ApiKeyRoute, name: string) => operationOf(route).parameters.some((one) => one.name === name);
  /** The codes that the operation documents for a status in area B's shape. */
  const codesOfB = (route: ApiKeyRoute, status: number) => {
    const text = JSON.stringify(operationOf(route).responses[status] ?? {});
    return [...text.matchAll(/"error_code":\{"enum":\[([^\]]*)\]/g)].flatMap(([, list = ""]) =>
      JSON.parse(`[${list}]`),
    );
  };

  test("tells of Idempotency-Key with 409 and 422 where it works, and nowhere else; codes are those that are sent", () => {
    for (const route of keyed) {
      const isWrite = route.method !== "GET";
      expect(takes(route, "Idempotency-Key"), route.id).toBe(isWrite);
      expect(statusesOf(route).includes("422"), route.id).toBe(isWrite);
      expect(statusesOf(route).includes("409"), route.id).toBe(isWrite);
    }
    expect(source).not.toContain("IDEMPOTENCY_MISMATCH");
  });

  test("names for every route with a key the answers that any such route can give", () => {
    for (const route of keyed) {
      const needed = ["200", "400", "401", "402", "429", "500", "503", ...(route.body ? ["413", "415"] : [])];
      expect(statusesOf(route), route.id).toEqual(expect.arrayContaining(needed));
    }
  });

  test("S-101: names the permissions that a key must have, and 403 PERMISSION_DENIED where there are any", () => {
    const { paths } = JSON.parse(source);
    for (const { id, path, method, permissions } of keyed) {
      const { security, description = "" } = paths[path][method.toLowerCase()];
      expect([id, security]).toEqual([id, [{ apiKey: permissions }]]);
      for (const permission of permissions) expect(description).toContain(`\`${permission}\``);
      const denied = JSON.stringify(api.operation(method, path).responses[403] ?? {}).includes("PERMISSION_DENIED");
      expect([id, denied]).toEqual([id, permissions.length > 0]);
    }
  });

  test("says that a body may be left out where all its fields are, and nowhere else", () => {
    const needsBody = Object.fromEntries(api.operations.map((one) => [one.operationId, one.needsBody]));
    expect(needsBody.github_merge_pull_request).toBe(false);
    // A required field, and one of several.
    expect(needsBody.github_create_issue).toBe(true);
    expect(needsBody.github_update_issue).toBe(true);
    expect(needsBody.create_account).toBe(true);
  });

  test("a partner's routes answer ok: true with area B's four headers and errors, and every other keyed route does not", () => {
    const B_HEADERS = [
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Minute-Limit",
      "X-RateLimit-Minute-Remaining",
    ];
    for (const route of keyed) {
      const { responses } = operationOf(route);
      const rate = Object.keys(responses["200"]?.headers ?? {}).filter((name) => name.startsWith("X-RateLimit-"));
      const schema = responses["200"]?.content?.["application/json"]?.schema as { required: string[] };
      if (route.isPartnerRoute) {
        expect(rate, route.id).toEqual(B_HEADERS);
        expect(schema.required, route.id).toEqual(["ok", "data"]);
        expect(codesOfB(route, 403), route.id).toEqual(
          expect.arrayContaining(["PARTNER_REQUIRED", "PARTNER_SUSPENDED"]),
        );
        expect(codesOfB(route, 429), route.id).toEqual(["RATE_LIMITED", "QUOTA_EXCEEDED"]);
      } else if (!route.acceptsAccount) {
        expect(rate, route.id).toEqual(["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]);
        expect(JSON.stringify(responses), route.id).not.toMatch(/PARTNER_|QUOTA_|ACCOUNT_|SESSION_|error_code/);
      }
    }
  });

  test("X-Account-Id and X-Account-Id* stand, with both areas' shapes and headers, where they are read, and nowhere else", () => {
    for (const route of keyed) {
      const acceptsAccount = route.acceptsAccount === true;
      expect(takes(route, "X-Account-Id"), route.id).toBe(acceptsAccount);
      expect(takes(route, "X-Account-Id*"), route.id).toBe(acceptsAccount);
      if (!acceptsAccount) continue;
      const { responses } = operationOf(route);
      const headers = Object.keys(responses["200"]?.headers ?? {});
      expect(headers, route.id).toEqual(expect.arrayContaining(["X-RateLimit-Reset", "X-RateLimit-Minute-Limit"]));
      const refused = JSON.stringify(responses["400"]);
      for (const shape of ["#/components/schemas/ErrorA", "#/components/schemas/ErrorB"])
        expect(refused).toContain(shape);
      expect(codesOfB(route, 404), route.id).toContain("ACCOUNT_NOT_FOUND");
    }
  });

  test("a code of area B stands only where it can happen", () => {
    const having = (status: number, code: string) => keyed.filter((route) => codesOfB(route, status).includes(code));
    const idsOf = (routes: readonly ApiKeyRoute[]) => routes.map(({ id }) => id).sort();
    expect(idsOf(having(409, "ACCOUNT_EXISTS"))).toEqual(["create_account"]);
    const at = (pattern: RegExp) => keyed.filter(({ path }) => pattern.test(path));
    expect(idsOf(having(404, "SESSION_NOT_FOUND"))).toEqual(idsOf(at(/accounts.*\{sessionId\}/)));
    expect(idsOf(having(404, "INTEGRATION_NOT_FOUND"))).toEqual(idsOf(at(/accounts.*integrations\/\{provider\}/)));
    const named = keyed.filter((route) => route.acceptsAccount || route.path.includes("/accounts/{id}"));
    expect(idsOf(having(404, "ACCOUNT_NOT_FOUND"))).toEqual(idsOf(named));
  });
});
