// When an event starts and ends, as callers say it: a day, or a time with its zone. Time, zone and repetition are read together.
import { InvalidInput } from "./endpoint.ts";
import { assertDayOrTime, isTime } from "./times.ts";
import { instantsOf, offsetAt, wallTimeAt, zoneOf } from "./wall-times.ts";

export interface EventTimeInput {
  date?: string;
  date_time?: string;
  time_zone?: string;
}

/** An event's start or end. */
export type EventMoment =
  | { kind: "day"; day: string; zoneName: string | null }
  | {
      kind: "time";
      /** What the clocks of `zone` show, or the caller's own text without its offset. */
      wall: string;
      /** Offset of `zone` at that instant, or the caller's; null if there is neither. */
      offset: string | null;
      /** IANA name. */
      zone: string | null;
      /** The zone's name as the caller gave it. */
      zoneName: string | null;
      /** Whether it is the second of two hours that the clocks show alike. */
      isSecondOfTwo: boolean;
    };
type TimeOfDay = Extract<EventMoment, { kind: "time" }>;

interface EventInput {
  start?: EventTimeInput;
  end?: EventTimeInput;
}

const TIME = /^(.*?)(Z|[+-]\d\d:\d\d)?$/i;
const ZONES = 'such as "Europe/Madrid" or "Pacific Standard Time"';

/**
 * Start and end of an event; throws `InvalidInput` where they do not fit together. A time with both offset and zone becomes the
 * wall time of its instant in the zone. Of an hour that the clocks repeat, a time without offset is the first, as in RFC 5545.
 */
export function eventMoments(
  { start, end }: EventInput,
  isSeries: boolean,
): { start?: EventMoment; end?: EventMoment } {
  if (start) assertDayOrTime("start", start);
  if (end) assertDayOrTime("end", end);
  if (start && end && (start.date === undefined) !== (end.date === undefined))
    throw new InvalidInput('"start" and "end" go together, both as days or both as times.');
  if (start?.date !== undefined && end?.date !== undefined && end.date <= start.date)
    throw new InvalidInput(
      `"end.date" is the day after the last one, and must come after "start.date" (${start.date}): for one day, send the next day.`,
    );
  const last = end && { ...end, time_zone: end.time_zone ?? start?.time_zone };
  return {
    ...(start && { start: momentOf("start", start, isSeries) }),
    ...(last && { end: momentOf("end", last, isSeries) }),
  };
}

function momentOf(name: string, input: EventTimeInput, isSeries: boolean): EventMoment {
  const { date, date_time = "", time_zone } = input;
  const zone = time_zone === undefined ? null : zoneOf(time_zone);
  if (time_zone !== undefined && zone === null)
    throw new InvalidInput(`"${name}.time_zone" is no known time zone; send the name of one, ${ZONES}.`);
  if (date !== undefined) return { kind: "day", day: date, zoneName: time_zone ?? null };
  const [, wall = "", offset = null] = TIME.exec(date_time) ?? [];
  if (!isTime(wall.slice(0, 19) + (offset ?? "Z"))) throw new InvalidInput(`"${name}.date_time" is not a time.`);
  if (zone !== null) return { ...inZone(name, wall, offset, zone), zoneName: time_zone ?? null };
  if (isSeries)
    throw new InvalidInput(
      `"${name}.time_zone" is missing: a repeated event needs its time zone, ${ZONES}, because an offset does not follow changes to and from summer time.`,
    );
  return { kind: "time", wall, offset, zone, zoneName: null, isSecondOfTwo: false };
}

function inZone(name: string, wall: string, offset: string | null, zone: string): Omit<TimeOfDay, "zoneName"> {
  const [second, fraction] = [wall.slice(0, 19), wall.slice(19)];
  if (offset === null) {
    const [ms] = instantsOf(second, zone);
    if (ms === undefined)
      throw new InvalidInput(
        `"${name}.date_time" ${second} does not exist in ${zone}: the clocks go forward there and skip it. Send a time before or after.`,
      );
    return { kind: "time", wall, offset: offsetAt(ms, zone), zone, isSecondOfTwo: false };
  }
  const ms = Date.parse(second + offset);
  const local = wallTimeAt(ms, zone);
  const isSecondOfTwo = instantsOf(local, zone).indexOf(ms) === 1;
  return { kind: "time", wall: local + fraction, offset: offsetAt(ms, zone), zone, isSecondOfTwo };
}
