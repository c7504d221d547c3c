// Shopify's webhook events, signed with the app's secret: shopify.dev, "Verify webhook deliveries".
import {
  type EventDef,
  event,
  hmacSha256,
  type InboundWebhook,
  idAt,
  maybeText,
  rawId,
  type Static,
  shapes,
  t,
  textAt,
  type Webhook,
} from "gateway/plugin";
import { type Change, changeId, changeShape, type Kind, onceId, utcOf, viewOf } from "./event.ts";

/** The topic stands in an unsigned header: another one makes another event of the same thing, for the same shop. */
const topicOf = ({ headers }: InboundWebhook) => headers.get("x-shopify-topic") ?? "";

/** The old REST form of the thing. */
const raw = t.Object({
  id: rawId,
  name: maybeText,
  title: maybeText,
  first_name: maybeText,
  last_name: maybeText,
  email: maybeText,
  status: maybeText,
  state: maybeText,
  financial_status: maybeText,
  total_price: maybeText,
  currency: maybeText,
  updated_at: maybeText,
});

function toChange(kind: Kind, thing: Static<typeof raw>, inbound: InboundWebhook): Change {
  const name = thing.name ?? thing.title ?? ([thing.first_name, thing.last_name].filter(Boolean).join(" ") || null);
  return {
    id: String(thing.id),
    type: kind,
    name,
    status: (thing.financial_status ?? thing.status ?? thing.state ?? null)?.toLowerCase() ?? null,
    total: kind === "order" ? (thing.total_price ?? null) : null,
    currency: kind === "order" ? (thing.currency ?? null) : null,
    email: thing.email || null,
    occurred_at: utcOf(thing.updated_at) ?? utcOf(inbound.headers.get("x-shopify-triggered-at")),
  };
}

function changeEvent(kind: Kind, topic: string, what: string, description: string): EventDef {
  return event({
    description,
    match: (inbound, item) => topicOf(inbound) === topic && idAt(item, "id") !== null,
    raw,
    shape: changeShape,
    map: (thing, inbound) => toChange(kind, thing, inbound),
    view: (change) => viewOf(change, what),
  });
}

const uninstalled = event({
  description: "The app was removed from the Shopify shop, and with it every token.",
  match: (inbound, item) => topicOf(inbound) === "app/uninstalled" && textAt(item, "myshopify_domain") !== null,
  raw: t.Object({ id: rawId, name: maybeText, myshopify_domain: t.String() }),
  shape: t.Object({ id: t.String(), name: shapes.nullableText(), myshopify_domain: t.String() }),
  map: ({ id, name, myshopify_domain }) => ({ id: String(id), name: name ?? null, myshopify_domain }),
  view: ({ name, myshopify_domain }) => ({
    title: `Shopify was disconnected by ${name || myshopify_domain}`,
  }),
  revokes: true,
});

/** Of topics that happen to a thing once. */
const ONCE: Readonly<Record<string, string>> = {
  "orders/create": "created",
  "orders/cancelled": "cancelled",
  "products/create": "created",
  "products/delete": "deleted",
  "customers/create": "created",
};

/** A retry has the same body and topic. The poll beside the webhook finds what was created or changed, under the same id. */
function eventId(inbound: InboundWebhook, item: unknown): string | null {
  const topic = topicOf(inbound);
  const [things = "", what = ""] = topic.split("/");
  const [kind, id] = [things.replace(/s$/, ""), idAt(item, "id")];
  if (id === null) return null;
  const once = Object.hasOwn(ONCE, topic) ? ONCE[topic] : undefined;
  if (once !== undefined) return onceId(kind, id, once);
  const changedAt = utcOf(textAt(item, "updated_at"));
  if (what === "update" || what === "updated") return changeId(kind, id, changedAt);
  const change = changeId(kind, id, changedAt);
  return change === null ? null : `${change}/${what}`;
}

export const webhook: Webhook = {
  verify: hmacSha256({ header: "x-shopify-hmac-sha256", encoding: "base64", secret: "client" }),
  eventId,
  // Each source has an address of its own, which decides whose it is: the headers that name the shop are not signed.
  events: {
    "orders.created": changeEvent("order", "orders/create", "created", "An order was placed in the Shopify shop."),
    "orders.updated": changeEvent("order", "orders/updated", "updated", "A Shopify order was changed."),
    "orders.paid": changeEvent("order", "orders/paid", "paid", "A Shopify order was paid."),
    "orders.cancelled": changeEvent("order", "orders/cancelled", "cancelled", "A Shopify order was cancelled."),
    "orders.fulfilled": changeEvent("order", "orders/fulfilled", "fulfilled", "All of a Shopify order was shipped."),
    "products.created": changeEvent("product", "products/create", "created", "A product was created in Shopify."),
    "products.updated": changeEvent("product", "products/update", "updated", "A Shopify product was changed."),
    "products.deleted": changeEvent("product", "products/delete", "deleted", "A Shopify product was deleted."),
    "customers.created": changeEvent("customer", "customers/create", "created", "A new customer in Shopify."),
    "customers.updated": changeEvent("customer", "customers/update", "updated", "A Shopify customer was changed."),
    "shop.uninstalled": uninstalled,
  },
};
