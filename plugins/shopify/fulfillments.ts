// What a Shopify shop has to ship, and marking it as shipped.
import { endpoint, field, many, one, record, t } from "gateway/plugin";
import { gid, id, nullableId, numericId } from "./fields.ts";
import { connection, mutationRequest, PAGE_INFO, queryRequest } from "./graphql.ts";
import { orderId } from "./orders.ts";

const LIST = `query FulfillmentOrders($id: ID!, $first: Int!, $after: String) { order(id: $id) {
  fulfillmentOrders(first: $first, after: $after) { nodes { id status requestStatus supportedActions { action }
    assignedLocation { name location { id } }
    lineItems(first: 50) { nodes { id remainingQuantity totalQuantity sku productTitle } } } ${PAGE_INFO} } } }`;
const CREATE = `mutation Fulfill($fulfillment: FulfillmentInput!, $message: String) {
  fulfillmentCreate(fulfillment: $fulfillment, message: $message) {
    fulfillment { id name status } userErrors { field message } } }`;

const fulfillmentOrder = record({
  id: id(),
  status: field.text({ description: "OPEN, IN_PROGRESS, CLOSED, CANCELLED, SCHEDULED, ON_HOLD or INCOMPLETE." }),
  request_status: field.text({ from: "requestStatus" }),
  actions: field.many(record({ action: field.text() }), {
    from: "supportedActions",
    description: "Shopify's names of the possible actions.",
  }),
  location_id: nullableId({ from: "assignedLocation.location.id" }),
  location_name: field.nullableText({ from: "assignedLocation.name" }),
  line_items: field.many(
    record({
      id: id(),
      product_title: field.nullableText({ from: "productTitle" }),
      sku: field.nullableText(),
      total_quantity: field.integer({ from: "totalQuantity" }),
      remaining_quantity: field.integer({ from: "remainingQuantity", description: "Quantity still to be shipped." }),
    }),
    { from: "lineItems.nodes", description: "The first 50 items." },
  ),
});
const fulfillment = record({ id: id(), name: field.nullableText(), status: field.text() });

export const fulfillmentEndpoints = {
  list_fulfillment_orders: endpoint({
    method: "GET",
    path: "/orders/{id}/fulfillment-orders",
    permission: "fulfillments.read",
    description:
      "List what is still to ship of a Shopify order, by location: the ids that shopify_create_fulfillment needs.",
    keywords: ["unshipped items"],
    params: { id: orderId },
    upstream: ({ params }) => queryRequest(LIST, { id: gid("Order", params.id) }),
    returns: many("fulfillment_orders", fulfillmentOrder, {
      at: "data.order.fulfillmentOrders.nodes",
      pagination: connection("order.fulfillmentOrders", 10),
    }),
  }),
  create_fulfillment: endpoint({
    method: "POST",
    reaches: true,
    path: "/fulfillments",
    permission: "fulfillments.write",
    description: "Mark a Shopify order, or a part of it, as shipped, with its tracking number.",
    keywords: ["ship an order", "fulfill", "tracking number", "dispatch"],
    body: t.Object({
      fulfillment_order_id: numericId("Id of the fulfillment order to ship, from shopify_list_fulfillment_orders."),
      line_items: t.Optional(
        t.Array(
          t.Object(
            {
              id: numericId("Id of the line item of the fulfillment order."),
              quantity: t.Integer({ minimum: 1, maximum: 1_000_000, description: "How many were shipped." }),
            },
            { additionalProperties: false },
          ),
          { minItems: 1, maxItems: 100, description: "The items shipped; the default is all that remain." },
        ),
      ),
      tracking_company: t.Optional(t.String({ maxLength: 100, description: "The carrier, such as DHL." })),
      tracking_number: t.Optional(t.String({ maxLength: 100, description: "The carrier's tracking number." })),
      tracking_url: t.Optional(
        t.String({ pattern: "^https?://[^\\s]+$", maxLength: 1_000, description: "URL to track the shipment." }),
      ),
      notify_customer: t.Optional(
        t.Boolean({ description: "Whether the customer gets an email; the default is false." }),
      ),
    }),
    upstream: ({ body }) => {
      const trackingInfo = { company: body.tracking_company, number: body.tracking_number, url: body.tracking_url };
      return mutationRequest(CREATE, {
        fulfillment: {
          lineItemsByFulfillmentOrder: [
            {
              fulfillmentOrderId: gid("FulfillmentOrder", body.fulfillment_order_id),
              fulfillmentOrderLineItems: body.line_items?.map(({ id, quantity }) => ({
                id: gid("FulfillmentOrderLineItem", id),
                quantity,
              })),
            },
          ],
          trackingInfo: Object.values(trackingInfo).some(Boolean) ? trackingInfo : undefined,
          notifyCustomer: body.notify_customer ?? false,
        },
      });
    },
    returns: one(fulfillment, { at: "data.fulfillmentCreate.fulfillment" }),
  }),
};
