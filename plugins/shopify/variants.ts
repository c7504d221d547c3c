// Variants of Shopify products, which have the prices and the SKUs.
import { endpoint, field, many, oneOf, pages, record, t } from "gateway/plugin";
import { decimal, gid, id, nullableId, numericId } from "./fields.ts";
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

export const VARIANT = `id title sku barcode price compareAtPrice position inventoryQuantity inventoryPolicy taxable
  selectedOptions { name value } inventoryItem { id tracked } updatedAt`;
const LIST = `query Variants($first: Int!, $after: String, $query: String) {
  productVariants(first: $first, after: $after, query: $query) { nodes { ${VARIANT} product { id title } } ${PAGE_INFO} } }`;
const UPDATE = `mutation UpdateVariants($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) {
    productVariants { ${VARIANT} product { id title } } userErrors { field message code } } }`;

export const variantFields = {
  id: id(),
  title: field.text(),
  sku: field.nullableText(),
  barcode: field.nullableText(),
  price: field.text({ description: "A decimal number in the shop's currency." }),
  compare_at_price: field.nullableText({
    from: "compareAtPrice",
    description: "The former price, displayed crossed out.",
  }),
  position: field.nullableInteger(),
  stock: field.nullableInteger({ from: "inventoryQuantity", description: "Stock at all locations; may be negative." }),
  sells_without_stock: field.of({
    from: "inventoryPolicy",
    raw: t.Optional(t.String()),
    shape: t.Boolean({ description: "Whether it can be bought when it is out of stock." }),
    map: (policy) => policy === "CONTINUE",
  }),
  is_taxable: field.flag({ from: "taxable" }),
  options: field.many(record({ name: field.text(), value: field.text() }), { from: "selectedOptions" }),
  inventory_item_id: nullableId({
    from: "inventoryItem.id",
    description: "Id of the inventory item, for shopify_get_inventory and shopify_set_inventory.",
  }),
  is_tracked: field.flag({ from: "inventoryItem.tracked", description: "Whether its stock is counted." }),
  updated_at: field.nullableTime({ from: "updatedAt" }),
};
const variant = record({
  ...variantFields,
  product_id: nullableId({ from: "product.id" }),
  product_title: field.nullableText({ from: "product.title" }),
});

export const variantEndpoints = {
  list_variants: endpoint({
    method: "GET",
    path: "/variants",
    permission: "products.read",
    description: "List the variants of Shopify products, with SKU, price and quantity.",
    keywords: ["sku", "barcode", "sizes", "colours"],
    query: t.Object({
      q: searchQuery("sku:MILL-1 or barcode:4006381333931"),
      product_id: t.Optional(numericId("Only variants of this product, from shopify_list_products.")),
      updated_since: updatedSince,
    }),
    upstream: ({ query: { q, product_id, updated_since } }) => {
      const product = product_id === undefined ? undefined : `:${product_id}`;
      return queryRequest(LIST, { query: searchOf(q, { product_id: product, updated_at: sinceTerm(updated_since) }) });
    },
    returns: many("variants", variant, { at: "data.productVariants.nodes", pagination: connection("productVariants") }),
  }),
  update_variants: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: true,
    path: "/products/{id}/variants",
    permission: "products.write",
    description:
      "Change variants of a Shopify product: price, former price, SKU, barcode, or whether stock is counted.",
    keywords: ["change the price of a product", "set price", "cheaper", "discount", "sku"],
    params: { id: numericId("Id of the product, from shopify_list_products.") },
    body: t.Object({
      variants: t.Array(
        t.Object(
          {
            id: numericId("Id of the variant, from shopify_list_variants."),
            price: t.Optional(decimal("Price.")),
            compare_at_price: t.Optional(decimal("The former price, displayed crossed out.")),
            sku: t.Optional(t.String({ maxLength: 255, description: "Stock keeping unit." })),
            barcode: t.Optional(t.String({ maxLength: 255, description: "Barcode: EAN, UPC, ISBN or another code." })),
            is_tracked: t.Optional(t.Boolean({ description: "Whether its stock is counted." })),
            when_out_of_stock: t.Optional(oneOf(["sell", "stop"], "Whether it can be bought when it is out of stock.")),
          },
          { additionalProperties: false },
        ),
        {
          minItems: 1,
          maxItems: 100,
          description: "The variants to change; fields that are left out stay as they are.",
        },
      ),
    }),
    upstream: ({ params, body }) =>
      mutationRequest(UPDATE, {
        productId: gid("Product", params.id),
        variants: body.variants.map(({ id, price, compare_at_price, sku, barcode, is_tracked, when_out_of_stock }) => ({
          id: gid("ProductVariant", id),
          price,
          compareAtPrice: compare_at_price,
          barcode,
          inventoryPolicy: when_out_of_stock && (when_out_of_stock === "sell" ? "CONTINUE" : "DENY"),
          inventoryItem: sku === undefined && is_tracked === undefined ? undefined : { sku, tracked: is_tracked },
        })),
      }),
    returns: many("variants", variant, {
      at: "data.productVariantsBulkUpdate.productVariants",
      pagination: pages.whole(),
    }),
  }),
};
