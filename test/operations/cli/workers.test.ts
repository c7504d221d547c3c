// `gateway serve --workers`: several processes at one address, started again when one dies, stopped together.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../../src/foundation/config/config.ts";
import { workerCount } from "../../../src/operations/cli/workers.ts";
import {
  endProcesses,
  type GatewayProcess,
  newDataDir,
  run,
  START_MS,
  startProcess,
  type Variables,
} from "../../support/gateway-process.ts";
import { type OtlpReceiver, otlpReceiver } from "../../support/otlp-receiver.ts";
import { testPostgres } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(3 * START_MS);

const SECRETS = {
  GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, "key of a test").toString("base64")}`,
  GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
};
const CALLS = 40;

describe("the number of workers", () => {
  const onPostgres = readConfig({ DATABASE_URL: "postgres://127.0.0.1/gateway", ...SECRETS });

  test.each<[string | undefined, number]>([
    [undefined, 1],
    ["1", 1],
    ["3", 3],
  ])("%p is %d", (text, count) => expect(workerCount(text, onPostgres)).toBe(count));

  test("auto is one for each core", () => expect(workerCount("auto", onPostgres)).toBeGreaterThan(0));

  test.each(["0", "65", "-1", "two", "1.5", ""])("%p is refused", (text) => {
    expect(() => workerCount(text, onPostgres)).toThrow("--workers must be a whole number from 1 to 64, or auto");
  });

  test("R-42: the embedded database refuses more than one", async () => {
    const dataDir = newDataDir();
    const { code, stdout, stderr } = await run(["serve", "--workers", "2"], { DATA_DIR: dataDir, PORT: "0" });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toBe("--workers needs Postgres (DATABASE_URL): the embedded database allows one process.\n");
    expect(existsSync(dataDir)).toBe(false);
  });
});

describe("two workers", () => {
  const env: Variables & { DATA_DIR: string } = { DATA_DIR: newDataDir(), PORT: "0", ADMIN_PORT: "0", ...SECRETS };
  let gateway: GatewayProcess;
  let url = "";
  let receiver: OtlpReceiver;
  beforeAll(async () => {
    receiver = await otlpReceiver();
    env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url;
    env.DATABASE_URL = await (await testPostgres()).createDatabase();
    await start();
  });
  afterAll(async () => {
    await endProcesses();
    await receiver.close();
    await (await testPostgres()).dropDatabase(env.DATABASE_URL as string);
  });

  const start = async () => {
    gateway = startProcess(["serve", "--workers", "2"], { LOG_LEVEL: "info", ...env });
    await until(() => gateway.written.stdout.includes("\n"), START_MS);
    url =
      /^Gateway at (\S+), with 2 workers\n(?:Become the dashboard's first owner, within an hour: \S+\n)?$/.exec(
        gateway.written.stdout,
      )?.[1] ?? "";
  };
  const lines = (event: string) =>
    gateway.written.stderr
      .split("\n")
      .filter((line) => line.includes(`"event":"${event}"`))
      .map((line) => JSON.parse(line));
  const workers = () =>
    readFileSync(`/proc/${gateway.pid}/task/${gateway.pid}/children`, "utf8").trim().split(" ").map(Number);
  const isGone = (pid: number) => !existsSync(`/proc/${pid}`);
  /** Each over a connection of its own, which the kernel gives to either worker. */
  const statuses = async (path = "/health/ready", at = url) => {
    const headers = { connection: "close", authorization: `Bearer ${SECRETS.GATEWAY_ADMIN_TOKEN}` };
    const all = Array.from({ length: CALLS }, () => fetch(at + path, { headers, keepalive: false }));
    return [...new Set((await Promise.all(all)).map(({ status }) => status))];
  };

  test("each worker sends its log lines to the collector", async () => {
    // A number in protobuf: the field 3 (integer) of the value after the attribute's name.
    const sent = (worker: number) =>
      receiver.received("logs").includes(`worker\x12\x02\x18${String.fromCharCode(worker)}`);
    await until(() => sent(1) && sent(2), START_MS);
  });

  test("serve callers and the operator at one address each, after one migration, and commands find them", async () => {
    expect(workers()).toHaveLength(2);
    expect(lines("listening").map(({ worker }) => worker)).toEqual([1, 2]);
    expect(new Set(lines("listening").map(({ port }) => port)).size).toBe(1);
    expect(lines("migrated").map(({ worker }) => worker)).toEqual([1]);
    expect(await statuses()).toEqual([200]);
    const { url: adminUrl, pid } = JSON.parse(readFileSync(join(env.DATA_DIR, "server.json"), "utf8"));
    expect(pid).toBe(gateway.pid);
    expect(await statuses("/admin/v1/users", adminUrl)).toEqual([200]);
    const listed = await run(["user", "list"], { DATA_DIR: env.DATA_DIR });
    expect([listed.code, listed.stdout]).toEqual([0, "(none)\n"]);
  });

  test("/metrics counts the requests of all of them, whichever is asked", async () => {
    expect(await statuses("/api/v1/tools")).toEqual([401]);
    const { url: adminUrl } = JSON.parse(readFileSync(join(env.DATA_DIR, "server.json"), "utf8"));
    for (let i = 0; i < 6; i++) {
      const text = await (await fetch(`${adminUrl}/metrics`, { headers: { connection: "close" } })).text();
      const counts = text.split("\n").filter((line) => /^gateway_requests_total\{.*"AUTH_REQUIRED"/.test(line));
      expect(counts.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0)).toBe(CALLS);
    }
  });

  test("a second gateway at their port is refused", async () => {
    const port = new URL(url).port;
    const second = await run(["serve", "--workers", "2"], { ...env, DATA_DIR: newDataDir(), PORT: port });
    expect([second.code, second.stderr]).toEqual([
      1,
      `Port ${port} of 127.0.0.1 is taken; set PORT (0 picks a free one).\n`,
    ]);
  });

  test("one that dies is started again, and the other serves meanwhile", async () => {
    const [killed = 0] = workers();
    process.kill(killed, "SIGKILL");
    await until(() => lines("worker_ended").length === 1);
    expect(lines("worker_ended")[0]).toMatchObject({ worker: 1, signal: "SIGKILL", starts_again_in_ms: 250 });
    expect(await statuses()).toEqual([200]);
    await until(() => lines("listening").length === 3, START_MS);
    expect(await statuses()).toEqual([200]);
    expect(workers()).not.toContain(killed);
  });

  test("R-44: a signal to the whole group, twice, drains all of them and ends with 0", async () => {
    const pids = workers();
    gateway.killGroup("SIGTERM");
    gateway.killGroup("SIGTERM");
    expect((await gateway.ended).code).toBe(0);
    expect(
      lines("stopped")
        .map(({ worker }) => worker)
        .sort(),
    ).toEqual([1, 2]);
    expect(pids.filter((pid) => !isGone(pid))).toEqual([]);
    expect(existsSync(join(env.DATA_DIR, "server.json"))).toBe(false);
  });

  test("R-01: without their supervisor they drain and end", async () => {
    await start();
    const pids = workers();
    gateway.kill("SIGKILL");
    await until(() => pids.every(isGone), START_MS);
    expect(lines("stopped")).toHaveLength(2);
  });
});
