// A wrong clock: measured against the database's, logged, and shown by the probe, which stays 200.
import { expect, setDefaultTimeout, test } from "bun:test";
import { clockDifferenceMs } from "../../../src/foundation/db/clock-check.ts";
import { testClock } from "../../support/clock.ts";
import { LANES, requestsOf } from "../../support/database.ts";
import { startTestGateway } from "../../support/gateway.ts";

setDefaultTimeout(60_000);
const DAY_MS = 86_400_000;

test.each(LANES)(
  "R-25: a clock a day off is logged and shown on %s, ahead and behind, and a right one is not",
  async (lane) => {
    const gateway = await startTestGateway({ lane });
    const ready = async () => {
      await gateway.app.clockCheck.compare();
      const { status, json } = await gateway.call("GET", "/health/ready");
      return [status, json.clock_difference_ms ?? null];
    };
    const logged = () =>
      gateway.logLines.map((line) => JSON.parse(line)).filter(({ event }) => event === "clock_differs");
    expect(await ready()).toEqual([200, null]);
    expect(logged()).toEqual([]);
    for (const days of [1, -1]) {
      gateway.clock.move(days * DAY_MS);
      const [status, difference] = await ready();
      expect([status, Math.round((difference as number) / DAY_MS)]).toEqual([200, days]);
      expect(logged().at(-1)).toMatchObject({ level: "warn", difference_ms: difference });
      gateway.clock.move(-days * DAY_MS);
    }
    expect(await ready()).toEqual([200, null]);
    await gateway.close();
  },
);

test("what the statement takes is not counted as a difference", async () => {
  const clock = testClock();
  clock.set(1_000_000);
  const database = requestsOf({
    query: async <Row>() => {
      clock.move(10_000);
      return [{ at: 1_004_000 }] as Row[];
    },
  });
  expect(await clockDifferenceMs(database, clock)).toBe(0);
  clock.set(1_004_600);
  expect(await clockDifferenceMs(database, clock)).toBe(600);
  clock.set(980_000);
  expect(await clockDifferenceMs(database, clock)).toBe(-14_000);
});
