// The cluster of real processes: a difference is named, a stopped replica goes, a killed one is gone, and no value is told.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Check } from "../../../src/operations/doctor/check.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import {
  endProcesses,
  type GatewayServer,
  migratedDataDir,
  newDataDir,
  newFolder,
  run,
  runJson,
  START_MS,
  startServer,
  type Variables,
} from "../../support/gateway-process.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(3 * START_MS);
afterAll(endProcesses);

const PLUGINS = fileURLToPath(new URL("../../faults/plugins", import.meta.url));
const RING = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
const ADMIN = "admin-token-of-the-cluster";
const SECRETS = {
  GATEWAY_SECRET_KEYS: RING,
  GATEWAY_ADMIN_TOKEN: ADMIN,
  SMTP_URL: "smtps://mailer:password-of-the-mailer@mail.example.com",
  MAIL_FROM: "gateway@example.com",
  GITHUB_CLIENT_ID: "client-of-github",
  GITHUB_CLIENT_SECRET: "secret-of-github",
  GATEWAY_PUBLIC_WEBHOOKS: "off",
};
/** What must be in no output and no row. */
const VALUES = [ADMIN, "password-of-the-mailer", "client-of-github", "secret-of-github", "secret-of-another-github"];

interface Replica {
  replica: string;
  state: string;
  version: string;
  usage_rows_queued: number;
}
const labelsIn = (json: { replicas: Replica[] }, state: string) =>
  json.replicas.filter((one) => one.state === state).map((one) => one.replica);
const KINDS = ["setting", "provider", "plugin"];
const byKind = (one: { kind: string }, two: { kind: string }) => KINDS.indexOf(one.kind) - KINDS.indexOf(two.kind);
const portOf = (server: GatewayServer) => new URL(server.url).port;
const endsWith = (server: GatewayServer) => expect.stringMatching(new RegExp(`:${portOf(server)}$`));

