// Finds tools by what people type: names in any order, prefixes, typos, everyday words and whole sentences.
import { buildDictionary } from "./dictionary.ts";
import { readQuery, type Unit } from "./query.ts";
import { baseForms, fold, wordsOf } from "./text.ts";
import { LEXICON, STOPS, VERB_WORDS } from "./words.ts";

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
  /** Words for the whole service, which tell none of its tools from another. */
  serviceKeywords: readonly string[];
}

/** A tool by its place in the list, and how well it fits: 0 to 1. */
export interface Hit {
  index: number;
  score: number;
}

export interface SearchOptions {
  /** Factor on a tool's score, such as `CONNECTED_LIFT`; it reorders hits and never makes one. */
  boost?: (index: number) => number;
  limit?: number;
}

export interface ToolIndex {
  /** By all that is known of a tool; best first, equal scores by name; empty when nothing fits. */
  search(query: string, options?: SearchOptions): Hit[];
  /** By the tool's name only, without synonyms. */
  searchNames(query: string): Hit[];
}

/**
 * What the score of a connected tool is multiplied by. Less leaves `send email` with the provider that names its tool so,
 * connected or not; more than 1.35 puts connected tools before right ones.
 */
export const CONNECTED_LIFT = 1.25;
/** Scores below say "nothing fits". */
const THRESHOLD = 0.4;
/** What a tool that fits one step of several counts against one that fits the whole query. */
const STEP_SHARE = 0.95;
/** What a word counts by where it stands; a qualifier is what follows "by", "with" or "from" in a name. */
const FIELD = {
  name: 1,
  keywords: 0.9,
  service: 0.9,
  path: 0.75,
  description: 0.7,
  serviceKeywords: 0.7,
  qualifier: 0.6,
  method: 0.5,
  parameters: 0.4,
};
/** Words of names for all that a provider holds: who searches pages names the pages. */
const ANYTHING: ReadonlySet<string> = new Set(["workspace", "item"]);
const VERB_OF_METHOD: Record<string, string> = { POST: "create", PUT: "update", PATCH: "update", DELETE: "delete" };

interface Posting {
  tool: number;
  weight: number;
  /** The word's place among all words of names, or -1. */
  slot: number;
}
interface Terms {
  postings: Map<string, Posting[]>;
  slotWeights: number[];
  /** Where the slots of each tool begin; one more at the end. */
  slotStarts: number[];
}

export function buildToolIndex(tools: readonly SearchableTool[]): ToolIndex {
  const byAll = buildSearch(tools, true);
  const byName = buildSearch(tools, false);
  return { search: (query, options = {}) => byAll(query, options), searchNames: (query) => byName(query, {}) };
}

function indexTerms(tools: readonly SearchableTool[], everything: boolean): Terms {
  const terms: Terms = { postings: new Map(), slotWeights: [], slotStarts: [] };
  for (const [index, tool] of tools.entries()) {
    const found = new Map<string, Posting>();
    const add = (term: string, weight: number, slot = -1) => {
      const known = found.get(term);
      if (known) known.weight = Math.max(known.weight, weight);
      else found.set(term, { tool: index, weight, slot });
    };
    terms.slotStarts.push(terms.slotWeights.length);
    add(`@${tool.provider}`, 1, terms.slotWeights.push(0.2) - 1);
    let field = FIELD.name;
    for (const word of keyWords(tool)) {
      if (found.has(word)) continue;
      const slot = terms.slotWeights.push(slotWeight(word)) - 1;
      add(word, field, slot);
      for (const base of baseForms(word)) if (LEXICON.has(base)) add(base, field, slot);
      if (word === "by" || word === "with" || word === "from") field = FIELD.qualifier;
    }
    for (const [text, weight] of everything ? textsOf(tool) : []) {
      for (const word of wordsOf(text)) if (!STOPS.has(word)) add(word, weight);
    }
    for (const [term, posting] of found) {
      const list = terms.postings.get(term);
      if (list) list.push(posting);
      else terms.postings.set(term, [posting]);
    }
  }
  terms.slotStarts.push(terms.slotWeights.length);
  return terms;
}

/** What a word of a name counts when it goes unnamed in a query. */
function slotWeight(word: string): number {
  return STOPS.has(word) ? 0.1 : ANYTHING.has(word) ? 0.3 : VERB_WORDS.has(word) ? 0.5 : 1;
}

/** The words of a tool's name without its provider. */
function keyWords(tool: SearchableTool): string[] {
  const prefix = `${tool.provider}_`;
  return wordsOf(tool.name.startsWith(prefix) ? tool.name.slice(prefix.length) : tool.name);
}

function textsOf(tool: SearchableTool): [text: string, weight: number][] {
  const path = tool.path.replace(/^\/api\/v1\/[^/]*|\{[^}]*\}/g, " ");
  return [
    [tool.keywords.join(" "), FIELD.keywords],
    [tool.service, FIELD.service],
    [tool.serviceKeywords.join(" "), FIELD.serviceKeywords],
    [path, FIELD.path],
    [tool.description, FIELD.description],
    [tool.parameters.join(" "), FIELD.parameters],
    [keyWords(tool).some((word) => VERB_WORDS.has(word)) ? "" : (VERB_OF_METHOD[tool.method] ?? ""), FIELD.method],
  ];
}

