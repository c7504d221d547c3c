// A call of a tool: confirmed and connected first where it must be, then run as a call by name.
import type { CallToolResult, ClientCapabilities, InputRequiredResult } from "@modelcontextprotocol/server";
import { nearestTools } from "../../providers/calls/execute.ts";
import { unavailablePlugin } from "../../providers/guard/plugin-error.ts";
import { brokenPluginOf, type RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { APPROVAL_ID } from "../tools/approval-argument.ts";
import { objectRead, withJsonRead } from "../tools/json-in-text.ts";
import { approvedResult } from "./approve-first.ts";
import { CHANGE_TOOL, CONNECT_TOOL, READ_TOOL, SEARCH_TOOL, searchTools } from "./builtin-tools.ts";
import { confirmFirst, isConfirmed } from "./confirm-first.ts";
import { connectFirst, connectionIn, mustConnect, waitUntilConnected } from "./connect-first.ts";
import { markedResult } from "./marked-result.ts";
import { execute, isChosen, type McpRequest } from "./mcp-request.ts";
import { type Part, partOf, partResult, READ_ON, READ_ON_TOOL } from "./read-on.ts";
import { openState, type RequestState, type StateBinding } from "./request-state.ts";
import { boundedResult, dataResult, errorResult, fileResult, fileUri, fittingItems, responseError } from "./results.ts";

export interface ToolCall {
  name: string;
  args: Record<string, unknown>;
  /** What the client can ask its person. */
  capabilities: ClientCapabilities;
  /** The state of a further round as it came back, and what the person did. */
  state: string | undefined;
  responses: Record<string, unknown> | undefined;
}

export type ToolResult = CallToolResult | InputRequiredResult;

/** A further round of a call, after the person has acted. */
export interface Continuation extends RequestState {
  action: "accept" | "decline" | "cancel" | "missing";
  content: Record<string, unknown>;
}

/** One call with what its rounds are bound to. */
export interface ResumableCall extends ToolCall {
  binding: StateBinding;
  continuation: Continuation | null;
}

/** Runs the call; throws the library's `ProtocolError` for a tool that does not exist and for a forged state. */
export async function callTool(mcpRequest: McpRequest, call: ToolCall): Promise<ToolResult> {
  const binding: StateBinding = {
    callerId: mcpRequest.caller.id,
    account:
      mcpRequest.incoming.request.headers.get("x-account-id") ??
      mcpRequest.incoming.request.headers.get("x-account-id*"),
    tool: call.name,
    args: call.args,
  };
  const rounded: ResumableCall = { ...call, binding, continuation: continuationOf(mcpRequest, call, binding) };
  switch (call.name) {
    case SEARCH_TOOL:
      return searchTools(mcpRequest, call.args);
    case CONNECT_TOOL:
      return connectProvider(mcpRequest, rounded);
    case READ_TOOL:
    case CHANGE_TOOL:
      return callNamed(mcpRequest, rounded);
    case READ_ON_TOOL:
      return readOn(mcpRequest, rounded);
    default:
      return callEndpoint(mcpRequest, rounded, { endpoint: findTool(mcpRequest, call.name), args: call.args });
  }
}

function findTool(mcpRequest: McpRequest, name: string): RegisteredEndpoint {
  const { sdk, deps } = mcpRequest;
  const endpoint = deps.registry.tool(name);
  if (endpoint && isChosen(mcpRequest, endpoint)) return endpoint;
  const text = `${unknownText(mcpRequest, name)} tools/list lists every tool.`;
  throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, text);
}

function unknownText({ deps }: McpRequest, name: string): string {
  const broken = brokenPluginOf(deps.registry, name);
  if (broken !== undefined) return unavailablePlugin(broken).message;
  const near = nearestTools(deps.registry, name);
  return `There is no tool "${name.slice(0, 64)}"${near.length > 0 ? `; perhaps you mean ${near.join(" or ")}` : ""}.`;
}

/** A tool with its arguments, and the part of its result that is wanted; without one, the whole. */
interface Target {
  endpoint: RegisteredEndpoint;
  args: Record<string, unknown>;
  part?: Part;
}

