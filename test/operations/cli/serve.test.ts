// `gateway serve` as a process: its files, listeners, and errors at the start.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join, relative, resolve } from "node:path";
import {
  endProcesses,
  type GatewayServer,
  migratedDataDir,
  newDataDir,
  newFolder,
  run,
  runJson,
  START_MS,
  startProcess,
  startServer,
  type Variables,
} from "../../support/gateway-process.ts";
import { testPostgres } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

const keyRing = (id: string, byte: number) => `${id}:${Buffer.alloc(32, byte).toString("base64")}`;
const ADMIN_TOKEN = "admin-token-for-tests";
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
const ask = (url: string, key: string, method = "GET", body?: object) =>
  fetch(url, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  });

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Sentences without a stack. */
function expectSentences(text: string): void {
  expect(text).not.toMatch(/^\s+at /m);
  expect(text.trim()).toMatch(/[.)]$/);
}

describe("a gateway on an empty data folder", () => {
  const dataDir = newDataDir();
  let server: GatewayServer;
  beforeAll(async () => {
    server = await startServer({ DATA_DIR: dataDir });
  });

  test("prints its URL, its database, and the first owner's link, which no log has", async () => {
    const [url, database, link = ""] = server.written.stdout.split("\n");
    expect(url).toBe(`Gateway at ${server.url}`);
    expect(database).toBe(`Embedded database in ${dataDir}: one process, safe from crashes and power loss.`);
    const [, path = "none"] =
      /^Become the dashboard's first owner, within an hour: http:\/\/[^/]+(\/setup\/.{43})$/.exec(link) ?? [];
    expect((await fetch(server.url + path)).status).toBe(200);
    expect(server.written.stderr).not.toContain("/setup/");
  });

  test("in production prints no secret: a command has the first owner's link", async () => {
    const dataDir = newDataDir();
    const variables = { DATA_DIR: dataDir, GATEWAY_ENV: "production" };
    const production = await startServer(variables);
    const written = () => production.written.stdout + production.written.stderr;
    await until(() => written().includes("no owner yet"), START_MS);
    expect(written()).toContain("`gateway person link` prints a link for the first one.");
    expect(written()).not.toContain("/setup/");
    const { code, stdout } = await run(["person", "link"], variables);
    const link = /http\S+\/setup\/[\w-]{43}/.exec(stdout)?.[0] ?? "";
    expect([code, (await fetch(link)).status]).toEqual([0, 200]);
    production.kill("SIGTERM");
    await production.ended;
  });

  test("is live and ready", async () => {
    const live = await fetch(`${server.url}/health/live`);
    const ready = await fetch(`${server.url}/health/ready`);
    expect([live.status, await live.json()]).toEqual([200, { status: "live" }]);
    expect([ready.status, await ready.json()]).toEqual([200, { status: "ready" }]);
  });

  test("writes its secrets and server file for the owner only", () => {
    expect(readdirSync(dataDir).sort()).toEqual(["gateway.lock", "pglite", "secrets.json", "server.json"]);
    expect(readdirSync(dirname(dataDir)).sort()).toEqual(["data"]);
    expect(modeOf(dataDir)).toBe("700");
    expect(modeOf(join(dataDir, "secrets.json"))).toBe("600");
    expect(modeOf(join(dataDir, "server.json"))).toBe("600");
  });

  test("R-42: locks its folder under every path: a second process stops with one sentence and changes nothing", async () => {
    const before = ["secrets.json", "server.json"].map((name) => readFileSync(join(dataDir, name), "utf8"));
    const cwd = newFolder();
    symlinkSync(dataDir, join(cwd, "link"));
    // The last one is the kernel's link to the working folder: the two paths share no name.
    const paths = [dataDir, join(cwd, "link"), relative(cwd, dataDir), "/proc/self/cwd/link"];
    const seconds = await Promise.all(paths.map((path) => run(["serve"], { DATA_DIR: path, PORT: "0" }, cwd)));
    for (const [index, second] of seconds.entries()) {
      const folder = resolve(cwd, paths[index] as string);
      expect(second).toEqual({
        code: 1,
        stdout: "",
        stderr: `Another gateway process or command uses the data folder ${folder}: stop it, or set DATA_DIR.\n`,
      });
    }
    expect(["secrets.json", "server.json"].map((name) => readFileSync(join(dataDir, name), "utf8"))).toEqual(before);
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
  });

  test("fails on a taken port with one sentence, before it creates a data folder", async () => {
    const other = newDataDir();
    const port = new URL(server.url).port;
    expect(await run(["serve"], { DATA_DIR: other, PORT: port })).toEqual({
      code: 1,
      stdout: "",
      stderr: `Port ${port} of 127.0.0.1 is taken; set PORT (0 picks a free one).\n`,
    });
    expect(existsSync(other)).toBe(false);
  });

  test("R-01: kill -9 releases the folder and loses no acknowledged write", async () => {
    const made = await ask(`${server.url}/admin/v1/users`, server.adminToken, "POST", { email: "ada@example.com" });
    expect(made.status).toBe(200);
    server.kill("SIGKILL");
    expect((await server.ended).code).toBe(null);
    server = await startServer({ DATA_DIR: dataDir });
    const listed = await ask(`${server.url}/admin/v1/users`, server.adminToken);
    expect((await listed.json()).data.users.map(({ email }: { email: string }) => email)).toEqual(["ada@example.com"]);
  });

  test("a new first key without the old one is refused, by the old one's name", async () => {
    server.kill("SIGTERM");
    await server.ended;
    const { code, stderr } = await run(["serve"], {
      DATA_DIR: dataDir,
      PORT: "0",
      GATEWAY_SECRET_KEYS: keyRing("k2", 2),
    });
    expect(code).toBe(1);
    expect(stderr).toContain('lacks the key "k1"');
    expectSentences(stderr);
  });

  test("another key under a known name is refused, by its name", async () => {
    const { code, stderr } = await run(["serve"], {
      DATA_DIR: dataDir,
      PORT: "0",
      GATEWAY_SECRET_KEYS: keyRing("k1", 9),
    });
    expect(code).toBe(1);
    expect(stderr).toContain('The key "k1" of the key ring');
    expectSentences(stderr);
  });

  test("unreadable secrets stop the start and stay as they are", async () => {
    const file = join(dataDir, "secrets.json");
    const before = readFileSync(file, "utf8");
    writeFileSync(file, "{");
    const { code, stderr } = await run(["serve"], { DATA_DIR: dataDir, PORT: "0" });
    expect([code, stderr]).toEqual([
      1,
      `${file} cannot be read as secrets (not JSON from line 1, column 2), and without it the stored tokens cannot be decrypted: put your own copy of the file at ${file}, with mode 600; a backup has it only if it was made with --with-secrets.\n`,
    ]);
    expect(readFileSync(file, "utf8")).toBe("{");
    writeFileSync(file, before);
  });
});

