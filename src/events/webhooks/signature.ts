// Secrets and signatures of outgoing webhooks, after the Standard Webhooks specification 1.0.0.
import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";

export const newSecret = () => `${PREFIX}${randomBytes(32).toString("base64")}`;

/** The key behind a secret. */
export const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(PREFIX.length), "base64");

/** The headers of one attempt; `at` is Unix milliseconds. node:crypto, since the specification's library hashes in JavaScript. */
export function signedHeaders(
  secrets: readonly string[],
  id: string,
  at: number,
  body: string,
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000));
  const sign = (secret: string) =>
    createHmac("sha256", secretBytes(secret)).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": secrets.map((secret) => `v1,${sign(secret)}`).join(" "),
  };
}
