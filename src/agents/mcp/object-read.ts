// The thing that a call is about, as its provider has it: read for the person who confirms the call.

import { mayUseTool } from "../../identity/keys/session-rights.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import type { Input } from "../../web/http/input.ts";
import { identifyingPart, readOf } from "../tools/object-reader.ts";
import { execute, type McpRequest } from "./mcp-request.ts";

/** Its telling fields; null where nothing gets it, or it cannot be had now. */
export async function readObject(
  mcpRequest: McpRequest,
  endpoint: RegisteredEndpoint,
  input: Input,
): Promise<Record<string, unknown> | null> {
  const read = readOf(mcpRequest.deps.registry.endpointsOf(endpoint.provider.id), endpoint, input);
  if (!read || !mayUseTool(mcpRequest.caller, read.reader)) return null;
  const { callHeaders } = mcpRequest;
  const response = await execute(mcpRequest, read.reader, read.args);
  mcpRequest.callHeaders = callHeaders;
  return identifyingPart(response);
}
