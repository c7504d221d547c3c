// Changes in the main calendar: a channel says that there are some, the list with a sync token says which.
import {
  checked,
  type PolledEventDef,
  path,
  polledEvent,
  Refusal,
  type Source,
  type SourceContext,
  t,
  type UpstreamResponse,
} from "gateway/plugin";
import { event, mapEvent, PRIMARY, RawEvent } from "./calendar-event.ts";
import { CALENDAR_STOP, channelPush } from "./channel.ts";

const EVENTS = path`/calendar/v3/calendars/${PRIMARY}/events`;
const PAGE = 250;
/** The list must be read to its end once for its first sync token: 2,500 events a page. */
const FULL_PAGE = 2_500;
const MAX_FULL_PAGES = 40;

const List = t.Object({
  items: t.Optional(t.Array(t.Unknown())),
  nextPageToken: t.Optional(t.String()),
  nextSyncToken: t.Optional(t.String()),
});

/** `at` is when the sync token was read, by Google's clock: what was created later is new. */
const Position = t.Object({ sync: t.String(), at: t.Integer(), page: t.Optional(t.String()) });

/** Unix milliseconds by the provider's clock. */
function timeOf({ headers }: UpstreamResponse, { now }: SourceContext): number {
  const date = Date.parse(headers.get("date") ?? "");
  return Number.isNaN(date) ? now : date;
}

const Changed = t.Object({ event: RawEvent, isNew: t.Boolean() });
const isCancelled = (item: unknown) => (item as { event?: { status?: unknown } }).event?.status === "cancelled";
const isNew = (item: unknown) => (item as { isNew?: unknown }).isNew === true;

function changeEvent(what: "created" | "updated" | "deleted", match: (item: unknown) => boolean): PolledEventDef {
  return polledEvent({
    description: `An event in the main Google calendar was ${what}; a recurring event is reported once.`,
    match,
    // Of a deleted event Google promises the id alone.
    id: ({ event: raw }) => [raw.id, what === "deleted" ? what : "changed", raw.updated ?? raw.etag ?? ""].join(" "),
    raw: Changed,
    shape: event.shape,
    map: ({ event: raw }) => mapEvent(raw, PRIMARY),
    view: ({ title, location, organizer, url, created_at, updated_at }) => ({
      title: `${title || "An event"} was ${what}`,
      summary: location,
      actor: organizer?.name ?? organizer?.email ?? null,
      url,
      occurredAt: (what === "created" ? created_at : updated_at) ?? null,
    }),
  });
}

export const calendarSource: Source<"calendar.read"> = {
  description: "Events that are created, changed and deleted in the main Google calendar.",
  permission: "calendar.read",
  push: channelPush({ path: path`/calendar/v3/calendars/${PRIMARY}/events/watch` }, CALENDAR_STOP),
  poll: {
    start: async (context, upstream) => {
      let pageToken: string | undefined;
      for (let page = 0; page < MAX_FULL_PAGES; page++) {
        const query = { maxResults: FULL_PAGE, fields: "nextPageToken,nextSyncToken", pageToken };
        const response = await upstream.request({ path: EVENTS, query });
        const { nextPageToken, nextSyncToken: sync } = checked(List, response.json);
        if (sync !== undefined) return JSON.stringify({ sync, at: timeOf(response, context) });
        if (nextPageToken === undefined)
          throw new Refusal("error", "Google's list of events has no next page and no sync token.", "unexpected_shape");
        pageToken = nextPageToken;
      }
      throw new Refusal("error", "The calendar's list of events has no end.", "unexpected_shape");
    },
    next: async (position, context, upstream) => {
      const { sync, at, page } = checked(Position, JSON.parse(position));
      const query = { syncToken: sync, pageToken: page, maxResults: PAGE };
      const response = await upstream.request({ path: EVENTS, query });
      const { items = [], nextPageToken, nextSyncToken } = checked(List, response.json);
      const changed = items.map((item) => ({ event: item, isNew: createdAt(item) >= at }));
      if (nextPageToken !== undefined)
        return { items: changed, more: true, position: JSON.stringify({ sync, at, page: nextPageToken }) };
      const next = { sync: nextSyncToken ?? sync, at: timeOf(response, context) };
      return { items: changed, more: false, position: JSON.stringify(next) };
    },
    // Google forgets sync tokens, then says 410.
    positionLostOn: ["not_found"],
  },
  events: {
    "calendar.event_created": changeEvent("created", (item) => !isCancelled(item) && isNew(item)),
    "calendar.event_updated": changeEvent("updated", (item) => !isCancelled(item) && !isNew(item)),
    "calendar.event_deleted": changeEvent("deleted", isCancelled),
  },
};

/** Unix milliseconds; NaN where Google does not say. */
const createdAt = (item: unknown) => Date.parse(String((item as { created?: unknown } | null)?.created));
