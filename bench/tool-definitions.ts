// Measures what tool definitions cost a model, in tokens of OpenAI's o200k: all tools, three providers, and a search's five best.
import { encode } from "gpt-tokenizer/encoding/o200k_base";
import { TOOL_FORMS, type ToolForm } from "../src/agents/tools/forms/definition.ts";
import { type ListView, toolList } from "../src/agents/tools/list.ts";
import { buildToolIndex } from "../src/agents/tools/search.ts";
import { type PreparedTool, prepareTool, searchableTool } from "../src/agents/tools/tool.ts";
import { buildRegistry } from "../src/providers/registry/registry.ts";
import { realQueries } from "../test/agents/tools/real-queries.ts";
import { builtInPlugins } from "../test/support/built-in.ts";

const CONNECTED = ["google", "slack", "github"];
const BEST = 5;

const registry = buildRegistry(await builtInPlugins());
const tools = registry.endpoints.map(prepareTool);
const index = buildToolIndex(registry.endpoints.map(searchableTool));
const connected = tools.filter(({ endpoint }) => CONNECTED.includes(endpoint.provider.id));

const viewOf = (form: ToolForm, strict = false): ListView => ({ form, options: { strict } });
/** Each with the tokens of what a program hands to its model; of the contract's own shape and of names it is the whole list. */
const VIEWS: readonly [string, ListView][] = [
  ["as the contract has it", null],
  ...TOOL_FORMS.map((form): [string, ListView] => [form, viewOf(form)]),
  ["openai, strict", viewOf("openai", true)],
  ["names", "names"],
];

/** The best hits of each query that has five. */
const searches = realQueries.flatMap(({ text }) => {
  const hits = index.search(text).slice(0, BEST);
  return hits.length === BEST ? [hits] : [];
});

function tokensOf(view: ListView, listed: readonly PreparedTool[], scores?: readonly number[]): number {
  const { data } = JSON.parse(toolList({ tools: listed, stateOf: () => "1", choices: new Map(), scores }, view));
  return encode(JSON.stringify(data.tools)).length;
}

function row(name: string, view: ListView): string {
  const found = searches.map((hits) =>
    tokensOf(
      view,
      hits.map((hit) => tools[hit.index] as PreparedTool),
      hits.map(({ score }) => score),
    ),
  );
  found.sort((a, b) => a - b);
  const at = (share: number) => (found[Math.floor((found.length - 1) * share)] ?? 0).toLocaleString("en");
  const cells = [tokensOf(view, tools), tokensOf(view, connected)].map((count) => count.toLocaleString("en"));
  return `| ${[name, ...cells, at(0.5), at(0.9), at(1)].join(" | ")} |`;
}

console.log(
  `| form | all ${tools.length} | ${CONNECTED.join(", ")} (${connected.length}) | five best, median | p90 | most |`,
);
console.log("| --- | --- | --- | --- | --- | --- |");
for (const [name, view] of VIEWS) console.log(row(name, view));
