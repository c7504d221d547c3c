// Stripe subscriptions: list, read and cancel.
import { endpoint, field, many, maybe, one, oneOf, path, record, shapes, t, timeOfMs } from "gateway/plugin";
import { customerId } from "./customers.ts";
import {
  createdAt,
  createdBetween,
  idOf,
  isLive,
  listPagination,
  metadata,
  ownId,
  spanQuery,
  write,
} from "./fields.ts";

const STATUSES = [
  "active",
  "past_due",
  "unpaid",
  "canceled",
  "incomplete",
  "incomplete_expired",
  "trialing",
  "paused",
] as const;

const item = record({
  id: field.id(),
  price_id: field.nullableText({ from: "price.id" }),
  product_id: field.nullableText({ from: "price.product" }),
  unit_amount: field.nullableInteger({ from: "price.unit_amount" }),
  interval: field.nullableText({ from: "price.recurring.interval" }),
  quantity: field.nullableInteger({ description: "Quantity; null for metered prices." }),
  current_period_start: field.nullableUnixTime(),
  current_period_end: field.nullableUnixTime(),
});
const subscription = record({
  id: field.id(),
  status: field.text({ description: `${STATUSES.join(", ")}.` }),
  customer_id: field.text({ from: "customer" }),
  description: field.nullableText(),
  payment_method_id: field.nullableText({
    from: "default_payment_method",
    description: "Id of the payment method; null for the customer's default.",
  }),
  currency: field.nullableText(),
  items: field.many(item, { from: "items.data", description: "The prices subscribed to." }),
  // Each item has a period of its own since the API's version of March 2025.
  current_period_end: field.of({
    from: "items.data",
    raw: maybe(t.Array(t.Object({ current_period_end: t.Optional(t.Unknown()) }))),
    shape: shapes.nullableTime("When the current billing period ends; of several items, the earliest."),
    map: (items) => {
      const ends = (items ?? []).map((one) => one.current_period_end).filter((end) => typeof end === "number");
      return ends.length === 0 ? null : timeOfMs(Math.min(...ends) * 1_000);
    },
  }),
  cancels_at_period_end: field.flag({ from: "cancel_at_period_end" }),
  cancel_at: field.nullableUnixTime({ description: "When it is scheduled to end; null if it is not." }),
  canceled_at: field.nullableUnixTime({
    description: "When it was cancelled; it may still run until the end of the paid period.",
  }),
  ended_at: field.nullableUnixTime(),
  trial_end: field.nullableUnixTime(),
  latest_invoice_id: field.nullableText({ from: "latest_invoice" }),
  metadata,
  is_live: isLive,
  created_at: createdAt,
});

const subscriptionId = idOf("sub", "Id of the subscription, from stripe_list_subscriptions.");

export const subscriptionEndpoints = {
  list_subscriptions: endpoint({
    method: "GET",
    path: "/subscriptions",
    permission: "subscriptions.read",
    description: "List the subscriptions in Stripe, the newest first; by default all except the cancelled ones.",
    keywords: ["recurring", "subscribers", "memberships", "churned", "past due", "trials"],
    query: t.Object({
      customer: t.Optional(customerId),
      price: t.Optional(ownId("Only subscriptions to this price.")),
      status: t.Optional(
        oneOf([...STATUSES, "ended", "all"], "Only subscriptions with this status; all returns every subscription."),
      ),
      ...createdBetween,
    }),
    upstream: ({ query: { created_since, created_until, ...query } }) => ({
      path: path`/subscriptions`,
      query: { ...query, ...spanQuery({ created_since, created_until }) },
    }),
    returns: many("subscriptions", subscription, { at: "data", pagination: listPagination }),
  }),
  get_subscription: endpoint({
    method: "GET",
    path: "/subscriptions/{id}",
    permission: "subscriptions.read",
    description: "Get one Stripe subscription: what is paid for, its status, and when it is due or ends.",
    keywords: ["renewal date", "plan of a customer"],
    params: { id: subscriptionId },
    upstream: ({ params }) => ({ path: path`/subscriptions/${params.id}` }),
    returns: one(subscription),
  }),
  cancel_subscription: endpoint({
    method: "POST",
    effect: "destroys",
    path: "/subscriptions/{id}/cancel",
    permission: "subscriptions.write",
    reaches: true,
    description: "Cancel a Stripe subscription: at the end of the paid period, or at once, which cannot be undone.",
    keywords: ["end subscription", "unsubscribe", "stop billing"],
    params: { id: subscriptionId },
    body: t.Object({
      at_period_end: t.Optional(
        t.Boolean({ default: true, description: "true ends it when the paid period ends, false immediately." }),
      ),
    }),
    upstream: (call) => {
      const { id } = call.params;
      if (call.body.at_period_end ?? true)
        return write(call, path`/subscriptions/${id}`, { cancel_at_period_end: true });
      return { method: "DELETE", path: path`/subscriptions/${id}` };
    },
    returns: one(subscription),
  }),
};