describe("a cluster of two processes on Postgres", () => {
  let opened: TestDatabase;
  let one: GatewayServer;
  let other: GatewayServer;
  let env: Variables & { DATA_DIR: string };
  /** The same plugin but for a comment beside its code. */
  const pluginsWith = (comment: string) => {
    const folder = newFolder();
    cpSync(PLUGINS, folder, { recursive: true });
    writeFileSync(join(folder, "stub", "notes.ts"), `// ${comment}\n`);
    return folder;
  };
  beforeAll(async () => {
    opened = await testDatabase("postgres");
    env = { ...SECRETS, DATABASE_URL: opened.url as string, DATA_DIR: newDataDir() };
    one = await startServer({
      ...env,
      DATA_DIR: newDataDir(),
      GATEWAY_PLUGINS_DIR: pluginsWith("one"),
      LOG_LEVEL: "debug",
    });
    other = await startServer({
      ...env,
      ...{ DATA_DIR: newDataDir(), LOG_LEVEL: "debug", GATEWAY_PLUGINS_DIR: pluginsWith("other") },
      ...{ GITHUB_CLIENT_SECRET: "secret-of-another-github", GATEWAY_PUBLIC_WEBHOOKS: undefined },
    });
    await until(async () => (await cluster()).replicas.length === 2, START_MS);
  }, 3 * START_MS);
  afterAll(() => opened.close());

  const cluster = async () => (await runJson(["cluster"], env)).json;
  const checks = async (): Promise<Check[]> =>
    (await runJson(["doctor"], env)).json.checks.filter(({ check }: Check) => check.startsWith("replica"));

  test("the settings that differ are named by command and doctor, without a value", async () => {
    const json = await cluster();
    expect(labelsIn(json, "serving")).toHaveLength(2);
    expect(labelsIn(json, "serving")).toEqual(expect.arrayContaining([endsWith(one), endsWith(other)]));
    const [first, second, third] = json.differences.sort(byKind);
    expect(json.differences).toHaveLength(3);
    expect(third).toMatchObject({ kind: "plugin", name: "stub" });
    expect(first).toMatchObject({ kind: "setting", name: "GATEWAY_PUBLIC_WEBHOOKS" });
    expect(first.groups).toEqual(
      expect.arrayContaining([
        { value: null, is_set: true, replicas: [endsWith(one)] },
        { value: null, is_set: false, replicas: [endsWith(other)] },
      ]),
    );
    expect(second).toMatchObject({ kind: "provider", name: "github", groups: [{ value: null }, { value: null }] });
    expect(json.database).toEqual({
      kind: "postgres",
      migrations: expect.any(Number),
      newest_migration: expect.stringMatching(/^\d{4}_/),
    });
    const lines = await checks();
    expect(lines.map(({ check, warning }) => [check, warning])).toEqual([
      ["replica settings", true],
      ["replica plugins", true],
      ["replica settings", true],
    ]);
    expect(lines[0]?.message).toMatch(/^GATEWAY_PUBLIC_WEBHOOKS differs: .*not set on .*/);
    expect(lines[0]?.next_step).toContain("docs/operate/cluster.md");
  });

  test("another version is named with its replica", async () => {
    await opened.database.query("update replicas set version = '0.3.9' where port = $1::text::integer", [
      portOf(other),
    ]);
    const { differences } = await cluster();
    expect(differences[0]).toEqual({
      ...{ kind: "version", name: null },
      groups: expect.arrayContaining([
        { value: "0.3.9", is_set: true, replicas: [endsWith(other)] },
        { value: expect.stringMatching(/^\d/), is_set: true, replicas: [endsWith(one)] },
      ]),
    });
    expect((await checks())[0]).toMatchObject({
      check: "replica versions",
      message: expect.stringContaining(`0.3.9 on `),
    });
    const { stdout } = await run(["cluster"], env);
    expect(stdout).toMatch(/^postgres, \d+ migrations, the newest \d{4}_\w+\n\nReplicas\nreplica +state +version/);
    expect(stdout).toMatch(/version +- +(0\.3\.9|\d)/);
    expect(stdout).toMatch(/setting +GATEWAY_PUBLIC_WEBHOOKS +(set: .*; )?not set: /);
  });

  test("metrics count replicas by version and state, and their differences", async () => {
    const response = await fetch(`${one.url}/metrics`, { headers: { authorization: `Bearer ${ADMIN}` } });
    const text = await response.text();
    expect(text).toContain('gateway_replicas{version="0.3.9",state="serving"} 1');
    expect(text).toContain('gateway_replica_differences{kind="setting"} 1');
    expect(text).toContain('gateway_replica_differences{kind="ring"} 0');
  });

  test("I-7: no setting's value is in the table, an output or a log", async () => {
    const stored = JSON.stringify(await opened.database.query("select * from replicas"));
    const outputs = await Promise.all([["cluster"], ["cluster", "--json"]].map((words) => run(words, env)));
    const texts = [stored, ...outputs.map(({ stdout }) => stdout), one.written.stderr, other.written.stderr];
    expect(stored).toContain("GATEWAY_PUBLIC_WEBHOOKS");
    for (const value of VALUES) for (const text of texts) expect(text).not.toContain(value);
  });

  test("one that stops is no longer listed; one that is killed is gone, and doctor says so", async () => {
    other.kill("SIGTERM");
    expect((await other.ended).code).toBe(0);
    expect(labelsIn(await cluster(), "serving")).toEqual([endsWith(one)]);
    expect((await cluster()).differences).toEqual([]);
    one.kill("SIGKILL");
    await one.ended;
    await opened.database.query("update replicas set seen_at = seen_at - interval '2 minutes'");
    const json = await cluster();
    expect([labelsIn(json, "serving"), labelsIn(json, "gone")]).toEqual([[], [endsWith(one)]]);
    expect(await checks()).toEqual([
      expect.objectContaining({
        check: "replica gone",
        message: expect.stringContaining("did not stop by itself"),
        next_step: expect.stringContaining("its log"),
      }),
    ]);
  });
});

test("the embedded database has one replica, which the same command shows", async () => {
  const env = { DATA_DIR: await migratedDataDir() };
  const server = await startServer(env);
  const read = async () => (await runJson(["cluster"], env)).json;
  await until(async () => (await read()).replicas.length > 0, START_MS);
  const { replicas, differences } = await read();
  expect(replicas).toEqual([expect.objectContaining({ replica: endsWith(server), is_this: true, state: "serving" })]);
  expect(differences).toEqual([]);
  server.kill("SIGTERM");
  expect((await server.ended).code).toBe(0);
  expect((await read()).replicas).toEqual([]);
});
