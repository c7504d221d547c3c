// Makes a subscription at a provider, and reads its secret where that takes a request of its own.
import { FAILURES, type Push, type SubscribeContext, type Subscribed, type Upstream } from "../../plugin/index.ts";

export async function makeSubscription(
  push: Push,
  upstream: Pick<Upstream, "request" | "attempt">,
  context: SubscribeContext,
): Promise<Subscribed> {
  const made = push.subscribed(await upstream.request(push.subscribe(context)), context);
  const { readSecret, secretIn } = push;
  if (!readSecret || !secretIn) return made;
  try {
    return { ...made, secret: secretIn(await upstream.request(readSecret(made, context))) };
  } catch (error) {
    // Nobody could verify its webhooks, and each attempt would leave another one behind.
    const { id, expiresAt, data = {} } = made;
    const { id: _id, address: _address, secret: _secret, secrets: _secrets, ...plain } = context;
    const end = push.unsubscribe?.({ id, expiresAt, data }, plain);
    if (end) await upstream.attempt(end, FAILURES);
    throw error;
  }
}
