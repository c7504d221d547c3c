// Resilience towards provider hosts, fair between owners: a bulkhead, circuit breakers and a retry budget.
import { LRUCache } from "lru-cache";
import { atMost } from "../../foundation/at-most.ts";
import type { Owner } from "../../identity/owner.ts";
import { type Bulkhead, type BulkheadLimits, createBulkhead } from "./bulkhead.ts";
import { type CircuitBreaker, createCircuitBreaker, type Outcome } from "./circuit-breaker.ts";
import { UpstreamFailure } from "./failure.ts";
import { type Fetch, isUnconnected } from "./send.ts";

export interface ResilienceOptions {
  /** Requests to one host at once, how many may queue for a slot, and for how many milliseconds. */
  concurrent: number;
  queued: number;
  waitMs: number;
  /** Failures in a row that open a circuit, and for how many milliseconds. */
  failureThreshold: number;
  openMs: number;
}
/** `waitMs` is a third of a call's deadline, so that enough of it is left for the provider. */
export const DEFAULT_RESILIENCE: ResilienceOptions = {
  concurrent: 100,
  queued: 1_000,
  waitMs: 10_000,
  failureThreshold: 5,
  openMs: 10_000,
};

/** The share of a host's slots and of its queue for one owner, and for one user with all its accounts. */
const OWNER_SHARE = 1 / 4;
const USER_SHARE = 3 / 4;
/** An owner's retries: a tenth of its requests, at most ten in one burst. */
const RETRY_SHARE = 0.1;
const RETRY_BURST = 10;
const MAX_HOSTS = 10_000;
const MAX_OWNER_STATES = 50_000;
/** Statuses of a proxy in front of a service that is down. */
const DOWN = [502, 503, 504];

/** Called after a wait for a slot at the host; `startedAt` by `performance.now()`. */
type OnWait = (startedAt: number) => void;

export interface Resilience {
  /** A fetch for one owner's requests, which the bulkhead and the circuit breakers of the host guard. */
  fetchFor(owner: Owner, onWait?: OnWait): Fetch;
  /** Takes a retry from the owner's budget at that host; false where none is left. */
  takeRetry(url: string, owner: Owner): boolean;
  /** Closes every circuit and refills the retry budgets, as after a start. */
  forgetFailures(): void;
  /** The hosts that requests went to lately. */
  hostStates(): HostState[];
}

export interface HostState {
  origin: string;
  isOpen: boolean;
  active: number;
  queued: number;
}

interface Host {
  origin: string;
  bulkhead: Bulkhead;
  circuit: CircuitBreaker;
}

/** An owner at a host after a failure or a retry. */
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
  const ownerStates = new LRUCache<string, OwnerState>(atMost(MAX_OWNER_STATES));
  const keyOf = (host: Host, owner: Owner) => `${host.origin} ${idOf(owner)}`;
  /** Builds no key while no owner has a state. */
  const findState = (host: Host, owner: Owner) =>
    ownerStates.size === 0 ? undefined : ownerStates.get(keyOf(host, owner));
  const stateOf = (host: Host, owner: Owner): OwnerState => {
    const known = findState(host, owner);
    if (known) return known;
    const circuit = createCircuitBreaker({ ...options, maxPerOwner: options.failureThreshold });
    const state = { circuit, retries: RETRY_BURST };
    ownerStates.set(keyOf(host, owner), state);
    return state;
  };
  /** Throws while the host's circuit, or the owner's own, is open. */
  const recordStart = (host: Host, owner: Owner) => {
    const state = findState(host, owner);
    const id = idOf(owner);
    const at = now();
    // Counts by user: the accounts of one partner together must not open the host's circuit for others.
    const leftMs = Math.max(host.circuit.msUntilAllowed(owner.userId, at), state?.circuit.msUntilAllowed(id, at) ?? 0);
    if (leftMs > 0) throw circuitOpen(leftMs);
    host.circuit.recordStart(owner.userId, at);
    if (!state) return;
    state.circuit.recordStart(id, at);
    state.retries = Math.min(RETRY_BURST, state.retries + RETRY_SHARE);
  };
  const recordEnd = (host: Host, owner: Owner, outcome: Outcome) => {
    host.circuit.recordEnd(owner.userId, outcome, now());
    const isFailure = outcome === "failed" || outcome === "unconnected";
    const state = isFailure ? stateOf(host, owner) : findState(host, owner);
    state?.circuit.recordEnd(idOf(owner), outcome, now());
    if (state?.circuit.isClean() && state.retries >= RETRY_BURST) ownerStates.delete(keyOf(host, owner));
  };
  const sendRecorded = async (host: Host, owner: Owner, url: string, init: RequestInit) => {
    recordStart(host, owner);
    try {
      const response = await fetch(url, init);
      recordEnd(host, owner, DOWN.includes(response.status) ? "failed" : "responded");
      return response;
    } catch (error) {
      recordEnd(host, owner, outcomeOf(error));
      throw error;
    }
  };
  const acquireSlot = async (host: Host, owner: Owner, { signal }: RequestInit, onWait?: OnWait) => {
    const startedAt = performance.now();
    try {
      await waitForSlot(host, owner, signal, options.waitMs);
    } finally {
      onWait?.(startedAt);
    }
  };
  const send = async (owner: Owner, url: string, init: RequestInit, onWait?: OnWait) => {
    const host = hosts.find(url);
    if (!host.bulkhead.tryAcquire(owner)) await acquireSlot(host, owner, init, onWait);
    try {
      return await sendRecorded(host, owner, url, init);
    } finally {
      host.bulkhead.release(owner);
      hosts.forgetIdle(host);
    }
  };
  return {
    fetchFor: (owner, onWait) => (url, init) => send(owner, url, init, onWait),
    takeRetry(url, owner) {
      const state = stateOf(hosts.find(url), owner);
      if (state.retries < 1) return false;
      state.retries--;
      return true;
    },
    forgetFailures() {
      for (const { circuit } of hosts.list()) circuit.reset();
      ownerStates.clear();
    },
    hostStates: () =>
      hosts.list().map(({ origin, bulkhead, circuit }) => ({ origin, isOpen: circuit.isOpen(), ...bulkhead.counts() })),
  };
}

