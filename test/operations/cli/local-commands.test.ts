// Commands without a gateway: doctor, migrate, plugin new, plugin check, and usage errors.
import { afterAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { conforming } from "../../support/conforming.ts";
import {
  endProcesses,
  migratedDataDir,
  newDataDir,
  newFolder,
  run,
  runJson,
  START_MS,
  startServer,
  type Variables,
} from "../../support/gateway-process.ts";
import { testPostgres } from "../../support/postgres.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const MIGRATIONS = readdirSync(join(ROOT, "migrations"))
  .filter((file) => file.endsWith(".sql"))
  .sort()
  .map((file) => file.slice(0, -".sql".length));
const keyRing = (byte: number) => `k1:${Buffer.alloc(32, byte).toString("base64")}`;

interface Check {
  check: string;
  ok: boolean;
  message: string;
  warning?: true;
}
/** Each line that is not well has a next step, which is left out of the lines here. */
async function doctor(env: Variables): Promise<{ code: number | null; ok: boolean; failed: Check[]; checks: Check[] }> {
  const { code, json } = await runJson(["doctor"], env);
  const checks = json.checks.map(({ next_step: next, ...check }: Check & { next_step?: string }) => {
    expect(typeof next).toBe(check.ok && !check.warning ? "undefined" : "string");
    return check;
  });
  return { code, ...json, checks, failed: checks.filter(({ ok }: Check) => !ok) };
}

/** The environment of a new Postgres database. */
async function postgresEnv() {
  const server = await testPostgres();
  const url = await server.createDatabase();
  const env = {
    DATA_DIR: newDataDir(),
    DATABASE_URL: url,
    GATEWAY_SECRET_KEYS: keyRing(1),
    GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
  };
  return { env, remove: () => server.dropDatabase(url) };
}

describe("migrate", () => {
  test("applies every migration to a new database, once, and prints their names", async () => {
    const { env, remove } = await postgresEnv();
    const applied = { database: "postgres", applied: MIGRATIONS };
    expect(await runJson(["migrate"], env)).toMatchObject({ code: 0, json: applied });
    expect(await run(["migrate"], env)).toMatchObject({ code: 0, stdout: "database  postgres\napplied   (none)\n" });
    await remove();
  });

  test("applies nothing to an embedded database that is up to date", async () => {
    const env = { DATA_DIR: await migratedDataDir() };
    expect(await runJson(["migrate"], env)).toMatchObject({ code: 0, json: { database: "embedded", applied: [] } });
  });
});

describe("doctor", () => {
  test("passes on a missing folder and creates nothing", async () => {
    const env = { DATA_DIR: newDataDir(), GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" };
    const { code, ok, checks } = await doctor(env);
    expect([code, ok]).toEqual([0, true]);
    expect(checks).toContainEqual({ check: "database", ok: true, message: "not created yet (serve creates it)" });
    expect(checks).toContainEqual({ check: "provider github", ok: true, message: "GitHub is set up" });
    const others = checks.filter(({ check }) => check.startsWith("provider")).map(({ check }) => check);
    expect(others).toEqual(["provider github", "providers"]);
    const summary = checks.find(({ check }) => check === "providers")?.message;
    expect(summary).toMatch(/^no OAuth app needed: .*stripe.*\. no OAuth app of yours: .*slack.*; set <ID>_CLIENT_ID/);
    expect(existsSync(env.DATA_DIR)).toBe(false);
  });

  test("counts pending migrations and reports an unreachable database", async () => {
    const { env, remove } = await postgresEnv();
    const { ok, checks } = await doctor(env);
    expect(ok).toBe(true);
    expect(checks).toContainEqual({
      check: "database",
      ok: true,
      message: `reachable, ${MIGRATIONS.length} migrations to apply (serve applies them)`,
    });
    await remove();
    const gone = await doctor(env);
    expect([gone.code, gone.failed]).toEqual([
      1,
      [{ check: "database", ok: false, message: expect.stringMatching(/^The database at .* cannot be used: /) }],
    ]);
  });

  test("doctor and serve refuse an embedded database without its secrets, and create no new ones", async () => {
    const env = { DATA_DIR: await migratedDataDir(), PORT: "0" };
    expect((await run(["user", "create", "--email", "ada@example.com"], env)).code).toBe(0);
    const file = join(env.DATA_DIR, "secrets.json");
    rmSync(file);
    const lost = `${file} is missing, and the database is encrypted with its keys: put your own copy of the file at ${file}, with mode 600; a backup has it only if it was made with --with-secrets, or set GATEWAY_SECRET_KEYS to those keys.`;
    const { code, failed } = await doctor(env);
    expect([code, failed]).toEqual([1, [{ check: "key ring", ok: false, message: lost }]]);
    expect(await run(["serve"], env)).toEqual({ code: 1, stdout: "", stderr: `${lost}\n` });
    const other = await run(["serve"], { ...env, GATEWAY_SECRET_KEYS: keyRing(9) });
    expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('The key "k1" of the key ring')]);
    expect(readdirSync(env.DATA_DIR).sort()).toEqual(["gateway.lock", "pglite"]);
  });

  test("reports readable files, a provider with half a client, and a wrong key ring at once", async () => {
    const { env, remove } = await postgresEnv();
    expect((await run(["user", "list"], env)).code).toBe(0);
    mkdirSync(env.DATA_DIR);
    const file = join(env.DATA_DIR, "secrets.json");
    writeFileSync(file, "{}", { mode: 0o644 });
    const { code, failed } = await doctor({ ...env, GITHUB_CLIENT_ID: "id", GATEWAY_SECRET_KEYS: keyRing(9) });
    expect(code).toBe(1);
    expect(failed).toEqual([
      { check: "secrets.json", ok: false, message: `others can read it: chmod 600 ${file}` },
      { check: "key ring", ok: false, message: expect.stringContaining('"k1"') },
      {
        check: "provider github",
        ok: false,
        message: "half set up: set GITHUB_CLIENT_SECRET too",
      },
    ]);
    await remove();
  });

  test("prints a warning for an improbable setting and passes; a start logs the same", async () => {
    const env = { DATA_DIR: await migratedDataDir(), HOST: "0.0.0.0", PORT: "0", GATEWAY_ADMIN_TOKN: "hidden-word" };
    // In sequence: each opens the database.
    const { code, stdout } = await run(["doctor"], env);
    const { ok, checks } = await doctor(env);
    const lines = stdout.trimEnd().split("\n");
    expect([code, ok, lines.filter((line) => line.startsWith("FAIL"))]).toEqual([0, true, []]);
    const all = checks.filter((check) => "warning" in check);
    const ofHost = ["disk reserve", "backups", "admin listener", "admin tokens"];
    const ofSettings = ["base_url_missing", "variable_mistyped", "no_provider"];
    // The machine's disk may be nearly full.
    expect(all.map(({ check }) => check).filter((check) => check !== "disk")).toEqual([...ofHost, ...ofSettings]);
    const warnings = all.filter(({ check }) => ofSettings.includes(check));
    const named = all.map(({ check, message }) => `warning  ${check}: ${message}`);
    expect(lines.filter((line) => line.startsWith("warning"))).toEqual(named);
    expect(lines.filter((line) => line.startsWith("      next: "))).toHaveLength(named.length);
    const server = await startServer(env);
    server.kill("SIGTERM");
    const logged = (await server.ended).stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(logged).toMatchObject(
      warnings.map(({ check, message }) => ({
        level: "warn",
        event: "configuration_warning",
        warning: check,
        message,
      })),
    );
    expect(JSON.stringify([lines, logged])).not.toContain("hidden-word");
  });

  test("checks a key ring without recording it: the old one still opens the database", async () => {
    const { env, remove } = await postgresEnv();
    expect((await run(["user", "list"], env)).code).toBe(0);
    const added = `k2:${Buffer.alloc(32, 2).toString("base64")},${env.GATEWAY_SECRET_KEYS}`;
    expect((await doctor({ ...env, GATEWAY_SECRET_KEYS: added })).failed).toEqual([]);
    expect((await doctor(env)).failed).toEqual([]);
    await remove();
  });

  test("without --json each check is a line, and a failed one begins with FAIL", async () => {
    const { code, stdout } = await run(["doctor"], { PORT: "http", LOG_LEVEL: "loud" });
    expect([code, stdout.split("\n").slice(0, 4)]).toEqual([
      1,
      [
        "FAIL  configuration: PORT must be a number from 0 to 65535.",
        "      next: correct PORT: docs/operate/settings.md",
        "FAIL  configuration: LOG_LEVEL must be one of debug, info, warn, error, silent.",
        "      next: correct LOG_LEVEL: docs/operate/settings.md",
      ],
    ]);
  });
});

