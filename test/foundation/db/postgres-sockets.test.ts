// Connections to Postgres: which of several hosts they go to, and their end when its machine is lost.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { databaseAddress } from "../../../src/foundation/db/database-address.ts";
import { RAW_CONNECTIONS } from "../../../src/foundation/db/pool-sizes.ts";
import { openPostgres } from "../../../src/foundation/db/postgres.ts";
import { type DatabaseProxy, databaseProxy } from "../../faults/database-proxy.ts";
import { ownPostgres, type TestPostgres, testPostgres } from "../../support/postgres.ts";
import { until } from "../../support/until.ts";

setDefaultTimeout(60_000);

const WAIT_MS = 20_000;
const LOST_AFTER_MS = 600;

describe("R-06: connections to Postgres", () => {
  let server: TestPostgres;
  let url: string;
  const wires: DatabaseProxy[] = [];
  beforeAll(async () => {
    server = await testPostgres();
    url = await server.createDatabase();
    for (let i = 0; i < 2; i++) wires.push(await databaseProxy(url));
  });
  afterAll(async () => {
    for (const wire of wires) await wire.close();
    await server.dropDatabase(url);
  });
  const severalHosts = () => {
    const [first, second] = wires.map((wire) => new URL(wire.url).host);
    return url.replace(new URL(url).host, `${first},${second}`);
  };

  test("go to the host that is left, and end where the server is silent, that of LISTEN too", async () => {
    const [first, second] = wires as [DatabaseProxy, DatabaseProxy];
    first.cut();
    const database = await openPostgres(severalHosts(), LOST_AFTER_MS);
    const states: boolean[] = [];
    await database.listen(
      "notes",
      () => {},
      (isListening) => states.push(isListening),
    );
    expect(states).toEqual([true]);
    // Packets get no response any more, as from a machine that is lost.
    second.hang();
    first.mend();
    const running = database.query("select 1").then(
      () => "done",
      (error: { code?: string }) => error.code,
    );
    expect(await running).toBe("CONNECTION_CLOSED");
    await until(() => states.at(-1) === true && states.length === 3, WAIT_MS);
    expect(states).toEqual([true, false, true]);
    expect(await database.query<{ one: number }>("select 1 as one")).toMatchObject([{ one: 1 }]);
    await database.close();
    second.mend();
  });

  test("go to the primary, not to a standby that is named before it", async () => {
    const { password, pathname, host } = new URL(url);
    const standby = await ownPostgres();
    const before = await openPostgres(standby.url);
    await before.script(`create database "${pathname.slice(1)}"`);
    await before.script(`alter user postgres password '${password}'`);
    await before.close();
    writeFileSync(join(standby.folder, "data", "standby.signal"), "");
    chmodSync(join(standby.folder, "data", "standby.signal"), 0o666);
    standby.restart();
    const own = url.replace(host, new URL(standby.url).host);
    const isStandby = async () => {
      const reader = await openPostgres(own).catch(() => null);
      const rows = await reader?.query<{ is: boolean }>("select pg_is_in_recovery() as is").catch(() => []);
      await reader?.close();
      return rows?.[0]?.is === true;
    };
    await until(isStandby, WAIT_MS);
    const database = await openPostgres(url.replace(host, `${new URL(standby.url).host},${host}`));
    const rows = await Promise.all(
      Array.from({ length: 6 }, () => database.query<{ is: boolean }>("select pg_is_in_recovery() as is")),
    );
    expect(rows.flat().map((row) => row.is)).toEqual(Array(6).fill(false));
    await database.close();
    await standby.end();
  });

  test("that began while the database was read-only end, so that none stays so", async () => {
    const name = new URL(url).pathname.slice(1);
    const database = await openPostgres(url);
    const admin = await openPostgres(server.url);
    const write = () =>
      database.query("create temporary table notes (note text)").then(
        () => "done",
        (error: { code?: string }) => error.code,
      );
    await admin.script(`alter database "${name}" set default_transaction_read_only = on`);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = $1", [name]);
    await until(async () => (await write()) === "25006", WAIT_MS);
    // Each of them begins while the database is read-only.
    await database.openConnections();
    await admin.script(`alter database "${name}" reset default_transaction_read_only`);
    await until(async () => (await write()) === "done", WAIT_MS);
    await Promise.all([database.close(), admin.close()]);
  });

  test("stay where every statement waits for one lock or fails, as long as the server says so", async () => {
    const database = await openPostgres(url, LOST_AFTER_MS);
    const holds = Array.from({ length: RAW_CONNECTIONS }, () => database.query("select pg_sleep(3)"));
    let isOver = false;
    const waiting = Promise.all(holds).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const refused = await database.orm.execute(sql`select 1 / 0`).then(
        () => null,
        (error: { cause?: { code?: string } }) => error.cause?.code,
      );
      expect(refused).toBe("22012");
    }
    expect(await waiting).toHaveLength(RAW_CONNECTIONS);
    await database.close();
  });

  test("that are silent are lost without a statement of anybody's", async () => {
    const [, second] = wires as [DatabaseProxy, DatabaseProxy];
    const database = await openPostgres(second.url, LOST_AFTER_MS);
    const states: boolean[] = [];
    await database.listen(
      "notes",
      () => {},
      (isListening) => states.push(isListening),
    );
    second.hang();
    await until(() => states.includes(false), WAIT_MS);
    second.cut();
    second.mend();
    await until(() => states.at(-1) === true, WAIT_MS);
    await database.close();
  });
});

test("an address has its hosts with their ports, user and database, or is none", () => {
  const several = "postgres://ada:se%40cret@one:5432,two:5433/gateway?sslmode=require";
  expect(databaseAddress(several)).toEqual({
    host: "one:5432,two:5433",
    hasSeveralHosts: true,
    user: "ada",
    database: "gateway",
  });
  expect(databaseAddress("postgresql://[::1]:5432")).toEqual({
    host: "[::1]:5432",
    hasSeveralHosts: false,
    user: "postgres",
    database: "postgres",
  });
  for (const wrong of [
    "mysql://one/gateway",
    "postgres://one:5432,/gateway",
    "postgres://one:port/gateway",
    "postgres://[::1]:5432,two/gateway",
  ])
    expect(databaseAddress(wrong)).toBeNull();
});
