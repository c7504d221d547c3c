// Two transactions that wait for each other: the database ends one, which is run again, and both are done.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import type { Database, Orm } from "../../../src/foundation/db/database.ts";
import { againAfterDeadlock } from "../../../src/foundation/db/deadlock.ts";
import { queryIn } from "../../../src/foundation/db/raw.ts";
import { findAppError } from "../../../src/foundation/errors.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";

setDefaultTimeout(60_000);
const deadlock = () => Object.assign(new Error("deadlock detected"), { code: "40P01" });

describe("transactions that wait for each other", () => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await testDatabase("postgres");
    await opened.database.query("create table counters (name text primary key, n int not null)");
  });
  afterAll(() => opened.close());

  /** Each of the two holds one row and then wants the other's; from its second attempt on it waits for nobody. */
  async function crossed(database: Pick<Database, "transaction">) {
    await opened.database.query("truncate counters");
    await opened.database.query("insert into counters values ('a', 0), ('b', 0)");
    const held = { a: Promise.withResolvers<void>(), b: Promise.withResolvers<void>() };
    let attempts = 0;
    const add = (tx: Orm, name: string) => queryIn(tx, "update counters set n = n + 1 where name = $1", [name]);
    const both = (first: "a" | "b", second: "a" | "b") =>
      database.transaction(async (tx) => {
        attempts += 1;
        await add(tx, first);
        held[first].resolve();
        await held[second].promise;
        await add(tx, second);
      });
    await Promise.all([both("a", "b"), both("b", "a")]);
    const rows = await opened.database.query<{ n: number }>("select n from counters order by name");
    return { attempts, counts: rows.map(({ n }) => n) };
  }

  test("both write what they have to, once", async () => {
    const { attempts, counts } = await crossed(opened.database);
    expect(counts).toEqual([2, 2]);
    expect(attempts).toBeGreaterThan(2);
  });

  test("also those of requests, in a database that answers others", async () => {
    const { requests } = opened.database;
    let isOver = false;
    const others = (async () => {
      while (!isOver) await requests.query("select pg_sleep(0.05)");
    })();
    try {
      expect((await crossed(requests)).counts).toEqual([2, 2]);
    } finally {
      isOver = true;
      await others;
    }
  });
});

describe("a transaction that was ended by a deadlock", () => {
  test("is run three times at most", async () => {
    let attempts = 0;
    const error = await rejection(
      againAfterDeadlock(async () => {
        attempts += 1;
        throw deadlock();
      }),
    );
    expect([attempts, (error as Error).message, findAppError(error)]).toEqual([3, "deadlock detected", null]);
  });

  test("is not run again after another error", async () => {
    let attempts = 0;
    await rejection(
      againAfterDeadlock(async () => {
        attempts += 1;
        throw Object.assign(new Error("duplicate key"), { code: "23505" });
      }),
    );
    expect(attempts).toBe(1);
  });
});
