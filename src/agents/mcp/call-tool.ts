// A call of a tool: confirmed and connected first where it must be, then run as a call by name.
import type { CallToolResult, ClientCapabilities, InputRequiredResult } from "@modelcontextprotocol/server";
import { grantOf } from "../../identity/keys/model.ts";
import { nearestTools } from "../../providers/calls/execute.ts";
import type { RegisteredEndpoint } from "../../providers/registry/registry.ts";
import { confirmFirst, isConfirmed } from "./confirm-first.ts";
import { connectFirst, mustConnect, waitUntilConnected } from "./connect-first.ts";
import { type Exchange, execute, isChosen } from "./exchange.ts";
import { CHANGE, CONNECT, READ, SEARCH, searchTools } from "./meta-tools.ts";
import { openState, type RoundState, type StateBinding } from "./request-state.ts";
import { dataResult, errorResult, fileResult, fileUri, fittingItems, responseError } from "./results.ts";

export interface ToolCall {
  name: string;
  args: Record<string, unknown>;
  /** What the client can ask its person. */
  capabilities: ClientCapabilities;
  /** Of a further round: the state as it came back, and what the person did. */
  state: string | undefined;
  responses: Record<string, unknown> | undefined;
}

export type ToolResult = CallToolResult | InputRequiredResult;

/** A further round of a call, after the person has acted. */
export interface Round extends RoundState {
  action: "accept" | "decline" | "cancel" | "missing";
  content: Record<string, unknown>;
}

/** One call with what its rounds are bound to. */
export interface RoundedCall extends ToolCall {
  binding: StateBinding;
  round: Round | null;
}

/** Runs the call; throws the library's `ProtocolError` for a tool that does not exist and for a forged state. */
export async function callTool(exchange: Exchange, call: ToolCall): Promise<ToolResult> {
  const binding: StateBinding = {
    callerId: exchange.caller.id,
    account:
      exchange.incoming.request.headers.get("x-account-id") ?? exchange.incoming.request.headers.get("x-account-id*"),
    tool: call.name,
    args: call.args,
  };
  const rounded: RoundedCall = { ...call, binding, round: roundOf(exchange, call, binding) };
  switch (call.name) {
    case SEARCH:
      return searchTools(exchange, call.args);
    case CONNECT:
      return connectProvider(exchange, rounded);
    case READ:
    case CHANGE:
      return callNamed(exchange, rounded);
    default:
      return callEndpoint(exchange, rounded, findTool(exchange, call.name), call.args);
  }
}

function findTool(exchange: Exchange, name: string): RegisteredEndpoint {
  const { sdk, deps } = exchange;
  const endpoint = deps.registry.tool(name);
  if (endpoint && isChosen(exchange, endpoint)) return endpoint;
  const text = `${unknownText(exchange, name)} tools/list lists every tool.`;
  throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, text);
}

function unknownText({ deps }: Exchange, name: string): string {
  const near = nearestTools(deps.registry, name);
  return `There is no tool "${name.slice(0, 64)}"${near.length > 0 ? `; perhaps you mean ${near.join(" or ")}` : ""}.`;
}

/** `read_with_tool` and `change_with_tool`: the tool and its arguments are arguments. */
async function callNamed(exchange: Exchange, call: RoundedCall): Promise<ToolResult> {
  const { tool, arguments: args = {}, ...others } = call.args;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined)
    return errorResult(
      "VALIDATION_ERROR",
      `"${unknown.slice(0, 60)}" is not a parameter here; put it into "arguments".`,
    );
  if (typeof tool !== "string") return errorResult("VALIDATION_ERROR", '"tool" must be the name of a tool.');
  if (typeof args !== "object" || args === null || Array.isArray(args))
    return errorResult("VALIDATION_ERROR", '"arguments" must be an object.');
  const endpoint = exchange.deps.registry.tool(tool);
  if (!endpoint || !isChosen(exchange, endpoint))
    return errorResult("NOT_FOUND", unknownText(exchange, tool), `Find a tool with ${SEARCH}.`);
  const reads = endpoint.effects.effect === "reads";
  if (reads !== (call.name === READ)) {
    const what = reads ? "only reads" : "changes something";
    return errorResult("VALIDATION_ERROR", `${tool} ${what}: call it with ${reads ? READ : CHANGE}.`);
  }
  return callEndpoint(exchange, call, endpoint, args as Record<string, unknown>);
}

