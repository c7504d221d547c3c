import { WebhookVerificationError as VerificationError } from "standardwebhooks";
import type { components } from "./schema.ts";
type Schemas = components["schemas"];
/**
 * A message: `type` says what `data.payload` holds. Later versions of the gateway have further types, which come to the `default`
 * of a `switch`; in the types they are "unknown type", at run time each has its own name.
 */
export type WebhookEvent = Schemas["WebhookEvent"];
/** An event as the inbox and its stream have it. */
export type InboxEvent = Schemas["Event"];
/** The types of events that this client knows. */
export type EventType = Schemas["EventType"];
/** Headers as `fetch` and as Node's `http` have them. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;
/** The raw body, as it came. */
export type WebhookBody = string | Uint8Array | ArrayBuffer;
/** What is left of a request in frameworks that read its body: Express with `express.raw`, a Lambda, a queue. */
export interface ReceivedWebhook {
    headers: WebhookHeaders;
    body: WebhookBody;
}
/** The endpoint's secret, or two of them during a rotation. */
export type WebhookSecret = string | undefined | readonly (string | undefined)[];
/** Why a webhook was not verified. */
export type WebhookVerificationCode = "secret_missing" | "secret_malformed" | "headers_missing" | "timestamp_malformed" | "timestamp_off" | "body_parsed" | "body_used" | "body_not_json" | "signature_mismatch";
export declare class WebhookVerificationError extends VerificationError {
    readonly code: WebhookVerificationCode;
    /** What to do about it, in a sentence; the message ends with it. */
    readonly nextStep: string;
    constructor(code: WebhookVerificationCode, what: string, nextStep: string);
}
/**
 * The event of a request, whose body must not have been read. Rejects with a `WebhookVerificationError` where no secret fits, or
 * where the message is older than five minutes.
 */
export declare function verifyWebhook(request: Request | ReceivedWebhook, secret: WebhookSecret): Promise<WebhookEvent>;
/** The event of a raw body; throws in place of rejecting. */
export declare function verifyWebhook(body: WebhookBody, headers: WebhookHeaders, secret: WebhookSecret): WebhookEvent;
/** What an endpoint with `decides` says to `approval.requested`. */
export interface WebhookDecision {
    decision: "approve" | "deny";
    /** A line for the caller, of at most 500 characters. */
    note?: string;
}
/** A response to a delivery: send the body as it is, since every byte of it is signed. */
export interface SignedDecision {
    body: string;
    headers: Record<string, string>;
}
/**
 * The signed response to a verified `approval.requested`, for an endpoint with `decides`: `new Response(signed.body, signed)`. It is
 * good for this delivery alone, and for five minutes.
 */
export declare function signDecision(event: {
    type: string;
    data: {
        id: string;
    };
}, { decision, note }: WebhookDecision, secret: WebhookSecret): SignedDecision;
export {};
