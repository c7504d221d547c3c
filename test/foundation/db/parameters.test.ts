// Points in time as parameters: any number of milliseconds is a time for both databases, and in the same order.
import { expect, test } from "bun:test";
import { isoOf } from "../../../src/foundation/db/parameters.ts";
import { HOOK_MS } from "../../support/connecting.ts";
import { LANES, testDatabase } from "../../support/database.ts";
import { random } from "../../support/random.ts";

const { below } = random(9_999);
/** The times that an id of a request can say, and more. */
const TIMES = [
  Number.NEGATIVE_INFINITY,
  -8.64e15,
  ...[-62_135_596_800_001, -62_135_596_800_000, -1, 0, 253_402_300_799_999, 253_402_300_800_000],
  2 ** 48 - 1,
  Number.POSITIVE_INFINITY,
  ...Array.from({ length: 200 }, () => (below(2) === 0 ? -1 : 1) * below(2 ** 24) * 2 ** below(25)),
].sort((a, b) => a - b);

for (const lane of LANES)
  test(
    `${lane} takes every point in time`,
    async () => {
      const { database, close } = await testDatabase(lane);
      try {
        for (const [at, time] of TIMES.entries()) {
          const next = isoOf(TIMES[at + 1] ?? Number.POSITIVE_INFINITY);
          const [row] = await database.query<{ inOrder: boolean }>(
            `select $1::timestamptz <= $2::timestamptz as "inOrder"`,
            [isoOf(time), next],
          );
          expect([time, row?.inOrder]).toEqual([time, true]);
        }
      } finally {
        await close();
      }
    },
    HOOK_MS,
  );
