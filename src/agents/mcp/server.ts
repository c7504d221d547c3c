// Speaks the protocol for one request: a fresh server of the library, whose handlers list and call the caller's tools.
import type { McpRequestContext, Server, ServerEventBus } from "@modelcontextprotocol/server";
import { VERSION } from "../../foundation/version.ts";
import { callTool } from "./call-tool.ts";
import { capabilitiesOf } from "./client-session.ts";
import { listedTools } from "./listed-tools.ts";
import type { McpRequest } from "./mcp-request.ts";

/** How long a client may keep the list of tools; who listens hears of changes at once. */
const LIST_TTL_MS = 60_000;
const DISCOVER_TTL_MS = 3_600_000;
const KEEP_ALIVE_MS = 15_000;

const INSTRUCTIONS =
  "Tools of the providers that the user has connected. A call that needs another provider explains how the user connects it.";

export interface IncomingMessage {
  request: Request;
  /** The request's body, parsed. */
  message: Record<string, unknown>;
  /** Changes for `subscriptions/listen`. */
  bus: ServerEventBus;
}

/** What the library writes of a list without tools. */
const NO_TOOLS = '"tools":[]';

export async function handleMessage(
  mcpRequest: McpRequest,
  { request, message, bus }: IncomingMessage,
): Promise<Response> {
  const { sdk, deps, incoming } = mcpRequest;
  const handler = sdk.createMcpHandler((context) => createServer(mcpRequest, context, message), {
    legacy: "stateless",
    bus,
    maxSubscriptions: 1,
    keepAliveMs: KEEP_ALIVE_MS,
    onerror: (error) => deps.log.debug("mcp_error", { request_id: incoming.requestId, message: error.message }),
  });
  const response = await handler.fetch(request, { parsedBody: message });
  if (message.method === "subscriptions/listen") return response;
  // In one piece, not as the library's stream of one event: each part of a stream costs a turn of the event loop.
  const text = await response.text();
  const { listedTools } = mcpRequest;
  return new Response(listedTools === null ? text : text.replace(NO_TOOLS, () => `"tools":${listedTools}`), response);
}

function createServer(mcpRequest: McpRequest, { era }: McpRequestContext, message: IncomingMessage["message"]): Server {
  const { sdk, deps } = mcpRequest;
  const info = { name: "open-integration-gateway", title: "Integrations", version: VERSION };
  const server = new sdk.Server(info, {
    // The revisions of 2025 would need a stream that stays open for that.
    capabilities: { tools: era === "modern" ? { listChanged: true } : {} },
    instructions: INSTRUCTIONS,
    inputRequired: { legacyShim: false },
    cacheHints: {
      "tools/list": { ttlMs: LIST_TTL_MS, cacheScope: "private" },
      "server/discover": { ttlMs: DISCOVER_TTL_MS, cacheScope: "private" },
    },
  });
  server.setRequestHandler("tools/list", async () => {
    // The library would write every definition anew, some milliseconds for a hundred: its response gets their cached texts instead.
    mcpRequest.listedTools = await listedTools(mcpRequest);
    return { tools: [] };
  });
  server.setRequestHandler("tools/call", async ({ params }, { mcpReq }) => {
    const isModern = era === "modern";
    const capabilities = isModern
      ? (server.getClientCapabilities() ?? {})
      : mcpRequest.canAsk
        ? capabilitiesOf(deps, mcpRequest.caller, mcpRequest.incoming.request)
        : {};
    const call = {
      name: params.name,
      // As they came: the library drops a member named __proto__, which the validation is to refuse.
      args: argumentsOf(message) ?? params.arguments ?? {},
      capabilities,
      state: isModern ? mcpReq.requestState<string>() : mcpRequest.elicitationResult?.state,
      responses: isModern ? mcpReq.inputResponses : mcpRequest.elicitationResult?.responses,
    };
    const result = await callTool(mcpRequest, call).catch((error: unknown) => {
      if (error instanceof sdk.ProtocolError) throw error;
      deps.log.error("mcp_call_failed", { request_id: mcpRequest.incoming.requestId, error });
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InternalError, "The gateway failed. Try again later.");
    });
    if (isModern || !sdk.isInputRequiredResult(result)) return result;
    mcpRequest.pendingElicitation = result;
    return { content: [] };
  });
  return server;
}

function argumentsOf(message: IncomingMessage["message"]): Record<string, unknown> | undefined {
  return (message as { params?: { arguments?: Record<string, unknown> } }).params?.arguments;
}
