// Sends a request, repeats it where that is safe, and throws an error class for every response that is no success.
import { errorOf, retryAfterOf } from "./error-response.ts";
import { ConnectionError, type GatewayError } from "./errors.ts";

export interface RetryOptions {
  /** Repetitions after the first attempt; default 2, 0 for none. */
  retries?: number;
  /** The longest wait before a repetition, in milliseconds; default 30,000. A longer Retry-After ends the call. */
  maxWaitMs?: number;
  /** How long an attempt may take until the response begins, in milliseconds; default 120,000. */
  timeoutMs?: number;
}

export interface Sender {
  fetch: (request: Request) => Promise<Response>;
  /** Resolves after the time; rejects when the signal aborts. */
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
  random: () => number;
}

const FIRST_WAIT_MS = 250;
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Resolves with a 2xx; rejects with a `GatewayError`, or with the signal's reason. */
export async function send(request: Request, options: RetryOptions, sender: Sender): Promise<Response> {
  const { retries = 2, maxWaitMs = 30_000, timeoutMs = 120_000 } = options;
  for (let attempt = 0; ; attempt++) {
    const outcome = await attemptOnce(request, timeoutMs, sender.fetch);
    if (outcome instanceof Response && outcome.ok && !mustWait(outcome)) return outcome;
    const waitMs = attempt < retries ? waitOf(request, outcome, attempt, sender.random) : null;
    if (waitMs === null || waitMs > maxWaitMs) throw outcome instanceof Response ? await errorOf(outcome) : outcome;
    // An unread body would hold the connection.
    if (outcome instanceof Response) await outcome.body?.cancel();
    await sender.wait(waitMs, request.signal);
  }
}

/** Accepted, and not made yet: a person must approve it first. Nothing else has the status, and a proxy may drop the headers. */
const mustWait = ({ status }: Response) => status === 202;

async function attemptOnce(
  request: Request,
  timeoutMs: number,
  fetch: Sender["fetch"],
): Promise<Response | GatewayError> {
  request.signal.throwIfAborted();
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), Math.min(timeoutMs, MAX_TIMER_MS));
  try {
    return await fetch(new Request(request.clone(), { signal: AbortSignal.any([request.signal, late.signal]) }));
  } catch (cause) {
    if (request.signal.aborted) throw request.signal.reason;
    const what = late.signal.aborted ? `did not respond within ${timeoutMs} ms` : "could not be reached";
    const none = { reason: null, status: 0, requestId: null, details: {}, retryAfter: null };
    return new ConnectionError({ ...none, code: "CONNECTION_FAILED", message: `The gateway ${what}.`, cause });
  } finally {
    clearTimeout(timer);
  }
}

/** Milliseconds to wait before the next attempt; null where another one is unsafe or useless. */
export function waitOf(
  request: Request,
  outcome: Response | GatewayError,
  attempt: number,
  random: () => number,
): number | null {
  const headers = outcome instanceof Response ? outcome.headers : new Headers();
  if (!mayRepeat(request, outcome)) return null;
  const seconds = retryAfterOf(headers);
  if (seconds !== null) return seconds * 1_000;
  return FIRST_WAIT_MS * 2 ** attempt * (1 + random());
}

const TRANSIENT = [429, 502, 503, 504];

function mayRepeat(request: Request, outcome: Response | GatewayError): boolean {
  // A read changes nothing, and a write with a key happens once.
  const isSafe = request.method === "GET" || request.headers.has("idempotency-key");
  if (!(outcome instanceof Response)) return isSafe;
  const code = outcome.headers.get("x-error-code");
  // A replayed response stays the same however often the key is sent.
  if (outcome.headers.has("idempotency-replayed")) return false;
  if (code === "PROVIDER_ERROR") return false;
  if (outcome.status === 409) return isSafe && code === "IDEMPOTENCY_CONFLICT";
  // A limit refuses a call before anything has happened.
  if (code === "RATE_LIMITED" || code === "QUOTA_EXCEEDED") return true;
  return isSafe && TRANSIENT.includes(outcome.status);
}

/** Waits on a timer that an aborted signal ends. */
export function waitOnTimer(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
