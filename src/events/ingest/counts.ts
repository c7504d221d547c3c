// Counts what became of inbound webhooks, for the operator; each minute's sums go to the log.
import type { Log } from "../../foundation/log/log.ts";

export const OUTCOMES = [
  "stored",
  "duplicate",
  "handshake",
  "refused_signature",
  "keys_unavailable",
  "refused_body",
  "unknown_provider",
  "unknown_source",
  "unreadable",
  "unknown_event",
  "no_owner",
  "failed",
] as const;
export type Outcome = (typeof OUTCOMES)[number];

export interface InboundCounts {
  add(provider: string, outcome: Outcome, count?: number): void;
  /** Since the process started: provider → outcome → count. */
  totals(): Record<string, Partial<Record<Outcome, number>>>;
  /** Writes what was added since the last time to the log. */
  report(): void;
}

/** Made-up provider names would fill the memory: they count as one. */
export const UNKNOWN = "(unknown)";

export function createInboundCounts(log: Log): InboundCounts {
  const totals = new Map<string, Partial<Record<Outcome, number>>>();
  const fresh = new Map<string, Partial<Record<Outcome, number>>>();
  const addTo = (counts: typeof totals, provider: string, outcome: Outcome, count: number) => {
    const own = counts.get(provider) ?? {};
    own[outcome] = (own[outcome] ?? 0) + count;
    counts.set(provider, own);
  };
  return {
    add(provider, outcome, count = 1) {
      addTo(totals, provider, outcome, count);
      addTo(fresh, provider, outcome, count);
    },
    totals: () => Object.fromEntries(totals),
    report() {
      for (const [provider, counts] of fresh) log.info("inbound_webhooks", { provider, ...counts });
      fresh.clear();
    },
  };
}
