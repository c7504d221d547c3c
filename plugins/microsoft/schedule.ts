// The endpoint that finds when people of the same organization are busy.
import { endpoint, maybe, maybeText, one, path, resource, type Static, shapes, t } from "gateway/plugin";
import { RawTime, showAsOf, timeOf } from "./calendar-event.ts";
import { instant } from "./odata.ts";

const RawBusy = t.Object({ status: maybeText, start: RawTime, end: RawTime });
const Busy = t.Object({
  start: shapes.nullableText(),
  end: shapes.nullableText(),
  show_as: t.String({ description: "busy, tentative, out_of_office or working_elsewhere." }),
});

function busyOf(items: readonly Static<typeof RawBusy>[]): Static<typeof Busy>[] {
  return items
    .filter(({ status }) => status !== "free")
    .map(({ status, start, end }) => ({
      start: timeOf(start, false)?.date_time ?? null,
      end: timeOf(end, false)?.date_time ?? null,
      show_as: showAsOf(status),
    }));
}

const Schedule = resource({
  raw: t.Object({
    value: t.Array(
      t.Object({
        scheduleId: t.String(),
        scheduleItems: maybe(t.Array(RawBusy)),
        error: maybe(t.Object({ responseCode: maybeText })),
      }),
    ),
  }),
  shape: t.Object({
    calendars: t.Array(
      t.Object({
        id: t.String({ description: "The requested email address." }),
        busy: t.Array(Busy),
        errors: t.Array(t.String(), { description: "Why this calendar could not be read; empty if it could." }),
      }),
    ),
  }),
  map: (raw) => ({
    calendars: raw.value.map(({ scheduleId, scheduleItems, error }) => ({
      id: scheduleId,
      busy: busyOf(scheduleItems ?? []),
      errors: error ? [error.responseCode ?? "error"] : [],
    })),
  }),
});

const utc = (time: string) => ({ dateTime: instant(time).slice(0, 19), timeZone: "UTC" });

export const scheduleEndpoints = {
  find_busy_times: endpoint({
    method: "POST",
    effect: "reads",
    path: "/calendar/freebusy",
    permission: "calendar.read",
    description:
      "Find when people or rooms are busy in the Outlook calendar between two times; work and school accounts only.",
    keywords: ["availability", "free slot", "available", "find a time", "free busy"],
    body: t.Object({
      emails: t.Array(t.String({ format: "email", description: "An email address." }), {
        minItems: 1,
        maxItems: 20,
        description: "Email addresses of people or rooms.",
      }),
      from: t.String({ format: "date-time", description: "Start of the time range, such as 2026-02-01T00:00:00Z." }),
      to: t.String({ format: "date-time", description: "End of the time range." }),
    }),
    upstream: ({ body }) => ({
      path: path`/me/calendar/getSchedule`,
      json: {
        schedules: body.emails,
        startTime: utc(body.from),
        endTime: utc(body.to),
        availabilityViewInterval: 30,
      },
      safe: true,
    }),
    returns: one(Schedule),
  }),
};
