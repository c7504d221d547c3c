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
  id: shapes.nullableText("Id of the thing."),
  object: t.String({ description: "What it is, in Stripe's word: invoice, customer, charge …" }),
  type: t.String({ description: "Stripe's name of the event." }),
  status: shapes.nullableText("Of the thing, such as paid."),
  amount: nullable(t.Integer(), "In the currency's smallest unit; what a refund gave back so far."),
  currency: shapes.nullableText(),
  customer_id: shapes.nullableText(),
  customer_email: shapes.nullableText(),
  label: shapes.nullableText("An invoice's number, a customer's name, or a description."),
  changed: t.Array(t.String(), { description: "Names of the fields that changed, in Stripe's words." }),
  url: shapes.nullableText("Opens it in Stripe's dashboard."),
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
  "invoices.finalized": ["invoice.finalized", "A Stripe invoice is final", "An invoice can be paid now."],
  "invoices.paid": ["invoice.paid", "A Stripe invoice was paid", "An invoice was paid."],
  "invoices.payment_failed": [
    "invoice.payment_failed",
    "A Stripe invoice could not be paid",
    "A try to pay an invoice failed.",
  ],
  "invoices.voided": ["invoice.voided", "A Stripe invoice was voided", "An invoice was voided."],
  "subscriptions.created": ["customer.subscription.created", "New Stripe subscription", "Someone subscribed."],
  "subscriptions.updated": [
    "customer.subscription.updated",
    "A Stripe subscription changed",
    "A subscription got another plan, status or period.",
  ],
  "subscriptions.ended": ["customer.subscription.deleted", "A Stripe subscription ended", "A subscription ended."],
  "subscriptions.trial_ending": [
    "customer.subscription.trial_will_end",
    "A Stripe trial ends soon",
    "A trial ends within three days.",
  ],
  "payments.succeeded": ["payment_intent.succeeded", "Stripe payment", "A payment succeeded."],
  "payments.failed": ["payment_intent.payment_failed", "A Stripe payment failed", "A payment failed."],
  "payments.canceled": ["payment_intent.canceled", "A Stripe payment was cancelled", "A payment was cancelled."],
  "payments.refunded": ["charge.refunded", "Stripe refund", "A payment was refunded, all of it or a part."],
  "payments.disputed": ["charge.dispute.created", "Stripe dispute", "A customer disputes a payment at their bank."],
  "checkout.completed": [
    "checkout.session.completed",
    "A Stripe checkout was completed",
    "Someone went through a checkout page; payment_status shows whether it is paid.",
  ],
  "checkout.paid_later": [
    "checkout.session.async_payment_succeeded",
    "A Stripe checkout was paid",
    "The delayed payment of a checkout succeeded.",
  ],
  "checkout.expired": [
    "checkout.session.expired",
    "A Stripe checkout expired",
    "A checkout page expired without payment.",
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
