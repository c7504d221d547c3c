// Restores straight from the place of the job's backups, a bucket or a folder; and one into Postgres that is killed on its way.
import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { openEmbedded } from "../../../src/foundation/db/embedded.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { createMetrics } from "../../../src/foundation/metrics/metrics.ts";
import { registerKeyRing } from "../../../src/foundation/vault/key-ring-check.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import { backUpIfDue } from "../../../src/operations/backup/job.ts";
import { createBackups } from "../../../src/operations/backup/service.ts";
import { findSource } from "../../../src/operations/backup/source.ts";
import { embeddedTemplate, LANES, type Lane, testDatabase } from "../../support/database.ts";
import {
  endProcesses,
  newDataDir,
  newFolder,
  run,
  runJson,
  START_MS,
  startProcess,
  startServer,
} from "../../support/gateway-process.ts";
import { type TestPostgres, testPostgres } from "../../support/postgres.ts";
import { rejection } from "../../support/rejection.ts";
import { S3_ACCESS_KEY, S3_REGION, S3_SECRET_KEY, type S3Server, startS3 } from "../../support/s3-server.ts";
import { until } from "../../support/until.ts";
import { ringNamed } from "./sample.ts";

setDefaultTimeout(6 * START_MS);
afterAll(endProcesses);

const DAY_MS = 86_400_000;
const PREFIX = "gateways/one/";
const KEYS = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const vault = createVault(ringNamed("k1"));
const USERS = 40_000;

let s3: S3Server;
beforeEach(() => {
  s3 = startS3();
});
afterEach(() => s3.stop());

const s3Settings = () => ({
  endpoint: s3.url,
  bucket: "backups",
  prefix: PREFIX,
  region: S3_REGION,
  accessKey: S3_ACCESS_KEY,
  secretKey: S3_SECRET_KEY,
});
/** The environment of a machine that has nothing but the key ring and the bucket. */
const bucketEnv = () => ({
  DATA_DIR: newDataDir(),
  GATEWAY_SECRET_KEYS: KEYS,
  GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
  GATEWAY_BACKUP_S3_ENDPOINT: s3.url,
  GATEWAY_BACKUP_S3_BUCKET: "backups",
  GATEWAY_BACKUP_S3_PREFIX: PREFIX,
  GATEWAY_BACKUP_S3_REGION: S3_REGION,
  GATEWAY_BACKUP_S3_ACCESS_KEY: S3_ACCESS_KEY,
  GATEWAY_BACKUP_S3_SECRET_KEY: S3_SECRET_KEY,
});

/** Lets the job make sealed backups, one a day, of a database with some users; in the bucket without a folder. */
async function backedUp(lane: Lane, days: number, folder: string | null = null): Promise<string[]> {
  const dataDir = newFolder();
  const opened = lane === "postgres" ? await testDatabase(lane) : null;
  const database: OpenDatabase = opened?.database ?? (await openEmbedded({ dataDir, template: embeddedTemplate }));
  try {
    await registerKeyRing(database, vault);
    await database.query(
      `insert into users (id, email) select gen_random_uuid(), 'user-' || n || '@example.com' from generate_series(1, ${USERS}) n`,
    );
    const clock = { time: Date.parse("2026-11-27T00:00:00Z"), now: () => clock.time };
    const log = createLog("error", undefined, () => {});
    const place = folder === null ? { s3: s3Settings() } : { folder };
    const config = { dataDir, backups: { place, everyMs: DAY_MS, keep: { backups: 9 }, isVerified: false } };
    const deps = { config, clock, log, metrics: createMetrics(), vault, commandLine: [] };
    for (let day = 0; day < days; day++, clock.time += DAY_MS)
      await backUpIfDue({ ...deps, backups: createBackups(database, log) }, database, new AbortController().signal);
    const rows = await database.query<{ name: string; outcome: string }>(
      "select name, outcome from backup_runs order by started_at",
    );
    expect(rows.map(({ outcome }) => outcome)).toEqual(Array.from({ length: days }, () => "made"));
    return rows.map(({ name }) => name);
  } finally {
    await (opened?.close() ?? database.close());
  }
}

