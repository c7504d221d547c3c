// A session that copies tables: rows of any amount go out and in, nothing hangs behind them, and a lost connection is noticed.
import { expect, setDefaultTimeout, test } from "bun:test";
import type { CopySession } from "../../../src/foundation/db/copy-session.ts";
import { LANES, testDatabase } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";
import { within } from "../../support/until.ts";

setDefaultTimeout(120_000);

const ROWS = [0, 1, 7, 300, 1_000, 5_000, 40_000];

async function lengthOf(session: CopySession, table: string): Promise<number> {
  let length = 0;
  for await (const bytes of session.copyOut(`copy (select * from ${table}) to stdout with (format text)`))
    length += bytes.byteLength;
  return length;
}

for (const lane of LANES) {
  test(`the statement after a copy of any length is answered, and rows come in again, on ${lane}`, async () => {
    const opened = await testDatabase(lane);
    const session = await opened.database.copySession();
    await session.query("create temporary table copied (n int, text text)");
    await session.query("create temporary table back (n int, text text)");
    for (const rows of ROWS) {
      await session.query("truncate copied, back");
      await session.query(`insert into copied select n, repeat('x', n % 90) from generate_series(1, ${rows}) n`);
      for (let round = 0; round < 3; round++) {
        expect(await within("the next statement", lengthOf(session, "copied"))).toBeGreaterThanOrEqual(rows * 3);
        const [row] = await within(
          "the next statement",
          session.query<{ n: number }>("select count(*)::int as n from copied"),
        );
        expect(row?.n).toBe(rows);
      }
      const parts = await Array.fromAsync(session.copyOut("copy (select * from copied) to stdout with (format text)"));
      if (rows > 0) await session.copyIn("back (n, text)", "with (format text)", Buffer.concat(parts));
      const [same] = await session.query<{ n: number }>("select count(*)::int as n from copied natural join back");
      expect(same?.n).toBe(rows);
    }
    await session.query("begin");
    expect(
      await rejection(session.copyIn("back (n, text)", "with (format text)", Buffer.from("no number\tx\n"))),
    ).toBeInstanceOf(Error);
    await session.close();
    await opened.close();
  });
}

test.skipIf(!LANES.includes("postgres"))(
  "a connection that is lost is no longer used: the next one would be outside the transaction",
  async () => {
    const opened = await testDatabase("postgres");
    const session = await opened.database.copySession();
    await session.query("begin isolation level repeatable read");
    const [row] = await session.query<{ pid: number }>("select pg_backend_pid() as pid");
    await opened.database.query("select pg_terminate_backend($1::int)", [row?.pid ?? 0]);
    await rejection(session.query("select pg_sleep(5)"));
    // The first by the driver, which has not heard of the end yet, the second by the session.
    for (let i = 0; i < 2; i++) expect(await rejection(session.query("select 1"))).toBeInstanceOf(Error);
    await session.close();
    await opened.close();
  },
);
