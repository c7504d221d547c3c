// Graph's change notifications: learn.microsoft.com/graph/change-notifications-delivery-webhooks.
import { entryOf, type InboundWebhook, sharedToken, textAt, valueAt, type Webhook } from "gateway/plugin";

/** Longest validation token that is echoed; Graph's own have some hundred characters. */
const MAX_TOKEN = 2_048;

/** The clientState of all notifications in an inbound webhook; null where one lacks it or differs. */
function clientState({ headers, json }: InboundWebhook): string | null {
  if (!headers.get("content-type")?.toLowerCase().startsWith("application/json")) return null;
  const items = valueAt(json, "value");
  const states = new Set(Array.isArray(items) ? items.map((item) => valueAt(item, "clientState")) : []);
  const [state] = states;
  return states.size === 1 && typeof state === "string" ? state : null;
}

type Name = "mail" | "calendar" | "drive";
const SOURCES: Readonly<Record<string, Name>> = {
  "#microsoft.graph.message": "mail",
  "#microsoft.graph.event": "calendar",
  "#microsoft.graph.driveitem": "drive",
};

/** The source that a notification names; null where it names none, as that of missed changes may. */
function sourceOf(item: unknown): Name | null {
  const type = textAt(valueAt(item, "resourceData"), "@odata.type");
  const resource = textAt(item, "resource") ?? "";
  return (
    entryOf(SOURCES, type?.toLowerCase()) ??
    (/\/messages\b/i.test(resource) ? "mail" : /\/events\b/i.test(resource) ? "calendar" : null) ??
    (/\bdrives?\//i.test(resource) ? "drive" : null)
  );
}

const lifecycleOf = (item: unknown) => textAt(item, "lifecycleEvent");

/** Notifications of changes, and of missed ones, trigger the poll; an address has but one, so an unnamed one may be any. */
const triggers = (name: Name) => (_: InboundWebhook, item: unknown) => {
  const isChange = lifecycleOf(item) === "missed" || typeof valueAt(item, "changeType") === "string";
  return isChange && (sourceOf(item) ?? name) === name;
};

export const webhook: Webhook = {
  // Plain notifications are not signed; they repeat the secret of their subscription.
  signsBody: false,
  verify: sharedToken(clientState, { secret: "subscription" }),
  // Graph validates the address while it makes a subscription. Only a source's own address has a subscription's secret.
  handshake: ({ query, method, json }, { subscription }) => {
    const token = query.get("validationToken");
    if (
      !subscription ||
      !token ||
      token.length > MAX_TOKEN ||
      method !== "POST" ||
      valueAt(json, "value") !== undefined
    )
      return null;
    return { type: "text/plain", body: token };
  },
  items: "value",
  // Graph retries an inbound webhook for hours. The version after a change identifies the change; notifications of a drive have none.
  eventId: (_, item) => {
    const data = valueAt(item, "resourceData");
    const parts = [
      valueAt(item, "subscriptionId"),
      valueAt(item, "changeType"),
      valueAt(data, "id"),
      valueAt(data, "@odata.etag") ?? "",
    ];
    return parts.every((part) => typeof part === "string") ? parts.join(":") : null;
  },
  triggersPoll: { mail: triggers("mail"), calendar: triggers("calendar"), drive: triggers("drive") },
  // A subscription that Graph wants to be authorized anew delivers nothing until then; a new one does at once.
  endsSubscription: (_, item) => ["subscriptionRemoved", "reauthorizationRequired"].includes(lifecycleOf(item) ?? ""),
  events: {},
};
