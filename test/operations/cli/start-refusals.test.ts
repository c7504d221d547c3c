// Whatever stops a start is found before anything is changed, by serve, migrate and doctor alike.
import { afterAll, afterEach, beforeEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import postgres from "postgres";
import { migrate, readMigrations } from "../../../src/foundation/db/migrate.ts";
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import { type KeyRing, parseKeyRing } from "../../../src/foundation/vault/key-ring.ts";
import { registerKeyRing } from "../../../src/foundation/vault/key-ring-check.ts";
import { createVault } from "../../../src/foundation/vault/vault.ts";
import {
  endProcesses,
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

const ringText = (byte: number) => `k1:${Buffer.alloc(32, byte).toString("base64")}`;
/** So many, as an older version would have applied. */
const APPLIED = 25;

const providersFile = (settings: object): string => {
  const file = join(newFolder(), "providers.json");
  writeFileSync(file, JSON.stringify(settings));
  return file;
};

const brokenPlugin = (): string => {
  const folder = join(newFolder(), "plugins");
  mkdirSync(folder);
  writeFileSync(join(folder, "acme.ts"), "export default { id: 7 };\n");
  return folder;
};

interface Refusal {
  env: () => Variables;
  said: RegExp;
}

const REFUSALS: Record<string, Refusal> = {
  "a base URL that its plugin does not know": {
    env: () => ({ GATEWAY_PROVIDERS_FILE: providersFile({ slack: { baseUrl: { files: "https://slack.example" } } }) }),
    said: /The settings of slack: baseUrl\.files is not one of default, content\./,
  },
  "one URL where a plugin has several and no default": {
    env: () => ({ GATEWAY_PROVIDERS_FILE: providersFile({ google: { baseUrl: "https://google.example" } }) }),
    said: /The settings of google: baseUrl must be an object with gmail, calendar, drive, profile, docs\./,
  },
  "a setting that no plugin declares": {
    env: () => ({ GATEWAY_PROVIDERS_FILE: providersFile({ github: { settings: { colour: "red" } } }) }),
    said: /The settings of github: settings\.colour is not a setting of its plugin\./,
  },
  "a way of events that there is not": { env: () => ({ SLACK_EVENTS: "pigeon" }), said: /SLACK_EVENTS must be one of/ },
  "a broken plugin where each must load": {
    env: () => ({ GATEWAY_PLUGINS_DIR: brokenPlugin(), GATEWAY_STRICT_PLUGINS: "true" }),
    said: /acme\.ts/,
  },
  "a key ring that did not seal the database": {
    env: () => ({ GATEWAY_SECRET_KEYS: ringText(9) }),
    said: /The key "k1" of the key ring .* is not the one that this database is encrypted with\./,
  },
};

describe("an older database", () => {
  let url: string;
  let env: Variables & { DATA_DIR: string };
  beforeEach(async () => {
    url = await (await testPostgres()).createDatabase();
    env = {
      DATA_DIR: newDataDir(),
      DATABASE_URL: url,
      GATEWAY_SECRET_KEYS: ringText(1),
      GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
    };
    const database = await openPostgres(url);
    await migrate(database, readMigrations().slice(0, APPLIED));
    await registerKeyRing(database, createVault(parseKeyRing(ringText(1)) as KeyRing));
    await database.close();
  });
  afterEach(async () => (await testPostgres()).dropDatabase(url));

  const migrations = async () => {
    const sql = postgres(url, { max: 1, onnotice: () => {} });
    const rows = await sql`select name, applied_at::text from migrations order by name`;
    await sql.end();
    return rows.map((row) => `${row.name} ${row.applied_at}`);
  };

  for (const [name, { env: more, said }] of Object.entries(REFUSALS)) {
    test(`${name}: serve, migrate and migrate --plan refuse, doctor says the same, and no migration is applied`, async () => {
      const before = await migrations();
      expect(before).toHaveLength(APPLIED);
      const wrong = { ...env, ...more() };
      const [serve, apply, plan, doctor] = await Promise.all([
        run(["serve"], wrong),
        run(["migrate"], wrong),
        run(["migrate", "--plan"], wrong),
        runJson(["doctor"], wrong),
      ]);
      for (const { code, stderr } of [serve, apply, plan]) {
        expect(code).toBe(1);
        expect(stderr).toMatch(said);
      }
      const failed = doctor.json.checks.filter((check: { ok: boolean }) => !check.ok);
      // A plugin may break several rules.
      expect(failed).not.toHaveLength(0);
      for (const { message } of failed) expect(message).toMatch(said);
      expect(await migrations()).toEqual(before);
    });
  }

  test("a taken port: serve refuses, doctor says the same, and no migration is applied", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    const before = await migrations();
    const wrong = { ...env, PORT: String(port) };
    const [serve, doctor] = [await run(["serve"], wrong), await runJson(["doctor"], wrong)];
    other.close();
    const said = `Port ${port} of 127.0.0.1 is taken; set PORT (0 picks a free one).`;
    expect([serve.code, serve.stderr.trim()]).toEqual([1, said]);
    expect(doctor.json.checks).toContainEqual(expect.objectContaining({ check: "port", ok: false, message: said }));
    expect(await migrations()).toEqual(before);
  });

  test("one URL for Slack, as the version before took it, starts with a warning of what stays where it was", async () => {
    const GATEWAY_PROVIDERS_FILE = providersFile({ slack: { baseUrl: "https://slack.example/api" } });
    const server = await startServer({ ...env, GATEWAY_PROVIDERS_FILE });
    const said =
      "The settings of slack: baseUrl is one URL, which replaces only default, and content stays https://files.slack.com: write an object with default, content. The next version accepts no other form.";
    expect(server.written.stderr).toContain(said);
    const { json } = await runJson(["doctor"], { ...env, GATEWAY_PROVIDERS_FILE });
    expect(json.checks).toContainEqual(
      expect.objectContaining({ check: "base_url_incomplete", ok: true, warning: true, message: said }),
    );
  });
});

test("a database that cannot store every text: serve and migrate --plan refuse, and doctor says so before a start does", async () => {
  const url = new URL(await (await testPostgres()).createDatabase());
  const admin = postgres(url.href, { max: 1, onnotice: () => {} });
  const name = `${url.pathname.slice(1)}_latin`;
  await admin.unsafe(`create database "${name}" encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'`);
  const env = {
    DATA_DIR: newDataDir(),
    DATABASE_URL: Object.assign(new URL(url), { pathname: `/${name}` }).href,
    GATEWAY_SECRET_KEYS: ringText(1),
    GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
  };
  const [serve, plan, doctor] = await Promise.all([
    run(["serve"], env),
    run(["migrate", "--plan"], env),
    runJson(["doctor"], env),
  ]);
  const said = /^The database has the encoding LATIN1, which cannot store every text: create another database/;
  for (const { code, stderr } of [serve, plan]) expect([code, stderr]).toEqual([1, expect.stringMatching(said)]);
  const failed = doctor.json.checks.filter((check: { ok: boolean }) => !check.ok);
  expect(failed).toMatchObject([
    {
      check: "database",
      message: expect.stringMatching(said),
      next_step: expect.stringMatching(/^create another database/),
    },
  ]);
  await admin.unsafe(`drop database "${name}"`);
  await admin.end();
  await (await testPostgres()).dropDatabase(url.href);
});

describe("an empty database that its user may not migrate", () => {
  const [ROLE, PASSWORD] = ["refused_role", "hidden-word"];
  let url: URL;
  let admin: postgres.Sql;
  beforeEach(async () => {
    url = new URL(await (await testPostgres()).createDatabase());
    admin = postgres(url.href, { max: 1, onnotice: () => {} });
    await admin.unsafe(`create role ${ROLE} login password '${PASSWORD}'`);
  });
  afterEach(async () => {
    await admin.unsafe(`drop owned by ${ROLE}; drop role ${ROLE}`);
    await admin.end();
    await (await testPostgres()).dropDatabase(url.href);
  });

  const asRole = (): Variables => {
    [url.username, url.password] = [ROLE, PASSWORD];
    return {
      DATA_DIR: newDataDir(),
      DATABASE_URL: url.href,
      GATEWAY_SECRET_KEYS: ringText(1),
      GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
    };
  };
  const NEEDED: Record<string, { prepare: () => string; said: RegExp; step: RegExp }> = {
    "no right to create tables": {
      prepare: () => "select 1",
      said: /"refused_role" lacks a privilege there: .* \(42501\)\./,
      step: /run GRANT CREATE, USAGE ON SCHEMA public TO "refused_role"; GRANT CREATE ON DATABASE "\w+" TO "refused_role"/,
    },
    "no right to create tables, and one to create schemas": {
      prepare: () => `grant create on database "${url.pathname.slice(1)}" to ${ROLE}`,
      said: /"refused_role" lacks a privilege there: .* \(42501\)\./,
      step: /run GRANT CREATE, USAGE ON SCHEMA public TO "refused_role" in that database/,
    },
    "read-only": {
      prepare: () =>
        `alter role ${ROLE} set default_transaction_read_only = on; grant create, usage on schema public to ${ROLE}`,
      said: /it does not accept writes: .* \(25006\)\./,
      step: /^set DATABASE_URL to the primary/,
    },
  };

  for (const [name, { prepare, said, step }] of Object.entries(NEEDED)) {
    test(`${name}: serve and migrate --plan refuse, and doctor says so before a start does`, async () => {
      await admin.unsafe(prepare());
      const [serve, plan, doctor] = await Promise.all([
        run(["serve"], asRole()),
        run(["migrate", "--plan"], asRole()),
        runJson(["doctor"], asRole()),
      ]);
      for (const { code, stderr } of [serve, plan]) {
        expect(code).toBe(1);
        expect(stderr).toMatch(said);
      }
      expect(doctor.json.checks.filter((check: { ok: boolean }) => !check.ok)).toEqual([
        {
          ...{ check: "database", ok: false },
          ...{ message: expect.stringMatching(said), next_step: expect.stringMatching(step) },
        },
      ]);
    });
  }

  test("no right to create the schema of the jobs: doctor says so while migrations are pending", async () => {
    await admin.unsafe(`grant create, usage on schema public to ${ROLE}`);
    const { json } = await runJson(["doctor"], asRole());
    expect(json.checks).toContainEqual({
      ...{ check: "rights", ok: false, message: expect.stringContaining("may not create the schema of the jobs") },
      next_step: `as the database's owner run GRANT CREATE ON DATABASE "${url.pathname.slice(1)}" TO "refused_role"`,
    });
    await admin.unsafe(`create schema gateway_jobs authorization ${ROLE}`);
    const { json: mended } = await runJson(["doctor"], asRole());
    expect(mended.ok).toBe(true);
  });
});
