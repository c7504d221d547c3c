// Good manners towards a provider's host: a cap on requests at once, a circuit breaker, and a budget for repeating reads.
import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  type IPolicy,
  wrap,
} from "cockatiel";
import { UpstreamFailure } from "./failure.ts";
import type { Fetch } from "./send.ts";

export interface MannersOptions {
  /** Requests to one host at once, and how many may wait for a place. */
  concurrent: number;
  waiting: number;
  /** Failures in a row after which a host is left alone, and for how long. */
  failures: number;
  pauseMs: number;
}
export const DEFAULT_MANNERS: MannersOptions = { concurrent: 100, waiting: 1_000, failures: 5, pauseMs: 10_000 };

/** Repeats are at most a tenth of the requests, and no more than this many in one burst. */
const REPEAT_SHARE = 0.1;
const REPEAT_BURST = 10;
const MAX_HOSTS = 10_000;
/** Answers of a proxy in front of a service that is down. */
const DOWN = [502, 503, 504];

export interface Manners {
  /** Sends a request under the host's cap and breaker. */
  fetch: Fetch;
  /** Whether a read that met a passing fault may be repeated now; takes from the host's budget. */
  mayRepeat(url: string): boolean;
}

interface Host {
  policy: IPolicy;
  openedAt: () => number;
  repeats: number;
}

export function createManners(fetch: Fetch, options: MannersOptions = DEFAULT_MANNERS): Manners {
  const hosts = new Map<string, Host>();
  const hostOf = (url: string): Host => {
    // Scheme and host end at the third slash, or with the URL; the URL was made by URL, so nothing else can stand there.
    const end = url.indexOf("/", "https://".length);
    const origin = end < 0 ? url : url.slice(0, end);
    const known = hosts.get(origin);
    if (known) return known;
    // Hosts come from plugins, start-up settings and tenants; the bound is for many tenants, or a plugin that makes hosts up.
    if (hosts.size >= MAX_HOSTS) hosts.clear();
    const host = createHost(options);
    hosts.set(origin, host);
    return host;
  };
  return {
    async fetch(url, init) {
      const host = hostOf(url);
      host.repeats = Math.min(REPEAT_BURST, host.repeats + REPEAT_SHARE);
      let down: Response | undefined;
      try {
        return await host.policy.execute(async () => {
          const response = await fetch(url, init);
          if (!DOWN.includes(response.status)) return response;
          down = response;
          throw new HostDown();
        });
      } catch (error) {
        if (error instanceof HostDown && down) return down;
        if (error instanceof BrokenCircuitError) throw leftAlone(host, options.pauseMs);
        if (error instanceof BulkheadRejectedError) throw crowded();
        throw error;
      }
    },
    mayRepeat(url) {
      const host = hostOf(url);
      if (host.repeats < 1) return false;
      host.repeats--;
      return true;
    },
  };
}

/** Lets the breaker count an answer as a failure; the answer itself is handed on. */
class HostDown extends Error {}

function createHost(options: MannersOptions): Host {
  let openedAt = 0;
  // A caller who went away says nothing about the host; a deadline that passed does.
  const isHostsFault = (error: unknown) => (error as Error).name !== "AbortError";
  const breaker = circuitBreaker(handleWhen(isHostsFault), {
    halfOpenAfter: options.pauseMs,
    breaker: new ConsecutiveBreaker(options.failures),
  });
  breaker.onStateChange((state) => {
    if (state === CircuitState.Open) openedAt = Date.now();
  });
  const policy = wrap(bulkhead(options.concurrent, options.waiting), breaker);
  return { policy, openedAt: () => openedAt, repeats: REPEAT_BURST };
}

function leftAlone(host: Host, pauseMs: number): UpstreamFailure {
  const left = Math.max(1, Math.ceil((host.openedAt() + pauseMs - Date.now()) / 1000));
  return new UpstreamFailure({
    failure: "unavailable",
    status: null,
    message: "The provider failed several times in a row and is left alone for a moment.",
    code: null,
    reason: "circuit_open",
    retryAfter: left,
  });
}

function crowded(): UpstreamFailure {
  return new UpstreamFailure({
    failure: "unavailable",
    status: null,
    message: "Too many requests to the provider are under way.",
    code: null,
    reason: "circuit_open",
    retryAfter: 1,
  });
}
