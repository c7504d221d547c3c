// The texts of pages in the reader's language. The source has them in English, which is their key in each language's file;
// scripts/messages.ts lists what a file lacks. Forms: ICU MessageFormat (unicode-org.github.io/icu, "Format Messages").
import { AsyncLocalStorage } from "node:async_hooks";
import { IntlMessageFormat } from "intl-messageformat";
import type { Child } from "./jsx-runtime.ts";
import { PAGE_LANGUAGES, type PageLanguage } from "./language.ts";
import de from "./messages/de.json" with { type: "text" };
import es from "./messages/es.json" with { type: "text" };
import fr from "./messages/fr.json" with { type: "text" };
import ja from "./messages/ja.json" with { type: "text" };
import pt from "./messages/pt.json" with { type: "text" };

/** Texts by language, as their files have them; the source is English. */
const FILES: Readonly<Partial<Record<PageLanguage, unknown>>> = { de, fr, es, pt, ja };

const catalogues = new Map<PageLanguage, ReadonlyMap<string, string>>();

/** Read for the first page in a language: the texts of all of them take 5 MB and a seventh of a start. */
function catalogueOf(language: PageLanguage): ReadonlyMap<string, string> {
  const file = FILES[language];
  const known = catalogues.get(language);
  if (known || file === undefined) return known ?? NONE;
  const read = new Map(Object.entries(JSON.parse(file as string) as Record<string, string>));
  catalogues.set(language, read);
  return read;
}
const NONE: ReadonlyMap<string, string> = new Map();

const languages = new AsyncLocalStorage<PageLanguage>();

/** Runs `make`, and all that it awaits, with this language for `tr` and `rich`. */
export const inLanguage = <T>(language: PageLanguage, make: () => T): T => languages.run(language, make);

/** English outside of `inLanguage`. */
export const pageLanguage = (): PageLanguage => languages.getStore() ?? PAGE_LANGUAGES[0];

declare const UNTRANSLATED: unique symbol;
/** An English text that cannot be shown as it is; its type knows it, and so what is filled in. */
export interface Message<Text extends string = string> {
  readonly [UNTRANSLATED]: Text;
}

/** Marks an English text that stands outside of a function, where no reader is known; `tr` translates it where it is shown. */
export const message = <const Text extends string>(text: Text): Message<Text> => text as unknown as Message<Text>;

/** Marks the English text of an error, which pages translate where they show it: logs and the API have it in English. */
export const errorMessage = (text: string): string => text;

export type MessageValues = Readonly<Record<string, string | number>>;

/**
 * The text in the reader's language, with `values` in its places: `{name}`, `{count, number}`,
 * `{count, plural, one {# key} other {# keys}}`. A text that the language lacks stays English.
 */
export function tr(text: string | Message, values?: MessageValues): string {
  const { pattern, language } = translated(text);
  if (!values) return pattern;
  return String(formatOf(pattern, language).format(values));
}

type RichValue = Child | ((inner: Child) => Child);

/** The same with markup: as a value, or around a part of the text, as in `rich("Read <a>the guide</a>.", { a: (inner) => … })`. */
export function rich(text: string | Message, values: Readonly<Record<string, RichValue>>): Child {
  const { pattern, language } = translated(text);
  const wrapped = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "function" ? (parts: Child[]) => value(parts) : value,
  ]);
  return formatOf(pattern, language).format<Child>(Object.fromEntries(wrapped)) as Child;
}

/** The `lang` of a text that is always English, such as what a tool does; undefined on a page that is English itself. */
export const englishLang = (): "en" | undefined => (pageLanguage() === PAGE_LANGUAGES[0] ? undefined : "en");

/** Null for a text that the reader's language lacks, such as one with values in it. */
export const translationOf = (text: string): string | null =>
  pageLanguage() === PAGE_LANGUAGES[0] ? text : (catalogueOf(pageLanguage()).get(text) ?? null);

function translated(given: string | Message): { pattern: string; language: PageLanguage } {
  const text = given as string;
  const language = pageLanguage();
  const pattern = catalogueOf(language).get(text);
  return pattern === undefined ? { pattern: text, language: PAGE_LANGUAGES[0] } : { pattern, language };
}

/** Bounded by the texts of the source: no text of a person or a provider is a pattern. */
const formats = new Map<string, IntlMessageFormat>();

function formatOf(pattern: string, language: PageLanguage): IntlMessageFormat {
  const key = `${language} ${pattern}`;
  const made = formats.get(key) ?? new IntlMessageFormat(pattern, language);
  formats.set(key, made);
  return made;
}