async function callEndpoint(
  exchange: Exchange,
  call: RoundedCall,
  endpoint: RegisteredEndpoint,
  args: Record<string, unknown>,
): Promise<ToolResult> {
  const { round } = call;
  if (round?.step === "connect") {
    if (round.action !== "accept") return notConnected(endpoint.provider.name);
    await waitUntilConnected(exchange, endpoint);
  }
  const nonce = isConfirmed(round) ? (round as Round).nonce : null;
  const confirmation = confirmFirst(exchange, call, endpoint, nonce !== null);
  // A confirmation counts for one call: a replayed state gets that call's own response again.
  const onceKey = nonce === null ? undefined : `mcp-confirmed-${nonce}`;
  const response = await execute(exchange, endpoint, args, { onceKey, confirmation });
  if (confirmation.result) return confirmation.result;
  const result = await resultOf(exchange, endpoint, args, response);
  if (!result.isError || !(await mustConnect(exchange, endpoint, response))) return result;
  return connectFirst(exchange, call, { provider: endpoint.provider, nonce });
}

const notConnected = (name: string) =>
  errorResult(
    "PERMISSION_DENIED",
    `The user did not connect ${name}, so nothing was done.`,
    "Do not ask again unless the user wants it.",
  );

async function connectProvider(exchange: Exchange, call: RoundedCall): Promise<ToolResult> {
  const { deps, options } = exchange;
  const id = String(call.args.provider ?? "");
  const provider = deps.registry.provider(id);
  if (!provider || (options.providers && !options.providers.has(id))) {
    const known = [...deps.registry.providers.keys()].filter((one) => !options.providers || options.providers.has(one));
    return errorResult("VALIDATION_ERROR", `"provider" must be one of ${known.join(", ")}.`);
  }
  if (call.round && call.round.action !== "accept") return notConnected(provider.name);
  if (await waitUntilConnected(exchange, { provider }, call.round !== null)) {
    return dataResult({ provider: id, connected: true });
  }
  return connectFirst(exchange, call, { provider, nonce: null });
}

async function resultOf(
  exchange: Exchange,
  endpoint: RegisteredEndpoint,
  args: Record<string, unknown>,
  response: Response,
): Promise<CallToolResult> {
  const body = await jsonOf(response);
  if (!response.ok || body === null) {
    if (needsMoreScope(exchange, endpoint, response)) return insufficientScope(exchange);
    return responseError(response, body, finders(exchange.deps.registry, endpoint));
  }
  const data = (body as { data: Record<string, unknown> }).data;
  if (endpoint.def.returns.kind === "file") return fileResult(data, fileUri(exchange.deps.baseUrl, endpoint, args));
  const limit = endpoint.effects.effect === "reads" ? fittingItems(endpoint, data) : null;
  if (limit === null || limit === args.limit) return dataResult(data);
  // Only the list itself knows the cursor behind these items, so it is read again with as many.
  return resultOf(exchange, endpoint, { ...args, limit }, await execute(exchange, endpoint, { ...args, limit }));
}

const MAX_FINDERS = 3;

/** The lists and searches beside an endpoint, which give the ids that it takes. */
function finders(
  { endpointsOf }: Exchange["deps"]["registry"],
  { key, provider, service }: RegisteredEndpoint,
): string[] {
  return endpointsOf(provider.id)
    .filter((one) => one.service === service && one.key !== key && one.def.returns.kind === "many")
    .slice(0, MAX_FINDERS)
    .map(({ tool }) => tool);
}

/** Whether the sign-in only reads, and the call does more. */
function needsMoreScope({ caller }: Exchange, { effects }: RegisteredEndpoint, { status }: Response): boolean {
  return status === 403 && grantOf(caller)?.isReadOnly === true && effects.effect !== "reads";
}

function insufficientScope(exchange: Exchange): CallToolResult {
  exchange.lacksScope = true;
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
function roundOf({ deps, sdk }: Exchange, { state, responses }: ToolCall, binding: StateBinding): Round | null {
  if (state === undefined) return null;
  const opened = openState(deps, binding, state);
  if (!opened) throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, "Invalid or expired requestState");
  const view = sdk.inputResponse(responses, opened.step);
  if (view.kind !== "elicit") return { ...opened, action: "missing", content: {} };
  return { ...opened, action: view.action, content: view.content ?? {} };
}