/** Hosts by origin. Tenants bring hosts of their own, so the number is bounded. */
function createHosts(options: ResilienceOptions) {
  /** Evicted with requests under way: their slots count until the last one has ended. */
  const busy = new Map<string, Host>();
  const hosts = new LRUCache<string, Host>({
    ...atMost(MAX_HOSTS),
    dispose: (host, origin, reason) => void (reason === "evict" && !host.bulkhead.isIdle() && busy.set(origin, host)),
  });
  return {
    find(url: string): Host {
      // `URL` has written the text, so the origin ends at the third slash or with the text.
      const end = url.indexOf("/", "https://".length);
      const origin = end < 0 ? url : url.slice(0, end);
      const known = hosts.get(origin) ?? busy.get(origin);
      if (known) return known;
      // One user counts for about half of the failures that open the circuit for everybody.
      const circuit = createCircuitBreaker({ ...options, maxPerOwner: Math.ceil(options.failureThreshold / 2) });
      const host = { origin, bulkhead: createBulkhead(limitsOf(options)), circuit };
      hosts.set(origin, host);
      return host;
    },
    list: (): Host[] => [...hosts.values(), ...busy.values()],
    forgetIdle(host: Host): void {
      if (busy.size > 0 && host.bulkhead.isIdle()) busy.delete(host.origin);
    },
  };
}

function limitsOf({ concurrent, queued }: ResilienceOptions): BulkheadLimits {
  const part = (share: number) => ({ concurrent: Math.ceil(concurrent * share), queued: Math.ceil(queued * share) });
  return { host: part(1), user: part(USER_SHARE), owner: part(OWNER_SHARE) };
}

const idOf = ({ userId, accountId }: Owner) => accountId ?? userId;

/** Nothing is sent from the queue, so a deadline that passes in it is neither the host's failure nor a provider's timeout. */
async function waitForSlot(host: Host, owner: Owner, signal: RequestInit["signal"], waitMs: number): Promise<void> {
  if (await host.bulkhead.acquire(owner, signal, waitMs)) return;
  const hasCallerLeft = signal?.aborted && (signal.reason as Error | undefined)?.name !== "TimeoutError";
  throw hasCallerLeft ? signal.reason : notSent("Too many requests to the provider are in progress.", 1);
}

/** A caller who went away tells nothing of the host; a deadline that passed does. */
function outcomeOf(error: unknown): Outcome {
  if ((error as Error).name === "AbortError") return "aborted";
  return isUnconnected(error) ? "unconnected" : "failed";
}

function circuitOpen(leftMs: number): UpstreamFailure {
  return notSent(
    "The provider failed several times in a row, so calls to it are paused for a moment.",
    Math.max(1, Math.ceil(leftMs / 1000)),
  );
}

function notSent(message: string, retryAfter: number): UpstreamFailure {
  return new UpstreamFailure({
    failure: "unavailable",
    status: null,
    message,
    code: null,
    reason: "circuit_open",
    retryAfter,
  });
}
