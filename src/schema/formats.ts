// String formats that schemas may name; TypeBox refuses every value of a format it does not know.
import { FormatRegistry } from "@sinclair/typebox";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** RFC 3339 date-time with an offset. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Whether the calendar has this day (Date.parse turns 30 February into 2 March). */
function isDay(text: string): boolean {
  const [year, month, day] = text.slice(0, 10).split("-").map(Number) as [number, number, number];
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Whether a time parses and lies in the years 1 to 9999 in UTC, which is what ISO 8601 text and the database can hold. */
function isTime(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999;
}

/** Whether a text is a UUID in its usual form, of any version. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

FormatRegistry.Set("uuid", isUuid);
FormatRegistry.Set("date-time", (value) => DATE_TIME.test(value) && isDay(value) && isTime(value));
FormatRegistry.Set("date", (value) => DATE.test(value) && isDay(value) && isTime(value));
FormatRegistry.Set("uri", (value) => URL.canParse(value));
FormatRegistry.Set("email", (value) => /^[^\s@\u0000-\u001f]+@[^\s@\u0000-\u001f]+\.[^\s@\u0000-\u001f]+$/.test(value));
