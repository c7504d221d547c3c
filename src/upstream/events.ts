// Reads the events of a verified delivery: type, subjects, the inbox's view.
import { type Delivery, type EventSubject, type EventView, valueAt, type Webhook } from "../plugin/index.ts";
import { checkerOf } from "../schema/check.ts";

export interface FoundEvent {
  type: string;
  /** Null where the provider sends no id. */
  deliveryId: string | null;
  /** Without duplicates; empty where the event is nobody's. */
  subjects: EventSubject[];
  view: EventView;
  payload: unknown;
  item: unknown;
}

/** Events per delivery; the largest batch of a provider is 100 (HubSpot). */
const MAX_EVENTS = 1_000;

/** The delivery's events that the plugin declares; others are left out. */
export function eventsIn(webhook: Webhook, delivery: Delivery): FoundEvent[] {
  return itemsOf(webhook, delivery).flatMap((item) => {
    for (const [type, def] of Object.entries(webhook.events)) {
      if (!def.match(delivery, item) || !checkerOf(def.raw).Check(item)) continue;
      const payload = def.map(item as never, delivery);
      if (payload === null) continue;
      const view = def.view(payload as never);
      const deliveryId = webhook.deliveryId(delivery, item);
      return [{ type, deliveryId, subjects: subjectsOf(webhook, delivery, item), view, payload, item }];
    }
    return [];
  });
}

function subjectsOf(webhook: Webhook, delivery: Delivery, item: unknown): EventSubject[] {
  const found = [webhook.subject(delivery, item)].flat().filter((subject) => subject !== null);
  return [...new Map(found.map((subject) => [`${subject.matches} ${subject.id}`, subject])).values()];
}

function itemsOf({ items }: Webhook, { json }: Delivery): unknown[] {
  if (items === undefined) return [json];
  const list = valueAt(json, items || undefined);
  return Array.isArray(list) ? list.slice(0, MAX_EVENTS) : [];
}