/** `read_with_tool` and `change_with_tool`: the tool and its arguments are arguments. */
async function callNamed(mcpRequest: McpRequest, call: ResumableCall): Promise<ToolResult> {
  const { tool, arguments: args = {}, [APPROVAL_ID]: approvalId, ...others } = withTool(call.args);
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined)
    return errorResult(
      "VALIDATION_ERROR",
      `"${unknown.slice(0, 60)}" is not a parameter here; put it into "arguments".`,
    );
  const target = targetOf(mcpRequest, tool, args);
  if ("content" in target) return target;
  const reads = target.endpoint.effects.effect === "reads";
  if (reads !== (call.name === READ_TOOL)) {
    const what = reads ? "only reads" : "changes something";
    return errorResult("VALIDATION_ERROR", `${tool} ${what}: call it with ${reads ? READ_TOOL : CHANGE_TOOL}.`);
  }
  const named = approvalId === undefined ? {} : { [APPROVAL_ID]: approvalId };
  return callEndpoint(mcpRequest, call, { ...target, args: { ...target.args, ...named } });
}

/** `read_result`: what it gives is read anew, since nothing of a result is kept. */
async function readOn(mcpRequest: McpRequest, call: ResumableCall): Promise<ToolResult> {
  const { tool, arguments: args = {}, field, offset, ...others } = withTool(call.args);
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined)
    return errorResult("VALIDATION_ERROR", `"${unknown.slice(0, 60)}" is not a parameter of ${READ_ON_TOOL}.`);
  const target = targetOf(mcpRequest, tool, args);
  if ("content" in target) return target;
  const part = partOf({ field, offset });
  if (typeof part === "string") return errorResult("VALIDATION_ERROR", part);
  if (target.endpoint.effects.effect !== "reads")
    return errorResult(
      "VALIDATION_ERROR",
      `${tool} changes something, so it is not called again.`,
      "Read what it changed.",
    );
  return callEndpoint(mcpRequest, call, { ...target, part });
}

/** Everywhere else a tool's name is its "name", which models send here too. */
function withTool({ name, ...args }: Record<string, unknown>): Record<string, unknown> {
  if (name === undefined) return args;
  return args.tool === undefined || args.tool === name ? { ...args, tool: name } : { ...args, name };
}

/** The tool that arguments name; else the error. */
function targetOf(mcpRequest: McpRequest, tool: unknown, given: unknown): Target | CallToolResult {
  if (tool === undefined)
    return errorResult("VALIDATION_ERROR", `"tool" is required: the name of a tool, as ${SEARCH_TOOL} returns it.`);
  if (typeof tool !== "string") return errorResult("VALIDATION_ERROR", '"tool" must be the name of a tool.');
  const args = objectRead(given);
  if (typeof args !== "object" || args === null || Array.isArray(args))
    return errorResult("VALIDATION_ERROR", '"arguments" must be an object.');
  const endpoint = mcpRequest.deps.registry.tool(tool);
  if (!endpoint || !isChosen(mcpRequest, endpoint))
    return errorResult("NOT_FOUND", unknownText(mcpRequest, tool), `Find a tool with ${SEARCH_TOOL}.`);
  return { endpoint, args: args as Record<string, unknown> };
}

async function callEndpoint(mcpRequest: McpRequest, call: ResumableCall, given: Target): Promise<ToolResult> {
  const { continuation } = call;
  const { [APPROVAL_ID]: approvalId, ...args } = given.args;
  const target = { ...given, args };
  const { endpoint } = target;
  const isOpened = continuation?.step === "approve";
  const id = isOpened ? continuation.nonce : approvalId;
  // Who did not open the page is not waited for.
  const waits = !isOpened || continuation.action === "accept";
  if (id !== undefined && id !== null) return approvedResult(mcpRequest, endpoint, args, { id, waits });
  if (continuation?.step === "connect") {
    if (continuation.action !== "accept") return notConnected(endpoint.provider.name);
    const { provider, service, needs } = endpoint;
    await waitUntilConnected(mcpRequest, { provider, service, needs, connection: connectionIn(mcpRequest, args) });
  }
  const nonce = isConfirmed(continuation) ? (continuation as Continuation).nonce : null;
  const confirmation = confirmFirst(mcpRequest, call, endpoint, nonce !== null);
  // A confirmation counts for one call: a replayed state gets that call's own response again.
  const onceKey = nonce === null ? undefined : `mcp-confirmed-${nonce}`;
  const response = await execute(mcpRequest, endpoint, args, { onceKey, confirmation });
  if (confirmation.result) return confirmation.result;
  const result = await resultOf(mcpRequest, target, response);
  if (!result.isError || !(await mustConnect(mcpRequest, target, response))) return result;
  return connectFirst(mcpRequest, call, { provider: endpoint.provider, nonce });
}

