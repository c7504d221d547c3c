// The weights and limits of the tool search: what each does, and what it is worth on the labelled queries.
//
// Baseline of both labelled sets (`bench/tool-search.ts`): mean reciprocal rank (MRR) 0.985 over 601 queries, and 1 false
// accept, a hit for one of the 72 queries that no tool fits. A comment ends with the effect of another value, "0: MRR −0.124";
// without such an end the sets see no difference, and the reason given stands alone.

export const WEIGHTS = {
  /** Factor on the score of a connected tool. 1: the first hit is a connected and right one in 85 instead of 96 %. */
  connected: 1.25,
  /** Hits with a lower score are dropped. 0.3: 3 more false accepts; 0.5: MRR −0.016. */
  threshold: 0.4,
  /** Factor on a tool that fits one step of a query with several: one that fits the whole query comes first. */
  step: 0.95,
  /** Factor on tools of providers other than the named ones. 1: 15 more false accepts, MRR −0.004. */
  otherProvider: 0.33,
  /** Share of a term's weight that its rarity decides (inverse document frequency). 0: 1 more false accept. */
  rarity: 0.3,
  /** Share of the score that the coverage of the tool's name decides. 0: MRR −0.124. */
  nameCoverage: 0.3,
  /** Scores above `from` are compressed towards `from + range`: a boosted score stays below 1, the exact name's. */
  compression: { from: 0.9, range: 0.099, scale: 0.1 },

  /** A posting's weight, by the field that holds the word. */
  field: {
    name: 1,
    /** 0: MRR −0.083. */
    keywords: 0.9,
    service: 0.9,
    path: 0.75,
    /** 0: MRR −0.010. */
    description: 0.7,
    /** Keywords of the whole service, which tell none of its tools from another. */
    serviceKeywords: 0.7,
    /** Words of the name after "by", "with" or "from". */
    qualifier: 0.6,
    /** The verb of the HTTP method, where the name has none. */
    method: 0.5,
    /** 0: MRR −0.003. */
    parameters: 0.4,
  },
  /** A word's share in the coverage of a tool's name, by kind. */
  namePart: {
    word: 1,
    /** 1: MRR −0.001. */
    verb: 0.5,
    /** Words for all that a provider holds: a query names the objects instead. 1: MRR −0.002. */
    container: 0.3,
    /** 0: MRR −0.005; 1: MRR −0.003. */
    provider: 0.2,
    /** 1: MRR −0.002. */
    stopWord: 0.1,
  },

  /**
   * A query term's weight, by kind; a term that no tool matches lowers every score. `verb` 0: MRR −0.016; `provider` 1:
   * MRR −0.003; `unknown` 0: 9 more false accepts.
   */
  kind: { content: 1, verb: 0.5, provider: 0.8, otherService: 1, stopWord: 0, unknown: 1 },
  /** Stop words in a short query, where "me" may be a tool. 1: MRR −0.002. */
  stopWordInShortQuery: 0.15,
  /** Unknown words in a sentence that has named its object: they may be arguments. */
  unknownInSentence: 0.7,
  /** Unknown words after the first `fullyCountedUnknowns`. */
  unknownLater: 0.3,
  /** Unknown words after a marker and the object: arguments. 1: MRR −0.012. */
  unknownArgument: 0.15,
  /** Factor on words after a marker, by what it announces. 1: MRR −0.003, −0.001, −0.001. */
  afterMarker: { location: 0.75, detail: 0.5, quote: 0.35 },
  /** Factor on words for people after "to", "with" or "for". 1: MRR −0.001. */
  recipient: 0.5,
  /** Verbs that a query without a verb implies. `list` 0: MRR −0.020; `get` 0: −0.002. */
  impliedVerbs: { list: 0.8, search: 0.5, get: 0.5 },
  /** The same where the object is in the plural. `list` 0: MRR −0.046. */
  impliedVerbsOfPlural: { list: 1, search: 0.6, get: 0.4 },
  /** Factor on "get" and "read" before a plural, which ask for a list. */
  getOfPlural: 0.8,

  /** A synonym whose rule names no weight. 1: MRR −0.008. */
  synonym: 0.9,
  /** Factor on the synonyms of a verb form's stem, beside the form itself. 1: MRR −0.001. */
  stem: 0.8,
  /** A product's name in the texts of tools: its own come before others of the provider. */
  productInText: 1.5,
  /** All tools of a product's provider, where some mention the product and where none does. */
  providerOfMentionedProduct: 0.5,
  providerOfProduct: 0.9,

  /** Factor on a match with one edit, which goes before two. 0: MRR −0.077. */
  oneEdit: 0.88,
  /** 0: MRR −0.007. */
  twoEdits: 0.72,
  /** Factor on a misspelling whose first letter differs, which people rarely mistype. */
  otherFirstLetter: 0.75,
  /** Factor on a misspelling of a foreign word in Latin letters: many English words are near one. */
  misspeltForeignWord: 0.75,
  /** A prefix match: `base` plus `typed` times the share of the word that was typed. 0: MRR −0.023, −0.005. */
  prefix: { base: 0.6, typed: 0.35 },
  /** Factor on a prefix of a word that stands in no prominent field. */
  minorPrefix: 0.85,
};

export const LIMITS = {
  /** Words read of a query and of each step; bounds the time for 200 characters. */
  queryWords: 40,
  steps: 5,
  /** Fewer words have no steps: "send and receive". */
  minWordsForSteps: 4,
  /** Longer queries ignore their stop words. 0: MRR −0.001. */
  shortQueryWords: 2,
  /** A query of fewer words has no arguments. 1: 1 more false accept. */
  minSentenceWords: 5,
  /** The longest phrase. 1: MRR −0.025. */
  phraseWords: 3,
  /** Fuzzy matches for a query, its slow part; later unknown words are arguments. 0: MRR −0.136. */
  fuzzyMatches: 8,
  /** Unknown words that count fully. 0: 4 more false accepts. */
  fullyCountedUnknowns: 2,
  /** Longer words have no fuzzy match; bounds the time. */
  wordLetters: 24,
  /** Letters of a text without spaces that are segmented; bounds the time. */
  segmentedLetters: 100,
  /** The longest entry in such a text. */
  segmentLetters: 10,
  /** The shortest part of a compound: "pullrequests". 2: MRR −0.001. */
  compoundPartLetters: 3,
  /** Shorter words from outside the names may be prefixes of others. */
  possiblePrefixLetters: 5,
  /** Shorter words have no misspellings. 3: 2 more false accepts. */
  oneEditLetters: 4,
  /** Shorter words have misspellings of one edit. 5: 1 more false accept, MRR −0.001. */
  twoEditLetters: 7,
  /** Edits of words in prominent fields, of providers and of foreign words; others have one. 1: MRR −0.008. */
  prominentEdits: 2,
  /** A field of at least this weight is prominent; for prefixes, one of more than this. */
  prominentField: 0.7,
  /** A verb whose "get" weighs less asks for no list before a plural. 2: MRR −0.001. */
  genericGet: 0.5,
  /** The shortest prefix of a word, by its origin. `prominent` 4: MRR −0.015; `synonym` 2: −0.001. */
  prefixLetters: { prominent: 2, indexed: 4, synonym: 3, provider: 3, foreign: 5 },
  /** A shorter prefix names a provider only where no other word has it: "cal" is "calendar". */
  providerPrefixLetters: 4,
};
