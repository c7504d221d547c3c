// Shopify orders: list, read, change and cancel.
import { endpoint, field, many, one, oneOf, record, t } from "gateway/plugin";
import { ADDRESS, address, gid, id, MONEY, money, nullableId, numericId, tags } from "./fields.ts";
import {
  connection,
  mutationRequest,
  PAGE_INFO,
  queryRequest,
  searchOf,
  searchQuery,
  sinceTerm,
  updatedSince,
} from "./graphql.ts";

const ORDER = `id name email phone note tags test createdAt processedAt updatedAt cancelledAt cancelReason closedAt
  displayFinancialStatus displayFulfillmentStatus currencyCode sourceName currentTotalPriceSet ${MONEY} totalPriceSet ${MONEY}
  subtotalPriceSet ${MONEY} totalTaxSet ${MONEY} totalRefundedSet ${MONEY} customer { id displayName } shippingAddress ${ADDRESS}`;
const DETAILS = `lineItems(first: 50) { nodes { id title variantTitle sku quantity currentQuantity unfulfilledQuantity
    product { id } variant { id } originalUnitPriceSet ${MONEY} discountedTotalSet ${MONEY} } pageInfo { hasNextPage } }
  fulfillments(first: 20) { id name status trackingInfo(first: 5) { company number url } }`;
const LIST = `query Orders($first: Int!, $after: String, $query: String) {
  orders(first: $first, after: $after, query: $query, sortKey: CREATED_AT, reverse: true) { nodes { ${ORDER} } ${PAGE_INFO} } }`;
const GET = `query Order($id: ID!) { order(id: $id) { ${ORDER} ${DETAILS} } }`;
const UPDATE = `mutation UpdateOrder($input: OrderInput!) {
  orderUpdate(input: $input) { order { ${ORDER} } userErrors { field message } } }`;
const CANCEL = `mutation CancelOrder($orderId: ID!, $reason: OrderCancelReason!, $restock: Boolean!, $notifyCustomer: Boolean,
  $refundMethod: OrderCancelRefundMethodInput, $staffNote: String) {
  orderCancel(orderId: $orderId, reason: $reason, restock: $restock, notifyCustomer: $notifyCustomer,
    refundMethod: $refundMethod, staffNote: $staffNote) {
    job { id done } userErrors: orderCancelUserErrors { field message code } } }`;

const orderFields = {
  id: id(),
  name: field.text({ description: "Order number for people, such as #1001; it is not the id." }),
  email: field.nullableText(),
  phone: field.nullableText(),
  note: field.nullableText(),
  tags: field.texts(),
  is_test: field.flag({ from: "test" }),
  financial_status: field.nullableText({
    from: "displayFinancialStatus",
    description: "Payment status, such as PAID or REFUNDED.",
  }),
  fulfillment_status: field.text({
    from: "displayFulfillmentStatus",
    description: "Shipping status, such as UNFULFILLED or FULFILLED.",
  }),
  currency: field.text({ from: "currencyCode" }),
  total: field.one(money, { from: "totalPriceSet", description: "At the time of the order." }),
  current_total: field.one(money, { from: "currentTotalPriceSet", description: "Now, after changes and returns." }),
  subtotal: field.nullableOne(money, { from: "subtotalPriceSet" }),
  tax: field.nullableOne(money, { from: "totalTaxSet" }),
  refunded: field.one(money, { from: "totalRefundedSet" }),
  customer_id: nullableId({ from: "customer.id" }),
  customer_name: field.nullableText({ from: "customer.displayName" }),
  shipping_address: field.nullableOne(address, { from: "shippingAddress" }),
  source: field.nullableText({ from: "sourceName", description: "Sales channel, such as web or pos." }),
  cancel_reason: field.nullableText({ from: "cancelReason" }),
  processed_at: field.nullableTime({ from: "processedAt" }),
  cancelled_at: field.nullableTime({ from: "cancelledAt" }),
  closed_at: field.nullableTime({ from: "closedAt" }),
  created_at: field.nullableTime({ from: "createdAt" }),
  updated_at: field.nullableTime({ from: "updatedAt" }),
};
const order = record(orderFields);

const lineItem = record({
  id: id(),
  title: field.text(),
  variant_title: field.nullableText({ from: "variantTitle" }),
  sku: field.nullableText(),
  quantity: field.integer({ description: "At the time of the order." }),
  current_quantity: field.integer({ from: "currentQuantity", description: "Now, after changes and returns." }),
  unfulfilled_quantity: field.integer({ from: "unfulfilledQuantity", description: "Quantity still to be shipped." }),
  product_id: nullableId({ from: "product.id" }),
  variant_id: nullableId({ from: "variant.id" }),
  unit_price: field.one(money, { from: "originalUnitPriceSet" }),
  total: field.one(money, { from: "discountedTotalSet", description: "Total of the line, after discounts." }),
});
const tracking = record({ company: field.nullableText(), number: field.nullableText(), url: field.nullableText() });
const fullOrder = record({
  ...orderFields,
  line_items: field.many(lineItem, { from: "lineItems.nodes", description: "The first 50 items." }),
  has_more_line_items: field.flag({ from: "lineItems.pageInfo.hasNextPage" }),
  fulfillments: field.many(
    record({
      id: id(),
      name: field.nullableText(),
      status: field.text(),
      tracking: field.many(tracking, { from: "trackingInfo" }),
    }),
    { description: "Shipments that have been sent." },
  ),
});
const cancellation = record({
  job_id: field.text({
    from: "job.id",
    description: "Id of the background job that cancels the order; shopify_get_order shows the result.",
  }),
  is_done: field.flag({ from: "job.done" }),
});