const notConnected = (name: string) =>
  errorResult(
    "PERMISSION_DENIED",
    `The user did not connect ${name}, so nothing was done.`,
    "Do not ask again unless the user wants it.",
  );

async function connectProvider(mcpRequest: McpRequest, call: ResumableCall): Promise<ToolResult> {
  const { deps, options, caller } = mcpRequest;
  if (caller.kind === "agent_session")
    return errorResult(
      "PERMISSION_DENIED",
      "An agent session cannot connect providers.",
      "Work with what is connected.",
    );
  const id = String(call.args.provider ?? "");
  const provider = deps.registry.provider(id);
  if (!provider || (options.providers && !options.providers.has(id))) {
    const known = [...deps.registry.providers.keys()].filter((one) => !options.providers || options.providers.has(one));
    return errorResult("VALIDATION_ERROR", `"provider" must be one of ${known.join(", ")}.`);
  }
  if (call.continuation && call.continuation.action !== "accept") return notConnected(provider.name);
  if (await waitUntilConnected(mcpRequest, { provider }, call.continuation !== null)) {
    return dataResult({ provider: id, connected: true });
  }
  return connectFirst(mcpRequest, call, { provider, nonce: null });
}

async function resultOf(mcpRequest: McpRequest, target: Target, response: Response): Promise<CallToolResult> {
  const { endpoint, args, part } = target;
  const body = await jsonOf(response);
  if (!response.ok || body === null) {
    if (needsMoreScope(mcpRequest, endpoint, response)) return insufficientScope(mcpRequest);
    return responseError(response, body, finders(mcpRequest.deps.registry, endpoint));
  }
  const data = (body as { data: Record<string, unknown> }).data;
  const marked = (result: CallToolResult) => markedResult(result, { ...target, data, response });
  if (part) return marked(partResult(data, part));
  if (endpoint.def.returns.kind === "file")
    return marked(fileResult(data, fileUri(mcpRequest.deps.baseUrl, endpoint, withJsonRead(endpoint, args))));
  if (endpoint.effects.effect !== "reads")
    return marked(boundedResult(data, "Read what is missing with a tool that reads it."));
  const limit = fittingItems(endpoint, data);
  if (limit === null || limit === Number(args.limit)) return marked(boundedResult(data, READ_ON));
  // Only the list itself knows the cursor behind these items, so it is read again with as many.
  const shorter = { endpoint, args: { ...args, limit } };
  return resultOf(mcpRequest, shorter, await execute(mcpRequest, endpoint, shorter.args));
}

const MAX_FINDERS = 3;

/** The lists and searches beside an endpoint, which give the ids that it takes. */
function finders(
  { endpointsOf }: McpRequest["deps"]["registry"],
  { key, provider, service }: RegisteredEndpoint,
): string[] {
  return endpointsOf(provider.id)
    .filter((one) => one.service === service && one.key !== key && one.def.returns.kind === "many")
    .slice(0, MAX_FINDERS)
    .map(({ tool }) => tool);
}

/** Whether the sign-in only reads, and the call does more. */
function needsMoreScope({ caller }: McpRequest, { effects }: RegisteredEndpoint, { status }: Response): boolean {
  const isReadOnly = caller.kind === "mcp_client" && caller.grant.isReadOnly;
  return status === 403 && isReadOnly && effects.effect !== "reads";
}

function insufficientScope(mcpRequest: McpRequest): CallToolResult {
  mcpRequest.lacksScope = true;
  return errorResult(
    "PERMISSION_DENIED",
    "This sign-in may only read: the user chose that when they gave this client access.",
    "Ask the user to sign in again and allow changes (the scope tools:write).",
  );
}

async function jsonOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    // A response without JSON has no content for the tool's result.
    return null;
  }
}

/** What came back from the person; null in a first round. */
function continuationOf(
  { deps, sdk }: McpRequest,
  { state, responses }: ToolCall,
  binding: StateBinding,
): Continuation | null {
  if (state === undefined) return null;
  const opened = openState(deps, binding, state);
  if (!opened) throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, "Invalid or expired requestState");
  const view = sdk.inputResponse(responses, opened.step);
  if (view.kind !== "elicit") return { ...opened, action: "missing", content: {} };
  return { ...opened, action: view.action, content: view.content ?? {} };
}
