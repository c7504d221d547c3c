// What is sold with Stripe: products and their prices.
import { endpoint, field, InvalidInput, many, one, oneOf, path, record, t } from "gateway/plugin";
import {
  amount,
  createdAt,
  createdBetween,
  currency,
  isLive,
  listPagination,
  metadata,
  metadataInput,
  ownId,
  SMALLEST,
  spanQuery,
  write,
} from "./fields.ts";

const product = record({
  id: field.id(),
  name: field.text(),
  description: field.nullableText(),
  is_active: field.flag({ from: "active", description: "Whether it can be bought." }),
  default_price_id: field.nullableText({ from: "default_price" }),
  url: field.nullableText({ description: "URL of a web page about it." }),
  images: field.texts({ description: "URLs of pictures." }),
  metadata,
  is_live: isLive,
  created_at: createdAt,
  updated_at: field.nullableUnixTime({ from: "updated" }),
});

const price = record({
  id: field.id(),
  product_id: field.text({ from: "product" }),
  is_active: field.flag({ from: "active" }),
  currency: field.text(),
  unit_amount: field.nullableInteger({
    description: `${SMALLEST} Null for tiered prices, and for fractions, which are in unit_amount_decimal.`,
  }),
  unit_amount_decimal: field.nullableText(),
  type: field.text({ description: "one_time or recurring." }),
  interval: field.nullableText({ from: "recurring.interval", description: "day, week, month or year." }),
  interval_count: field.nullableInteger({ from: "recurring.interval_count" }),
  usage_type: field.nullableText({ from: "recurring.usage_type", description: "licensed or metered." }),
  billing_scheme: field.nullableText({ description: "per_unit or tiered." }),
  lookup_key: field.nullableText(),
  nickname: field.nullableText(),
  metadata,
  is_live: isLive,
  created_at: createdAt,
});

const isActive = (what: string) =>
  t.Optional(t.Boolean({ description: `true: only ${what} that can be bought; false: only others.` }));
const interval = t.Optional(
  oneOf(["day", "week", "month", "year"], "Billing interval of a subscription; without it, the price is paid once."),
);

export const productEndpoints = {
  list_products: endpoint({
    method: "GET",
    path: "/products",
    permission: "products.read",
    description: "List the products in Stripe, the newest first. Their prices are in stripe_list_prices.",
    keywords: ["catalogue", "goods", "plans"],
    query: t.Object({ active: isActive("products"), ...createdBetween }),
    upstream: ({ query }) => ({ path: path`/products`, query: { active: query.active, ...spanQuery(query) } }),
    returns: many("products", product, { at: "data", pagination: listPagination }),
  }),
  create_product: endpoint({
    method: "POST",
    path: "/products",
    permission: "products.write",
    reaches: false,
    description: "Create a product in Stripe, with a price for one-time payment or a subscription.",
    keywords: ["new product", "add plan", "sell"],
    body: t.Object({
      name: t.String({ minLength: 1, maxLength: 250, description: "Text that customers see." }),
      description: t.Optional(t.String({ maxLength: 5_000, description: "Text that customers see." })),
      unit_amount: t.Optional(amount("Price of one unit; needs currency.")),
      currency: t.Optional(currency),
      interval,
      metadata: metadataInput,
    }),
    readAs: {
      unit_amount: { absent: "It is of the price, from stripe_list_prices." },
      currency: { absent: "It is of the price, from stripe_list_prices." },
      interval: { absent: "It is of the price, from stripe_list_prices." },
    },
    upstream: (call) => {
      const { unit_amount, currency, interval, ...rest } = call.body;
      if ((unit_amount === undefined) !== (currency === undefined))
        throw new InvalidInput('"unit_amount" and "currency" belong together.');
      if (interval !== undefined && unit_amount === undefined)
        throw new InvalidInput('"interval" needs "unit_amount" and "currency".');
      const recurring = interval === undefined ? undefined : { interval };
      const default_price_data = unit_amount === undefined ? undefined : { unit_amount, currency, recurring };
      return write(call, path`/products`, { ...rest, default_price_data });
    },
    returns: one(product),
  }),
  list_prices: endpoint({
    method: "GET",
    path: "/prices",
    permission: "products.read",
    description: "List the prices in Stripe, of one product or of all, for one-time payments or subscriptions.",
    keywords: ["price list", "plans", "cost", "rates"],
    query: t.Object({
      product: t.Optional(ownId("Only prices of this product; stripe_list_products returns its id.")),
      active: isActive("prices"),
      type: t.Optional(oneOf(["one_time", "recurring"], "Only prices that are paid once, or only recurring ones.")),
      currency: t.Optional(currency),
      lookup_key: t.Optional(
        t.String({ minLength: 1, maxLength: 200, description: "Only the price with this lookup key." }),
      ),
    }),
    upstream: ({ query: { lookup_key, currency, ...query } }) => ({
      path: path`/prices`,
      query: { ...query, currency: currency?.toLowerCase(), "lookup_keys[]": lookup_key },
    }),
    returns: many("prices", price, { at: "data", pagination: listPagination }),
  }),
};