describe("a gateway on Postgres", () => {
  const secrets = { GATEWAY_SECRET_KEYS: keyRing("k1", 1), GATEWAY_ADMIN_TOKEN: ADMIN_TOKEN };
  const parts = { DATA_DIR: newDataDir(), PORT: "0", ...secrets };
  let database: string;
  beforeAll(async () => {
    database = await (await testPostgres()).createDatabase();
  });
  afterAll(async () => {
    await endProcesses();
    await (await testPostgres()).dropDatabase(database);
  });

  test("doctor knows the gateway that has the port and that no server.json names", async () => {
    const env = { ...parts, DATA_DIR: newDataDir(), DATABASE_URL: database };
    const server = await startServer(env);
    const elsewhere = { ...env, DATA_DIR: newDataDir(), PORT: new URL(server.url).port };
    const lineOf = async (changes: Variables) => {
      const { json } = await runJson(["doctor"], { ...elsewhere, ...changes });
      return json.checks.filter(({ check }: { check: string }) => check === "port");
    };
    expect(await lineOf({})).toEqual([
      expect.objectContaining({
        ...{
          ok: true,
          warning: true,
          message: expect.stringMatching(/^this gateway itself, version .* no server\.json/),
        },
        next_step: expect.stringMatching(/^restart that gateway, with a DATA_DIR/),
      }),
    ]);
    expect(await lineOf({ GATEWAY_SECRET_KEYS: keyRing("k1", 2) })).toEqual([
      expect.objectContaining({ ok: false, message: expect.stringContaining("is taken") }),
    ]);
    server.kill("SIGTERM");
    await server.ended;
  });

  test("starts on an empty database, writes no secrets, and stops at a signal", async () => {
    const server = await startServer({ ...parts, DATABASE_URL: database });
    expect((await fetch(`${server.url}/health/ready`)).status).toBe(200);
    expect(readdirSync(parts.DATA_DIR)).toEqual(["server.json"]);
    expect(server.adminToken).toBe(ADMIN_TOKEN);
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  });

  test("a key ring of another database is refused, by the key's name", async () => {
    const start = (ring: string) => run(["serve"], { ...parts, DATABASE_URL: database, GATEWAY_SECRET_KEYS: ring });
    const [missing, changed] = await Promise.all([start(keyRing("k2", 2)), start(keyRing("k1", 9))]);
    expect([missing.code, changed.code]).toEqual([1, 1]);
    expect(missing.stderr).toContain('lacks the key "k1"');
    expect(changed.stderr).toContain('The key "k1" of the key ring');
    for (const { stderr } of [missing, changed]) expectSentences(stderr);
  });

  test("missing secrets are named at once: the key ring and the operator's token", async () => {
    const { code, stderr } = await run(["serve"], { DATA_DIR: parts.DATA_DIR, PORT: "0", DATABASE_URL: database });
    expect([code, stderr]).toEqual([
      1,
      "GATEWAY_SECRET_KEYS is required with DATABASE_URL: id:base64 of 32 random bytes.\n" +
        "GATEWAY_ADMIN_TOKEN is required with DATABASE_URL.\n",
    ]);
  });

  test("an unreachable database is one sentence without its password", async () => {
    const url = `postgres://gateway:hidden-word@127.0.0.1:${await freePort()}/gateway`;
    const { code, stderr } = await run(["serve"], { ...parts, DATABASE_URL: url });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^The database at 127\.0\.0\.1:\d+ cannot be used: .*ECONNREFUSED/);
    expect(stderr).not.toContain("hidden-word");
    expectSentences(stderr);
  });
});

