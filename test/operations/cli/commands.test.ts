// The operator's commands as processes, with and without a running gateway.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { readdirSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { platform } from "../../../src/foundation/platform/bun.ts";
import {
  endProcesses,
  type GatewayServer,
  migratedDataDir,
  newDataDir,
  run,
  runJson,
  START_MS,
  startServer,
} from "../../support/gateway-process.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const KEY = /^sk_live_[0-9A-Za-z]{49}$/;
const NOBODY = "nobody@example.com";
const NO_KEY = "00000000-0000-4000-8000-000000000000";

const USER = {
  id: expect.stringMatching(UUID),
  payment_state: "ok",
  overrides: null,
  created_at: expect.stringMatching(TIME),
};
const KEY_VIEW = {
  id: expect.stringMatching(UUID),
  user_id: expect.stringMatching(UUID),
  name: null,
  prefix: expect.stringMatching(/^sk_live_.{4}$/),
  last_four: expect.stringMatching(/^.{4}$/),
  permissions: null,
  partner_only: false,
  confirm_destructive: false,
  record_evidence: false,
  created_at: expect.stringMatching(TIME),
  expires_at: null,
  revoked_at: null,
  last_used_at: null,
};

let env: { DATA_DIR: string; LOG_LEVEL: string };
const ended = async (code: number, words: string[]) => {
  const response = await runJson(words, env);
  expect([words, response.code]).toEqual([words, code]);
  return response.json;
};
const good = (...words: string[]) => ended(0, words);
const bad = (...words: string[]) => ended(1, words);

