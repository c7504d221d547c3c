// Where Shopify's events come from: subscriptions to each topic, and polls of the lists for what they lost.
import {
  asUtc,
  changesSince,
  type Poll,
  type PolledEventDef,
  type Push,
  polledEvent,
  pollSince,
  type Source,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";
import { type Change, changeId, changeShape, type Kind, onceId, viewOf } from "./event.ts";
import { gid, MONEY, numberOf } from "./fields.ts";
import { connection, mutationRequest, PAGE_INFO, queryRequest, sinceTerm } from "./graphql.ts";

/** One request makes all subscriptions of a source, one for each topic; their ids together are the subscription's. */
function pushOf(topics: readonly string[]): Push {
  const create = `mutation Subscribe($uri: String!) { ${topics
    .map(
      (
        topic,
        n,
      ) => `s${n}: webhookSubscriptionCreate(topic: ${topic}, webhookSubscription: { uri: $uri, format: JSON }) {
    webhookSubscription { id } userErrors { field message } }`,
    )
    .join("\n  ")} }`;
  const variables = topics.map((_, n) => `$s${n}: ID!`).join(", ");
  const remove = `mutation Unsubscribe(${variables}) { ${topics
    .map((_, n) => `s${n}: webhookSubscriptionDelete(id: $s${n}) { deletedWebhookSubscriptionId }`)
    .join("\n  ")} }`;
  const gids = (id: string) => id.split(",").map((one) => gid("WebhookSubscription", one));
  return {
    deliversTo: "source",
    subscribe: ({ address }) => mutationRequest(create, { uri: address }),
    subscribed: ({ json }) => {
      const ids = topics.map((_, n) => textAt(json, `data.s${n}.webhookSubscription.id`));
      if (ids.includes(null)) throw new Error("Shopify made no subscription.");
      return { id: ids.map((one) => numberOf(one as string)).join(","), expiresAt: null };
    },
    unsubscribe: ({ id }) => mutationRequest(remove, Object.fromEntries(gids(id).map((one, n) => [`s${n}`, one]))),
    check: ({ id }) => queryRequest("query Subscriptions($ids: [ID!]!) { nodes(ids: $ids) { id } }", { ids: gids(id) }),
    // After eight failures in a row Shopify deletes one.
    isActive: ({ json }) => {
      const nodes = valueAt(json, "data.nodes");
      return Array.isArray(nodes) && nodes.length === topics.length && !nodes.includes(null);
    },
  };
}

const EVERY_S = 300;
/** For clocks that differ, and for Shopify's search, which lags. */
const OVERLAP_S = 180;

/** A poll of a list by the time of the last change. */
function pollOf(list: string, selection: string): Poll {
  const document = `query Changed($first: Int!, $after: String, $query: String) {
  ${list}(first: $first, after: $after, query: $query, sortKey: UPDATED_AT) { nodes { ${selection} } ${PAGE_INFO} } }`;
  const paging = connection(list, 50);
  return {
    ...pollSince({
      everyS: EVERY_S,
      overlapS: OVERLAP_S,
      read: async (since, cursor, _, upstream) => {
        const query = `updated_at${sinceTerm(new Date(since).toISOString())}`;
        const page = { limit: paging.max, position: cursor };
        const response = await upstream.request(paging.apply(queryRequest(document, { query }), page));
        const nodes = valueAt(response.json, `data.${list}.nodes`);
        const items = (Array.isArray(nodes) ? nodes : []).flatMap((node: unknown) => {
          const [created, updated] = ["createdAt", "updatedAt"].map((name) => Date.parse(textAt(node, name) ?? ""));
          return changesSince(since, created ?? Number.NaN, updated ?? Number.NaN).map((change) => ({ change, node }));
        });
        return { items, cursor: paging.next(response, page) };
      },
    }),
    sharesEventIds: true,
  };
}

const raw = t.Object({ change: t.String(), node: t.Object({ id: t.String(), updatedAt: t.String() }) });

function polledChange(kind: Kind, what: "created" | "updated", description: string): PolledEventDef {
  return polledEvent({
    description,
    match: (item) => textAt(item, "change") === what,
    id: ({ node }) => {
      const id = numberOf(node.id);
      return what === "created" ? onceId(kind, id, what) : (changeId(kind, id, asUtc(node.updatedAt)) ?? id);
    },
    raw,
    shape: changeShape,
    map: ({ node }) => toChange(kind, node),
    view: (change) => viewOf(change, what),
  });
}

function toChange(kind: Kind, node: unknown): Change {
  const first = (...paths: string[]) => paths.map((path) => textAt(node, path)).find((text) => text !== null) ?? null;
  return {
    id: numberOf(textAt(node, "id") ?? ""),
    type: kind,
    name: first("name", "title", "displayName"),
    status: first("displayFinancialStatus", "status", "state")?.toLowerCase() ?? null,
    total: first("totalPriceSet.shopMoney.amount"),
    currency: first("totalPriceSet.shopMoney.currencyCode"),
    email: first("email", "defaultEmailAddress.emailAddress"),
    occurred_at: asUtc(textAt(node, "updatedAt")),
  };
}

export const sources = {
  orders: {
    description: "Orders that are new, changed, paid, shipped or cancelled.",
    permission: "orders.read",
    push: pushOf(["ORDERS_CREATE", "ORDERS_UPDATED", "ORDERS_PAID", "ORDERS_CANCELLED", "ORDERS_FULFILLED"]),
    poll: pollOf("orders", `id name email displayFinancialStatus totalPriceSet ${MONEY} createdAt updatedAt`),
    events: {
      "orders.created": polledChange("order", "created", "An order was placed in the Shopify shop."),
      "orders.updated": polledChange("order", "updated", "A Shopify order was changed."),
    },
  } satisfies Source<"orders.read">,
  products: {
    description: "Products that are new, changed or deleted.",
    permission: "products.read",
    push: pushOf(["PRODUCTS_CREATE", "PRODUCTS_UPDATE", "PRODUCTS_DELETE"]),
    poll: pollOf("products", "id title status createdAt updatedAt"),
    events: {
      "products.created": polledChange("product", "created", "A product was created in Shopify."),
      "products.updated": polledChange("product", "updated", "A Shopify product was changed."),
    },
  } satisfies Source<"products.read">,
  customers: {
    description: "Customers that are new or changed.",
    permission: "customers.read",
    push: pushOf(["CUSTOMERS_CREATE", "CUSTOMERS_UPDATE"]),
    poll: pollOf("customers", "id displayName state defaultEmailAddress { emailAddress } createdAt updatedAt"),
    events: {
      "customers.created": polledChange("customer", "created", "A new customer in Shopify."),
      "customers.updated": polledChange("customer", "updated", "A Shopify customer was changed."),
    },
  } satisfies Source<"customers.read">,
  shop: {
    description: "The app was uninstalled from the shop.",
    permission: "shop.read",
    push: pushOf(["APP_UNINSTALLED"]),
  } satisfies Source<"shop.read">,
};
