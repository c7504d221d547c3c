import type { ErrorReason } from "./errors.ts";
export interface FakeError {
    reason: ErrorReason;
    /** The sentence; the reason's own by default. */
    message?: string;
    /** What the error says besides, such as `{ provider: "google", missing_scopes: […] }`. */
    details?: Readonly<Record<string, unknown>>;
    /** Seconds, for Retry-After. */
    retryAfter?: number;
}
/** Which of the two APIs responds: their bodies differ. */
export type FakeApi = "user" | "partner";
export declare function fakeErrorResponse({ reason, message, details, retryAfter }: FakeError, api: FakeApi): Response;
