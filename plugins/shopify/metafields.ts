// Metafields of Shopify products: values that apps and the shop's owner keep with them.
import { endpoint, field, many, pages, record, t } from "gateway/plugin";
import { gid, id } from "./fields.ts";
import { connection, mutationRequest, PAGE_INFO, queryRequest } from "./graphql.ts";
import { productId } from "./products.ts";

const LIST = `query Metafields($id: ID!, $first: Int!, $after: String, $namespace: String) {
  product(id: $id) { metafields(first: $first, after: $after, namespace: $namespace) {
    nodes { id namespace key type value updatedAt } ${PAGE_INFO} } } }`;
const SET = `mutation SetMetafields($metafields: [MetafieldsSetInput!]!) {
  metafieldsSet(metafields: $metafields) { metafields { id namespace key type value updatedAt } userErrors { field message code } } }`;

const metafield = record({
  id: id(),
  namespace: field.text(),
  key: field.text(),
  type: field.text({ description: "Shopify's metafield type, such as single_line_text_field." }),
  value: field.text({ description: "The value as text or JSON, depending on the type." }),
  updated_at: field.nullableTime({ from: "updatedAt" }),
});
const name = (description: string) => t.String({ pattern: "^[A-Za-z0-9_$:-]{2,255}$", description });

export const metafieldEndpoints = {
  list_metafields: endpoint({
    method: "GET",
    path: "/products/{id}/metafields",
    permission: "products.read",
    description: "List the metafields of a Shopify product, the custom values that apps store with it.",
    keywords: ["custom fields", "attributes", "specifications"],
    params: { id: productId },
    query: t.Object({ namespace: t.Optional(name("Only metafields of this namespace.")) }),
    upstream: ({ params, query }) => queryRequest(LIST, { id: gid("Product", params.id), namespace: query.namespace }),
    returns: many("metafields", metafield, {
      at: "data.product.metafields.nodes",
      pagination: connection("product.metafields"),
    }),
  }),
  set_metafields: endpoint({
    method: "PUT",
    path: "/products/{id}/metafields",
    permission: "products.write",
    reaches: true,
    description: "Set metafields of a Shopify product, all of them or none; others stay as they are.",
    keywords: ["custom fields", "attributes"],
    params: { id: productId },
    body: t.Object({
      metafields: t.Array(
        t.Object(
          {
            namespace: t.Optional(name("Namespace; the default is the app's own.")),
            key: name("Name within the namespace."),
            value: t.String({ maxLength: 50_000, description: "The value as text or JSON, depending on the type." }),
            type: t.Optional(
              t.String({
                pattern: "^[a-z_.]{3,60}$",
                description:
                  "Metafield type, such as single_line_text_field or number_integer; required if the shop has no definition for the metafield.",
              }),
            ),
          },
          { additionalProperties: false },
        ),
        { minItems: 1, maxItems: 25, description: "The metafields to set, at most 25." },
      ),
    }),
    upstream: ({ params, body }) =>
      mutationRequest(SET, {
        metafields: body.metafields.map((one) => ({ ownerId: gid("Product", params.id), ...one })),
      }),
    returns: many("metafields", metafield, { at: "data.metafieldsSet.metafields", pagination: pages.whole() }),
  }),
};
