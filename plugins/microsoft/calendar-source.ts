// The source of changes in the user's Outlook calendar: a subscription that triggers a delta query of a year.
import {
  asTime,
  checked,
  nullable,
  type Poll,
  type PolledEventDef,
  path,
  polledEvent,
  type Source,
  type Static,
  t,
  textAt,
} from "gateway/plugin";
import { event, toEvent } from "./calendar-event.ts";
import { DAY_MS, deltaPage, isoTime, linkRequest, MINUTE_MS, PAGE_SIZE, removalOf } from "./delta.ts";
import { prefer } from "./odata.ts";
import { LIFE, subscriptionTo } from "./subscription.ts";

const HEADERS = prefer({ body: "text", pageSize: PAGE_SIZE });

const Position = t.Object({
  /** Where the changes go on; null where the list starts anew. */
  link: nullable(t.String()),
  /** Whether the list still enumerates what is there, old events too. */
  isListing: t.Boolean(),
  /** When the source was made. */
  from: t.String(),
  /** When all changes were read last. */
  readAt: t.String(),
  /** When the list started. Graph fixes its days then. */
  listedAt: t.String(),
});
type Position = Static<typeof Position>;

/** Days before and after now that a list covers, and days after which it starts anew. */
const PAST_DAYS = 1;
const FUTURE_DAYS = 366;
const LISTED_DAYS = 30;
/** How far before the last reading a change may lie that was not shown then. */
const OVERLAP_MS = 60 * MINUTE_MS;
/** Outlook goes on writing for some seconds after a creation. */
const SETTLES_MS = 10_000;

const timeAt = (item: unknown, name: string) => Date.parse(asTime(textAt(item, name)) ?? "");

/**
 * What a list's entry tells. Graph does not say whether an event is new: it is where it was created since the last reading,
 * which two readings may find, so its key is the id alone. Events of a series change with their series and are left out.
 */
export function changesIn(item: unknown, { from, readAt, isListing }: Pick<Position, "from" | "readAt" | "isListing">) {
  const id = textAt(item, "id") ?? "";
  const removal = removalOf(item);
  if (removal !== null)
    return removal === "deleted" ? [{ change: "deleted", key: `${id}:deleted`, event: { id } }] : [];
  if (textAt(item, "type") === "occurrence") return [];
  const since = Math.max(Date.parse(from), Date.parse(readAt) - OVERLAP_MS);
  const [created, modified] = [timeAt(item, "createdDateTime"), timeAt(item, "lastModifiedDateTime")];
  if (isListing && !(modified >= since)) return [];
  const isNew = created >= since;
  const isChanged = !isNew || modified - created > SETTLES_MS;
  const version = textAt(item, "changeKey") ?? textAt(item, "lastModifiedDateTime") ?? textAt(item, "@odata.etag");
  return [
    ...(isNew ? [{ change: "created", key: `${id}:created`, event: item }] : []),
    ...(isChanged ? [{ change: "updated", key: `${id}:${version}`, event: item }] : []),
  ];
}

const listAround = (now: number) => ({
  path: path`/me/calendarView/delta`,
  query: { startDateTime: isoTime(now - PAST_DAYS * DAY_MS), endDateTime: isoTime(now + FUTURE_DAYS * DAY_MS) },
  headers: HEADERS,
});

const poll: Poll = {
  start: async ({ now }) => {
    const time = isoTime(now);
    return JSON.stringify({ link: null, isListing: true, from: time, readAt: time, listedAt: time });
  },
  next: async (text, { now }, upstream) => {
    const position = checked(Position, JSON.parse(text));
    const { link } = position;
    const anew = { link: null, isListing: true };
    const response =
      link === null
        ? await upstream.request(listAround(now))
        : await upstream.attempt(linkRequest(link, HEADERS), ["not_found"]);
    // Graph has forgotten the link (410). The new list has what changed meanwhile, but not what was deleted.
    if (response === null) return { items: [], position: JSON.stringify({ ...position, ...anew }), more: true };
    const page = deltaPage(response.json);
    const listedAt = link === null ? isoTime(now) : position.listedAt;
    const isOld = now - Date.parse(listedAt) > LISTED_DAYS * DAY_MS;
    const after: Position = page.more
      ? { ...position, link: page.link, listedAt }
      : {
          ...position,
          readAt: isoTime(now),
          listedAt,
          ...(isOld ? anew : { link: page.link, isListing: false }),
        };
    return {
      items: page.items.flatMap((item) => changesIn(item, position)),
      position: JSON.stringify(after),
      more: page.more,
    };
  },
};

function change(what: "created" | "updated", description: string): PolledEventDef {
  return polledEvent({
    description,
    match: (item) => textAt(item, "change") === what,
    id: ({ key }) => key,
    raw: t.Object({ key: t.String(), event: event.raw }),
    shape: event.shape,
    map: (raw) => toEvent(raw.event),
    view: ({ title, start, organizer, url, updated_at }) => ({
      title: title || "(no title)",
      summary: start?.date ?? start?.date_time ?? null,
      actor: organizer ? (organizer.name ?? organizer.email) : null,
      url,
      occurredAt: updated_at,
    }),
  });
}

export const calendarSource: Source<"calendar.read"> = {
  description: "New, changed and deleted events of the user's main Outlook calendar that lie within a year.",
  permission: "calendar.read",
  push: subscriptionTo("/me/events", "created,updated,deleted", LIFE.outlook),
  poll,
  events: {
    "calendar.event_created": change("created", "A new event in the Outlook calendar."),
    "calendar.event_updated": change("updated", "An event in the Outlook calendar changed."),
    "calendar.event_deleted": polledEvent({
      description: "An event in the Outlook calendar was deleted.",
      match: (item) => textAt(item, "change") === "deleted",
      id: ({ key }) => key,
      raw: t.Object({ key: t.String(), event: t.Object({ id: t.String() }) }),
      shape: t.Object({
        id: t.String({ description: "Id of the event; Microsoft Graph returns nothing else about it." }),
      }),
      map: (raw) => ({ id: raw.event.id }),
      view: () => ({
        title: "An event was deleted in the Outlook calendar",
      }),
    }),
  },
};
