// Lists of tools as JSON text: in the contract's shape, as a vendor's definitions, or as names with a line each.
import { type FormOptions, type ToolForm, toolDefinitionText } from "./forms/definition.ts";
import { CONNECTED, type PreparedTool, type ToolState } from "./tool.ts";

/** How a list shows its tools; null is the contract's own shape. */
export type ListView = { form: ToolForm; options: FormOptions } | "names" | null;

/** What a list holds; `scores` are those of a search, in the order of `tools`. */
export interface ListedTools {
  tools: readonly PreparedTool[];
  stateOf: (tool: PreparedTool) => ToolState;
  scores?: readonly number[];
}

/** The body of every tool endpoint's response. */
export function toolList(listed: ListedTools, view: ListView = null): string {
  const data = view === null ? ownList(listed) : view === "names" ? nameList(listed) : formattedList(listed, view);
  return `{"ok":true,"data":{${data},"total":${listed.tools.length}}}`;
}

function ownList({ tools, stateOf, scores }: ListedTools): string {
  const texts = tools.map((tool, i) => {
    const text = tool.text(stateOf(tool));
    return scores ? `${text},"score":${rounded(scores[i])}}` : `${text}}`;
  });
  return `"tools":[${texts.join(",")}]`;
}

/** Vendors refuse keys that they do not know, so what the gateway adds stands in lists of its own. */
function formattedList({ tools, stateOf, scores }: ListedTools, view: { form: ToolForm; options: FormOptions }) {
  const texts = tools.map(({ endpoint }) => toolDefinitionText(endpoint, view.form, view.options)).join(",");
  const entries = view.form === "gemini" && tools.length > 0 ? `{"functionDeclarations":[${texts}]}` : texts;
  const connected = JSON.stringify(tools.map((tool) => stateOf(tool) === CONNECTED));
  const scored = scores ? `,"scores":${JSON.stringify(scores.map(rounded))}` : "";
  return `"format":"${view.form}","tools":[${entries}],"connected":${connected}${scored}`;
}

function nameList({ tools, stateOf, scores }: ListedTools): string {
  const lines = tools.map((tool, i) => ({
    name: tool.endpoint.tool,
    description: firstSentence(tool.endpoint.def.description),
    connected: stateOf(tool) === CONNECTED,
    ...(scores && { score: rounded(scores[i]) }),
  }));
  return `"tools":${JSON.stringify(lines)}`;
}

function firstSentence(text: string): string {
  return text.match(/^.+?[.!?](?=\s|$)/su)?.[0] ?? text;
}

function rounded(score = 0): number {
  return Math.round(score * 1e4) / 1e4;
}
