// GET /metrics: who may read it, what it counts, what its labels never hold, and that it outlives the database.

import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { join } from "node:path";
import { createMetrics } from "../../../src/foundation/metrics/metrics.ts";
import { platform } from "../../../src/foundation/platform/bun.ts";
import { loadPlugins, pluginsInFolder } from "../../../src/providers/registry/load.ts";
import { labelsOf } from "../../../src/web/pipeline/server.ts";
import { land, start, TEST_MS } from "../../support/connecting.ts";
import { LANES, type TestDatabase, testDatabase } from "../../support/database.ts";
import { type EchoProvider, echoPlugin, echoProvider } from "../../support/echo-provider.ts";
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { ROOT } from "../../support/sources.ts";
import { readScrape, type Scrape, sumOf } from "./scrape.ts";

setDefaultTimeout(TEST_MS);
const HOUR_MS = 3_600_000;
const ITEM = { provider: "planted", method: "GET", endpoint: "/api/v1/planted/item" };

/** A database whose queries of requests fail while `isGone`. */
function failing(database: TestDatabase) {
  const state = { isGone: false };
  const { requests } = database.database;
  const query: typeof requests.query = (text, parameters) =>
    state.isGone ? Promise.reject(new Error("gone")) : requests.query(text, parameters);
  return { state, database: { ...database, database: { ...database.database, requests: { ...requests, query } } } };
}

for (const lane of LANES) {
  describe(`metrics on ${lane}`, () => {
    let real: TestDatabase;
    let gateway: TestGateway;
    let provider: EchoProvider;
    let setGone: (isGone: boolean) => void;
    const scrape = async (headers: Record<string, string> = {}): Promise<Scrape & { text: string; type: string }> => {
      const authorization = `Bearer ${ADMIN_TOKEN}`;
      const response = await gateway.call("GET", "/metrics", { headers: { authorization, ...headers } });
      expect(response.status).toBe(200);
      return { ...readScrape(response.text), text: response.text, type: response.headers.get("content-type") ?? "" };
    };
    const connect = async (key: string) => {
      const { state } = await start(gateway, key, "planted");
      await land(`${gateway.url}/api/v1/connect/callback?${new URLSearchParams({ state, code: "c" })}`);
    };

    beforeAll(async () => {
      provider = echoProvider();
      real = await testDatabase(lane);
      const { state, database } = failing(real);
      setGone = (isGone) => {
        state.isGone = isGone;
      };
      gateway = await startTestGateway({
        lane,
        database,
        plugins: [echoPlugin],
        fetch: provider.fetch,
        settings: { planted: { clientId: "client", clientSecret: "secret" } },
      });
    });
    afterAll(async () => {
      await gateway.close();
      await real.close();
    });

    test("without ADMIN_PORT it takes an admin token, and a viewer's is enough", async () => {
      expect((await gateway.call("GET", "/metrics")).status).toBe(401);
      const { key } = await gateway.user();
      expect((await gateway.call("GET", "/metrics", { key })).status).toBe(401);
      const made = await gateway.admin("POST", "/admin-tokens", { name: "prometheus", role: "viewer" });
      const viewer = await gateway.call("GET", "/metrics", { key: made.json.data.token });
      expect([viewer.status, viewer.headers.get("content-type")]).toEqual([
        200,
        "text/plain; version=0.0.4; charset=utf-8",
      ]);
    });

    test("it counts and times calls by provider, endpoint and code, and the provider's share apart", async () => {
      const { key, userId, keyId, email } = await gateway.user();
      await connect(key);
      const before = await scrape();
      for (let i = 0; i < 3; i++) await gateway.call("GET", ITEM.endpoint, { key });
      provider.respondWith(() => Response.json({ error: "no" }, { status: 500 }));
      await gateway.call("GET", ITEM.endpoint, { key });
      provider.respondWith(() => undefined);
      const after = await scrape();
      const more = (name: string, labels: Record<string, string>) =>
        sumOf(after, name, labels) - sumOf(before, name, labels);
      expect(more("gateway_requests_total", { ...ITEM, code: "OK" })).toBe(3);
      expect(more("gateway_requests_total", { ...ITEM, code: "PROVIDER_ERROR" })).toBe(1);
      expect(more("gateway_request_duration_seconds_count", ITEM)).toBe(4);
      expect(more("gateway_request_duration_seconds_bucket", { ...ITEM, le: "+Inf" })).toBe(4);
      expect(more("gateway_own_duration_seconds_count", { provider: "planted" })).toBe(4);
      expect(more("gateway_provider_attempts_total", { provider: "planted", outcome: "ok" })).toBe(3);
      expect(more("gateway_provider_attempts_total", { provider: "planted", outcome: "error" })).toBe(1);
      expect(more("gateway_provider_attempt_duration_seconds_count", { provider: "planted" })).toBe(4);
      expect(more("gateway_rate_limit_decisions_total", { surface: "user", decision: "admitted" })).toBe(4);
      const own = more("gateway_own_duration_seconds_sum", { provider: "planted" });
      expect(own).toBeGreaterThan(0);
      expect(own).toBeLessThanOrEqual(more("gateway_request_duration_seconds_sum", ITEM));
      for (const secret of [key, userId, keyId, email]) expect(after.text).not.toContain(secret);
    });

    test("it counts token refreshes, refusals of the limiter, and requests without a route as one", async () => {
      const { key } = await gateway.user({ tier: "free" });
      await connect(key);
      gateway.clock.move(HOUR_MS + 1_000);
      await gateway.call("GET", ITEM.endpoint, { key });
      // A free user has 60 calls a minute.
      await Promise.all(Array.from({ length: 62 }, (_, i) => gateway.call("GET", `/api/v1/made-up-${i}`, { key })));
      const seen = await scrape();
      expect(sumOf(seen, "gateway_token_refreshes_total", { provider: "planted", outcome: "refreshed" })).toBe(1);
      expect(sumOf(seen, "gateway_rate_limit_decisions_total", { decision: "refused_minute" })).toBeGreaterThan(0);
      expect(sumOf(seen, "gateway_rate_limit_leases_total", { window: "minute" })).toBeGreaterThan(0);
      expect(sumOf(seen, "gateway_requests_total", { endpoint: "(other)" })).toBeGreaterThanOrEqual(62);
      expect(seen.text).not.toContain("made-up");
    });

    test("it shows queues, the database, pools and the process", async () => {
      const seen = await scrape();
      for (const queue of ["inbound_webhooks", "source_polls", "source_subscriptions", "webhooks", "revocations"]) {
        expect(seen.samples.get(`gateway_queue_jobs{queue="${queue}",state="due"}`)).toBe(0);
        expect(seen.samples.get(`gateway_queue_oldest_due_seconds{queue="${queue}"}`)).toBe(0);
      }
      expect(seen.samples.get("gateway_database_up")).toBe(1);
      expect(sumOf(seen, "gateway_database_size_bytes")).toBeGreaterThan(1_000_000);
      expect(sumOf(seen, "gateway_database_pool_size")).toBe(lane === "postgres" ? 15 : 0);
      expect(sumOf(seen, "process_resident_memory_bytes")).toBeGreaterThan(1_000_000);
      expect(sumOf(seen, "process_open_fds")).toBeGreaterThan(0);
      expect(sumOf(seen, "gateway_build_info", { database: lane })).toBe(1);
      expect(seen.families).toContain("nodejs_eventloop_lag_p99_seconds");
    });

    test("OpenMetrics is written for those who ask for it", async () => {
      const seen = await scrape({ accept: "application/openmetrics-text; version=1.0.0" });
      expect(seen.type).toStartWith("application/openmetrics-text");
      expect(seen.families).toContain("gateway_requests");
      expect(sumOf(seen, "gateway_requests_total")).toBeGreaterThan(0);
      expect(seen.text).toEndWith("# EOF\n");
      expect((await scrape()).families).toContain("gateway_requests_total");
    });

    test("a database that is gone does not fail the scrape", async () => {
      setGone(true);
      const seen = await scrape();
      setGone(false);
      expect(seen.samples.get("gateway_database_up")).toBe(0);
      expect(seen.families).not.toContain("gateway_queue_jobs");
      expect(sumOf(seen, "gateway_requests_total")).toBeGreaterThan(0);
      expect((await scrape()).samples.get("gateway_database_up")).toBe(1);
    });
  });
}

