// The texts of the connect pages in each language; TypeScript refuses a language that lacks one of them.

import type { Child } from "../../web/pages/jsx-runtime.ts";
import type { PageLanguage } from "../../web/pages/language.ts";
import { filled, filledText } from "../../web/pages/texts.ts";
import de from "./texts/de.json" with { type: "json" };
import en from "./texts/en.json" with { type: "json" };
import es from "./texts/es.json" with { type: "json" };
import fr from "./texts/fr.json" with { type: "json" };
import ja from "./texts/ja.json" with { type: "json" };
import pt from "./texts/pt.json" with { type: "json" };

export type Texts = typeof en;
export const TEXTS: Readonly<Record<PageLanguage, Texts>> = { en, de, fr, es, pt, ja };

/** Why a connect failed, for the person in front of it: what happened, and what to do. */
export function reasonOf({ reasons }: Texts, error: string, names: { provider: string; partner: Child }): Child[] {
  const known = Object.hasOwn(reasons, error) ? reasons[error as keyof Texts["reasons"]] : reasons.other;
  return filled(known, names);
}

/** `1 scope`, `3 scopes`. */
export function scopesText(texts: Texts, lang: PageLanguage, count: number): string {
  const isOne = new Intl.PluralRules(lang).select(count) === "one";
  const text = isOne ? texts.scopes_one : texts.scopes_other;
  return filledText(text, { count: new Intl.NumberFormat(lang).format(count) });
}

/** A point in time, in UTC: the server does not know where the person is. */
export const timeText = (lang: PageLanguage, time: Date): string =>
  new Intl.DateTimeFormat(lang, {
    year: "numeric",
    month: "long",
    day: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    timeZone: "UTC",
    timeZoneName: "short",
  }).format(time);
