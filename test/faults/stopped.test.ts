// SIGTERM during a callback, a refresh or a download: work in flight completes, and nothing is lost.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readConfig } from "../../src/foundation/config/config.ts";
import { createLog } from "../../src/foundation/log/log.ts";
import { platform } from "../../src/foundation/platform/bun.ts";
import { startGateway } from "../../src/server/start.ts";
import { type GatewayServer, newDataDir, START_MS } from "../support/gateway-process.ts";
import { sendRaw } from "../support/raw-http.ts";
import { rejection } from "../support/rejection.ts";
import { until } from "../support/until.ts";
import { connectedKey, type FaultStage, FILE_HALF_BYTES, faultStage, newKey, send } from "./stage.ts";

setDefaultTimeout(2 * START_MS);

const FILE = Buffer.concat([Buffer.alloc(FILE_HALF_BYTES, "a"), Buffer.alloc(FILE_HALF_BYTES, "b")]);
const READ = "/api/v1/stub/thing";
const BYTES = { accept: "application/octet-stream" };
/** A short limit of a stop's wait. */
const STOP_MS = 300;

/** How long to observe that a gateway keeps running; an idle one ends within some ten milliseconds. */
const LOOKED_AT_MS = 300;

const isRefused = (url: string) =>
  fetch(`${url}/health/live`, { headers: { connection: "close" } }).then(
    () => false,
    () => true,
  );

