// A Google Calendar event: what callers get, and the request body that creates or changes one.
import {
  asDay,
  asTime,
  changedGuests,
  type EventMoment,
  eventMoments,
  guestChanges,
  InvalidInput,
  oneOf,
  resource,
  type Static,
  shapes,
  t,
} from "gateway/plugin";
import { type Guest, type GuestEntry, guest, guestForm } from "./calendar-guests.ts";

const RawTime = t.Object({
  date: t.Optional(t.String()),
  dateTime: t.Optional(t.String()),
  timeZone: t.Optional(t.String()),
});
const RawPerson = t.Object({
  email: t.Optional(t.String()),
  displayName: t.Optional(t.String()),
  self: t.Optional(t.Boolean()),
});
const RawAttendee = t.Composite([
  RawPerson,
  t.Object({
    responseStatus: t.Optional(t.String()),
    optional: t.Optional(t.Boolean()),
    organizer: t.Optional(t.Boolean()),
  }),
]);

/** A cancelled event may come with its id and status alone. */
export const RawEvent = t.Object({
  id: t.String(),
  etag: t.Optional(t.String()),
  status: t.Optional(t.String()),
  htmlLink: t.Optional(t.String()),
  created: t.Optional(t.String()),
  updated: t.Optional(t.String()),
  summary: t.Optional(t.String()),
  description: t.Optional(t.String()),
  location: t.Optional(t.String()),
  organizer: t.Optional(RawPerson),
  start: t.Optional(RawTime),
  end: t.Optional(RawTime),
  recurrence: t.Optional(t.Array(t.String())),
  recurringEventId: t.Optional(t.String()),
  transparency: t.Optional(t.String()),
  visibility: t.Optional(t.String()),
  eventType: t.Optional(t.String()),
  attendees: t.Optional(t.Array(RawAttendee)),
  hangoutLink: t.Optional(t.String()),
  conferenceData: t.Optional(
    t.Object({
      entryPoints: t.Optional(
        t.Array(t.Object({ entryPointType: t.Optional(t.String()), uri: t.Optional(t.String()) })),
      ),
    }),
  ),
  reminders: t.Optional(
    t.Object({
      useDefault: t.Optional(t.Boolean()),
      overrides: t.Optional(t.Array(t.Object({ method: t.String(), minutes: t.Integer() }))),
    }),
  ),
});
export type RawEvent = Static<typeof RawEvent>;

type Time = Static<typeof shapes.EventTime>;
const Event = t.Object({
  ...shapes.calendarEvent,
  attendees: t.Array(t.Object({ ...shapes.calendarEvent.attendees.items.properties, is_self: t.Boolean() })),
  recurrence: t.Array(t.String(), { description: "RRULE, EXRULE, RDATE and EXDATE lines (RFC 5545)." }),
  visibility: t.String(),
  show_as: t.Union([t.Literal("busy"), t.Literal("free")]),
  reminders: t.Object({
    use_default: t.Boolean(),
    overrides: t.Array(t.Object({ method: t.String(), minutes: t.Integer() })),
  }),
  type: t.String({ description: "default, outOfOffice, focusTime, workingLocation, birthday or fromGmail." }),
  etag: shapes.nullableText(),
});

function timeOf(raw: RawEvent["start"]): Time | null {
  return raw ? { date: asDay(raw.date), date_time: asTime(raw.dateTime), time_zone: raw.timeZone ?? null } : null;
}

function meetingUrl(raw: RawEvent): string | null {
  const video = raw.conferenceData?.entryPoints?.find((entry) => entry.entryPointType === "video");
  return raw.hangoutLink ?? video?.uri ?? null;
}

export function mapEvent(raw: RawEvent, calendarId: string): Static<typeof Event> {
  return {
    id: raw.id,
    calendar_id: calendarId,
    title: raw.summary ?? "",
    description: raw.description ?? null,
    location: raw.location ?? null,
    start: timeOf(raw.start),
    end: timeOf(raw.end),
    all_day: raw.start?.date !== undefined,
    status: raw.status ?? "confirmed",
    organizer: raw.organizer ? { name: raw.organizer.displayName ?? null, email: raw.organizer.email ?? null } : null,
    attendees: (raw.attendees ?? []).map((attendee) => ({
      email: attendee.email ?? null,
      name: attendee.displayName ?? null,
      response:
        attendee.responseStatus === "needsAction" ? "needs_action" : (attendee.responseStatus ?? "needs_action"),
      optional: attendee.optional ?? false,
      is_organizer: attendee.organizer ?? false,
      is_self: attendee.self ?? false,
    })),
    recurrence: raw.recurrence ?? [],
    recurring_event_id: raw.recurringEventId ?? null,
    meeting_url: meetingUrl(raw),
    url: raw.htmlLink ?? null,
    visibility: raw.visibility ?? "default",
    show_as: raw.transparency === "transparent" ? "free" : "busy",
    reminders: { use_default: raw.reminders?.useDefault ?? true, overrides: raw.reminders?.overrides ?? [] },
    type: raw.eventType ?? "default",
    created_at: asTime(raw.created),
    updated_at: asTime(raw.updated),
    etag: raw.etag ?? null,
  };
}