describe("a start that fails", () => {
  test("names every bad value of the configuration at once", async () => {
    const file = join(newFolder(), "providers.json");
    writeFileSync(file, JSON.stringify({ slack: { tokenUrl: "http://example.com", colour: "red" } }));
    const { code, stdout, stderr } = await run(["serve"], {
      DATA_DIR: newDataDir(),
      PORT: "99999",
      BASE_URL: "gateway.example",
      DATABASE_URL: "mysql://127.0.0.1/x",
      GATEWAY_ENV: "staging",
      GATEWAY_SECRET_KEYS: "k1:c2hvcnQ=",
      GATEWAY_ADMIN_TOKEN: "short",
      GATEWAY_PROVIDERS_FILE: file,
      LOG_LEVEL: "loud",
    });
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr.trimEnd().split("\n")).toEqual([
      "PORT must be a number from 0 to 65535.",
      "BASE_URL must be a URL that starts with http:// or https://.",
      "DATABASE_URL must be a URL that starts with postgres:// or postgresql://, with commas between several hosts (h1:5432,h2:5432).",
      "GATEWAY_ENV must be development or production.",
      'GATEWAY_SECRET_KEYS key "k1" must be 32 bytes in base64; it has 5.',
      "GATEWAY_ADMIN_TOKEN must be 16 to 256 visible ASCII characters, or off.",
      "GATEWAY_PROVIDERS_FILE: slack.tokenUrl must be an https URL (http only to loopback hosts in development).",
      "GATEWAY_PROVIDERS_FILE: slack.colour is not a setting.",
      "LOG_LEVEL must be one of debug, info, warn, error, silent.",
    ]);
  });

  test.each(["0", "3999"])("an address of another machine is one sentence, port %s", async (PORT) => {
    const dataDir = newDataDir();
    const { code, stderr } = await run(["serve"], { DATA_DIR: dataDir, PORT, HOST: "192.0.2.1" });
    expect([code, stderr]).toEqual([
      1,
      `The gateway cannot listen at 192.0.2.1, port ${PORT} (EADDRNOTAVAIL); set HOST or PORT.\n`,
    ]);
    expect(existsSync(dataDir)).toBe(false);
  });

  test("a data folder that cannot be created is one sentence", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    const { code, stderr } = await run(["serve"], { DATA_DIR: join(file, "data"), PORT: "0" });
    expect([code, stderr]).toEqual([
      1,
      `The data folder ${file}/data must be writable (ENOTDIR): its path leads through a file: set DATA_DIR.\n`,
    ]);
  });

  test("R-42: a data folder that cannot be locked is one sentence", async () => {
    const dataDir = newDataDir();
    mkdirSync(join(dataDir, "gateway.lock"), { recursive: true });
    const { code, stderr } = await run(["serve"], { DATA_DIR: dataDir, PORT: "0" });
    expect([code, stderr]).toEqual([
      1,
      `The data folder ${dataDir} cannot be locked (SQLITE_CANTOPEN): gateway.lock in it must be writable, on a disk that supports file locks.\n`,
    ]);
  });

  test("a broken drop-in plugin is named with its file, and stops the start where each must load", async () => {
    const folder = newFolder();
    writeFileSync(join(folder, "acme.ts"), "export default { id: 'acme' };\n");
    const { code, stderr } = await run(["serve"], {
      ...{ DATA_DIR: newDataDir(), PORT: "0" },
      ...{ GATEWAY_PLUGINS_DIR: folder, GATEWAY_STRICT_PLUGINS: "true" },
    });
    expect(code).toBe(1);
    for (const line of stderr.trimEnd().split("\n")) expect(line).toStartWith(join(folder, "acme.ts"));
    expectSentences(stderr);
  });
});

