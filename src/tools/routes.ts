// Tool discovery: all tools, searches, and one provider's or service's, each with its connected flag.
import { Type as t } from "@sinclair/typebox";
import { LRUCache } from "lru-cache";
import { AppError } from "../errors.ts";
import { JSON_TYPE, textResponse } from "../http/body.ts";
import { type CompressedText, compressedText } from "../http/compressed.ts";
import type { Reply } from "../http/route.ts";
import { isUsable } from "../integrations/access.ts";
import type { Integrations } from "../integrations/service.ts";
import type { ApiKeyRequest, ApiKeyRoute } from "../pipeline/route.ts";
import type { Registry } from "../registry/registry.ts";
import { buildToolIndex, CONNECTED_LIFT, type Hit, type ToolIndex } from "./search.ts";
import { type PreparedTool, prepareTool, searchableTool, ToolShape, toolList } from "./tool.ts";

const MAX_HITS = 50;
/** Texts of the whole list that are kept, of some 300 KB each in all their forms. */
const MAX_TEXTS = 50;

/** Which tools would find a usable integration: one digit for each, at its place. */
type Reached = string;
const isIn = (reached: Reached) => (tool: PreparedTool) => reached[tool.place] === "1";

const data = t.Object({ tools: t.Array(ToolShape), total: t.Integer() });
const QueryParam = t.Object({
  query: t.String({ minLength: 1, maxLength: 200, description: "What to look for, URL-encoded." }),
});

const base = {
  access: "key",
  permissions: [],
  method: "GET",
  tag: { name: "tools", description: "Tool discovery for agents." },
  acceptsAccount: true,
  withOk: true,
  data,
} satisfies Partial<ApiKeyRoute>;

export function toolRoutes(deps: { registry: Registry; integrations: Integrations }): ApiKeyRoute[] {
  const { registry } = deps;
  const tools = registry.endpoints.map(prepareTool);
  const byProvider = Map.groupBy(tools, (tool) => tool.endpoint.provider.id);
  const byService = Map.groupBy(tools, (tool) => tool.endpoint.service);
  // Made at the first search: most processes of the command line never search, and no start waits for it.
  let made: ToolIndex | null = null;
  const index = () => {
    made ??= buildToolIndex(registry.endpoints.map(searchableTool));
    return made;
  };

  /** By the call path's own answer; kept beside a subject's integrations, since a change of one brings new ones. */
  const reached = new WeakMap<object, Reached>();
  const reachedBy = async (call: ApiKeyRequest): Promise<Reached> => {
    const integrations = await deps.integrations.ofOwner(call.owner);
    const isUsed = ({ endpoint }: PreparedTool) => isUsable(integrations.get(endpoint.provider.id) ?? null, endpoint);
    const found = reached.get(integrations) ?? tools.map((tool) => (isUsed(tool) ? "1" : "0")).join("");
    reached.set(integrations, found);
    return found;
  };
  /** The whole list is long, and many callers have connected the same: its text is kept by what is connected. */
  const texts = new LRUCache<Reached, CompressedText>({ max: MAX_TEXTS });
  const wholeList = (reached: Reached): CompressedText => {
    const text = texts.get(reached) ?? compressedText(toolList(tools, isIn(reached)), JSON_TYPE);
    texts.set(reached, text);
    return text;
  };
  const listed = async (call: ApiKeyRequest, found: readonly PreparedTool[]) =>
    jsonReply(toolList(found, isIn(await reachedBy(call))));
  const listOf = (what: string, groups: Map<string, PreparedTool[]>, example: string): ApiKeyRoute => ({
    ...base,
    id: `list_${what}_tools`,
    path: `/api/v1/tools/${what}/{${what}}`,
    summary: `All tools of one ${what}.`,
    codes: ["NOT_FOUND"],
    params: t.Object({ [what]: t.String({ description: `A ${what}, such as ${example}.` }) }),
    handle: (call) => listed(call, required(groups, call.params[what], what)),
  });
  return [
    {
      ...base,
      id: "list_tools",
      path: "/api/v1/tools",
      summary: "Tools of your connected integrations; every tool with all=true.",
      query: t.Object({
        all: t.Optional(t.Boolean({ description: "true: also tools whose integration is not connected." })),
      }),
      async handle(call) {
        const reached = await reachedBy(call);
        if (call.query.all === true) return { response: await wholeList(reached).respond(call.request) };
        return jsonReply(toolList(tools.filter(isIn(reached)), isIn(reached)));
      },
    },
    {
      ...base,
      id: "search_tools",
      path: "/api/v1/tools/search/{query}",
      summary: "Fuzzy search over names and descriptions, best first, with scores from 0 to 1.",
      params: QueryParam,
      async handle(call) {
        const isConnected = isIn(await reachedBy(call));
        const boost = (i: number) => (isConnected(tools[i] as PreparedTool) ? CONNECTED_LIFT : 1);
        return ranked(tools, index().search(call.params.query as string, { boost, limit: MAX_HITS }), isConnected);
      },
    },
    {
      ...base,
      id: "search_tool_names",
      path: "/api/v1/tools/names/{query}",
      summary: "Search by tool name only, best first, with scores from 0 to 1.",
      params: QueryParam,
      async handle(call) {
        const isConnected = isIn(await reachedBy(call));
        return ranked(tools, index().searchNames(call.params.query as string), isConnected);
      },
    },
    listOf("provider", byProvider, "google"),
    listOf("service", byService, "gmail"),
  ];
}

/** The tools that a search found, best first, with their scores. */
function ranked(
  tools: readonly PreparedTool[],
  hits: readonly Hit[],
  isConnected: (tool: PreparedTool) => boolean,
): Reply {
  const best = hits.slice(0, MAX_HITS);
  const found = best.map((hit) => tools[hit.index] as PreparedTool);
  const scores = best.map((hit) => hit.score);
  return jsonReply(toolList(found, isConnected, scores));
}

function jsonReply(text: string): Reply {
  return { response: textResponse(text, { "content-type": JSON_TYPE }) };
}

function required(groups: Map<string, PreparedTool[]>, name: string | undefined, what: string): PreparedTool[] {
  const found = groups.get(name ?? "");
  if (!found) throw new AppError("NOT_FOUND", `There is no ${what} "${(name ?? "").slice(0, 60)}".`);
  return found;
}
