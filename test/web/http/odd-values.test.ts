// Odd values in paths, queries, bodies and forms are the caller's mistake, never a failure of ours.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { Kind, type TSchema } from "@sinclair/typebox";
import { Create } from "@sinclair/typebox/value";
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from "../../support/gateway.ts";

const ODD_TEXTS = [
  "\u0000",
  "a\u0000b",
  "\ud800",
  "1e309",
  "+275760-09-13T00:00:00Z",
  "9999-12-31T23:59:60Z",
  "-1",
  "NaN",
];
const IN_URLS = ["%00", "a%00b", "%ED%A0%80", "1e309", "9999999999999999999", "+275760-09-13T00:00:00Z", "-1"];

describe("odd values are never a failure of ours:", () => {
  let gateway: TestGateway;
  let key: string;
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres" });
    const user = await gateway.user();
    key = user.key;
    await gateway.admin("POST", "/partners", { user: user.email, tier: "enterprise" });
  }, 60_000);
  afterAll(() => gateway.close());

  const failures = async (requests: { method: string; path: string; body?: string }[], token: string) => {
    const found: string[] = [];
    for (const { method, path, body } of requests) {
      gateway.clock.nextMinute();
      const headers = {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      };
      const response = await fetch(gateway.url + path, { method, headers, body, redirect: "manual" });
      if (response.status >= 500 && response.status !== 503)
        found.push(`${method} ${path} ${body ?? ""}: ${response.status}`);
      await response.body?.cancel();
    }
    return found;
  };
  const ownRoutes = () => gateway.app.routes.filter((route) => !("provider" in route && route.provider));
  const tokenOf = (access: string) => (access === "admin" ? ADMIN_TOKEN : key);

  test("in the path and the query of every route of our own", async () => {
    const found: string[] = [];
    for (const route of ownRoutes()) {
      if (route.path.includes("/stream") || route.path.includes("backup")) continue;
      const names = Object.keys(route.query?.properties ?? {});
      const requests = IN_URLS.flatMap((odd) => {
        const path = route.path.replace(/\{[^{}]+\}/g, odd);
        const plain = route.path.replace(/\{[^{}]+\}/g, crypto.randomUUID());
        const body = route.body ? { body: "{}" } : {};
        const inPath = path === route.path ? [] : [{ method: route.method, path, ...body }];
        const inQuery = names.map((name) => ({ method: route.method, path: `${plain}?${name}=${odd}`, ...body }));
        return [...inPath, ...inQuery];
      });
      found.push(...(await failures(requests, tokenOf(route.access))));
    }
    expect(found).toEqual([]);
  }, 300_000);

  test("in each field of the body of every route of our own", async () => {
    const found: string[] = [];
    for (const route of ownRoutes()) {
      const { body } = route;
      if (!body || route.path.includes("backup") || route.path.includes("restore")) continue;
      const path = route.path.replace(/\{[^{}]+\}/g, crypto.randomUUID());
      const required = Object.fromEntries(
        (body.required ?? []).map((name) => [name, valid(body.properties[name] as TSchema)]),
      );
      const requests = Object.keys(body.properties).flatMap((name) =>
        [...ODD_TEXTS, null].map((odd) => {
          const body = escaped(JSON.stringify({ ...required, [name]: odd }));
          return { method: route.method, path, body };
        }),
      );
      found.push(...(await failures(requests, tokenOf(route.access))));
    }
    expect(found).toEqual([]);
  }, 300_000);
});

/** JSON whose first name is written with an escape: such a body is searched for texts that no column holds. */
const escaped = (json: string) =>
  json.replace(/"([a-z])/, (_, letter: string) => `"\\u00${letter.charCodeAt(0).toString(16)}`);

function valid(schema: TSchema): unknown {
  try {
    return schema[Kind] === "String" ? "x".repeat(schema.minLength ?? 3) : Create(schema);
  } catch {
    return "x";
  }
}
