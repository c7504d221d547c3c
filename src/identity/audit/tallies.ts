// Counts what anybody can bring about, so that it cannot fill the table: one entry a minute for each address or key.
import type { Initiator } from "../initiator.ts";
import type { AuditFacts } from "./entry.ts";

export interface Tally {
  initiator: Initiator;
  facts: AuditFacts;
  /** Unix milliseconds of the first time. */
  at: number;
  times: number;
}

export interface Tallies {
  /** `key` tells apart what is counted by itself: an address, or a key and a route. */
  add(key: string, initiator: Initiator, facts: AuditFacts): void;
  /** Takes out the tallies of minutes that are over; with `all`, those of the current one too. */
  take(all?: boolean): Tally[];
}

const MINUTE_MS = 60_000;
/** Entries of one event and minute; further addresses and keys share one more, which names none. */
const MAX_KEYS = 50;

export function createTallies(now: () => number): Tallies {
  let minute = 0;
  let over: Tally[] = [];
  let current = new Map<string, Map<string, Tally>>();
  const turn = (isOver = false) => {
    const next = Math.floor(now() / MINUTE_MS);
    if (next === minute && !isOver) return;
    for (const ofEvent of current.values()) over.push(...ofEvent.values());
    [minute, current] = [next, new Map()];
  };
  return {
    add(key, initiator, facts) {
      turn();
      const ofEvent = current.get(facts.event) ?? new Map<string, Tally>();
      current.set(facts.event, ofEvent);
      const isFull = !ofEvent.has(key) && ofEvent.size >= MAX_KEYS;
      const tally = ofEvent.get(isFull ? "" : key);
      if (tally) tally.times++;
      else if (isFull)
        ofEvent.set("", {
          initiator: ANONYMOUS,
          facts: { event: facts.event, outcome: facts.outcome },
          at: now(),
          times: 1,
        });
      else ofEvent.set(key, { initiator, facts, at: now(), times: 1 });
    },
    take(all = false) {
      turn(all);
      const taken = over;
      over = [];
      return taken;
    },
  };
}

const ANONYMOUS: Initiator = { actor: { kind: "anonymous", id: null, name: null }, address: null, requestId: null };
