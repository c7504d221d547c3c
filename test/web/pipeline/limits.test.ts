// The limit check: what refuses a request before its route runs.
import { expect, test } from "bun:test";
import { createMetrics } from "../../../src/foundation/metrics/metrics.ts";
import type { Caller } from "../../../src/identity/keys/model.ts";
import { createRateLimiter } from "../../../src/metering/limits/rate-limiter.ts";
import { TIER_LIMITS } from "../../../src/metering/limits/windows.ts";
import { createUsageWriter } from "../../../src/metering/usage/writer.ts";
import { checkLimits } from "../../../src/web/pipeline/limits.ts";
import { requestsOf } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";
import { usageRow } from "../../support/usage-row.ts";

const ROW = usageRow(crypto.randomUUID());
const CALLER = { userId: ROW.userId, tier: "free", limits: TIER_LIMITS.free, paymentState: "ok" } as Caller;

test("R-06: no call is admitted while its usage row cannot be written", async () => {
  let queries = 0;
  const database = requestsOf({
    query: () => {
      queries++;
      return Promise.reject(new Error("The connection broke."));
    },
  });
  const limiter = createRateLimiter(database, Date.now);
  const usage = createUsageWriter(database, undefined, () => {});
  await rejection(usage.write(ROW));
  const before = queries;
  expect(await rejection(checkLimits({ limiter, usage, metrics: createMetrics() }, CALLER, "user"))).toMatchObject({
    code: "SERVICE_UNAVAILABLE",
  });
  expect(queries).toBe(before);
});
