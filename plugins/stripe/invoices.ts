// Stripe invoices: list, read, draft, send and void.
import { endpoint, field, InvalidInput, many, maybeText, one, oneOf, path, record, t } from "gateway/plugin";
import { customerId } from "./customers.ts";
import {
  createdAt,
  createdBetween,
  currency,
  idOf,
  isLive,
  listPagination,
  metadata,
  metadataInput,
  ownId,
  SMALLEST,
  spanQuery,
  write,
} from "./fields.ts";

const line = record({
  id: field.id(),
  description: field.nullableText(),
  amount: field.integer(),
  currency: field.text(),
  quantity: field.nullableNumber(),
  price_id: field.nullableText({ from: "pricing.price_details.price" }),
  product_id: field.nullableText({ from: "pricing.price_details.product" }),
  period_start: field.nullableUnixTime({ from: "period.start" }),
  period_end: field.nullableUnixTime({ from: "period.end" }),
});
const tax = record({
  amount: field.integer(),
  is_inclusive: field.of({
    from: "tax_behavior",
    raw: maybeText,
    shape: t.Boolean({ description: "Whether the tax is included in the line amounts." }),
    map: (behavior) => behavior === "inclusive",
  }),
  tax_rate_id: field.nullableText({ from: "tax_rate_details.tax_rate" }),
});
const discount = record({ amount: field.integer(), discount_id: field.nullableText({ from: "discount" }) });
const invoice = record({
  id: field.id(),
  number: field.nullableText({ description: "Invoice number for the customer; null in a draft." }),
  status: field.nullableText({ description: "draft, open, paid, uncollectible or void." }),
  customer_id: field.nullableText({ from: "customer" }),
  customer_name: field.nullableText(),
  customer_email: field.nullableText(),
  description: field.nullableText(),
  currency: field.text(),
  subtotal: field.nullableInteger({ description: "Amount before discounts and taxes." }),
  discounts: field.many(discount, { from: "total_discount_amounts" }),
  taxes: field.many(tax, { from: "total_taxes" }),
  total: field.integer({ description: SMALLEST }),
  amount_due: field.integer(),
  amount_paid: field.integer(),
  amount_remaining: field.integer(),
  subscription_id: field.nullableText({ from: "parent.subscription_details.subscription" }),
  lines: field.many(line, { from: "lines.data", description: "The first ten lines." }),
  collection_method: field.nullableText({ description: '"charge_automatically" or "send_invoice".' }),
  due_at: field.nullableUnixTime({ from: "due_date" }),
  url: field.nullableText({ from: "hosted_invoice_url", description: "URL where the customer can see and pay it." }),
  pdf_url: field.nullableText({ from: "invoice_pdf" }),
  metadata,
  is_live: isLive,
  created_at: createdAt,
});
const invoiceItem = record({
  id: field.id(),
  invoice_id: field.nullableText({ from: "invoice" }),
  customer_id: field.text({ from: "customer" }),
  description: field.nullableText(),
  amount: field.integer({ description: SMALLEST }),
  currency: field.text(),
  quantity: field.nullableNumber(),
});

const invoiceId = idOf("in", "Id of the invoice, from stripe_list_invoices.");

