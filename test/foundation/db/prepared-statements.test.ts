// Drizzle's statements on Postgres: parsed and planned once for each connection, but for those whose text grows with a list.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { eq, inArray, sql } from "drizzle-orm";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { users } from "../../../src/foundation/db/schema/users.ts";
import { type TestDatabase, testDatabase } from "../../support/database.ts";

/** More than there are connections, so that each gets some. */
const MANY = 64;
const LIST = 17;

describe("a statement of Drizzle's", () => {
  let opened: TestDatabase;
  let database: OpenDatabase;
  beforeAll(async () => {
    opened = await testDatabase("postgres");
    database = opened.database;
  }, 60_000);
  afterAll(() => opened.close());

  const onAll = (run: () => Promise<unknown>) => Promise.all(Array.from({ length: MANY }, run));
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
    const ids = Array.from({ length: LIST }, () => crypto.randomUUID());
    await onAll(() => orm.select().from(users).where(inArray(users.id, ids)));
    const texts = await preparedTexts();
    expect(texts).toHaveLength(1);
    expect(texts[0]).toEndWith('"id" = $1');
  });
});
