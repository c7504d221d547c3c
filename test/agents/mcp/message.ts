// Sends single messages of protocol revision 2026-07-28 to /mcp, as a client writes them.
import type { ApiResponse, TestGateway } from "../../support/gateway.ts";

const VERSION = "2026-07-28";
const META = "io.modelcontextprotocol";

export interface SenderOptions {
  key?: string;
  query?: string;
  headers?: Record<string, string>;
}

export type Send = (method: string, params?: object, capabilities?: object, id?: unknown) => Promise<ApiResponse>;

/** A message with what the revision demands of its body. */
export function messageOf(method: string, params: object = {}, capabilities: object = {}, id: unknown = 1) {
  return {
    jsonrpc: "2.0",
    id,
    method,
    params: {
      ...params,
      _meta: {
        [`${META}/protocolVersion`]: VERSION,
        [`${META}/clientInfo`]: { name: "test", version: "1" },
        [`${META}/clientCapabilities`]: capabilities,
      },
    },
  };
}

/** The headers that repeat what the body says. */
export function headersOf({ method, params }: ReturnType<typeof messageOf>): Record<string, string> {
  const name = (params as { name?: string }).name;
  return {
    accept: "application/json, text/event-stream",
    "mcp-protocol-version": VERSION,
    "mcp-method": method,
    ...(name !== undefined && { "mcp-name": name }),
  };
}

export function mcpSender(gateway: TestGateway, { key, query = "", headers }: SenderOptions): Send {
  return (method, params, capabilities, id) => {
    const message = messageOf(method, params, capabilities, id);
    return gateway.call("POST", `/mcp${query}`, { key, body: message, headers: { ...headersOf(message), ...headers } });
  };
}
