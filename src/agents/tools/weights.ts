// The weights and limits of the tool search: what each does, and what it is worth on the labelled queries.
//
// Baseline of the labelled sets without what is held out (`bench/tool-search.ts`): mean reciprocal rank (MRR) 0.96 over 937
// queries for the built-in providers, and 1 hit for one of the 151 queries that no tool fits. A comment ends with the effect of
// another value, "0: MRR −0.063", on an earlier set of 838 queries; without such an end the sets see no difference, and the
// reason given stands alone.

export const WEIGHTS = {
  /** Factor on the score of a connected tool. 1.25: a connected tool that fits comes first in 85.7 instead of 87.1 % of cases. */
  connected: 1.35,
  /** A search whose best hit has a lower score finds nothing. 0.3: 10 more false accepts, MRR +0.004; 0.5: MRR −0.015. */
  threshold: 0.4,
  /** Weaker hits behind a best one are dropped below this. 0.1 and 0.3: no difference among the first ten. */
  floor: 0.2,
  /** Factor on a tool that fits one step of a query with several: one that fits the whole query comes first. */
  step: 0.95,
  /** Factor on tools of providers other than the named ones. 1: 31 more false accepts, MRR −0.005. */
  otherProvider: 0.33,
  /** Share of a term's weight that its rarity decides (inverse document frequency). 0: 4 more false accepts. */
  rarity: 0.3,
  /** Share of the score that the coverage of the tool's name decides. 0: MRR −0.063. */
  nameCoverage: 0.3,
  /** Scores above `from` are compressed towards `from + range`: a boosted score stays below 1, the exact name's. */
  compression: { from: 0.9, range: 0.099, scale: 0.1 },

  /** A posting's weight, by the field that holds the word. */
  field: {
    name: 1,
    /** 0: MRR −0.065. */
    keywords: 0.9,
    service: 0.9,
    path: 0.75,
    /** 0: MRR −0.033. */
    description: 0.7,
    /** Keywords of the whole service, which tell none of its tools from another. */
    serviceKeywords: 0.7,
    /** Words of the name after "by", "with" or "from". */
    qualifier: 0.6,
    /** The verb of the HTTP method, where the name has none. */
    method: 0.5,
    /** 0: MRR −0.020. */
    parameters: 0.4,
  },
  /** A word's share in the coverage of a tool's name, by kind. */
  namePart: {
    word: 1,
    /** 1: MRR −0.003. */
    verb: 0.5,
    /** Words for all that a provider holds: a query names the objects instead. 1: MRR −0.001. */
    container: 0.3,
    /** 0: MRR −0.001; 1: MRR −0.002. */
    provider: 0.2,
    /** 1: MRR −0.003. */
    stopWord: 0.1,
  },

  /**
   * A query term's weight, by kind; a term that no tool matches lowers every score. `verb` 0: MRR −0.017; `provider` 1:
   * MRR −0.001; `unknown` 0: 5 more false accepts.
   */
  kind: { content: 1, verb: 0.5, provider: 0.8, otherService: 1, stopWord: 0, unknown: 1 },
  /** Stop words in a short query, where "me" may be a tool. 1: MRR −0.004. */
  stopWordInShortQuery: 0.15,
  /** Unknown words in a sentence that has named its object: they may be arguments. */
  unknownInSentence: 0.7,
  /** Unknown words after the first `fullyCountedUnknowns`. */
  unknownLater: 0.3,
  /** Unknown words after a marker and the object: arguments. 1: MRR −0.010. */
  unknownArgument: 0.15,
  /** Unknown words after a marker where only what to do is named: "write back to the recruiter". */
  unknownRecipient: 0.3,
  /** Unknown words before a known one: "dentist" in "dentist appointment". */
  unknownModifier: 0.7,
  /** Unknown things where no known one is named: "close the curtains". 1: 3 more false accepts. */
  unknownObject: 1.5,
  /** Factor on words after a marker, by what it announces. 1: MRR −0.002, −0.001, −0.001. */
  afterMarker: { location: 0.75, detail: 0.5, quote: 0.35 },
  /** Factor on words for people after "to", "with" or "for". 1: MRR −0.002. */
  recipient: 0.5,
  /** Factor on a word in the possessive, which tells whose object it is. 1: MRR −0.001. */
  possessor: 0.25,
  /** What no tool does, and things that only share a word with an object of tools. */
  otherMatter: 2,
  /** The same after a marker for a location: "the base of the triangle". */
  otherMatterInLocation: 1,
  /** The verb that the first word implies: "announce" sends. 0: MRR −0.004. */
  imperative: 0.35,
  /** The list that a plural asks for. 0: MRR −0.003. */
  impliedListVerb: 0.12,
  /** Factor on a participle before its object: "closed deals". 1: MRR −0.001. */
  participle: 0.2,
  /** Verbs that a query without a verb implies. `list` 0: MRR −0.014. */
  impliedVerbs: { list: 0.8, search: 0.5, get: 0.5 },
  /** Verbs of a question: "did the tests pass". */
  readingVerbs: { list: 1, get: 0.95, search: 0.9, find: 0.9, read: 0.9 },
  /** The same where the object is in the plural. `list` 0: MRR −0.048. */
  impliedVerbsOfPlural: { list: 1, search: 0.6, get: 0.4 },
  /** Factor on "get" and "read" before a plural, which ask for a list. */
  getOfPlural: 0.8,

  /** A synonym whose rule names no weight. 1: MRR −0.007. */
  synonym: 0.9,
  /** Factor on the synonyms of a verb form's stem, beside the form itself. */
  stem: 0.8,
  /** A product's name in the texts of tools: its own come before others of the provider. */
  productInText: 1.5,
  /** All tools of a product's provider, where some mention the product and where none does. */
  providerOfMentionedProduct: 0.5,
  providerOfProduct: 0.9,

  /** Factor on a match with one edit, which goes before two. 0: MRR −0.049. */
  oneEdit: 0.88,
  /** 0: MRR −0.001. */
  twoEdits: 0.72,
  /** Factor on a misspelling whose first letter differs, which people rarely mistype. */
  otherFirstLetter: 0.75,
  /** Factor on a misspelling of a foreign word in Latin letters: many English words are near one. 1: 1 more false accept. */
  misspeltForeignWord: 0.75,
  /** A prefix match: `base` plus `typed` times the share of the word that was typed. 0: MRR −0.045, −0.003. */
  prefix: { base: 0.6, typed: 0.35 },
  /** Factor on a prefix of a word that stands in no prominent field. 1: MRR −0.002. */
  minorPrefix: 0.85,
};

