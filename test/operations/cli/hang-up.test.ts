// SIGHUP, as log rotation sends it: the gateway serves on, and its log goes to the path of LOG_FILE again.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import {
  endProcesses,
  migratedDataDir,
  newDataDir,
  newFolder,
  START_MS,
  startProcess,
  startServer,
} from "../../support/gateway-process.ts";
import { testPostgres } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

const eventsIn = (file: string): { event: string; worker?: number }[] =>
  existsSync(file)
    ? readFileSync(file, "utf8")
        .trimEnd()
        .split("\n")
        .map((line) => JSON.parse(line))
    : [];
const isThere = (file: string, event: string) => eventsIn(file).some((line) => line.event === event);
const statusAt = async (url: string) => (await fetch(`${url}/health/ready`)).status;

describe("SIGHUP", () => {
  test("opens LOG_FILE again after a rotation, and stops nothing", async () => {
    const file = join(newFolder(), "gateway.log");
    const server = await startServer({ DATA_DIR: await migratedDataDir(), LOG_FILE: file, LOG_LEVEL: "info" });
    expect(isThere(file, "listening")).toBe(true);
    renameSync(file, `${file}.1`);
    server.kill("SIGHUP");
    await until(() => isThere(file, "log_file_reopened"), START_MS);
    expect(await statusAt(server.url)).toBe(200);
    server.kill("SIGTERM");
    const { code, stderr } = await server.ended;
    expect([code, stderr]).toEqual([0, ""]);
    expect(eventsIn(file).map(({ event }) => event)).toEqual(["log_file_reopened", "stopped"]);
    expect(isThere(`${file}.1`, "listening")).toBe(true);
  });

  test("without LOG_FILE is a line of the log and nothing else", async () => {
    const server = await startServer({ DATA_DIR: await migratedDataDir(), LOG_LEVEL: "info" });
    server.killGroup("SIGHUP");
    await until(() => server.written.stderr.includes('"hang_up_ignored"'), START_MS);
    expect(await statusAt(server.url)).toBe(200);
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  });

  test("to the supervisor of workers reaches each of them", async () => {
    const folder = newFolder();
    const file = join(folder, "gateway.log");
    const server = startProcess(["serve", "--workers", "2"], {
      DATA_DIR: newDataDir(),
      DATABASE_URL: await (await testPostgres()).createDatabase(),
      GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, "key of a test").toString("base64")}`,
      GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
      LOG_FILE: file,
    });
    await until(() => /Gateway at .*\n/.test(server.written.stdout), START_MS);
    renameSync(file, `${file}.1`);
    server.kill("SIGHUP");
    const reopened = () =>
      eventsIn(file).flatMap(({ event, worker }) => (event === "log_file_reopened" ? [worker] : []));
    await until(() => reopened().length === 3, START_MS);
    expect(reopened().sort()).toEqual([1, 2, undefined]);
    const [, url] = /Gateway at (\S+)/.exec(server.written.stdout) ?? [];
    expect(await statusAt(String(url).replace(/,$/, ""))).toBe(200);
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  });
});
