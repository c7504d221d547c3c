// A call of a tool by its name: handed on to the tool's endpoint, whose permission, limits, usage row and response it has.
import { Type as t } from "@sinclair/typebox";
import { checkArguments, ExecuteBody, executeSchemas, readArguments } from "../../agents/tools/arguments.ts";
import { AppError } from "../../foundation/errors.ts";
import { editDistance } from "../../foundation/schema/edit-distance.ts";
import type { Deps } from "../../server/deps.ts";
import type { NamedInput } from "../../web/http/input.ts";
import type { ApiKeyRoute, Match } from "../../web/pipeline/route.ts";
import { unavailablePlugin } from "../guard/plugin-error.ts";
import { brokenPluginOf, type RegisteredEndpoint, type Registry } from "../registry/registry.ts";
import { CALL_CODES } from "./failures.ts";

const EXECUTE_PATH = "/api/v1/tools/{name}/execute";

/** What a call by name needs to know of each tool. */
export type ToolCalls = (endpoint: RegisteredEndpoint) => Match;

/** The way from an endpoint to a call of it with arguments; `routes` are those of all endpoints. */
export function toolCalls({ registry }: Pick<Deps, "registry">, routes: readonly ApiKeyRoute[]): ToolCalls {
  const byId = new Map(routes.map((route) => [route.id, route]));
  const matches = new Map(
    [...registry.endpoints, ...registry.rawTools.values()].map((endpoint): [RegisteredEndpoint, Match] => {
      const route = byId.get(endpoint.tool);
      if (!route) throw new Error(`There is no route of the tool ${endpoint.tool}.`);
      const named: NamedInput = {
        schemas: executeSchemas(endpoint),
        method: "POST",
        path: EXECUTE_PATH.replace("{name}", endpoint.tool),
        read: (request, body, extraChecks) => readArguments(endpoint, request, body, extraChecks),
        check: (args, extraChecks) => checkArguments(endpoint, args, extraChecks),
      };
      return [endpoint, { route, template: route.path, params: {}, allow: ["POST"], named }];
    }),
  );
  return (endpoint) => matches.get(endpoint) as Match;
}

export function executeRoutes(deps: Pick<Deps, "registry" | "metrics">, calls: ToolCalls): ApiKeyRoute[] {
  const { registry } = deps;
  return [
    {
      id: "execute_tool",
      method: "POST",
      path: EXECUTE_PATH,
      summary: "Call a tool by its name, with its arguments in one object.",
      tag: { name: "tools", description: "Tool discovery for agents." },
      access: "key",
      permissions: [],
      takesAgentSessions: true,
      owner: "user-or-account",
      responds: "tool",
      codes: CALL_CODES,
      params: t.Object({ name: t.String({ maxLength: 200, description: "The tool's name, or a previous name." }) }),
      body: ExecuteBody,
      data: t.Object({}, { additionalProperties: true, description: "The `data` of the tool's endpoint." }),
      async dispatch({ match, incoming, run }) {
        const endpoint = registry.tool(match.params.name ?? "");
        return endpoint ? runAs(deps, calls(endpoint), incoming, run) : run(match);
      },
      async handle({ params }) {
        throw unknownTool(registry, params.name as string);
      },
    },
  ];
}

/** Carries out a request as one of a tool's endpoint, which also counts in the endpoint's metrics. */
export function runAs(
  { metrics }: Pick<Deps, "metrics">,
  to: Match,
  incoming: Parameters<NonNullable<ApiKeyRoute["dispatch"]>>[0]["incoming"],
  run: Parameters<NonNullable<ApiKeyRoute["dispatch"]>>[0]["run"],
): Promise<Response> {
  const { provider = "", method, path } = to.route as ApiKeyRoute;
  incoming.series = metrics.route({ provider, method, endpoint: path });
  return run(to, incoming);
}

const MAX_NEAREST = 3;

const WHERE = "GET /api/v1/tools lists the tools, and GET /api/v1/tools/search/{query} searches them.";

/** 404 with the nearest names of tools, and where the others are. */
export function unknownTool(registry: Registry, name: string): AppError {
  const broken = brokenPluginOf(registry, name);
  if (broken !== undefined) return unavailablePlugin(broken);
  const near = nearestTools(registry, name);
  const hint = near.length > 0 ? `; the nearest ${near.length > 1 ? "names are" : "name is"} ${near.join(", ")}` : "";
  return new AppError("NOT_FOUND", `There is no tool "${name.slice(0, 64)}"${hint}. ${WHERE}`, { nearest: near });
}

/** Names that differ in few letters, or hold the same words. */
export function nearestTools({ tools }: Registry, name: string): string[] {
  const wanted = name
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_");
  const words = new Set(wanted.split("_").filter((word) => word !== ""));
  const allowed = Math.max(2, Math.floor(wanted.length / 4));
  return [...tools.keys()]
    .map((tool) => {
      const own = tool.split("_");
      const shared = own.filter((word) => words.has(word)).length / Math.max(own.length, words.size, 1);
      const edits = editDistance(wanted, tool, allowed);
      return { tool, score: Math.max(shared, edits > allowed ? 0 : 1 - edits / Math.max(wanted.length, 1)) };
    })
    .filter(({ score }) => score >= 0.5)
    .sort((a, b) => b.score - a.score || (a.tool < b.tool ? -1 : 1))
    .slice(0, MAX_NEAREST)
    .map(({ tool }) => tool);
}