describe("plugin new and plugin check", () => {
  test("a new plugin conforms, and a second one does not overwrite it", async () => {
    const dir = newFolder();
    const made = await runJson(["plugin", "new", "acme", "--dir", dir], {});
    expect([made.code, made.json.folder]).toEqual([0, join(dir, "acme")]);
    expect(readdirSync(made.json.folder, { recursive: true }).map(String)).toEqual(
      expect.arrayContaining(made.json.files),
    );
    const [checked, again, odd] = await Promise.all([
      run(["plugin", "check", made.json.folder], {}),
      run(["plugin", "new", "acme"], { GATEWAY_PLUGINS_DIR: dir }),
      runJson(["plugin", "new", "Acme-2"], { GATEWAY_PLUGINS_DIR: dir }),
    ]);
    expect(checked).toEqual({ code: 0, stdout: conforming(made.json.folder), stderr: "" });
    expect(again).toEqual({ code: 1, stdout: "", stderr: `${made.json.folder} already exists.\n` });
    expect([odd.code, odd.json.code]).toEqual([1, "CANNOT_START"]);
    expect(readdirSync(dir)).toEqual(["acme"]);
  });

  test("the built-in plugins conform", async () => {
    const { code, json } = await runJson(["plugin", "check"], {});
    expect([code, json.conforms]).toEqual([0, true]);
    expect(json.plugins.length).toBeGreaterThanOrEqual(3);
    expect(json.plugins.flatMap(({ untranslated }: { untranslated: string[] }) => untranslated)).toEqual([]);
  });

  test("a broken plugin exits with 1 and names each violation", async () => {
    const dir = newFolder();
    expect((await run(["plugin", "new", "acme", "--dir", dir], {})).code).toBe(0);
    const folder = join(dir, "acme");
    const index = join(folder, "index.ts");
    writeFileSync(index, `${readFileSync(index, "utf8")}\nexport const now = () => fetch("https://x.example");\n`);
    rmSync(join(folder, "fixtures", "get_item.json"));
    const empty = newFolder();
    writeFileSync(join(empty, "index.ts"), "export default {{\n");
    const [text, json, broken, missing] = await Promise.all([
      run(["plugin", "check", index], {}),
      runJson(["plugin", "check", folder], {}),
      runJson(["plugin", "check", empty], {}),
      runJson(["plugin", "check", join(dir, "nowhere")], {}),
    ]);
    const { findings } = json.json.plugins[0];
    expect([text.code, json.code, broken.code, missing.code]).toEqual([1, 1, 1, 1]);
    expect(json.json.conforms).toBe(false);
    expect(findings.map(({ where }: { where: string }) => where)).toEqual(
      expect.arrayContaining([expect.stringMatching(/^index\.ts:\d+$/), expect.stringContaining("get_item")]),
    );
    const lines = text.stdout.trimEnd().split("\n");
    // The first line counts them, the last one names the languages that are missing.
    expect(lines).toHaveLength(findings.length + 2);
    expect(lines[0]).toBe(`${folder}: ${findings.length} to fix`);
    expect(broken.json.plugins[0].findings[0].message).toStartWith("cannot be loaded: ");
    expect(missing.json.plugins[0].findings[0].message).toBe("does not exist.");
  });
});