describe("a stopping gateway", () => {
  let stage: FaultStage;
  let server: GatewayServer;
  let key: string;
  beforeAll(async () => {
    stage = await faultStage();
    server = await stage.start();
    key = await connectedKey(server);
  });
  afterAll(() => stage.end());

  /** Stops the gateway while a provider response is blocked, and releases it once new requests are refused. */
  const stopDuring = async (blocked: ReturnType<FaultStage["hold"]>, lookedAtMs = 0) => {
    server.kill("SIGTERM");
    await until(() => isRefused(server.url), START_MS);
    const isLong = new Promise((resolve) => setTimeout(resolve, lookedAtMs, "alive"));
    expect(await Promise.race([server.ended, isLong])).toBe("alive");
    blocked.letGo();
  };
  /** A further request has completed, so the gateway has processed the earlier ones. */
  const isNoticed = async () => expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  /** Exited cleanly; a new process replaces it. */
  const expectStopped = async () => {
    const { code, stderr } = await server.ended;
    expect([code, stderr]).toEqual([0, ""]);
    server = await stage.start();
  };
  const startConnect = async (of: string) => {
    const body = { provider: "stub", redirect_url: "http://localhost/done" };
    const { json } = await send(server, "POST", "/api/v1/integrations/connect", { key: of, body });
    const state = new URL(json.data.connect_url).searchParams.get("state");
    return { id: json.data.session_id as string, url: `${server.url}/api/v1/connect/callback?code=c&state=${state}` };
  };
  const sessionOf = async (of: string, id: string) =>
    (await send(server, "GET", `/api/v1/integrations/connect/${id}`, { key: of })).json.data.status;
  const expire = () => stage.database.query("update integrations set access_expires_at = now() - interval '1 minute'");
  const epochs = () => stage.database.query<{ epoch: number }>("select epoch, lease_owner from integrations");
  const rowsOf = (id: string) =>
    stage.database.query("select state, status from usage_entries where request_id = $1", [id]);

  test("R-05: within a callback: the code is exchanged, the session completed, and the integration works after a restart", async () => {
    const of = await newKey(server, "team");
    const { id, url } = await startConnect(of);
    const blocked = stage.hold("/token");
    const response = fetch(url, { redirect: "manual" });
    await blocked.arrived();
    await stopDuring(blocked);
    expect((await response).headers.get("location")).toContain("status=success");
    await expectStopped();
    expect(await sessionOf(of, id)).toBe("completed");
    expect((await send(server, "GET", READ, { key: of })).status).toBe(200);
  });

  test("R-05: within a callback whose browser has disconnected: the grant is still stored", async () => {
    const of = await newKey(server, "team");
    const { id, url } = await startConnect(of);
    const blocked = stage.hold("/token");
    const browser = new AbortController();
    const response = fetch(url, { redirect: "manual", signal: browser.signal });
    await blocked.arrived();
    browser.abort();
    await rejection(response);
    await isNoticed();
    await stopDuring(blocked, LOOKED_AT_MS);
    await expectStopped();
    expect(await sessionOf(of, id)).toBe("completed");
    expect((await send(server, "GET", READ, { key: of })).status).toBe(200);
  });

  for (const [title, isCallerGone] of [
    ["R-05: within a refresh: the new token set is stored, and the call completes and is logged", false],
    [
      "R-05: within a refresh whose caller has gone: the new pair is stored all the same, or the grant would be lost",
      true,
    ],
  ] as const) {
    test(title, async () => {
      await expire();
      const before = await epochs();
      const blocked = stage.hold("/token");
      const caller = new AbortController();
      const ask = (id: string) =>
        fetch(server.url + READ, {
          headers: { authorization: `Bearer ${key}`, "x-request-id": id },
          signal: caller.signal,
        }).then(
          ({ status }) => status,
          () => "gone",
        );
      // The gateway may have the old integration cached, and then responds without a refresh.
      let id = "";
      let response = Promise.resolve<number | string>(0);
      await until(() => {
        id = crypto.randomUUID();
        response = ask(id);
        return Promise.race([blocked.arrived().then(() => true), response.then(() => false)]);
      }, START_MS);
      if (isCallerGone) {
        caller.abort();
        await isNoticed();
      }
      await stopDuring(blocked, isCallerGone ? LOOKED_AT_MS : 0);
      expect(await response).toBe(isCallerGone ? "gone" : 200);
      await expectStopped();
      const after = await epochs();
      expect(after.filter(({ epoch }) => epoch === 2 + Number(isCallerGone))).toHaveLength(1);
      expect(after).not.toEqual(before);
      expect(after).toEqual(after.map(({ epoch }) => ({ epoch, lease_owner: null })));
      if (!isCallerGone) expect(await rowsOf(id)).toEqual([{ state: "done", status: 200 }]);
      expect((await send(server, "GET", READ, { key })).status).toBe(200);
    });
  }

  test("R-05: within a download: the file arrives complete, and its call is in the log", async () => {
    const blocked = stage.hold("/file");
    const id = crypto.randomUUID();
    const headers = { authorization: `Bearer ${key}`, "x-request-id": id, ...BYTES };
    const response = await fetch(`${server.url}/api/v1/stub/file`, { headers });
    await blocked.arrived();
    await stopDuring(blocked);
    expect(Buffer.from(await response.arrayBuffer()).equals(FILE)).toBe(true);
    await expectStopped();
    expect(await rowsOf(id)).toEqual([{ state: "done", status: 200 }]);
  });

  test("R-05, R-44: while it drains it is not ready, accepts connections and closes each after its response; Ctrl-C twice ends it", async () => {
    const draining = await stage.start(undefined, { DRAIN_SECONDS: "20" });
    const ask = (path: string) => fetch(draining.url + path, { headers: { authorization: `Bearer ${key}` } });
    expect((await ask(READ)).headers.get("connection")).not.toBe("close");
    draining.kill("SIGTERM");
    await until(async () => (await ask("/health/ready")).status === 503, START_MS);
    for (const path of ["/health/ready", "/health/live", READ]) {
      const response = await ask(path);
      expect([path, response.status, response.headers.get("connection")]).toEqual([
        path,
        path.endsWith("ready") ? 503 : 200,
        "close",
      ]);
    }
    draining.kill("SIGTERM");
    expect(await isRefused(draining.url)).toBe(false);
    let code: number | null | undefined;
    draining.ended.then((ended) => {
      code = ended.code;
    });
    await until(() => {
      if (code === undefined) draining.kill("SIGINT");
      return code !== undefined;
    }, START_MS);
    expect(code).toBe(130);
  });

  test("R-05: R-16: a download slower than the stop's wait is aborted: the connection closes, never a complete 200", async () => {
    const lines: string[] = [];
    const env = { ...stage.env, DATABASE_URL: stage.url as string, DATA_DIR: newDataDir(), PORT: "0" };
    const log = createLog("warn", Date.now, (line) => void lines.push(line));
    const gateway = await startGateway({ config: readConfig(env), platform, builtIn: [], stopMs: STOP_MS, log });
    const blocked = stage.hold("/file");
    const id = crypto.randomUUID();
    const headers = [`Authorization: Bearer ${key}`, `X-Request-Id: ${id}`, `Accept: ${BYTES.accept}`];
    const cut = sendRaw(gateway.listening, { target: "/api/v1/stub/file", headers, mayBeCut: true });
    const cutForFetch = fetch(`${gateway.listening}/api/v1/stub/file`, {
      headers: { authorization: `Bearer ${key}`, ...BYTES },
    }).then((response) => response.arrayBuffer());
    cutForFetch.catch(() => {});
    await blocked.arrived();
    const start = performance.now();
    await gateway.stop();
    expect(performance.now() - start).toBeGreaterThanOrEqual(STOP_MS);
    const { status, head, encodedBody } = await cut;
    expect(status).toBe(200);
    expect(head).not.toMatch(/content-length/i);
    expect(encodedBody.length).toBeGreaterThanOrEqual(FILE_HALF_BYTES);
    expect(encodedBody.endsWith("0\r\n\r\n")).toBe(false);
    await rejection(cutForFetch);
    expect(await rowsOf(id)).toEqual([{ state: "done", status: 200 }]);
    expect(lines).toEqual([]);
    blocked.letGo();
  });
});
