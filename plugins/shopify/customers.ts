// Shopify customers: list, read and create.
import { endpoint, field, many, one, record, t } from "gateway/plugin";
import { ADDRESS, address, gid, id, numericId, tags } from "./fields.ts";
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

const CUSTOMER = `id displayName firstName lastName state tags note numberOfOrders verifiedEmail locale createdAt updatedAt
  amountSpent { amount currencyCode } defaultEmailAddress { emailAddress marketingState } defaultPhoneNumber { phoneNumber }
  defaultAddress ${ADDRESS}`;
const LIST = `query Customers($first: Int!, $after: String, $query: String) {
  customers(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, reverse: true) { nodes { ${CUSTOMER} } ${PAGE_INFO} } }`;
const GET = `query Customer($id: ID!) { customer(id: $id) { ${CUSTOMER} } }`;
const CREATE = `mutation CreateCustomer($input: CustomerInput!) {
  customerCreate(input: $input) { customer { ${CUSTOMER} } userErrors { field message } } }`;

const customer = record({
  id: id(),
  name: field.nullableText({ from: "displayName" }),
  first_name: field.nullableText({ from: "firstName" }),
  last_name: field.nullableText({ from: "lastName" }),
  email: field.nullableText({
    from: "defaultEmailAddress.emailAddress",
    description: "Email address; also null if Shopify does not allow the app to see it.",
  }),
  marketing_state: field.nullableText({
    from: "defaultEmailAddress.marketingState",
    description: "Whether they accept marketing emails, such as SUBSCRIBED.",
  }),
  phone: field.nullableText({ from: "defaultPhoneNumber.phoneNumber" }),
  state: field.text({ description: "State of their account in the shop: DISABLED, INVITED, ENABLED or DECLINED." }),
  tags: field.texts(),
  note: field.nullableText(),
  locale: field.nullableText(),
  order_count: field.nullableText({ from: "numberOfOrders", description: "Number of orders, as text." }),
  amount_spent: field.nullableText({
    from: "amountSpent.amount",
    description: "Total amount spent, as a decimal number.",
  }),
  currency: field.nullableText({ from: "amountSpent.currencyCode" }),
  has_verified_email: field.flag({ from: "verifiedEmail" }),
  address: field.nullableOne(address, { from: "defaultAddress" }),
  created_at: field.nullableTime({ from: "createdAt" }),
  updated_at: field.nullableTime({ from: "updatedAt" }),
});

const text = (maxLength: number, description: string) => t.Optional(t.String({ minLength: 1, maxLength, description }));

export const customerEndpoints = {
  list_customers: endpoint({
    method: "GET",
    path: "/customers",
    permission: "customers.read",
    description: "List or search the customers of a Shopify shop, the last changed first.",
    keywords: ["buyers", "clients", "find customer"],
    query: t.Object({ q: searchQuery("email:ada@example.com or tag:vip"), updated_since: updatedSince }),
    upstream: ({ query: { q, updated_since } }) =>
      queryRequest(LIST, { query: searchOf(q, { updated_at: sinceTerm(updated_since) }) }),
    returns: many("customers", customer, { at: "data.customers.nodes", pagination: connection("customers") }),
  }),
  get_customer: endpoint({
    method: "GET",
    path: "/customers/{id}",
    permission: "customers.read",
    description: "Get one Shopify customer: contact, address, what they spent and how many orders they made.",
    keywords: ["customer details", "buyer"],
    params: { id: numericId("Id of the customer, from shopify_list_customers.") },
    upstream: ({ params }) => queryRequest(GET, { id: gid("Customer", params.id) }),
    returns: one(customer, { at: "data.customer" }),
  }),
  create_customer: endpoint({
    method: "POST",
    path: "/customers",
    permission: "customers.write",
    reaches: false,
    description: "Create a customer in a Shopify shop. Only one customer can have an email address.",
    keywords: ["new customer", "add buyer"],
    body: t.Object(
      {
        first_name: text(255, "First name."),
        last_name: text(255, "Last name."),
        email: text(255, "Email address."),
        phone: text(50, "Phone number with country code, such as +4930123456."),
        note: text(5_000, "Note for the shop."),
        tags: tags("Their tags."),
      },
      { minProperties: 1 },
    ),
    upstream: ({ body: { first_name, last_name, ...rest } }) =>
      mutationRequest(CREATE, { input: { ...rest, firstName: first_name, lastName: last_name } }),
    returns: one(customer, { at: "data.customerCreate.customer" }),
  }),
};
