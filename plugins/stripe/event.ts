// A Stripe event as the inbox shows it, whether it was delivered or read from the list: docs.stripe.com/api/events.
import {
  type EventView,
  maybeFlag,
  maybeInteger,
  nullable,
  type Static,
  shapes,
  t,
  textAt,
  timeOfMs,
  valueAt,
} from "gateway/plugin";
import { money } from "./fields.ts";

export const rawEvent = t.Object({
  id: t.String({ pattern: "^evt_" }),
  type: t.String(),
  created: maybeInteger,
  livemode: maybeFlag,
  data: t.Object({
    object: t.Object({ object: t.String() }),
    previous_attributes: t.Optional(t.Unknown()),
  }),
});

export const eventShape = t.Object({
  id: shapes.nullableText("Id of the object that the event is about."),
  object: t.String({ description: "Stripe's type of the object, such as invoice, customer or charge." }),
  type: t.String({ description: "Stripe's name of the event type, such as invoice.paid." }),
  status: shapes.nullableText("Status of the object, such as paid."),
  amount: nullable(t.Integer(), "Amount in the currency's smallest unit; for a refund, the amount refunded so far."),
  currency: shapes.nullableText(),
  customer_id: shapes.nullableText(),
  customer_email: shapes.nullableText(),
  label: shapes.nullableText("The invoice's number, the customer's name, or a description."),
  changed: t.Array(t.String(), { description: "Stripe's names of the changed fields." }),
  url: shapes.nullableText("URL to open in Stripe's dashboard."),
  is_live: t.Boolean(),
  occurred_at: shapes.nullableTime(),
});
type Payload = Static<typeof eventShape>;

/** Pages of the dashboard. */
const PAGES: Readonly<Record<string, string>> = {
  customer: "customers",
  invoice: "invoices",
  subscription: "subscriptions",
  payment_intent: "payments",
  charge: "payments",
};

export function toPayload(raw: Static<typeof rawEvent>): Payload {
  const thing: unknown = raw.data.object;
  const [id, kind] = [textAt(thing, "id"), raw.data.object.object];
  const page = Object.hasOwn(PAGES, kind) ? PAGES[kind] : undefined;
  const mode = raw.livemode === true ? "" : "test/";
  return {
    id,
    object: kind,
    type: raw.type,
    status: textAt(thing, "status"),
    amount: amountOf(raw.type, thing),
    currency: textAt(thing, "currency"),
    customer_id: kind === "customer" ? id : textAt(thing, "customer"),
    customer_email:
      textAt(thing, "customer_email") ??
      textAt(thing, "email") ??
      textAt(thing, "receipt_email") ??
      textAt(thing, "customer_details.email"),
    label: textAt(thing, "number") ?? textAt(thing, "name") ?? textAt(thing, "description"),
    changed: Object.keys(Object(raw.data.previous_attributes ?? {})),
    url: page && id ? `https://dashboard.stripe.com/${mode}${page}/${encodeURIComponent(id)}` : null,
    is_live: raw.livemode === true,
    occurred_at: typeof raw.created === "number" ? timeOfMs(raw.created * 1_000) : null,
  };
}

/** The amount that the event is about. */
function amountOf(type: string, thing: unknown): number | null {
  const names = type === "charge.refunded" ? ["amount_refunded"] : ["amount", "total", "amount_total"];
  const found = names.map((name) => valueAt(thing, name)).find((value) => Number.isSafeInteger(value));
  return (found as number | undefined) ?? null;
}

function viewOf(payload: Payload, what: string): EventView {
  const { amount, currency, label, customer_email, url, occurred_at } = payload;
  const sum = amount !== null && currency !== null ? money(amount, currency) : null;
  return {
    title: `${what}${label ? `: ${label}` : ""}`,
    summary: [sum, customer_email].filter(Boolean).join(", ") || null,
    actor: customer_email,
    url,
    occurredAt: occurred_at,
  };
}

/** Ours → Stripe's, what the inbox says, and what it means. Stripe lists events of twenty types at most. */
const TYPES = {
  "customers.created": ["customer.created", "New Stripe customer", "A customer was created in Stripe."],
  "customers.updated": ["customer.updated", "A Stripe customer changed", "A customer was changed in Stripe."],
  "customers.deleted": ["customer.deleted", "A Stripe customer was deleted", "A customer was deleted in Stripe."],
  "invoices.created": ["invoice.created", "New Stripe invoice", "An invoice was drafted in Stripe."],
  "invoices.finalized": [
    "invoice.finalized",
    "A Stripe invoice is final",
    "A Stripe invoice was finalized and can now be paid.",
  ],
  "invoices.paid": ["invoice.paid", "A Stripe invoice was paid", "A Stripe invoice was paid."],
  "invoices.payment_failed": [
    "invoice.payment_failed",
    "A Stripe invoice could not be paid",
    "An attempt to pay a Stripe invoice failed.",
  ],
  "invoices.voided": ["invoice.voided", "A Stripe invoice was voided", "A Stripe invoice was voided."],
  "subscriptions.created": [
    "customer.subscription.created",
    "New Stripe subscription",
    "A Stripe subscription was created.",
  ],
  "subscriptions.updated": [
    "customer.subscription.updated",
    "A Stripe subscription changed",
    "The plan, status or period of a Stripe subscription changed.",
  ],
  "subscriptions.ended": [
    "customer.subscription.deleted",
    "A Stripe subscription ended",
    "A Stripe subscription ended.",
  ],
  "subscriptions.trial_ending": [
    "customer.subscription.trial_will_end",
    "A Stripe trial ends soon",
    "The trial of a Stripe subscription ends within three days.",
  ],
  "payments.succeeded": ["payment_intent.succeeded", "Stripe payment", "A Stripe payment succeeded."],
  "payments.failed": ["payment_intent.payment_failed", "A Stripe payment failed", "A Stripe payment failed."],
  "payments.canceled": ["payment_intent.canceled", "A Stripe payment was cancelled", "A Stripe payment was cancelled."],
  "payments.refunded": ["charge.refunded", "Stripe refund", "A Stripe payment was refunded, in full or in part."],
  "payments.disputed": [
    "charge.dispute.created",
    "Stripe dispute",
    "A customer disputed a Stripe payment at their bank.",
  ],
  "checkout.completed": [
    "checkout.session.completed",
    "A Stripe checkout was completed",
    "A Stripe checkout was completed; it may not be paid yet, as stripe_get_checkout_session shows.",
  ],
  "checkout.paid_later": [
    "checkout.session.async_payment_succeeded",
    "A Stripe checkout was paid",
    "The delayed payment of a Stripe checkout succeeded.",
  ],
  "checkout.expired": [
    "checkout.session.expired",
    "A Stripe checkout expired",
    "A Stripe checkout page expired without payment.",
  ],
} as const satisfies Record<string, readonly [type: string, title: string, description: string]>;

export const STRIPE_TYPES: readonly string[] = Object.values(TYPES).map(([type]) => type);

/** What both a delivered and a listed event declare, for each type. */
export const declarations = Object.entries(TYPES).map(([name, [type, title, description]]) => ({
  name,
  description,
  isType: (item: unknown) => textAt(item, "object") === "event" && textAt(item, "type") === type,
  view: (payload: Payload) => viewOf(payload, title),
}));
