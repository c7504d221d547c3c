// Checks every route: keys, payment, headers, request ids, unknown names, content types and methods.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Imports } from "../../src/connections/imports/service.ts";
import type { EventStreams } from "../../src/events/inbox/stream.ts";
import { adminRoutes } from "../../src/operations/admin/routes.ts";
import { apiRoutes } from "../../src/server/api-routes.ts";
import { isPartners } from "../../src/web/http/route.ts";
import type { ApiKeyRoute, Route } from "../../src/web/pipeline/route.ts";
import { type ApiResponse, type CallOptions, startTestGateway, type TestGateway } from "../support/gateway.ts";
import { sendRaw } from "../support/raw-http.ts";
import { codeOf, generalError, partnerError, rateOf } from "../support/responses.ts";
import { until } from "../support/until.ts";

const METHODS = ["DELETE", "GET", "PATCH", "POST", "PUT"];
/** Below the limit of 60 refused requests a minute for an address. */
const REFUSED_AT_ONCE = 50;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const nameOf = (route: Route) => `${route.method} ${route.path}`;
const pathOf = (route: Route) => route.path.replace(/\{[^}]+\}/g, "sample-1");

describe("every route", () => {
  let gateway: TestGateway;
  let key: string;
  let apiKeyRoutes: ApiKeyRoute[];
  let admin: Route[];
  beforeAll(async () => {
    gateway = await startTestGateway({ lane: "postgres" });
    apiKeyRoutes = gateway.app.routes.filter((route) => route.access === "key");
    admin = gateway.app.routes.filter((route) => route.access === "admin");
    const user = await gateway.user();
    key = user.key;
    await gateway.admin("POST", "/partners", { user: user.email, tier: "pro" });
  }, 60_000);
  afterAll(() => gateway.close());
  beforeEach(() => void gateway.clock.nextMinute());

  const send = (route: Route, options: CallOptions & { query?: string; method?: string } = {}) => {
    const { query = "", method = route.method, ...rest } = options;
    const hasBody = route.body !== undefined && method === route.method;
    return gateway.call(method, pathOf(route) + query, { ...(hasBody && { body: {} }), ...rest });
  };
  /** Calls all routes in batches, each in its own minute; returns violations by route. */
  const wrongOnes = async (
    routes: readonly Route[],
    check: (route: Route) => Promise<string | null>,
    atOnce = REFUSED_AT_ONCE,
  ) => {
    const wrong: string[] = [];
    for (let i = 0; i < routes.length; i += atOnce) {
      gateway.clock.nextMinute();
      const group = routes.slice(i, i + atOnce);
      const found = await Promise.all(group.map(async (route) => ({ route, violation: await check(route) })));
      wrong.push(
        ...found.filter(({ violation }) => violation).map(({ route, violation }) => `${nameOf(route)}: ${violation}`),
      );
    }
    return wrong;
  };
  /** Runs assertions for a route; returns the failure as a violation. */
  const holds = (check: (route: Route) => Promise<void>) => async (route: Route) => {
    try {
      await check(route);
      return null;
    } catch (error) {
      return String(error).slice(0, 400);
    }
  };
  const forEvery = async (routes: readonly Route[], check: (route: Route) => Promise<void>, atOnce?: number) => {
    expect(routes.length).toBeGreaterThan(0);
    expect(await wrongOnes(routes, holds(check), atOnce)).toEqual([]);
  };
  const isPartnersRoute = (route: Route) => route.access === "key" && isPartners(route);
  /** An error in the shape of the route's surface. */
  const errorOf = (route: Route, text: string, code: string, details?: object) =>
    isPartnersRoute(route) ? partnerError(text, code, details) : generalError(text, code, details);
  /** Expects the rate headers of the route's surface. */
  const expectRates = (route: Route, response: ApiResponse) => {
    if (!isPartnersRoute(route)) return expect(rateOf(response).limit).toBe(1_000);
    const names = ["limit", "minute-limit"].map((name) => response.headers.get(`x-ratelimit-${name}`));
    expect(names).toEqual(["100000", "300"]);
    for (const name of ["remaining", "minute-remaining"]) {
      expect(response.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
    }
  };
  const expectInputError = (
    route: Route,
    response: ApiResponse,
    error: { in: string; path: string; message: string },
  ) => {
    expect(codeOf(response)).toBe("400 VALIDATION_ERROR");
    if (isPartnersRoute(route)) expect(response.json.error).toContain(error.message);
    else expect(response.json.details.errors).toContainEqual(error);
  };

  test("routes have a unique id, a unique path and declared parameters", () => {
    const { routes } = gateway.app;
    expect(new Set(routes.map(({ id }) => id)).size).toBe(routes.length);
    expect(new Set(routes.map(nameOf)).size).toBe(routes.length);
    for (const route of routes) {
      const inPath = [...route.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string);
      expect([nameOf(route), Object.keys(route.params?.properties ?? {}).sort()]).toEqual([
        nameOf(route),
        inPath.sort(),
      ]);
    }
    expect(apiKeyRoutes.length).toBeGreaterThan(90);
  });

  test("every operation that responds with an envelope is one whose return the compiler holds against its schema", () => {
    const { deps, routes } = gateway.app;
    const operationsOf = [...apiRoutes(deps, {} as EventStreams), ...adminRoutes(deps, {} as Imports)];
    const typed = operationsOf.map(({ id }): string => id);
    const isOperation = (route: Route) =>
      route.access === "admin" ||
      (route.access === "key" && (route.responds ?? "json") === "json" && route.provider === undefined);
    const operations = routes.filter(isOperation).map(({ id }) => id);
    // What a plugin declares is typed in the plugin; the metrics are text.
    expect(operations.filter((id) => id !== "prometheus_metrics" && !typed.includes(id))).toEqual([]);
    expect(operations.length).toBeGreaterThan(100);
  });

  test("without a key it is 401, with the rate headers and a request id", async () => {
    await forEvery(apiKeyRoutes, async (route) => {
      const response = await send(route);
      expect(codeOf(response)).toBe("401 AUTH_REQUIRED");
      const text = "Missing authorization header";
      expect(response.json).toEqual(
        isPartnersRoute(route) ? partnerError(text, "AUTH_REQUIRED", { reason: "key_missing" }) : { error: text },
      );
      expect(response.headers.get("www-authenticate")).toBe(
        ("wwwAuthenticate" in route && route.wwwAuthenticate?.(false)) || "Bearer",
      );
      expect(rateOf(response).limit).toBe(60);
      expect(response.headers.get("x-request-id")).toMatch(UUID);
    });
  });

  test("with a bad key it is 401, whatever else is wrong", async () => {
    await forEvery(apiKeyRoutes, async (route) => {
      const response = await send(route, {
        key: "sk_live_no",
        query: "?nothing=1",
        headers: { "x-request-id": "kept" },
      });
      expect(codeOf(response)).toBe("401 AUTH_REQUIRED");
      const text = "Invalid API key";
      expect(response.json).toEqual(isPartnersRoute(route) ? partnerError(text, "AUTH_REQUIRED") : { error: text });
      expect(rateOf(response).limit).toBe(60);
      expect(response.headers.get("x-request-id")).toBe("kept");
    });
  });

  test("past due it is 402, whatever else is wrong", async () => {
    const user = await gateway.user();
    await gateway.admin("POST", "/partners", { user: user.email, tier: "pro" });
    await gateway.admin("PATCH", `/users/${user.email}`, { payment_state: "past_due" });
    await until(async () => (await gateway.call("GET", "/api/v1/tools", { key: user.key })).status === 402);
    await forEvery(apiKeyRoutes, async (route) => {
      const response = await send(route, { key: user.key, query: "?nothing=1" });
      expect(codeOf(response)).toBe("402 PAYMENT_REQUIRED");
      expect(response.json).toEqual(
        errorOf(route, "Payment is past due. Update the payment method to continue.", "PAYMENT_REQUIRED"),
      );
      expectRates(route, response);
    });
  });

  test("an unknown query parameter is 400 and named, and the request id comes back", async () => {
    const declaring = apiKeyRoutes.filter((route) => !route.anyQuery);
    await forEvery(declaring, async (route) => {
      const response = await send(route, { key, query: "?no_such_name=1", headers: { "x-request-id": "kept" } });
      expectInputError(route, response, {
        in: "query",
        path: "/no_such_name",
        message: '"no_such_name" is not a parameter of this endpoint.',
      });
      expectRates(route, response);
      expect(response.headers.get("x-request-id")).toBe("kept");
    });
  });

  test("an unknown body field is 400 and named", async () => {
    await forEvery(
      apiKeyRoutes.filter((route) => route.body),
      async (route) => {
        const response = await send(route, { key, body: { no_such_field: 1 } });
        expectInputError(route, response, {
          in: "body",
          path: "/no_such_field",
          message: '"no_such_field" is not a known field.',
        });
      },
    );
  });

  test("a body with another content type is 415, and invalid JSON is 400", async () => {
    await forEvery(
      // Where a file may be the body, any other type is one: test/providers/calls/uploads.test.ts.
      apiKeyRoutes.filter((route) => route.body && !route.fileFields),
      async (route) => {
        const typed = await send(route, { key, body: "{}", headers: { "content-type": "text/plain" } });
        expect(codeOf(typed)).toBe("415 UNSUPPORTED_MEDIA_TYPE");
        const broken = await send(route, { key, body: "{" });
        expectInputError(route, broken, { in: "body", path: "", message: "The body is not valid JSON." });
      },
    );
  });

  test("an unsupported method is 405 and OPTIONS is 204, with the same Allow", async () => {
    const paths = [...Map.groupBy(apiKeyRoutes, (route) => route.path).values()];
    for (const atPath of paths) {
      const [route] = atPath as [ApiKeyRoute];
      if (route.responds === "proxy") continue;
      const known = atPath.map(({ method }) => method as string);
      const allow = [...known, ...(known.includes("GET") ? ["HEAD"] : []), "OPTIONS"].sort().join(", ");
      const method = METHODS.find((name) => !known.includes(name)) as string;
      const wrong = await send(route, { key, method });
      expect([nameOf(route), codeOf(wrong)]).toEqual([nameOf(route), "405 METHOD_NOT_ALLOWED"]);
      expect(wrong.json).toEqual(
        errorOf(route, `${method} is not possible at ${route.path}; try ${allow}.`, "METHOD_NOT_ALLOWED", { allow }),
      );
      const options = await send(route, { key, method: "OPTIONS" });
      expect([options.status, options.text]).toEqual([204, ""]);
      for (const response of [wrong, options]) {
        expect(response.headers.get("allow")).toBe(allow);
        expectRates(route, response);
      }
    }
  });

  test("HEAD returns the status and headers of GET without the body", async () => {
    await forEvery(
      apiKeyRoutes.filter((route) => route.method === "GET"),
      async (route) => {
        const [pending, whole] = [await send(route, { key, method: "HEAD" }), await send(route, { key })];
        expect([pending.text, codeOf(pending)]).toEqual(["", codeOf(whole)]);
        expectRates(route, pending);
      },
      // A user has two reports at once.
      2,
    );
    const raw = await sendRaw(gateway.url, {
      method: "HEAD",
      target: "/api/v1/usage",
      headers: [`Authorization: Bearer ${key}`],
    });
    expect([raw.status, raw.body]).toEqual([200, ""]);
  });

  test("S-74: hostile text in every parameter gets a documented response, never an internal error", async () => {
    const odd = [
      "%00",
      "%EF%BF%BF",
      "'%20or%201=1--",
      "%F0%9F%92%A9",
      "9999-12-31T23:59:59-23:59",
      "-1",
      "1e400",
      "{}",
    ];
    const isReport = ({ path }: Route) => path.startsWith("/api/v1/usage");
    const gives = async (route: Route) => {
      const names = Object.keys(route.query?.properties ?? {});
      for (const text of odd) {
        gateway.clock.nextMinute();
        const path = route.path.replace(/\{[^}]+\}/g, text);
        // One at a time, because the first error would hide the others.
        for (const query of "provider" in route && route.provider
          ? [""]
          : ["", ...names.map((name) => `?${name}=${text}`)]) {
          const response = await gateway.call(route.method, path + query, { key, ...(route.body && { body: {} }) });
          if (![200, 400, 403, 404].includes(response.status))
            throw new Error(`${path}${query} gives ${response.text}`);
        }
      }
    };
    await forEvery(
      apiKeyRoutes.filter((route) => !isReport(route)),
      gives,
    );
    // One after another: a user may run two reports at once.
    for (const route of apiKeyRoutes.filter(isReport)) await forEvery([route], gives);
  });

  test("operator routes are 401 without the admin token, even with an API key", async () => {
    // An address gets 60 such responses a minute.
    for (let i = 0; i < admin.length; i += 25) {
      gateway.clock.nextMinute();
      await forEvery(admin.slice(i, i + 25), async (route) => {
        const [none, wrong] = [await send(route), await send(route, { key, query: "?nothing=1" })];
        expect(none.json).toEqual({ error: "Missing authorization header" });
        expect(wrong.json).toEqual({ error: "Invalid admin token" });
        for (const response of [none, wrong]) {
          expect(codeOf(response)).toBe("401 AUTH_REQUIRED");
          expect(response.headers.get("www-authenticate")).toBe("Bearer");
        }
      });
    }
  });

  test("S-19: the callback accepts only GET, and every response has the address's rate headers", async () => {
    const path = "/api/v1/connect/callback";
    for (const method of [...METHODS.filter((name) => name !== "GET"), "HEAD"]) {
      const response = await gateway.call(method, `${path}?state=a&code=b`);
      expect(codeOf(response)).toBe("405 METHOD_NOT_ALLOWED");
      expect(response.headers.get("allow")).toBe("GET, OPTIONS");
      expect(rateOf(response)).toMatchObject({ limit: 60, remaining: 60 });
    }
    const page = await gateway.call("GET", `${path}?state=a&code=b`);
    expect(codeOf(page)).toBe("400 VALIDATION_ERROR");
    expect(rateOf(page)).toMatchObject({ limit: 60, remaining: 60 });
    expect(rateOf(await gateway.call("OPTIONS", path)).limit).toBe(60);
  });
});
