// SIGTERM while a callback, a refresh or a download is under way: what was begun comes to its end, and nothing is lost.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readConfig } from "../../src/config.ts";
import { createLog } from "../../src/log.ts";
import { platform } from "../../src/platform/bun.ts";
import { startGateway } from "../../src/serve.ts";
import { type GatewayServer, newDataDir, START_MS } from "../support/gateway-process.ts";
import { rawRequest } from "../support/raw-request.ts";
import { rejection } from "../support/rejection.ts";
import { until } from "../support/until.ts";
import { connectedKey, type FaultStage, FILE_HALF_BYTES, faultStage, newKey, send } from "./stage.ts";

setDefaultTimeout(2 * START_MS);

const FILE = Buffer.concat([Buffer.alloc(FILE_HALF_BYTES, "a"), Buffer.alloc(FILE_HALF_BYTES, "b")]);
const READ = "/api/v1/stub/thing";
const BYTES = { accept: "application/octet-stream" };
/** The longest that a stop waits, where a test does not want to wait for it. */
const STOP_MS = 300;

/** How long a gateway is looked at that must not end: without its work it would within some ten milliseconds. */
const LOOKED_AT_MS = 300;

const isRefused = (url: string) =>
  fetch(`${url}/health/live`, { headers: { connection: "close" } }).then(
    () => false,
    () => true,
  );

