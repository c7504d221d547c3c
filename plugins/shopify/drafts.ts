// Draft orders: what a Shopify shop writes for a customer, who pays by a link.
import { endpoint, field, InvalidInput, many, one, oneOf, record, t } from "gateway/plugin";
import { decimal, gid, id, MONEY, money, nullableId, numericId, tags } from "./fields.ts";
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

const DRAFT = `id name status email note2 tags invoiceUrl createdAt updatedAt completedAt totalPriceSet ${MONEY}
  customer { id displayName } order { id name }`;
const LIST = `query DraftOrders($first: Int!, $after: String, $query: String) {
  draftOrders(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, reverse: true) { nodes { ${DRAFT} } ${PAGE_INFO} } }`;
const CREATE = `mutation CreateDraftOrder($input: DraftOrderInput!) {
  draftOrderCreate(input: $input) { draftOrder { ${DRAFT} } userErrors { field message } } }`;

const draft = record({
  id: id(),
  name: field.text({ description: "Draft number for people, such as #D1; it is not the id." }),
  status: field.text({ description: "OPEN, INVOICE_SENT or COMPLETED." }),
  email: field.nullableText(),
  note: field.nullableText({ from: "note2" }),
  tags: field.texts(),
  total: field.one(money, { from: "totalPriceSet" }),
  customer_id: nullableId({ from: "customer.id" }),
  customer_name: field.nullableText({ from: "customer.displayName" }),
  order_id: nullableId({ from: "order.id", description: "Id of the order that it became; null before." }),
  url: field.nullableText({ from: "invoiceUrl", description: "URL where the customer can pay it." }),
  completed_at: field.nullableTime({ from: "completedAt" }),
  created_at: field.nullableTime({ from: "createdAt" }),
  updated_at: field.nullableTime({ from: "updatedAt" }),
});

export const draftEndpoints = {
  list_draft_orders: endpoint({
    method: "GET",
    path: "/draft-orders",
    permission: "drafts.read",
    description: "List the draft orders of a Shopify shop, the last changed first.",
    keywords: ["quotes", "open offers", "manual orders"],
    query: t.Object({
      q: searchQuery("tag:wholesale"),
      status: t.Optional(oneOf(["open", "invoice_sent", "completed"], "Only drafts with this status.")),
      updated_since: updatedSince,
    }),
    upstream: ({ query: { q, status, updated_since } }) =>
      queryRequest(LIST, {
        query: searchOf(q, { status: status && `:${status}`, updated_at: sinceTerm(updated_since) }),
      }),
    returns: many("draft_orders", draft, { at: "data.draftOrders.nodes", pagination: connection("draftOrders") }),
  }),
  create_draft_order: endpoint({
    method: "POST",
    path: "/draft-orders",
    permission: "drafts.write",
    reaches: false,
    description: "Create a draft order in Shopify; its url is where the customer pays it.",
    keywords: ["new order", "quote", "offer", "invoice"],
    body: t.Object({
      line_items: t.Array(
        t.Object(
          {
            variant_id: t.Optional(numericId("Id of the variant, from shopify_list_variants.")),
            title: t.Optional(
              t.String({
                minLength: 1,
                maxLength: 255,
                description: "Name of an item that is not a product of the shop.",
              }),
            ),
            price: t.Optional(decimal("Price of one item; required with title.")),
            currency: t.Optional(
              t.String({ pattern: "^[A-Z]{3}$", description: "Currency code of the price, such as EUR." }),
            ),
            quantity: t.Integer({ minimum: 1, maximum: 1_000_000, description: "How many." }),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 100, description: "The items to sell." },
      ),
      customer_id: t.Optional(numericId("Id of the customer, from shopify_list_customers.")),
      email: t.Optional(t.String({ format: "email", maxLength: 255, description: "Email address of a new customer." })),
      note: t.Optional(t.String({ maxLength: 5_000, description: "Note for the shop." })),
      tags: tags("Its tags."),
    }),
    readAs: { line_items: { absent: "A list of orders leaves their lines out, which Shopify counts into its cost." } },
    upstream: ({ body: { line_items, customer_id, ...rest } }) =>
      mutationRequest(CREATE, {
        input: {
          ...rest,
          customerId: customer_id === undefined ? undefined : gid("Customer", customer_id),
          lineItems: line_items.map(toLine),
        },
      }),
    returns: one(draft, { at: "data.draftOrderCreate.draftOrder" }),
  }),
};

interface Line {
  variant_id?: string;
  title?: string;
  price?: string;
  currency?: string;
  quantity: number;
}

function toLine({ variant_id, title, price, currency, quantity }: Line) {
  const isOwn = [title, price, currency].every((part) => part !== undefined);
  if (variant_id !== undefined && title === undefined && price === undefined && currency === undefined)
    return { variantId: gid("ProductVariant", variant_id), quantity };
  if (variant_id !== undefined || !isOwn)
    throw new InvalidInput('A line item has either "variant_id" or "title", "price" and "currency".');
  return { title, quantity, originalUnitPriceWithCurrency: { amount: price, currencyCode: currency } };
}
