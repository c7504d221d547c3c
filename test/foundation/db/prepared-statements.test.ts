// Drizzle's statements on Postgres: parsed and planned once for each connection, within transactions too, but for those whose text grows with a list.
import { afterEach, beforeEach, describe, expect, test } from "bun:test";
import { eq, inArray, sql } from "drizzle-orm";
import type { OpenDatabase, Orm } from "../../../src/foundation/db/database.ts";
import { users } from "../../../src/foundation/db/schema/users.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

/** More than there are connections, so that each gets some. */
const MANY = 64;
/** Lists of so many parameters and more are of any length. */
const LIST = 17;
/** More than are counted as having one length. */
const LENGTHS = 250;
/** A length that comes often, after all those. */
const HOT = LIST + LENGTHS;
const OFTEN = 8;

describe("a statement of Drizzle's", () => {
  let opened: TestDatabase;
  let database: OpenDatabase;
  beforeEach(async () => {
    opened = await testDatabase("postgres");
    database = opened.database;
  }, 60_000);
  afterEach(() => opened.close());

  const onAll = (run: () => Promise<unknown>) => Promise.all(Array.from({ length: MANY }, run));
  const findAll = (orm: Orm, length: number) =>
    orm
      .select()
      .from(users)
      .where(
        inArray(
          users.id,
          Array.from({ length }, () => crypto.randomUUID()),
        ),
      );
  const preparedTexts = async () => {
    const texts = new Set<string>();
    await onAll(async () => {
      const rows = await database.requests.orm.execute<{ statement: string }>(
        sql`select statement from pg_prepared_statements`,
      );
      for (const { statement } of rows as unknown as { statement: string }[]) texts.add(statement);
    });
    return [...texts].filter((text) => text.includes('from "users"'));
  };

  test("stays prepared, once however often it runs; one with a long list does not", async () => {
    const { orm } = database.requests;
    await onAll(() => orm.select().from(users).where(eq(users.id, crypto.randomUUID())));
    for (let length = LIST; length < LIST + LENGTHS; length++) await findAll(orm, length);
    const texts = await preparedTexts();
    expect(texts).toHaveLength(1);
    expect(texts[0]).toEndWith('"id" = $1');
  });

  test("is prepared with many parameters, too, once it has come often", async () => {
    for (let time = 0; time < OFTEN; time++) await onAll(() => findAll(database.requests.orm, HOT));
    const texts = await preparedTexts();
    expect(texts).toEqual([expect.stringContaining(`$${HOT})`)]);
  });

  test("stays prepared within a transaction; a script there is none", async () => {
    const inTransaction = () =>
      database.transaction(async (tx) => {
        await tx.select().from(users).where(eq(users.email, "nobody@example.com"));
        await tx.execute("select 1; select 2");
      });
    await onAll(inTransaction);
    await onAll(inTransaction);
    const texts = await preparedTexts();
    expect(texts).toEqual([expect.stringContaining('"email" = $1')]);
  });
});
