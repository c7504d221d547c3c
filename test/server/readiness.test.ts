// Readiness: 200 only while the database takes writes, asked once a second however many probes come.
import { afterEach, describe, expect, test } from "bun:test";
import type { Database } from "../../src/foundation/db/database.ts";
import { createLog } from "../../src/foundation/log/log.ts";
import { createReadiness } from "../../src/server/readiness.ts";
import { testClock } from "../support/clock.ts";
import { laneOf, requestsOf, testDatabase } from "../support/database.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

for (const lane of laneOf(import.meta.file)) {
  describe(`readiness on ${lane}`, () => {
    test("R-08: 503 while the database refuses writes, as with a full disk, although it reads; 200 again afterwards", async () => {
      const { database, close } = await testDatabase(lane);
      closing.push(close);
      const clock = testClock();
      clock.set(0);
      let isLogWritable = true;
      let asked = 0;
      const query: Database["query"] = (...given) => {
        asked++;
        return database.query(...given);
      };
      const lines: string[] = [];
      const log = createLog("info", clock.now, (line) => void lines.push(line));
      const isReady = createReadiness({
        database: requestsOf({ query }),
        clock,
        log,
        isLogWritable: () => isLogWritable,
      });
      const later = () => {
        clock.move(1_000);
        return isReady();
      };
      await database.query("insert into key_ring_checks (key_id, sealed) values ('k1', 'text'), ('k2', 'text')");
      expect(await Promise.all([isReady(), isReady(), isReady()])).toEqual([true, true, true]);
      expect(asked).toBe(1);

      // What Postgres itself says when it cannot extend a file (SQLSTATE 53100, disk_full).
      await database.script(`
        create function refuse() returns trigger language plpgsql as
          $$ begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$;
        create trigger full_disk before insert or update on key_ring_checks execute function refuse()`);
      expect([await later(), await later()]).toEqual([false, false]);
      // Once a minute, with the reason.
      expect(lines.map((line) => JSON.parse(line))).toMatchObject([
        { event: "readiness_probe_failed", error: { code: "53100" } },
      ]);
      await database.script("drop trigger full_disk on key_ring_checks");
      expect([await isReady(), await later()]).toEqual([false, true]);

      isLogWritable = false;
      expect(await isReady()).toBe(false);
      const rows = await database.query("select key_id, sealed from key_ring_checks order by key_id");
      expect(rows).toEqual([
        { key_id: "k1", sealed: "text" },
        { key_id: "k2", sealed: "text" },
      ]);
    });
  });
}
