// The word lists of the tool search, read from `words/`: synonyms, translations, products, stop words and markers.
import { normalizedTokens } from "./text.ts";
import { WEIGHTS } from "./weights.ts";
import french from "./words/french.json" with { type: "json" };
import german from "./words/german.json" with { type: "json" };
import hindi from "./words/hindi.json" with { type: "json" };
import markers from "./words/markers.json" with { type: "json" };
import ordinaryWords from "./words/ordinary-words.json" with { type: "json" };
import otherMatters from "./words/other-matters.json" with { type: "json" };
import otherServices from "./words/other-services.json" with { type: "json" };
import portuguese from "./words/portuguese.json" with { type: "json" };
import products from "./words/products.json" with { type: "json" };
import spanish from "./words/spanish.json" with { type: "json" };
import stopWords from "./words/stop-words.json" with { type: "json" };
import synonyms from "./words/synonyms.json" with { type: "json" };
import translations from "./words/translations.json" with { type: "json" };

/** Terms of the index with how well they fit, 0 to 1. `+` marks an implied verb: it ranks tools and matches none. */
export type WeightedTerms = ReadonlyMap<string, number>;

interface Rule {
  words: string[];
  terms: [term: string, weight: number][];
}

const contentRules = synonyms.contentWords.map(parseRule);
const verbRules = synonyms.genericVerbs.map(parseRule);
/** Inflected forms are not listed: the fuzzy match finds them. */
const translationRules = [...translations, ...german, ...portuguese, ...hindi, ...spanish, ...french].map(parseRule);

export const STOP_WORDS: ReadonlySet<string> = wordSet(stopWords.english);
/** Stop words of other languages; in a query of one or two words they are prefixes first. */
export const FOREIGN_STOP_WORDS: ReadonlySet<string> = wordSet(stopWords.foreign);

/** The text after one of these is an argument: a person, a title, a text. */
export const ARGUMENT_MARKERS: ReadonlySet<string> = wordSet(markers.argument);
/** A location follows. */
export const LOCATION_MARKERS: ReadonlySet<string> = wordSet(markers.location);
/** The same in German, Portuguese, Spanish and French, for queries in them: "no" and "do" mean other things in English. */
export const FOREIGN_LOCATION_MARKERS: ReadonlySet<string> = wordSet(markers.foreignLocation);
/** A detail follows. */
export const DETAIL_MARKERS: ReadonlySet<string> = wordSet(markers.detail);
/** A recipient follows. */
export const RECIPIENT_MARKERS: ReadonlySet<string> = wordSet(markers.recipient);
/** A text follows in which nothing names the tool. */
export const QUOTE_MARKERS: ReadonlySet<string> = wordSet(markers.quote);
/** Words before an object: a verb between them and it is an adjective, as in "my open issues". */
export const DETERMINERS: ReadonlySet<string> = wordSet(markers.determiner);
export const ARTICLES: ReadonlySet<string> = wordSet(markers.article);
/** A query that begins so asks about what is there, and creates nothing. */
export const QUESTION_WORDS: ReadonlySet<string> = wordSet(markers.question);
/** A sentence that begins so asks what is there or has happened: its verbs are not what to do. */
export const READING_WORDS: ReadonlySet<string> = wordSet(markers.reading);
/** Question words that begin no question after a verb: "write down what she said". */
export const RELATIVE_WORDS: ReadonlySet<string> = wordSet(markers.relative);
/** Words for many objects at once. */
export const COLLECTIONS: ReadonlySet<string> = wordSet(markers.collection);
/** Words for the object of the step before. */
export const PRONOUNS: ReadonlySet<string> = wordSet(markers.pronoun);
/** Particles that may stand apart from their verb: "take it down". */
export const PARTICLES: ReadonlySet<string> = wordSet(markers.particle);
/** Particles that do so only at the end, and are prepositions elsewhere: "leite die Mail weiter", "teile sie mit Ada". */
export const FINAL_PARTICLES: ReadonlySet<string> = wordSet(markers.finalParticle);

/** Words and phrases of English and other languages → terms of the index. */
export const SYNONYMS: ReadonlyMap<string, WeightedTerms> = buildSynonyms();
/** Verbs that go with any object. */
export const GENERIC_VERBS: ReadonlySet<string> = buildGenericVerbs();
/** Words of other languages that are no English ones. */
export const FOREIGN_WORDS: ReadonlySet<string> = buildForeignWords();
/** Product name → provider id. */
export const PROVIDER_OF_PRODUCT: ReadonlyMap<string, string> = new Map(
  Object.entries(products).flatMap(([provider, names]) => names.map((name) => [normalized(name), provider])),
);
/** Well-known services: a query that names one finds nothing, unless a tool here mentions it. */
export const OTHER_SERVICES: ReadonlySet<string> = new Set(otherServices.map(normalized));
/** What no tool does, and things that share a word with a tool's object: "buy", "plane ticket". */
export const OTHER_MATTERS: ReadonlySet<string> = new Set(otherMatters.map(normalized));
/** Words that are near one of a tool and no misspelling of it: "design" and "assign". */
export const ORDINARY_WORDS: ReadonlySet<string> = wordSet(ordinaryWords);

function wordSet(words: readonly string[]): Set<string> {
  return new Set(words.flatMap(normalizedTokens));
}

function normalized(phrase: string): string {
  return normalizedTokens(phrase).join(" ");
}

/** A rule in the notation of Solr's synonym files, with weights: `mail, e mail => email, message^0.6, +send`. */
function parseRule(rule: string): Rule {
  const [words = "", terms = ""] = rule.split(" => ");
  return {
    words: words.split(",").map(normalized),
    terms: terms.split(", ").map((entry) => {
      const [term = "", weight = WEIGHTS.synonym] = entry.split("^");
      return [term, Number(weight)];
    }),
  };
}

function buildSynonyms(): Map<string, WeightedTerms> {
  const all = new Map<string, Map<string, number>>();
  const add = (word: string, term: string, weight: number) => {
    const terms = all.get(word) ?? new Map<string, number>();
    all.set(word, terms.set(term, Math.max(weight, terms.get(term) ?? 0)));
  };
  for (const { words, terms } of [...contentRules, ...verbRules]) {
    for (const word of words) for (const [term, weight] of terms) add(word, term, weight);
  }
  for (const { words, terms } of translationRules) {
    for (const [english] of terms) {
      for (const word of words) {
        for (const [term, weight] of all.get(english) ?? []) add(word, term, weight);
        add(word, english, 1);
      }
    }
  }
  return all;
}

function wordsOf(rules: readonly Rule[]): string[] {
  return rules.flatMap(({ words }) => words);
}

function buildGenericVerbs(): Set<string> {
  const english = new Set(wordsOf(verbRules));
  const foreign = translationRules.filter(({ terms }) => terms.some(([term]) => english.has(term)));
  const contentWords = new Set(wordsOf(contentRules));
  return new Set([...english, ...wordsOf(foreign)].filter((word) => !contentWords.has(word)));
}

function buildForeignWords(): Set<string> {
  const english = new Set(wordsOf([...contentRules, ...verbRules]));
  return new Set(wordsOf(translationRules).filter((word) => !english.has(word)));
}
