// POST /mcp: the caller's tools for clients of the Model Context Protocol (streamable HTTP, without sessions).
import { Type as t } from "@sinclair/typebox";
import { findAppError } from "../../foundation/errors.ts";
import { boundOwnerOf, type Caller } from "../../identity/keys/model.ts";
import type { ToolCalls } from "../../providers/calls/execute.ts";
import type { Deps } from "../../server/deps.ts";
import { readBounded } from "../../web/http/arriving-body.ts";
import type { Reply } from "../../web/http/route.ts";
import type { ApiKeyRequest, ApiKeyRoute, DispatchedRequest } from "../../web/pipeline/route.ts";
import { authorizationOf, holderOf } from "../../web/pipeline/still-served.ts";
import { bearerChallenge, MCP_PATH } from "../oauth-server/resource.ts";
import { executeSchemas } from "../tools/arguments.ts";
import { respondToBatch } from "./batch.ts";
import { CONNECT_TOOL, SEARCH_TOOL } from "./builtin-tools.ts";
import { SESSION_HEADER, sessionIdOf } from "./client-session.ts";
import { elicitationResponse } from "./elicitation-stream.ts";
import { createElicitations, type Elicitations, isElicitationResult } from "./elicitations.ts";
import { createIntegrationSignal } from "./integration-signal.ts";
import type { McpRequest } from "./mcp-request.ts";
import { type McpOptions, McpQuery, optionErrors, optionsOf } from "./options.ts";
import { loadSdk, type Sdk } from "./sdk.ts";
import { handleMessage } from "./server.ts";
import { createSubscriptionStreams, type SubscriptionStreams } from "./subscriptions.ts";
import { parseMessages, refuseForeignOrigin } from "./transport.ts";

/** Headers of a tool's response that the response to its MCP message also has. */
const TOOL_HEADERS = /^(x-ratelimit-.*|x-error-code|retry-after|idempotency-replayed)$/;

/**
 * Files of 12 MB in base64, which every tool's bound but that of mail allows, some thirty times what a model writes in one response.
 * A larger mail is sent to its endpoint.
 */
const MAX_MESSAGE_BYTES = 16 * 1024 * 1024 + 64 * 1024;

export interface McpRoutes {
  routes: ApiKeyRoute[];
  /** Ends the streams of listening clients. */
  end(): void;
}

export function mcpRoutes(deps: Deps, calls: ToolCalls): McpRoutes {
  const integrationSignal = createIntegrationSignal(deps);
  const subscriptions = createSubscriptionStreams(deps, integrationSignal);
  const elicitations = createElicitations(deps);
  const mostOfTools = Math.max(...deps.registry.endpoints.map((endpoint) => executeSchemas(endpoint).maxBodyBytes));
  const maxBytes = Math.min(MAX_MESSAGE_BYTES, Math.max(mostOfTools, 1024 * 1024));
  const route: ApiKeyRoute = {
    id: "mcp_message",
    method: "POST",
    path: MCP_PATH,
    summary: "The tools over the Model Context Protocol: send one JSON-RPC message, get its response.",
    tag: { name: "mcp", description: "The tools for clients of the Model Context Protocol." },
    access: "key",
    permissions: [],
    owner: "user-or-account",
    responds: "protocol",
    codes: ["PERMISSION_DENIED", "NOT_FOUND"],
    isForPages: true,
    query: McpQuery,
    check: ({ query }) => optionErrors(deps, query),
    data: t.Object({}, { additionalProperties: true, description: "A JSON-RPC response." }),
    precheck: (request) => refuseForeignOrigin(deps.baseUrl, request),
    wwwAuthenticate: (isRefused) => bearerChallenge(deps.baseUrl, isRefused ? "invalid_token" : null),
    takesAccessTokens: true,
    takesAgentSessions: true,
    // What it calls is admitted by its own route.
    effects: { effect: "reads", reaches: false },
    dispatch: (call) => respond({ deps, calls, integrationSignal, subscriptions, elicitations, maxBytes }, call),
    handle: async () => {
      throw new Error("Every request of /mcp is forwarded.");
    },
  };
  return { routes: [route], end: subscriptions.end };
}

interface McpServices extends Pick<McpRequest, "deps" | "calls" | "integrationSignal"> {
  subscriptions: SubscriptionStreams;
  elicitations: Elicitations;
  maxBytes: number;
}

/** A call of a tool counts as one of its endpoint; whatever else comes counts as one of `/mcp`. */
async function respond(parts: McpServices, call: DispatchedRequest): Promise<Response> {
  const { deps } = parts;
  const { match, incoming, run } = call;
  const own = match.route as ApiKeyRoute;
  const asOwn = (handle: ApiKeyRoute["handle"]) => run({ ...match, route: { ...own, handle } });
  const options = optionsOf(deps, incoming.request.url);
  if (!options) return run(match);
  const overLimit = await call.admit();
  if (overLimit) return run({ ...match, error: overLimit });
  const bytes = await readBounded(incoming.request, parts.maxBytes, incoming.arrival).catch((error: unknown) => {
    const refused = findAppError(error);
    if (!refused) throw error;
    return refused;
  });
  if (!(bytes instanceof Uint8Array)) return run({ ...match, error: bytes });
  const parsed = await parseMessages(bytes, incoming.request.headers);
  if ("response" in parsed) return asOwn(async () => ({ response: parsed.response }));
  const to = { parts, call, options, sdk: await loadSdk(), asOwn, size: bytes.byteLength };
  if ("batch" in parsed) return respondToBatch(parsed.batch, (message) => respondToMessage(to, message, false));
  return respondToMessage(to, parsed.message, true);
}

