// The commands of docs/operate/backups.md as they stand there: a backup and a restore of both databases.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import {
  endProcesses,
  newDataDir,
  newFolder,
  run,
  runJson,
  START_MS,
  startServer,
} from "../../support/gateway-process.ts";
import { testPostgres } from "../../support/postgres.ts";
import { systemBinaries } from "../../support/postgres-binaries.ts";
import { ROOT } from "../../support/sources.ts";

setDefaultTimeout(4 * START_MS);
afterAll(endProcesses);

const PASSWORD = "hidden-word";
const KEYS = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const ADMIN_TOKEN = "admin-token-for-tests";

/** The lines of the code blocks of a chapter that begin with one of the commands. */
function commandsOf(chapter: string, names: readonly string[]): string[] {
  const [text = ""] =
    readFileSync(join(ROOT, "docs/operate/backups.md"), "utf8").split(`\n${chapter}\n`)[1]?.split(/\n#+ /) ?? [];
  const blocks = [...text.matchAll(/^```\n([\s\S]*?)^```/gm)].flatMap(([, block = ""]) => block.trim().split("\n"));
  return blocks.filter((line) => names.includes(line.split(" ")[0] ?? ""));
}

/** Runs a documented line in `cwd`; `gateway` is the program from source. */
function runLine(line: string, cwd: string, env: Record<string, string>): void {
  const bin = join(cwd, "bin");
  if (!existsSync(bin)) {
    mkdirSync(bin);
    writeFileSync(
      join(bin, "gateway"),
      `#!/bin/sh\nexec "${process.execPath}" --no-install "${join(ROOT, "src/main.ts")}" "$@"\n`,
    );
    chmodSync(join(bin, "gateway"), 0o755);
  }
  const path = [bin, systemBinaries()[0], process.env.PATH].join(":");
  const { status, stdout, stderr } = spawnSync("sh", ["-ec", line], {
    cwd,
    env: { HOME: cwd, TMPDIR: cwd, PORT: "0", ...env, PATH: path },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`${line}\nends with ${status}:\n${stdout}${stderr}`);
}

async function usersOf(url: string, token: string): Promise<string[]> {
  const response = await fetch(`${url}/admin/v1/users`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  const { data } = (await response.json()) as { data: { users: { email: string }[] } };
  return data.users.map(({ email }) => email);
}

describe("the documented backup", () => {
  test("R-46: of the embedded database: backup, verification and restore", async () => {
    const commands = commandsOf("## By a command", ["gateway"]);
    expect(commands).toHaveLength(3);
    const [backup = "", verify = "", restore = ""] = commands;
    const [cwd, from, to] = [newFolder(), newDataDir(), newDataDir()];
    const server = await startServer({ DATA_DIR: from });
    expect((await run(["user", "create", "--email", "ada@example.com"], { DATA_DIR: from })).code).toBe(0);
    runLine(backup, cwd, { DATA_DIR: from });
    server.kill("SIGTERM");
    await server.ended;
    runLine(verify, cwd, { DATA_DIR: from });
    mkdirSync(to, { recursive: true });
    copyFileSync(join(from, "secrets.json"), join(to, "secrets.json"));
    runLine(restore, cwd, { DATA_DIR: to });
    const restored = await startServer({ DATA_DIR: to });
    expect(await usersOf(restored.url, restored.adminToken)).toEqual(["ada@example.com"]);
  });
});

/** The tests' own package of Postgres has no client programs. */
const hasClients = systemBinaries().some((bin) => existsSync(join(bin, "pg_dump")));

describe.skipIf(!hasClients)("the documented dump", () => {
  let admin: postgres.Sql;
  let adminUrl: string;
  const urlOf = (database: string) => {
    const url = new URL(adminUrl);
    [url.username, url.password, url.pathname] = ["gateway", PASSWORD, `/${database}`];
    return url.href;
  };
  const envOf = (database: string, dataDir = newDataDir()) => {
    return {
      DATA_DIR: dataDir,
      DATABASE_URL: urlOf(database),
      GATEWAY_SECRET_KEYS: KEYS,
      GATEWAY_ADMIN_TOKEN: ADMIN_TOKEN,
    };
  };
  beforeAll(async () => {
    const server = await testPostgres();
    adminUrl = server.url.replace(/\/postgres$/, "");
    admin = postgres(server.url, { max: 1, onnotice: () => {} });
    await admin.unsafe(`create role gateway login password '${PASSWORD}'`);
    await admin.unsafe("create database production owner gateway");
  });
  afterAll(async () => {
    await endProcesses();
    for (const name of ["production", "restored", "foreign_tables"])
      await admin.unsafe(`drop database if exists ${name} with (force)`);
    for (const name of ["gateway", "restorer"]) await admin.unsafe(`drop role if exists ${name}`);
    await admin.end();
  });

  test("R-46: is restored by an administrator for the gateway's user, and serves; without --role the advice that is given helps", async () => {
    const production = await startServer(envOf("production"));
    expect((await run(["user", "create", "--email", "ada@example.com"], envOf("production"))).code).toBe(0);
    production.kill("SIGTERM");
    await production.ended;
    const cwd = newFolder();
    const commands = commandsOf("## With the tools of Postgres", ["pg_dump", "createdb", "pg_restore"]);
    expect(commands.map((line) => line.split(" ")[0])).toEqual(["pg_dump", "createdb", "pg_restore"]);
    for (const line of commands) runLine(line, cwd, { DATABASE_URL: urlOf("production"), ADMIN_URL: adminUrl });
    const restored = await startServer(envOf("restored"));
    expect(await usersOf(restored.url, ADMIN_TOKEN)).toEqual(["ada@example.com"]);
    restored.kill("SIGTERM");
    await restored.ended;

    // As somebody does who leaves out the two options: the tables are the administrator's.
    await admin.unsafe("create role restorer createdb login password 'hidden-word'");
    const restorer = adminUrl.replace(/\/\/.*@/, "//restorer:hidden-word@");
    const without = commands.slice(1).map((line) => line.replace(/ --(owner|role)=gateway/, ""));
    for (const line of without) runLine(line.replaceAll("restored", "foreign_tables"), cwd, { ADMIN_URL: restorer });
    const said =
      'The tables of the database "foreign_tables" belong to "restorer", and "gateway" may not use them: correct the user in DATABASE_URL if it should be another; else as an administrator run GRANT "restorer" TO "gateway".';
    const refused = await run(["serve"], envOf("foreign_tables"));
    expect([refused.code, refused.stderr.trim()]).toEqual([1, said]);
    const doctor = await runJson(["doctor"], envOf("foreign_tables"));
    expect(doctor.json.checks).toContainEqual(expect.objectContaining({ check: "database", ok: false, message: said }));
    const [advice = ""] = /GRANT .*? TO "gateway"/.exec(said) ?? [];
    const inIt = postgres(`${adminUrl}/foreign_tables`, { max: 1, onnotice: () => {} });
    await inIt.unsafe(advice);
    await inIt.end();
    const helped = await startServer(envOf("foreign_tables"));
    expect(await usersOf(helped.url, ADMIN_TOKEN)).toEqual(["ada@example.com"]);
  });
});
