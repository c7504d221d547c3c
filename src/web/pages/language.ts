// The language of a page's texts: the person's choice, or the best of what the browser accepts.
import { acceptedLanguage } from "../http/accept.ts";

/** Each by its own name. The first one is for readers of other languages, and the texts in the source are in it. */
export const LANGUAGE_NAMES = {
  en: "English",
  de: "Deutsch",
  fr: "Français",
  es: "Español",
  pt: "Português",
  ja: "日本語",
} as const;
export type PageLanguage = keyof typeof LANGUAGE_NAMES;
export const PAGE_LANGUAGES = Object.keys(LANGUAGE_NAMES) as [PageLanguage, ...PageLanguage[]];

/** The first one for a text that is none of them. */
export const pageLanguageNamed = (text: string | null): PageLanguage =>
  PAGE_LANGUAGES.find((language) => language === text) ?? PAGE_LANGUAGES[0];

const COOKIE = /(?:^|;\s*)language=([a-z]{2})(?:;|$)/;
const COOKIE_SECONDS = 31_536_000;

/** Null where the browser's own decides. */
export function chosenLanguage(cookies: string): PageLanguage | null {
  return PAGE_LANGUAGES.find((language) => language === COOKIE.exec(cookies)?.[1]) ?? null;
}

/** The cookie that chooses a language, or leaves it to the browser again. */
export const languageCookie = (language: PageLanguage | null): string =>
  `language=${language ?? ""}; Path=/; Max-Age=${language === null ? 0 : COOKIE_SECONDS}; SameSite=Lax`;

export const browserLanguage = (request: Request): PageLanguage =>
  acceptedLanguage(request, PAGE_LANGUAGES) ?? PAGE_LANGUAGES[0];

/** `wanted`, such as a link's, where we have it; else the person's choice, what the browser accepts, or the first. */
export function pageLanguageOf(request: Request, wanted: string | null = null): PageLanguage {
  const primary = wanted?.toLowerCase().split("-")[0];
  return (
    PAGE_LANGUAGES.find((language) => language === primary) ??
    chosenLanguage(request.headers.get("cookie") ?? "") ??
    browserLanguage(request)
  );
}
