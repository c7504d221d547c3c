// Tool discovery: the list of all tools, two searches, and the tools of a provider or service, each with `connected`.
import { type Static, type TString, Type as t } from "@sinclair/typebox";
import { LRUCache } from "lru-cache";
import { isAnyUsable } from "../../connections/integrations/access.ts";
import type { Integrations } from "../../connections/integrations/service.ts";
import { AppError } from "../../foundation/errors.ts";
import { mayUseTool } from "../../identity/keys/session-rights.ts";
import type { Owner } from "../../identity/owner.ts";
import type { Provider } from "../../plugin/index.ts";
import type { Registry } from "../../providers/registry/registry.ts";
import {
  type CompressedJson,
  compressedJson,
  type JsonText,
  jsonTextResponse,
  type OkEnvelope,
} from "../../web/http/typed-text.ts";
import { keyRoute } from "../../web/pipeline/key-route.ts";
import type { ApiKeyRequest, ApiKeyRoute } from "../../web/pipeline/route.ts";
import { type ConnectionChoice, connectionChoices } from "./connection-choice.ts";
import { type FullView, type ListedTools, toolList } from "./list.ts";
import { FormatQuery, formatErrors, foundViewOf, ListQuery, MAX_HITS, SearchQuery, viewOf } from "./list-query.ts";
import type { Hit } from "./search.ts";
import {
  CONNECTABLE,
  CONNECTED,
  FormattedTools,
  NOT_SET_UP,
  type PreparedTool,
  prepareTool,
  ToolList,
  ToolNames,
  type ToolState,
} from "./tool.ts";
import { toolIndexOf } from "./tool-index.ts";
import { WEIGHTS } from "./weights.ts";

/** Cached texts of the full list, of some 300 KB each in all encodings, 700 with `format=mcp`. */
const MAX_CACHED_TEXTS = 50;

type Choices = ReadonlyMap<string, ConnectionChoice>;
/** The state of each tool, at its position. */
type StateMask = string;
const stateIn = (mask: StateMask) => (tool: PreparedTool) => mask[tool.position] as ToolState;
const isIn = (mask: StateMask) => (tool: PreparedTool) => mask[tool.position] === CONNECTED;
/** Whether anybody can connect a provider for an owner. */
export type IsSetUp = (owner: Owner, provider: Provider) => Promise<boolean>;

const QueryParam = t.Object({
  query: t.String({ minLength: 1, maxLength: 200, description: "The search text, URL-encoded." }),
});

const FullList = t.Union([ToolList, FormattedTools]);
const FoundList = t.Union([ToolList, FormattedTools, ToolNames]);
type FullText = JsonText<OkEnvelope<Static<typeof FullList>>>;
type FoundText = JsonText<OkEnvelope<Static<typeof FoundList>>>;

const base = {
  access: "key",
  permissions: [],
  method: "GET",
  tag: { name: "tools", description: "Tool discovery for agents." },
  owner: "user-or-account",
  withOk: true,
  takesAgentSessions: true,
  check: formatErrors,
} satisfies Partial<ApiKeyRoute>;

const searchBase = {
  ...base,
  params: QueryParam,
  query: SearchQuery,
  data: FoundList,
} satisfies Partial<ApiKeyRoute>;

