import { WebhookVerificationError } from "standardwebhooks";
export { WebhookVerificationError };
/** `data` is the event as the inbox shows it. */
export interface WebhookEvent {
    type: string;
    /** When it happened, ISO 8601. */
    timestamp: string;
    data: Record<string, unknown>;
}
/**
 * The event of a request's raw body; throws `WebhookVerificationError` where no secret fits, or where the message is older
 * than five minutes. Two secrets at once serve a rotation.
 */
export declare function verifyWebhook(body: string, headers: Headers | Record<string, string>, secret: string | readonly string[]): WebhookEvent;
