// The tests' Postgres: a real server with isolated databases.
import { afterAll, expect, test } from "bun:test";
import postgres from "postgres";
import { type TestPostgres, testPostgres } from "./postgres.ts";
import { rejection } from "./rejection.ts";

const open: postgres.Sql[] = [];
function connect(url: string): postgres.Sql {
  const sql = postgres(url, { max: 2, onnotice: () => undefined });
  open.push(sql);
  return sql;
}
afterAll(async () => {
  for (const sql of open) await sql.end();
});

const names = async (server: TestPostgres) => {
  const rows = await connect(server.url)<{ name: string }[]>`select datname as name from pg_database`;
  return rows.map(({ name }) => name);
};
const nameOf = (url: string) => new URL(url).pathname.slice(1);

test("one server serves the whole run and is at least version 15", async () => {
  const server = await testPostgres();
  expect(await testPostgres()).toBe(server);
  const [row] = await connect(server.url)<{ version: number }[]>`
    select current_setting('server_version_num')::int as version`;
  expect(row?.version).toBeGreaterThanOrEqual(150_000);
});

test("copies of a template have its rows, but not each other's", async () => {
  const server = await testPostgres();
  const template = await server.createDatabase();
  const filler = postgres(template, { max: 1 });
  await filler`create table thing (name text not null)`;
  await filler`insert into thing values ('from the template')`;
  await filler.end();
  const [first, second] = await Promise.all([server.createDatabase(template), server.createDatabase(template)]);
  const [one, two] = [connect(first), connect(second)];
  await one`insert into thing values ('only in the first')`;
  expect((await one`select name from thing`).length).toBe(2);
  expect([...(await two`select name from thing`)]).toEqual([{ name: "from the template" }]);
});

test("a database is dropped despite open connections", async () => {
  const server = await testPostgres();
  const url = await server.createDatabase();
  expect(await names(server)).toContain(nameOf(url));
  const sql = connect(url);
  await sql`select 1`;
  await server.dropDatabase(url);
  expect(await names(server)).not.toContain(nameOf(url));
  await rejection(sql`select 1`.execute());
});

test("connections of one database run concurrently", async () => {
  const server = await testPostgres();
  const sql = connect(await server.createDatabase());
  await sql`create table counter (value int not null)`;
  await sql`insert into counter values (0)`;
  const reader = await sql.reserve();
  await sql.begin(async (tx) => {
    await tx`update counter set value = 1`;
    const [before] = await reader<{ value: number }[]>`select value from counter`;
    expect(before?.value).toBe(0);
  });
  const [after] = await reader<{ value: number }[]>`select value from counter`;
  reader.release();
  expect(after?.value).toBe(1);
});