describe("a start from source in another working folder", () => {
  test("Bun reads a .env file there before the program: its values are configuration", async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, ".env"), "GATEWAY_ENV=staging\n");
    const { code, stderr } = await run(["serve"], { DATA_DIR: newDataDir(), PORT: "0" }, cwd);
    expect([code, stderr]).toEqual([1, "GATEWAY_ENV must be development or production.\n"]);
  });

  test("Bun runs a bunfig.toml preload there before the program: start it in a folder of your own", async () => {
    const cwd = newFolder();
    writeFileSync(join(cwd, "bunfig.toml"), 'preload = ["./before.ts"]\n');
    writeFileSync(join(cwd, "before.ts"), 'console.log("ran before the program");\n');
    const { code, stdout } = await run(["--help"], {}, cwd);
    expect(code).toBe(0);
    expect(stdout).toStartWith("ran before the program\n");
  });
});

describe("a start in progress", () => {
  test("R-05: accepts no callers until ready, tells the operator's probes, and a stop waits for its end", async () => {
    const dataDir = await migratedDataDir();
    const [port, adminPort] = [await freePort(), await freePort()];
    const env = { DATA_DIR: dataDir, PORT: String(port), ADMIN_PORT: String(adminPort) };
    const server = startProcess(["serve"], env);
    const probe = (path: string, at = adminPort) => fetch(`http://127.0.0.1:${at}${path}`).catch(() => null);
    const seen = new Set<string>();
    let early: Response | null = null;
    await until(async () => {
      // The callers' first: whatever responds there must be ready.
      const answer = await probe("/health/ready", port);
      if (answer) seen.add(`${answer.status}`);
      early ??= await probe("/health/ready");
      return answer !== null;
    }, START_MS);
    expect([...seen]).toEqual(["200"]);
    const { status, headers } = early as unknown as Response;
    expect([status, headers.get("retry-after"), await (early as unknown as Response).json()]).toEqual([
      503,
      "1",
      { status: "starting" },
    ]);
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    const again = startProcess(["serve"], env);
    await until(async () => (await probe("/health/live")) !== null, START_MS);
    const live = await probe("/health/live");
    again.kill("SIGTERM");
    expect(live?.status).toBe(200);
    expect((await again.ended).code).toBe(0);
    expect(existsSync(join(dataDir, "server.json"))).toBe(false);
    expect(readdirSync(dirname(dataDir))).toEqual(["data"]);
    expect(readdirSync(dataDir).sort()).toEqual(["gateway.lock", "pglite", "secrets.json"]);
  });
});

