// Endpoints of the Outlook calendar: events and calendars.
import {
  changesGuests,
  deleted,
  endpoint,
  field,
  many,
  maybeText,
  one,
  oneOf,
  path,
  record,
  resource,
  type Static,
  t,
  type UpstreamPath,
  type UpstreamRequest,
} from "gateway/plugin";
import { EVENT_FIELDS, event } from "./calendar-event.ts";
import { updateGuests } from "./calendar-guests.ts";
import { EventChanges, eventBody, NewEvent } from "./calendar-input.ts";
import { instant, literal, Nothing, paged, prefer, timeZone } from "./odata.ts";

const DAY_MS = 86_400_000;
/** Span of a list with only one of `since` and `until`. */
const DEFAULT_SPAN_DAYS = 31;

const id = "Id of the event, from microsoft_list_events.";
const calendarId = t.Optional(
  t.String({
    minLength: 1,
    maxLength: 512,
    pattern: "^(?!\\.{1,2}$)[^/\\\\?#%\\x00-\\x1f\\x7f]+$",
    description: "Id of the calendar, from microsoft_list_calendars; the default is the user's main one.",
  }),
);
const zone = t.Optional(timeZone("IANA or Windows time zone for the times in the response; the default is UTC."));
const eventQuery = t.Object({ calendar_id: calendarId, time_zone: zone });

/** Requests plain text, and times in the caller's zone. */
const preferHeader = (query: { time_zone?: string }) => prefer({ timeZone: query.time_zone, body: "text" });

function eventsPath(calendar: string | undefined): UpstreamPath {
  return calendar === undefined ? path`/me/events` : path`/me/calendars/${calendar}/events`;
}
function eventPath(eventId: string, calendar: string | undefined): UpstreamPath {
  return calendar === undefined ? path`/me/events/${eventId}` : path`/me/calendars/${calendar}/events/${eventId}`;
}

function readRequest(eventId: string, query: Static<typeof eventQuery>): UpstreamRequest {
  return {
    path: eventPath(eventId, query.calendar_id),
    query: { $select: `${EVENT_FIELDS},createdDateTime,lastModifiedDateTime` },
    headers: preferHeader(query),
  };
}

interface ListQuery {
  calendar_id?: string;
  q?: string;
  since?: string;
  until?: string;
  time_zone?: string;
}

/** With `since` or `until` Graph lists each event of a series, without them each series once. */
function listRequest(query: ListQuery): UpstreamRequest {
  const { calendar_id: calendar, since, until } = query;
  const isView = since !== undefined || until !== undefined;
  const shifted = (time: string, days: number) => new Date(Date.parse(time) + days * DAY_MS).toISOString();
  const viewPath = calendar === undefined ? path`/me/calendarView` : path`/me/calendars/${calendar}/calendarView`;
  return {
    path: isView ? viewPath : eventsPath(calendar),
    query: {
      $select: EVENT_FIELDS,
      startDateTime:
        since !== undefined ? instant(since) : until !== undefined ? shifted(until, -DEFAULT_SPAN_DAYS) : undefined,
      endDateTime:
        until !== undefined ? instant(until) : since !== undefined ? shifted(since, DEFAULT_SPAN_DAYS) : undefined,
      $filter: query.q === undefined ? undefined : `contains(subject,${literal(query.q)})`,
      // Graph may refuse $orderby beside a filter on another field.
      $orderby: query.q !== undefined ? undefined : isView ? "start/dateTime" : "start/dateTime desc",
    },
    headers: preferHeader(query),
  };
}

const Calendar = record({
  id: field.text(),
  name: field.of({ raw: maybeText, shape: t.String(), map: (name) => name ?? "" }),
  is_primary: field.flag({ from: "isDefaultCalendar" }),
  can_edit: field.flag({ from: "canEdit" }),
  can_share: field.flag({ from: "canShare" }),
  color: field.nonEmptyText({ from: "hexColor" }),
  owner: field.nullableOne(record({ name: field.nullableText(), email: field.nullableText({ from: "address" }) })),
});

const RESPONSE_ACTIONS = { accepted: "accept", tentative: "tentativelyAccept", declined: "decline" } as const;

