// Times and days: reads those of providers, with null for anything else, and validates those of callers.
import { InvalidInput } from "./endpoint.ts";

/** RFC 3339 date-time with an offset. */
const TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the calendar has this day: Date.parse turns 30 February into 2 March. */
function isOfCalendar(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split("-").map(Number) as [number, number, number];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Whether a time lies in the years 1 to 9999 in UTC, the range of ISO 8601 text and of the database. */
function isInRange(date: Date): boolean {
  const year = date.getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** Two digits of a text as a number. */
const pairAt = (text: string, at: number) => (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48;

/** Whether a text of the form of `TIME` is surely a time: nearly every one is, and each response has many. */
function isPlainTime(text: string): boolean {
  const [century, month, day] = [pairAt(text, 0), pairAt(text, 5), pairAt(text, 8)];
  const isDate = century >= 1 && century <= 98 && month >= 1 && month <= 12 && day >= 1 && day <= 28;
  const isUtc = (text.charCodeAt(text.length - 1) | 32) === 122;
  return isUtc && isDate && pairAt(text, 11) <= 23 && pairAt(text, 14) <= 59 && pairAt(text, 17) <= 59;
}

/** Whether a text is a time with an offset, such as 2026-01-31T09:00:00Z. */
export const isTime = (text: string) =>
  TIME.test(text) && (isPlainTime(text) || (isOfCalendar(text) && isInRange(new Date(text))));
/** Whether a text is a day, such as 2026-01-31. */
export const isDay = (text: string) => DAY.test(text) && isOfCalendar(text) && isInRange(new Date(text));

/** The text itself if it is a time, otherwise null. */
export const asTime = (value: unknown) => (typeof value === "string" && isTime(value) ? value : null);
/** The text itself if it is a day, otherwise null. */
export const asDay = (value: unknown) => (typeof value === "string" && isDay(value) ? value : null);

/** Whether a text ends as a time with an offset does. */
const OFFSET = /([Zz]|[+-]\d{2}:\d{2})$/;

/** The time in UTC with milliseconds, or null. `offset` is that of a provider's times where they have none: Z, +01:00. */
export function asUtc(value: unknown, offset?: string): string | null {
  const isBare = offset !== undefined && typeof value === "string" && !OFFSET.test(value);
  const time = asTime(isBare ? value.replace(" ", "T") + offset : value);
  return time === null ? null : new Date(time).toISOString();
}
/** A Unix time in milliseconds as ISO 8601, or null. */
export function timeOfMs(ms: unknown): string | null {
  const date = new Date(typeof ms === "number" ? ms : Number.NaN);
  return isInRange(date) ? date.toISOString() : null;
}

/** Throws `InvalidInput` where the field `name` has not exactly one of day and time. */
export function assertDayOrTime(name: string, { date, date_time }: { date?: string; date_time?: string }): void {
  if ((date === undefined) !== (date_time === undefined)) return;
  throw new InvalidInput(
    `"${name}" takes either "date" (a day: 2026-02-01) or "date_time" (a time: 2026-02-01T09:00:00Z); send exactly one of them.`,
  );
}
