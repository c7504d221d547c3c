// Scores tools by how much of a query they match, and how much of their name the query covers.
import type { InvertedIndex } from "./inverted-index.ts";
import type { QueryTerm } from "./query-terms.ts";
import type { SearchableTool } from "./search.ts";
import { LIMITS, WEIGHTS } from "./weights.ts";

/** Each tool's best score in one search. */
export interface Scores {
  byTool: Float64Array;
  /** The tools with a score, in no order. */
  found: number[];
}
/** Adds the scores of tools for the terms, times a factor. */
export type Scorer = (terms: readonly QueryTerm[], factor: number, scores: Scores) => void;

export function buildScorer(tools: readonly SearchableTool[], index: InvertedIndex): Scorer {
  const matchTerm = buildMatcher(tools.length, index);
  const matchedWeight = new Float64Array(tools.length);
  const isCandidate = new Uint8Array(tools.length);
  const coverage = new Float64Array(index.nameParts.length);

  return (terms, factor, scores) => {
    matchedWeight.fill(0);
    coverage.fill(0);
    const candidates: number[] = [];
    const hasVerbsOnly =
      terms.length <= LIMITS.shortQueryWords &&
      !terms.some(({ kind }) => kind === "content" || kind === "provider" || kind === "unknown");
    let totalWeight = 0;
    for (const term of terms) {
      const { matching, count, match } = matchTerm(term, coverage);
      const rarity = 1 - Math.log1p(count) / Math.log1p(tools.length);
      const weight = term.weight * (1 - WEIGHTS.rarity + WEIGHTS.rarity * rarity);
      totalWeight += weight;
      const isSelective = term.kind === "content" || term.kind === "provider" || hasVerbsOnly;
      for (let at = 0; at < count; at++) {
        const tool = matching[at] as number;
        matchedWeight[tool] = (matchedWeight[tool] as number) + weight * (match[tool] as number);
        match[tool] = 0;
        if (isSelective && isCandidate[tool] === 0) {
          isCandidate[tool] = 1;
          candidates.push(tool);
        }
      }
    }
    const factorOf = providerFactor(tools, terms);
    for (const tool of candidates) {
      isCandidate[tool] = 0;
      const nameFactor = 1 - WEIGHTS.nameCoverage + WEIGHTS.nameCoverage * nameCoverage(index, coverage, tool);
      const share = totalWeight === 0 ? 0 : (matchedWeight[tool] as number) / totalWeight;
      const score = factor * share * nameFactor * factorOf(tool);
      if (score === 0) continue;
      if (scores.byTool[tool] === 0) scores.found.push(tool);
      scores.byTool[tool] = Math.max(scores.byTool[tool] as number, score);
    }
  };
}

/** The tools that match a term: the first `count` of `matching`, each with its fit in `match`. */
interface Matches {
  matching: Int32Array;
  count: number;
  match: Float64Array;
}

function buildMatcher(toolCount: number, index: InvertedIndex): (term: QueryTerm, coverage: Float64Array) => Matches {
  const match = new Float64Array(toolCount);
  const matching = new Int32Array(toolCount);
  /** Takes each tool's best synonym of the term, never the sum. */
  return (term, coverage) => {
    let count = 0;
    for (const [synonym, fit] of term.terms) {
      const isImplied = synonym.startsWith("+");
      const list = index.postings.get(isImplied ? synonym.slice(1) : synonym);
      if (!list) continue;
      const { tools, weights, nameParts } = list;
      const covered = Math.min(1, fit);
      for (let at = 0; at < tools.length; at++) {
        const namePart = nameParts[at] as number;
        if (namePart >= 0 && (coverage[namePart] as number) < covered) coverage[namePart] = covered;
        if (isImplied) continue;
        const tool = tools[at] as number;
        const known = match[tool] as number;
        if (known === 0) matching[count++] = tool;
        const own = Math.min(1, fit * (weights[at] as number));
        if (own > known) match[tool] = own;
      }
    }
    return { matching, count, match };
  };
}

/** Lowers tools of providers other than the named ones; a service without a plugin is one too. */
function providerFactor(tools: readonly SearchableTool[], terms: readonly QueryTerm[]): (tool: number) => number {
  const providers = new Set(terms.flatMap((term) => term.providers));
  if (providers.size > 0) return (tool) => (providers.has(tools[tool]?.provider ?? "") ? 1 : WEIGHTS.otherProvider);
  const isForOtherService = terms.some(({ kind }) => kind === "otherService");
  return () => (isForOtherService ? WEIGHTS.otherProvider : 1);
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
