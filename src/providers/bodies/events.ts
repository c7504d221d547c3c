// Reads a body of server-sent events to its end.
import { createParser } from "eventsource-parser";
import { parseExactly } from "../../foundation/schema/exact-json.ts";
import { lineFeeds } from "./line-ends.ts";
import { UnreadableBody } from "./unreadable.ts";

const MAX_EVENTS = 10_000;

interface BodyEvents {
  events: { event: string; id: string | null; data: string }[];
  /** The JSON of the last event whose data is JSON; null where there is none. */
  last: unknown;
}

/** Throws `UnreadableBody` where a body has no event. */
export function readEvents(text: string): BodyEvents {
  const events: BodyEvents["events"] = [];
  const parser = createParser({
    onEvent({ event = "message", id = null, data }) {
      if (events.length === MAX_EVENTS) throw new UnreadableBody("too_large", `has more than ${MAX_EVENTS} events`);
      events.push({ event, id, data });
    },
  });
  // Servers that close right after the last event may leave out the empty line that ends it.
  parser.feed(`${lineFeeds()(text)}\n\n`);
  if (events.length === 0) throw new UnreadableBody("not_sse", "has no server-sent event");
  return { events, last: lastJson(events) };
}

function lastJson(events: BodyEvents["events"]): unknown {
  for (const { data } of events.toReversed()) {
    try {
      return parseExactly(data);
    } catch {
      // Data that is not JSON, such as the mark of an end.
    }
  }
  return null;
}
