// The connected user's busy times and working hours.
import {
  asDay,
  endpoint,
  many,
  maybe,
  maybeText,
  pages,
  path,
  resource,
  shapes,
  t,
  textAt,
  valueAt,
} from "gateway/plugin";
import { idOf, listAt, time, timeSpan, uriOf } from "./fields.ts";

const busyTime = resource({
  raw: t.Object({
    type: t.String(),
    start_time: t.String({ format: "date-time" }),
    end_time: t.String({ format: "date-time" }),
    event: maybe(t.Object({ uri: maybeText })),
  }),
  shape: t.Object({
    type: t.String({
      description: "calendly for a booked meeting, external for an event of another calendar, or reserved.",
    }),
    start_time: t.String({ format: "date-time" }),
    end_time: t.String({ format: "date-time" }),
    event_id: shapes.nullableText("Id of the booked meeting, for type calendly."),
  }),
  map: (raw) => ({
    type: raw.type,
    start_time: raw.start_time,
    end_time: raw.end_time,
    event_id: idOf(raw.event?.uri),
  }),
});

const schedule = resource({
  raw: t.Object({
    uri: t.String(),
    name: maybeText,
    default: maybe(t.Boolean()),
    timezone: maybeText,
    rules: t.Optional(t.Unknown()),
  }),
  shape: t.Object({
    id: t.String(),
    name: shapes.nullableText(),
    is_default: t.Boolean(),
    time_zone: shapes.nullableText(),
    rules: t.Array(
      t.Object({
        weekday: shapes.nullableText("monday to sunday, for a weekly rule; null for a rule of one date."),
        date: shapes.nullableDay("Day of a rule for one date, which overrides the weekday's; null for a weekly rule."),
        intervals: t.Array(t.Object({ from: t.String(), to: t.String() }), {
          description:
            "Start and end of each interval in the schedule's time zone, such as 09:00; an empty list means no availability.",
        }),
      }),
    ),
  }),
  map: (raw) => ({
    id: idOf(raw.uri) ?? raw.uri,
    name: raw.name ?? null,
    is_default: raw.default ?? false,
    time_zone: raw.timezone ?? null,
    rules: listAt(raw.rules).map((rule) => ({
      weekday: textAt(rule, "wday"),
      date: asDay(valueAt(rule, "date")),
      intervals: listAt(rule, "intervals").map((interval) => ({
        from: textAt(interval, "from") ?? "",
        to: textAt(interval, "to") ?? "",
      })),
    })),
  }),
});

export const availabilityEndpoints = {
  list_busy_times: endpoint({
    method: "GET",
    path: "/busy-times",
    permission: "availability.read",
    description:
      "List when the connected Calendly user is busy, with meetings of Calendly and of their other calendars.",
    keywords: ["occupied", "blocked", "conflicts", "free busy", "calendar"],
    query: t.Object({
      since: { ...time("Start of the time range, such as 2026-01-31T09:00:00Z."), previousNames: ["from"] },
      until: { ...time("End of the time range, at most 7 days later."), previousNames: ["to"] },
    }),
    upstream: ({ query, identity }) => ({
      path: path`/user_busy_times`,
      query: { user: uriOf("users", identity.id), ...timeSpan(query) },
    }),
    returns: many("busy_times", busyTime, { at: "collection", pagination: pages.whole() }),
  }),
  list_availability_schedules: endpoint({
    method: "GET",
    path: "/availability-schedules",
    permission: "availability.read",
    description: "List the working hours that the connected Calendly user offers for meetings.",
    keywords: ["working hours", "office hours", "weekly hours", "schedule"],
    upstream: ({ identity }) => ({
      path: path`/user_availability_schedules`,
      query: { user: uriOf("users", identity.id) },
    }),
    returns: many("schedules", schedule, { at: "collection", pagination: pages.whole() }),
  }),
};