export const LIMITS = {
  /** Words read of a query and of each step; bounds the time for 200 characters. */
  queryWords: 40,
  steps: 5,
  /** Fewer words have no steps: "send and receive". */
  minWordsForSteps: 4,
  /** Longer queries ignore their stop words. */
  shortQueryWords: 2,
  /** A query of fewer words has no arguments. 1: 1 more false accept. */
  minSentenceWords: 5,
  /** Words with so few letters may be cut in a query of so few words. 0: MRR −0.010; 2: −0.005. */
  cutWordLetters: 3,
  cutQueryWords: 3,
  /** Shorter foreign stop words may be prefixes in a short query: "mes". */
  foreignStopWordLetters: 4,
  /** Words from a verb to its particle. 0: MRR −0.013; 4: −0.003. */
  particleDistance: 8,
  /** The longest phrase. 1: MRR −0.050; 3: −0.001. */
  phraseWords: 4,
  /** Fuzzy matches for a query, its slow part; later unknown words are arguments. 0: MRR −0.109. */
  fuzzyMatches: 8,
  /** Unknown words that count fully. 0: 7 more false accepts. */
  fullyCountedUnknowns: 2,
  /** Longer words have no fuzzy match; bounds the time. */
  wordLetters: 24,
  /** Letters of a text without spaces that are segmented; bounds the time. */
  segmentedLetters: 100,
  /** The longest entry in such a text. */
  segmentLetters: 10,
  /** The shortest part of a compound: "pullrequests". */
  compoundPartLetters: 3,
  /** Shorter words from outside the names may be prefixes of others. */
  possiblePrefixLetters: 5,
  /** Shorter words have no misspellings. */
  oneEditLetters: 4,
  /** Shorter words have misspellings of one edit. 5: 7 more false accepts, MRR −0.001. */
  twoEditLetters: 7,
  /** Edits of words in prominent fields, of providers and of foreign words; others have one. */
  prominentEdits: 2,
  /** A field of at least this weight is prominent; for prefixes, one of more than this. */
  prominentField: 0.7,
  /** A verb whose "get" weighs less asks for no list before a plural. 2: MRR −0.002. */
  genericGet: 0.5,
  /** The shortest prefix of a word, by its origin. `prominent` 4: MRR −0.031; `synonym` 2: −0.002. */
  prefixLetters: { prominent: 2, indexed: 4, synonym: 3, provider: 3, foreign: 5 },
  /** A shorter prefix names a provider only where no other word has it: "cal" is "calendar". */
  providerPrefixLetters: 4,
};
