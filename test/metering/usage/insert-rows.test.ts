// The text of usage rows: whatever a caller's own texts hold, the log has them as they were.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import type { OpenDatabase } from "../../../src/foundation/db/database.ts";
import { sqlStateOf } from "../../../src/foundation/errors.ts";
import { arrayOf, insertRows } from "../../../src/metering/usage/insert-rows.ts";
import { databaseWithUser, LANES, requestsOf, type TestDatabase } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";
import { NOW, usageRow } from "../../support/usage-row.ts";

const UNIQUE_VIOLATION = "23505";
/** Everything that means something in an array or a row of Postgres, and what only looks like it. */
const TEXT = fc.string({
  unit: fc.oneof(
    fc.constantFrom(..."\"\\{}(),;' \t\n", "NULL", "null"),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
  ),
  maxLength: 12,
});
/** Postgres has no NUL in a text. */
const STORABLE = TEXT.filter((text) => !text.includes("\0"));
const OPTIONAL = fc.option(STORABLE);

for (const lane of LANES) {
  describe(`rows of the usage log on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    let user: string;
    beforeAll(async () => {
      ({ opened, database, user } = await databaseWithUser(lane));
    }, 60_000);
    afterAll(() => opened.close());

    test("texts are read as they were written, null apart from the empty text", async () => {
      const fields = fc.record({
        externalId: OPTIONAL,
        requestId: STORABLE,
        endpoint: STORABLE,
        provider: OPTIONAL,
        action: OPTIONAL,
        inputs: OPTIONAL,
        agent: OPTIONAL,
      });
      await fc.assert(
        fc.asyncProperty(fc.array(fields, { minLength: 1, maxLength: 5 }), async (texts) => {
          const rows = texts.map((more) => usageRow(user, more));
          const read = await database.query<(typeof texts)[number]>(
            `select external_id as "externalId", request_id as "requestId", endpoint, provider, action, inputs, agent
            from unnest($1::text::usage_call_row[])`,
            [arrayOf(rows)],
          );
          expect(read).toEqual(texts);
        }),
        { numRuns: 200 },
      );
    });

    test("a time is stored to the millisecond", async () => {
      const times = [0, 1, NOW + 1, NOW + 999, Date.UTC(2100, 1, 28, 23, 59, 59, 999)];
      const read = await database.query<{ at: number }>(
        "select extract(epoch from to_timestamp(occurred_at / 1000))::float8 * 1000 as at from unnest($1::text::usage_call_row[])",
        [arrayOf(times.map((occurredAt) => usageRow(user, { occurredAt })))],
      );
      expect(read.map(({ at }) => Math.round(at * 1_000) / 1_000)).toEqual(times);
    });

    test("a new row is refused where its id is in the log already; another one is merged", async () => {
      const row = usageRow(user, { isNew: true });
      await insertRows(requestsOf(database), [row]);
      expect(sqlStateOf(await rejection(insertRows(requestsOf(database), [row])))).toBe(UNIQUE_VIOLATION);
      await insertRows(requestsOf(database), [{ ...row, isNew: false }, usageRow(user, { isNew: true })]);
      const [{ count } = { count: 0 }] = await database.query<{ count: number }>(
        "select count(*)::int as count from usage_entries where user_id = $1",
        [user],
      );
      expect(count).toBe(2);
    });
  });
}
