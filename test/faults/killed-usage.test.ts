// kill -9 while a user's usage rows are erased and old months dropped: the next run completes both, and nothing else is lost.
// usage-try.ts kills more often, on the embedded database too.
import { expect, setDefaultTimeout, test } from "bun:test";
import { START_MS } from "../support/gateway-process.ts";
import { killUsageWorker } from "./usage-run.ts";

setDefaultTimeout(4 * START_MS);

test("R-46: erasure and retention of the usage log complete after a kill, and leave everything else", async () => {
  const { last, found, expected } = await killUsageWorker("postgres", 1, 200, 200);
  expect(last).toContain("ended");
  expect(found).toEqual(expected);
});
