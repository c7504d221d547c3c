// What a search of the dashboard finds, and how a text fits the names of things that are all at hand.
import { fold } from "../../agents/tools/text.ts";

export interface SearchResult {
  /** A page that the person may open. */
  href: string;
  title: string;
  /** Tells it from others of the same title. */
  hint: string;
  /** The language of texts that are English on every page. */
  lang?: "en";
}

export interface ResultGroup {
  title: string;
  results: readonly SearchResult[];
  /** The page with the others, if there may be more. */
  all?: Pick<SearchResult, "href" | "title">;
}

/** Most results of a group. */
export const MAX_RESULTS = 5;

/** A whole name first, then the beginning of one, then the beginnings of words, then parts of words. */
function rankOf(wanted: string, names: readonly string[]): number | null {
  if (names.includes(wanted)) return 0;
  if (names.some((name) => name.startsWith(wanted))) return 1;
  const words = wanted.split(/\s+/);
  const text = ` ${names.join(" ")}`;
  if (words.every((word) => text.includes(` ${word}`))) return 2;
  return words.every((word) => text.includes(word)) ? 3 : null;
}

/** Those whose names have all words of the text, the best first. */
export function bestMatches<T>(items: readonly T[], text: string, namesOf: (item: T) => readonly string[]): T[] {
  const wanted = fold(text);
  return items
    .flatMap((item) => {
      const rank = rankOf(wanted, namesOf(item).map(fold));
      return rank === null ? [] : { item, rank };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
