// A circuit breaker that no single owner's failures can open: a state machine without a clock of its own.

/** How a request ended, as far as it tells of the host. */
export type Outcome =
  /** A response came. */
  | "responded"
  /** 502 to 504, a broken connection or a timeout: perhaps only for this owner. */
  | "failed"
  /** No connection for any sender. */
  | "unconnected"
  /** The caller went away. */
  | "aborted";

export interface CircuitBreakerOptions {
  /** Failures since the last response that open the circuit. */
  failureThreshold: number;
  /** How many of them count per owner; failed connections count without limit. */
  maxPerOwner: number;
  /** Milliseconds that the circuit is open before it lets a probe out. */
  openMs: number;
}

export interface CircuitBreaker {
  /** Milliseconds until the owner may send; 0 for now. */
  msUntilAllowed(owner: string, now: number): number;
  /** Records that the owner, which is allowed to, sends a request. */
  recordStart(owner: string, now: number): void;
  recordEnd(owner: string, outcome: Outcome, now: number): void;
  /** Closes the circuit and forgets all failures. */
  reset(): void;
  /** Whether requests but probes are refused. */
  isOpen(): boolean;
  /** Whether it equals a new one. */
  isClean(): boolean;
}

/** Probes per `openMs`, each another owner's: an owner whose calls always fail blocks nobody. */
const PROBES = 10;

/** `now` is in milliseconds and never goes back. */
export function createCircuitBreaker(options: CircuitBreakerOptions): CircuitBreaker {
  const { failureThreshold, maxPerOwner, openMs } = options;
  /** Failures since the last response, by owner; at most `failureThreshold` entries. */
  const failed = new Map<string, number>();
  let unconnected = 0;
  /** When the next probe may go out; null while the circuit is closed. */
  let nextProbeAt: number | null = null;
  /** Owners that have probed, and when they may probe again. */
  const probed = new Map<string, number>();

  const isTripped = () => {
    let count = unconnected;
    for (const ofOwner of failed.values()) count += Math.min(ofOwner, maxPerOwner);
    return count >= failureThreshold;
  };
  const reset = () => {
    failed.clear();
    probed.clear();
    unconnected = 0;
    nextProbeAt = null;
  };
  return {
    msUntilAllowed(owner, now) {
      if (nextProbeAt === null) return 0;
      return Math.max(0, nextProbeAt - now, (probed.get(owner) ?? 0) - now);
    },
    recordStart(owner, now) {
      if (nextProbeAt === null) return;
      for (const [other, until] of probed) if (until <= now) probed.delete(other);
      probed.set(owner, now + openMs);
      nextProbeAt = now + openMs / PROBES;
    },
    recordEnd(owner, outcome, now) {
      if (outcome === "responded") reset();
      else if (outcome !== "aborted" && nextProbeAt === null) {
        if (outcome === "unconnected") unconnected++;
        else failed.set(owner, (failed.get(owner) ?? 0) + 1);
        if (isTripped()) nextProbeAt = now + openMs;
      }
    },
    reset,
    isOpen: () => nextProbeAt !== null,
    isClean: () => nextProbeAt === null && unconnected === 0 && failed.size === 0,
  };
}