export const orderId = numericId("Id of the order, from shopify_list_orders. Its name, such as #1001, is not an id.");

export const orderEndpoints = {
  list_orders: endpoint({
    method: "GET",
    path: "/orders",
    permission: "orders.read",
    description: "List or search the orders of a Shopify shop, the newest first; those of the last 60 days.",
    keywords: ["sales", "purchases", "unshipped orders", "unpaid orders", "revenue"],
    query: t.Object({
      q: searchQuery("name:#1001 or email:ada@example.com"),
      status: t.Optional(oneOf(["open", "closed", "cancelled"], "Only orders with this status.")),
      financial_status: t.Optional(
        oneOf(
          ["paid", "pending", "authorized", "partially_paid", "partially_refunded", "refunded", "voided", "unpaid"],
          "Only orders with this payment status.",
        ),
      ),
      fulfillment_status: t.Optional(
        oneOf(["shipped", "partial", "unshipped", "unfulfilled"], "Only orders with this shipping status."),
      ),
      customer_id: t.Optional(numericId("Only orders of this customer, from shopify_list_customers.")),
      updated_since: updatedSince,
    }),
    upstream: ({ query: { q, updated_since, ...terms } }) =>
      queryRequest(LIST, {
        query: searchOf(q, {
          ...Object.fromEntries(Object.entries(terms).map(([name, value]) => [name, value && `:${value}`])),
          updated_at: sinceTerm(updated_since),
        }),
      }),
    returns: many("orders", order, { at: "data.orders.nodes", pagination: connection("orders", 50) }),
  }),
  get_order: endpoint({
    method: "GET",
    path: "/orders/{id}",
    permission: "orders.read",
    description: "Get one Shopify order: what was bought, paid and shipped, with tracking numbers.",
    keywords: ["order details", "line items", "tracking number", "parcel", "where is my order"],
    params: { id: orderId },
    upstream: ({ params }) => queryRequest(GET, { id: gid("Order", params.id) }),
    returns: one(fullOrder, { at: "data.order" }),
  }),
  update_order: endpoint({
    method: "PATCH",
    idempotent: true,
    path: "/orders/{id}",
    permission: "orders.write",
    reaches: false,
    description: "Change the note, the tags or the contact of a Shopify order.",
    keywords: ["tag order", "order note"],
    params: { id: orderId },
    body: t.Object(
      {
        note: t.Optional(
          t.String({ maxLength: 5_000, description: "Note for the shop; the customer does not see it." }),
        ),
        tags: tags("Tags, which replace all existing ones."),
        email: t.Optional(
          t.String({
            format: "email",
            maxLength: 255,
            description: "Email address for messages to the customer about the order.",
          }),
        ),
      },
      { minProperties: 1 },
    ),
    upstream: ({ params, body }) => mutationRequest(UPDATE, { input: { id: gid("Order", params.id), ...body } }),
    returns: one(order, { at: "data.orderUpdate.order" }),
  }),
  cancel_order: endpoint({
    method: "POST",
    effect: "destroys",
    reaches: true,
    spends: true,
    path: "/orders/{id}/cancel",
    permission: "orders.write",
    description: "Cancel a Shopify order, and optionally refund it and restock its items. This cannot be undone.",
    keywords: ["refund order", "void order"],
    params: { id: orderId },
    body: t.Object({
      reason: oneOf(["customer", "declined", "fraud", "inventory", "staff", "other"], "Reason for cancelling."),
      restock: t.Boolean({ description: "Whether the items are put back into stock." }),
      refund: t.Optional(t.Boolean({ description: "Whether to refund the original payment; the default is false." })),
      notify_customer: t.Optional(
        t.Boolean({ description: "Whether the customer gets an email; the default is false." }),
      ),
      staff_note: t.Optional(t.String({ maxLength: 255, description: "Note for the shop." })),
    }),
    upstream: ({ params, body }) =>
      mutationRequest(CANCEL, {
        orderId: gid("Order", params.id),
        reason: body.reason.toUpperCase(),
        restock: body.restock,
        refundMethod: { originalPaymentMethodsRefund: body.refund ?? false },
        notifyCustomer: body.notify_customer ?? false,
        staffNote: body.staff_note,
      }),
    returns: one(cancellation, { at: "data.orderCancel" }),
  }),
};
