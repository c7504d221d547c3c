// Tests how callers' times, zones and repetition are read together.
import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { eventBody as googleBody } from "../../plugins/google/calendar-event.ts";
import { timeOf } from "../../plugins/microsoft/calendar-event.ts";
import { eventBody as outlookBody } from "../../plugins/microsoft/calendar-input.ts";
import { eventMoments, InvalidInput } from "../../src/plugin/index.ts";
import { instantsOf, wallTimeAt, zoneOf } from "../../src/plugin/wall-times.ts";
import { WINDOWS_ZONES } from "../../src/plugin/windows-zones.ts";

const DAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const zones = fc.constantFrom(...Intl.supportedValuesOf("timeZone"), "Pacific Standard Time", "Tokyo Standard Time");
const instants = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2036, 0, 1) }).map((ms) => ms - (ms % 60_000));
const offsets = fc.constantFrom("Z", "+05:45", "-09:30", "+01:00");
const frequencies = fc.constantFrom("daily" as const, "weekly" as const, "monthly" as const, "yearly" as const);

/** A time as a caller may write it: with any offset, at an instant. */
function written(ms: number, offset: string): string {
  const [, sign = "+", hours = "0", minutes = "0"] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === "-" ? -60_000 : 60_000);
  return new Date(ms + ahead).toISOString().slice(0, 19) + offset;
}

describe("a time with offset and zone", () => {
  test("stays the wall time of its instant in the zone, at both providers, and its series begins on that day", () => {
    fc.assert(
      fc.property(instants, zones, offsets, frequencies, (ms, zone, offset, frequency) => {
        const start = { date_time: written(ms, offset), time_zone: zone };
        const end = { date_time: written(ms + 3_600_000, offset) };
        const wall = wallTimeAt(ms, zoneOf(zone) ?? "");
        const google = googleBody({ start, end, recurrence: [`RRULE:FREQ=${frequency.toUpperCase()}`] }, false, "key");
        const sent = google.start as { dateTime: string; timeZone: string };
        expect(Date.parse(sent.dateTime)).toBe(ms);
        expect([sent.dateTime.slice(0, 19), sent.timeZone]).toEqual([wall, zoneOf(zone) ?? ""]);
        const outlook = outlookBody({ start, end, recurrence: { frequency } });
        expect(timeOf(outlook.start as { dateTime: string }, false)).toMatchObject({
          date_time: zone === "UTC" ? `${wall}Z` : wall,
          time_zone: zone,
        });
        const { pattern, range } = outlook.recurrence as {
          pattern: { daysOfWeek?: string[]; dayOfMonth?: number; month?: number };
          range: object;
        };
        expect(range).toMatchObject({ startDate: wall.slice(0, 10), recurrenceTimeZone: zone });
        if (frequency === "weekly") expect(pattern.daysOfWeek).toEqual([DAYS[new Date(`${wall}Z`).getUTCDay()] ?? ""]);
        if (frequency === "monthly") expect(pattern.dayOfMonth).toBe(Number(wall.slice(8, 10)));
        if (frequency === "yearly") expect(pattern.month).toBe(Number(wall.slice(5, 7)));
      }),
    );
  });

  test("a single event keeps its instant, in the second of two equal hours, too", () => {
    fc.assert(
      fc.property(fc.oneof(instants, fc.constant(Date.UTC(2026, 10, 1, 6, 30))), zones, (ms, zone) => {
        const time_zone = ms === Date.UTC(2026, 10, 1, 6, 30) ? "America/New_York" : zone;
        const [start, end] = [0, 3_600_000].map((later) => ({ date_time: written(ms + later, "Z"), time_zone }));
        const { dateTime, timeZone } = outlookBody({ start, end }).start as { dateTime: string; timeZone: string };
        expect(instantsOf(dateTime, zoneOf(timeZone) ?? "")[0]).toBe(ms);
        expect(Date.parse((googleBody({ start, end }, false, "key").start as { dateTime: string }).dateTime)).toBe(ms);
      }),
    );
  });

  test("a Thursday evening in New York is a Thursday there", () => {
    const start = { date_time: "2026-03-05T20:00:00-05:00", time_zone: "America/New_York" };
    const end = { date_time: "2026-03-05T21:00:00-05:00", time_zone: "America/New_York" };
    expect(outlookBody({ start, end, recurrence: { frequency: "weekly", days_of_week: ["thursday"] } })).toMatchObject({
      start: { dateTime: "2026-03-05T20:00:00", timeZone: "America/New_York" },
      recurrence: { range: { startDate: "2026-03-05", recurrenceTimeZone: "America/New_York" } },
    });
  });
});

describe("a wall time", () => {
  const moment = (date_time: string, time_zone?: string, isSeries = false) =>
    eventMoments({ start: { date_time, ...(time_zone && { time_zone }) } }, isSeries).start;
  const refusal = (work: () => unknown) => {
    try {
      work();
    } catch (error) {
      expect(error).toBeInstanceOf(InvalidInput);
      return (error as Error).message;
    }
    throw new Error("Nothing was refused.");
  };

  test("goes out as it is, and comes back", () => {
    fc.assert(
      fc.property(instants, zones, (ms, zone) => {
        const wall = wallTimeAt(ms, zoneOf(zone) ?? "");
        expect(moment(wall, zone)).toMatchObject({ kind: "time", wall, zone: zoneOf(zone) ?? "", zoneName: zone });
      }),
    );
  });

  test("that the clocks skip is refused, and of two equal hours it is the first", () => {
    const text = refusal(() => moment("2026-03-08T02:30:00", "America/New_York"));
    expect(text).toContain("start.date_time");
    expect(text).toContain("does not exist in America/New_York");
    expect(moment("2026-11-01T01:30:00", "America/New_York")).toMatchObject({ offset: "-04:00" });
    expect(moment("2026-11-01T01:30:00-05:00", "America/New_York")).toMatchObject({
      wall: "2026-11-01T01:30:00",
      offset: "-05:00",
      isSecondOfTwo: true,
    });
  });

  test("a series of times without a zone is refused with the field that is missing, whatever its offset", () => {
    for (const end of ["-05:00", "Z", ""]) {
      const times = {
        start: { date_time: `2026-03-05T20:00:00${end}` },
        end: { date_time: `2026-03-05T21:00:00${end}` },
      };
      for (const make of [
        () => googleBody({ ...times, recurrence: ["RRULE:FREQ=WEEKLY"] }, false, "key"),
        () => outlookBody({ ...times, recurrence: { frequency: "weekly" } }),
      ])
        expect(refusal(make)).toContain('"start.time_zone" is missing');
    }
  });

  test("takes Windows' names of zones and IANA's, and no others", () => {
    for (const name of WINDOWS_ZONES.keys()) expect([name, zoneOf(name) === null]).toEqual([name, false]);
    expect(zoneOf("pacific standard time")).toBe("America/Los_Angeles");
    for (const name of ["Mars/Base", "+05:00", ""]) expect([name, zoneOf(name)]).toEqual([name, null]);
    expect(refusal(() => moment("2026-03-08T12:00:00", "Mars/Base"))).toContain("start.time_zone");
  });
});

test("an all-day event ends after its last day", () => {
  const days = (start: string, end: string) => () =>
    eventMoments({ start: { date: start }, end: { date: end } }, false);
  expect(days("2026-02-01", "2026-02-02")).not.toThrow();
  expect(days("2026-02-01", "2026-02-01")).toThrow("day after the last one");
});