describe("with a running gateway", () => {
  let server: GatewayServer;
  beforeAll(async () => {
    env = { DATA_DIR: await migratedDataDir(), LOG_LEVEL: "warn" };
    server = await startServer(env);
  });
  afterAll(endProcesses);

  test("health waits until a gateway that starts is ready, and not for ever for one that does not", async () => {
    const dataDir = newDataDir();
    const waiting = run(["health", "--wait", "60"], { DATA_DIR: dataDir });
    await startServer({ DATA_DIR: dataDir });
    expect(await waiting).toMatchObject({ code: 0, stdout: "ready\n" });
    expect((await run(["health", "--wait", "1"], { DATA_DIR: newDataDir() })).code).toBe(1);
  });

  test.each(["-1", "1.5", "abc", "", "3601"])("--wait %p is refused with what it takes", async (seconds) => {
    for (const command of ["health", "upgrade"]) {
      const { code, stdout, stderr } = await run([command, `--wait=${seconds}`], {});
      expect([code, stdout, stderr]).toEqual([
        1,
        "",
        expect.stringContaining("It must be a whole number of seconds from 0 to 3600."),
      ]);
    }
  });

  test("health is ready while the server runs, and says so when none does", async () => {
    expect(await good("health")).toEqual({ ready: true, status: 200 });
    const { code, stdout, stderr } = await run(["health"], { DATA_DIR: "/nonexistent" });
    expect([code, stdout, stderr]).toEqual([1, "", "No gateway runs on /nonexistent, or it does not respond.\n"]);
  });

  const statusOf = async (key: string) =>
    (await fetch(`${server.url}/api/v1/usage`, { headers: { authorization: `Bearer ${key}` } })).status;
  const admin = (method: string, path: string, body?: object) =>
    fetch(`${server.url}/admin/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${server.adminToken}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });

  test("user create defaults to the free tier; user list prints all users, newest first", async () => {
    expect(await good("user", "create", "--email", "ada@example.com")).toEqual({
      ...USER,
      email: "ada@example.com",
      tier: "free",
    });
    const grace = await run(["user", "create", "--email", "grace@example.com", "--tier", "team"], env);
    expect([grace.code, grace.stderr]).toEqual([0, ""]);
    expect(grace.stdout).toMatch(/^email {10}grace@example\.com$/m);
    const [{ users }, table] = await Promise.all([good("user", "list"), run(["user", "list"], env)]);
    expect(users).toEqual([
      { ...USER, email: "grace@example.com", tier: "team" },
      { ...USER, email: "ada@example.com", tier: "free" },
    ]);
    const [names, first] = table.stdout.split("\n").map((line) => line.split(/\s+/));
    expect(names).toEqual(["id", "email", "tier", "payment_state", "overrides", "created_at"]);
    expect(first?.slice(1, 4)).toEqual(["grace@example.com", "team", "ok"]);
  });

  test("an address that exists, in any case, is a conflict in one sentence", async () => {
    const [json, text] = await Promise.all([
      bad("user", "create", "--email", "ADA@example.com"),
      run(["user", "create", "--email", "ada@example.com"], env),
    ]);
    expect(json).toEqual({ error: "A user with the address ADA@example.com already exists.", code: "CONFLICT" });
    expect(text).toEqual({
      code: 1,
      stdout: "",
      stderr: "A user with the address ada@example.com already exists.\n",
    });
  });

  test("user tier and user payment change the user and print the change", async () => {
    expect((await good("user", "tier", "ada@example.com", "pro")).tier).toBe("pro");
    expect((await good("user", "payment", "ADA@example.com", "past_due")).payment_state).toBe("past_due");
    const back = await run(["user", "payment", "ada@example.com", "ok"], env);
    expect(back.code).toBe(0);
    expect(back.stdout).toMatch(/^tier\s+pro$/m);
    expect(back.stdout).toMatch(/^payment_state\s+ok$/m);
  });

  test("tier set adds a tier only with --new", async () => {
    const words = ["tier", "set", "user", "batches", "--minute", "5", "--day", "unlimited"];
    const refused = await run(words, env);
    expect([refused.code, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("There is no user tier batches. There are free, pro, team");
    expect(refused.stderr).toContain("use --new of gateway tier set");
    expect((await good(...words, "--new")).source).toBe("added");
    expect((await good("tier", "delete", "user", "batches")).deleted).toBe(true);
  });

  test("a key is printed once, with its options; the list never prints it", async () => {
    const plain = await run(["key", "create", "--user", "ada@example.com"], env);
    const [, plainKey = ""] = plain.stdout.match(/^key +(sk_live_[0-9A-Za-z]{49})$/m) ?? [];
    expect(plainKey).toMatch(KEY);
    const full = await good(
      ...["key", "create", "--user", "ada@example.com", "--name", "reports", "--expires", "2999-01-02T03:04:05Z"],
      ...["--permission", "gmail.read", "--permission", "slack:*", "--record-evidence"],
    );
    const permissions = ["gmail.read", "slack:*"];
    const asked = { name: "reports", expires_at: "2999-01-02T03:04:05.000Z", permissions, record_evidence: true };
    expect(full).toEqual({ ...KEY_VIEW, ...asked, key: expect.stringMatching(KEY) });
    const [json, table] = await Promise.all([
      good("key", "list", "--user", "ada@example.com"),
      run(["key", "list", "--user", "ada@example.com"], env),
    ]);
    expect(json).toEqual({ keys: [{ ...KEY_VIEW, ...asked }, KEY_VIEW] });
    expect(table.stdout).toContain("gmail.read, slack:*");
    for (const key of [plainKey, full.key]) {
      expect(JSON.stringify(json) + table.stdout).not.toContain(key.slice("sk_live_1234".length));
    }
  });

  test("R-32: a created key works at once, and for at most a second after its revocation", async () => {
    const { key, id } = await good("key", "create", "--user", "ada@example.com", "--confirm-destructive");
    expect(await statusOf(key)).toBe(200);
    for (const choice of ["off", "on"])
      expect((await good("key", "change", id, "--confirm-destructive", choice)).confirm_destructive).toBe(
        choice === "on",
      );
    for (const choice of ["on", "off"])
      expect(await good("key", "change", id, "--record-evidence", choice)).toMatchObject({
        record_evidence: choice === "on",
        confirm_destructive: true,
      });
    await bad("key", "change", id, "--confirm-destructive", "maybe");
    await bad("key", "change", id, "--record-evidence", "maybe");
    await bad("key", "change", id);
    const revoked = await good("key", "revoke", id);
    await until(async () => (await statusOf(key)) === 401, 1_000);
    expect(revoked.revoked_at).toMatch(TIME);
    // A second revocation keeps the time of the first.
    expect((await good("key", "revoke", id)).revoked_at).toBe(revoked.revoked_at);
  });

  test("R-33: a user who is past due gets 402 within a second, and 200 again once paid", async () => {
    const { key } = await good("key", "create", "--user", "grace@example.com");
    expect(await statusOf(key)).toBe(200);
    expect((await run(["user", "payment", "grace@example.com", "past_due"], env)).code).toBe(0);
    await until(async () => (await statusOf(key)) === 402, 1_000);
    expect((await run(["user", "payment", "grace@example.com", "ok"], env)).code).toBe(0);
    await until(async () => (await statusOf(key)) === 200, 1_000);
  });

  test("a missing row is NOT_FOUND with one sentence", async () => {
    const responses = await Promise.all([
      bad("user", "tier", NOBODY, "pro"),
      bad("user", "payment", NOBODY, "ok"),
      bad("key", "create", "--user", NOBODY),
      bad("key", "list", "--user", NOBODY),
      bad("key", "revoke", NO_KEY),
      bad("mcp-client", "list", "--user", NOBODY),
    ]);
    const noUser = { error: `There is no user ${NOBODY}.`, code: "NOT_FOUND" };
    const noKey = { error: `There is no key ${NO_KEY}.`, code: "NOT_FOUND" };
    expect(responses).toEqual([noUser, noUser, noUser, noUser, noKey, noUser]);
    const ofClient = ["mcp-client", "revoke", NO_KEY, "--user", "ada@example.com"];
    expect(await Promise.all([bad("key", "change", NO_KEY, "--confirm-destructive", "on"), bad(...ofClient)])).toEqual([
      { error: `There is no active key ${NO_KEY}.`, code: "NOT_FOUND" },
      { error: "There is no client with this id, or its access has already ended.", code: "NOT_FOUND" },
    ]);
    expect(await good("mcp-client", "list", "--user", "ada@example.com")).toEqual({ mcp_clients: [] });
  });

  test("every invalid value is named at once", async () => {
    const key = ["key", "create", "--user", "ada@example.com"];
    const responses = await Promise.all([
      bad("user", "create", "--email", "ada"),
      bad("user", "tier", "ada@example.com", "gold"),
      bad("user", "payment", "ada@example.com", "late"),
      bad("key", "revoke", "7"),
      bad(...key, "--expires", "tomorrow"),
      bad(...key, "--expires", "2001-01-01T00:00:00Z"),
      bad(...key, "--permission", "gmail", "--permission", "gateway:acounts.read"),
    ]);
    expect(responses.map(({ code }) => code)).toEqual(responses.map(() => "VALIDATION_ERROR"));
    const names = ["email", "tier", "payment_state", "id", "expires_at", "expires_at is in the past", '"gmail" is not'];
    for (const [index, name] of names.entries()) expect(responses[index].error).toContain(name);
    expect(responses.at(-1).error.split("\n")[1]).toContain("did you mean gateway:accounts.read?");
  });

  test("plugin list prints the served plugins, and whether each OAuth client is set", async () => {
    const { plugins } = await good("plugin", "list");
    expect(plugins.find(({ id }: { id: string }) => id === "github")).toEqual({
      id: "github",
      name: "GitHub",
      version: null,
      contract: 1,
      services: expect.arrayContaining(["repos", "issues"]),
      endpoints: expect.any(Number),
      is_configured: false,
      base_urls: { "": "https://api.github.com" },
      callback_url: `${server.url}/api/v1/connect/callback`,
    });
  });

  test("doctor passes beside a running gateway; migrate fails with one sentence", async () => {
    const [doctor, migrate] = await Promise.all([good("doctor"), bad("migrate")]);
    expect(doctor.checks).toContainEqual({
      check: "database",
      ok: true,
      message: `in use by the gateway at ${server.url}, whose /health/ready responds with 200`,
    });
    expect(migrate).toEqual({
      error: `Another gateway process or command uses the data folder ${env.DATA_DIR}: stop it, or set DATA_DIR.`,
      code: "CANNOT_START",
    });
  });

  test("a retry of neither one job nor all names its own options, and the command that doctor prints works", async () => {
    const said = { error: expect.stringMatching(/^Name the id of one job, .*, or give --all\.$/) };
    expect(await bad("jobs", "retry", "source_polls")).toMatchObject(said);
    expect(await bad("jobs", "retry", "source_polls", "7", "--all")).toMatchObject(said);
    expect(await good("jobs", "retry", "source_polls", "--all")).toEqual({ retried: 0 });
  });

  test("a long list is written to a pipe in full", async () => {
    const emails = Array.from({ length: 400 }, (_, i) => `user-${i}@example.com`);
    for (const email of emails) expect((await admin("POST", "/users", { email })).status).toBe(200);
    const { json, stdout } = await runJson(["user", "list"], env);
    expect(stdout.length).toBeGreaterThan(64 * 1024);
    expect(json).toEqual((await (await admin("GET", "/users")).json()).data);
  });

  test("S-71: no key or token of the commands is in the gateway's log", () => {
    expect(server.written.stderr).not.toMatch(/sk_live_|adm_/);
  });

  test("after a crash, a foreign server at the old address never receives the operator's token", async () => {
    server.kill("SIGKILL");
    await server.ended;
    const asked: string[] = [];
    const foreign = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end("{}");
    });
    await new Promise<void>((resolve) => foreign.listen(Number(new URL(server.url).port), "127.0.0.1", resolve));
    const { keys } = await good("key", "list", "--user", "grace@example.com");
    foreign.close();
    expect(asked).toEqual([]);
    expect(keys).toHaveLength(1);
  });
});

describe("without a running gateway", () => {
  beforeAll(async () => {
    env = { DATA_DIR: await migratedDataDir(), LOG_LEVEL: "warn" };
  });

  test("the same commands work in their own process", async () => {
    const made = await good("user", "create", "--email", "ada@example.com");
    expect(made).toEqual({ ...USER, email: "ada@example.com", tier: "free" });
    const { key, ...view } = await good("key", "create", "--user", made.id);
    expect(key).toMatch(KEY);
    expect(await good("key", "list", "--user", "ada@example.com")).toEqual({ keys: [view] });
    expect(await bad("user", "payment", NOBODY, "ok")).toEqual({
      error: `There is no user ${NOBODY}.`,
      code: "NOT_FOUND",
    });
  });

  test("a command on a folder in use fails and writes nothing into it, no secrets either", async () => {
    const dataDir = await migratedDataDir();
    const release = platform.lock(join(dataDir, "gateway.lock"));
    const { code, json } = await runJson(["user", "list"], { ...env, DATA_DIR: dataDir });
    release?.();
    expect([code, json.code]).toEqual([1, "CANNOT_START"]);
    expect(json.error).toContain(`uses the data folder ${dataDir}`);
    expect(readdirSync(dataDir).sort()).toEqual(["gateway.lock", "pglite"]);
  });
});
