// What callers give for a meeting, in Zoom's words: developers.zoom.us, "Create a meeting".
import { InvalidInput, oneOf, type Static, t } from "gateway/plugin";
import { zoomTime } from "./fields.ts";

/** Zoom counts from Sunday. */
const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;
const dayNumber = (day: (typeof DAYS)[number]) => DAYS.indexOf(day) + 1;
const REPEATS = { daily: 1, weekly: 2, monthly: 3 } as const;
const REGISTRATION = { automatic: 0, manual: 1, none: 2 } as const;

const flag = (description: string) => t.Optional(t.Boolean({ description }));
const emails = (description: string, maxItems: number) =>
  t.Optional(
    t.Array(t.String({ pattern: "^[^@\\s;,]+@[^@\\s;,]+$", maxLength: 254 }), { minItems: 1, maxItems, description }),
  );
const time = (description: string) => t.String({ format: "date-time", description });

const recurrence = t.Object(
  {
    repeats: oneOf(["daily", "weekly", "monthly"], "How it repeats."),
    interval: t.Optional(
      t.Integer({ minimum: 1, maximum: 99, description: "Number of days, weeks or months between occurrences." }),
    ),
    weekdays: t.Optional(
      t.Array(oneOf(DAYS, "A day of the week."), {
        minItems: 1,
        maxItems: 7,
        uniqueItems: true,
        description: "For weekly: the days of the week.",
      }),
    ),
    day_of_month: t.Optional(t.Integer({ minimum: 1, maximum: 31, description: "For monthly: the day of the month." })),
    week_of_month: t.Optional(
      t.Union([t.Literal(-1), t.Literal(1), t.Literal(2), t.Literal(3), t.Literal(4)], {
        description: "For monthly, with one weekday: which week of the month, -1 is the last.",
      }),
    ),
    count: t.Optional(t.Integer({ minimum: 1, maximum: 60, description: "Number of occurrences." })),
    until: t.Optional(time("Time by which the series ends.")),
  },
  { additionalProperties: false, description: "Repetition; send count or until." },
);

export const meetingFields = {
  topic: t.Optional(t.String({ minLength: 1, maxLength: 200, description: "Topic of the meeting." })),
  agenda: t.Optional(t.String({ maxLength: 2_000, description: "Description of the meeting." })),
  start_time: t.Optional(time("When it begins, such as 2026-01-31T09:00:00+01:00.")),
  duration_minutes: t.Optional(t.Integer({ minimum: 1, maximum: 1_440, description: "Duration in minutes." })),
  time_zone: t.Optional(
    t.String({
      pattern: "^[A-Za-z0-9_+/-]{2,64}$",
      description: "Time zone in which Zoom shows the meeting, such as Europe/Berlin.",
    }),
  ),
  passcode: t.Optional(
    t.String({
      pattern: "^[A-Za-z0-9@_*-]{1,10}$",
      description: "Passcode for guests; without it, Zoom's settings decide.",
    }),
  ),
  invitees: emails("Email addresses of people to invite.", 100),
  alternative_hosts: emails("Email addresses of licensed users who may start it.", 20),
  recurrence: t.Optional(recurrence),
  registration: t.Optional(
    oneOf(
      ["none", "automatic", "manual"],
      "Whether people must register: none for no; automatic or manual is how registrations are approved.",
    ),
  ),
  waiting_room: flag("Whether guests wait until the host lets them in."),
  join_before_host: flag("Whether guests may join before the host."),
  mute_on_entry: flag("Whether guests are muted when they join."),
  auto_recording: t.Optional(
    oneOf(["none", "local", "cloud"], "Where the meeting is recorded automatically; none for no recording."),
  ),
};
const allFields = t.Object(meetingFields);
type Fields = Static<typeof allFields>;

/** The settings of Zoom that fields stand for; undefined where there are none, so that none is changed. */
function settingsOf(fields: Fields): Record<string, unknown> | undefined {
  const settings = {
    ...(fields.waiting_room !== undefined && { waiting_room: fields.waiting_room }),
    ...(fields.join_before_host !== undefined && { join_before_host: fields.join_before_host }),
    ...(fields.mute_on_entry !== undefined && { mute_upon_entry: fields.mute_on_entry }),
    ...(fields.auto_recording !== undefined && { auto_recording: fields.auto_recording }),
    ...(fields.registration !== undefined && { approval_type: REGISTRATION[fields.registration] }),
    ...(fields.alternative_hosts && { alternative_hosts: fields.alternative_hosts.join(";") }),
    ...(fields.invitees && { meeting_invitees: fields.invitees.map((email) => ({ email })) }),
  };
  return Object.keys(settings).length === 0 ? undefined : settings;
}

function recurrenceOf(input: Fields["recurrence"]): Record<string, unknown> | undefined {
  if (input === undefined) return undefined;
  const { repeats, interval = 1, weekdays, day_of_month, week_of_month, count, until } = input;
  if ((count === undefined) === (until === undefined)) throw new InvalidInput("recurrence takes count or until.");
  const ends = count === undefined ? { end_date_time: zoomTime(until) } : { end_times: count };
  const every = { type: REPEATS[repeats], repeat_interval: interval, ...ends };
  if (repeats === "daily") return every;
  if (repeats === "weekly") {
    if (!weekdays) throw new InvalidInput("A weekly meeting needs weekdays.");
    return { ...every, weekly_days: weekdays.map(dayNumber).sort().join(",") };
  }
  if (day_of_month !== undefined) return { ...every, monthly_day: day_of_month };
  const [weekday, ...others] = weekdays ?? [];
  if (week_of_month === undefined || weekday === undefined || others.length > 0)
    throw new InvalidInput("A monthly meeting needs day_of_month, or week_of_month with one of weekdays.");
  return { ...every, monthly_week: week_of_month, monthly_week_day: dayNumber(weekday) };
}

/** The body of a request; Zoom leaves alone what it lacks. */
export function meetingBody(fields: Fields): Record<string, unknown> {
  const body = {
    topic: fields.topic,
    agenda: fields.agenda,
    start_time: zoomTime(fields.start_time),
    duration: fields.duration_minutes,
    timezone: fields.time_zone,
    password: fields.passcode,
    recurrence: recurrenceOf(fields.recurrence),
    settings: settingsOf(fields),
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
}

/** 1 is a meeting that begins at once, 2 has a time, 8 repeats at fixed times. */
export function kindOf({ start_time, recurrence }: Fields): number {
  if (recurrence === undefined) return start_time === undefined ? 1 : 2;
  if (start_time === undefined) throw new InvalidInput("A meeting that repeats needs start_time.");
  return 8;
}
