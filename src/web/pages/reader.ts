// How a page writes numbers and times: in the reader's language and time zone.
import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { sizeOf } from "../../foundation/byte-size.ts";
import { chosenLanguage } from "./language.ts";

export interface Reader {
  /** BCP 47. */
  language: string;
  /** IANA; null until the browser has told it, and times are then in UTC. */
  zone: string | null;
  /** Null where the browser's own decides. */
  theme: Theme | null;
}

export const THEMES = ["light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

const MAX_TAG = 35;
const ZONE = /(?:^|;\s*)zone=([A-Za-z0-9_+\-%/]{1,80})(?:;|$)/;
const THEME = /(?:^|;\s*)theme=(light|dark)(?:;|$)/;
const THEME_SECONDS = 31_536_000;
const DEFAULT_LANGUAGE = "en";

/** The cookie that chooses a theme, or leaves it to the browser again. */
export const themeCookie = (theme: Theme | null): string =>
  `theme=${theme ?? ""}; Path=/; Max-Age=${theme === null ? 0 : THEME_SECONDS}; SameSite=Lax`;

/** Reads Accept-Language, and the cookies of the language, the zone and the theme. */
export function readerOf(request: Request): Reader {
  const header = request.headers.get("accept-language") ?? "";
  const [tag = DEFAULT_LANGUAGE] = new Negotiator({ headers: { "accept-language": header } }).languages();
  const cookies = request.headers.get("cookie") ?? "";
  const chosen = chosenLanguage(cookies);
  // A choice of German leaves the numbers of Austria to those whose browser asks for them.
  const language = chosen === null || tag.toLowerCase().split("-")[0] === chosen ? usable(tag) : chosen;
  const theme = THEMES.find((one) => one === THEME.exec(cookies)?.[1]) ?? null;
  return { language, zone: zoneOf(cookies), theme };
}

function usable(tag: string): string {
  if (tag === "*" || tag.length > MAX_TAG) return DEFAULT_LANGUAGE;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag)[0] ?? DEFAULT_LANGUAGE;
  } catch {
    // A language tag that is none is a stranger's.
    return DEFAULT_LANGUAGE;
  }
}

function zoneOf(cookies: string): string | null {
  try {
    const zone = decodeURIComponent(ZONE.exec(cookies)?.[1] ?? "");
    return zone === "" ? null : new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    // A cookie that names no time zone is a stranger's.
    return null;
  }
}

/** Scripts that are written from right to left (ISO 15924), of the languages that have a locale in Unicode's CLDR. */
const RIGHT_TO_LEFT = ["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"];

/** The direction in which a language is written, by its own script or the usual one; for `dir` of a page. */
export function directionOf(language: string): "ltr" | "rtl" {
  const { script } = new Intl.Locale(language).maximize();
  return script !== undefined && RIGHT_TO_LEFT.includes(script) ? "rtl" : "ltr";
}

export const TIME_FORMATS = {
  /** 21 Nov 2026, 14:05 */
  minute: { dateStyle: "medium", timeStyle: "short" },
  second: { dateStyle: "medium", timeStyle: "medium" },
  day: { dateStyle: "medium" },
  /** 21 Nov, 14:05:33: of a log, whose rows are of one year. */
  log: { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", second: "2-digit" },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;
export type TimeFormat = keyof typeof TIME_FORMATS;

/** Made once for each language and zone: a page has hundreds of numbers, and each format takes a tenth of a millisecond. */
const timeFormats = new LRUCache<string, Intl.DateTimeFormat>({ max: 500 });
const numberFormats = new LRUCache<string, Intl.NumberFormat>({ max: 500 });

export function formatTime({ language, zone }: Reader, iso: string, format: TimeFormat): string {
  const name = `${language} ${zone} ${format}`;
  const made =
    timeFormats.get(name) ?? new Intl.DateTimeFormat(language, { ...TIME_FORMATS[format], timeZone: zone ?? "UTC" });
  timeFormats.set(name, made);
  return made.format(new Date(iso));
}

export function formatNumber({ language }: Reader, value: number, options: Intl.NumberFormatOptions = {}): string {
  const name = `${language} ${JSON.stringify(options)}`;
  const made = numberFormats.get(name) ?? new Intl.NumberFormat(language, options);
  numberFormats.set(name, made);
  return made.format(value);
}

const UNITS = { kB: "kilobyte", MB: "megabyte", GB: "gigabyte", TB: "terabyte" } as const;

export function formatSize(reader: Reader, bytes: number): string {
  const { value, unit } = sizeOf(bytes);
  return formatNumber(reader, value, { style: "unit", unit: UNITS[unit] });
}
