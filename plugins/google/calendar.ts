// Endpoints of Google Calendar: events, calendars and free time.
import { changesGuests, deleted, endpoint, many, one, oneOf, pages, path, resource, shapes, t } from "gateway/plugin";
import { calendarOf, EventChanges, event, eventBody, NewEvent, PRIMARY } from "./calendar-event.ts";
import { updateGuests } from "./calendar-guests.ts";
import { respond } from "./calendar-response.ts";

const eventPaging = pages.cursor({ size: "maxResults", param: "pageToken", read: "nextPageToken", max: 2500 });
const calendarPaging = pages.cursor({ size: "maxResults", param: "pageToken", read: "nextPageToken", max: 250 });

const calendarId = t.Optional(
  t.String({
    minLength: 1,
    maxLength: 1024,
    default: PRIMARY,
    description: "Id of the calendar, from google_calendar_list_calendars; the default is the user's main one.",
  }),
);
const sendUpdates = t.Optional(
  oneOf(
    ["all", "externalOnly", "none"],
    "Who gets an email about it from Google Calendar: all guests, those without Google Calendar, or no one (default).",
  ),
);
const writeQuery = t.Object({ calendar_id: calendarId, send_updates: sendUpdates });
const instant = (description: string) => t.String({ format: "date-time", description });
const zone = t.Optional(t.String({ maxLength: 64, description: "IANA time zone for the times in the response." }));
const id = "Id of the event, from google_calendar_list_events.";
const meetVersion = (addMeet: boolean | undefined) => (addMeet ? 1 : undefined);

const instantOf = t.String({ format: "date-time" });
const Busy = t.Object({ start: instantOf, end: instantOf });
const FreeBusy = resource({
  raw: t.Object({
    timeMin: t.String(),
    timeMax: t.String(),
    calendars: t.Record(
      t.String(),
      t.Object({
        busy: t.Optional(t.Array(Busy)),
        errors: t.Optional(t.Array(t.Object({ reason: t.Optional(t.String()) }))),
      }),
    ),
  }),
  shape: t.Object({
    from: t.String(),
    to: t.String(),
    calendars: t.Array(
      t.Object({
        id: t.String(),
        busy: t.Array(Busy),
        errors: t.Array(t.String(), { description: "Why this calendar could not be read, such as notFound." }),
      }),
    ),
  }),
  map: (raw) => ({
    from: raw.timeMin,
    to: raw.timeMax,
    calendars: Object.entries(raw.calendars).map(([calendar, { busy, errors }]) => ({
      id: calendar,
      busy: (busy ?? []).map(({ start, end }) => ({ start, end })),
      errors: (errors ?? []).map(({ reason }) => reason ?? "error"),
    })),
  }),
});

const Calendar = resource({
  raw: t.Object({
    id: t.String(),
    summary: t.Optional(t.String()),
    summaryOverride: t.Optional(t.String()),
    description: t.Optional(t.String()),
    timeZone: t.Optional(t.String()),
    accessRole: t.Optional(t.String()),
    primary: t.Optional(t.Boolean()),
    selected: t.Optional(t.Boolean()),
    hidden: t.Optional(t.Boolean()),
    backgroundColor: t.Optional(t.String()),
  }),
  shape: t.Object({
    id: t.String(),
    name: t.String(),
    description: shapes.nullableText(),
    time_zone: shapes.nullableText(),
    access_role: shapes.nullableText("freeBusyReader, reader, writer or owner."),
    is_primary: t.Boolean(),
    is_selected: t.Boolean({ description: "Whether the user's calendar view shows it." }),
    is_hidden: t.Boolean(),
    color: shapes.nullableText(),
  }),
  map: (raw) => ({
    id: raw.id,
    name: raw.summaryOverride ?? raw.summary ?? raw.id,
    description: raw.description ?? null,
    time_zone: raw.timeZone ?? null,
    access_role: raw.accessRole ?? null,
    is_primary: raw.primary ?? false,
    is_selected: raw.selected ?? false,
    is_hidden: raw.hidden ?? false,
    color: raw.backgroundColor ?? null,
  }),
});

