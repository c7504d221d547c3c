// The embedded database on a small file system that is full: a start gives up the reserve, or says what is the matter.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { diskUse } from "../../src/foundation/db/disk.ts";
import { RESERVE_BYTES } from "../../src/foundation/db/disk-reserve.ts";
import {
  endProcesses,
  migratedDataDir,
  newFolder,
  run,
  runJson,
  runProcess,
  START_MS,
  startServer,
} from "../support/gateway-process.ts";
import { until } from "../support/until.ts";

setDefaultTimeout(4 * START_MS);

const MEGABYTE = 1024 * 1024;
const FILE_SYSTEM_BYTES = 400 * MEGABYTE;
/** Takes a new database, and not all that the first start writes into it. */
const TIGHT_BYTES = 40 * MEGABYTE;
/** Takes the files of a small backup, and no recovery of them. */
const TRIAL_BYTES = 32 * MEGABYTE;

/** Only root can mount, and not in every container. */
function mounted(folder: string, bytes: number): boolean {
  mkdirSync(folder);
  const words = ["-t", "tmpfs", "-o", `size=${bytes}`, "tmpfs", folder];
  return process.platform === "linux" && spawnSync("mount", words).status === 0;
}

const root = join(newFolder(), "disk");
const canMount = mounted(root, FILE_SYSTEM_BYTES);

describe.skipIf(!canMount)("the embedded database on a full disk", () => {
  const dataDir = join(root, "data");
  const filler = join(root, "filler");
  const tight = join(newFolder(), "tight");
  const env = { DATA_DIR: dataDir, GATEWAY_ENV: "production", DRAIN_SECONDS: "0" };
  const reserve = join(dataDir, "reserve");
  beforeAll(() => mkdirSync(dataDir));
  afterAll(async () => {
    // At once, also from under a process that a failed test leaves running.
    spawnSync("umount", ["--lazy", root, tight]);
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

  test("a first start that fills the disk says so, and begins anew with room", async () => {
    mounted(tight, TIGHT_BYTES);
    const env = { DATA_DIR: join(tight, "data") };
    const refused = await run(["serve"], env);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/The disk of .* is full \(ENOSPC/)]);
    spawnSync("mount", ["-o", `remount,size=${FILE_SYSTEM_BYTES}`, tight]);
    const server = await startServer(env);
    await until(() => isReady(server.url), START_MS);
    server.kill("SIGTERM");
    await server.ended;
  });

  test("a trial of a backup that fills the disk asks for room, and says nothing against the backup", async () => {
    const source = await migratedDataDir();
    const file = join(newFolder(), "one.backup");
    expect((await run(["backup", file], { DATA_DIR: source })).code).toBe(0);
    fill();
    truncateSync(filler, statSync(filler).size - TRIAL_BYTES);
    const { code, stdout } = await runProcess(["backup", "verify", file, "--json"], { DATA_DIR: source, TMPDIR: root });
    expect([code, JSON.parse(stdout).error]).toEqual([1, expect.stringMatching(/: free some space\.$/)]);
    const target = { DATA_DIR: join(root, "restored") };
    const restored = await runProcess(["restore", file], target);
    expect([restored.code, restored.stderr]).toEqual([1, expect.stringMatching(/: free some space\.\n$/)]);
    rmSync(filler);
    // Nothing of it is left, so that a start is none of an unfinished restore.
    expect(readdirSync(target.DATA_DIR)).toEqual(["gateway.lock"]);
    expect((await runProcess(["restore", file], target)).code).toBe(0);
    const again = await runProcess(["backup", "verify", file, "--json"], { DATA_DIR: source, TMPDIR: root });
    expect(again.code).toBe(0);
  });
});
