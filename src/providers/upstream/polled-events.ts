// Reads what a poll found: which of the source's events each item is, under which id, and the inbox's view of it.

import { checkerOf } from "../../foundation/schema/check.ts";
import type { EventView, PolledEventDef, Source, SourceContext } from "../../plugin/index.ts";

/** An item of a poll that is an event. */
export interface PolledEvent {
  type: string;
  /** Equal however often the item is read. */
  id: string;
  payload: unknown;
  view: Required<EventView>;
}

/** The events among the items of a page, in its order; items that are none are left out. */
export function polledEvents(source: Source, items: readonly unknown[], context: SourceContext): PolledEvent[] {
  return items.flatMap((item) => polledEventIn(source, item, context) ?? []);
}

/** The event that an item is; null where it is none. */
export function polledEventIn(source: Source, item: unknown, context: SourceContext): PolledEvent | null {
  const [event] = kindsOf(source, item);
  if (!event) return null;
  const [type, def] = event;
  const payload = def.map(item as never, context);
  if (payload === null) return null;
  return { type, id: def.id(item as never, payload as never), payload, view: def.view(payload as never) };
}

/** The kinds of event that an item matches; the first one counts. */
export function kindsOf(source: Source, item: unknown): [type: string, def: PolledEventDef][] {
  return Object.entries(source.events ?? {}).filter(
    ([, def]) => (def.match?.(item) ?? true) && checkerOf(def.raw).Check(item),
  );
}
