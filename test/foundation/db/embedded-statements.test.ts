// Named statements of the embedded database: the same results and errors as PGlite's own `query`, through changes of tables, and no more than so many.
import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from "bun:test";
import { PGlite, type QueryOptions } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/pglite";
import fc from "fast-check";
import { nameStatements, UNNAMED } from "../../../src/foundation/db/embedded-statements.ts";
import { embeddedTemplate } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(60_000);

const MAX_NAMED = 200;
const REPLAN_AFTER_MS = 10_000;
/** Postgres plans a statement for its values the first five times. */
const PLANNED_FOR_VALUES = 5;

let client: PGlite;
let own: PGlite["query"];
let now = 0;
let texts = 0;
beforeAll(async () => {
  client = await PGlite.create({ loadDataDir: new Blob([await embeddedTemplate()]) });
  own = PGlite.prototype.query.bind(client) as PGlite["query"];
  nameStatements(client, () => now);
});
afterAll(() => client.close());
beforeEach(async () => {
  await client.exec("drop table if exists things; create table things (id int primary key, name text not null)");
});

const fieldsOf = (error: unknown) => ({ ...(error as object), message: (error as Error).message });
const outcome = (query: PGlite["query"], ...statement: Parameters<PGlite["query"]>): Promise<unknown> =>
  query(...statement).catch(fieldsOf);

/** A comment keeps the texts of two tests apart. */
const mark = (text: string) => `${text} /* ${++texts} */`;
const namesOf = async (text: string) =>
  (await own<{ name: string }>("select name from pg_prepared_statements where statement = $1", [text])).rows;
const isNamed = async (text: string) => (await namesOf(text)).length === 1;

/** Runs a text until it has a name. */
async function named(text: string, values: unknown[] = [], options?: QueryOptions): Promise<void> {
  for (let time = 0; time < 2; time++) await client.query(text, values, options);
  expect(await isNamed(text)).toBe(true);
}

const SAMPLES: Record<string, { values: fc.Arbitrary<unknown>; texts: readonly string[] }> = {
  text: { values: fc.string({ unit: "grapheme" }).filter((text) => !text.includes("\0")), texts: ["", "é\"'\\"] },
  uuid: { values: fc.uuid(), texts: ["00000000-0000-0000-0000-000000000000"] },
  bool: { values: fc.boolean(), texts: ["t", "f"] },
  int2: { values: fc.integer({ min: -32_768, max: 32_767 }), texts: ["-7"] },
  int4: { values: fc.integer(), texts: ["0", "-2147483648"] },
  int8: { values: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }), texts: ["9007199254740993", "5"] },
  float8: { values: fc.double({ noNaN: true }), texts: ["NaN", "-Infinity", "0.1"] },
  numeric: { values: fc.integer(), texts: ["123456789012345678901.5"] },
  timestamptz: {
    values: fc.date({ min: new Date(0), max: new Date("9999-12-31"), noInvalidDate: true }),
    texts: ["infinity", "2026-03-04T12:00:00.123456Z"],
  },
  date: { values: fc.constant("2026-03-04"), texts: ["2026-03-04"] },
  interval: { values: fc.constant("1 day"), texts: ["1 mon 2 days 03:04:05"] },
  jsonb: { values: fc.jsonValue(), texts: ['{"a":[1,null,"é"]}', "null", "7"] },
  json: { values: fc.jsonValue(), texts: ['{"a": 1, "a": 2}'] },
  tid: { values: fc.constant("(0,1)"), texts: ["(4294967295,7)"] },
  xid8: { values: fc.nat(), texts: ["18446744073709551615"] },
  bytea: { values: fc.uint8Array(), texts: ["\\x00ff"] },
  _text: { values: fc.array(fc.constantFrom("", "a,b", '"', "NULL", "{}", "\\")), texts: ["{}", '{NULL,"NULL",""}'] },
  _uuid: { values: fc.array(fc.uuid()), texts: ["{}", "{NULL,6b29fc40-ca47-1067-b31d-00dd010662da}"] },
  _int4: { values: fc.array(fc.integer()), texts: ["{{1,2},{3,4}}"] },
  _timestamptz: {
    values: fc.array(fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(1e14) })),
    texts: [],
  },
};
/** Drizzle has each of these as text. */
const AS_TEXT = Object.fromEntries([1082, 1114, 1184, 1186, 1185].map((type) => [type, (text: string) => text]));
const OPTIONS: readonly (QueryOptions | undefined)[] = [
  undefined,
  { rowMode: "array" },
  { rowMode: "array", parsers: AS_TEXT },
  { rowMode: "object", parsers: AS_TEXT },
];

test("every type of a column has samples here", async () => {
  const { rows } = await own<{ type: string }>(
    "select distinct udt_name::text as type from information_schema.columns where table_schema = 'public'",
  );
  expect(rows.map(({ type }) => type).filter((type) => !(type in SAMPLES))).toEqual([]);
});

