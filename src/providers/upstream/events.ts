// Reads a verified delivery: its items, whose they are, which sources they wake, and the inbox's view of each event.

import { checkerOf } from "../../foundation/schema/check.ts";
import {
  type Delivery,
  type EventDef,
  type EventSubject,
  type EventView,
  type UpstreamResponse,
  valueAt,
  type Webhook,
} from "../../plugin/index.ts";

/** One item of a delivery that means something to the gateway. */
export interface DeliveredItem {
  item: unknown;
  /** Its place in the delivery. */
  index: number;
  /** Null where the provider sends no id. */
  deliveryId: string | null;
  /** Without duplicates; empty where the item is nobody's. */
  subjects: EventSubject[];
  /** Names of the sources that it wakes. */
  wakes: string[];
  /** Whether it says that the provider has dropped the subscription. */
  drops: boolean;
  /** The event that it is; null where it only wakes or drops. */
  event: { type: string; def: EventDef } | null;
}

/** Items per delivery; the largest batch of a provider is 100 (HubSpot). */
const MAX_ITEMS = 1_000;

/** The delivery's items that the plugin declares something about; others are left out. */
export function itemsIn(webhook: Webhook, delivery: Delivery): DeliveredItem[] {
  return listOf(webhook, delivery).flatMap((item, index) => {
    const event = eventOf(webhook, delivery, item);
    const wakes = Object.entries(webhook.wakes ?? {}).flatMap(([name, isWoken]) =>
      isWoken(delivery, item) ? [name] : [],
    );
    const drops = webhook.drops?.(delivery, item) ?? false;
    if (!event && wakes.length === 0 && !drops) return [];
    const deliveryId = webhook.deliveryId(delivery, item);
    return [{ item, index, deliveryId, subjects: subjectsOf(webhook, delivery, item), wakes, drops, event }];
  });
}

function eventOf(webhook: Webhook, delivery: Delivery, item: unknown): DeliveredItem["event"] {
  for (const [type, def] of Object.entries(webhook.events)) {
    if (def.match(delivery, item) && checkerOf(def.raw).Check(item)) return { type, def };
  }
  return null;
}

/** The event's payload and view; null where the plugin finds that the item is none. */
export function mapEvent(
  def: EventDef,
  item: unknown,
  delivery: Delivery,
  fetched: UpstreamResponse | null,
): { payload: unknown; view: EventView } | null {
  const payload = def.map(item as never, delivery, fetched);
  return payload === null ? null : { payload, view: def.view(payload as never) };
}

function subjectsOf(webhook: Webhook, delivery: Delivery, item: unknown): EventSubject[] {
  const found = [webhook.subject?.(delivery, item) ?? null].flat().filter((subject) => subject !== null);
  return [...new Map(found.map((subject) => [`${subject.matches} ${subject.id}`, subject])).values()];
}

function listOf({ items }: Webhook, { json }: Delivery): unknown[] {
  if (items === undefined) return [json];
  const list = valueAt(json, items || undefined);
  return Array.isArray(list) ? list.slice(0, MAX_ITEMS) : [];
}