type Search = (query: string, options: SearchOptions) => Hit[];

function buildSearch(tools: readonly SearchableTool[], everything: boolean): Search {
  const terms = indexTerms(tools, everything);
  const dictionary = buildDictionary(terms.postings, tools, everything);
  const rank = buildRank(tools, terms);
  const exact = new Map(tools.map((tool, index) => [plainName(tool.name), index]));
  return (query, { boost, limit }) => {
    const { units, steps } = readQuery(dictionary, query);
    const scores = rank(units);
    for (const step of steps) {
      for (const [index, score] of rank(step)) scores.set(index, Math.max(score * STEP_SHARE, scores.get(index) ?? 0));
    }
    const named = exact.get(plainName(query));
    if (named !== undefined) scores.set(named, 1);
    const hits: Hit[] = [];
    for (const [index, score] of scores) {
      if (score < THRESHOLD) continue;
      hits.push({ index, score: index === named ? 1 : shown(score * factor(boost?.(index))) });
    }
    hits.sort((a, b) => b.score - a.score || compareNames(tools, a.index, b.index));
    return hits.slice(0, limit);
  };
}

function plainName(text: string): string {
  return fold(text)
    .trim()
    .replace(/[\s_-]+/g, "_");
}

function compareNames(tools: readonly SearchableTool[], a: number, b: number): number {
  const [left = "", right = ""] = [tools[a]?.name, tools[b]?.name];
  return left < right ? -1 : left > right ? 1 : a - b;
}

function factor(boost = 1): number {
  return Number.isFinite(boost) && boost > 0 ? boost : 1;
}

/** Bends what lies above 0.9 so that a lift never reaches 1, which is the exact name's, and the order stays. */
function shown(score: number): number {
  const bent = score <= 0.9 ? score : 0.9 + 0.099 * (1 - Math.exp((0.9 - score) / 0.1));
  return Math.round(bent * 1e4) / 1e4;
}

/** Scores tools by how much of the query they explain, and how much of their name the query explains. */
function buildRank(tools: readonly SearchableTool[], terms: Terms): (units: readonly Unit[]) => Map<number, number> {
  const gain = new Float64Array(tools.length);
  const explained = new Float64Array(tools.length);
  const named = new Float64Array(terms.slotWeights.length);

  /** How well each tool fits one unit: its best sense, never the sum. */
  const gains = (unit: Unit): number[] => {
    const touched: number[] = [];
    for (const [sense, fit] of unit.senses) {
      const implied = sense.startsWith("+");
      for (const { tool, weight, slot } of terms.postings.get(implied ? sense.slice(1) : sense) ?? []) {
        if (slot >= 0) named[slot] = Math.max(named[slot] as number, Math.min(1, fit));
        if (implied) continue;
        if (gain[tool] === 0) touched.push(tool);
        gain[tool] = Math.max(gain[tool] as number, Math.min(1, fit * weight));
      }
    }
    return touched;
  };

  return (units) => {
    explained.fill(0);
    named.fill(0);
    const scores = new Map<number, number>();
    const onlyVerbs = !units.some(({ kind }) => kind === "thing" || kind === "provider" || kind === "unknown");
    let total = 0;
    for (const unit of units) {
      const touched = gains(unit);
      const weight = unit.weight * (0.7 + 0.3 * (1 - Math.log1p(touched.length) / Math.log1p(tools.length)));
      total += weight;
      const picks = unit.kind === "thing" || unit.kind === "provider" || onlyVerbs;
      for (const tool of touched) {
        explained[tool] = (explained[tool] as number) + weight * (gain[tool] as number);
        gain[tool] = 0;
        if (picks) scores.set(tool, 0);
      }
    }
    if (total === 0) return new Map();
    const wanted = new Set(units.flatMap(({ providers }) => providers));
    const elsewhere = wanted.size === 0 && units.some(({ kind }) => kind === "service");
    for (const tool of scores.keys()) {
      let score = ((explained[tool] as number) / total) * (0.7 + 0.3 * shareOfName(terms, named, tool));
      if (elsewhere || (wanted.size > 0 && !wanted.has(tools[tool]?.provider ?? ""))) score *= 0.33;
      scores.set(tool, score);
    }
    return scores;
  };
}

/** The share of a tool's name that is explained, where `named` says how well each slot is. */
function shareOfName({ slotWeights, slotStarts }: Terms, named: Float64Array, tool: number): number {
  let all = 0;
  let hit = 0;
  for (let slot = slotStarts[tool] as number; slot < (slotStarts[tool + 1] as number); slot++) {
    all += slotWeights[slot] as number;
    hit += (slotWeights[slot] as number) * (named[slot] as number);
  }
  return all === 0 ? 0 : hit / all;
}
