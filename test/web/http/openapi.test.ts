// The API document passes a linter, feeds a type generator, and matches the served routes.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import openapiTS, { astToString } from "openapi-typescript";
import type { Json } from "../../../src/web/http/openapi-shapes.ts";
import { isPartners } from "../../../src/web/http/route.ts";
import type { ApiKeyRoute } from "../../../src/web/pipeline/route.ts";
import { type ApiDocument, apiDocument } from "../../support/api-document.ts";
import { builtInPlugins, PLUGIN_IDS } from "../../support/built-in.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";

interface Linter {
  createConfig(config: { extends: string[] }): Promise<object>;
  lintFromString(options: {
    source: string;
    config: object;
    absoluteRef: string;
  }): Promise<{ ruleId: string; message: string }[]>;
}
/** Loaded without its types, which would take a fifth of the type check's time. */
const { createConfig, lintFromString }: Linter = await import("@redocly/openapi-core" as string);

describe("the OpenAPI document", () => {
  let gateway: TestGateway;
  let source: string;
  let schemas: Record<string, Json>;
  let api: ApiDocument;
  let apiKeyRoutes: ApiKeyRoute[];
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres", plugins: await builtInPlugins() });
    const response = await gateway.call("GET", "/openapi.json");
    expect(response.status).toBe(200);
    source = response.text;
    schemas = response.json.components.schemas;
    api = apiDocument(response.json);
    apiKeyRoutes = gateway.app.routes
      .filter((route) => route.access === "key")
      .filter((route) => route.responds !== "protocol");
  });
  afterAll(() => gateway.close());

  test("passes redocly's recommended rules", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const violations = await lintFromString({ source, config, absoluteRef: "/openapi.json" });
    // No tool is named "search": a name holds its provider's id and an underscore. No provider is named "sources", which is a
    // reserved id. The router prefers the fixed segment.
    const known = [
      "`/api/v1/integrations/connect/{session_id}` and `/api/v1/integrations/{provider}/shares`",
      "`/api/v1/tools/search/{query}` and `/api/v1/tools/{name}/execute`",
      "`/api/v1/sources/{provider}/{id}` and `/api/v1/{provider}/proxy/{path}`",
    ].map((two) => `no-ambiguous-paths: Paths should resolve unambiguously. Found two ambiguous paths: ${two}.`);
    expect(violations.map(({ ruleId, message }) => `${ruleId}: ${message}`).sort()).toEqual(known.sort());
  }, 60_000);

  /** Pages of the dashboard are for people alone. */
  const documentedRoutes = () => gateway.app.routes.filter((route) => !("isPage" in route && route.isPage));

  test("generates TypeScript types with every operation", async () => {
    const types = astToString(await openapiTS(source));
    const missing = documentedRoutes().filter((route) => !types.includes(`${route.id}: {`));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  test("describes every operation, with an example of what it takes and returns", () => {
    for (const { operationId, description, requestBody, responses } of operations()) {
      expect(description, operationId).toMatch(/\w/);
      // A raw request takes anything.
      if (requestBody && !operationId.startsWith("proxy_"))
        expect(requestBody.content["application/json"]?.example, operationId).toBeDefined();
      const json = responses["200"]?.content?.["application/json"];
      // Routes without a key return JSON of their own.
      if (json?.schema.properties) expect(json.example, operationId).toBeDefined();
    }
  });

  test("bounds its examples, and itself", () => {
    const examples = operations().flatMap(({ requestBody, responses }) =>
      [requestBody, responses["200"]].map((one) => JSON.stringify(one?.content?.["application/json"]?.example ?? null)),
    );
    expect(Math.max(...examples.map((text) => text.length))).toBeLessThan(4_000);
    expect(source.length / operations().length).toBeLessThan(4_500);
  });

  test("gives a name to every shape that recurs, without numbers in names", () => {
    const uses = new Map<string, number>();
    const count = (schema: unknown): void => {
      if (typeof schema !== "object" || schema === null) return;
      const { description: _description, ...shape } = schema as Record<string, unknown>;
      const text = JSON.stringify(shape);
      if (shape.type === "object" && text.length > 300) uses.set(text, (uses.get(text) ?? 0) + 1);
      for (const part of Object.values(shape)) count(part);
    };
    for (const { requestBody, responses } of operations()) {
      count(responses["200"]?.content?.["application/json"]?.schema);
      count(requestBody?.content["application/json"]?.schema);
    }
    expect([...uses].filter(([, times]) => times > 1)).toEqual([]);
    expect(Object.keys(schemas).filter((name) => !/^[A-Z][a-zA-Z]+$/.test(name))).toEqual([]);
    for (const name of ["GithubIssue", "GoogleGmailMessage", "MailAddress", "Integration", "Account", "UsageEntry"])
      expect(schemas).toHaveProperty(name);
  });

  test("names no shape that several providers have after one of them", () => {
    const users = new Map<string, Set<string>>();
    const isOf = (name: string, provider: string) => name.toLowerCase().startsWith(provider.replaceAll("-", ""));
    const visit = (part: unknown, provider: string): void => {
      if (typeof part !== "object" || part === null) return;
      const [, name] = String((part as Json).$ref ?? "").match(/^#\/components\/schemas\/(\w+)$/) ?? [];
      const known = users.get(name ?? "") ?? new Set();
      if (name !== undefined && !known.has(provider)) {
        users.set(name, known.add(provider));
        visit(schemas[name], provider);
      }
      for (const inner of Object.values(part)) visit(inner, provider);
    };
    for (const { operationId, requestBody, responses } of operations()) {
      const provider = PLUGIN_IDS.find((id) => operationId.startsWith(`${id}_`));
      if (provider) visit([requestBody, responses["200"]], provider);
    }
    const owned = [...users].filter(([name, of]) => of.size > 1 && PLUGIN_IDS.some((id) => isOf(name, id)));
    expect(owned.map(([name, of]) => `${name}: ${[...of]}`)).toEqual([]);
    expect([...(users.get("FileContent") ?? [])].length).toBeGreaterThan(3);
  });

  test("lists the loaded providers and the codes of each surface", () => {
    const { schemas } = JSON.parse(source).components;
    expect(schemas.Provider.enum).toEqual([...PLUGIN_IDS].sort());
    expect(api.operation("DELETE", "/api/v1/integrations/{provider}").parameters[0]?.schema.enum).toContain("google");
    expect(schemas.ErrorCode.enum).toContain("ACCOUNT_NOT_FOUND");
    expect(schemas.GeneralErrorA.properties.code.enum).not.toContain("SESSION_NOT_FOUND");
  });

  test("has exactly the served routes", () => {
    const documented = api.operations.map(({ method, path }) => `${method} ${path}`);
    const served = documentedRoutes().map((route) => `${route.method} ${route.path}`);
    expect(documented.sort()).toEqual(served.sort());
  });

  interface RawOperation {
    operationId: string;
    description: string;
    requestBody?: { content: Record<string, { schema: Json; example?: unknown }> };
    responses: Record<string, { content?: Record<string, { schema: Json; example?: unknown }> }>;
  }
  const operations = () =>
    Object.values(JSON.parse(source).paths as Record<string, Record<string, RawOperation>>).flatMap((item) =>
      Object.values(item),
    );
  const operationOf = ({ method, path }: ApiKeyRoute) => api.operation(method, path);
  const statusesOf = (route: ApiKeyRoute) => Object.keys(operationOf(route).responses);
  const takes = (route: ApiKeyRoute, name: string) => operationOf(route).parameters.some((one) => one.name === name);
  /** A response as text, with the shapes of errors in place of references to them. */
  const withErrorShapes = (response: unknown) =>
    JSON.stringify(response ?? {}).replace(
      /\{"\$ref":"#\/components\/schemas\/((?:GeneralErrorA|ErrorB)[A-Z]\w*)"\}/g,
      (_, name: string) => JSON.stringify(schemas[name]),
    );
  /** An operation's documented error codes of a status on the partner surface. */
  const partnerCodesOf = (route: ApiKeyRoute, status: number) => {
    const text = withErrorShapes(operationOf(route).responses[status]);
    return [...text.matchAll(/"error_code":\{"enum":\[([^\]]*)\]/g)].flatMap(([, list = ""]) =>
      JSON.parse(`[${list}]`),
    );
  };

  test("documents Idempotency-Key with 409 and 422 only where it applies, with the codes that are sent", () => {
    for (const route of apiKeyRoutes) {
      const isWrite = route.method !== "GET" && route.responds !== "proxy";
      expect(takes(route, "Idempotency-Key"), route.id).toBe(isWrite);
      expect(statusesOf(route).includes("422"), route.id).toBe(isWrite);
      const conflicts = withErrorShapes(operationOf(route).responses[409]);
      expect(conflicts.includes("IDEMPOTENCY_CONFLICT"), route.id).toBe(isWrite);
    }
    expect(source).not.toContain("IDEMPOTENCY_MISMATCH");
  });

  test("documents the common responses of every route with a key", () => {
    for (const route of apiKeyRoutes) {
      const needed = ["200", "400", "401", "402", "429", "500", "503", ...(route.body ? ["413", "415"] : [])];
      expect(statusesOf(route), route.id).toEqual(expect.arrayContaining(needed));
    }
  });

  test("S-101: documents required permissions, with 403 PERMISSION_DENIED if there are any", () => {
    const { paths } = JSON.parse(source);
    for (const { id, path, method, permissions } of apiKeyRoutes) {
      const { security, description = "" } = paths[path][method.toLowerCase()];
      expect([id, security]).toEqual([id, [{ apiKey: permissions }]]);
      for (const permission of permissions) expect(description).toContain(`\`${permission}\``);
      const denied = withErrorShapes(api.operation(method, path).responses[403]).includes("PERMISSION_DENIED");
      // A call by name needs the permissions of its tool.
      expect([id, denied]).toEqual([id, permissions.length > 0 || id === "execute_tool" || id.startsWith("proxy_")]);
    }
  });

  test("marks a body as optional only if all its fields are optional", () => {
    const needsBody = Object.fromEntries(api.operations.map((one) => [one.operationId, one.needsBody]));
    expect(needsBody.github_merge_pull_request).toBe(false);
    // A required field, and one of several.
    expect(needsBody.github_create_issue).toBe(true);
    expect(needsBody.github_update_issue).toBe(true);
    expect(needsBody.create_account).toBe(true);
  });

  test("only partner routes document ok: true with the partner surface's four headers and errors", () => {
    const PARTNER_HEADERS = [
      "X-RateLimit-Limit",
      "X-RateLimit-Remaining",
      "X-RateLimit-Minute-Limit",
      "X-RateLimit-Minute-Remaining",
    ];
    for (const route of apiKeyRoutes) {
      const { responses } = operationOf(route);
      const rate = Object.keys(responses["200"]?.headers ?? {}).filter((name) => name.startsWith("X-RateLimit-"));
      const schema = responses["200"]?.content?.["application/json"]?.schema as { required: string[] };
      if (isPartners(route)) {
        expect(rate, route.id).toEqual(PARTNER_HEADERS);
        expect(schema.required, route.id).toEqual(["ok", "data"]);
        expect(partnerCodesOf(route, 403), route.id).toEqual(
          expect.arrayContaining(["PARTNER_REQUIRED", "PARTNER_SUSPENDED"]),
        );
        expect(partnerCodesOf(route, 429), route.id).toEqual(["RATE_LIMITED", "QUOTA_EXCEEDED"]);
      } else if (route.owner !== "user-or-account") {
        expect(rate, route.id).toEqual(["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"]);
        expect(withErrorShapes(responses), route.id).not.toMatch(
          /PARTNER_|QUOTA_|ACCOUNT_(?!NOT_FOUND)|SESSION_|error_code/,
        );
      }
    }
  });

  test("documents X-Account-Id once, with both surfaces' shapes and headers, only where it applies", () => {
    for (const route of apiKeyRoutes) {
      const acceptsAccount = route.owner === "user-or-account";
      expect(takes(route, "X-Account-Id"), route.id).toBe(acceptsAccount);
      expect(takes(route, "X-Account-Id*"), route.id).toBe(false);
      if (!acceptsAccount) continue;
      const { responses } = operationOf(route);
      const headers = Object.keys(responses["200"]?.headers ?? {});
      expect(headers, route.id).toEqual(expect.arrayContaining(["X-RateLimit-Reset", "X-RateLimit-Minute-Limit"]));
      const refused = JSON.stringify(responses["400"]);
      for (const shape of ["#/components/schemas/GeneralErrorA", "#/components/schemas/ErrorB"])
        expect(refused).toContain(shape);
      expect(partnerCodesOf(route, 404), route.id).toContain("ACCOUNT_NOT_FOUND");
    }
  });

  /** What the gateway offers by itself, and one of a provider's operations of each kind. */
  const OF_A_PROVIDER = /^(github_(list_issues|create_issue|get_issue|delete_comment)|google_download_file)$/;
  test("documents the operations as the stored snapshot says; a change of the API shows there", () => {
    const shown = api.operations.filter(({ operationId, path }) => {
      const isOfPlugin = PLUGIN_IDS.some((id) => path.startsWith(`/api/v1/${id}/`));
      return !isOfPlugin || OF_A_PROVIDER.test(operationId);
    });
    const { paths } = JSON.parse(source);
    const lines = shown.map(({ method, path, parameters, needsBody, body, responses }) => {
      const { security = [], summary, description, operationId } = paths[path][method.toLowerCase()];
      const ways = security.map((one: object) => JSON.stringify(one)).join(" or ") || "without a credential";
      const inputs = parameters.map((one) => `  ${one.in} ${one.name}${one.required ? "" : "?"}`);
      const bodies = body ? [`  body${needsBody ? "" : "?"}: ${Object.keys(body.properties ?? {}).join(", ")}`] : [];
      const answers = Object.entries(responses).map(([status, { content = {}, headers = {} }]) => {
        const types = Object.entries(content).map(([type, { schema }]) => `${type}:${schema.type ?? "any"}`);
        const codes = [...withErrorShapes(content).matchAll(/"(?:(?:error_)?code|error)":\{"enum":\[([^\]]*)\]/g)].map(
          ([, list]) => list,
        );
        return `  ${[status, ...types, ...Object.keys(headers), ...codes].join(" ")}`;
      });
      return [
        `${method} ${path} (${operationId}): ${ways}`,
        `  ${summary}: ${description}`,
        ...inputs,
        ...bodies,
        ...answers,
      ];
    });
    expect(lines.flat().join("\n")).toMatchSnapshot();
  });

  test("documents a partner error code only where it can occur", () => {
    const having = (status: number, code: string) =>
      apiKeyRoutes.filter((route) => partnerCodesOf(route, status).includes(code));
    const idsOf = (routes: readonly ApiKeyRoute[]) => routes.map(({ id }) => id).sort();
    expect(idsOf(having(409, "ACCOUNT_EXISTS"))).toEqual(["create_account"]);
    const at = (pattern: RegExp) => apiKeyRoutes.filter(({ path }) => pattern.test(path));
    expect(idsOf(having(404, "SESSION_NOT_FOUND"))).toEqual(idsOf(at(/accounts.*session_id\}/)));
    expect(idsOf(having(404, "INTEGRATION_NOT_FOUND"))).toEqual(
      idsOf(at(/accounts.*integrations\/\{provider\}|\/sources\/\{provider\}/)),
    );
    const named = apiKeyRoutes.filter(
      (route) =>
        route.owner === "user-or-account" || route.path.includes("/accounts/{id}") || route.id === "connect_customer",
    );
    expect(idsOf(having(404, "ACCOUNT_NOT_FOUND"))).toEqual(idsOf(named));
  });
});
