// A tool as callers see it: JSON text, prebuilt connected and unconnected.
import { type TSchema, Type as t } from "@sinclair/typebox";
import type { RegisteredEndpoint } from "../registry/registry.ts";
import type { SearchableTool } from "./search.ts";

export const ToolShape = t.Object({
  type: t.Literal("function"),
  function: t.Object(
    {
      name: t.String(),
      description: t.String(),
      parameters: t.Object({}, { additionalProperties: true, description: "JSON Schema of the arguments." }),
    },
    { title: "ToolFunction" },
  ),
  metadata: t.Object(
    {
      provider: t.String(),
      service: t.String(),
      permission: t.String({ description: "`<service>.<action>`." }),
      method: t.String(),
      path: t.String(),
      connected: t.Boolean({ description: "Whether a call would find a usable integration." }),
    },
    { title: "ToolMetadata" },
  ),
  score: t.Optional(t.Number({ minimum: 0, maximum: 1, description: "Relevance; in search answers only." })),
});

export interface PreparedTool {
  endpoint: RegisteredEndpoint;
  /** In the list of all tools, from 0. */
  position: number;
  /** JSON text without the closing brace: a score may follow. */
  text: { connected: string; unconnected: string };
}

/** JSON Schema of the arguments: path, query and body fields in one object. */
function toolParameters(endpoint: RegisteredEndpoint): Record<string, unknown> {
  const parts = [endpoint.input.params, endpoint.input.query, endpoint.input.body].filter((part) => part !== null);
  const properties: Record<string, TSchema> = Object.assign({}, ...parts.map((part) => part.properties));
  const required = parts.flatMap((part) => part.required ?? []);
  return { type: "object", properties, required, additionalProperties: false };
}

export function prepareTool(endpoint: RegisteredEndpoint, position: number): PreparedTool {
  const textFor = (connected: boolean) =>
    JSON.stringify({
      type: "function",
      function: { name: endpoint.tool, description: endpoint.def.description, parameters: toolParameters(endpoint) },
      metadata: {
        provider: endpoint.provider.id,
        service: endpoint.service,
        permission: endpoint.permission,
        method: endpoint.method,
        path: endpoint.path,
        connected,
      },
    }).slice(0, -1);
  return { endpoint, position, text: { connected: textFor(true), unconnected: textFor(false) } };
}

/** An endpoint as the search reads it. */
export function searchableTool(endpoint: RegisteredEndpoint): SearchableTool {
  const { provider, service, def, method, path, tool } = endpoint;
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
    keywords: def.keywords ?? [],
    serviceKeywords: provider.keywords?.[service] ?? [],
  };
}

/** The body of every tool endpoint's response. */
export function toolList(
  tools: readonly PreparedTool[],
  isConnected: (tool: PreparedTool) => boolean,
  scores?: readonly number[],
): string {
  const texts = tools.map((tool, i) => {
    const text = isConnected(tool) ? tool.text.connected : tool.text.unconnected;
    return scores ? `${text},"score":${Math.round((scores[i] ?? 0) * 1e4) / 1e4}}` : `${text}}`;
  });
  return `{"ok":true,"data":{"tools":[${texts.join(",")}],"total":${texts.length}}}`;
}
