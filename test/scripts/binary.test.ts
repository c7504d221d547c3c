// The one-file build, in empty folders and without Bun or Node: its commands, and the files that it must not read.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { version } from "../../package.json";
import { readMigrations } from "../../src/foundation/db/migrate.ts";
import { newKey, releaseOf } from "../operations/upgrade/fake-release.ts";
import { conforming } from "../support/conforming.ts";
import {
  endProcesses,
  type GatewayServer,
  newDataDir,
  newFolder,
  type Program,
  run,
  runJson,
  START_MS,
  startServer,
  type Variables,
} from "../support/gateway-process.ts";
import { testPostgres } from "../support/postgres.ts";
import { ROOT } from "../support/sources.ts";
import { compile } from "../support/type-check.ts";
import { until } from "../support/until.ts";
import { type BuiltImage, buildImage, buildImageFrom } from "./image.ts";
import { visitEverything } from "./visit.ts";

setDefaultTimeout(3 * START_MS);

/** Without the machine's environment, so that no Bun or Node is found. */
const BARE = { PATH: undefined, HOME: undefined };
const MIGRATIONS = readMigrations().map(({ name }) => name);

/** The image's binary, so that its steps are tried with everything below. */
let image: BuiltImage;
let binary: Program;
let cwd: string;
const inBinary = (words: string[], env: Variables = {}, folder = cwd) =>
  run(words, { ...BARE, ...env }, folder, binary);
const inBinaryJson = (words: string[], env: Variables = {}, folder = cwd) =>
  runJson(words, { ...BARE, ...env }, folder, binary);
const serve = (env: Variables & { DATA_DIR: string }) => startServer({ ...BARE, ...env }, newFolder(), binary);
const ask = async (url: string, key: string) => {
  const response = await fetch(url, { headers: { authorization: `Bearer ${key}` } });
  return { status: response.status, json: JSON.parse(await response.text()) };
};

beforeAll(async () => {
  cwd = newFolder();
  image = buildImage();
  binary = image.program;
  expect(readdirSync(dirname(binary[0])).filter((name) => name.startsWith("."))).toEqual([]);
}, 4 * START_MS);
afterAll(endProcesses);

describe("the image", () => {
  test("R-52: its build stage makes what its final stage copies, out of the files that Docker gets", () => {
    expect(image.missing).toEqual([]);
    const [, wanted] = /BUN_TO_FETCH = "([\d.]+)"/.exec(readFileSync(join(ROOT, "scripts/run.mjs"), "utf8")) ?? [];
    expect(buildImageFrom()).toStartWith(`oven/bun:${wanted}-`);
  });

  test("R-52: its program serves every page and route without a fault", async () => {
    const server = await serve({ ...image.settings, DATA_DIR: newDataDir(), TMPDIR: newFolder() });
    expect((await visitEverything(server)).failed).toEqual([]);
  });
});