describe("R-42: two gateways on one embedded database", () => {
  const refused = async (env: Variables) => {
    const { code, stderr } = await run(["serve"], { PORT: "0", ...env });
    expect([code, stderr.includes("Another gateway")]).toEqual([1, true]);
  };
  test("are refused when only the database is shared by another folder", async () => {
    const [dataDir, other] = [await migratedDataDir(), newDataDir()];
    const server = await startServer({ DATA_DIR: dataDir });
    mkdirSync(other);
    symlinkSync(join(dataDir, "pglite"), join(other, "pglite"));
    await refused({ DATA_DIR: other });
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
  });
});

describe("a gateway with a listener for the operator", () => {
  test("S-103: only it serves the admin API, only the other the API, both serve the probes, and commands find it", async () => {
    const dataDir = newDataDir();
    const env = { DATA_DIR: dataDir, GATEWAY_ADMIN_TOKEN: ADMIN_TOKEN };
    const server = await startServer({ ...env, ADMIN_PORT: "0" });
    const { url } = JSON.parse(readFileSync(join(dataDir, "server.json"), "utf8")) as { url: string };
    const callers = server.written.stdout.match(/Gateway at (\S+)/)?.[1] as string;
    expect(new URL(url).port).not.toBe(new URL(callers).port);
    const status = async (at: string, path: string) => (await ask(at + path, ADMIN_TOKEN)).status;
    for (const path of ["/admin/v1/users", "/admin/v1/plugins", "/admin/nothing"]) {
      expect([path, await status(callers, path)]).toEqual([path, 404]);
    }
    expect([await status(url, "/admin/v1/users"), await status(url, "/openapi.json")]).toEqual([200, 404]);
    for (const at of [callers, url]) {
      expect([await status(at, "/health/live"), await status(at, "/health/ready")]).toEqual([200, 200]);
    }
    expect((await run(["user", "create", "--email", "ada@example.com"], env)).code).toBe(0);
    const users = (await (await ask(`${url}/admin/v1/users`, ADMIN_TOKEN)).json()) as { data: { users: object[] } };
    expect(users.data.users).toHaveLength(1);
    server.kill("SIGTERM");
    expect((await server.ended).code).toBe(0);
    expect((await run(["user", "list"], { ...env, ADMIN_PORT: "0" })).stdout).toContain("ada@example.com");
  });

  test("a taken ADMIN_PORT is named, and nothing is left listening", async () => {
    const server = await startServer({ DATA_DIR: newDataDir() });
    const taken = new URL(server.url).port;
    const { code, stderr } = await run(["serve"], { DATA_DIR: newDataDir(), PORT: "0", ADMIN_PORT: taken });
    expect([code, stderr]).toEqual([1, `Port ${taken} of 127.0.0.1 is taken; set ADMIN_PORT (0 picks a free one).\n`]);
  });
});
