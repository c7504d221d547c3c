// Wall times: what the clocks of a time zone show, and the instants at which they do.
import { WINDOWS_ZONES } from "./windows-zones.ts";

const DAY_MS = 86_400_000;

/** The IANA zone of an IANA or Windows name, in any case; null for any other text. */
export function zoneOf(name: string): string | null {
  const zone = WINDOWS_ZONES.get(name.toLowerCase()) ?? name;
  if (/^[+-]/.test(zone)) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    // The runtime knows no zone of this name.
    return null;
  }
}

/** Milliseconds that the zone is ahead of UTC at an instant. */
function aheadOfUtc(ms: number, zone: string): number {
  const whole = Math.floor(ms / 1_000) * 1_000;
  return Date.parse(`${wallTimeAt(whole, zone)}Z`) - whole;
}

/** What the clocks of an IANA zone show at an instant: 2026-03-05T20:00:00. */
export function wallTimeAt(ms: number, zone: string): string {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: zone, hourCycle: "h23", calendar: "iso8601", era: "short" },
    ...{ year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit" },
  });
  const parts = Object.fromEntries(format.formatToParts(ms).map(({ type, value }) => [type, value]));
  const { year = "", month, day, hour, minute, second } = parts;
  return `${year.padStart(4, "0")}-${month}-${day}T${hour}:${minute}:${second}`;
}

/** The offset of an IANA zone at an instant: +01:00. */
export function offsetAt(ms: number, zone: string): string {
  const minutes = Math.round(aheadOfUtc(ms, zone) / 60_000);
  const two = (value: number) => String(value).padStart(2, "0");
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** The instants at which the zone's clocks show a wall time, in order: none where they skip it, two where they repeat it. */
export function instantsOf(wall: string, zone: string): number[] {
  const asUtc = Date.parse(`${wall}Z`);
  const offsets = [-1, 1].map((days) => aheadOfUtc(asUtc + days * DAY_MS, zone));
  const instants = [...new Set(offsets)].map((offset) => asUtc - offset);
  return instants.filter((ms) => aheadOfUtc(ms, zone) === asUtc - ms).sort((a, b) => a - b);
}
