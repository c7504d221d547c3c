// The tool search: an inverted index over names, keywords and descriptions, and scores for weighted query terms.
import { buildDictionary } from "./dictionary.ts";
import { buildInvertedIndex } from "./inverted-index.ts";
import { parseQuery } from "./query.ts";
import { buildScorer, type Scores } from "./score.ts";
import { fold } from "./text.ts";
import { WEIGHTS } from "./weights.ts";

/** Scores have four digits. */
const SCORE_STEPS = 10_000;

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

export function buildToolIndex(tools: readonly SearchableTool[]): ToolIndex {
  const searchAll = buildSearch(tools, true);
  const searchNames = buildSearch(tools, false);
  return {
    search: (query, options = {}) => searchAll(query, options),
    searchNames: (query) => searchNames(query, {}),
  };
}

type Search = (query: string, options: SearchOptions) => Hit[];

function buildSearch(tools: readonly SearchableTool[], withAllFields: boolean): Search {
  const invertedIndex = buildInvertedIndex(tools, withAllFields);
  const dictionary = buildDictionary(invertedIndex.postings, tools, withAllFields);
  const addScores = buildScorer(tools, invertedIndex);
  const byName = new Map(tools.map((tool, index) => [normalizeName(tool.name), index]));
  const byTool = new Float64Array(tools.length);
  const positions = positionsByName(tools);
  return (query, { boost, limit }) => {
    const { terms, steps } = parseQuery(dictionary, query);
    const scores: Scores = { byTool, found: [] };
    addScores(terms, 1, scores);
    for (const step of steps) addScores(step, WEIGHTS.step, scores);
    const exact = byName.get(normalizeName(query));
    const isFound = exact !== undefined || scores.found.some((index) => (byTool[index] as number) >= WEIGHTS.threshold);
    if (exact !== undefined && byTool[exact] === 0) scores.found.push(exact);
    const hits: Hit[] = [];
    for (const index of scores.found) {
      const score = byTool[index] as number;
      byTool[index] = 0;
      if (index === exact) hits.push({ index, score: 1 });
      else if (isFound && score >= WEIGHTS.floor) {
        hits.push({ index, score: compressScore(score * validBoost(boost?.(index))) });
      }
    }
    const best = limit === undefined ? hits : withoutTail(hits, limit);
    best.sort((a, b) => b.score - a.score || (positions[a.index] as number) - (positions[b.index] as number));
    return best.slice(0, limit);
  };
}

/** Drops hits that others keep from the first `limit`, so that few remain to be sorted: counts the rounded scores. */
function withoutTail(hits: readonly Hit[], limit: number): Hit[] {
  const counts = new Int32Array(SCORE_STEPS + 1);
  for (const { score } of hits) counts[Math.round(score * SCORE_STEPS)]!++;
  let lowest = SCORE_STEPS;
  for (let count = counts[lowest] as number; count < limit && lowest > 0; count += counts[lowest] as number) lowest--;
  return hits.filter(({ score }) => Math.round(score * SCORE_STEPS) >= lowest);
}

function normalizeName(text: string): string {
  return fold(text)
    .trim()
    .replace(/[\s_-]+/g, "_");
}

/** Each tool's position in the order of names: comparing texts would take most of the time of a long list. */
function positionsByName(tools: readonly SearchableTool[]): Int32Array {
  const names = tools.map(({ name }) => name);
  const order = names.map((_, index) => index).sort((a, b) => compareTexts(names[a]!, names[b]!) || a - b);
  const positions = new Int32Array(tools.length);
  for (const [position, index] of order.entries()) positions[index] = position;
  return positions;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function validBoost(boost = 1): number {
  return Number.isFinite(boost) && boost > 0 ? boost : 1;
}

/** Keeps boosted scores below 1, the exact name's, and in order; rounds to four digits. */
function compressScore(score: number): number {
  const { from, range, scale } = WEIGHTS.compression;
  const compressed = score <= from ? score : from + range * (1 - Math.exp((from - score) / scale));
  return Math.round(compressed * SCORE_STEPS) / SCORE_STEPS;
}
