// Stripe: customers, products, invoices, subscriptions, payments and checkout over its REST API (docs.stripe.com/api).
import { defineProvider } from "gateway/plugin";
import { accountEndpoints, apiKey, identity } from "./account.ts";
import { checkoutEndpoints } from "./checkout.ts";
import { customerEndpoints } from "./customers.ts";
import { eventEndpoints } from "./events.ts";
import { readFailure } from "./failure.ts";
import { API_VERSION } from "./fields.ts";
import { invoiceEndpoints } from "./invoices.ts";
import { paymentEndpoints } from "./payments.ts";
import { productEndpoints } from "./products.ts";
import { refundEndpoints } from "./refunds.ts";
import { sources } from "./sources.ts";
import { subscriptionEndpoints } from "./subscriptions.ts";
import { translations } from "./translations.ts";
import { webhook } from "./webhook.ts";

export default defineProvider({
  id: "stripe",
  name: "Stripe",
  docs: "https://docs.stripe.com/api",
  baseUrl: "https://api.stripe.com/v1",
  // Without it each account's own default version would decide what a response looks like.
  headers: { "stripe-version": API_VERSION },
  auth: { api_key: apiKey },
  // What a key may do is set in Stripe's dashboard, and no request tells it.
  services: {
    customers: {
      read: { scopes: [], description: "List, search and read customers." },
      write: { scopes: [], description: "Create and change customers." },
    },
    products: {
      read: { scopes: [], description: "List products and prices." },
      write: { scopes: [], description: "Create products and prices." },
    },
    invoices: {
      read: { scopes: [], description: "List and read invoices." },
      write: { scopes: [], description: "Create, send and void invoices." },
    },
    subscriptions: {
      read: { scopes: [], description: "List and read subscriptions." },
      write: { scopes: [], description: "Cancel subscriptions." },
    },
    payments: {
      read: { scopes: [], description: "List and read payments, charges and refunds." },
      write: { scopes: [], description: "Refund payments." },
    },
    checkout: {
      read: { scopes: [], description: "Read checkout sessions, and list payment links." },
      write: { scopes: [], description: "Create checkout pages and payment links." },
    },
    events: { read: { scopes: [], description: "List what happened in the account." } },
    account: { read: { scopes: [], description: "Read the account's name, country and balance." } },
  },
  keywords: {
    customers: ["buyers", "clients", "billing"],
    products: ["catalogue", "prices", "plans", "sku"],
    invoices: ["billing", "bills", "accounts receivable"],
    subscriptions: ["recurring", "plans", "billing", "churn"],
    payments: ["transactions", "charges", "refunds", "money", "sales"],
    checkout: ["payment page", "payment link"],
    events: ["activity", "history"],
    account: ["balance", "business"],
  },
  translations,
  identity,
  failure: readFailure,
  webhook,
  sources,
  endpoints: {
    ...customerEndpoints,
    ...productEndpoints,
    ...invoiceEndpoints,
    ...subscriptionEndpoints,
    ...paymentEndpoints,
    ...refundEndpoints,
    ...checkoutEndpoints,
    ...eventEndpoints,
    ...accountEndpoints,
  },
});
