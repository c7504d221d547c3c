// An Outlook event: times, guests and recurrence.
import { asDay, asTime, entryOf, maybe, maybeText, nullable, resource, type Static, shapes, t } from "gateway/plugin";

export const RawTime = t.Object({ dateTime: t.String(), timeZone: maybeText });
const RawAddress = maybe(t.Object({ name: maybeText, address: maybeText }));
const RawRecurrence = t.Object({
  pattern: t.Object({
    type: t.String(),
    interval: maybe(t.Integer()),
    daysOfWeek: maybe(t.Array(t.String())),
    dayOfMonth: maybe(t.Integer()),
    month: maybe(t.Integer()),
    index: maybeText,
  }),
  range: t.Object({
    type: maybeText,
    startDate: maybeText,
    endDate: maybeText,
    numberOfOccurrences: maybe(t.Integer()),
  }),
});
const RawEvent = t.Object({
  id: t.String(),
  subject: maybeText,
  body: maybe(t.Object({ content: maybeText })),
  bodyPreview: maybeText,
  start: maybe(RawTime),
  end: maybe(RawTime),
  isAllDay: maybe(t.Boolean()),
  isCancelled: maybe(t.Boolean()),
  organizer: maybe(t.Object({ emailAddress: RawAddress })),
  attendees: maybe(
    t.Array(
      t.Object({
        emailAddress: RawAddress,
        type: maybeText,
        status: maybe(t.Object({ response: maybeText })),
      }),
    ),
  ),
  location: maybe(t.Object({ displayName: maybeText })),
  recurrence: maybe(RawRecurrence),
  type: maybeText,
  seriesMasterId: maybeText,
  showAs: maybeText,
  sensitivity: maybeText,
  onlineMeeting: maybe(t.Object({ joinUrl: maybeText })),
  onlineMeetingUrl: maybeText,
  reminderMinutesBeforeStart: maybe(t.Integer()),
  isReminderOn: maybe(t.Boolean()),
  responseStatus: maybe(t.Object({ response: maybeText })),
  categories: maybe(t.Array(t.String())),
  webLink: maybeText,
  createdDateTime: maybeText,
  lastModifiedDateTime: maybeText,
});
type RawEvent = Static<typeof RawEvent>;

/** `$select` of an event; a calendar view cannot select the times of creation and change. */
export const EVENT_FIELDS = Object.keys(RawEvent.properties)
  .filter((field) => !["createdDateTime", "lastModifiedDateTime"].includes(field))
  .join(",");

const Recurrence = t.Object({
  frequency: t.String({
    description: "daily, weekly, absoluteMonthly, relativeMonthly, absoluteYearly or relativeYearly.",
  }),
  interval: t.Integer(),
  days_of_week: t.Array(t.String()),
  day_of_month: nullable(t.Integer()),
  month: nullable(t.Integer()),
  week: shapes.nullableText("Which week of the month: first, second, third, fourth or last."),
  from: shapes.nullableDay("First day."),
  until: shapes.nullableDay("Last day; null if it has no end."),
  count: nullable(t.Integer()),
});
const Event = t.Object({
  ...shapes.calendarEvent,
  description: shapes.nullableText("As plain text."),
  type: t.String({ description: "single, series, occurrence or exception." }),
  recurrence: nullable(Recurrence),
  visibility: t.String({ description: "normal, personal, private or confidential." }),
  own_response: t.String({ description: "The user's own response: needs_action, declined, tentative or accepted." }),
  reminder_minutes: nullable(t.Integer(), "Minutes before the start; null for none."),
  categories: t.Array(t.String()),
});

type Time = Static<typeof shapes.EventTime>;

/** Graph's times have no offset but a zone beside them. Those of an all-day event are midnight in any zone. */
export function timeOf(raw: RawEvent["start"], isAllDay: boolean): Time | null {
  if (!raw) return null;
  const timeZone = raw.timeZone ?? null;
  if (isAllDay) return { date: asDay(raw.dateTime.slice(0, 10)), date_time: null, time_zone: timeZone };
  const wall = raw.dateTime.replace(/\.0+$/, "");
  const inUtc = asTime(`${wall}Z`);
  return { date: null, date_time: timeZone === "UTC" ? inUtc : inUtc && wall, time_zone: timeZone };
}

