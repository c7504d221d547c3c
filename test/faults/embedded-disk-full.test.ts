// The embedded database on a small file system that is full: a start gives up the reserve, or says what is the matter.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, rmSync, statSync, writeSync } from "node:fs";
import { join } from "node:path";
import { diskUse } from "../../src/foundation/db/disk.ts";
import { RESERVE_BYTES } from "../../src/foundation/db/disk-reserve.ts";
import { endProcesses, newFolder, run, runJson, START_MS, startServer } from "../support/gateway-process.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(4 * START_MS);

const FILE_SYSTEM_BYTES = 400 * 1024 * 1024;

/** Only root can mount, and not in every container. */
function mounted(folder: string): boolean {
  mkdirSync(folder);
  const words = ["-t", "tmpfs", "-o", `size=${FILE_SYSTEM_BYTES}`, "tmpfs", folder];
  return process.platform === "linux" && spawnSync("mount", words).status === 0;
}

const root = join(newFolder(), "disk");
const canMount = mounted(root);

describe.skipIf(!canMount)("the embedded database on a full disk", () => {
  const dataDir = join(root, "data");
  const filler = join(root, "filler");
  const env = { DATA_DIR: dataDir, GATEWAY_ENV: "production", DRAIN_SECONDS: "0" };
  const reserve = join(dataDir, "reserve");
  beforeAll(() => mkdirSync(dataDir));
  afterAll(async () => {
    // At once, also from under a process that a failed test leaves running.
    spawnSync("umount", ["--lazy", root]);
    await endProcesses();
  });

  /** Takes the last byte. */
  const fill = () => {
    const file = openSync(filler, "a");
    try {
      for (let size = 1024 * 1024; size >= 4096; size /= 2) {
        const chunk = Buffer.alloc(size);
        try {
          while (writeSync(file, chunk) === size);
        } catch (error) {
          if ((error as { code?: string }).code !== "ENOSPC") throw error;
        }
      }
    } finally {
      closeSync(file);
    }
  };
  const isReady = async (url: string) => (await fetch(`${url}/health/ready`)).status === 200;

  test("R-08: a start gives up the reserve and serves, a later one says how much is missing, and room brings all back", async () => {
    const first = await startServer(env);
    await until(() => existsSync(reserve) && statSync(reserve).size === RESERVE_BYTES, START_MS);
    fill();
    expect(diskUse(root)?.freeBytes).toBeLessThan(1_000_000);
    // As after a crash, so that the next start has to recover.
    first.kill("SIGKILL");
    await first.ended;

    const second = await startServer(env);
    expect(second.written.stderr).toContain('"event":"disk_reserve_released"');
    expect(existsSync(reserve)).toBe(false);
    await until(() => isReady(second.url), START_MS);
    expect((await run(["user", "create", "--email", "ada@example.com"], env)).code).toBe(0);
    second.kill("SIGTERM");
    expect((await second.ended).code).toBe(0);

    fill();
    const said = new RegExp(
      `The disk of ${dataDir} is full \\(ENOSPC, \\d MB free\\), and the embedded database needs 26 MB to start: move backups`,
    );
    const refused = await run(["serve"], env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(said)]);
    const doctor = await runJson(["doctor"], env);
    const line = { check: "database", ok: false, message: expect.stringMatching(said) };
    expect(doctor.json.checks).toContainEqual(expect.objectContaining(line));
    expect(doctor.json.checks).toContainEqual(expect.objectContaining({ check: "disk reserve", warning: true }));

    rmSync(filler);
    const third = await startServer(env);
    await until(() => isReady(third.url), START_MS);
    await until(() => existsSync(reserve) && statSync(reserve).size === RESERVE_BYTES, START_MS);
    const { json } = await runJson(["user", "list"], env);
    expect(json.users.map(({ email }: { email: string }) => email)).toEqual(["ada@example.com"]);
  });
});
