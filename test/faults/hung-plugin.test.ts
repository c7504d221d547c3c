// A plugin that holds the whole process, where no deadline of the guard reaches: the process ends, and the next one serves.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type GatewayServer,
  newDataDir,
  newFolder,
  runJson,
  START_MS,
  startProcess,
  startServer,
} from "../support/gateway-process.ts";
import { connectedKey, type FaultStage, faultStage, send } from "./stage.ts";

setDefaultTimeout(4 * START_MS);

/** From the hang to the end: processor time of 5 s, or 20 s on a busy machine, and two looks. */
const END_MS = 30_000;
const LEAK = 'void Promise.reject(new Error("Nobody waits for this."));';
const REJECTED = "const response = await upstream.request({ path: path`/thing` });";

/** The stub, which goes wrong in one place, beside a whole plugin and one that hangs while it is imported. */
async function folderOf(changes: readonly (readonly [from: string, to: string])[], importing = ""): Promise<string> {
  const folder = newFolder();
  const stub = await Bun.file(new URL("./plugins/stub/index.ts", import.meta.url)).text();
  const changed = changes.reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The stub does not hold: ${from}`);
    return text.replace(from, () => to);
  }, stub);
  const named = (id: string) => stub.replace('id: "stub"', `id: "${id}"`);
  const texts = {
    stub: changed,
    whole: named("whole"),
    ...(importing && { importing: importing + named("importing") }),
  };
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, "index.ts"), text);
  }
  return folder;
}

describe("a gateway whose plugin holds the process", () => {
  let stage: FaultStage;
  beforeAll(async () => {
    stage = await faultStage();
  });
  afterAll(() => stage.end());

  const envOf = (folder: string) => ({
    ...stage.env,
    DATABASE_URL: stage.url ?? undefined,
    DATA_DIR: newDataDir(),
    GATEWAY_PLUGINS_DIR: folder,
  });
  const hungIn = (stderr: string) => {
    const lines = stderr.split("\n").filter((line) => line.includes("plugin_hung"));
    return lines.map((line) => JSON.parse(line));
  };
  const healthOf = async (server: GatewayServer) => {
    const response = await fetch(`${server.url}/health/ready`);
    return { status: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  const servesOthers = async (server: GatewayServer, key: string) => {
    // Its service is not connected, which only a plugin that serves can say.
    const { status, json } = await send(server, "GET", "/api/v1/whole/thing", { key });
    expect([status, json.code]).toEqual([403, "PERMISSION_DENIED"]);
  };

  test.each([
    ["loops after an await", [[LEAK, "for (;;);"]]],
    [
      "loops after a request that failed",
      [
        [
          REJECTED,
          "const response = await upstream.request({ path: path`/thing`, credential: 'missing' }).catch(async () => { for (;;); });",
        ],
      ],
    ],
    [
      "tries a pattern that backtracks again and again",
      [[LEAK, 'for (let i = 0; i < 1_000; i++) /^(\\w+\\s?)*$/.test("a".repeat(80) + "!");']],
    ],
  ] as [string, [string, string][]][])(
    "R-56: %s: it ends soon, and the next one serves all others",
    async (_, changes) => {
      const env = envOf(await folderOf(changes));
      const first = await startServer(env);
      const key = await connectedKey(first);
      const startedAt = performance.now();
      const [call, ended] = await Promise.all([
        send(first, "GET", "/api/v1/stub/leaky", { key }).catch(() => null),
        first.ended,
      ]);
      expect([call, ended.code]).toEqual([null, null]);
      expect(performance.now() - startedAt).toBeLessThan(END_MS);
      expect(hungIn(ended.stderr)).toMatchObject([
        { level: "error", event: "plugin_hung", plugin: "stub", phase: "run", quarantined_s: 600 },
      ]);
      const next = await startServer(env);
      const { status, json } = await healthOf(next);
      expect([status, json.quarantined]).toEqual([
        200,
        [{ plugin: "stub", part: null, until: expect.stringMatching(/^\d{4}-.*Z$/) }],
      ]);
      await servesOthers(next, key);
      const refused = await send(next, "GET", "/api/v1/stub/leaky", { key });
      expect([refused.status, refused.json.code]).toEqual([503, "PLUGIN_UNAVAILABLE"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(next.written.stderr).toContain('"event":"plugin_out_of_use","plugin":"stub"');
      const { code, json: checked } = await runJson(["doctor"], env);
      expect(code).toBe(1);
      expect(checked.checks.find(({ check }: { check: string }) => check === "plugin stub").message).toContain(
        "held the whole process and is out of use until",
      );
      const listed = await runJson(["plugin", "list"], env);
      expect(listed.json.quarantined).toEqual(json.quarantined);
      next.kill("SIGTERM");
      expect((await next.ended).code).toBe(0);
    },
  );

  test("R-56: loops while it is imported: the next start leaves it out", async () => {
    const env = envOf(await folderOf([], "for (;;);\n"));
    const startedAt = performance.now();
    const first = startProcess(["serve"], env);
    const ended = await first.ended;
    expect(performance.now() - startedAt).toBeLessThan(END_MS + START_MS);
    expect(ended.code).toBeNull();
    expect(hungIn(ended.stderr)).toMatchObject([{ plugin: "importing", phase: "load", quarantined_s: 600 }]);
    const next = await startServer({ ...env, GATEWAY_STRICT_PLUGINS: "true" });
    const { status, json } = await healthOf(next);
    expect([status, json.broken_plugins]).toEqual([200, ["importing"]]);
    const key = await connectedKey(next);
    expect((await send(next, "GET", "/api/v1/stub/thing", { key })).status).toBe(200);
    await servesOthers(next, key);
    const { code, json: checked } = await runJson(["doctor"], env);
    expect(code).toBe(1);
    expect(checked.checks.find(({ check }: { check: string }) => check === "plugin importing").message).toContain(
      "held the whole process while it was imported",
    );
  });

  test("R-56: what only waits, or computes within its deadline, ends nothing", async () => {
    const env = envOf(
      await folderOf([[LEAK, "const end = performance.now() + 1_500; while (performance.now() < end);"]]),
    );
    const server = await startServer(env);
    const key = await connectedKey(server);
    const held = stage.hold("/thing");
    const waiting = send(server, "GET", "/api/v1/stub/leaky", { key });
    await held.arrived();
    held.letGo();
    const statuses = [await waiting, await send(server, "GET", "/api/v1/stub/leaky", { key })].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([200, 200]);
    expect(hungIn(server.written.stderr)).toEqual([]);
    expect((await healthOf(server)).json).toEqual({ status: "ready" });
  });
});
