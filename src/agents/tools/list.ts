// Lists of tools as JSON text: in the contract's shape, as a vendor's definitions, or as names with a line each.
import type { Static } from "@sinclair/typebox";
import {
  arrayText,
  type JsonText,
  jsonText,
  type OkEnvelope,
  objectText,
  okText,
  withMember,
} from "../../web/http/typed-text.ts";
import type { ConnectionChoice } from "./connection-choice.ts";
import { type FormOptions, type ToolForm, toolDefinitionText } from "./forms/definition.ts";
import {
  CONNECTED,
  type FormattedTools,
  type PreparedTool,
  type ToolList,
  type ToolNames,
  type ToolState,
} from "./tool.ts";

/** How a list without a search shows its tools; null is the contract's own shape. */
export type FullView = { form: ToolForm; options: FormOptions } | null;
/** The same of a search, which also has names with a line each. */
export type ListView = FullView | "names";

/** What a list holds; `scores` are those of a search, in the order of `tools`. */
export interface ListedTools {
  tools: readonly PreparedTool[];
  stateOf: (tool: PreparedTool) => ToolState;
  /** The owner's choices by provider. */
  choices: ReadonlyMap<string, ConnectionChoice>;
  scores?: readonly number[];
}

type FullList = Static<typeof ToolList> | Static<typeof FormattedTools>;
type FoundList = FullList | Static<typeof ToolNames>;

/** The body of every tool endpoint's response. */
export function toolList(listed: ListedTools, view?: FullView): JsonText<OkEnvelope<FullList>>;
export function toolList(listed: ListedTools, view: ListView): JsonText<OkEnvelope<FoundList>>;
export function toolList(listed: ListedTools, view: ListView = null): JsonText<OkEnvelope<FoundList>> {
  return okText<FoundList>(
    view === null ? ownList(listed) : view === "names" ? nameList(listed) : formattedList(listed, view),
  );
}

const choiceOf = ({ choices }: ListedTools, { endpoint }: PreparedTool) => choices.get(endpoint.provider.id) ?? null;

const totalOf = ({ tools }: ListedTools) => jsonText(tools.length);

function ownList(listed: ListedTools): JsonText<Static<typeof ToolList>> {
  const { tools, stateOf, scores } = listed;
  const texts = tools.map((tool, i) => {
    const text = tool.text(stateOf(tool), choiceOf(listed, tool));
    return scores ? withMember(text, "score", jsonText(rounded(scores[i]))) : text;
  });
  return objectText({ tools: arrayText(texts), total: totalOf(listed) });
}

/** Vendors refuse keys that they do not know, so what the gateway adds stands in lists of its own. */
function formattedList(
  listed: ListedTools,
  view: { form: ToolForm; options: FormOptions },
): JsonText<Static<typeof FormattedTools>> {
  const { tools, stateOf, scores } = listed;
  const texts = tools.map((tool) =>
    toolDefinitionText(tool.endpoint, view.form, { ...view.options, choice: choiceOf(listed, tool) }),
  );
  const chosen = new Set(tools.map(({ endpoint }) => endpoint.provider.id));
  const choices = [...listed.choices].filter(([provider]) => chosen.has(provider));
  const isGrouped = view.form === "gemini" && tools.length > 0;
  return objectText<Static<typeof FormattedTools>>({
    format: jsonText(view.form),
    tools: arrayText(isGrouped ? [objectText({ functionDeclarations: arrayText(texts) })] : texts),
    connected: jsonText(tools.map((tool) => stateOf(tool) === CONNECTED)),
    ...(choices.length > 0 && {
      connections: jsonText(Object.fromEntries(choices.map(([provider, { connections }]) => [provider, connections]))),
    }),
    ...(scores && { scores: jsonText(scores.map(rounded)) }),
    total: totalOf(listed),
  });
}

function nameList(listed: ListedTools): JsonText<Static<typeof ToolNames>> {
  const { tools, stateOf, scores = [] } = listed;
  const lines = tools.map((tool, i) => ({
    name: tool.endpoint.tool,
    description: firstSentence(tool.endpoint.def.description),
    connected: stateOf(tool) === CONNECTED,
    score: rounded(scores[i]),
  }));
  return objectText({ tools: jsonText(lines), total: totalOf(listed) });
}

function firstSentence(text: string): string {
  return text.match(/^.+?[.!?](?=\s|$)/su)?.[0] ?? text;
}

function rounded(score = 0): number {
  return Math.round(score * 1e4) / 1e4;
}