describe("with a listener of its own", () => {
  test("the operator's listener gives the metrics to everybody there, and the callers' has none", async () => {
    const database = await testDatabase("embedded");
    const gateway = await startTestGateway({ lane: "embedded", database, env: { ADMIN_PORT: "1" } });
    const { handleOperator } = gateway.app;
    const operator = platform.serve({ hostname: "127.0.0.1", port: 0, fetch: handleOperator });
    expect((await fetch(`http://127.0.0.1:${operator.port}/metrics`)).status).toBe(200);
    const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
    expect((await gateway.call("GET", "/metrics", { headers })).status).toBe(404);
    await operator.stop();
    await gateway.close();
    await database.close();
  });

  test("the metrics of several processes become one scrape", async () => {
    const other = createMetrics();
    other.tokenRefresh("github", "refreshed");
    const { createExposer } = await import("../../../src/foundation/metrics/exposition.ts");
    const exposer = createExposer();
    const own = createMetrics();
    own.tokenRefresh("github", "refreshed");
    own.tokenRefresh("github", "client");
    const both = [await exposer.collect(own.families), await exposer.collect(other.families)];
    // As it comes from another process.
    const { text } = await exposer.write(JSON.parse(JSON.stringify(both)), false);
    const seen = readScrape(text);
    expect(sumOf(seen, "gateway_token_refreshes_total", { outcome: "refreshed" })).toBe(2);
    expect(sumOf(seen, "gateway_token_refreshes_total", { outcome: "client" })).toBe(1);
  });
});

test("with every endpoint of all plugins in use there are at most 26 series of requests for each", async () => {
  const plugins = await loadPlugins(pluginsInFolder(join(ROOT, "plugins")), []);
  const gateway = await startTestGateway({ lane: "embedded", plugins });
  const { routes, deps } = gateway.app;
  for (const route of routes) {
    const series = deps.metrics.route(labelsOf(route));
    for (const code of ["OK", "VALIDATION_ERROR", "PROVIDER_ERROR"]) series.end(code, 1, 0);
  }
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` };
  const { samples } = readScrape((await gateway.call("GET", "/metrics", { headers })).text);
  await gateway.close();
  expect(plugins.length).toBeGreaterThanOrEqual(14);
  const endpoints = plugins.flatMap((plugin) => Object.keys(plugin.endpoints));
  expect(samples.size).toBeLessThanOrEqual(26 * endpoints.length);
  expect(samples.size).toBeGreaterThan(routes.filter((route) => !("isPage" in route)).length * 14);
});
