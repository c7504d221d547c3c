// OpenTelemetry: a request's trace with attempts, refreshes and statements; nothing secret in it, nothing of it at providers.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { createLog } from "../../../src/foundation/log/log.ts";
import { startOtel } from "../../../src/foundation/tracing/otel.ts";
import type { Tracing } from "../../../src/foundation/tracing/tracing.ts";
import { land, start, TEST_MS } from "../../support/connecting.ts";
import { LANES } from "../../support/database.ts";
import { type EchoProvider, echoPlugin, echoProvider } from "../../support/echo-provider.ts";
import { ADMIN_TOKEN, startTestGateway, type TestGateway } from "../../support/gateway.ts";
import { type OtlpReceiver, otlpReceiver } from "../../support/otlp-receiver.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(TEST_MS);
const TRACE = "4bf92f3577b34da6a3ce929d0e0e4736";
const HOUR_MS = 3_600_000;
const ENDPOINT = "OTEL_EXPORTER_OTLP_ENDPOINT";
const TIMEOUT = "OTEL_EXPORTER_OTLP_TIMEOUT";

/** The SDK's exporters read the process's environment. */
function otelAt(
  url: string,
  env: Record<string, string> = {},
  onFailure: (error: unknown) => void = () => {},
): Tracing {
  const before = process.env[ENDPOINT];
  process.env[ENDPOINT] = url;
  process.env[TIMEOUT] = "300";
  try {
    return startOtel({ env, onFailure });
  } finally {
    delete process.env[TIMEOUT];
    if (before === undefined) delete process.env[ENDPOINT];
    else process.env[ENDPOINT] = before;
  }
}

for (const lane of LANES) {
  describe(`traces and logs on ${lane}`, () => {
    let receiver: OtlpReceiver;
    let tracing: Tracing;
    let gateway: TestGateway;
    let provider: EchoProvider;
    let key: string;
    const sent: string[] = [];
    const lines: string[] = [];

    beforeAll(async () => {
      receiver = await otlpReceiver();
      tracing = otelAt(receiver.url);
      provider = echoProvider();
      gateway = await startTestGateway({
        lane,
        plugins: [echoPlugin],
        settings: { planted: { clientId: "client", clientSecret: `client-${crypto.randomUUID()}` } },
        fetch: (input, init) => {
          sent.push(JSON.stringify([...new Headers(init.headers)]));
          return provider.fetch(input, init);
        },
        tracing,
        log: createLog("debug", Date.now, (line) => void lines.push(line), tracing),
      });
      ({ key } = await gateway.user());
      const { state } = await start(gateway, key, "planted");
      await land(`${gateway.url}/api/v1/connect/callback?${new URLSearchParams({ state, code: "code-of-the-test" })}`);
      gateway.clock.move(HOUR_MS + 1_000);
      const headers = { traceparent: `00-${TRACE}-00f067aa0ba902b7-01`, tracestate: "vendor=1" };
      await gateway.call("GET", "/api/v1/planted/item", { key, headers });
      for (const status of [400, 500]) {
        provider.respondWith((path, echo) =>
          path === "/item" ? Response.json({ error: echo }, { status }) : undefined,
        );
        await gateway.call("GET", "/api/v1/planted/item", { key, headers });
      }
      await gateway.call("GET", `/api/v1/planted/broken?api_key=${key}`, { key });
      await gateway.call("GET", "/api/v1/planted/broken", { key });
      await gateway.admin("GET", "/users");
      await gateway.close();
      await tracing.close();
    });
    afterAll(() => receiver.close());

    test("a request continues the caller's trace, with its route, attempts, refresh and statements", () => {
      const spans = receiver.received("traces");
      expect(spans).toContain(Buffer.from(TRACE, "hex").toString("latin1"));
      for (const text of [
        "GET /api/v1/planted/item",
        "attempt planted_get_item",
        "refresh token",
        "database transaction",
        "http.route",
        "http.response.status_code",
        "service.name",
        "PROVIDER_ERROR",
      ]) {
        expect([text, spans.includes(text)]).toEqual([text, true]);
      }
    });

    test("lines of a request name its trace and id, in the log and at the collector", () => {
      const ofTrace = lines.filter((line) => line.includes(`"trace_id":"${TRACE}"`));
      expect(ofTrace.length).toBeGreaterThan(0);
      expect(ofTrace.every((line) => JSON.parse(line).request_id)).toBe(true);
      expect(receiver.received("logs")).toContain("connect_started");
    });

    test("S-60: no provider gets any of it", () => {
      expect(sent.length).toBeGreaterThan(3);
      expect(sent.filter((headers) => /traceparent|tracestate|baggage|4bf92f35/.test(headers))).toEqual([]);
    });

    test("S-71: no span, attribute or log line holds a secret", () => {
      const secrets = [
        key,
        ADMIN_TOKEN,
        "code-of-the-test",
        ...Object.values(provider.seen).flatMap((set) => [...set]),
      ];
      expect(secrets.length).toBeGreaterThan(6);
      const all = receiver.received("traces") + receiver.received("logs") + lines.join("\n");
      expect(secrets.filter((secret) => all.includes(secret))).toEqual([]);
    });
  });
}

describe("a collector that is gone", () => {
  test("is reported once, and bounds nothing but itself", async () => {
    const failures: unknown[] = [];
    const tracing = otelAt("http://127.0.0.1:1", {}, (error) => failures.push(error));
    const work = async () => new Response("ok");
    for (let i = 0; i < 6_000; i++) await tracing.request(new Request("http://localhost/"), `r${i}`, work);
    tracing.logLine("info", "something", {});
    await tracing.close();
    await until(() => failures.length > 0, 5_000);
    expect(failures).toHaveLength(1);
  });

  test("OTEL_TRACES_SAMPLER is honoured", async () => {
    const receiver = await otlpReceiver();
    const tracing = otelAt(receiver.url, { OTEL_TRACES_SAMPLER: "always_off" });
    await tracing.request(new Request("http://localhost/"), "r", async () => new Response("ok"));
    tracing.logLine("info", "something_happened", {});
    await tracing.close();
    expect([receiver.received("traces"), receiver.received("logs").includes("something_happened")]).toEqual(["", true]);
    await receiver.close();
  });
});
