// Money that comes in: Stripe's payment intents, and the charges that they make.
import { endpoint, field, many, one, path, record, t } from "gateway/plugin";
import { customerId } from "./customers.ts";
import {
  createdAt,
  createdBetween,
  idOf,
  isLive,
  listPagination,
  metadata,
  SMALLEST,
  searchPagination,
  searchQuery,
  spanQuery,
} from "./fields.ts";

const paymentError = record({
  code: field.nullableText(),
  decline_code: field.nullableText(),
  message: field.nullableText(),
});
const payment = record({
  id: field.id(),
  amount: field.integer({ description: SMALLEST }),
  amount_received: field.nullableInteger(),
  currency: field.text(),
  status: field.text({
    description:
      "succeeded, processing, canceled, requires_payment_method, requires_confirmation, requires_action or requires_capture.",
  }),
  description: field.nullableText(),
  customer_id: field.nullableText({ from: "customer" }),
  charge_id: field.nullableText({ from: "latest_charge" }),
  payment_method_id: field.nullableText({ from: "payment_method" }),
  canceled_at: field.nullableUnixTime(),
  receipt_email: field.nullableText(),
  error: field.nullableOne(paymentError, { from: "last_payment_error", description: "Why the last attempt failed." }),
  metadata,
  is_live: isLive,
  created_at: createdAt,
});
const charge = record({
  id: field.id(),
  amount: field.integer({ description: SMALLEST }),
  amount_refunded: field.integer(),
  currency: field.text(),
  status: field.text({ description: "succeeded, pending or failed." }),
  is_paid: field.flag({ from: "paid" }),
  is_refunded: field.flag({ from: "refunded", description: "Whether it was refunded in full." }),
  is_disputed: field.flag({ from: "disputed" }),
  description: field.nullableText(),
  customer_id: field.nullableText({ from: "customer" }),
  payment_id: field.nullableText({ from: "payment_intent" }),
  card_brand: field.nullableText({ from: "payment_method_details.card.brand" }),
  card_last4: field.nullableText({ from: "payment_method_details.card.last4" }),
  failure_code: field.nullableText(),
  failure_message: field.nullableText(),
  receipt_url: field.nullableText({ description: "URL of the customer's receipt." }),
  metadata,
  is_live: isLive,
  created_at: createdAt,
});

export const paymentId = idOf("pi", "Id of the payment, from stripe_list_payments.");

export const paymentEndpoints = {
  list_payments: endpoint({
    method: "GET",
    path: "/payments",
    permission: "payments.read",
    description:
      "List the payments (payment intents) in Stripe, the newest first. stripe_search_payments filters by status.",
    keywords: ["transactions", "sales", "payment intents", "revenue"],
    query: t.Object({ customer: t.Optional(customerId), ...createdBetween }),
    upstream: ({ query }) => ({
      path: path`/payment_intents`,
      query: { customer: query.customer, ...spanQuery(query) },
    }),
    returns: many("payments", payment, { at: "data", pagination: listPagination }),
  }),
  search_payments: endpoint({
    method: "GET",
    path: "/search/payments",
    permission: "payments.read",
    description: "Search Stripe payments by status, amount, customer, currency or metadata.",
    keywords: ["find payment", "failed payments", "successful payments", "order"],
    query: t.Object({ q: searchQuery('status:"succeeded" AND amount>10000') }),
    upstream: ({ query }) => ({ path: path`/payment_intents/search`, query: { query: query.q } }),
    returns: many("payments", payment, { at: "data", pagination: searchPagination }),
  }),
  get_payment: endpoint({
    method: "GET",
    path: "/payments/{id}",
    permission: "payments.read",
    description: "Get one Stripe payment: amount, status, customer, and why it failed.",
    keywords: ["payment intent", "payment status", "declined"],
    params: { id: paymentId },
    upstream: ({ params }) => ({ path: path`/payment_intents/${params.id}` }),
    returns: one(payment),
  }),
  list_charges: endpoint({
    method: "GET",
    path: "/charges",
    permission: "payments.read",
    description: "List the charges in Stripe, each an attempt to take money: card, receipt, refunds and disputes.",
    keywords: ["card payments", "receipts", "declines", "chargebacks"],
    query: t.Object({
      customer: t.Optional(customerId),
      payment: t.Optional(paymentId),
      ...createdBetween,
    }),
    upstream: ({ query }) => ({
      path: path`/charges`,
      query: { customer: query.customer, payment_intent: query.payment, ...spanQuery(query) },
    }),
    returns: many("charges", charge, { at: "data", pagination: listPagination }),
  }),
};
