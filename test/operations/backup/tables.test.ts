// Backups of Postgres: every row and number comes back, with the rights of the gateway's own user, or nothing does.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import { endProcesses, newDataDir, newFolder, runJson, START_MS, startServer } from "../../support/gateway-process.ts";
import { type TestPostgres, testPostgres } from "../../support/postgres.ts";

setDefaultTimeout(10 * START_MS);

const PASSWORD = "hidden-word";
const KEYS = `k1:${Buffer.alloc(32, 1).toString("base64")}`;
/** Everything that the text format of COPY escapes, and what it does not. */
const ODD = "tab\there, newline\nthere, return\r, backslash \\ \\N \\., quote \" ' – ü 漢 🙂";

let server: TestPostgres;
let admin: postgres.Sql;
const urls: string[] = [];

beforeAll(async () => {
  server = await testPostgres();
  admin = postgres(server.url, { max: 1, onnotice: () => {} });
  await admin.unsafe(`create role table_backups login password '${PASSWORD}'`);
});
afterAll(async () => {
  await endProcesses();
  for (const url of urls) await server.dropDatabase(url);
  await admin.unsafe("drop role table_backups");
  await admin.end();
});

/** An empty database that belongs to a role without any further right. */
async function emptyDatabase(): Promise<string> {
  const url = new URL(await server.createDatabase());
  urls.push(url.href);
  await admin.unsafe(`alter database ${url.pathname.slice(1)} owner to table_backups`);
  [url.username, url.password] = ["table_backups", PASSWORD];
  return url.href;
}

const envOf = (url: string, keys = KEYS) => ({
  DATA_DIR: newDataDir(),
  DATABASE_URL: url,
  GATEWAY_SECRET_KEYS: keys,
  GATEWAY_ADMIN_TOKEN: "admin-token-for-tests",
});

async function withClient<T>(url: string, work: (client: postgres.Sql) => Promise<T>): Promise<T> {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** A served database with rows of odd texts, in partitions of several months. */
async function served(): Promise<string> {
  const url = await emptyDatabase();
  const gateway = await startServer(envOf(url));
  await runJson(["user", "create", "--email", "ada@example.com"], { ...envOf(url), PORT: new URL(gateway.url).port });
  gateway.kill("SIGTERM");
  await gateway.ended;
  await withClient(url, async (client) => {
    await client`insert into users (id, email) select gen_random_uuid(), 'user-' || n || '@example.com' from generate_series(1, 5000) n`;
    await client`insert into users (id, email) values (gen_random_uuid(), ${ODD})`;
    await client`create table usage_entries_2020_01 partition of usage_entries for values from ('2020-01-01') to ('2020-02-01')`;
    for (const month of ["2020-01-15", "2019-05-01", new Date().toISOString()])
      await client.unsafe(
        `insert into usage_entries (id, occurred_at, user_id, request_id, method, endpoint, state, units, duration_ms)
         select gen_random_uuid(), $1::timestamptz, id, $2, 'GET', '/x', 'done', 1, 1 from users limit 3`,
        [month, ODD],
      );
  });
  return url;
}

const CONTENT = `
  select c.relname as name, xpath('/table/row', query_to_xml(
    format('select count(*) as rows, md5(string_agg(t::text, chr(10) order by t::text)) as digest from %I t', c.relname), false, false, ''))::text as content
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> 'backup_runs' order by 1`;
const OBJECTS = `
  select 'constraint' as kind, conrelid::regclass || ' ' || pg_get_constraintdef(oid) as text from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'index', pg_get_indexdef(indexrelid) from pg_index join pg_class on oid = indexrelid where relnamespace = 'public'::regnamespace
  union all select 'trigger', tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
  union all select 'partition', oid::regclass || ' ' || pg_get_expr(relpartbound, oid) from pg_class where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace
  union all select 'owner', relname || ' ' || pg_get_userbyid(relowner) from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S')
  order by 1, 2`;

test("R-46: a backup of Postgres is restored into an empty database by the gateway's own user, row by row, and serves", async () => {
  const url = await served();
  const file = join(newFolder(), "gateway.backup");
  const made = await runJson(["backup", file], envOf(url));
  expect([made.code, made.json]).toEqual([0, expect.objectContaining({ file, needs_keys: ["k1"], secrets: false })]);
  const doctor = await runJson(["doctor"], envOf(url));
  const line = expect.objectContaining({
    check: "backups",
    ok: true,
    message: expect.stringContaining("the last was made at"),
  });
  expect(doctor.json.checks).toContainEqual(line);
  const verified = await runJson(["backup", "verify", file], envOf(url));
  expect([verified.code, verified.json.key_ring]).toEqual([0, "opens it"]);
  expect(verified.json.tables).toContainEqual({ table: "users", rows: 5002 });

  const target = await emptyDatabase();
  const restored = await runJson(["restore", file], envOf(target));
  expect([restored.code, restored.json]).toEqual([
    0,
    expect.objectContaining({ skipped_tables: [], migrations_to_apply: 0 }),
  ]);
  for (const query of [CONTENT, OBJECTS]) {
    const [before, after] = await Promise.all(
      [url, target].map((one) => withClient(one, (client) => client.unsafe(query))),
    );
    expect([...(after as object[])]).toEqual([...(before as object[])]);
  }
  const again = await runJson(["restore", file], envOf(target));
  expect([again.code, again.json.error]).toEqual([1, expect.stringContaining("is not empty")]);

  const gateway = await startServer(envOf(target));
  const created = await runJson(["user", "create", "--email", "eve@example.com"], envOf(target));
  expect(created.code).toBe(0);
  gateway.kill("SIGTERM");
  await gateway.ended;

  const bytes = readFileSync(file);
  const damaged = join(newFolder(), "damaged.backup");
  const cut = join(newFolder(), "cut.backup");
  writeFileSync(damaged, bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] as number) ^ 1));
  writeFileSync(cut, bytes.subarray(0, bytes.length - 100));
  const empty = await emptyDatabase();
  const other = `k1:${Buffer.alloc(32, 2).toString("base64")}`;
  const refusals: [string, Record<string, string>, string][] = [
    [damaged, envOf(empty), "is not a complete backup"],
    [cut, envOf(empty), "is not a complete backup"],
    [file, envOf(empty, other), "is a different key with the same name"],
    [file, { DATA_DIR: newDataDir() }, "The backup is of a Postgres"],
  ];
  for (const [from, env, reason] of refusals) {
    const { code, json } = await runJson(["restore", from], env);
    expect([code, json.error]).toEqual([1, expect.stringContaining(reason)]);
  }
  const tables = await withClient(
    empty,
    (client) => client`select 1 from pg_class where relnamespace = 'public'::regnamespace`,
  );
  expect(tables).toHaveLength(0);
});
