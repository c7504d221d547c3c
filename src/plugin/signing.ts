// How what a verifier accepts is signed: with it the author of a plugin sends a fixture's request to a gateway with other secrets.
import type { Verifier, WebhookSecrets } from "./verify.ts";
import type { InboundWebhook } from "./webhook.ts";

/** A text of the request that is another one now; in its headers and its URL, and in the body where that is said. */
export interface SignedChange {
  from: string;
  to: string;
  isInBody?: true;
}
/** The request with these changes. */
export type Rebuild = (changes: readonly SignedChange[]) => InboundWebhook;
/** What to change so that the request is signed by these secrets, in Unix milliseconds; null where they do not suffice. */
export type Resign = (
  rebuild: Rebuild,
  secrets: WebhookSecrets,
  now: number,
) => Promise<readonly SignedChange[] | null> | readonly SignedChange[] | null;

const known = new WeakMap<Verifier, Resign>();

/** The verifier, whose requests can be signed by `resign`. */
export function withSigning(verifier: Verifier, resign: Resign): Verifier {
  known.set(verifier, resign);
  return verifier;
}

/** Undefined for a function of the plugin's own, and where the provider signs with a private key. */
export const signingOf = (verifier: Verifier): Resign | undefined => known.get(verifier);
