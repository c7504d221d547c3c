// What is tidied up once in a while, and what is left alone.
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { OpenDatabase } from "../../src/foundation/db/database.ts";
import { createLog } from "../../src/foundation/log/log.ts";
import { createUsageWriter } from "../../src/metering/usage/writer.ts";
import { runHousekeeping } from "../../src/server/housekeeping.ts";
import { databaseWithUser, laneOf, type TestDatabase } from "../support/database.ts";
import { usageRow } from "../support/usage-row.ts";

const MINUTE_MS = 60_000;

for (const lane of laneOf(import.meta.file)) {
  describe(`housekeeping on ${lane}`, () => {
    let opened: TestDatabase;
    let database: OpenDatabase;
    let user: string;
    const lines: string[] = [];
    const log = createLog("info", Date.now, (line) => void lines.push(line));
    beforeAll(async () => {
      ({ opened, database, user } = await databaseWithUser(lane));
    }, 60_000);
    afterAll(() => opened.close());

    const written = async (minutesAgo: number, state: "pending" | "done") => {
      const row = usageRow(user, {
        occurredAt: Date.now() - minutesAgo * MINUTE_MS,
        state,
        status: state === "done" ? 200 : null,
      });
      await createUsageWriter(database.requests).write(row);
      return row;
    };
    const stateOf = async (id: string) =>
      (await database.query<{ state: string }>("select state from usage_entries where id = $1", [id]))[0]?.state;

    test("R-02: a call that is pending for more than ten minutes is interrupted, never deleted; others stay as they are", async () => {
      const [old, young, ended] = [
        await written(11, "pending"),
        await written(9, "pending"),
        await written(60, "done"),
      ];
      lines.length = 0;
      await runHousekeeping(database, log);
      const states = await Promise.all([old, young, ended].map(({ id }) => stateOf(id)));
      expect(states).toEqual(["interrupted", "pending", "done"]);
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ event: "calls_interrupted", calls: 1 }]);
      await runHousekeeping(database, log);
      expect(lines).toHaveLength(1);
    });

    test("further work of a round is done, and its failure is logged", async () => {
      let rounds = 0;
      lines.length = 0;
      await runHousekeeping(database, log, async () => void rounds++);
      expect([rounds, lines]).toEqual([1, []]);
      await runHousekeeping(database, log, () => Promise.reject(new Error("The disk is full.")));
      expect(lines.map((line) => JSON.parse(line).event)).toEqual(["housekeeping_failed"]);
    });

    test("an interrupted call that ends after all is done, and a late pending row does not undo either", async () => {
      const row = await written(11, "pending");
      await runHousekeeping(database, log);
      await createUsageWriter(database.requests).write(row);
      expect(await stateOf(row.id)).toBe("interrupted");
      await createUsageWriter(database.requests).write({ ...row, state: "done", status: 201 });
      expect(await stateOf(row.id)).toBe("done");
    });
  });
}

test("a database that is gone is told in the log and ends nothing", async () => {
  const lines: string[] = [];
  const gone = { query: async () => Promise.reject(new Error("The connection broke.")) } as unknown as OpenDatabase;
  await runHousekeeping(
    gone,
    createLog("info", Date.now, (line) => void lines.push(line)),
  );
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(["housekeeping_failed"]);
});