export function toolRoutes(deps: { registry: Registry; integrations: Integrations; isSetUp: IsSetUp }) {
  const { registry } = deps;
  const tools = registry.endpoints.map(prepareTool);
  const rawTools = [...registry.rawTools.values()].map((endpoint, i) => prepareTool(endpoint, tools.length + i));
  /** Raw tools are in the lists of keys that name their permission, and in no search. */
  const rawToolsOf = ({ caller }: Pick<ApiKeyRequest, "caller">): PreparedTool[] =>
    rawTools.filter(({ endpoint }) => mayUseTool(caller, endpoint));
  const byProvider = Map.groupBy(tools, (tool) => tool.endpoint.provider.id);
  const byService = Map.groupBy(tools, (tool) => tool.endpoint.service);

  /** Decided by the check that guards calls. Cached by the owner's integrations: a change of one is a new object. */
  const masks = new WeakMap<object, { ofProviders: string; mask: StateMask }>();
  const providers = [...registry.providers.values()];
  const stateMask = async (call: Pick<ApiKeyRequest, "owner">): Promise<StateMask> => {
    const integrations = await deps.integrations.listByOwner(call.owner);
    const areSetUp = await Promise.all(providers.map((provider) => deps.isSetUp(call.owner, provider)));
    const ofProviders = areSetUp.join();
    const cached = masks.get(integrations);
    if (cached?.ofProviders === ofProviders) return cached.mask;
    const setUp = new Set(providers.filter((_, i) => areSetUp[i]).map(({ id }) => id));
    const stateOf = ({ endpoint }: PreparedTool): ToolState => {
      const { id } = endpoint.provider;
      if (isAnyUsable(integrations.get(id), endpoint)) return CONNECTED;
      return setUp.has(id) ? CONNECTABLE : NOT_SET_UP;
    };
    const mask = [...tools, ...rawTools].map(stateOf).join("");
    masks.set(integrations, { ofProviders, mask });
    return mask;
  };
  /** The full list is long, and many callers have connected the same providers. */
  const fullLists = new LRUCache<string, CompressedJson<OkEnvelope<Static<typeof FullList>>>>({
    max: MAX_CACHED_TEXTS,
  });
  const choicesOf = async ({ owner }: Pick<ApiKeyRequest, "owner">) =>
    connectionChoices(await deps.integrations.listByOwner(owner));
  const fullList = (mask: StateMask, choices: Choices, view: FullView, raw: readonly PreparedTool[]) => {
    const chosen = [...choices.values()].map(({ key }) => key).join();
    const key = `${mask} ${JSON.stringify(view)} ${raw.map(({ position }) => position).join()} ${chosen}`;
    const listed = { tools: [...tools, ...raw], stateOf: stateIn(mask), choices };
    const text = fullLists.get(key) ?? compressedJson<OkEnvelope<Static<typeof FullList>>>(toolList(listed, view));
    fullLists.set(key, text);
    return text;
  };
  const listOf = <const What extends "provider" | "service">(
    what: What,
    groups: Map<string, PreparedTool[]>,
    example: string,
  ) =>
    keyRoute({
      ...base,
      id: `list_${what}_tools` as const,
      path: `/api/v1/tools/${what}/{${what}}`,
      summary: `All tools of one ${what}.`,
      codes: ["NOT_FOUND"],
      params: t.Object<Record<string, TString>>({
        [what]: t.String({ description: `A ${what}, such as ${example}.` }),
      }),
      query: FormatQuery,
      data: FullList,
      async handle(call) {
        const name = call.params[what] as string;
        const group = groups.get(name);
        if (!group) throw new AppError("NOT_FOUND", `There is no ${what} "${name.slice(0, 60)}".`);
        const stateOf = stateIn(await stateMask(call));
        const raw = rawToolsOf(call).filter(({ endpoint }) => what === "provider" && endpoint.provider.id === name);
        return fullReply(
          toolList(
            { tools: [...seenBy(call, group), ...raw], stateOf, choices: await choicesOf(call) },
            viewOf(call.query),
          ),
        );
      },
    });
  return [
    keyRoute({
      ...base,
      id: "list_tools",
      path: "/api/v1/tools",
      hasEtag: true,
      summary: "Tools of your connected integrations; every tool with all=true.",
      query: ListQuery,
      data: FullList,
      async handle(call) {
        const mask = await stateMask(call);
        const view = viewOf(call.query);
        const raw = rawToolsOf(call);
        const choices = await choicesOf(call);
        const seen = seenBy(call, tools);
        if (call.query.all === true && seen === tools)
          return { response: await fullList(mask, choices, view, raw).respond(call.request) };
        const listed = call.query.all === true ? [...seen, ...raw] : [...seen, ...raw].filter(isIn(mask));
        return fullReply(toolList({ tools: listed, stateOf: stateIn(mask), choices }, view));
      },
    }),
    keyRoute({
      ...searchBase,
      id: "search_tools",
      path: "/api/v1/tools/search/{query}",
      summary: "Fuzzy search over names and descriptions, best first, with scores from 0 to 1.",
      async handle(call) {
        const mask = await stateMask(call);
        const isConnected = isIn(mask);
        const boost = (i: number) => (isConnected(tools[i] as PreparedTool) ? WEIGHTS.connected : 1);
        const index = await toolIndexOf(registry);
        const seen = seenBy(call, tools);
        const limit = seen === tools ? MAX_HITS : tools.length;
        const hits = hitsAmong(seen, index.search(call.params.query, { boost, limit }));
        return rankedReply(tools, hits, { stateOf: stateIn(mask), choices: await choicesOf(call) }, call.query);
      },
    }),
    keyRoute({
      ...searchBase,
      id: "search_tool_names",
      path: "/api/v1/tools/names/{query}",
      summary: "Search by tool name only, best first, with scores from 0 to 1.",
      async handle(call) {
        const stateOf = stateIn(await stateMask(call));
        const index = await toolIndexOf(registry);
        const hits = hitsAmong(seenBy(call, tools), index.searchNames(call.params.query));
        return rankedReply(tools, hits, { stateOf, choices: await choicesOf(call) }, call.query);
      },
    }),
    listOf("provider", byProvider, "google"),
    listOf("service", byService, "gmail"),
  ];
}

/** An agent session sees only tools that it may call: whatever else a list has misleads an agent. */
const seenBy = ({ caller }: Pick<ApiKeyRequest, "caller">, of: readonly PreparedTool[]): readonly PreparedTool[] =>
  caller.kind === "agent_session" ? of.filter(({ endpoint }) => mayUseTool(caller, endpoint)) : of;

/** The hits of tools that the caller sees; a tool's place in the list of all is its position. */
function hitsAmong(seen: readonly PreparedTool[], hits: readonly Hit[]): readonly Hit[] {
  const positions = new Set(seen.map(({ position }) => position));
  return hits.filter(({ index }) => positions.has(index));
}

/** The found tools, best first, with their scores. */
function rankedReply(
  tools: readonly PreparedTool[],
  hits: readonly Hit[],
  of: Pick<ListedTools, "stateOf" | "choices">,
  query: Static<typeof SearchQuery>,
) {
  const best = hits.slice(0, query.limit ?? MAX_HITS);
  const found = best.map((hit) => tools[hit.index] as PreparedTool);
  const scores = best.map((hit) => hit.score);
  return foundReply(toolList({ tools: found, ...of, scores }, foundViewOf(query)));
}

const fullReply = (text: FullText) => ({ response: jsonTextResponse(text) });
const foundReply = (text: FoundText) => ({ response: jsonTextResponse(text) });
