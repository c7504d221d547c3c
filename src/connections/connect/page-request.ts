// How somebody looks at a session's page: in which window, and in which language.
import { type PageLanguage, pageLanguageOf } from "../../web/pages/language.ts";
import type { PageSetting } from "../../web/pages/response.tsx";
import { TEXTS, type Texts } from "./page-texts.ts";

/** A pop-up of the partner's page, our frame in it, or the pop-up of that frame. */
export const WINDOWS = ["popup", "frame", "frame_popup"] as const;
export type PageWindow = (typeof WINDOWS)[number];

export interface ConnectPageRequest {
  /** Null for a tab. */
  window: PageWindow | null;
  lang: PageLanguage;
  texts: Texts;
  /** The language that the link names; null where the browser's own decides. */
  chosenLang: string | null;
}

/** For a preview on a page of ours. */
export const previewTab = (lang: PageLanguage): ConnectPageRequest => ({
  window: null,
  lang,
  texts: TEXTS[lang],
  chosenLang: null,
});

export function connectPageRequest(request: Request): ConnectPageRequest {
  const query = new URL(request.url).searchParams;
  const wanted = query.get("lang");
  const lang = pageLanguageOf(request, wanted);
  const window = WINDOWS.find((one) => one === query.get("window")) ?? null;
  return { window, lang, texts: TEXTS[lang], chosenLang: wanted === null ? null : lang };
}

/** What every page of the visit has. */
export const settingOf = ({ window, lang, texts }: ConnectPageRequest): PageSetting => ({
  lang,
  keepsOpener: window !== null,
  errors: texts.errors,
});

/** A path of ours that keeps the visit's window and language; `more` are further parameters. */
export function pathFor(
  path: string,
  { window, chosenLang }: Pick<ConnectPageRequest, "window" | "chosenLang">,
  more: Readonly<Record<string, string>> = {},
): string {
  const query = new URLSearchParams(more);
  if (window !== null) query.set("window", window);
  if (chosenLang !== null) query.set("lang", chosenLang);
  return query.size === 0 ? path : `${path}?${query}`;
}
