// The connected user's busy times and working hours.
import { asDay, endpoint, field, many, pages, path, record, shapes, t, textAt, valueAt } from "gateway/plugin";
import { linkedId, listAt, ownId, time, timeSpan, uriOf } from "./fields.ts";

const busyTime = record({
  type: field.text({
    description: "calendly for a booked meeting, external for an event of another calendar, or reserved.",
  }),
  start_time: field.time(),
  end_time: field.time(),
  event_id: linkedId("event.uri", "Id of the booked meeting, for type calendly."),
});

const rules = t.Array(
  t.Object({
    weekday: shapes.nullableText("monday to sunday, for a weekly rule; null for a rule of one date."),
    date: shapes.nullableDay("Day of a rule for one date, which overrides the weekday's; null for a weekly rule."),
    intervals: t.Array(t.Object({ from: t.String(), to: t.String() }), {
      description:
        "Start and end of each interval in the schedule's time zone, such as 09:00; an empty list means no availability.",
    }),
  }),
);

const schedule = record({
  id: ownId(),
  name: field.nullableText(),
  is_default: field.flag({ from: "default" }),
  time_zone: field.nullableText({ from: "timezone" }),
  rules: field.of({
    raw: t.Optional(t.Unknown()),
    shape: rules,
    map: (values) =>
      listAt(values).map((rule) => ({
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
