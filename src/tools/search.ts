// The tool search: an inverted index over names, keywords and descriptions, and scores for weighted query terms.
import { buildDictionary } from "./dictionary.ts";
import { parseQuery, type QueryTerm } from "./query.ts";
import { fold, normalizedTokens, verbStems } from "./text.ts";
import { WEIGHTS } from "./weights.ts";
import { GENERIC_VERBS, STOP_WORDS, SYNONYMS } from "./word-lists.ts";

export interface SearchableTool {
  /** `<provider>_<key>`. */
  name: string;
  description: string;
  provider: string;
  providerName: string;
  service: string;
  method: string;
  path: string;
  parameters: readonly string[];
  keywords: readonly string[];
  /** Keywords of the whole service. */
  serviceKeywords: readonly string[];
}

/** A tool by its position in the list, and how well it fits: 0 to 1. */
export interface Hit {
  index: number;
  score: number;
}

export interface SearchOptions {
  /** Factor on a tool's score, such as `WEIGHTS.connected`; it reorders hits and never makes one. */
  boost?: (index: number) => number;
  limit?: number;
}

export interface ToolIndex {
  /** Searches all fields; best first, equal scores by name; empty when nothing fits. */
  search(query: string, options?: SearchOptions): Hit[];
  /** Searches the names only, without synonyms. */
  searchNames(query: string): Hit[];
}

/** Words of names for all that a provider holds. */
const CONTAINERS: ReadonlySet<string> = new Set(["workspace", "item"]);
const VERB_OF_METHOD: Record<string, string> = { POST: "create", PUT: "update", PATCH: "update", DELETE: "delete" };

interface Posting {
  tool: number;
  weight: number;
  /** Index into `nameParts`, or -1 for a word from outside the name. */
  namePart: number;
}
interface InvertedIndex {
  /** By term; `@<provider>` is the term of a provider. */
  postings: Map<string, Posting[]>;
  /** The weight of each word of every name. */
  nameParts: number[];
  /** Where the name of each tool begins in `nameParts`; one more at the end. */
  nameStarts: number[];
}

export function buildToolIndex(tools: readonly SearchableTool[]): ToolIndex {
  const searchAll = buildSearch(tools, true);
  const searchNames = buildSearch(tools, false);
  return {
    search: (query, options = {}) => searchAll(query, options),
    searchNames: (query) => searchNames(query, {}),
  };
}

function buildInvertedIndex(tools: readonly SearchableTool[], withAllFields: boolean): InvertedIndex {
  const index: InvertedIndex = { postings: new Map(), nameParts: [], nameStarts: [] };
  for (const [position, tool] of tools.entries()) {
    index.nameStarts.push(index.nameParts.length);
    for (const [term, posting] of postingsOf(tool, position, index.nameParts, withAllFields)) {
      const list = index.postings.get(term);
      if (list) list.push(posting);
      else index.postings.set(term, [posting]);
    }
  }
  index.nameStarts.push(index.nameParts.length);
  return index;
}

/** Each term of a tool with its best field; appends the parts of the name to `nameParts`. */
function postingsOf(
  tool: SearchableTool,
  position: number,
  nameParts: number[],
  withAllFields: boolean,
): Map<string, Posting> {
  const postings = new Map<string, Posting>();
  const add = (term: string, weight: number, namePart = -1) => {
    const known = postings.get(term);
    if (known) known.weight = Math.max(known.weight, weight);
    else postings.set(term, { tool: position, weight, namePart });
  };
  add(`@${tool.provider}`, 1, nameParts.push(WEIGHTS.namePart.provider) - 1);
  let weight = WEIGHTS.field.name;
  for (const word of wordsOfName(tool)) {
    if (postings.has(word)) continue;
    const namePart = nameParts.push(namePartWeight(word)) - 1;
    add(word, weight, namePart);
    for (const stem of verbStems(word)) if (SYNONYMS.has(stem)) add(stem, weight, namePart);
    if (word === "by" || word === "with" || word === "from") weight = WEIGHTS.field.qualifier;
  }
  for (const [text, fieldWeight] of withAllFields ? fieldsOf(tool) : []) {
    for (const word of normalizedTokens(text)) if (!STOP_WORDS.has(word)) add(word, fieldWeight);
  }
  return postings;
}

function namePartWeight(word: string): number {
  const { stopWord, container, verb, word: other } = WEIGHTS.namePart;
  return STOP_WORDS.has(word) ? stopWord : CONTAINERS.has(word) ? container : GENERIC_VERBS.has(word) ? verb : other;
}

/** Without the provider. */
function wordsOfName(tool: SearchableTool): string[] {
  const prefix = `${tool.provider}_`;
  return normalizedTokens(tool.name.startsWith(prefix) ? tool.name.slice(prefix.length) : tool.name);
}

function fieldsOf(tool: SearchableTool): [text: string, weight: number][] {
  const { field } = WEIGHTS;
  const path = tool.path.replace(/^\/api\/v1\/[^/]*|\{[^}]*\}/g, " ");
  const hasVerb = wordsOfName(tool).some((word) => GENERIC_VERBS.has(word));
  return [
    [tool.keywords.join(" "), field.keywords],
    [tool.service, field.service],
    [tool.serviceKeywords.join(" "), field.serviceKeywords],
    [path, field.path],
    [tool.description, field.description],
    [tool.parameters.join(" "), field.parameters],
    [hasVerb ? "" : (VERB_OF_METHOD[tool.method] ?? ""), field.method],
  ];
}

