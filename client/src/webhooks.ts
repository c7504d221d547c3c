// Verifies webhooks that the gateway sends (Standard Webhooks 1.0.0).
import { Webhook, WebhookVerificationError } from "standardwebhooks";

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
export function verifyWebhook(
  body: string,
  headers: Headers | Record<string, string>,
  secret: string | readonly string[],
): WebhookEvent {
  const secrets = typeof secret === "string" ? [secret] : secret;
  const plain = headers instanceof Headers ? Object.fromEntries(headers) : headers;
  let failure: unknown = new WebhookVerificationError("No secret to verify the webhook with.");
  for (const one of secrets) {
    try {
      return new Webhook(one).verify(body, plain) as WebhookEvent;
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
