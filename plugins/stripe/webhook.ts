// Stripe's webhook events, signed for each endpoint: docs.stripe.com/webhooks/signature.
import { event, hmac, type InboundWebhook, textAt, type Webhook } from "gateway/plugin";
import { declarations, eventShape, rawEvent, toPayload } from "./event.ts";

/** While a secret is rolled there are two signatures; a header with more than this is not Stripe's. */
const MAX_SIGNATURES = 4;

/** The header is `t=<Unix seconds>,v1=<hex>,v1=<hex>,v0=…`; v0 belongs to test deliveries and proves nothing. */
function claimsOf({ headers }: InboundWebhook) {
  const parts = (headers.get("stripe-signature") ?? "").split(",").map((part) => part.trim().split("="));
  const time = parts.find(([name]) => name === "t")?.[1] ?? "";
  const signatures = parts.flatMap(([name, value]) => (name === "v1" && value ? [value] : []));
  if (!/^\d{1,12}$/.test(time) || signatures.length > MAX_SIGNATURES) return [];
  return signatures.map((signature) => ({ signature, time: Number(time) }));
}

/** The nth signature, over the time and the body; valid for five minutes. */
const nth = (n: number) =>
  hmac({
    secret: "subscription",
    read: (inbound) => claimsOf(inbound)[n] ?? null,
    message: ({ body }, { time }) => [`${time}.`, body],
  });
const verifiers = Array.from({ length: MAX_SIGNATURES }, (_, n) => nth(n));

export const webhook: Webhook = {
  verify: async (inbound, secrets, now) => {
    const results = await Promise.all(verifiers.map((verify) => verify(inbound, secrets, now)));
    return results.includes(true);
  },
  // Equal on every retry, and in the list of events.
  eventId: (_, item) => textAt(item, "id"),
  events: Object.fromEntries(
    declarations.map(({ name, description, isType, view }) => [
      name,
      event({
        description,
        match: (_, item) => isType(item),
        raw: rawEvent,
        shape: eventShape,
        map: (raw) => toPayload(raw),
        view,
      }),
    ]),
  ),
};
