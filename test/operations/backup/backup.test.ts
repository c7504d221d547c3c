// Backups of a running gateway's embedded database, their verification, and restores that are killed and repeated.
import { afterAll, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openEmbedded } from "../../../src/foundation/db/embedded.ts";
import { createBackups } from "../../../src/operations/backup/service.ts";
import { embeddedTemplate } from "../../support/database.ts";
import { startTestGateway } from "../../support/gateway.ts";
import {
  endProcesses,
  type GatewayServer,
  migratedDataDir,
  newDataDir,
  newFolder,
  run,
  runJson,
  runProcess,
  START_MS,
  startProcess,
  startServer,
} from "../../support/gateway-process.ts";
import { rejection } from "../../support/rejection.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(4 * START_MS);
afterAll(endProcesses);

/** Users that are created one after the other while the backup is made. */
function createUsers(server: GatewayServer) {
  const created: string[] = [];
  let isEnough = false;
  const headers = { authorization: `Bearer ${server.adminToken}`, "content-type": "application/json" };
  const running = (async () => {
    while (!isEnough) {
      const email = `user-${created.length}@example.com`;
      const response = await fetch(`${server.url}/admin/v1/users`, {
        method: "POST",
        headers,
        body: JSON.stringify({ email }),
      });
      if (response.status === 200) created.push(email);
    }
  })();
  const end = () => {
    isEnough = true;
    return running;
  };
  return { created, end };
}

test("R-46: a backup under load has every acknowledged write of before, and a restore killed on its way is completed", async () => {
  const DATA_DIR = await migratedDataDir();
  const server = await startServer({ DATA_DIR });
  const users = createUsers(server);
  await until(() => users.created.length > 20, START_MS);
  const before = users.created.length;
  const file = join(newFolder(), "gateway.backup");
  const made = await runJson(["backup", file, "--with-secrets"], { DATA_DIR });
  expect([made.code, made.json]).toEqual([0, expect.objectContaining({ file, needs_keys: ["k1"], secrets: true })]);
  await users.end();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  server.kill("SIGKILL");
  await server.ended;

  const target = newDataDir();
  const killed = startProcess(["restore", file], { DATA_DIR: target });
  await until(() => existsSync(join(target, "restoring", "pglite", "global")), START_MS);
  killed.kill("SIGKILL");
  await killed.ended;
  const restored = await runJson(["restore", file], { DATA_DIR: target });
  expect([restored.code, restored.json]).toEqual([
    0,
    expect.objectContaining({ former_database: null, secrets: true }),
  ]);
  const { json } = await runJson(["user", "list"], { DATA_DIR: target });
  const emails = (json.users as { email: string }[]).map(({ email }) => email).sort();
  const missing = users.created.slice(0, before).filter((email) => !emails.includes(email));
  expect(missing).toEqual([]);
  // One point in time: no gap among what was written during the backup.
  expect(emails.length).toBeGreaterThanOrEqual(before);
  expect(emails).toEqual(users.created.slice(0, emails.length).sort());

  const verified = await runJson(["backup", "verify", file], { DATA_DIR: newDataDir() });
  expect([verified.code, verified.json.key_ring]).toEqual([0, "opens it"]);
  expect(verified.json.tables).toContainEqual({ table: "users", rows: emails.length });
});

test("R-46: a backup of a stopped gateway changes nothing; commands for Postgres and without a database say what to do", async () => {
  const DATA_DIR = await migratedDataDir();
  const file = join(newFolder(), "gateway.backup");
  expect((await run(["backup", file], { DATA_DIR })).code).toBe(0);
  // As in a container with a read-only root: the data folder alone can be written.
  const readOnly = { DATA_DIR, TMPDIR: join(DATA_DIR, "missing") };
  expect((await runProcess(["backup", "verify", file], readOnly)).code).toBe(0);
  const nowhere = { DATA_DIR: join(DATA_DIR, "missing"), TMPDIR: join(DATA_DIR, "missing") };
  expect((await runProcess(["backup", "verify", file], nowhere)).stderr).toContain("set TMPDIR to a folder with space");
  const refusals: [string[], Record<string, string>, string][] = [
    [["backup", file], { DATA_DIR }, "already exists"],
    [["backup", `${file}2`], { DATA_DIR: newDataDir() }, "There is no database"],
    [["backup", `${file}2`, "--with-secrets"], { DATA_DIR }, "does not exist"],
    [
      ["restore", file],
      {
        DATA_DIR,
        DATABASE_URL: "postgres://localhost/x",
        GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32).toString("base64")}`,
        GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
      },
      "The backup is of the embedded database, and DATABASE_URL names a Postgres",
    ],
  ];
  const ended = await Promise.all(refusals.map(([words, env]) => runJson(words, env)));
  expect(ended.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
  ended.forEach(({ json }, i) => void expect(json.error).toContain(refusals[i]?.[2]));
});

test("R-46: a gateway in memory has none, and one of an older version without the route must be stopped first", async () => {
  const memory = await startTestGateway({ lane: "embedded" });
  const { status, json } = await memory.admin("POST", "/backup");
  expect([status, json.error]).toEqual([409, expect.stringContaining("A database in memory cannot be backed up")]);
  await memory.close();

  const older = Bun.serve({
    port: 0,
    fetch: ({ url }) => Response.json({}, { status: url.endsWith("/health/live") ? 200 : 404 }),
  });
  const DATA_DIR = await migratedDataDir();
  const server = { url: `http://127.0.0.1:${older.port}`, admin_token: "admin-token-for-tests", pid: process.pid };
  writeFileSync(join(DATA_DIR, "server.json"), JSON.stringify(server));
  const refused = await runJson(["backup", join(newFolder(), "gateway.backup")], { DATA_DIR });
  await older.stop(true);
  expect([refused.code, refused.json.error]).toEqual([1, expect.stringContaining("is of an older version")]);
});

test("one backup at a time; one whose reader goes away ends; the WAL is bounded, but never cut during a backup", async () => {
  const database = await openEmbedded({ dataDir: newFolder(), template: embeddedTemplate });
  const redo = async () =>
    (await database.query<{ lsn: string }>("select redo_lsn::text as lsn from pg_control_checkpoint()"))[0]?.lsn;
  const backups = createBackups(database);
  const first = await backups.begin();
  expect(String(await rejection(backups.begin()))).toContain("already running");
  const begun = await redo();
  await database.query(
    "create table filler as select repeat(md5(n::text), 30) as text from generate_series(1, 80000) n",
  );
  await backups.checkpoint();
  expect(await redo()).toBe(begun as string);
  await first.end();
  await backups.checkpoint();
  expect(await redo()).not.toBe(begun as string);
  const second = await backups.begin();
  for await (const { name } of second) expect(name).toMatch(/^(backup\.json|manifest\.json|pglite\/.+)$/);
  await database.close();
});
