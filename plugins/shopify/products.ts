// Shopify products: list, read, create and change.
import { endpoint, field, many, one, oneOf, record, t } from "gateway/plugin";
import { gid, id, numericId, tags } from "./fields.ts";
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
import { VARIANT, variantFields } from "./variants.ts";

const PRODUCT = `id title handle status vendor productType tags descriptionHtml totalInventory createdAt updatedAt publishedAt
  onlineStoreUrl options { name values } featuredMedia { preview { image { url altText } } }
  variants(first: 20) { nodes { ${VARIANT} } pageInfo { hasNextPage } }`;
const LIST = `query Products($first: Int!, $after: String, $query: String) {
  products(first: $first, after: $after, query: $query, sortKey: UPDATED_AT, reverse: true) { nodes { ${PRODUCT} } ${PAGE_INFO} } }`;
const GET = `query Product($id: ID!) { product(id: $id) { ${PRODUCT} } }`;
const CREATE = `mutation CreateProduct($product: ProductCreateInput!) {
  productCreate(product: $product) { product { ${PRODUCT} } userErrors { field message } } }`;
const UPDATE = `mutation UpdateProduct($product: ProductUpdateInput!) {
  productUpdate(product: $product) { product { ${PRODUCT} } userErrors { field message } } }`;

export const product = record({
  id: id(),
  title: field.text(),
  handle: field.text({ description: "Name of the product in its URL." }),
  status: field.text({ description: "ACTIVE, ARCHIVED, DRAFT or UNLISTED." }),
  vendor: field.nullableText(),
  product_type: field.nullableText({ from: "productType" }),
  tags: field.texts(),
  description_html: field.nullableText({ from: "descriptionHtml" }),
  stock: field.nullableInteger({ from: "totalInventory", description: "Stock of all variants at all locations." }),
  options: field.many(record({ name: field.text(), values: field.texts() }), {
    description: "Options in which the variants differ, such as size and color.",
  }),
  image_url: field.nullableText({ from: "featuredMedia.preview.image.url" }),
  image_alt: field.nullableText({ from: "featuredMedia.preview.image.altText" }),
  variants: field.many(record(variantFields), { from: "variants.nodes", description: "The first 20 variants." }),
  has_more_variants: field.flag({
    from: "variants.pageInfo.hasNextPage",
    description: "Whether there are more variants, which shopify_list_variants returns.",
  }),
  url: field.nullableText({
    from: "onlineStoreUrl",
    description: "URL of the product in the online store; null if it is not published there.",
  }),
  published_at: field.nullableTime({ from: "publishedAt" }),
  created_at: field.nullableTime({ from: "createdAt" }),
  updated_at: field.nullableTime({ from: "updatedAt" }),
});

const STATUSES = ["active", "draft", "archived"] as const;
const title = t.String({ minLength: 1, maxLength: 255, description: "Name of the product." });
const text = (maxLength: number, description: string) => t.Optional(t.String({ maxLength, description }));
const values = {
  description_html: text(50_000, "Description in HTML."),
  vendor: text(255, "Vendor or manufacturer."),
  product_type: text(255, "What kind of product it is."),
  handle: text(255, "Name of the product in its URL; by default made from the title."),
  tags: tags("Tags, which replace all existing ones."),
  status: t.Optional(oneOf(STATUSES, "active to sell it, draft to hide it, archived if it is no longer sold.")),
};
type Values = { description_html?: string; product_type?: string; status?: string };
const toInput = ({ description_html, product_type, status, ...rest }: Values & Record<string, unknown>) => ({
  ...rest,
  descriptionHtml: description_html,
  productType: product_type,
  status: status?.toUpperCase(),
});

export const productId = numericId("Id of the product, from shopify_list_products.");

export const productEndpoints = {
  list_products: endpoint({
    method: "GET",
    path: "/products",
    permission: "products.read",
    description: "List or search the products of a Shopify shop, the last changed first, with their variants.",
    keywords: ["catalogue", "goods", "store items"],
    query: t.Object({
      q: searchQuery("vendor:Acme or tag:sale"),
      status: t.Optional(oneOf(STATUSES, "Only products with this status.")),
      updated_since: updatedSince,
    }),
    upstream: ({ query: { q, status, updated_since } }) =>
      queryRequest(LIST, {
        query: searchOf(q, { status: status && `:${status}`, updated_at: sinceTerm(updated_since) }),
      }),
    returns: many("products", product, { at: "data.products.nodes", pagination: connection("products", 50) }),
  }),
  get_product: endpoint({
    method: "GET",
    path: "/products/{id}",
    permission: "products.read",
    description: "Get one Shopify product with description, options, image and variants.",
    keywords: ["product details"],
    params: { id: productId },
    upstream: ({ params }) => queryRequest(GET, { id: gid("Product", params.id) }),
    returns: one(product, { at: "data.product" }),
  }),
  create_product: endpoint({
    method: "POST",
    reaches: true,
    path: "/products",
    permission: "products.write",
    description: "Create a product in Shopify, with one variant, whose price and SKU shopify_update_variants sets.",
    keywords: ["new product", "add to store", "sell"],
    body: t.Object({
      title,
      ...values,
      options: t.Optional(
        t.Array(
          t.Object(
            {
              name: t.String({ minLength: 1, maxLength: 255, description: "Name of the option, such as Size." }),
              values: t.Array(t.String({ minLength: 1, maxLength: 255 }), {
                minItems: 1,
                maxItems: 100,
                description: "Values of the option, such as S, M and L.",
              }),
            },
            { additionalProperties: false },
          ),
          {
            maxItems: 3,
            description: "Options in which the variants differ; Shopify creates a variant for the first combination.",
          },
        ),
      ),
    }),
    upstream: ({ body: { options, ...rest } }) =>
      mutationRequest(CREATE, {
        product: {
          ...toInput(rest),
          productOptions: options?.map(({ name, values }) => ({
            name,
            values: values.map((value) => ({ name: value })),
          })),
        },
      }),
    returns: one(product, { at: "data.productCreate.product" }),
  }),
  update_product: endpoint({
    method: "PATCH",
    idempotent: true,
    reaches: true,
    path: "/products/{id}",
    permission: "products.write",
    description: "Change a Shopify product: title, description, tags, or whether it is on sale.",
    keywords: ["edit product", "publish", "hide product", "rename"],
    params: { id: productId },
    body: t.Object({ title: t.Optional(title), ...values }, { minProperties: 1 }),
    upstream: ({ params, body }) =>
      mutationRequest(UPDATE, { product: { id: gid("Product", params.id), ...toInput(body) } }),
    returns: one(product, { at: "data.productUpdate.product" }),
  }),
};
