// A plugin whose code fails in a gateway process: only its call fails, the process survives, and the log names the plugin.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
import { ownDetails } from "../support/responses.ts";
import { until } from "../support/until.ts";
import { connectedKey, type FaultStage, faultStage, send } from "./stage.ts";

setDefaultTimeout(2 * START_MS);

const OTHERS = 20;

describe("a gateway whose plugin", () => {
  let stage: FaultStage;
  let server: GatewayServer;
  let key: string;
  beforeAll(async () => {
    stage = await faultStage();
    server = await stage.start();
    key = await connectedKey(server);
  });
  afterAll(() => stage.end());

  const call = (path: string, id: string) =>
    send(server, "GET", `/api/v1/stub/${path}`, { key, headers: { "x-request-id": id } });
  const others = () => Promise.all(Array.from({ length: OTHERS }, (_, i) => call("thing", `other-${i}`)));
  /** Log lines since the call, which contain its id. */
  const logged = () =>
    server.written.stderr
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  const errors = async (kind: string) => {
    const headers = { authorization: `Bearer ${server.adminToken}` };
    const text = await (await fetch(`${server.url}/metrics`, { headers })).text();
    const line = text.split("\n").find((one) => one.startsWith("gateway_plugin_errors_total") && one.includes(kind));
    return Number(line?.split(" ").at(-1) ?? 0);
  };
  /** The failing call, with others during and after it. */
  const among = async (path: string) => {
    const before = logged().length;
    const [wrong, ...beside] = await Promise.all([call(path, `wrong-${path}`), others(), call("thing", "beside")]);
    const good = [...beside.flat(), ...(await others())];
    expect(good.map(({ status }) => status)).toEqual(good.map(() => 200));
    return { wrong, before };
  };

  test("R-35: throws in a map gets INTERNAL_ERROR and a log line, and other calls continue", async () => {
    const { wrong, before } = await among("broken");
    expect([wrong.status, wrong.json.code]).toEqual([500, "INTERNAL_ERROR"]);
    expect(JSON.stringify(wrong.json)).not.toContain("The map broke");
    const lines = logged().slice(before);
    expect(lines).toMatchObject([{ event: "internal_error", plugin: "stub", request_id: "wrong-broken" }]);
    expect(lines[0].error.message).toStartWith("The map broke at ");
  });

  test("R-35: leaves a rejection unhandled: the process survives, the call gets a response, and the log names the plugin", async () => {
    const { wrong, before } = await among("leaky");
    expect(wrong.status).toBe(200);
    await until(() => logged().length > before, START_MS);
    expect(logged().slice(before)).toMatchObject([
      { level: "error", event: "unhandled_rejection", plugin: "stub", error: { message: "Nobody waits for this." } },
    ]);
  });

  test("R-35: throws in a timer: the process survives, the call gets a response, and the log names the plugin", async () => {
    const { wrong, before } = await among("late");
    expect(wrong.status).toBe(200);
    await until(() => logged().length > before, START_MS);
    expect(logged().slice(before)).toMatchObject([
      { level: "error", event: "uncaught_exception", plugin: "stub", error: { message: "Nobody catches this." } },
    ]);
  });

  test.each([
    ["of another type", "lying", "/id"],
    ["that is none", "missing", "/"],
  ])("R-55: a map with a result %s gets PLUGIN_ERROR, one line in the log and a count", async (_, path, at) => {
    const { wrong, before } = await among(path);
    const again = await call(path, "again");
    for (const { status, json } of [wrong, again]) {
      expect([status, json.code]).toEqual([500, "PLUGIN_ERROR"]);
      expect(ownDetails(json)).toEqual({
        provider: "stub",
        part: `endpoints.get_${path}_thing`,
        path: at,
      });
    }
    expect(logged().slice(before)).toMatchObject([
      { level: "error", event: "plugin_result_wrong", plugin: "stub", part: `endpoints.get_${path}_thing`, path: at },
    ]);
    expect(await errors("result")).toBeGreaterThanOrEqual(2);
  });

  test("R-55: callers do not get a field that the shape does not name, and the log names its place", async () => {
    const { wrong, before } = await among("talkative");
    expect([wrong.status, wrong.json]).toEqual([200, { data: { id: "1" } }]);
    expect(logged().slice(before)).toMatchObject([{ event: "plugin_result_wrong", kind: "undeclared", path: "/*" }]);
    expect(JSON.stringify(logged().slice(before))).not.toContain("more");
  });

  test("R-55: a loop without an end is stopped, and its part is out of use while everything else serves", async () => {
    const { wrong, before } = await among("endless");
    expect([wrong.status, wrong.json.code]).toEqual([500, "PLUGIN_ERROR"]);
    expect(wrong.json.details).toMatchObject({ reason: "deadline", part: "endpoints.get_endless_thing" });
    const startedAt = performance.now();
    const seen = stage.seen.length;
    const again = await call("endless", "again");
    expect([again.status, again.json.code]).toEqual([503, "PLUGIN_UNAVAILABLE"]);
    expect(again.json.details.reason).toBe("quarantined");
    expect(stage.seen.slice(seen)).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(1_500);
    expect(logged().slice(before)).toMatchObject([
      { level: "error", event: "plugin_stopped", plugin: "stub", part: "endpoints.get_endless_thing" },
    ]);
    expect(await errors("deadline")).toBe(1);
  });

  test("R-35: loops for 200 ms blocks other calls for that long, and the log names it", async () => {
    const { wrong, before } = await among("slow");
    expect(wrong.status).toBe(200);
    expect(logged().slice(before)).toMatchObject([
      { level: "warn", event: "plugin_slow", plugin: "stub", endpoint: "stub_get_slow_thing" },
    ]);
    expect(logged()[before].duration_ms).toBeGreaterThanOrEqual(200);
  });
});
