// The ledger's bound: a database that does not answer gives 503 within a second, never a hang.
import { describe, expect, test } from "bun:test";
import type { Database } from "../../src/db/database.ts";
import { withDbTimeout } from "../../src/db/timeouts.ts";
import { AppError } from "../../src/errors.ts";
import { createLog } from "../../src/log.ts";
import { createLedger } from "../../src/pipeline/ledger.ts";
import type { UsageRow } from "../../src/usage/writer.ts";
import { requestsOf } from "../support/database.ts";

const LIMITS = { minute: 60, day: 1_000 };
const BOUND_MS = 1_000;
const ROW = { id: crypto.randomUUID(), occurredAt: 0, userId: crypto.randomUUID() } as UsageRow;
const databaseWith = (query: () => Promise<never[]>) => requestsOf({ query });

async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(AppError);
  return error as AppError;
}

describe("ledger", () => {
  test("R-07: a query that never answers gives SERVICE_UNAVAILABLE after a second, whatever was asked", async () => {
    const ledger = createLedger(
      databaseWith(() => new Promise(() => {})),
      Date.now,
    );
    const start = performance.now();
    const failures = await Promise.all(
      [ledger.admit("user:1", LIMITS), ledger.peek("user:2", LIMITS), ledger.record(ROW)].map(failureOf),
    );
    const waitedMs = performance.now() - start;
    for (const { code, retryAfter } of failures)
      expect({ code, retryAfter }).toEqual({ code: "SERVICE_UNAVAILABLE", retryAfter: 1 });
    expect(waitedMs).toBeGreaterThanOrEqual(BOUND_MS - 5);
    expect(waitedMs).toBeLessThan(2 * BOUND_MS);
  });

  test("R-06: a database that refuses gives SERVICE_UNAVAILABLE at once, with the cause kept for the log alone", async () => {
    const cause = Object.assign(new Error("connect ECONNREFUSED 10.0.0.5:5432"), { code: "ECONNREFUSED" });
    const ledger = createLedger(
      databaseWith(() => Promise.reject(cause)),
      Date.now,
    );
    for (const work of [ledger.admit("user:1", LIMITS), ledger.record(ROW)]) {
      const failure = await failureOf(work);
      expect(failure.code).toBe("SERVICE_UNAVAILABLE");
      expect(failure.cause).toBe(cause);
      expect(JSON.stringify([failure.message, failure.details])).not.toContain("10.0.0.5");
    }
  });

  test("an error that may be shown passes the bound as it is, and so does a result", async () => {
    const shown = new AppError("NOT_FOUND", "There is no such thing.");
    expect(await failureOf(withDbTimeout(Promise.reject(shown)))).toBe(shown);
    expect(await withDbTimeout(Promise.resolve(7))).toBe(7);
  });

  test("closing waits for the log's last rows and gives back what was leased of every window", async () => {
    const given: unknown[] = [];
    let finishWriting = () => {};
    const written = new Promise<void>((resolve) => {
      finishWriting = resolve;
    });
    const database = requestsOf({
      query: async <Row>(text: string, parameters: readonly unknown[] = []) => {
        if (text.includes("insert into usage_entries")) await written;
        if (text.includes("greatest(0,")) given.push([parameters[1], parameters[3]]);
        return (text.includes("returning before") ? [{ before: 0, after: 20 }] : []) as Row[];
      },
    });
    const ledger = createLedger(database, () => 0);
    await ledger.admit("user:1", LIMITS);
    const record = ledger.record(ROW);
    let isClosed = false;
    const closing = ledger.close().then(() => {
      isClosed = true;
    });
    // Everything that does not wait for the log gets its turn first.
    await new Promise((resolve) => setImmediate(resolve));
    expect({ isClosed, given }).toEqual({ isClosed: false, given: [] });
    finishWriting();
    await Promise.all([closing, record]);
    expect(given).toEqual([
      ["minute", 19],
      ["day", 19],
    ]);
  });

  test("R-06: while the log cannot be written, no call is admitted, so that none is made in vain", async () => {
    const asked: string[] = [];
    const ledger = createLedger(
      databaseWith((...[text]: unknown[]) => {
        asked.push(String(text));
        return Promise.reject(new Error("The connection broke."));
      }),
      Date.now,
    );
    await failureOf(ledger.record(ROW));
    const before = asked.length;
    expect((await failureOf(ledger.admit("user:1", LIMITS))).code).toBe("SERVICE_UNAVAILABLE");
    expect(asked.length).toBe(before);
  });

  test("closing ends although the database is gone, and says what is lost", async () => {
    const lines: string[] = [];
    let isDown = false;
    const query = (text: string) => {
      if (!isDown) return Promise.resolve([{ before: 0, after: 20 }]);
      // Giving back would wait for ever.
      return text.includes("greatest(0,") ? new Promise(() => {}) : Promise.reject(new Error("The connection broke."));
    };
    const database = requestsOf({ query: query as Database["query"] });
    const ledger = createLedger(
      database,
      () => 0,
      createLog("info", Date.now, (line) => void lines.push(line)),
    );
    await ledger.admit("user:1", LIMITS);
    isDown = true;
    await failureOf(ledger.record(ROW));
    await ledger.close();
    expect(lines.map((line) => JSON.parse(line).event)).toEqual([
      "usage_log_behind",
      "usage_rows_lost",
      "calls_not_given_back",
    ]);
  });
});
