// Good manners towards a provider's host, shared fairly between owners: places, a circuit breaker, a budget for repeats.

import { LRUCache } from "lru-cache";
import type { Owner } from "../owner.ts";
import { type Bulkhead, type Caps, createBulkhead } from "./bulkhead.ts";
import { type CircuitBreaker, createCircuitBreaker, type Outcome } from "./circuit-breaker.ts";
import { UpstreamFailure } from "./failure.ts";
import { type Fetch, isUnconnected } from "./send.ts";

export interface ResilienceOptions {
  /** Requests to one host at once, and how many may wait for a place, and for how many milliseconds. */
  concurrent: number;
  waiting: number;
  waitMs: number;
  /** Failures in a row after which a host is left alone, and for how many milliseconds. */
  failures: number;
  openMs: number;
}
/** The wait is a third of a call's deadline, so that enough of it is left for the provider. */
export const DEFAULT_RESILIENCE: ResilienceOptions = {
  concurrent: 100,
  waiting: 1_000,
  waitMs: 10_000,
  failures: 5,
  openMs: 10_000,
};

/** What one owner, and one user with all its accounts, can have of a host's places and of its queue. */
const OWNER_SHARE = 1 / 4;
const USER_SHARE = 3 / 4;
/** Repeats are at most a tenth of an owner's requests, and no more than this many in one burst. */
const RETRY_SHARE = 0.1;
const RETRY_BURST = 10;
const MAX_HOSTS = 10_000;
/** Owners at a host that have failed or repeated something of late. */
const MAX_OWNER_STATES = 50_000;
/** Answers of a proxy in front of a service that is down. */
const DOWN = [502, 503, 504];

export interface Resilience {
  /** A fetch that sends an owner's requests, within its share of the host's places and the host's breaker. */
  fetchFor(owner: Owner): Fetch;
  /** Whether a read that met a passing fault may be repeated now; takes from the owner's budget at that host. */
  takeRetry(url: string, owner: Owner): boolean;
}

interface Host {
  origin: string;
  places: Bulkhead;
  circuit: CircuitBreaker;
}

/** What is remembered of an owner at a host while not all is well. */
interface OwnerState {
  circuit: CircuitBreaker;
  retries: number;
}

/** `now` is in milliseconds and never goes back. */
export function createResilience(
  fetch: Fetch,
  options: ResilienceOptions = DEFAULT_RESILIENCE,
  now: () => number = () => performance.now(),
): Resilience {
  const hosts = createHosts(options);
  const troubled = new LRUCache<string, OwnerState>({ max: MAX_OWNER_STATES });
  const keyOf = (host: Host, owner: Owner) => `${host.origin} ${idOf(owner)}`;
  /** Costs a look-up only while somebody is in trouble. */
  const recall = (host: Host, owner: Owner) => (troubled.size === 0 ? undefined : troubled.get(keyOf(host, owner)));
  const remember = (host: Host, owner: Owner): OwnerState => {
    const known = recall(host, owner);
    if (known) return known;
    const circuit = createCircuitBreaker({ ...options, share: options.failures });
    const made = { circuit, retries: RETRY_BURST };
    troubled.set(keyOf(host, owner), made);
    return made;
  };
  /** Throws while the host, or the owner's own calls there, are left alone. */
  const enter = (host: Host, owner: Owner) => {
    const known = recall(host, owner);
    const id = idOf(owner);
    const at = now();
    // A partner with many accounts is one: its accounts together must not shut the host for others.
    const left = Math.max(host.circuit.msUntilAllowed(owner.userId, at), known?.circuit.msUntilAllowed(id, at) ?? 0);
    if (left > 0) throw circuitOpen(left);
    host.circuit.recordStart(owner.userId, at);
    if (!known) return;
    known.circuit.recordStart(id, at);
    known.retries = Math.min(RETRY_BURST, known.retries + RETRY_SHARE);
  };
  const leave = (host: Host, owner: Owner, outcome: Outcome) => {
    const id = idOf(owner);
    host.circuit.recordEnd(owner.userId, outcome, now());
    const isFailure = outcome === "failed" || outcome === "unconnected";
    const known = isFailure ? remember(host, owner) : recall(host, owner);
    known?.circuit.recordEnd(id, outcome, now());
    if (known?.circuit.isClean() && known.retries >= RETRY_BURST) troubled.delete(keyOf(host, owner));
  };
  const exchange = async (host: Host, owner: Owner, url: string, init: RequestInit) => {
    enter(host, owner);
    try {
      const response = await fetch(url, init);
      leave(host, owner, DOWN.includes(response.status) ? "failed" : "answered");
      return response;
    } catch (error) {
      leave(host, owner, outcomeOf(error));
      throw error;
    }
  };
  const send = async (owner: Owner, url: string, init: RequestInit) => {
    const host = hosts.find(url);
    if (!host.places.tryAcquire(owner)) await waitForPlace(host, owner, init.signal, options.waitMs);
    try {
      return await exchange(host, owner, url, init);
    } finally {
      host.places.release(owner);
      hosts.forgetIdle(host);
    }
  };
  return {
    fetchFor: (owner) => (url, init) => send(owner, url, init),
    takeRetry(url, owner) {
      const known = remember(hosts.find(url), owner);
      if (known.retries < 1) return false;
      known.retries--;
      return true;
    },
  };
}