export const calendarEndpoints = {
  list_events: endpoint({
    method: "GET",
    path: "/calendar/events",
    permission: "calendar.read",
    description:
      "List or search events in the Outlook calendar. With `since` or `until`, each occurrence of a series is listed; with only one of the two, the list covers 31 days.",
    keywords: ["meetings", "appointments", "agenda", "schedule", "what is on today", "upcoming"],
    query: t.Object({
      ...eventQuery.properties,
      q: t.Optional(t.String({ minLength: 1, maxLength: 255, description: "Text that the title contains." })),
      since: t.Optional(
        t.String({
          format: "date-time",
          previousNames: ["from"],
          description: "Only events that end after this time, such as 2026-02-01T00:00:00Z.",
        }),
      ),
      until: t.Optional(
        t.String({
          format: "date-time",
          previousNames: ["to"],
          description: "Only events that start before this time.",
        }),
      ),
    }),
    upstream: ({ query }) => listRequest(query),
    returns: many("events", event, { at: "value", pagination: paged(1000) }),
  }),
  get_event: endpoint({
    method: "GET",
    path: "/calendar/events/{id}",
    permission: "calendar.read",
    description: "Get one event in the Outlook calendar: time, place, guests and their answers, Teams link.",
    keywords: ["meeting", "appointment", "event details"],
    params: { id },
    query: eventQuery,
    upstream: ({ params, query }) => readRequest(params.id, query),
    returns: one(event),
  }),
  create_event: endpoint({
    method: "POST",
    recipients: ["attendees.email", "calendar_id"],
    reaches: { when: ["attendees", "calendar_id"] },
    path: "/calendar/events",
    permission: "calendar.write",
    description:
      "Create an event in the Outlook calendar, with guests, a reminder, repetition or a Teams link. Guests are always invited by email.",
    keywords: ["schedule meeting", "book appointment", "invite", "plan", "add to agenda", "block time"],
    query: eventQuery,
    body: NewEvent,
    readAs: {
      add_teams: "meeting_url",
      transaction_id: { absent: "It keeps a repeated call from creating a second event." },
    },
    upstream: ({ query, body }) => ({
      path: eventsPath(query.calendar_id),
      json: eventBody(body),
      headers: preferHeader(query),
    }),
    returns: one(event),
  }),
  update_event: endpoint({
    method: "PATCH",
    reaches: true,
    path: "/calendar/events/{id}",
    permission: "calendar.write",
    description:
      "Change an event in the Outlook calendar: only the fields sent change. Add and remove single guests by their addresses.",
    keywords: ["reschedule", "move meeting", "edit appointment", "postpone", "invite", "uninvite"],
    params: { id },
    query: eventQuery,
    body: EventChanges,
    readAs: { add_teams: "meeting_url" },
    run: ({ params, query, body }, upstream) => {
      const { attendees, add_attendees, remove_attendees, ...changes } = body;
      const guests = { attendees, add_attendees, remove_attendees };
      const request = {
        method: "PATCH" as const,
        path: eventPath(params.id, query.calendar_id),
        json: eventBody(changes),
        headers: preferHeader(query),
      };
      return changesGuests(guests)
        ? updateGuests(readRequest(params.id, query), request, guests, upstream)
        : upstream.request(request);
    },
    returns: one(event),
  }),
  delete_event: endpoint({
    method: "DELETE",
    reaches: true,
    path: "/calendar/events/{id}",
    permission: "calendar.write",
    description:
      "Delete an event in the Outlook calendar; guests of the user's own meetings are notified. The id of a series deletes all of it.",
    keywords: ["cancel meeting", "remove appointment"],
    params: { id },
    query: t.Object({ calendar_id: calendarId }),
    upstream: ({ params, query }) => ({ path: eventPath(params.id, query.calendar_id) }),
    returns: deleted(),
  }),
  respond_to_event: endpoint({
    method: "POST",
    reaches: true,
    path: "/calendar/events/{id}/respond",
    permission: "calendar.write",
    description: "Accept, tentatively accept or decline a meeting in the Outlook calendar.",
    keywords: ["rsvp", "answer invitation", "attend", "say no"],
    params: { id },
    body: t.Object({
      response: oneOf(["accepted", "tentative", "declined"], "The answer."),
      comment: t.Optional(t.String({ maxLength: 10_000, description: "Message to the organizer." })),
      send: t.Optional(t.Boolean({ default: true, description: "Whether the organizer is notified." })),
    }),
    upstream: ({ params, body }) => ({
      path: path`/me/events/${params.id}/${RESPONSE_ACTIONS[body.response]}`,
      json: { comment: body.comment ?? "", sendResponse: body.send ?? true },
    }),
    returns: one(
      resource({
        raw: Nothing,
        shape: t.Object({ id: t.String(), response: t.String() }),
        map: (_, { params, body }) => ({ id: params.id ?? "", response: String(body.response) }),
      }),
    ),
  }),
  list_calendars: endpoint({
    method: "GET",
    path: "/calendar/calendars",
    permission: "calendar.read",
    description: "List the user's calendars in Outlook, own and shared, with their ids.",
    keywords: ["shared calendars", "my calendars"],
    upstream: "/me/calendars",
    returns: many("calendars", Calendar, { at: "value", pagination: paged(100) }),
  }),
};