describe("a gateway that is told to stop", () => {
  let stage: FaultStage;
  let server: GatewayServer;
  let key: string;
  beforeAll(async () => {
    stage = await faultStage();
    server = await stage.start();
    key = await connectedKey(server);
  });
  afterAll(() => stage.end());

  /** Tells the gateway to stop while the provider holds an answer, and lets the answer go when no new request is taken. */
  const stopWhileHeld = async (held: ReturnType<FaultStage["hold"]>, lookedAtMs = 0) => {
    server.kill("SIGTERM");
    await until(() => isRefused(server.url), START_MS);
    const isLong = new Promise((resolve) => setTimeout(resolve, lookedAtMs, "alive"));
    expect(await Promise.race([server.ended, isLong])).toBe("alive");
    held.letGo();
  };
  /** Another request has gone there and back, so the gateway has seen what came before it. */
  const isNoticed = async () => expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  /** Ended in good order; a new one takes its place. */
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
    const held = stage.hold("/token");
    const answer = fetch(url, { redirect: "manual" });
    await held.arrived();
    await stopWhileHeld(held);
    expect((await answer).headers.get("location")).toContain("status=success");
    await expectStopped();
    expect(await sessionOf(of, id)).toBe("completed");
    expect((await send(server, "GET", READ, { key: of })).status).toBe(200);
  });

  test("R-05: within a callback whose browser has gone: the grant is stored all the same", async () => {
    const of = await newKey(server, "team");
    const { id, url } = await startConnect(of);
    const held = stage.hold("/token");
    const browser = new AbortController();
    const answer = fetch(url, { redirect: "manual", signal: browser.signal });
    await held.arrived();
    browser.abort();
    await rejection(answer);
    await isNoticed();
    await stopWhileHeld(held, LOOKED_AT_MS);
    await expectStopped();
    expect(await sessionOf(of, id)).toBe("completed");
    expect((await send(server, "GET", READ, { key: of })).status).toBe(200);
  });

  for (const [title, isCallerGone] of [
    ["R-05: within a refresh: the new pair is stored, and the call is answered and logged", false],
    [
      "R-05: within a refresh whose caller has gone: the new pair is stored all the same, or the grant would be lost",
      true,
    ],
  ] as const) {
    test(title, async () => {
      await expire();
      const before = await epochs();
      const held = stage.hold("/token");
      const caller = new AbortController();
      const ask = (id: string) =>
        fetch(server.url + READ, {
          headers: { authorization: `Bearer ${key}`, "x-request-id": id },
          signal: caller.signal,
        }).then(
          ({ status }) => status,
          () => "gone",
        );
      // The gateway may still hold the integration as it was: then it answers without a refresh.
      let id = "";
      let answer = Promise.resolve<number | string>(0);
      await until(() => {
        id = crypto.randomUUID();
        answer = ask(id);
        return Promise.race([held.arrived().then(() => true), answer.then(() => false)]);
      }, START_MS);
      if (isCallerGone) {
        caller.abort();
        await isNoticed();
      }
      await stopWhileHeld(held, isCallerGone ? LOOKED_AT_MS : 0);
      expect(await answer).toBe(isCallerGone ? "gone" : 200);
      await expectStopped();
      const after = await epochs();
      expect(after.filter(({ epoch }) => epoch === 2 + Number(isCallerGone))).toHaveLength(1);
      expect(after).not.toEqual(before);
      expect(after).toEqual(after.map(({ epoch }) => ({ epoch, lease_owner: null })));
      if (!isCallerGone) expect(await rowsOf(id)).toEqual([{ state: "done", status: 200 }]);
      expect((await send(server, "GET", READ, { key })).status).toBe(200);
    });
  }

  test("R-05: within a download: the file arrives whole, and its call is in the log", async () => {
    const held = stage.hold("/file");
    const id = crypto.randomUUID();
    const headers = { authorization: `Bearer ${key}`, "x-request-id": id, ...BYTES };
    const answer = await fetch(`${server.url}/api/v1/stub/file`, { headers });
    await held.arrived();
    await stopWhileHeld(held);
    expect(Buffer.from(await answer.arrayBuffer()).equals(FILE)).toBe(true);
    await expectStopped();
    expect(await rowsOf(id)).toEqual([{ state: "done", status: 200 }]);
  });

  test("R-05, R-44: while it drains it is not ready, takes new connections and ends each with its answer; Ctrl-C twice ends it", async () => {
    const draining = await stage.start(undefined, { DRAIN_SECONDS: "20" });
    const ask = (path: string) => fetch(draining.url + path, { headers: { authorization: `Bearer ${key}` } });
    expect((await ask(READ)).headers.get("connection")).not.toBe("close");
    draining.kill("SIGTERM");
    await until(async () => (await ask("/health/ready")).status === 503, START_MS);
    for (const path of ["/health/ready", "/health/live", READ]) {
      const answer = await ask(path);
      expect([path, answer.status, answer.headers.get("connection")]).toEqual([
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

  test("R-05: R-16: a download that is slower than a stop waits is broken off: the connection ends, never a complete 200", async () => {
    const lines: string[] = [];
    const env = { ...stage.env, DATABASE_URL: stage.url as string, DATA_DIR: newDataDir(), PORT: "0" };
    const log = createLog("warn", Date.now, (line) => void lines.push(line));
    const gateway = await startGateway({ config: readConfig(env), platform, builtIn: [], stopMs: STOP_MS, log });
    const held = stage.hold("/file");
    const id = crypto.randomUUID();
    const head = ["GET /api/v1/stub/file HTTP/1.1", `Authorization: Bearer ${key}`, `X-Request-Id: ${id}`];
    const cut = rawRequest(gateway.listening, [...head, `Accept: ${BYTES.accept}`]);
    const cutForFetch = fetch(`${gateway.listening}/api/v1/stub/file`, {
      headers: { authorization: `Bearer ${key}`, ...BYTES },
    }).then((response) => response.arrayBuffer());
    cutForFetch.catch(() => {});
    await held.arrived();
    const start = performance.now();
    await gateway.stop();
    expect(performance.now() - start).toBeGreaterThanOrEqual(STOP_MS);
    const { head: answered, body } = await cut;
    expect(answered).toStartWith("HTTP/1.1 200");
    expect(answered).not.toMatch(/content-length/i);
    expect(body.length).toBeGreaterThanOrEqual(FILE_HALF_BYTES);
    expect(body.endsWith("0\r\n\r\n")).toBe(false);
    await rejection(cutForFetch);
    expect(await rowsOf(id)).toEqual([{ state: "done", status: 200 }]);
    expect(lines).toEqual([]);
    held.letGo();
  });
});
