import { type GatewayError } from "./errors.ts";
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
/** Resolves with a 2xx; rejects with a `GatewayError`, or with the signal's reason. */
export declare function send(request: Request, options: RetryOptions, sender: Sender): Promise<Response>;
/** Milliseconds to wait before the next attempt; null where another one is unsafe or useless. */
export declare function waitOf(request: Request, outcome: Response | GatewayError, attempt: number, random: () => number): number | null;
/** Waits on a timer that an aborted signal ends. */
export declare function waitOnTimer(ms: number, signal: AbortSignal): Promise<void>;
