// A tool as callers see it: JSON text, prebuilt connected and unconnected.
import { type Static, Type as t } from "@sinclair/typebox";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { type JsonText, jsonText } from "../../web/http/typed-text.ts";
import { type ConnectionChoice, ConnectionsShape } from "./connection-choice.ts";
import { functionDefinition, TOOL_FORMS } from "./forms/definition.ts";
import type { SearchableTool } from "./search.ts";

/** The danger of a call, as it also stands in the API document and in MCP's `_meta`. */
const EffectsShape = t.Object(
  {
    effect: t.Union([t.Literal("reads"), t.Literal("writes"), t.Literal("destroys")]),
    reaches: t.Union([t.Boolean(), t.Object({ when: t.Array(t.String()) })], {
      description:
        "Whether people other than the owner receive something: a message, a comment, an invitation, access. With `when`, only calls that set one of these arguments.",
    }),
    spends: t.Optional(t.Literal(true, { description: "Whether money moves, as in a refund." })),
    idempotent: t.Boolean({ description: "Whether repeating the same call changes nothing more." }),
  },
  { title: "ToolEffects" },
);

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
      connected: t.Boolean({ description: "Whether a usable integration is connected." }),
      is_set_up: t.Boolean({
        description: "Whether the operator has set the provider up, so that it can be connected.",
      }),
      effects: EffectsShape,
      connections: t.Optional(ConnectionsShape),
    },
    { title: "ToolMetadata" },
  ),
  score: t.Optional(t.Number({ minimum: 0, maximum: 1, description: "Relevance; only in search results." })),
});

const total = t.Integer();

export const FormattedTools = t.Object(
  {
    format: t.Union(TOOL_FORMS.map((form) => t.Literal(form))),
    tools: t.Array(t.Object({}, { additionalProperties: true }), {
      description: "Definitions in the vendor's request format; for gemini, one entry that contains all of them.",
    }),
    connected: t.Array(t.Boolean(), { description: "Whether each tool is connected, in the same order." }),
    connections: t.Optional(
      t.Record(t.String(), ConnectionsShape, {
        description: "By provider, the connections to choose among, where there are several.",
      }),
    ),
    scores: t.Optional(
      t.Array(t.Number(), { description: "The score of each tool, in the same order; only in search results." }),
    ),
    total,
  },
  { title: "FormattedTools" },
);

export const ToolNames = t.Object(
  {
    tools: t.Array(
      t.Object(
        {
          name: t.String(),
          description: t.String({ description: "The first sentence of the description." }),
          connected: t.Boolean(),
          score: t.Number({ minimum: 0, maximum: 1 }),
        },
        { title: "ToolName" },
      ),
    ),
    total,
  },
  { title: "ToolNames" },
);

export const ToolList = t.Object({ tools: t.Array(ToolShape), total }, { title: "ToolList" });

export interface PreparedTool {
  endpoint: RegisteredEndpoint;
  /** In the list of all tools, from 0. */
  position: number;
  /** Made at the first use, which few commands come to. */
  text(state: ToolState, choice: ConnectionChoice | null): JsonText<Static<typeof ToolShape>>;
}

/** A tool's state for an owner: 1 if a call finds a usable integration, 0 if one can be connected, - if none can. */
export type ToolState = "1" | "0" | "-";
export const CONNECTED: ToolState = "1";
export const CONNECTABLE: ToolState = "0";
export const NOT_SET_UP: ToolState = "-";

export function prepareTool(endpoint: RegisteredEndpoint, position: number): PreparedTool {
  const texts = new Map<ToolState, JsonText<Static<typeof ToolShape>>>();
  return {
    endpoint,
    position,
    text(state, choice) {
      if (choice) return toolText(endpoint, state, choice);
      const text = texts.get(state) ?? toolText(endpoint, state, null);
      texts.set(state, text);
      return text;
    },
  };
}

function toolText(
  endpoint: RegisteredEndpoint,
  state: ToolState,
  choice: ConnectionChoice | null,
): JsonText<Static<typeof ToolShape>> {
  const { name, description, parameters } = functionDefinition(endpoint, choice);
  const { required = [], ...schema } = parameters;
  const { effects } = endpoint;
  const { reaches } = effects;
  return jsonText({
    type: "function",
    function: { name, description, parameters: { ...schema, required, additionalProperties: false } },
    metadata: {
      provider: endpoint.provider.id,
      service: endpoint.service,
      permission: endpoint.permission,
      method: endpoint.method,
      path: endpoint.path,
      connected: state === CONNECTED,
      is_set_up: state !== NOT_SET_UP,
      effects: { ...effects, reaches: typeof reaches === "object" ? { when: [...reaches.when] } : reaches },
      ...(choice && { connections: choice.connections }),
    },
  });
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
