// Measures quality and latency of the tool search on the labelled sets, beside MiniSearch if installed, and at 20,000 tools.
import { MAX_HITS } from "../src/agents/tools/list-query.ts";
import { buildToolIndex, type SearchableTool } from "../src/agents/tools/search.ts";
import { catalogue } from "../test/agents/tools/catalogue.ts";
import { type LabelledQuery, queries } from "../test/agents/tools/queries.ts";
import { realCatalogue } from "../test/agents/tools/real-catalogue.ts";
import { realQueries } from "../test/agents/tools/real-queries.ts";
import { spokenQueries } from "../test/agents/tools/spoken-queries.ts";
import { otherTools } from "./other-tools.ts";

/** A tool and how well it fits; a library's own scores mean nothing here, and are left out. */
interface Found {
  name: string;
  score?: number;
}
/** Returns tools, best first. */
type Engine = (query: string) => Found[];
type Catalogue = readonly SearchableTool[];

interface Library {
  default: new (options: object) => { addAll(items: object[]): void; search(query: string): { id: number }[] };
}

function toolSearch(catalogue: Catalogue): Engine {
  const index = buildToolIndex(catalogue);
  return (query) =>
    index
      .search(query, { limit: MAX_HITS })
      .map((hit) => ({ name: catalogue[hit.index]?.name ?? "", score: hit.score }));
}

/** The baseline: names and descriptions, with prefixes and edits of up to a quarter of a word's letters. */
async function miniSearch(catalogue: Catalogue): Promise<Engine | null> {
  const specifier = "minisearch";
  const library: Library | null = await import(specifier).catch(() => null);
  if (!library) return null;
  const options = { fields: ["name", "description"], searchOptions: { prefix: true, fuzzy: 0.25, boost: { name: 2 } } };
  const index = new library.default(options);
  index.addAll(catalogue.map(({ name, description }, id) => ({ id, name: name.replaceAll("_", " "), description })));
  return (query) => index.search(query).map(({ id }) => ({ name: catalogue[id]?.name ?? "" }));
}

function rankOf(engine: Engine, { text, right }: LabelledQuery): number {
  return engine(text).findIndex(({ name }) => right.includes(name)) + 1;
}

/** Scores at which a caller may act on the first tool; weaker ones are offers. */
const ACT_AT = [0.5, 0.6, 0.7, 0.8];

/** By such a score: false accepts, queries without a tool whose first hit has it, and right first hits that have it. */
function acceptance(set: readonly LabelledQuery[], engine: Engine): string {
  const scoreOf = ({ text }: LabelledQuery) => engine(text)[0]?.score ?? 0;
  const without = set.filter(({ right }) => right.length === 0).map(scoreOf);
  const right = set.filter((query) => rankOf(engine, query) === 1).map(scoreOf);
  const share = (scores: readonly number[], least: number) =>
    ((100 * scores.filter((score) => score >= least).length) / scores.length).toFixed(0);
  return ACT_AT.map((at) => `${at}: false ${share(without, at)} %, right kept ${share(right, at)} %`).join("; ");
}

function line(kind: string, set: readonly LabelledQuery[], engine: Engine): string {
  if (set.every(({ right }) => right.length === 0)) {
    const none = set.filter(({ text }) => engine(text).length === 0).length;
    return `${kind.padEnd(12)} ${String(set.length).padStart(4)}  none ${((100 * none) / set.length).toFixed(0)} %`;
  }
  const ranks = set.filter(({ right }) => right.length > 0).map((query) => rankOf(engine, query));
  const share = (most: number) =>
    ((100 * ranks.filter((rank) => rank > 0 && rank <= most).length) / ranks.length).toFixed(0);
  const mrr = ranks.reduce((sum, rank) => sum + (rank > 0 && rank <= 10 ? 1 / rank : 0), 0) / ranks.length;
  const hits = `hit@1 ${share(1).padStart(3)} %  hit@5 ${share(5).padStart(3)} %`;
  return `${kind.padEnd(12)} ${String(ranks.length).padStart(4)}  ${hits}  MRR ${mrr.toFixed(3)}`;
}

/** Over the queries, each by its median of 15 searches: other work on the machine does not count. */
function timing(engine: Engine, queries: readonly LabelledQuery[]): string {
  const times = queries.map(({ text }) => {
    const rounds = Array.from({ length: 20 }, () => {
      const start = performance.now();
      engine(text);
      return performance.now() - start;
    });
    return rounds.slice(5).sort((a, b) => a - b)[7] ?? 0;
  });
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(3);
  return `p50 ${at(0.5)} ms  p99 ${at(0.99)} ms`;
}

const builtIn = await realCatalogue();
const ofHalf = (isForTuning: boolean) => spokenQueries.filter((query) => query.isForTuning === isForTuning);
const SETS: [string, Catalogue, readonly LabelledQuery[]][] = [
  ["stand-in", catalogue, queries],
  ["built-in providers", builtIn, realQueries],
  ["built-in providers, everyday speech", builtIn, ofHalf(true)],
  ["built-in providers, everyday speech held out", builtIn, ofHalf(false)],
];
for (const [set, tools, labelled] of SETS) {
  const engines: [string, Engine | null][] = [
    ["tool search", toolSearch(tools)],
    ["MiniSearch", await miniSearch(tools)],
  ];
  for (const [name, engine] of engines) {
    if (!engine) continue;
    console.log(`\n${name}, ${set}: ${tools.length} tools, ${timing(engine, labelled)}`);
    for (const [kind, ofKind] of Map.groupBy(labelled, (query) => query.kind)) console.log(line(kind, ofKind, engine));
    console.log(line("all", labelled, engine));
    if (name === "tool search") console.log(`first hit at or above ${acceptance(labelled, engine)}`);
  }
}

const many = [...builtIn, ...otherTools(20_000 - builtIn.length)];
const all = [...realQueries, ...spokenQueries];
const started = performance.now();
const engine = toolSearch(many);
const indexMs = (performance.now() - started).toFixed(0);
console.log(`\ntool search, ${many.length} tools: index ${indexMs} ms, ${timing(engine, all)}`);
console.log(line("all", all, engine));