/** Hosts come from plugins, start-up settings and tenants; the bound is for many tenants. */
function createHosts(options: ResilienceOptions) {
  /** Pushed out of memory while requests were under way: their counts hold until the last one has ended. */
  const busy = new Map<string, Host>();
  const hosts = new LRUCache<string, Host>({
    max: MAX_HOSTS,
    dispose: (host, origin, reason) => void (reason === "evict" && !host.places.isIdle() && busy.set(origin, host)),
  });
  return {
    find(url: string): Host {
      // Scheme and host end at the third slash, or with the URL; the URL was made by URL, so nothing else can stand there.
      const end = url.indexOf("/", "https://".length);
      const origin = end < 0 ? url : url.slice(0, end);
      const known = hosts.get(origin) ?? busy.get(origin);
      if (known) return known;
      // One owner's failures are at most about half of those that open the circuit for everybody.
      const circuit = createCircuitBreaker({ ...options, share: Math.ceil(options.failures / 2) });
      const host = { origin, places: createBulkhead(capsOf(options)), circuit };
      hosts.set(origin, host);
      return host;
    },
    forgetIdle(host: Host): void {
      if (busy.size > 0 && host.places.isIdle()) busy.delete(host.origin);
    },
  };
}

function capsOf({ concurrent, waiting }: ResilienceOptions): Caps {
  const part = (share: number) => ({ atOnce: Math.ceil(concurrent * share), waiting: Math.ceil(waiting * share) });
  return { host: part(1), user: part(USER_SHARE), owner: part(OWNER_SHARE) };
}

const idOf = ({ userId, accountId }: Owner) => accountId ?? userId;

/** Nothing has been sent while a request waits: its end there is neither the host's failure nor a time-out of the provider. */
async function waitForPlace(host: Host, owner: Owner, signal: RequestInit["signal"], waitMs: number): Promise<void> {
  if (await host.places.acquire(owner, signal, waitMs)) return;
  const hasCallerLeft = signal?.aborted && (signal.reason as Error | undefined)?.name !== "TimeoutError";
  throw hasCallerLeft ? signal.reason : bulkheadFull();
}

/** A caller who went away says nothing about the host; a deadline that passed does. */
function outcomeOf(error: unknown): Outcome {
  if ((error as Error).name === "AbortError") return "unknown";
  return isUnconnected(error) ? "unconnected" : "failed";
}

function circuitOpen(leftMs: number): UpstreamFailure {
  return refused(
    "The provider failed several times in a row and is left alone for a moment.",
    Math.max(1, Math.ceil(leftMs / 1000)),
  );
}

function bulkheadFull(): UpstreamFailure {
  return refused("Too many requests to the provider are under way.", 1);
}

/** No byte was sent. */
function refused(message: string, retryAfter: number): UpstreamFailure {
  return new UpstreamFailure({
    failure: "unavailable",
    status: null,
    message,
    code: null,
    reason: "circuit_open",
    retryAfter,
  });
}
