// The circuit breaker as a state: what opens it, who may probe, and that nobody's failures keep another out for good.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { type CircuitBreaker, createCircuitBreaker, type Outcome } from "../../src/upstream/circuit-breaker.ts";

const PAUSE_MS = 10_000;
const PROBE_MS = PAUSE_MS / 10;
const shared = () => createCircuitBreaker({ failures: 5, share: 3, openMs: PAUSE_MS });

/** Sends where the owner may; gives whether it went out. */
function send(circuit: CircuitBreaker, owner: string, outcome: Outcome, now: number): boolean {
  if (circuit.msUntilAllowed(owner, now) > 0) return false;
  circuit.recordStart(owner, now);
  circuit.recordEnd(owner, outcome, now);
  return true;
}
const isOpen = (circuit: CircuitBreaker, now: number) => circuit.msUntilAllowed("somebody", now) > 0;
/** Tells it of the outcomes, one after another; a letter is an owner's failure, `-` a failed connection, `+` an answer. */
function told(outcomes: string): CircuitBreaker {
  const circuit = shared();
  for (const one of outcomes) {
    const outcome = one === "+" ? "answered" : one === "-" ? "unconnected" : one === "?" ? "unknown" : "failed";
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
    test(`told ${outcomes} it is ${opens ? "open" : "closed"}`, () => expect(isOpen(told(outcomes), 0)).toBe(opens));
  }

  test("stays open for the pause, then lets one probe out, and an answer closes it", () => {
    const circuit = told("ababa");
    expect(circuit.msUntilAllowed("a", 1)).toBe(PAUSE_MS - 1);
    expect(circuit.msUntilAllowed("a", PAUSE_MS)).toBe(0);
    circuit.recordStart("a", PAUSE_MS);
    expect(circuit.msUntilAllowed("a", PAUSE_MS)).toBe(PAUSE_MS);
    expect(circuit.msUntilAllowed("b", PAUSE_MS)).toBe(PROBE_MS);
    circuit.recordEnd("a", "answered", PAUSE_MS + 5);
    expect([circuit.msUntilAllowed("a", PAUSE_MS + 5), circuit.msUntilAllowed("b", PAUSE_MS + 5)]).toEqual([0, 0]);
    expect(circuit.isClean()).toBe(true);
  });

  test("a probe that hangs, fails or is broken off keeps nobody else from probing soon after", () => {
    for (const outcome of ["failed", "unknown", null] as const) {
      const circuit = told("ababa");
      circuit.recordStart("a", PAUSE_MS);
      if (outcome) circuit.recordEnd("a", outcome, PAUSE_MS);
      expect(circuit.msUntilAllowed("b", PAUSE_MS + PROBE_MS)).toBe(0);
      expect(circuit.msUntilAllowed("a", PAUSE_MS + PROBE_MS)).toBe(PAUSE_MS - PROBE_MS);
    }
  });

  test("two owners who fail whatever comes, and ask all the time, do not keep a third one out", () => {
    const circuit = told("ababa");
    let sent = 0;
    for (let now = 0; now <= 2 * PAUSE_MS; now += 50) {
      sent += Number(send(circuit, "a", "failed", now)) + Number(send(circuit, "b", "failed", now));
      if (send(circuit, "c", "answered", now)) {
        expect(now).toBeLessThanOrEqual(PAUSE_MS + 2 * PROBE_MS);
        expect(sent).toBe(2);
        return;
      }
    }
    throw new Error("The third owner was kept out.");
  });
});

test("R-41: failures of one owner never open it, and while it is open no more than eleven probes go out in a pause", () => {
  const step = fc.record({
    owner: fc.constantFrom("a", "b", "c", "d"),
    outcome: fc.constantFrom<Outcome>("answered", "failed", "failed", "failed", "unconnected", "unknown"),
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
        if (outcome === "answered") [since, owners, probes] = [[], new Set(), []];
        else if (outcome !== "unknown") since.push(outcome);
        if (outcome === "failed") owners.add(owner);
        expect(probes.filter((at) => at > now - PAUSE_MS).length).toBeLessThanOrEqual(11);
      }
      // However it stands, everybody may send after a pause and a probe of each of the others.
      expect(circuit.msUntilAllowed("z", now + PAUSE_MS)).toBe(0);
    }),
    { numRuns: 300 },
  );
});
