// An event of a Shopify shop as the inbox shows it, whether it was delivered or found by a poll.
import { asUtc, type EventView, entryOf, type Static, shapes, t } from "gateway/plugin";

export const changeShape = t.Object({
  id: t.String(),
  type: t.String({ description: "order, product or customer." }),
  name: shapes.nullableText("The order's number for people, the product's title or the customer's name."),
  status: shapes.nullableText("The order's payment status, or the product's or customer's state, in lower case."),
  total: shapes.nullableText("Total of the order as a decimal number; null for others."),
  currency: shapes.nullableText(),
  email: shapes.nullableText("Email address of the customer."),
  occurred_at: shapes.nullableTime(),
});
export type Change = Static<typeof changeShape>;
export type Kind = "order" | "product" | "customer";

/** The ids of events, equal whether they were pushed or polled: lists show whole seconds, as inbound webhooks do. */
export const changeId = (kind: string, id: string, changedAt: string | null) =>
  changedAt === null ? null : `${kind}/${id}/${changedAt.replace(/\.\d+Z$/, "Z")}`;
export const onceId = (kind: string, id: string, what: string) => `${kind}/${id}/${what}`;

const TITLES: Readonly<Record<string, string>> = {
  "order created": "New Shopify order",
  "order updated": "Shopify order changed",
  "order paid": "Shopify order was paid",
  "order cancelled": "Shopify order was cancelled",
  "order fulfilled": "Shopify order was shipped",
  "product created": "New Shopify product",
  "product updated": "Shopify product changed",
  "product deleted": "Shopify product was deleted",
  "customer created": "New Shopify customer",
  "customer updated": "Shopify customer changed",
};

export function viewOf({ type, name, total, currency, email, occurred_at }: Change, what: string): EventView {
  const title = entryOf(TITLES, `${type} ${what}`) ?? "Something changed in Shopify";
  return {
    title: name ? `${title}: ${name}` : title,
    summary: [total && currency ? `${total} ${currency}` : null, email].filter(Boolean).join(", ") || null,
    actor: email,
    occurredAt: occurred_at,
  };
}

export const utcOf = (time: unknown) => asUtc(time);