let server: TestPostgres | null = null;
/** What a restore into an empty place needs of its database. */
async function targetOf(lane: Lane): Promise<{ DATABASE_URL?: string }> {
  if (lane === "embedded") return {};
  server = await testPostgres();
  return { DATABASE_URL: await server.createDatabase() };
}

async function usersIn(env: { DATA_DIR: string; DATABASE_URL?: string }): Promise<number> {
  const text = "select count(*)::int as users from users";
  if (env.DATABASE_URL === undefined) {
    const database = await openEmbedded({ dataDir: env.DATA_DIR });
    const [row] = await database.query<{ users: number }>(text);
    await database.close();
    return row?.users ?? 0;
  }
  const client = postgres(env.DATABASE_URL, { max: 1 });
  const [row] = await client.unsafe<{ users: number }[]>(text);
  await client.end();
  return row?.users ?? 0;
}

for (const lane of LANES) {
  describe(`R-46: a sealed backup of ${lane} in a bucket`, () => {
    test("is listed, verified and restored by its name or its key, without a copy of the file here", async () => {
      const names = await backedUp(lane, 3);
      s3.objects.set(`${PREFIX}notes.txt`, new Uint8Array(5));
      const env = { ...bucketEnv(), ...(await targetOf(lane)) };
      const listed = await runJson(["backup", "list"], env);
      expect(listed.json.backups).toEqual(
        names.toReversed().map((backup, i) => ({
          backup,
          taken_at: `2026-11-${29 - i}T00:00:00Z`,
          bytes: s3.objects.get(PREFIX + backup)?.byteLength,
        })),
      );
      const [newest = ""] = names.toReversed();
      const verified = await runJson(["backup", "verify", `s3:${PREFIX}${newest}`], env);
      expect([verified.code, verified.json.file, verified.json.key_ring]).toEqual([
        0,
        `s3:${PREFIX}${newest}`,
        "opens it",
      ]);
      const work = newFolder();
      const restored = await runJson(["restore", newest], { ...env, TMPDIR: work }, work);
      expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining("It contains nothing after")]);
      expect(await usersIn(env)).toBe(USERS);
      expect(readdirSync(work)).toEqual([]);
    });
  });
}

describe("R-46: a backup in a bucket", () => {
  test("is read on where the connection breaks, and never from two versions of it", async () => {
    const [name = ""] = await backedUp("embedded", 1);
    const key = PREFIX + name;
    const whole = s3.objects.get(key) as Uint8Array;
    const half = () => {
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          controller.enqueue(whole.slice(0, 1_000));
          controller.close();
        },
      });
      return new Response(body);
    };
    const source = await findSource(`s3:${key}`, { s3: s3Settings() }, { waitMs: 1 });
    s3.failures.push(half, () => new Response("", { status: 500 }));
    expect(Buffer.concat(await Array.fromAsync(source.read()))).toEqual(Buffer.from(whole));
    expect(s3.requests.filter((line) => line.startsWith("GET"))).toHaveLength(3);
    s3.objects.set(key, whole.slice(0, -1));
    expect(String(await rejection(Array.fromAsync(source.read())))).toContain("was replaced while it was read");
    s3.failures.push(...Array.from({ length: 5 }, () => () => new Response("", { status: 503 })));
    expect(String(await rejection(Array.fromAsync(source.read())))).toContain("cannot be reached, or closes");
  });

  test("that is not there, and a bucket that is not set or refuses, are one sentence without the keys", async () => {
    const env = bucketEnv();
    const absent = await run(["restore", "gateway-20261127T000000Z-00000000.backup"], env);
    expect([absent.code, absent.stderr]).toEqual([
      1,
      `There is no ${PREFIX}gateway-20261127T000000Z-00000000.backup in the bucket backups: gateway backup list shows what there is.\n`,
    ]);
    const bare = { DATA_DIR: newDataDir(), GATEWAY_SECRET_KEYS: KEYS };
    const unset = await run(["restore", "s3:x"], bare);
    expect([unset.code, unset.stderr]).toEqual([1, expect.stringContaining("set GATEWAY_BACKUP_S3_ENDPOINT")]);
    const nowhere = await run(["backup", "list"], bare);
    expect([nowhere.code, nowhere.stderr]).toEqual([1, expect.stringContaining("No place of backups is set")]);
    const refused = await run(["backup", "list"], { ...env, GATEWAY_BACKUP_S3_SECRET_KEY: "wrong-secret" });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/responded with 403 \(GET of the bucket, SignatureDoesNotMatch\): see .*ACCESS_KEY/),
    ]);
    expect(refused.stderr).not.toMatch(/wrong-secret|hidden/);
  });
});

