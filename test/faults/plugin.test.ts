// A plugin whose code fails in a gateway process: only its call fails, the process survives, and the log names the plugin.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { type GatewayServer, START_MS } from "../support/gateway-process.ts";
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

  test("R-35: loops for 200 ms blocks other calls for that long, and the log names it", async () => {
    const { wrong, before } = await among("slow");
    expect(wrong.status).toBe(200);
    expect(logged().slice(before)).toMatchObject([
      { level: "warn", event: "plugin_slow", plugin: "stub", endpoint: "stub_get_slow_thing" },
    ]);
    expect(logged()[before].duration_ms).toBeGreaterThanOrEqual(200);
  });
});
