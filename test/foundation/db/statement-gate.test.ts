// The gate before a driver's statements: what it refuses, what it lets in, and when it opens again.
import { describe, expect, test } from "bun:test";
import { createStatementGate } from "../../../src/foundation/db/statement-gate.ts";
import { rejection } from "../../support/rejection.ts";

const CONNECTIONS = 4;

/** A gate whose time and statements are in the test's hand. */
function stage() {
  let time = 0;
  const gate = createStatementGate(CONNECTIONS, () => time);
  const begin = (count: number) =>
    Array.from({ length: count }, () => {
      const { promise, resolve } = Promise.withResolvers<string>();
      return { done: gate.run(() => promise), end: () => resolve("ended") };
    });
  const isRefused = async () => {
    const outcome = gate.run(async () => "let in");
    return outcome.then(
      () => false,
      (error) => error.code === "SERVICE_UNAVAILABLE" && error.retryAfter === 1,
    );
  };
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { gate, begin, isRefused, pass };
}

describe("R-07: a driver's statements", () => {
  test("are refused once all connections have been silent for a second, and let in when one has ended", async () => {
    const { gate, begin, isRefused, pass } = stage();
    pass(60_000);
    const [first] = begin(CONNECTIONS);
    pass(1_000);
    const [queued] = begin(1);
    pass(1);
    expect(await isRefused()).toBe(true);
    pass(60_000);
    expect(await isRefused()).toBe(true);
    expect(gate.outstanding).toBe(CONNECTIONS + 1);
    first?.end();
    await first?.done;
    expect(await isRefused()).toBe(false);
    queued?.end();
    expect(await queued?.done).toBe("ended");
  });

  test("are let in beside slow ones while a connection is left for them", async () => {
    const { begin, isRefused, pass } = stage();
    begin(CONNECTIONS - 1);
    pass(60_000);
    expect(await isRefused()).toBe(false);
  });

  test("are let in while any of them ends, however long the others take", async () => {
    const { begin, isRefused, pass } = stage();
    begin(CONNECTIONS);
    for (let i = 0; i < 5; i++) {
      pass(900);
      expect(await isRefused()).toBe(false);
    }
  });

  test("open the gate by failing, too", async () => {
    const { gate, begin, isRefused, pass } = stage();
    const broken = Promise.withResolvers<void>();
    const failing = gate.run(() => broken.promise);
    begin(CONNECTIONS);
    pass(1_001);
    expect(await isRefused()).toBe(true);
    broken.reject(new Error("The connection broke."));
    expect(String(await rejection(failing))).toMatch("The connection broke.");
    expect(await isRefused()).toBe(false);
  });

  test("are two thousand at most, even in the first second", async () => {
    const { gate, begin, isRefused } = stage();
    const all = begin(2_000);
    expect(await isRefused()).toBe(true);
    all[0]?.end();
    await all[0]?.done;
    expect([await isRefused(), gate.outstanding]).toEqual([false, 1_999]);
  });
});