type Search = (query: string, options: SearchOptions) => Hit[];

function buildSearch(tools: readonly SearchableTool[], withAllFields: boolean): Search {
  const invertedIndex = buildInvertedIndex(tools, withAllFields);
  const dictionary = buildDictionary(invertedIndex.postings, tools, withAllFields);
  const scoreTools = buildScorer(tools, invertedIndex);
  const byName = new Map(tools.map((tool, index) => [normalizeName(tool.name), index]));
  return (query, { boost, limit }) => {
    const { terms, steps } = parseQuery(dictionary, query);
    const scores = scoreTools(terms);
    for (const step of steps) {
      for (const [index, score] of scoreTools(step)) {
        scores.set(index, Math.max(score * WEIGHTS.step, scores.get(index) ?? 0));
      }
    }
    const exact = byName.get(normalizeName(query));
    if (exact !== undefined) scores.set(exact, 1);
    const hits: Hit[] = [];
    for (const [index, score] of scores) {
      if (score < WEIGHTS.threshold) continue;
      hits.push({ index, score: index === exact ? 1 : compressScore(score * validBoost(boost?.(index))) });
    }
    hits.sort((a, b) => b.score - a.score || compareNames(tools, a.index, b.index));
    return hits.slice(0, limit);
  };
}

function normalizeName(text: string): string {
  return fold(text)
    .trim()
    .replace(/[\s_-]+/g, "_");
}

function compareNames(tools: readonly SearchableTool[], a: number, b: number): number {
  const [left = "", right = ""] = [tools[a]?.name, tools[b]?.name];
  return left < right ? -1 : left > right ? 1 : a - b;
}

function validBoost(boost = 1): number {
  return Number.isFinite(boost) && boost > 0 ? boost : 1;
}

/** Keeps boosted scores below 1, the exact name's, and in order; rounds to four digits. */
function compressScore(score: number): number {
  const { from, range, scale } = WEIGHTS.compression;
  const compressed = score <= from ? score : from + range * (1 - Math.exp((from - score) / scale));
  return Math.round(compressed * 1e4) / 1e4;
}

/** Scores tools by how much of the query they match, and how much of their name the query covers. */
function buildScorer(
  tools: readonly SearchableTool[],
  index: InvertedIndex,
): (terms: readonly QueryTerm[]) => Map<number, number> {
  const match = new Float64Array(tools.length);
  const matchedWeight = new Float64Array(tools.length);
  const coverage = new Float64Array(index.nameParts.length);

  /** Sets `match` to each tool's best synonym of one query term, never the sum; gives the tools that match. */
  const matchTerm = (term: QueryTerm): number[] => {
    const matching: number[] = [];
    for (const [synonym, fit] of term.terms) {
      const isImplied = synonym.startsWith("+");
      for (const { tool, weight, namePart } of index.postings.get(isImplied ? synonym.slice(1) : synonym) ?? []) {
        if (namePart >= 0) coverage[namePart] = Math.max(coverage[namePart] as number, Math.min(1, fit));
        if (isImplied) continue;
        if (match[tool] === 0) matching.push(tool);
        match[tool] = Math.max(match[tool] as number, Math.min(1, fit * weight));
      }
    }
    return matching;
  };

  return (terms) => {
    matchedWeight.fill(0);
    coverage.fill(0);
    const scores = new Map<number, number>();
    const hasVerbsOnly = !terms.some(({ kind }) => kind === "content" || kind === "provider" || kind === "unknown");
    let totalWeight = 0;
    for (const term of terms) {
      const matching = matchTerm(term);
      const rarity = 1 - Math.log1p(matching.length) / Math.log1p(tools.length);
      const weight = term.weight * (1 - WEIGHTS.rarity + WEIGHTS.rarity * rarity);
      totalWeight += weight;
      const isSelective = term.kind === "content" || term.kind === "provider" || hasVerbsOnly;
      for (const tool of matching) {
        matchedWeight[tool] = (matchedWeight[tool] as number) + weight * (match[tool] as number);
        match[tool] = 0;
        if (isSelective) scores.set(tool, 0);
      }
    }
    if (totalWeight === 0) return new Map();
    const providers = new Set(terms.flatMap((term) => term.providers));
    const isForOtherService = providers.size === 0 && terms.some(({ kind }) => kind === "otherService");
    for (const tool of scores.keys()) {
      const nameFactor = 1 - WEIGHTS.nameCoverage + WEIGHTS.nameCoverage * nameCoverage(index, coverage, tool);
      const score = ((matchedWeight[tool] as number) / totalWeight) * nameFactor;
      const isOther = isForOtherService || (providers.size > 0 && !providers.has(tools[tool]?.provider ?? ""));
      scores.set(tool, isOther ? score * WEIGHTS.otherProvider : score);
    }
    return scores;
  };
}

/** The share of a tool's name that the query covers. */
function nameCoverage({ nameParts, nameStarts }: InvertedIndex, coverage: Float64Array, tool: number): number {
  let total = 0;
  let covered = 0;
  for (let part = nameStarts[tool] as number; part < (nameStarts[tool + 1] as number); part++) {
    total += nameParts[part] as number;
    covered += (nameParts[part] as number) * (coverage[part] as number);
  }
  return total === 0 ? 0 : covered / total;
}
