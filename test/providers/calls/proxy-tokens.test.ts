// Raw requests within the bounds of every call: refused tokens, rate limits, circuits, switched-off services, usage rows.
import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { IncomingMessage, ServerResponse } from "node:http";
import { DEFAULT_RESILIENCE } from "../../../src/providers/upstream/resilience.ts";
import { connected } from "../../support/acme.ts";
import { HOOK_MS, integrationOf } from "../../support/connecting.ts";
import { laneOf } from "../../support/database.ts";
import { startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { always, type ProviderServer, proxied, startProviderServer } from "../../support/proxied-provider.ts";
import { codeOf } from "../../support/responses.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(HOOK_MS);
const ROOT = "/api/v1/proxied/proxy";

describe.each(laneOf(import.meta.file))("a raw request on %s", (lane) => {
  let gateway: TestGateway;
  let api: ProviderServer;
  /** Tokens that the provider takes. */
  const valid = new Set<string>();
  let isGrantGone = false;
  let answer = always(200, {}, "ok");
  const provider = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url ?? "";
    if (path === "/token") {
      request.resume();
      if (isGrantGone) return void response.writeHead(400).end('{"error":"invalid_grant"}');
      const access = `renewed-${crypto.randomUUID()}`;
      valid.add(access);
      return void response.writeHead(200).end(JSON.stringify({ access_token: access, refresh_token: "r2" }));
    }
    const token = (request.headers.authorization ?? "").replace("Bearer ", "");
    const isRefused = !valid.has(token) || path.endsWith("/forbidding");
    if (isRefused) return always(401, { "www-authenticate": "Bearer" }, '{"message":"no"}')(request, response);
    if (path === "/v2/me") return always(200, { "content-type": "application/json" }, '{"id":"1"}')(request, response);
    return answer(request, response);
  };
  beforeAll(async () => {
    api = await startProviderServer();
    api.answer(provider);
    gateway = await startTestGateway({
      lane,
      plugins: [proxied],
      settings: {
        proxied: {
          clientId: "acme-client",
          clientSecret: "secret",
          baseUrl: { items: `${api.url}/v2`, files: api.url },
          tokenUrl: `${api.url}/token`,
        },
      },
      resilience: { ...DEFAULT_RESILIENCE, failureThreshold: 3 },
    });
  });
  afterAll(async () => {
    await gateway.close();
    await api.close();
  });
  beforeEach(() => {
    gateway.clock.nextMinute();
    api.seen.splice(0);
    isGrantGone = false;
    answer = always(200, {}, "ok");
  });

  const someone = async ({ refresh, isTaken = true }: { refresh?: string; isTaken?: boolean } = {}) => {
    const user = await connected(gateway, proxied, refresh);
    if (isTaken) valid.add(user.accessToken);
    const permissions = ["*", "gateway:integrations.read", "gateway:usage.read", "proxy.use"];
    const made = await gateway.admin("POST", "/keys", { user: user.userId, permissions });
    return { ...user, key: made.json.data.key as string };
  };
  const send = (key: string, method = "GET", path = "/v2/x", headers: Record<string, string> = {}) =>
    gateway.call(method, ROOT + path, { key, headers, ...(method !== "GET" && { body: { a: 1 } }) });
  const steps = () => api.seen.map(({ method, url }) => `${method} ${url}`);
  const statusOf = async (key: string) => (await integrationOf(gateway, key, "proxied")).status;

  test("R-23: a GET with a refused token succeeds by one refresh and one more request", async () => {
    const { key } = await someone({ refresh: "r1", isTaken: false });
    const response = await send(key);
    expect([response.status, response.text]).toEqual([200, "ok"]);
    expect(steps()).toEqual(["GET /v2/x", "POST /token", "GET /v2/x"]);
  });

  test.each(["POST", "PUT", "PATCH", "DELETE"])("a %s with a refused token is never sent twice", async (method) => {
    const { key } = await someone({ refresh: "r1", isTaken: false });
    const first = await send(key, method);
    expect([first.status, first.headers.get("x-upstream-status"), first.text]).toEqual([
      401,
      "401",
      '{"message":"no"}',
    ]);
    expect(steps()).toEqual([`${method} /v2/x`, "POST /token"]);
    // The token was renewed for the next one.
    expect((await send(key, method)).status).toBe(200);
  });

  test("a path that refuses every token passes its 401, refreshes once a minute and ends nothing", async () => {
    const { key } = await someone({ refresh: "r1" });
    for (let i = 0; i < 3; i++) {
      const response = await send(key, "GET", "/v2/forbidding");
      expect([response.status, response.headers.get("x-upstream-status")]).toEqual([401, "401"]);
    }
    expect(steps().filter((step) => step === "POST /token")).toHaveLength(1);
    expect(await statusOf(key)).toBe("active");
  });

  test("without a refresh token the identity request decides whether the grant is gone", async () => {
    const alive = await someone();
    expect((await send(alive.key, "GET", "/v2/forbidding")).headers.get("x-upstream-status")).toBe("401");
    expect(await statusOf(alive.key)).toBe("active");
    const dead = await someone({ isTaken: false });
    const refused = await send(dead.key, "POST");
    expect([codeOf(refused), refused.headers.has("x-upstream-status")]).toEqual(["401 INTEGRATION_REVOKED", false]);
    await until(async () => (await statusOf(dead.key)) === "revoked");
  });

  test("a refresh that says that the grant is gone ends the integration", async () => {
    const { key } = await someone({ refresh: "r1", isTaken: false });
    isGrantGone = true;
    expect(codeOf(await send(key))).toBe("401 INTEGRATION_REVOKED");
    api.seen.splice(0);
    await until(async () => {
      api.seen.splice(0);
      return codeOf(await send(key)) === "401 INTEGRATION_REVOKED" && api.seen.length === 0;
    });
  });

  test("R-19: a 429 passes as it is, and nothing is sent before its Retry-After has passed", async () => {
    const { key } = await someone();
    answer = always(429, { "retry-after": "30" }, "slow down");
    const limited = await send(key);
    expect([limited.status, limited.headers.get("x-upstream-status"), limited.headers.get("retry-after")]).toEqual([
      429,
      "429",
      "30",
    ]);
    answer = always(200, {}, "ok");
    const waiting = await send(key, "POST");
    expect([codeOf(waiting), waiting.json.details.reason]).toEqual(["503 PROVIDER_UNAVAILABLE", "rate_limited"]);
    expect(steps()).toEqual(["GET /v2/x"]);
    gateway.clock.move(31_000);
    expect((await send(key)).status).toBe(200);
  });

  test("statuses of a host that is down pass as they are until the owner's circuit opens; nothing is sent again", async () => {
    const { key } = await someone();
    answer = always(503, {}, "down");
    for (let i = 0; i < 3; i++) expect((await send(key)).headers.get("x-upstream-status")).toBe("503");
    const open = await send(key);
    expect([codeOf(open), open.json.details.reason]).toEqual(["503 PROVIDER_UNAVAILABLE", "circuit_open"]);
    expect(steps()).toHaveLength(3);
    const other = await someone();
    answer = always(200, {}, "ok");
    expect((await send(other.key)).status).toBe(200);
  });

  test("an Idempotency-Key goes to the provider, and the gateway replays nothing", async () => {
    const { key } = await someone();
    for (let i = 1; i <= 2; i++) {
      answer = always(200, {}, `answer ${i}`);
      const response = await send(key, "POST", "/v2/x", { "idempotency-key": "once" });
      expect([response.text, response.headers.has("idempotency-replayed")]).toEqual([`answer ${i}`, false]);
    }
    expect(api.seen.map(({ headers }) => headers["idempotency-key"])).toEqual(["once", "once"]);
    const broken = await send(key, "POST", "/v2/x", { "idempotency-key": "two words" });
    expect(codeOf(broken)).toBe("400 VALIDATION_ERROR");
  });

  test("each request has one row, with its method, template and status, and never its path", async () => {
    const { key } = await someone();
    answer = always(418, {}, "no");
    await send(key, "POST", "/v2/secret-path?token=secret-query");
    gateway.clock.move(1);
    await send(key, "GET", "/v2/secret-path");
    const { entries } = (await gateway.call("GET", "/api/v1/usage?action=proxy.use", { key })).json.data;
    const row = { endpoint: "/api/v1/proxied/proxy/{path}", provider: "proxied", status: 418, units: 1 };
    expect(entries).toEqual([
      expect.objectContaining({ ...row, method: "GET" }),
      expect.objectContaining({ ...row, method: "POST" }),
    ]);
    expect(JSON.stringify([entries, gateway.logLines])).not.toMatch(/secret-(path|query)/);
  });

  test("what is switched off for an account refuses raw requests for it", async () => {
    const { key, integrationId } = await someone();
    const off = "update integrations set disabled_services = array['items.write'] where id = $1";
    await gateway.database.database.query(off, [integrationId]);
    // A gateway that has not cached the integration.
    const fresh = await startTestGateway({
      lane,
      database: gateway.database,
      plugins: [proxied],
      settings: {
        proxied: {
          clientId: "acme-client",
          clientSecret: "secret",
          baseUrl: { items: `${api.url}/v2`, files: api.url },
        },
      },
    });
    const refused = await fresh.call("GET", `${ROOT}/v2/x`, { key });
    await fresh.close();
    expect(codeOf(refused)).toBe("403 PERMISSION_DENIED");
    expect(refused.json.error).toContain("items.write");
    expect(steps()).toEqual([]);
  });
});
