// Limits and the usage log on a database that does not reply: 503 within a second, never a hang.
import { describe, expect, test } from "bun:test";
import type { Database } from "../../../src/foundation/db/database.ts";
import { withDbTimeout } from "../../../src/foundation/db/timeouts.ts";
import { AppError } from "../../../src/foundation/errors.ts";
import { createLog } from "../../../src/foundation/log/log.ts";
import { createRateLimiter } from "../../../src/metering/limits/rate-limiter.ts";
import { createUsageWriter } from "../../../src/metering/usage/writer.ts";
import { requestsOf } from "../../support/database.ts";
import { rejection } from "../../support/rejection.ts";
import { usageRow } from "../../support/usage-row.ts";

const LIMITS = { minute: 60, day: 1_000 };
const BOUND_MS = 1_000;
const ROW = usageRow(crypto.randomUUID());
const databaseWith = (query: () => Promise<never[]>) => requestsOf({ query });

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error = await rejection(work);
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

describe("rate limiter and usage writer", () => {
  test("R-07: a query that never ends gives SERVICE_UNAVAILABLE after a second", async () => {
    const database = databaseWith(() => new Promise(() => {}));
    const limiter = createRateLimiter(database, Date.now);
    const start = performance.now();
    const failures = await Promise.all(
      [limiter.admit("user:1", LIMITS), limiter.peek("user:2", LIMITS), createUsageWriter(database).write(ROW)].map(
        failureOf,
      ),
    );
    const waitedMs = performance.now() - start;
    for (const { code, retryAfter } of failures)
      expect({ code, retryAfter }).toEqual({ code: "SERVICE_UNAVAILABLE", retryAfter: 1 });
    expect(waitedMs).toBeGreaterThanOrEqual(BOUND_MS - 5);
    expect(waitedMs).toBeLessThan(2 * BOUND_MS);
  });

  test("R-06: a database that refuses gives SERVICE_UNAVAILABLE at once, with the cause for the log alone", async () => {
    const cause = Object.assign(new Error("connect ECONNREFUSED 10.0.0.5:5432"), { code: "ECONNREFUSED" });
    const database = databaseWith(() => Promise.reject(cause));
    const limiter = createRateLimiter(database, Date.now);
    for (const work of [limiter.admit("user:1", LIMITS), createUsageWriter(database).write(ROW)]) {
      const failure = await failureOf(work);
      expect(failure.code).toBe("SERVICE_UNAVAILABLE");
      expect(failure.cause).toBe(cause);
      expect(JSON.stringify([failure.message, failure.details])).not.toContain("10.0.0.5");
    }
  });

  test("an error that may be shown passes the bound as it is, and so does a result", async () => {
    const visible = new AppError("NOT_FOUND", "No resource has this path or id.");
    expect(await failureOf(withDbTimeout(Promise.reject(visible)))).toBe(visible);
    expect(await withDbTimeout(Promise.resolve(7))).toBe(7);
  });

  test("release gives back what was leased of every window", async () => {
    const released: unknown[] = [];
    const database = requestsOf({
      query: async <Row>(text: string, parameters: readonly unknown[] = []) => {
        if (text.includes("greatest(0,")) released.push([parameters[1], parameters[3]]);
        return (text.includes("returning before") ? [{ before: 0, after: 20 }] : []) as Row[];
      },
    });
    const limiter = createRateLimiter(database, () => 0);
    await limiter.admit("user:1", LIMITS);
    await limiter.release();
    expect(released).toEqual([
      ["minute", 19],
      ["day", 19],
    ]);
  });

  test("drain and release end although the database is gone, and log what is lost", async () => {
    const lines: string[] = [];
    let isDown = false;
    const query = (text: string) => {
      if (!isDown) return Promise.resolve([{ before: 0, after: 20 }]);
      // The release would wait for ever.
      return text.includes("greatest(0,") ? new Promise(() => {}) : Promise.reject(new Error("The connection broke."));
    };
    const database = requestsOf({ query: query as Database["query"] });
    const log = createLog("info", Date.now, (line) => void lines.push(line));
    const limiter = createRateLimiter(database, () => 0, log);
    const writer = createUsageWriter(database, log);
    await limiter.admit("user:1", LIMITS);
    isDown = true;
    await failureOf(writer.write(ROW));
    await writer.drain();
    await limiter.release();
    expect(lines.map((line) => JSON.parse(line).event)).toEqual([
      "usage_log_behind",
      "usage_rows_lost",
      "rate_limit_release_failed",
    ]);
  });
});