export const invoiceEndpoints = {
  list_invoices: endpoint({
    method: "GET",
    path: "/invoices",
    permission: "invoices.read",
    description:
      "List the invoices in Stripe, the newest first: of a customer or a subscription, open, paid or others.",
    keywords: ["bills", "unpaid invoices", "overdue", "receivables"],
    query: t.Object({
      customer: t.Optional(customerId),
      subscription: t.Optional(idOf("sub", "Only invoices of this subscription.")),
      status: t.Optional(oneOf(["draft", "open", "paid", "uncollectible", "void"], "Only invoices with this status.")),
      ...createdBetween,
    }),
    upstream: ({ query: { created_since, created_until, ...query } }) => ({
      path: path`/invoices`,
      query: { ...query, ...spanQuery({ created_since, created_until }) },
    }),
    returns: many("invoices", invoice, { at: "data", pagination: listPagination }),
  }),
  get_invoice: endpoint({
    method: "GET",
    path: "/invoices/{id}",
    permission: "invoices.read",
    description: "Get one Stripe invoice with its lines, what has been paid, and the links to its page and PDF.",
    keywords: ["invoice pdf", "bill", "download invoice"],
    params: { id: invoiceId },
    upstream: ({ params }) => ({ path: path`/invoices/${params.id}` }),
    returns: one(invoice),
  }),
  create_invoice: endpoint({
    method: "POST",
    reaches: false,
    path: "/invoices",
    permission: "invoices.write",
    description:
      "Draft an empty invoice for a Stripe customer. stripe_add_invoice_item adds its lines, stripe_send_invoice sends it.",
    keywords: ["new invoice", "bill a customer"],
    body: t.Object({
      customer: customerId,
      days_until_due: t.Optional(
        t.Integer({ minimum: 0, maximum: 3_650, default: 30, description: "Number of days until payment is due." }),
      ),
      currency: t.Optional(currency),
      description: t.Optional(t.String({ maxLength: 1_500, description: "Text that the customer sees." })),
      metadata: metadataInput,
    }),
    readAs: { customer: "customer_id", days_until_due: "due_at" },
    upstream: (call) =>
      write(call, path`/invoices`, {
        ...call.body,
        collection_method: "send_invoice",
        auto_advance: false,
        // Items that wait for the next invoice stay where they are.
        pending_invoice_items_behavior: "exclude",
      }),
    returns: one(invoice),
  }),
  add_invoice_item: endpoint({
    method: "POST",
    path: "/invoices/{id}/items",
    permission: "invoices.write",
    reaches: false,
    description: "Add a line to a draft invoice in Stripe: an amount with a description, or a price with a quantity.",
    keywords: ["line item", "position", "add to invoice"],
    params: { id: invoiceId },
    body: t.Object({
      customer: customerId,
      amount: t.Optional(t.Integer({ description: `What the line costs, negative for a discount. ${SMALLEST}` })),
      currency: t.Optional(currency),
      price: t.Optional(ownId("Id of a price, instead of an amount, from stripe_list_prices.")),
      quantity: t.Optional(t.Integer({ minimum: 1, maximum: 1_000_000, description: "Quantity of the price." })),
      description: t.Optional(t.String({ maxLength: 500, description: "Text that the customer sees." })),
    }),
    upstream: (call) => {
      const { price, amount, currency, ...rest } = call.body;
      if ((price === undefined) === (amount === undefined))
        throw new InvalidInput('A line has either "price" or "amount" with "currency".');
      if ((amount === undefined) !== (currency === undefined))
        throw new InvalidInput('"amount" and "currency" belong together.');
      if (price === undefined && rest.quantity !== undefined) throw new InvalidInput('"quantity" needs "price".');
      const pricing = price === undefined ? undefined : { price };
      return write(call, path`/invoiceitems`, { ...rest, amount, currency, pricing, invoice: call.params.id });
    },
    returns: one(invoiceItem),
  }),
  send_invoice: endpoint({
    method: "POST",
    reaches: true,
    path: "/invoices/{id}/send",
    permission: "invoices.write",
    description: "Send a Stripe invoice to its customer by email; a draft becomes final and can no longer be changed.",
    keywords: ["finalize invoice", "email invoice", "payment reminder"],
    params: { id: invoiceId },
    upstream: (call) => write(call, path`/invoices/${call.params.id}/send`),
    returns: one(invoice),
  }),
  void_invoice: endpoint({
    method: "POST",
    effect: "destroys",
    path: "/invoices/{id}/void",
    permission: "invoices.write",
    reaches: false,
    description: "Void an open Stripe invoice, so that it can no longer be paid. This cannot be undone.",
    keywords: ["cancel invoice", "invalidate", "storno"],
    params: { id: invoiceId },
    upstream: (call) => write(call, path`/invoices/${call.params.id}/void`),
    returns: one(invoice),
  }),
};