describe("the command line", () => {
  const usage = (...words: string[]) => run(words, {});

  test("a usage error exits with 1, prints the error and a pointer to help on standard error, and nothing on standard output", async () => {
    const wrong: [string[], string][] = [
      [["sreve"], "unknown command 'sreve'"],
      [["serve", "now"], "too many arguments for 'serve'"],
      [["user", "create"], "required option '--email <email>' not specified"],
      [["tier", "set", "users", "gold"], "Allowed choices are user, partner"],
      [["user", "tier", "ada@example.com"], "missing required argument 'tier'"],
      [["user", "list", "--all"], "unknown option '--all'"],
      [["demo", "--json"], "option '--json <file>' argument missing"],
    ];
    const ended = await Promise.all(wrong.map(([words]) => usage(...words)));
    for (const [index, [, text]] of wrong.entries()) {
      expect(ended[index]).toMatchObject({ code: 1, stdout: "" });
      expect(ended[index]?.stderr).toContain(`error: `);
      expect(ended[index]?.stderr).toContain(text);
      expect(ended[index]?.stderr).toContain("(gateway --help lists the commands)");
    }
  });

  test("with --json a usage error is JSON on standard output too, with the code USAGE", async () => {
    const { code, json, stderr } = await runJson(["user", "create"], {});
    expect([code, json]).toEqual([1, { error: "required option '--email <email>' not specified", code: "USAGE" }]);
    expect(stderr).toContain("error: ");
  });

  test("with --json a bad configuration is JSON on standard output, every bad value at once", async () => {
    const { code, json, stderr } = await runJson(["user", "list"], { PORT: "x", HOST: "", LOG_LEVEL: "loud" });
    expect([code, stderr]).toEqual([1, ""]);
    expect(json).toEqual({
      error: "PORT must be a number from 0 to 65535.\nLOG_LEVEL must be one of debug, info, warn, error, silent.",
      code: "BAD_CONFIGURATION",
    });
  });

  test("--help prints to standard output and exits with 0; no arguments exit with 1", async () => {
    const [requested, ofCommand, none] = await Promise.all([
      usage("--help"),
      usage("key", "create", "--help"),
      usage(),
    ]);
    expect([requested.code, requested.stderr, ofCommand.code]).toEqual([0, "", 0]);
    expect(ofCommand.stdout).toContain("--permission");
    expect([none.code, none.stdout, none.stderr]).toEqual([1, "", requested.stdout]);
  });

  test("a reading command without a database names the folder and creates none", async () => {
    const env = { DATA_DIR: newDataDir() };
    const reads = [
      ["user", "list"],
      ["key", "list", "--user", "a@example.com"],
      ["partner", "list"],
      ["secrets", "status"],
    ];
    for (const { code, json } of await Promise.all(reads.map((words) => runJson(words, env)))) {
      expect([code, json]).toEqual([
        1,
        {
          error: `There is no database in ${env.DATA_DIR}, and no gateway runs on it: set DATA_DIR to the folder of the gateway that you mean.`,
          code: "CANNOT_START",
        },
      ]);
    }
    expect(existsSync(env.DATA_DIR)).toBe(false);
    const made = await run(["user", "create", "--email", "ada@example.com"], env);
    expect([made.code, made.stderr]).toEqual([
      0,
      `There is no database in ${env.DATA_DIR}, and no gateway runs on it: a new one is created there. Set DATA_DIR to use another folder.\n`,
    ]);
  });

  test("--version prints the version of package.json", async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    expect(await usage("--version")).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("a command that fails before its first write leaves no data folder", async () => {
    const env = { DATA_DIR: newDataDir(), GATEWAY_PLUGINS_DIR: "/nowhere/plugins" };
    expect(await runJson(["user", "create", "--email", "ada@example.com"], env)).toMatchObject({
      code: 1,
      json: { error: "GATEWAY_PLUGINS_DIR is not a folder: /nowhere/plugins", code: "BROKEN_PLUGINS" },
    });
    expect(statSync(env.DATA_DIR, { throwIfNoEntry: false })).toBeUndefined();
  });
});
