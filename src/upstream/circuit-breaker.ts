// A circuit breaker that one owner's failures alone do not open: a plain state, told of each request and of the time.

/** How a request ended, as far as it speaks of the host. */
export type Outcome =
  /** An answer came. */
  | "answered"
  /** It says that it is down, broke the connection off or gave no answer in time: perhaps to this owner alone. */
  | "failed"
  /** No connection could be made, whoever asks. */
  | "unconnected"
  /** The caller went away. */
  | "unknown";

export interface CircuitBreakerOptions {
  /** Failures since the last answer that open the circuit. */
  failures: number;
  /** How many of them one owner's may be; failures to connect are nobody's. */
  share: number;
  /** Milliseconds that it is open before a request goes out to probe. */
  openMs: number;
}

export interface CircuitBreaker {
  /** Milliseconds until the owner may send; 0 for now. */
  msUntilAllowed(owner: string, now: number): number;
  /** Notes that the owner sends, which it may. */
  recordStart(owner: string, now: number): void;
  recordEnd(owner: string, outcome: Outcome, now: number): void;
  /** Whether there is nothing to remember. */
  isClean(): boolean;
}

/** Probes that go out in the time of one pause, each another owner's: one whose calls fail anyway keeps nobody else out. */
const PROBES = 10;

/** `now` is in milliseconds and never goes back. */
export function createCircuitBreaker({ failures, share, openMs }: CircuitBreakerOptions): CircuitBreaker {
  /** Failures since the last answer, by owner: no more entries than it takes to open. */
  const failed = new Map<string, number>();
  let unconnected = 0;
  /** When the next probe may go; null while the circuit is closed. */
  let nextProbeAt: number | null = null;
  /** Until when those who have probed may not again. */
  const probed = new Map<string, number>();

  const isOver = () => {
    let count = unconnected;
    for (const some of failed.values()) count += Math.min(some, share);
    return count >= failures;
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
      if (outcome === "answered") {
        failed.clear();
        probed.clear();
        unconnected = 0;
        nextProbeAt = null;
      } else if (outcome !== "unknown" && nextProbeAt === null) {
        if (outcome === "unconnected") unconnected++;
        else failed.set(owner, (failed.get(owner) ?? 0) + 1);
        if (isOver()) nextProbeAt = now + openMs;
      }
    },
    isClean: () => nextProbeAt === null && unconnected === 0 && failed.size === 0,
  };
}
