// Google's and Outlook's calendars as far as guests, entity tags and weekly series go: a `fetch` in the providers' place.
import { instantsOf, offsetAt, wallTimeAt, zoneOf } from "../../src/plugin/wall-times.ts";

type Event = Record<string, unknown> & { id: string };
type Guest = Record<string, unknown>;

export interface CalendarStub {
  fetch(href: string, init: RequestInit): Promise<Response>;
  /** Requests, as method and path. */
  log: string[];
  event(id: string): Event;
  /** Called before a change is looked at, as if somebody else were at it too. */
  beforeChange: () => void;
}

const WEEK_MS = 7 * 86_400_000;

/** Starts of a series' first three events, as the zone's clocks show them. */
function weekly(wall: string): string[] {
  return [0, 1, 2].map((week) => new Date(Date.parse(`${wall}Z`) + week * WEEK_MS).toISOString().slice(0, 19));
}

/** What a patch leaves of an object: fields that are sent replace, null clears. */
function patched(found: object, changes: object): object {
  return Object.fromEntries(Object.entries({ ...found, ...changes }).filter(([, value]) => value !== null));
}

const google = {
  tag: "etag",
  refusal: { error: { code: 412, message: "Precondition Failed", errors: [{ reason: "conditionNotMet" }] } },
  /** A list replaces the one that is there, and an entry without an answer has not given one. */
  guests: (sent: Guest[], changes: object, before: Guest[]): Guest[] =>
    "attendeesOmitted" in changes
      ? before.map((entry) => ({
          ...entry,
          responseStatus: sent.find(({ email }) => email === entry.email)?.responseStatus ?? entry.responseStatus,
        }))
      : sent.map((entry) => ({ responseStatus: "needsAction", ...entry })),
  read: (event: Event, url: URL): object => {
    const { attendees = [], ...rest } = event as { attendees?: Guest[] };
    if (attendees.length <= Number(url.searchParams.get("maxAttendees") ?? Number.POSITIVE_INFINITY)) return event;
    return { ...rest, attendees: attendees.filter(({ self }) => self), attendeesOmitted: true };
  },
  occurrences: (event: Event): object[] => {
    const { dateTime, timeZone } = event.start as { dateTime: string; timeZone: string };
    return weekly(dateTime.slice(0, 19)).map((wall) => {
      const offset = offsetAt(instantsOf(wall, timeZone)[0] as number, timeZone);
      return { ...event, start: { dateTime: wall + offset, timeZone } };
    });
  },
};

/** A time of Graph's, in the zone that the request prefers. */
function preferred(time: unknown, headers: Headers): unknown {
  const { dateTime, timeZone } = time as { dateTime: string; timeZone: string };
  const zone = /outlook\.timezone="([^"]+)"/.exec(headers.get("prefer") ?? "")?.[1] ?? "UTC";
  const ms = instantsOf(dateTime.slice(0, 19), zoneOf(timeZone) ?? "")[0] as number;
  return { dateTime: `${wallTimeAt(ms, zoneOf(zone) ?? "")}.0000000`, timeZone: zone };
}

const outlook = {
  tag: "@odata.etag",
  refusal: { error: { code: "ErrorIrresolvableConflict", message: "The change key does not match." } },
  guests: (sent: Guest[]): Guest[] => sent.map((entry) => ({ status: { response: "none" }, ...entry })),
  read: (event: Event, _: URL, headers: Headers): object => ({
    ...event,
    ...(event.start !== undefined && { start: preferred(event.start, headers), end: preferred(event.end, headers) }),
  }),
  occurrences: (event: Event, headers: Headers): object[] => {
    const { dateTime } = event.start as { dateTime: string };
    const { recurrenceTimeZone: timeZone } = (event.recurrence as { range: { recurrenceTimeZone: string } }).range;
    return weekly(dateTime).map((wall) => ({ ...event, start: preferred({ dateTime: wall, timeZone }, headers) }));
  },
};

export function calendarStub(): CalendarStub {
  const events = new Map<string, Event>();
  let version = 0;
  const stub: CalendarStub = {
    fetch: respond,
    log: [],
    event: (id) => events.get(id) as Event,
    beforeChange: () => {},
  };
  async function respond(href: string, init: RequestInit): Promise<Response> {
    const url = new URL(href);
    const headers = new Headers(init.headers);
    const method = init.method ?? "GET";
    stub.log.push(`${method} ${url.pathname}`);
    const provider = url.hostname === "www.googleapis.com" ? google : outlook;
    const id = /\/events\/([^/]+)$/.exec(url.pathname)?.[1];
    if (method === "GET" && id === undefined) {
      const found = [...events.values()].flatMap((event) => provider.occurrences(event, headers as never));
      return Response.json({ items: found, value: found });
    }
    const found = id === undefined ? { id: `e${events.size + 1}` } : (events.get(id) as Event);
    if (method === "GET") return Response.json(provider.read(found, url, headers));
    stub.beforeChange();
    const condition = headers.get("if-match");
    const current = events.get(found.id) ?? found;
    if (condition !== null && condition !== current[provider.tag])
      return Response.json(provider.refusal, { status: 412 });
    const changes = JSON.parse(String(init.body)) as { attendees?: Guest[] };
    const attendees = changes.attendees && {
      attendees: provider.guests(changes.attendees, changes, (current.attendees ?? []) as Guest[]),
    };
    const tag = { [provider.tag]: `"v${++version}"` };
    const changed = { ...patched(current, { ...changes, ...attendees }), ...tag, id: found.id };
    events.set(found.id, changed);
    return Response.json(provider.read(changed, url, headers));
  }
  return stub;
}
