// The messages of MCP that the benchmarks send, in the forms of both revisions.
import { headersOf, messageOf } from "../test/agents/mcp/message.ts";

export interface McpRequest {
  path: string;
  body: object;
  headers: Record<string, string>;
}

/** Of revision 2025-11-25. */
export const message2025 = (method: string, params: object = {}, path = "/mcp"): McpRequest => ({
  path,
  body: { jsonrpc: "2.0", id: 1, method, params },
  headers: { accept: "application/json, text/event-stream", "mcp-protocol-version": "2025-11-25" },
});

/** Of revision 2026-07-28. */
export const message2026 = (method: string, params: object = {}, path = "/mcp"): McpRequest => {
  const body = messageOf(method, params);
  return { path, body, headers: headersOf(body) };
};

/** The call of the stub's endpoint by its tool's name. */
export const CALL_TOOL = { name: "bench_get_thing", arguments: {} };
