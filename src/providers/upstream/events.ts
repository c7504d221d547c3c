// Reads a verified inbound webhook: its items, whose they are, which polls they trigger, and the inbox's view of each event.

import { checkerOf } from "../../foundation/schema/check.ts";
import {
  type CallIdentity,
  type EventDef,
  type EventSubject,
  type EventView,
  type InboundWebhook,
  type UpstreamResponse,
  valueAt,
  type Webhook,
} from "../../plugin/index.ts";

/** One item of an inbound webhook that means something to the gateway. */
export interface WebhookItem {
  item: unknown;
  /** Its place in the list. */
  index: number;
  /** Null where the provider sends no id. */
  eventId: string | null;
  /** Without duplicates; empty where the item is nobody's. */
  subjects: EventSubject[];
  /** Names of the sources whose polls it triggers. */
  triggeredPolls: string[];
  /** Whether it says that the provider has ended the subscription. */
  endsSubscription: boolean;
  /** The event that it is; null where it only triggers polls or ends the subscription. */
  event: { type: string; def: EventDef } | null;
}

/** Items of one inbound webhook; the largest batch of a provider is 100 (HubSpot). */
const MAX_ITEMS = 1_000;

/** Its items that the plugin declares something about; others are left out. */
export function itemsIn(webhook: Webhook, inbound: InboundWebhook): WebhookItem[] {
  return listOf(webhook, inbound).flatMap((item, index) => {
    const event = eventOf(webhook, inbound, item);
    const triggeredPolls = Object.entries(webhook.triggersPoll ?? {}).flatMap(([name, isTrigger]) =>
      isTrigger(inbound, item) ? [name] : [],
    );
    const endsSubscription = webhook.endsSubscription?.(inbound, item) ?? false;
    if (!event && triggeredPolls.length === 0 && !endsSubscription) return [];
    const eventId = webhook.eventId(inbound, item);
    return [
      { item, index, eventId, subjects: subjectsOf(webhook, inbound, item), triggeredPolls, endsSubscription, event },
    ];
  });
}

function eventOf(webhook: Webhook, inbound: InboundWebhook, item: unknown): WebhookItem["event"] {
  for (const [type, def] of Object.entries(webhook.events)) {
    if (def.match(inbound, item) && checkerOf(def.raw).Check(item)) return { type, def };
  }
  return null;
}

/** The event's payload and view; null where the plugin finds that the item is none. */
export function mapEvent(
  def: EventDef,
  item: unknown,
  inbound: InboundWebhook,
  fetched: UpstreamResponse | null,
  identity: CallIdentity,
): { payload: unknown; view: Required<EventView> } | null {
  const payload = def.map(item as never, inbound, fetched, identity);
  return payload === null ? null : { payload, view: def.view(payload as never) };
}

function subjectsOf(webhook: Webhook, inbound: InboundWebhook, item: unknown): EventSubject[] {
  const found = [webhook.subject?.(inbound, item) ?? null].flat().filter((subject) => subject !== null);
  return [...new Map(found.map((subject) => [`${subject.matches} ${subject.id}`, subject])).values()];
}

function listOf({ items, bodyFormat }: Webhook, { json }: InboundWebhook): unknown[] {
  if (items === undefined) return [json];
  const found = valueAt(json, items || undefined);
  // In XML a list of one looks like a single thing.
  const list = bodyFormat === "xml" && found !== undefined ? [found].flat() : found;
  return Array.isArray(list) ? list.slice(0, MAX_ITEMS) : [];
}
