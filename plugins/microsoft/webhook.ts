// Graph's change notifications: learn.microsoft.com/graph/change-notifications-delivery-webhooks.
import {
  type Delivery,
  type EventDef,
  event,
  maybeText,
  type Static,
  shapes,
  sharedToken,
  t,
  valueAt,
  type Webhook,
} from "gateway/plugin";

/** Longest validation token that is echoed; Graph's own have some hundred characters. */
const MAX_TOKEN = 2_048;

const Notification = t.Object({
  subscriptionId: t.String(),
  changeType: t.String(),
  resource: t.String(),
  tenantId: maybeText,
  resourceData: t.Object({ id: t.String(), "@odata.etag": maybeText }),
});

const payload = (thing: string) =>
  t.Object({
    id: t.String({ description: `Id of the ${thing}; it can be read by it while it is there.` }),
    change: t.String({ description: "created, updated or deleted." }),
    etag: shapes.nullableText("The version after the change."),
    subscription_id: t.String({ description: "Graph's subscription that told of it." }),
    tenant_id: shapes.nullableText("The organization of the account."),
  });

/** A notification has only the id of what changed, so the view shows no more than a title. */
function change(odataType: string, changeType: string, thing: string, title: string): EventDef {
  const shape = payload(thing);
  return event({
    description: `${title}.`,
    match: (_, item) =>
      valueAt(item, "changeType") === changeType &&
      String(valueAt(valueAt(item, "resourceData"), "@odata.type")).toLowerCase() === odataType,
    raw: Notification,
    shape,
    map: (raw) => ({
      id: raw.resourceData.id,
      change: raw.changeType,
      etag: raw.resourceData["@odata.etag"] ?? null,
      subscription_id: raw.subscriptionId,
      tenant_id: raw.tenantId ?? null,
    }),
    view: (_: Static<typeof shape>) => ({ title, summary: null, actor: null, url: null, occurredAt: null }),
  });
}
const MESSAGE = "#microsoft.graph.message";
const EVENT = "#microsoft.graph.event";

/** The clientState of all notifications in a delivery; null where one lacks it or differs. */
function clientState({ headers, json }: Delivery): string | null {
  if (!headers.get("content-type")?.toLowerCase().startsWith("application/json")) return null;
  const items = valueAt(json, "value");
  const states = new Set(Array.isArray(items) ? items.map((item) => valueAt(item, "clientState")) : []);
  const [state] = states;
  return states.size === 1 && typeof state === "string" ? state : null;
}

/** The user's id in `Users/<id>/Messages/<id>` or `Users/<id>@<tenant>/Messages/<id>`. */
function userOf(resource: unknown): string | null {
  return String(resource).match(/^\/?users\/([^/@]+)(?:@[^/]*)?\//i)?.[1] ?? null;
}

export const webhook: Webhook = {
  // Plain notifications are not signed; they repeat the secret of their subscription.
  signsBody: false,
  verify: sharedToken(clientState),
  // Graph validates the address of a new subscription. Without a secret no delivery could be verified, so it fails.
  handshake: ({ query, method, json }, { webhook: secret }) => {
    const token = query.get("validationToken");
    if (!secret || !token || token.length > MAX_TOKEN || method !== "POST" || valueAt(json, "value") !== undefined)
      return null;
    return { type: "text/plain", body: token };
  },
  items: "value",
  // Graph retries a delivery for hours. The version after a change identifies the change.
  deliveryId: (_, item) => {
    const data = valueAt(item, "resourceData");
    const parts = [
      valueAt(item, "subscriptionId"),
      valueAt(item, "changeType"),
      valueAt(data, "id"),
      valueAt(data, "@odata.etag") ?? "",
    ];
    return parts.every((part) => typeof part === "string") ? parts.join(":") : null;
  },
  subject: (_, item) => {
    const id = userOf(valueAt(item, "resource"));
    return id === null ? null : { matches: "identity", id };
  },
  events: {
    "mail.message_received": change(MESSAGE, "created", "email", "New email in Outlook"),
    "mail.message_updated": change(MESSAGE, "updated", "email", "Email changed in Outlook"),
    "mail.message_deleted": change(MESSAGE, "deleted", "email", "Email deleted in Outlook"),
    "calendar.event_created": change(EVENT, "created", "event", "New event in the Outlook calendar"),
    "calendar.event_updated": change(EVENT, "updated", "event", "Event changed in the Outlook calendar"),
    "calendar.event_deleted": change(EVENT, "deleted", "event", "Event deleted in the Outlook calendar"),
  },
};
