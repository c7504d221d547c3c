// Tool discovery: all tools, searches, and one provider's or service's, each with its connected flag.
import { Type as t } from "@sinclair/typebox";
import { LRUCache } from "lru-cache";
import { AppError } from "../errors.ts";
import type { KeyedRequest, KeyedRoute, Reply } from "../http/route.ts";
import { isUsable } from "../integrations/access.ts";
import type { Integrations } from "../integrations/service.ts";
import type { Registry } from "../registry/registry.ts";
import { buildToolIndex, type Hit } from "./search.ts";
import { type PreparedTool, prepareTool, ToolShape, toolList } from "./tool.ts";

/** How much a connected tool is lifted in a search. */
const CONNECTED_LIFT = 1.12;
const MAX_HITS = 50;
/** Texts of the whole list that are kept, of some 100 KB each. */
const MAX_TEXTS = 50;

const data = t.Object({ tools: t.Array(ToolShape), total: t.Integer() });
const QueryParam = t.Object({
  query: t.String({ minLength: 1, maxLength: 200, description: "What to look for, URL-encoded." }),
});

export function toolRoutes(deps: { registry: Registry; integrations: Integrations }): KeyedRoute[] {
  const { registry } = deps;
  const tools = registry.endpoints.map(prepareTool);
  const byProvider = Map.groupBy(tools, (tool) => tool.endpoint.provider.id);
  const byService = Map.groupBy(tools, (tool) => tool.endpoint.service);
  const index = buildToolIndex(tools.map(searchable));

  /** Whether a call of the tool would find a usable integration: the call path's own answer. */
  const connectedFor = async (call: KeyedRequest) => {
    const integrations = await deps.integrations.ofSubject(call.subject);
    const known = new Map<PreparedTool, boolean>();
    return (tool: PreparedTool) => {
      const held = known.get(tool) ?? isUsable(integrations.get(tool.endpoint.provider.id) ?? null, tool.endpoint);
      known.set(tool, held);
      return held;
    };
  };
  /** The whole list is long, and many callers have connected the same: its text is kept by what is connected. */
  const texts = new LRUCache<string, string>({ max: MAX_TEXTS });
  const wholeList = (isConnected: (tool: PreparedTool) => boolean): string => {
    const state = tools.map((tool) => (isConnected(tool) ? "1" : "0")).join("");
    const text = texts.get(state) ?? toolList(tools, isConnected);
    texts.set(state, text);
    return text;
  };
  const listed = async (call: KeyedRequest, found: readonly PreparedTool[]) =>
    jsonReply(toolList(found, await connectedFor(call)));
  const base = { access: "key" as const, method: "GET" as const, tag: "tools", takesAccount: true, withOk: true, data };
  const listOf = (what: string, groups: Map<string, PreparedTool[]>, example: string): KeyedRoute => ({
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
        const isConnected = await connectedFor(call);
        const isAll = call.query.all === true;
        return jsonReply(isAll ? wholeList(isConnected) : toolList(tools.filter(isConnected), isConnected));
      },
    },
    {
      ...base,
      id: "search_tools",
      path: "/api/v1/tools/search/{query}",
      summary: "Fuzzy search over names and descriptions, best first, with scores from 0 to 1.",
      params: QueryParam,
      async handle(call) {
        const isConnected = await connectedFor(call);
        const boost = (i: number) => (isConnected(tools[i] as PreparedTool) ? CONNECTED_LIFT : 1);
        return ranked(tools, index.search(call.params.query as string, { boost, limit: MAX_HITS }), isConnected);
      },
    },
    {
      ...base,
      id: "search_tool_names",
      path: "/api/v1/tools/names/{query}",
      summary: "Search by tool name only, best first, with scores from 0 to 1.",
      params: QueryParam,
      handle: async (call) => ranked(tools, index.searchNames(call.params.query as string), await connectedFor(call)),
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
  return { response: new Response(text, { headers: { "content-type": "application/json; charset=utf-8" } }) };
}

function required(groups: Map<string, PreparedTool[]>, name: string | undefined, what: string): PreparedTool[] {
  const found = groups.get(name ?? "");
  if (!found) throw new AppError("NOT_FOUND", `There is no ${what} "${(name ?? "").slice(0, 60)}".`);
  return found;
}

function searchable({ endpoint }: PreparedTool) {
  const { provider, service, def, method, path, tool } = endpoint;
  const serviceWords = provider.keywords?.[service] ?? [];
  return {
    name: tool,
    description: def.description,
    provider: provider.id,
    providerName: provider.name,
    service,
    method,
    path,
    parameters: [endpoint.input.params, endpoint.input.query, endpoint.input.body].flatMap((part) =>
      Object.keys(part?.properties ?? {}),
    ),
    keywords: [...serviceWords, ...(def.keywords ?? [])],
  };
}
