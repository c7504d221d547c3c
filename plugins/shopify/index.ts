// Shopify: products, inventory, orders, customers and fulfilment over its Admin API in GraphQL (shopify.dev/docs/api/admin-graphql).
import { defineProvider } from "gateway/plugin";
import { customerEndpoints } from "./customers.ts";
import { draftEndpoints } from "./drafts.ts";
import { readFailure } from "./failure.ts";
import { fulfillmentEndpoints } from "./fulfillments.ts";
import { API_VERSION } from "./graphql.ts";
import { inventoryEndpoints } from "./inventory.ts";
import { metafieldEndpoints } from "./metafields.ts";
import { oauth, SHOP } from "./oauth.ts";
import { orderEndpoints } from "./orders.ts";
import { productEndpoints } from "./products.ts";
import { identity, shopEndpoints } from "./shop.ts";
import { sources } from "./sources.ts";
import { translations } from "./translations.ts";
import { variantEndpoints } from "./variants.ts";
import { webhook } from "./webhook.ts";

export default defineProvider({
  id: "shopify",
  name: "Shopify",
  docs: "https://shopify.dev/docs/api/admin-graphql",
  baseUrl: `https://{shop}/admin/api/${API_VERSION}`,
  tenant: {
    shop: {
      label: "Shop address",
      help: "The address that ends in myshopify.com, as shown in Settings under Domains; not the shop's own domain.",
      steps: ["Settings", "Domains"],
      pattern: SHOP,
      example: "acme.myshopify.com",
    },
  },
  auth: { oauth2: oauth },
  services: {
    shop: { read: { scopes: [], description: "Read the shop's name, domain and plan." } },
    products: {
      read: { scopes: ["read_products"], description: "List and read products, variants and their metafields." },
      write: { scopes: ["write_products"], description: "Create and change products, prices and metafields." },
    },
    inventory: {
      read: { scopes: ["read_inventory", "read_locations"], description: "Read stock levels and locations." },
      write: { scopes: ["write_inventory"], description: "Set stock levels." },
    },
    orders: {
      read: { scopes: ["read_orders"], description: "List and read orders of the last 60 days." },
      write: { scopes: ["write_orders"], description: "Change and cancel orders." },
    },
    customers: {
      read: { scopes: ["read_customers"], description: "List and read customers." },
      write: { scopes: ["write_customers"], description: "Create customers." },
    },
    fulfillments: {
      read: {
        scopes: ["read_orders", "read_merchant_managed_fulfillment_orders"],
        description: "Read which items still have to be shipped.",
      },
      write: { scopes: ["write_merchant_managed_fulfillment_orders"], description: "Mark orders as shipped." },
    },
    drafts: {
      read: { scopes: ["read_draft_orders"], description: "List draft orders." },
      write: { scopes: ["write_draft_orders"], description: "Create draft orders." },
    },
  },
  keywords: {
    shop: ["store", "account"],
    products: ["catalogue", "goods", "articles", "store", "sku"],
    inventory: ["stock", "warehouse", "quantity"],
    orders: ["sales", "purchases", "store"],
    customers: ["buyers", "clients", "store"],
    fulfillments: ["shipping", "tracking", "delivery"],
    drafts: ["quotes", "manual orders", "invoices"],
  },
  translations,
  identity,
  failure: readFailure,
  webhook,
  sources,
  endpoints: {
    ...shopEndpoints,
    ...productEndpoints,
    ...variantEndpoints,
    ...metafieldEndpoints,
    ...inventoryEndpoints,
    ...orderEndpoints,
    ...fulfillmentEndpoints,
    ...draftEndpoints,
    ...customerEndpoints,
  },
});