describe("the binary alone", () => {
  test("prints the version of package.json", async () => {
    expect(await inBinary(["--version"])).toEqual({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test("prints its help and leaves nothing in the working folder", async () => {
    const { code, stdout, stderr } = await inBinary(["--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toStartWith("Usage: gateway ");
    expect(readdirSync(cwd)).toEqual([]);
  });

  test("demo --once connects every provider and calls it, and writes its file", async () => {
    const folder = newFolder();
    const { code, stdout, stderr } = await inBinary(["demo", "--once", "--json", "out.json"], { PORT: "0" }, folder);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/^── (\d+) of \1 calls ended as they should$/m);
    for (const provider of ["google", "github", "slack"]) {
      expect(stdout).toContain(`── Connect ${provider}: `);
      expect(stdout).toMatch(new RegExp(`^ {2}POST +/api/v1/${provider}/`, "m"));
    }
    for (const externalId of ["customer-1", "customer-2"]) {
      expect(stdout).toContain(`── Connect google for ${externalId}: `);
      expect(stdout).toMatch(new RegExp(`^ {2}GET +/api/v1/google/.*X-Account-Id: ${externalId}\\)$`, "m"));
    }
    const made = JSON.parse(readFileSync(join(folder, "out.json"), "utf8"));
    for (const key of [made.api_key, made.partner.api_key]) expect(key).toStartWith("sk_live_");
    expect(readdirSync(folder)).toEqual(["out.json"]);
  });

  test("neither runs a bunfig.toml's preload nor reads a .env in the working folder", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "bunfig.toml"), 'preload = ["./before.ts"]\n');
    writeFileSync(join(folder, "before.ts"), 'import { writeFileSync } from "node:fs";\nwriteFileSync("ran", "");\n');
    writeFileSync(join(folder, ".env"), "PORT=http\n");
    const { code, json } = await inBinaryJson(["doctor"], { DATA_DIR: newDataDir() }, folder);
    expect(json.checks[0]).toMatchObject({ check: "configuration", ok: true });
    expect(code).toBe(0);
    expect(readdirSync(folder).sort()).toEqual([".env", "before.ts", "bunfig.toml"]);
  });

  test("plugin new writes the contract's types: the compiler takes the folder, and refuses a wrong permission", async () => {
    const dir = newFolder();
    expect((await inBinary(["plugin", "new", "acme", "--dir", dir])).code).toBe(0);
    const folder = join(dir, "acme");
    expect(await compile(folder)).toEqual([]);
    const index = join(folder, "index.ts");
    writeFileSync(index, readFileSync(index, "utf8").replace('"items.read"', '"items.raed"'));
    const [error] = await compile(folder);
    expect(error).toMatchObject({ file: "index.ts", text: expect.stringContaining("items.raed") });
  });

  test("plugin check without a folder fails with one sentence", async () => {
    const { code, json } = await inBinaryJson(["plugin", "check"]);
    expect([code, json]).toEqual([
      1,
      {
        error:
          "The binary contains the built-in plugins without their fixtures: give the folder of a plugin, or check from source.",
        code: "CANNOT_START",
      },
    ]);
  });
});

describe("the binary's server on an empty data folder, with a drop-in plugin", () => {
  const dataDir = newDataDir();
  const plugins = newFolder();
  let server: GatewayServer;
  let key: string;
  beforeAll(async () => {
    expect((await inBinary(["plugin", "new", "acme", "--dir", plugins])).code).toBe(0);
    server = await serve({ DATA_DIR: dataDir, GATEWAY_PLUGINS_DIR: plugins });
  });

  test("becomes ready, and writes its data to DATA_DIR", async () => {
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    expect(readdirSync(dataDir).sort()).toEqual(["gateway.lock", "pglite", "secrets.json", "server.json"]);
  });

  test("the other commands reach it: a created key can call", async () => {
    const env = { DATA_DIR: dataDir };
    expect((await inBinaryJson(["user", "create", "--email", "ada@example.com"], env)).code).toBe(0);
    key = (await inBinaryJson(["key", "create", "--user", "ada@example.com"], env)).json.key;
    const response = await ask(`${server.url}/api/v1/usage`, key);
    expect([response.status, response.json.data.entries]).toEqual([200, expect.any(Array)]);
  });

  test("the plugin conforms, and its endpoints are among the tools beside the built-in ones", async () => {
    const checked = await inBinary(["plugin", "check", join(plugins, "acme")]);
    expect(checked).toEqual({ code: 0, stdout: conforming(join(plugins, "acme")), stderr: "" });
    const { json } = await ask(`${server.url}/api/v1/tools?all=true`, key);
    const names = json.data.tools.map((tool: { function: { name: string } }) => tool.function.name);
    expect(names).toContain("acme_list_items");
    for (const provider of ["google", "github", "slack"]) {
      const { json } = await ask(`${server.url}/api/v1/tools/provider/${provider}`, key);
      expect(json.data.tools.length).toBeGreaterThan(0);
    }
  });

  test("a second process on its data folder is refused", async () => {
    expect(await inBinary(["serve"], { DATA_DIR: dataDir, PORT: "0" })).toEqual({
      code: 1,
      stdout: "",
      stderr: `Another gateway process or command uses the data folder ${dataDir}: stop it, or set DATA_DIR.\n`,
    });
  });

  test("a signal stops it with 0, and a later start finds its data", async () => {
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    server = await serve({ DATA_DIR: dataDir });
    expect((await ask(`${server.url}/api/v1/usage`, key)).status).toBe(200);
  });
});

describe("drop-in plugins in the binary", () => {
  test("one may import a package that is installed beside it", async () => {
    const plugins = newFolder();
    expect((await inBinary(["plugin", "new", "acme", "--dir", plugins])).code).toBe(0);
    const file = join(plugins, "acme", "index.ts");
    const packageFolder = join(plugins, "node_modules", "words");
    mkdirSync(packageFolder, { recursive: true });
    writeFileSync(join(packageFolder, "package.json"), '{ "name": "words", "type": "module", "main": "./entry.js" }');
    writeFileSync(join(packageFolder, "entry.js"), 'export const name = "Name from a package";\n');
    const text = readFileSync(file, "utf8");
    writeFileSync(file, `import { name } from "words";\n${text.replace(/^ {2}name: .*$/m, "  name,")}`);
    const env = { DATA_DIR: newDataDir(), GATEWAY_PLUGINS_DIR: plugins };
    expect((await inBinary(["migrate"], env)).code).toBe(0);
    const { json } = await inBinaryJson(["plugin", "list"], env);
    expect(json).toMatchObject({
      plugins: expect.arrayContaining([expect.objectContaining({ id: "acme", name: "Name from a package" })]),
    });
  });

  test("one with a syntax error stops the start where each must load, and is named with its file", async () => {
    const plugins = newFolder();
    const file = join(plugins, "acme", "index.ts");
    mkdirSync(join(plugins, "acme"));
    writeFileSync(file, "export default {{\n");
    const env = { DATA_DIR: newDataDir(), PORT: "0", GATEWAY_PLUGINS_DIR: plugins, GATEWAY_STRICT_PLUGINS: "true" };
    const { code, stdout, stderr } = await inBinary(["serve"], env);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toStartWith(`${file}:1: cannot be loaded: `);
  });
});

test("the binary upgrades itself: another release's program takes its place, and it stays beside", async () => {
  const folder = newFolder();
  const program: Program = [join(folder, "gateway")];
  linkSync(binary[0], program[0]);
  const files = newFolder();
  const target = `${process.platform}-${process.arch}`;
  for (const [name, bytes] of await releaseOf("999.0.0", newKey(), undefined, target))
    writeFileSync(join(files, name), bytes);
  const words = ["upgrade", "--from", files, "--unsigned"];
  const env = { ...BARE, DATA_DIR: newDataDir() };
  const unconfirmed = await run(words, env, newFolder(), program);
  expect([unconfirmed.code, readdirSync(folder)]).toEqual([1, ["gateway"]]);
  expect(unconfirmed.stderr).toContain("Repeat with --yes.");
  const { code, stderr } = await run([...words, "--yes"], env, newFolder(), program);
  expect([code, stderr]).toEqual([0, expect.stringContaining("999.0.0 is in place")]);
  expect((await run(["--version"], BARE, newFolder(), program)).stdout).toBe("999.0.0\n");
  const former: Program = [join(folder, `gateway.before-${version}`)];
  expect((await run(["--version"], BARE, newFolder(), former)).stdout).toBe(`${version}\n`);
});

describe("plugins beside the binary", () => {
  /** Hard links share the file, and each has its own folder. */
  const besideOf = async (): Promise<{ program: Program; plugins: string }> => {
    const folder = newFolder();
    linkSync(binary[0], join(folder, "gateway"));
    const plugins = join(folder, "plugins");
    expect((await inBinary(["plugin", "new", "acme", "--dir", plugins])).code).toBe(0);
    return { program: [join(folder, "gateway")], plugins };
  };

  test("are served without a setting, from any working folder, and logged", async () => {
    const { program, plugins } = await besideOf();
    const env = { ...BARE, DATA_DIR: newDataDir(), LOG_LEVEL: "info" };
    const server = await startServer(env, newFolder(), program);
    const listed = await runJson(["plugin", "list"], env, newFolder(), program);
    expect(listed.json.plugins.map(({ id }: { id: string }) => id)).toContain("acme");
    const { stdout, stderr } = server.written;
    const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => line.includes('"plugins_added"'));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ folder: plugins, plugins: ["acme"] }]);
  });

  test("can fail in our code, and the log names its source", async () => {
    const { program, plugins } = await besideOf();
    const entry = join(plugins, "acme", "index.ts");
    // Without a listener the error would end the process.
    const failing = `import { htmlToText } from "gateway/plugin";
const timer = setInterval(() => {
  if (process.listenerCount("uncaughtException") === 0) return;
  clearInterval(timer);
  htmlToText(undefined as never);
}, 10);
`;
    writeFileSync(entry, failing + readFileSync(entry, "utf8"));
    const { written } = await startServer({ ...BARE, DATA_DIR: newDataDir() }, newFolder(), program);
    await until(() => written.stderr.includes("uncaught_exception"), START_MS);
    expect(written.stderr).toContain("src/plugin/rich-text.ts");
  });

  test("give way to GATEWAY_PLUGINS_DIR", async () => {
    const { program } = await besideOf();
    const env = { ...BARE, DATA_DIR: newDataDir(), GATEWAY_PLUGINS_DIR: newFolder() };
    const { json } = await runJson(["doctor"], env, newFolder(), program);
    const named = JSON.stringify(json.checks);
    expect(named).toContain("google");
    expect(named).not.toContain("acme");
  });

  test("stop the start where everybody may write in their folder", async () => {
    const { program, plugins } = await besideOf();
    chmodSync(plugins, 0o777);
    const { code, stderr } = await run(["serve"], { ...BARE, DATA_DIR: newDataDir() }, newFolder(), program);
    expect([code, stderr]).toEqual([
      1,
      `${plugins}: everyone can write to it, so its plugins are not loaded. Run chmod o-w on it, or set GATEWAY_PLUGINS_DIR to another folder.\n`,
    ]);
  });
});

describe("the binary on Postgres", () => {
  let url: string;
  beforeAll(async () => {
    url = await (await testPostgres()).createDatabase();
  });
  afterAll(async () => {
    await endProcesses();
    await (await testPostgres()).dropDatabase(url);
  });

  test("has the migrations inside, and serves", async () => {
    const env = {
      DATA_DIR: newDataDir(),
      DATABASE_URL: url,
      GATEWAY_SECRET_KEYS: `k1:${Buffer.alloc(32, "key of a test").toString("base64")}`,
      GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
    };
    expect(await inBinaryJson(["migrate"], env)).toMatchObject({
      code: 0,
      json: { database: "postgres", applied: MIGRATIONS },
    });
    const server = await serve(env);
    const response = await ask(`${server.url}/admin/v1/users`, env.GATEWAY_ADMIN_TOKEN);
    expect([response.status, response.json]).toEqual([200, { data: { users: [], next_cursor: null } }]);
  });
});