test("R-46: a backup in the job's folder is restored by its name; a file of that name here comes first", async () => {
  const folder = newFolder();
  const [name = ""] = await backedUp("embedded", 1, folder);
  writeFileSync(join(folder, "other.backup"), "");
  const env = { DATA_DIR: newDataDir(), GATEWAY_SECRET_KEYS: KEYS, GATEWAY_BACKUP_DIR: folder };
  const { json } = await runJson(["backup", "list"], env);
  expect(json.backups.map(({ backup }: { backup: string }) => backup)).toEqual([name]);
  const here = newFolder();
  writeFileSync(join(here, name), "no backup");
  const other = await run(["restore", name], env, here);
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining("is not a complete backup")]);
  expect((await run(["restore", name], env, newFolder())).code).toBe(0);
  expect(await usersIn(env)).toBe(USERS);
});

describe.skipIf(!LANES.includes("postgres"))("R-46: a restore into Postgres that is killed on its way", () => {
  test("leaves what no start takes for a database, and is done by the same command again", async () => {
    const [name = ""] = await backedUp("postgres", 1);
    const whole = s3.objects.get(PREFIX + name) as Uint8Array;
    const env = { ...bucketEnv(), ...(await targetOf("postgres")), LOG_LEVEL: "error" };
    let isStalled = false;
    const stalling = () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start(controller) {
            controller.enqueue(whole.slice(0, whole.byteLength - 100_000));
            isStalled = true;
          },
        }),
      );
    // HEAD, the read that checks it, and the one that fills the tables.
    s3.failures.push(null, null, stalling);
    const restoring = startProcess(["restore", name], env);
    await until(() => isStalled, 3 * START_MS);
    const client = postgres(env.DATABASE_URL ?? "", { max: 1 });
    const copied = async () =>
      (await client`select 1 from pg_locks where mode = 'AccessExclusiveLock' and relation = to_regclass('users')`)
        .length;
    await until(async () => (await copied()) > 0, START_MS);
    const refusal = /^A restore into the database "\w+" has not ended, .*run the same gateway restore again/;
    const during = await run(["serve"], env);
    expect([during.code, during.stderr]).toEqual([1, expect.stringMatching(refusal)]);
    restoring.kill("SIGKILL");
    await restoring.ended;
    await until(async () => (await copied()) === 0, START_MS);
    for (const words of [["serve"], ["migrate"]]) {
      const { code, stderr } = await run(words, env);
      expect([words, code, stderr]).toEqual([words, 1, expect.stringMatching(refusal)]);
    }
    const doctor = await runJson(["doctor"], env);
    expect(doctor.json.checks).toContainEqual(
      expect.objectContaining({ check: "database", ok: false, message: expect.stringMatching(refusal) }),
    );
    expect((await run(["restore", name], env)).code).toBe(0);
    expect(await usersIn(env)).toBe(USERS);
    const tables = await client`select to_regclass('unfinished_restore') as mark`;
    expect(tables[0]?.mark).toBeNull();
    await client.end();
    const gateway = await startServer(env);
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
    gateway.kill("SIGTERM");
    await gateway.ended;
  });
});