for (const [type, sample] of Object.entries(SAMPLES))
  test(`values of ${type} go in and come out as through PGlite's own query`, async () => {
    const text = mark(
      `select $1::${type} as value, $1::${type}::text as text, array[$1::${type}] as list, null::${type} as gap`,
    );
    await named(text, [null]);
    const both = async (value: unknown) => {
      for (const options of OPTIONS)
        expect(await outcome(client.query, text, [value], options)).toEqual(await outcome(own, text, [value], options));
    };
    for (const literal of [null, undefined, ...sample.texts]) await both(literal);
    for (const literal of sample.texts) {
      const constant = mark(`select '${literal.replaceAll("'", "''")}'::${type} as value`);
      await named(constant);
      for (const options of OPTIONS)
        expect(await client.query(constant, [], options)).toEqual(await own(constant, [], options));
    }
    await fc.assert(fc.asyncProperty(sample.values, both), { numRuns: 25 });
    expect(await isNamed(text)).toBe(true);
  });

test("counts of rows are the same, with and without rows", async () => {
  const statements = [
    "insert into things select n, 'x' from generate_series(1, 3) n",
    "update things set name = 'y' where id < 3 returning id, name",
    "merge into things using (values (3)) as v(id) on things.id = v.id when matched then delete",
    "delete from things",
    "select from things",
  ];
  const runs = async (query: PGlite["query"]) => {
    const results = [];
    for (const text of statements) results.push(await query(text));
    return results;
  };
  const expected = await runs(own);
  for (let time = 0; time < 3; time++) expect(await runs(client.query)).toEqual(expected);
});

test("a text that comes once, a long one, one for reports and one without a plan have no name", async () => {
  const [once, reports, shown] = [mark("select 1"), mark("select 2"), mark("show timezone")];
  const long = mark(`select ${"1 + ".repeat(3_000)} 1`);
  await client.query(once);
  for (let time = 0; time < 3; time++)
    for (const [text, options] of [[long], [reports, UNNAMED], [shown]] as const) await client.query(text, [], options);
  for (const text of [once, long, reports, shown]) expect(await isNamed(text)).toBe(false);
});

test("names are bounded, and those that Postgres has are the newest", async () => {
  const many = Array.from({ length: MAX_NAMED + 30 }, () => mark("select 1"));
  for (const text of many) await named(text);
  const { rows } = await own<{ count: number }>("select count(*)::int as count from pg_prepared_statements");
  // The last to go is closed with the next that comes.
  expect(rows[0]?.count).toBeLessThanOrEqual(MAX_NAMED + 1);
  expect(await isNamed(many[0] as string)).toBe(false);
  for (const text of [many[0], many.at(-1)]) expect((await client.query(text as string)).rows).toHaveLength(1);
});

const FAILING: readonly [string, unknown[], unknown[]][] = [
  ["insert into things values ($1, $2)", [1, "new"], [1, "again"]],
  ["insert into things values ($1, 'x') returning name", [2], ["no number"]],
  ["insert into things values ($1, $2::text)", [3, "x"], [4, null]],
  ["select 1 / $1::int", [1], [0]],
  ["select $1::uuid", [null], ["no uuid"]],
  ["select $1::boolean", [true], [2]],
];
for (const [text, good, bad] of FAILING)
  test(`a failure of ${text} has the same fields, and the next statement runs`, async () => {
    await client.query("insert into things values (1, 'x') on conflict do nothing");
    const statement = mark(text);
    await client.query(statement, good).catch(() => {
      // The row is there already.
    });
    const expected = fieldsOf(await rejection(own(statement, bad)));
    expect(fieldsOf(await rejection(client.query(statement, bad)))).toEqual(expected);
    expect(fieldsOf(await rejection(client.query(statement, bad)))).toEqual(expected);
    expect((await client.query<{ one: number }>("select 1 as one")).rows).toEqual([{ one: 1 }]);
    expect(client.isInTransaction()).toBe(false);
  });

test("a statement that cannot be parsed has the same fields and its position", async () => {
  for (const text of [mark("select nothing from things"), mark("select 1 from"), mark("select $1 + $2 + ''")]) {
    const expected = fieldsOf(await rejection(own(text, [1])));
    expect(expected).toHaveProperty("position");
    for (let time = 0; time < 3; time++) expect(fieldsOf(await rejection(client.query(text, [1])))).toEqual(expected);
  }
});

test("a transaction is one, and goes on behind a savepoint", async () => {
  const orm = drizzle(client);
  const add = (id: number) => sql`insert into things values (${id}, 'x') /* savepoint */`;
  for (const id of [1, 2]) await orm.execute(add(id));
  await orm.transaction(async (tx) => {
    await tx.execute(add(3));
    await rejection(tx.transaction((inner) => inner.execute(add(3))));
    await tx.execute(add(4));
  });
  let behind: Promise<unknown> | undefined;
  const rolledBack = rejection(
    orm.transaction(async (tx) => {
      // Drizzle's own begin when they are awaited.
      behind = client.query("insert into things values ($1, 'x') /* savepoint */", [6]);
      for (let time = 0; time < 5; time++) await tx.execute(sql`select 1`);
      await tx.execute(add(5));
      throw new Error("back");
    }),
  );
  expect(await rolledBack).toHaveProperty("message", "back");
  await behind;
  const failed = await rejection(
    client.transaction(async (tx) => {
      const text = "insert into things values ($1, 'x')";
      await tx.query(text, [7]);
      await rejection(tx.query(text, [7]));
      await tx.query(text, [8]);
    }),
  );
  expect(failed).toHaveProperty("code", "25P02");
  const { rows } = await own<{ id: number }>("select id from things order by id");
  expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 6]);
});