const RESPONSES: Readonly<Record<string, string>> = {
  organizer: "accepted",
  accepted: "accepted",
  tentativelyAccepted: "tentative",
  declined: "declined",
};
const responseOf = (response: string | null | undefined) => entryOf(RESPONSES, response) ?? "needs_action";

const TYPES: Readonly<Record<string, string>> = { singleInstance: "single", seriesMaster: "series" };
const SHOW_AS: Readonly<Record<string, string>> = { oof: "out_of_office", workingElsewhere: "working_elsewhere" };
export const showAsOf = (status: string | null | undefined) => entryOf(SHOW_AS, status) ?? status ?? "busy";

function attendeesOf(raw: RawEvent): Static<typeof Event>["attendees"] {
  const organizer = raw.organizer?.emailAddress?.address?.toLowerCase();
  return (raw.attendees ?? []).map(({ emailAddress, type, status }) => ({
    email: emailAddress?.address ?? null,
    name: emailAddress?.name ?? null,
    response: responseOf(status?.response),
    optional: type === "optional",
    is_organizer: organizer !== undefined && emailAddress?.address?.toLowerCase() === organizer,
  }));
}

function recurrenceOf(raw: RawEvent["recurrence"]): Static<typeof Recurrence> | null {
  if (!raw) return null;
  const { pattern, range } = raw;
  const isMonthly = /monthly|yearly/i.test(pattern.type);
  return {
    frequency: pattern.type,
    interval: pattern.interval ?? 1,
    days_of_week: pattern.daysOfWeek ?? [],
    day_of_month: (isMonthly && pattern.dayOfMonth) || null,
    month: pattern.month || null,
    week: /^relative/.test(pattern.type) ? (pattern.index ?? null) : null,
    from: asDay(range.startDate),
    until: range.type === "endDate" ? asDay(range.endDate) : null,
    count: range.type === "numbered" ? (range.numberOfOccurrences ?? null) : null,
  };
}

function statusOf(raw: RawEvent): string {
  if (raw.isCancelled) return "cancelled";
  const isOpen = raw.showAs === "tentative" || raw.responseStatus?.response === "tentativelyAccepted";
  return isOpen ? "tentative" : "confirmed";
}

/** `calendar_id` of events in the user's main calendar. */
const PRIMARY = "primary";

/** The event of `calendarId`. */
export function toEvent(raw: RawEvent, calendarId = PRIMARY): Static<typeof Event> {
  const organizer = raw.organizer?.emailAddress;
  const isAllDay = raw.isAllDay ?? false;
  return {
    id: raw.id,
    calendar_id: calendarId,
    title: raw.subject ?? "",
    description: raw.body?.content?.trim() || raw.bodyPreview || null,
    location: raw.location?.displayName || null,
    start: timeOf(raw.start, isAllDay),
    end: timeOf(raw.end, isAllDay),
    all_day: isAllDay,
    status: statusOf(raw),
    organizer: organizer ? { name: organizer.name ?? null, email: organizer.address ?? null } : null,
    attendees: attendeesOf(raw),
    recurring_event_id: raw.seriesMasterId ?? null,
    meeting_url: raw.onlineMeeting?.joinUrl || raw.onlineMeetingUrl || null,
    url: raw.webLink ?? null,
    show_as: showAsOf(raw.showAs),
    created_at: asTime(raw.createdDateTime),
    updated_at: asTime(raw.lastModifiedDateTime),
    type: entryOf(TYPES, raw.type) ?? raw.type ?? "single",
    recurrence: recurrenceOf(raw.recurrence),
    visibility: raw.sensitivity ?? "normal",
    own_response: responseOf(raw.responseStatus?.response),
    reminder_minutes: raw.isReminderOn === false ? null : (raw.reminderMinutesBeforeStart ?? null),
    categories: raw.categories ?? [],
  };
}

export const event = resource({
  raw: RawEvent,
  shape: Event,
  map: (raw, { query }) => toEvent(raw, typeof query.calendar_id === "string" ? query.calendar_id : undefined),
});
