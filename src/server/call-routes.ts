// Mounts the calls: endpoints of providers, and what calls them by name, over REST and MCP.

import { mcpRoutes } from "../agents/mcp/routes.ts";
import type { EventStreams } from "../events/inbox/stream.ts";
import { documentedEvents } from "../events/log/event-payloads.ts";
import { recordedExamples } from "../providers/calls/examples.ts";
import { executeRoutes, type ToolCalls, toolCalls } from "../providers/calls/execute.ts";
import { proxyRoutes, rawToolRoutes } from "../providers/calls/raw-routes.ts";
import { providerRoutes } from "../providers/calls/routes.ts";
import type { OpenApiSource } from "../web/http/openapi-route.ts";
import type { Route } from "../web/pipeline/route.ts";
import type { Deps } from "./deps.ts";

/** The routes, and what ends every stream of the inbox and of MCP clients. */
export const callRoutes = (deps: Deps, streams: EventStreams): { routes: Route[]; endStreams(): void } => {
  const endpoints = providerRoutes(deps, () => calls);
  const calls: ToolCalls = toolCalls(deps, [...endpoints, ...rawToolRoutes(deps)]);
  deps.approvals.serve(calls);
  const mcp = mcpRoutes(deps, calls);
  return {
    routes: [...executeRoutes(deps, calls), ...mcp.routes, ...endpoints, ...proxyRoutes(deps)],
    endStreams() {
      streams.end();
      mcp.end();
      deps.approvals.endWaits();
    },
  };
};

/** What the API document is made of, with a recorded call of each endpoint. */
export function documentSource({ baseUrl, registry }: Deps): OpenApiSource {
  return {
    baseUrl,
    providers: [...registry.providers.keys()],
    events: documentedEvents(registry),
    examples: () => recordedExamples(registry),
  };
}