export const calendarEndpoints = {
  calendar_list_events: endpoint({
    method: "GET",
    path: "/calendar/events",
    permission: "calendar.read",
    description:
      "List or search events in Google Calendar by start time; each occurrence of a recurring event is listed. Set `since` to leave out past events.",
    keywords: ["meetings", "appointments", "agenda", "schedule", "what is on today", "upcoming"],
    query: t.Object({
      calendar_id: calendarId,
      q: t.Optional(
        t.String({ minLength: 1, maxLength: 1000, description: "Words in title, notes, place or guests." }),
      ),
      since: t.Optional({
        ...instant("Only events that end after this time, such as 2026-02-01T00:00:00Z."),
        previousNames: ["from"],
      }),
      until: t.Optional({ ...instant("Only events that start before this time."), previousNames: ["to"] }),
      time_zone: zone,
      expand_recurring: t.Optional(
        t.Boolean({
          default: true,
          description: "true returns each occurrence of a recurring event; false returns the series itself, unsorted.",
        }),
      ),
      show_deleted: t.Optional(t.Boolean({ description: "Whether to list cancelled events as well." })),
    }),
    upstream: ({ query }) => ({
      path: path`/calendar/v3/calendars/${calendarOf(query)}/events`,
      query: {
        q: query.q,
        timeMin: query.since,
        timeMax: query.until,
        timeZone: query.time_zone,
        singleEvents: query.expand_recurring ?? true,
        orderBy: (query.expand_recurring ?? true) ? "startTime" : undefined,
        showDeleted: query.show_deleted,
      },
    }),
    returns: many("events", event, { at: "items", pagination: eventPaging }),
  }),
  calendar_get_event: endpoint({
    method: "GET",
    path: "/calendar/events/{id}",
    permission: "calendar.read",
    description: "Get one event in Google Calendar: time, place, guests and their answers, meeting link.",
    keywords: ["meeting", "appointment", "event details"],
    params: { id },
    query: t.Object({ calendar_id: calendarId, time_zone: zone }),
    upstream: ({ params, query }) => ({
      path: path`/calendar/v3/calendars/${calendarOf(query)}/events/${params.id}`,
      query: { timeZone: query.time_zone },
    }),
    returns: one(event),
  }),
  calendar_create_event: endpoint({
    method: "POST",
    recipients: ["attendees.email", "calendar_id"],
    reaches: { when: ["attendees", "calendar_id"] },
    path: "/calendar/events",
    permission: "calendar.write",
    description: "Create an event in Google Calendar, with guests, reminders, repetition or a Google Meet link.",
    keywords: ["schedule meeting", "book appointment", "invite", "plan", "add to agenda", "block time"],
    query: writeQuery,
    body: NewEvent,
    readAs: { add_meet: "meeting_url" },
    upstream: ({ query, body, idempotencyKey }) => ({
      path: path`/calendar/v3/calendars/${calendarOf(query)}/events`,
      query: { sendUpdates: query.send_updates, conferenceDataVersion: meetVersion(body.add_meet) },
      json: eventBody(body, false, idempotencyKey),
    }),
    returns: one(event),
  }),
  calendar_update_event: endpoint({
    method: "PUT",
    reaches: true,
    path: "/calendar/events/{id}",
    permission: "calendar.write",
    description:
      "Change an event in Google Calendar: only the fields sent change. Add and remove single guests by their addresses; other lists are replaced completely.",
    keywords: ["reschedule", "move meeting", "edit appointment", "postpone", "invite", "uninvite"],
    params: { id },
    query: writeQuery,
    body: EventChanges,
    // Google's PUT clears omitted fields, so a partial body goes as PATCH.
    readAs: { add_meet: "meeting_url" },
    run: ({ params, query, body, idempotencyKey }, upstream) => {
      const { attendees, add_attendees, remove_attendees, ...changes } = body;
      const guests = { attendees, add_attendees, remove_attendees };
      const request = {
        method: "PATCH" as const,
        path: path`/calendar/v3/calendars/${calendarOf(query)}/events/${params.id}`,
        query: { sendUpdates: query.send_updates, conferenceDataVersion: meetVersion(body.add_meet) },
        json: eventBody(changes, true, idempotencyKey),
      };
      return changesGuests(guests) ? updateGuests(request, guests, upstream) : upstream.request(request);
    },
    returns: one(event),
  }),
  calendar_respond_to_event: endpoint({
    method: "POST",
    idempotent: true,
    reaches: true,
    path: "/calendar/events/{id}/respond",
    permission: "calendar.write",
    description: "Accept, tentatively accept or decline an invitation in Google Calendar.",
    keywords: ["rsvp", "answer invitation", "attend meeting", "say yes", "say no", "maybe"],
    params: { id },
    query: writeQuery,
    body: t.Object({
      response: oneOf(["accepted", "tentative", "declined"], "The answer."),
      comment: t.Optional(t.String({ maxLength: 1000, description: "Message to the organizer." })),
    }),
    run: ({ params, query, body }, upstream) =>
      respond(
        path`/calendar/v3/calendars/${calendarOf(query)}/events/${params.id}`,
        query.send_updates,
        body,
        upstream,
      ),
    returns: one(event),
  }),
  calendar_delete_event: endpoint({
    method: "DELETE",
    reaches: true,
    path: "/calendar/events/{id}",
    permission: "calendar.write",
    description: "Delete an event in Google Calendar. Deleting it again succeeds.",
    keywords: ["cancel meeting", "remove appointment"],
    params: { id },
    query: writeQuery,
    run: async ({ params, query }, upstream) => {
      const eventPath = path`/calendar/v3/calendars/${calendarOf(query)}/events/${params.id}`;
      const deletion = await upstream.attempt(
        { method: "DELETE", path: eventPath, query: { sendUpdates: query.send_updates } },
        ["not_found"],
      );
      // A deleted event can still be read, as cancelled. Reading one that never existed fails the call.
      return deletion ?? upstream.request({ path: eventPath, query: { fields: "id,status" } });
    },
    returns: deleted(),
  }),
  calendar_list_calendars: endpoint({
    method: "GET",
    path: "/calendar/calendars",
    permission: "calendar.read",
    description: "List the user's calendars in Google Calendar, own and shared, with their ids and time zones.",
    keywords: ["shared calendars", "my calendars"],
    upstream: () => ({ path: path`/calendar/v3/users/me/calendarList` }),
    returns: many("calendars", Calendar, { at: "items", pagination: calendarPaging }),
  }),
  calendar_find_busy_times: endpoint({
    method: "POST",
    effect: "reads",
    path: "/calendar/freebusy",
    permission: "calendar.read",
    description: "Find when people or calendars in Google Calendar are busy or free between two times.",
    keywords: ["availability", "free slot", "available", "find a time"],
    body: t.Object({
      from: instant("Start of the time range, such as 2026-02-01T00:00:00Z."),
      to: instant("End of the time range."),
      calendar_ids: t.Optional(
        t.Array(t.String({ minLength: 1, maxLength: 1024 }), {
          minItems: 1,
          maxItems: 50,
          description: "Calendar ids or people's email addresses; the default is the user's main calendar.",
        }),
      ),
      time_zone: zone,
    }),
    upstream: ({ body }) => ({
      path: path`/calendar/v3/freeBusy`,
      json: {
        timeMin: body.from,
        timeMax: body.to,
        timeZone: body.time_zone,
        items: (body.calendar_ids ?? [PRIMARY]).map((calendar) => ({ id: calendar })),
      },
      safe: true,
    }),
    returns: one(FreeBusy),
  }),
};
