// The day of the week and the minute of the day in a time zone.
import type { DAYS } from "./model.ts";

export interface LocalTime {
  day: (typeof DAYS)[number];
  /** From 0 to 1,439. */
  minute: number;
}

const MINUTE_MS = 60_000;

export function isTimeZone(zone: string): boolean {
  try {
    formatOf(zone);
    return true;
  } catch {
    // The only way in which the platform says that it does not know a zone.
    return false;
  }
}

const formatOf = (timeZone: string) =>
  new Intl.DateTimeFormat("en-GB", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });

type LocalClock = (now: number) => LocalTime;
/** Clocks by the zone's name, which may be written in more than one way. */
const clocks = new Map<string, LocalClock>();
const MAX_CLOCKS = 1000;

/** The clock of a zone that the platform knows. */
export function localClock(zone: string): LocalClock {
  const clock = clocks.get(zone) ?? createClock(zone);
  if (clocks.size < MAX_CLOCKS) clocks.set(zone, clock);
  return clock;
}

/** Formats once a minute, since that takes longer than all rules of a call. */
function createClock(zone: string): LocalClock {
  const format = formatOf(zone);
  let known: { minute: number; time: LocalTime } | null = null;
  return (now) => {
    const minute = Math.floor(now / MINUTE_MS);
    if (known?.minute === minute) return known.time;
    const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]));
    const day = (parts.get("weekday") ?? "").toLowerCase() as LocalTime["day"];
    const time = { day, minute: Number(parts.get("hour")) * 60 + Number(parts.get("minute")) };
    known = { minute, time };
    return time;
  };
}

/** The minute of the day that `18:30` means. */
export function minuteOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(":").map(Number);
  return hours * 60 + minutes;
}