export const PRIMARY = "primary";

/** Id of the calendar in the query; the primary one by default. */
export function calendarOf(query: { calendar_id?: unknown }): string {
  return typeof query.calendar_id === "string" ? query.calendar_id : PRIMARY;
}

export const event = resource({
  raw: RawEvent,
  shape: Event,
  map: (raw, call) => mapEvent(raw, calendarOf(call.query)),
});

const time = (description: string) =>
  t.Object(
    {
      date: t.Optional(t.String({ format: "date", description: "A day, for all-day events, such as 2026-02-01." })),
      date_time: t.Optional(
        t.String({
          pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,9})?(Z|[+-]\\d{2}:\\d{2})?$",
          description: "A time with its offset, 2026-02-01T09:00:00+01:00, or without one together with time_zone.",
        }),
      ),
      time_zone: t.Optional(
        t.String({
          maxLength: 64,
          description:
            "IANA or Windows zone, such as Europe/Madrid; needed for recurring events. With an offset, too, the time becomes that zone's.",
        }),
      ),
    },
    { additionalProperties: false, description },
  );

const changes = {
  description: t.Optional(t.String({ maxLength: 8192, description: "Description of the event; may contain HTML." })),
  location: t.Optional(t.String({ maxLength: 1024, description: "Place, as text." })),
  recurrence: t.Optional(
    t.Array(t.String({ pattern: "^(RRULE|EXRULE|RDATE|EXDATE)[:;]" }), {
      maxItems: 20,
      description: "Repetition, as lines such as RRULE:FREQ=WEEKLY;COUNT=10 (RFC 5545).",
    }),
  ),
  reminders: t.Optional(
    t.Array(
      t.Object(
        {
          method: oneOf(["popup", "email"], "How to remind."),
          minutes: t.Integer({ minimum: 0, maximum: 40320, description: "Minutes before the start." }),
        },
        { additionalProperties: false },
      ),
      { maxItems: 5, description: "Reminders in place of the calendar's own; an empty list means none." },
    ),
  ),
  visibility: t.Optional(oneOf(["default", "public", "private"], "Who sees the details.")),
  show_as: t.Optional(oneOf(["busy", "free"], "Whether the time counts as taken.")),
  add_meet: t.Optional(t.Boolean({ description: "Add a Google Meet link; it may take a moment to appear." })),
};
const title = t.String({ maxLength: 1024, description: "Title." });

export const NewEvent = t.Object({
  title,
  start: time("When it starts."),
  end: time("When it ends; for all-day events the day after the last."),
  ...changes,
  attendees: t.Optional(t.Array(guest, { maxItems: 500, description: "Guests." })),
});
export const EventChanges = t.Object(
  {
    title: t.Optional(title),
    start: t.Optional(time("When it starts.")),
    end: t.Optional(time("When it ends; for all-day events the day after the last.")),
    ...changes,
    ...guestChanges(guest),
  },
  { minProperties: 1 },
);

/** PATCH merges field by field, so a change from timed to all-day, or back, clears the fields of the other form. */
function timeBody(name: "start" | "end", moment: EventMoment | undefined, isChange: boolean): object | undefined {
  if (!moment) return undefined;
  const cleared = isChange ? null : undefined;
  if (moment.kind === "day") return { date: moment.day, dateTime: cleared, timeZone: cleared };
  const { wall, offset, zone } = moment;
  if (offset === null)
    throw new InvalidInput(`"${name}.date_time" needs an offset (2026-02-01T09:00:00Z), or "time_zone" with it.`);
  return { dateTime: wall + offset, timeZone: zone ?? undefined, date: cleared };
}

/** The caller's input as Google's event; omitted fields stay out of the JSON. Google ignores a second request for a Meet link with the same `requestId`. */
export function eventBody(
  input: Static<typeof EventChanges>,
  isChange: boolean,
  requestId: string,
): Record<string, unknown> {
  const isSeries = input.recurrence !== undefined && input.recurrence.length > 0;
  const { start, end } = eventMoments(input, isSeries);
  return {
    summary: input.title,
    description: input.description,
    location: input.location,
    start: timeBody("start", start, isChange),
    end: timeBody("end", end, isChange),
    attendees: input.attendees && changedGuests<GuestEntry, Guest>([], input, guestForm),
    recurrence: input.recurrence,
    reminders: input.reminders && { useDefault: false, overrides: input.reminders },
    visibility: input.visibility,
    transparency: input.show_as && (input.show_as === "free" ? "transparent" : "opaque"),
    ...(input.add_meet && {
      conferenceData: {
        createRequest: { requestId, conferenceSolutionKey: { type: "hangoutsMeet" } },
      },
    }),
  };
}