interface MessageContext {
  parts: McpServices;
  call: DispatchedRequest;
  options: McpOptions;
  sdk: Sdk;
  /** Bytes of the request's body. */
  size: number;
  /** Carries a message out as one of /mcp itself. */
  asOwn(handle: ApiKeyRoute["handle"]): Promise<Response>;
}

/** `canAsk` is false where the response cannot be a stream. */
async function respondToMessage(
  { parts, call: { match, incoming, caller, run }, options, sdk, size, asOwn }: MessageContext,
  message: Record<string, unknown>,
  canAsk: boolean,
): Promise<Response> {
  const { deps } = parts;
  const mcpRequest: McpRequest = {
    ...parts,
    sdk,
    size,
    canAsk,
    caller,
    incoming,
    options,
    run,
    callHeaders: null,
    listedTools: null,
    lacksScope: false,
    pendingElicitation: null,
    elicitationResult: null,
  };
  if (isElicitationResult(message)) return asOwn(() => settleElicitation(parts, caller, message));
  const route = match.route as ApiKeyRoute;
  if (!isToolCall(message))
    return asOwn((request) => respondToProtocolMessage(parts, mcpRequest, message, { ...request, route }));
  const owner = boundOwnerOf(caller) ?? { userId: caller.userId, accountId: null };
  const response = await respondOrElicit(parts, mcpRequest, message, { route, owner });
  if (!mcpRequest.callHeaders) return asOwn(async () => ({ response }));
  return withHeaders(mcpRequest.lacksScope ? challenged(deps, response) : response, mcpRequest.callHeaders);
}

/** RFC 6750, section 3.1: clients that can ask for more do so, and the others show the sentence in the body. */
function challenged({ baseUrl }: Pick<Deps, "baseUrl">, { body, headers }: Response): Response {
  const response = new Response(body, { status: 403, headers });
  response.headers.set("www-authenticate", bearerChallenge(baseUrl, "insufficient_scope"));
  return response;
}

async function settleElicitation(
  { elicitations }: McpServices,
  caller: Caller,
  message: Record<string, unknown>,
): Promise<Reply> {
  await elicitations.settle(caller, message);
  return { response: new Response(null, { status: 202 }) };
}

/** What a stream of `/mcp` lives under. */
type StreamOwner = Pick<ApiKeyRequest, "owner"> & { route: ApiKeyRoute };

/** The response to a message, or the stream on which the person is asked first. */
async function respondOrElicit(
  parts: McpServices,
  mcpRequest: McpRequest,
  message: Record<string, unknown>,
  served: StreamOwner,
): Promise<Response> {
  const { request } = mcpRequest.incoming;
  const handle = () => handleMessage(mcpRequest, { request, message, bus: NO_CHANGES });
  const response = await handle();
  if (!mcpRequest.pendingElicitation) return response;
  const { signal, close } = openStream(parts, mcpRequest, served);
  return elicitationResponse({ mcpRequest, elicitations: parts.elicitations, signal, close, resume: handle });
}

function openStream(
  { subscriptions }: McpServices,
  { deps, caller, incoming }: McpRequest,
  { route, owner }: StreamOwner,
) {
  return subscriptions.open({
    caller,
    holder: holderOf({ caller, address: incoming.address }),
    request: incoming.request,
    rightOf: (end) => authorizationOf(deps, { route, incoming, caller, owner }, end),
  });
}

const NO_CHANGES = { publish: () => {}, subscribe: () => () => {} };

function isToolCall({ method, params }: Record<string, unknown>): boolean {
  const name = (params as { name?: unknown } | undefined)?.name;
  return method === "tools/call" && name !== SEARCH_TOOL && name !== CONNECT_TOOL;
}

async function respondToProtocolMessage(
  parts: McpServices,
  mcpRequest: McpRequest,
  message: Record<string, unknown>,
  call: ApiKeyRequest & { route: ApiKeyRoute },
): Promise<Reply> {
  const { deps, caller, incoming } = mcpRequest;
  const { request } = incoming;
  if (message.method !== "subscriptions/listen") {
    const response = await respondOrElicit(parts, mcpRequest, message, call);
    const sessionId = sessionIdOf(deps, caller, message);
    if (sessionId !== null) response.headers.set(SESSION_HEADER, sessionId);
    if (mcpRequest.pendingElicitation) await call.commitPending();
    return { response, isStream: mcpRequest.pendingElicitation !== null };
  }
  const stream = openStream(parts, mcpRequest, call);
  let isStream = false;
  try {
    // The response goes out at once, so its usage row stands before.
    await call.commitPending();
    const listened = new Request(request.url, { method: "POST", headers: request.headers, signal: stream.signal });
    const response = await handleMessage(mcpRequest, { request: listened, message, bus: stream.bus });
    isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
    return { response, isStream };
  } finally {
    if (!isStream) stream.close();
  }
}

function withHeaders(response: Response, ran: Headers): Response {
  for (const [name, value] of ran) if (TOOL_HEADERS.test(name)) response.headers.set(name, value);
  return response;
}