test("a transaction that has ended takes no statement", async () => {
  const text = mark("select 1");
  await named(text);
  const ended = await client.transaction(async (tx) => tx);
  expect(await rejection(ended.query(text))).toHaveProperty("message", "Transaction is closed");
});

const ALL = "select * from things where id = $1";
const columns = async (query: (text: string, values: unknown[]) => Promise<{ fields: { name: string }[] }>) =>
  (await query(ALL, [1])).fields.map(({ name }) => name);

test("a table that changes is read as it is now: by a script, in a transaction, and after its rollback", async () => {
  await named(ALL, [1]);
  await client.exec("alter table things add column a int");
  expect(await columns(client.query)).toEqual(["id", "name", "a"]);
  await named(ALL, [1]);
  const rolledBack = client.transaction(async (tx) => {
    await tx.exec("alter table things add column b int");
    for (let time = 0; time < 3; time++) expect(await columns(tx.query)).toEqual(["id", "name", "a", "b"]);
    throw new Error("back");
  });
  expect(await rejection(rolledBack)).toHaveProperty("message", "back");
  await client.transaction(async (tx) => expect(await columns(tx.query)).toEqual(["id", "name", "a"]));
  await named(ALL, [1]);
  await client.query("alter table things alter column id type text");
  expect((await client.query(ALL, ["1"])).rows).toEqual([]);
});

test("a change that no word tells of costs one more attempt, and nothing runs twice", async () => {
  await client.exec(`create or replace function change_things() returns void language sql as
    'alter table things add column more int'`);
  const add = "insert into things (id, name) values ($1, 'x') returning *";
  await named(ALL, [1]);
  await client.query(add, [1]);
  await named(add, [2]).catch(() => {
    // The second run finds the first one's row, and has the name.
  });
  expect(await isNamed(add)).toBe(true);
  await client.query("select change_things()");
  expect(await columns(client.query)).toEqual(["id", "name", "more"]);
  expect((await client.query(add, [3])).rows).toEqual([{ id: 3, name: "x", more: null }]);
  await own("alter table things add column other int");
  const failed = client.transaction(async (tx) => void (await tx.query(ALL, [1])));
  expect(await rejection(failed)).toHaveProperty("code", "0A000");
  expect(await columns(client.query)).toEqual(["id", "name", "more", "other"]);
  await own("deallocate all");
  expect((await client.query(add, [4])).affectedRows).toBe(1);
  await client.exec("drop function change_things");
});

test("a notification is delivered", async () => {
  const heard: string[] = [];
  const stop = await client.listen("things", (payload) => void heard.push(payload));
  const notify = mark("select pg_notify('things', $1)");
  for (const payload of ["a", "b", "c"]) await client.query(notify, [payload]);
  await client.transaction(async (tx) => void (await tx.query(notify, ["d"])));
  await until(() => heard.length === 4);
  expect(heard).toEqual(["a", "b", "c", "d"]);
  await stop();
});

test("a plan of a table that was empty ends in time", async () => {
  await client.exec("create index things_name on things (name)");
  const find = "select count(*)::int as count from things where name = $1";
  for (let time = 0; time < PLANNED_FOR_VALUES + 2; time++) await client.query(find, ["x"]);
  const [statement] = await namesOf(find);
  const planOf = async () => JSON.stringify((await own(`explain execute ${statement?.name}('x')`)).rows);
  await client.exec("insert into things select n, 'name ' || n from generate_series(1, 50000) n");
  const before = await planOf();
  now += REPLAN_AFTER_MS - 1;
  await client.query(find, ["x"]);
  expect(await planOf()).toBe(before);
  now += 1;
  await client.query(find, ["x"]);
  expect(await planOf()).not.toBe(before);
  await client.transaction(async (tx) => {
    await tx.exec("set transaction read only");
    now += REPLAN_AFTER_MS;
    for (let time = 0; time < 2; time++) expect((await tx.query(find, ["x"])).rows).toEqual([{ count: 0 }]);
  });
});

test("a database that is closed says so", async () => {
  const closed = await PGlite.create({ loadDataDir: new Blob([await embeddedTemplate()]) });
  nameStatements(closed);
  for (let time = 0; time < 2; time++) await closed.query("select 1");
  const last = closed.query("select 1");
  await closed.close();
  expect((await last).rows).toHaveLength(1);
  expect(await rejection(closed.query("select 1"))).toHaveProperty("message", "PGlite is closed");
});
