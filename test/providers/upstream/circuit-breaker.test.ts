// The circuit breaker: what opens it, who may probe, and that no owner's failures block another for good.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import {
  type CircuitBreaker,
  createCircuitBreaker,
  type Outcome,
} from "../../../src/providers/upstream/circuit-breaker.ts";

const OPEN_MS = 10_000;
const PROBE_MS = OPEN_MS / 10;
const shared = () => createCircuitBreaker({ failureThreshold: 5, maxPerOwner: 3, openMs: OPEN_MS });

/** Sends where the owner may; returns whether it did. */
function send(circuit: CircuitBreaker, owner: string, outcome: Outcome, now: number): boolean {
  if (circuit.msUntilAllowed(owner, now) > 0) return false;
  circuit.recordStart(owner, now);
  circuit.recordEnd(owner, outcome, now);
  return true;
}
const isOpen = (circuit: CircuitBreaker, now: number) => circuit.msUntilAllowed("somebody", now) > 0;
/** A circuit after these outcomes: a letter is an owner's failure, `-` a failed connection, `+` a response, `?` an abort. */
function after(outcomes: string): CircuitBreaker {
  const circuit = shared();
  for (const one of outcomes) {
    const outcome = one === "+" ? "responded" : one === "-" ? "unconnected" : one === "?" ? "aborted" : "failed";
    circuit.recordEnd(one, outcome, 0);
  }
  return circuit;
}

describe("R-41: a host's circuit", () => {
  for (const [outcomes, opens] of [
    ["aaaaaaaaaaaaaaaaaaaa", false],
    ["aaaab", false],
    ["aaaabb", true],
    ["ababa", true],
    ["abc", false],
    ["abcde", true],
    ["----", false],
    ["-----", true],
    ["aaaaaaa--", true],
    ["aaab+b", false],
    ["??????????", false],
  ] as const) {
    test(`after ${outcomes} is ${opens ? "open" : "closed"}`, () => expect(isOpen(after(outcomes), 0)).toBe(opens));
  }

  test("stays open for `openMs`, then lets one probe out; a response closes it", () => {
    const circuit = after("ababa");
    expect(circuit.msUntilAllowed("a", 1)).toBe(OPEN_MS - 1);
    expect(circuit.msUntilAllowed("a", OPEN_MS)).toBe(0);
    circuit.recordStart("a", OPEN_MS);
    expect(circuit.msUntilAllowed("a", OPEN_MS)).toBe(OPEN_MS);
    expect(circuit.msUntilAllowed("b", OPEN_MS)).toBe(PROBE_MS);
    circuit.recordEnd("a", "responded", OPEN_MS + 5);
    expect([circuit.msUntilAllowed("a", OPEN_MS + 5), circuit.msUntilAllowed("b", OPEN_MS + 5)]).toEqual([0, 0]);
    expect(circuit.isClean()).toBe(true);
  });

  test("a probe that hangs, fails or is aborted blocks no other owner's probe", () => {
    for (const outcome of ["failed", "aborted", null] as const) {
      const circuit = after("ababa");
      circuit.recordStart("a", OPEN_MS);
      if (outcome) circuit.recordEnd("a", outcome, OPEN_MS);
      expect(circuit.msUntilAllowed("b", OPEN_MS + PROBE_MS)).toBe(0);
      expect(circuit.msUntilAllowed("a", OPEN_MS + PROBE_MS)).toBe(OPEN_MS - PROBE_MS);
    }
  });

  test("two owners who always fail, and send all the time, do not block a third one", () => {
    const circuit = after("ababa");
    let sent = 0;
    for (let now = 0; now <= 2 * OPEN_MS; now += 50) {
      sent += Number(send(circuit, "a", "failed", now)) + Number(send(circuit, "b", "failed", now));
      if (send(circuit, "c", "responded", now)) {
        expect(now).toBeLessThanOrEqual(OPEN_MS + 2 * PROBE_MS);
        expect(sent).toBe(2);
        return;
      }
    }
    throw new Error("The third owner was blocked.");
  });
});

test("R-41: one owner's failures never open it, and at most eleven probes go out per `openMs`", () => {
  const step = fc.record({
    owner: fc.constantFrom("a", "b", "c", "d"),
    outcome: fc.constantFrom<Outcome>("responded", "failed", "failed", "failed", "unconnected", "aborted"),
    after: fc.nat(3_000),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), (steps) => {
      const circuit = shared();
      let now = 0;
      let since: Outcome[] = [];
      let owners = new Set<string>();
      let probes: number[] = [];
      for (const { owner, outcome, after } of steps) {
        now += after;
        const wasOpen = isOpen(circuit, now) || probes.length > 0;
        if (!send(circuit, owner, outcome, now)) {
          const unconnected = since.filter((one) => one === "unconnected").length;
          expect(owners.size >= 2 || unconnected >= 2).toBe(true);
          expect(since.length).toBeGreaterThanOrEqual(5);
          continue;
        }
        if (wasOpen) probes.push(now);
        if (outcome === "responded") [since, owners, probes] = [[], new Set(), []];
        else if (outcome !== "aborted") since.push(outcome);
        if (outcome === "failed") owners.add(owner);
        expect(probes.filter((at) => at > now - OPEN_MS).length).toBeLessThanOrEqual(11);
      }
      // In any state, everybody may send after `openMs`.
      expect(circuit.msUntilAllowed("z", now + OPEN_MS)).toBe(0);
    }),
    { numRuns: 300 },
  );
});
