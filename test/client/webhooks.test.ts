// The client verifies what the gateway's own signing code produces.
import { expect, test } from "bun:test";
import { verifyWebhook, WebhookVerificationError } from "../../client/src/index.ts";
import { newSecret, signedHeaders } from "../../src/events/webhooks/signature.ts";

const event = { type: "issues.opened", timestamp: "2026-01-01T00:00:00Z", data: { title: "Grüße" } };
const body = JSON.stringify(event);

test("a signed message is verified with its secret, also during a rotation", () => {
  const [old, now] = [newSecret(), newSecret()];
  const headers = signedHeaders([now], "msg-1", Date.now(), body);
  expect(verifyWebhook(body, headers, now)).toEqual(event);
  expect(verifyWebhook(body, new Headers(headers), [old, now])).toEqual(event);
});

test("another secret, an altered body, an old message and missing headers are refused", () => {
  const secret = newSecret();
  const headers = signedHeaders([secret], "msg-1", Date.now(), body);
  const old = signedHeaders([secret], "msg-1", Date.now() - 600_000, body);
  expect(() => verifyWebhook(body, headers, newSecret())).toThrow(WebhookVerificationError);
  expect(() => verifyWebhook(`${body} `, headers, secret)).toThrow(WebhookVerificationError);
  expect(() => verifyWebhook(body, old, secret)).toThrow(WebhookVerificationError);
  expect(() => verifyWebhook(body, {}, secret)).toThrow(WebhookVerificationError);
  expect(() => verifyWebhook(body, headers, [])).toThrow(WebhookVerificationError);
});
