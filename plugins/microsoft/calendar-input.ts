// Input schemas of an Outlook event, and Graph's JSON for them.
import {
  changedGuests,
  type EventMoment,
  eventMoments,
  guestChanges,
  InvalidInput,
  oneOf,
  type Static,
  t,
} from "gateway/plugin";
import { type Guest, type GuestEntry, guest, guestForm } from "./calendar-guests.ts";
import { timeZone } from "./odata.ts";

const time = (description: string) =>
  t.Object(
    {
      date: t.Optional(t.String({ format: "date", description: "A day, for all-day events, such as 2026-02-01." })),
      date_time: t.Optional(
        t.String({
          pattern: "^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}(\\.\\d{1,7})?(Z|[+-]\\d{2}:\\d{2})?$",
          description: "A time with its offset, 2026-02-01T09:00:00+01:00, or without one together with time_zone.",
        }),
      ),
      time_zone: t.Optional(
        timeZone(
          "IANA or Windows zone, such as Europe/Madrid; needed for times of repeated events, otherwise UTC by default. With an offset, too, the time becomes that zone's.",
        ),
      ),
    },
    { additionalProperties: false, description },
  );

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
const recurrence = t.Object(
  {
    frequency: oneOf(
      ["daily", "weekly", "monthly", "yearly"],
      "How often it repeats; monthly and yearly use the start's day.",
    ),
    interval: t.Optional(
      t.Integer({
        minimum: 1,
        maximum: 99,
        description: "Number of days, weeks, months or years between repetitions; the default is 1.",
      }),
    ),
    days_of_week: t.Optional(
      t.Array(oneOf(DAYS, "A day of the week."), {
        minItems: 1,
        maxItems: 7,
        description: "Days of the week, for weekly; the default is the start's day.",
      }),
    ),
    until: t.Optional(t.String({ format: "date", description: "Last day." })),
    count: t.Optional(t.Integer({ minimum: 1, maximum: 999, description: "Number of occurrences." })),
  },
  { additionalProperties: false, description: "Repetition; to change it, send `start` as well." },
);

const title = t.String({ maxLength: 255, description: "Title." });
const changes = {
  description: t.Optional(t.String({ maxLength: 100_000, description: "Description of the event, as plain text." })),
  location: t.Optional(t.String({ maxLength: 1024, description: "Place, as text." })),
  recurrence: t.Optional(recurrence),
  reminder_minutes: t.Optional(
    t.Integer({ minimum: 0, maximum: 40320, description: "Minutes before the start to remind." }),
  ),
  show_as: t.Optional(
    oneOf(["free", "tentative", "busy", "out_of_office", "working_elsewhere"], "How the time appears to others."),
  ),
  visibility: t.Optional(oneOf(["normal", "personal", "private", "confidential"], "Who sees the details.")),
  categories: t.Optional(
    t.Array(t.String({ minLength: 1, maxLength: 255 }), { maxItems: 25, description: "Names of its categories." }),
  ),
  add_teams: t.Optional(t.Boolean({ description: "Add a Teams link; work and school accounts only." })),
};

export const NewEvent = t.Object({
  title,
  start: time("When it starts."),
  end: time("When it ends; for all-day events the day after the last."),
  ...changes,
  attendees: t.Optional(
    t.Array(guest, { maxItems: 500, description: "Guests; Outlook sends them an invitation by email." }),
  ),
  transaction_id: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 255,
      description: "A unique text of your choice: Outlook does not create a second event with the same one.",
    }),
  ),
});
export const EventChanges = t.Object(
  {
    title: t.Optional(title),
    start: t.Optional(time("When it starts; needs `end` as well.")),
    end: t.Optional(time("When it ends; needs `start` as well.")),
    ...changes,
    ...guestChanges(guest),
  },
  { minProperties: 1 },
);
type Input = Static<typeof EventChanges> & { transaction_id?: string };

interface GraphTime {
  dateTime: string;
  timeZone: string;
}

/** Graph's time: a wall time and its zone. A time with only an offset becomes UTC, since Graph takes no offset. */
function timeBody(moment: EventMoment, isSeries: boolean): GraphTime {
  if (moment.kind === "day") return { dateTime: `${moment.day}T00:00:00`, timeZone: moment.zoneName ?? "UTC" };
  const { wall, offset, zoneName, isSecondOfTwo } = moment;
  // In its zone, the second of two equal hours would read as the first.
  const isLocal = zoneName !== null && (isSeries || !isSecondOfTwo);
  if (isLocal || offset === null) return { dateTime: wall, timeZone: zoneName ?? "UTC" };
  return { dateTime: new Date(wall + offset).toISOString().slice(0, 19), timeZone: "UTC" };
}

function timesBody(input: Input): { start?: GraphTime; end?: GraphTime; isAllDay?: boolean } {
  const isSeries = input.recurrence !== undefined;
  const { start, end } = eventMoments(input, isSeries);
  if (!start && !end) return {};
  if (!start || !end) throw new InvalidInput('"start" and "end" go together, both as days or both as times.');
  return { start: timeBody(start, isSeries), end: timeBody(end, isSeries), isAllDay: start.kind === "day" };
}

/** Graph's pattern and range, by the wall time of the start: learn.microsoft.com/graph/api/resources/recurrencepattern. */
function recurrenceBody(input: Static<typeof recurrence>, start: GraphTime | undefined): object {
  if (!start) throw new InvalidInput('"recurrence" needs "start" as well.');
  if (input.until !== undefined && input.count !== undefined)
    throw new InvalidInput('"until" and "count" cannot be combined.');
  const first = start.dateTime.slice(0, 10);
  const [, month, day] = first.split("-").map(Number);
  const interval = input.interval ?? 1;
  const today = DAYS[new Date(`${first}T00:00:00Z`).getUTCDay()];
  const pattern = {
    daily: { type: "daily", interval },
    weekly: { type: "weekly", interval, daysOfWeek: input.days_of_week ?? [today] },
    monthly: { type: "absoluteMonthly", interval, dayOfMonth: day },
    yearly: { type: "absoluteYearly", interval, dayOfMonth: day, month },
  }[input.frequency];
  const end =
    input.until !== undefined
      ? { type: "endDate", endDate: input.until }
      : input.count !== undefined
        ? { type: "numbered", numberOfOccurrences: input.count }
        : { type: "noEnd" };
  return { pattern, range: { ...end, startDate: first, recurrenceTimeZone: start.timeZone } };
}

const SHOW_AS: Readonly<Record<string, string>> = { out_of_office: "oof", working_elsewhere: "workingElsewhere" };

/** The caller's input as Graph's event; omitted fields stay out of the JSON. */
export function eventBody(input: Input): Record<string, unknown> {
  const times = timesBody(input);
  return {
    subject: input.title,
    body: input.description === undefined ? undefined : { contentType: "text", content: input.description },
    ...times,
    location: input.location === undefined ? undefined : { displayName: input.location },
    attendees: input.attendees && changedGuests<GuestEntry, Guest>([], input, guestForm()),
    recurrence: input.recurrence && recurrenceBody(input.recurrence, times.start),
    ...(input.reminder_minutes !== undefined && {
      isReminderOn: true,
      reminderMinutesBeforeStart: input.reminder_minutes,
    }),
    showAs: input.show_as && (SHOW_AS[input.show_as] ?? input.show_as),
    sensitivity: input.visibility,
    categories: input.categories,
    ...(input.add_teams && { isOnlineMeeting: true, onlineMeetingProvider: "teamsForBusiness" }),
    transactionId: input.transaction_id,
  };
}
