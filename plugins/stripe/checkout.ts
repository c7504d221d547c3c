// Pages where customers pay: Stripe's checkout sessions and payment links.
import { endpoint, field, InvalidInput, many, one, oneOf, path, record, t } from "gateway/plugin";
import { customerId } from "./customers.ts";
import { createdAt, idOf, isLive, listPagination, metadata, metadataInput, ownId, SMALLEST, write } from "./fields.ts";

const session = record({
  id: field.id(),
  url: field.nullableText({ description: "URL where the customer can pay; null once it is no longer open." }),
  status: field.nullableText({ description: "open, complete or expired." }),
  payment_status: field.text({
    description: "paid, unpaid or no_payment_required. A complete session can be unpaid, since some methods take days.",
  }),
  mode: field.text({ description: "payment, subscription or setup." }),
  amount_total: field.nullableInteger({ description: SMALLEST }),
  currency: field.nullableText(),
  customer_id: field.nullableText({ from: "customer" }),
  customer_email: field.nullableText({ from: "customer_details.email" }),
  payment_id: field.nullableText({ from: "payment_intent" }),
  subscription_id: field.nullableText({ from: "subscription" }),
  client_reference_id: field.nullableText(),
  success_url: field.nullableText({ description: "Where the customer goes after paying." }),
  cancel_url: field.nullableText({ description: "Where the customer goes who turns back." }),
  metadata,
  is_live: isLive,
  created_at: createdAt,
  expires_at: field.nullableUnixTime(),
});
const link = record({
  id: field.id(),
  url: field.text({ description: "URL where anyone can pay." }),
  is_active: field.flag({ from: "active" }),
  after_completion_url: field.nullableText({
    from: "after_completion.redirect.url",
    description: "Where the customer goes after paying.",
  }),
  currency: field.nullableText(),
  metadata,
  is_live: isLive,
});

const url = (description: string) => t.String({ pattern: "^https?://[^\\s]+$", maxLength: 2_000, description });
const items = t.Array(
  t.Object(
    {
      price: ownId("Id of the price, from stripe_list_prices."),
      quantity: t.Optional(t.Integer({ minimum: 1, maximum: 999_999, default: 1, description: "How many." })),
    },
    { additionalProperties: false },
  ),
  { minItems: 1, maxItems: 20, description: "The items to buy." },
);
const withQuantity = (list: readonly { price: string; quantity?: number }[]) =>
  list.map(({ price, quantity = 1 }) => ({ price, quantity }));

export const checkoutEndpoints = {
  list_checkout_sessions: endpoint({
    method: "GET",
    path: "/checkout-sessions",
    permission: "checkout.read",
    description:
      "List the checkout sessions in Stripe, the newest first: the visits to payment pages, and whether they were paid.",
    keywords: ["abandoned carts", "orders", "payment pages"],
    query: t.Object({
      customer: t.Optional(customerId),
      status: t.Optional(oneOf(["open", "complete", "expired"], "Only sessions with this status.")),
    }),
    upstream: ({ query }) => ({ path: path`/checkout/sessions`, query }),
    returns: many("checkout_sessions", session, { at: "data", pagination: listPagination }),
  }),
  get_checkout_session: endpoint({
    method: "GET",
    path: "/checkout-sessions/{id}",
    permission: "checkout.read",
    description: "Get one Stripe checkout session: whether it was paid, and by whom.",
    keywords: ["did they pay", "order status"],
    params: { id: idOf("cs", "Id of the session, from stripe_create_checkout_session.") },
    upstream: ({ params }) => ({ path: path`/checkout/sessions/${params.id}` }),
    returns: one(session),
  }),
  create_checkout_session: endpoint({
    method: "POST",
    path: "/checkout-sessions",
    permission: "checkout.write",
    reaches: false,
    description: "Create a Stripe checkout page for one customer, where they pay once or subscribe.",
    keywords: ["payment page", "checkout url"],
    body: t.Object({
      mode: oneOf(
        ["payment", "subscription"],
        "payment for prices that are paid once, subscription for recurring ones.",
      ),
      items,
      success_url: url("URL to which the customer is redirected after paying."),
      cancel_url: t.Optional(url("URL to which the customer returns without paying.")),
      customer: t.Optional(customerId),
      customer_email: t.Optional(
        t.String({ format: "email", maxLength: 512, description: "Email address to fill in for a new customer." }),
      ),
      client_reference_id: t.Optional(t.String({ maxLength: 200, description: "Your own id of the order or cart." })),
      metadata: metadataInput,
    }),
    readAs: { items: { absent: "Stripe gives the items in a list of their own." }, customer: "customer_id" },
    upstream: (call) => {
      const { items: list, ...rest } = call.body;
      if (rest.customer !== undefined && rest.customer_email !== undefined)
        throw new InvalidInput('Either "customer" or "customer_email" says who it is.');
      return write(call, path`/checkout/sessions`, { ...rest, line_items: withQuantity(list) });
    },
    returns: one(session),
  }),
  list_payment_links: endpoint({
    method: "GET",
    path: "/payment-links",
    permission: "checkout.read",
    description: "List the payment links in Stripe, the newest first.",
    keywords: ["payment pages"],
    query: t.Object({
      active: t.Optional(t.Boolean({ description: "true: only active links; false: only inactive ones." })),
    }),
    upstream: ({ query }) => ({ path: path`/payment_links`, query }),
    returns: many("payment_links", link, { at: "data", pagination: listPagination }),
  }),
  create_payment_link: endpoint({
    method: "POST",
    path: "/payment-links",
    permission: "checkout.write",
    reaches: false,
    description: "Create a Stripe payment link, which anyone can use to pay, any number of times.",
    keywords: ["payment page", "donation link"],
    body: t.Object({
      items,
      after_completion_url: t.Optional(
        url("URL to which customers are redirected after paying; the default is Stripe's own page."),
      ),
      metadata: metadataInput,
    }),
    readAs: { items: { absent: "Stripe gives the items in a list of their own." } },
    upstream: (call) => {
      const { items: list, after_completion_url, metadata } = call.body;
      const after_completion =
        after_completion_url === undefined ? undefined : { type: "redirect", redirect: { url: after_completion_url } };
      return write(call, path`/payment_links`, { line_items: withQuantity(list), after_completion, metadata });
    },
    returns: one(link),
  }),
};
