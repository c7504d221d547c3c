// Stripe customers: list, search, read, create and change.
import { endpoint, field, many, one, path, record, type Static, t } from "gateway/plugin";
import {
  createdAt,
  createdBetween,
  idOf,
  isLive,
  listPagination,
  metadata,
  metadataInput,
  searchPagination,
  searchQuery,
  spanQuery,
  write,
} from "./fields.ts";

const address = record({
  line1: field.nullableText(),
  line2: field.nullableText(),
  city: field.nullableText(),
  state: field.nullableText(),
  postal_code: field.nullableText(),
  country: field.nullableText({ description: "Two-letter country code." }),
});
const customer = record({
  id: field.id(),
  name: field.nullableText(),
  email: field.nullableText(),
  phone: field.nullableText(),
  description: field.nullableText(),
  balance: field.nullableInteger({
    description:
      "In the currency's smallest unit. A negative balance is credit for the next invoice, a positive one is debt.",
  }),
  currency: field.nullableText(),
  is_delinquent: field.flag({ from: "delinquent", description: "Whether the last invoice is overdue." }),
  address: field.nullableOne(address),
  metadata,
  is_live: isLive,
  created_at: createdAt,
});

const text = (maxLength: number, description: string) => t.Optional(t.String({ maxLength, description }));
const values = {
  name: text(256, "Full name, or the company's."),
  email: t.Optional(
    t.String({ minLength: 3, maxLength: 512, pattern: "^[^@\\s]+@[^@\\s]+$", description: "Email address." }),
  ),
  phone: text(20, "Phone number."),
  description: text(500, "Description for the account's owner; the customer does not see it."),
  address: t.Optional(
    t.Object(
      {
        line1: text(200, "Street and number."),
        line2: text(200, "Flat, suite or building."),
        city: text(100, "City."),
        state: text(100, "State or province."),
        postal_code: text(20, "Postal code."),
        country: t.Optional(t.String({ pattern: "^[A-Za-z]{2}$", description: "Two-letter country code." })),
      },
      { additionalProperties: false, description: "Postal address; parts that are left out are cleared." },
    ),
  ),
  metadata: metadataInput,
};
const changes = t.Object(values, { minProperties: 1 });
export const customerId = idOf("cus", "Id of the customer, from stripe_list_customers.");

export const customerEndpoints = {
  list_customers: endpoint({
    method: "GET",
    path: "/customers",
    permission: "customers.read",
    description: "List the customers in Stripe, the newest first.",
    keywords: ["buyers", "clients", "find customer"],
    query: t.Object({
      email: t.Optional(
        t.String({ minLength: 1, maxLength: 512, description: "Only customers with exactly this email address." }),
      ),
      ...createdBetween,
    }),
    upstream: ({ query }) => ({ path: path`/customers`, query: { email: query.email, ...spanQuery(query) } }),
    returns: many("customers", customer, { at: "data", pagination: listPagination }),
  }),
  search_customers: endpoint({
    method: "GET",
    path: "/search/customers",
    permission: "customers.read",
    description: "Search Stripe customers by name, email address, phone number or metadata.",
    keywords: ["find customer", "look up buyer"],
    query: t.Object({ q: searchQuery('name~"acme" AND metadata["plan"]:"gold"') }),
    upstream: ({ query }) => ({ path: path`/customers/search`, query: { query: query.q } }),
    returns: many("customers", customer, { at: "data", pagination: searchPagination }),
  }),
  get_customer: endpoint({
    method: "GET",
    path: "/customers/{id}",
    permission: "customers.read",
    description: "Get one Stripe customer with address, balance and metadata.",
    keywords: ["customer details", "buyer"],
    params: { id: customerId },
    upstream: ({ params }) => ({ path: path`/customers/${params.id}` }),
    returns: one(customer),
  }),
  create_customer: endpoint({
    method: "POST",
    path: "/customers",
    permission: "customers.write",
    reaches: false,
    description: "Create a customer in Stripe. Stripe accepts the same email address twice, so search first.",
    keywords: ["new customer", "add client"],
    body: t.Object(values),
    upstream: (call) => write(call, path`/customers`, call.body as Static<typeof changes>),
    returns: one(customer),
  }),
  update_customer: endpoint({
    method: "PATCH",
    idempotent: true,
    path: "/customers/{id}",
    permission: "customers.write",
    reaches: false,
    description: "Change a Stripe customer's name, email address, postal address or metadata.",
    keywords: ["edit customer", "change email"],
    params: { id: customerId },
    body: changes,
    upstream: (call) => write(call, path`/customers/${call.params.id}`, call.body),
    returns: one(customer),
  }),
};
